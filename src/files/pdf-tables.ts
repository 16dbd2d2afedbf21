// Tables: neighbouring lines of a flow that fall into short cells with wide gaps between them, the cells
// standing below each other. Lines of justified prose have wide gaps too, but these are all alike.

import type { Flow } from "./pdf-columns.ts";
import { type Line, lineText, toLine } from "./pdf-lines.ts";

/** The cells of each line that is a table's row. */
export function findRows({ lines, right }: Flow): ReadonlyMap<Line, readonly string[]> {
  const rows = new Map<Line, readonly string[]>();
  for (const [gap, standBelow] of [
    [GAP_NARROW, standStrictly],
    [GAP, standLoosely],
  ] as const) {
    const cells = lines.map((line) => (rows.has(line) ? [] : cellsOf(line, right, gap)));
    for (let from = 0; from < lines.length; ) {
      let to = from;
      while (to + 1 < lines.length && standBelow(cells[to] ?? [], cells[to + 1] ?? [])) to++;
      const isLone = to === from && isWideRow(cells[from] ?? []);
      if (isLone || (to > from && isTable(cells.slice(from, to + 1)))) {
        for (let at = from; at <= to; at++) {
          const line = lines[at];
          if (line !== undefined) {
            rows.set(
              line,
              (cells[at] ?? []).map((cell) => lineText(cell)),
            );
          }
        }
      }
      from = to + 1;
    }
  }
  return rows;
}

/** Gaps wider than this, in letter sizes, part cells. */
const GAP = 0.9;
/** In a tight table; then the cells must stand exactly below each other. */
const GAP_NARROW = 0.45;
/** The most a space between words is stretched to fill a line, in letter sizes. */
const STRETCH_MAX = 4;

function cellsOf(line: Line, right: number, gapMin: number): Line[] {
  const cells: Array<Line["runs"][number][]> = [];
  const gaps: number[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const run of line.runs) {
    const gap = run.x - end;
    if (gap > gapMin * line.size) {
      cells.push([run]);
      if (Number.isFinite(gap)) gaps.push(gap);
    } else cells.at(-1)?.push(run);
    end = Math.max(end, run.x + run.width);
  }
  const isFull = right - line.right < 0.5 * line.size;
  const widest = Math.max(...gaps);
  const isEven = widest < STRETCH_MAX * line.size && widest - Math.min(...gaps) < 0.15 * line.size;
  const isJustified = isFull && gaps.length > 1 && isEven;
  return isJustified ? [line] : cells.map(toLine);
}

const NEAR = 2.5;

/** Whether two lines have cells and at least half of the fewer ones share an edge or the middle. */
function standLoosely(above: readonly Line[], below: readonly Line[]): boolean {
  if (above.length < 2 || below.length < 2) return false;
  const shared = below.filter((cell) =>
    above.some(
      (other) =>
        Math.abs(cell.left - other.left) < NEAR ||
        Math.abs(cell.right - other.right) < NEAR ||
        Math.abs(cell.left + cell.right - other.left - other.right) < 2 * NEAR,
    ),
  ).length;
  const distance = (below[0]?.y ?? 0) - (above[0]?.y ?? 0);
  const size = above[0]?.size ?? 1;
  return shared >= Math.max(2, Math.min(above.length, below.length) / 2) && distance < 4 * size;
}

/** Whether two lines have three cells or more, and those of the one begin exactly below the other's. */
function standStrictly(above: readonly Line[], below: readonly Line[]): boolean {
  if (above.length < 3 || below.length < 3) return false;
  const [fewer, more] = above.length < below.length ? [above, below] : [below, above];
  const isAligned = fewer.every((cell) =>
    more.some((other) => Math.abs(cell.left - other.left) < NEAR / 2),
  );
  return isAligned && (below[0]?.y ?? 0) - (above[0]?.y ?? 0) < 4 * (above[0]?.size ?? 1);
}

/** A row alone, as at the end of a page, is known by three short cells far apart. */
function isWideRow(cells: readonly Line[]): boolean {
  const size = cells[0]?.size ?? 1;
  const isApart = cells.every((cell, at) => {
    const before = cells[at - 1];
    return before === undefined || cell.left - before.right > 3 * size;
  });
  return cells.length >= 3 && isApart && isTable([cells]);
}

const WORDS_MAX = 4;

function isTable(rows: ReadonlyArray<readonly Line[]>): boolean {
  const cells = rows.flat();
  const words = cells.reduce((sum, cell) => sum + lineText(cell).split(" ").length, 0);
  return words / cells.length <= WORDS_MAX;
}
