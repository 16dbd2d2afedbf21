// The table of results: its rows, their order, and the same as CSV. Nothing here draws.
import type { Detection } from "../../../client/authenticity-types.ts";
import { explain } from "../../explain.ts";
import { hasScore } from "../check/reasons.ts";
import type { FileEntry } from "./file-queue.ts";

/** The key under which a report of the same file is no further check comes with it. */
export type CheckedFile = Detection & {
  content: string;
  idempotencyKey: string;
  checked_at: string;
};

export type FileRow = {
  id: number;
  name: string;
  status: FileEntry<CheckedFile>["state"]["status"];
  verdict: string | null;
  probability: number | null;
  words: number | null;
  warnings: string;
  problem: string | null;
  /** How much of it is done, 0…1, while it is being checked. */
  share: number | null;
};

export type Column = "name" | "verdict" | "probability" | "words" | "warnings";
export type Order = { by: Column; isDown: boolean };

export function toRow({ id, file, state }: FileEntry<CheckedFile>): FileRow {
  const result = state.status === "checked" ? state.result : null;
  return {
    id,
    name: file.name,
    status: state.status,
    verdict: result?.verdict ?? null,
    probability: result !== null && hasScore(result) ? result.final_probability : null,
    words: result?.words ?? null,
    warnings: (result?.warnings ?? []).map(({ code }) => code.replaceAll("_", " ")).join(", "),
    problem: state.status === "failed" ? explain(state.error).text : null,
    share: state.status === "busy" ? state.share : null,
  };
}

/** In the order asked for; files without a value come last either way, and equal ones stay as they were. */
export function sortRows(rows: readonly FileRow[], order: Order | null): FileRow[] {
  if (order === null) return [...rows];
  const { by, isDown } = order;
  return rows.toSorted((a, b) => {
    const [one, other] = [a[by], b[by]];
    if (one === other) return 0;
    if (one === null || one === "") return 1;
    if (other === null || other === "") return -1;
    const ascending =
      typeof one === "number" && typeof other === "number"
        ? one - other
        : String(one).localeCompare(String(other), "en", { numeric: true });
    return isDown ? -ascending : ascending;
  });
}

export function writeCsv(rows: readonly FileRow[]): string {
  const lines = [
    ["file", "verdict", "probability", "words", "warnings", "problem"],
    ...rows.map((row) => [
      row.name,
      row.verdict,
      row.probability,
      row.words,
      row.warnings,
      row.problem ?? (row.status === "checked" ? null : "not checked"),
    ]),
  ];
  return lines.map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");
}

/** RFC 4180; what a spreadsheet would take for a formula is given an apostrophe in front. */
function cellText(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
