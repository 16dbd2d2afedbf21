// One line for each file; a click on a heading sorts, another one turns the order round.
import { ErrorNotice } from "../../components/notice.tsx";
import { VerdictBadge } from "../../components/verdict-badge.tsx";
import { useAction } from "../../load.ts";
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
  onReport,
}: {
  rows: readonly FileRow[];
  order: Order | null;
  onOrder: (order: Order) => void;
  onOpen: (id: number) => void;
  onReport: (id: number) => Promise<void>;
}) {
  const report = useAction(onReport);
  return (
    <div class="table-wrap" tabIndex={0} role="region" aria-label="Results of the files">
      {report.error !== null && <ErrorNotice error={report.error} />}
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
                      {isSorted ? (order.isDown ? "▼" : "▲") : "↕"}
                    </span>
                  </button>
                </th>
              );
            })}
            <th scope="col">
              <span class="unseen">Report</span>
            </th>
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
                  <td class="file-verdict">
                    {row.verdict !== null && <VerdictBadge verdict={row.verdict} />}
                  </td>
                  <td class="number" data-label="AI probability">
                    {row.probability === null ? "No score" : `${row.probability} %`}
                  </td>
                  <td class="number" data-label="Words">
                    {row.words?.toLocaleString("en")}
                  </td>
                  <td class="small" data-label="Warnings">
                    {row.warnings === "" ? "None" : row.warnings}
                  </td>
                  <td>
                    <button
                      type="button"
                      class="quiet"
                      disabled={report.isBusy}
                      onClick={() => report.run(row.id)}
                    >
                      Report<span class="unseen"> on {row.name}</span>
                    </button>
                  </td>
                </>
              ) : (
                <td colSpan={5}>
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

function Pending({ row: { status, problem, share } }: { row: FileRow }) {
  if (problem !== null) return <span class="file-problem">{problem}</span>;
  if (status === "busy") {
    return (
      <span class="file-busy">
        <span class="spinner" aria-hidden="true" /> Reading …{" "}
        {share !== null && share > 0 && `${Math.floor(100 * share)} %`}
      </span>
    );
  }
  return <span class="soft">{status === "waiting" ? "Waiting" : "Stopped"}</span>;
}
