// One line for each file; a click on a heading sorts, another one turns the order round.
import type { Column, FileRow, Order } from "./file-rows.ts";

const COLUMNS: ReadonlyArray<[column: Column, title: string, isNumber: boolean]> = [
  ["name", "File", false],
  ["verdict", "Verdict", false],
  ["probability", "AI probability", true],
  ["words", "Words", true],
  ["warnings", "Warnings", false],
];

export function ResultsTable({
  rows,
  order,
  onOrder,
  onOpen,
}: {
  rows: readonly FileRow[];
  order: Order | null;
  onOrder: (order: Order) => void;
  onOpen: (id: number) => void;
}) {
  return (
    <div class="table-wrap" tabIndex={0} role="region" aria-label="Results of the files">
      <table class="files">
        <thead>
          <tr>
            {COLUMNS.map(([column, title, isNumber]) => {
              const isSorted = order?.by === column;
              const direction = order?.isDown ? "descending" : "ascending";
              return (
                <th
                  key={column}
                  scope="col"
                  class={isNumber ? "number" : ""}
                  aria-sort={isSorted ? direction : "none"}
                >
                  <button
                    type="button"
                    class="sort"
                    onClick={() =>
                      // The most telling end first: high numbers, but A before Z.
                      onOrder({ by: column, isDown: isSorted ? !order.isDown : isNumber })
                    }
                  >
                    {title}
                    <span aria-hidden="true" class="sort-sign">
                      {isSorted ? (order.isDown ? "▼" : "▲") : ""}
                    </span>
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row" class="file-name">
                {row.status === "checked" ? (
                  <button type="button" class="link" onClick={() => onOpen(row.id)}>
                    <bdi>{row.name}</bdi>
                  </button>
                ) : (
                  <bdi>{row.name}</bdi>
                )}
              </th>
              {row.status === "checked" ? (
                <>
                  <td class="file-verdict">{row.verdict}</td>
                  <td class="number" data-label="AI probability">
                    {row.probability} %
                  </td>
                  <td class="number" data-label="Words">
                    {row.words?.toLocaleString("en")}
                  </td>
                  <td class="small" data-label="Warnings">
                    {row.warnings === "" ? "None" : row.warnings}
                  </td>
                </>
              ) : (
                <td colSpan={4}>
                  <Pending row={row} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pending({ row: { status, problem } }: { row: FileRow }) {
  if (problem !== null) return <span class="file-problem">{problem}</span>;
  if (status === "busy") {
    return (
      <span class="file-busy">
        <span class="spinner" aria-hidden="true" /> Reading …
      </span>
    );
  }
  return <span class="soft">{status === "waiting" ? "Waiting" : "Stopped"}</span>;
}
