// The order in which a page's lines are read. A gutter is a strip no text crosses over several lines
// with prose on both sides; between lines that do cross it, the columns are read one after the other.
import { type Line, lineText, toLine } from "./pdf-lines.ts";

/** Lines of one column between two lines that span the page; they are read without a jump. */
export type Flow = {
  readonly lines: readonly Line[];
  readonly left: number;
  readonly right: number;
};

export function orderLines(lines: readonly Line[], size: number): Flow[] {
  const gutters = findGutters(lines, size);
  if (gutters.length === 0) return lines.length === 0 ? [] : [toFlow(lines)];
  const flows: Flow[] = [];
  let beside: Line[] = [];
  let spanning: Line[] = [];
  const flushColumns = (): void => {
    const columns: Line[][] = [];
    for (const line of beside) {
      for (const [column, part] of splitAt(line, gutters, size) ?? []) {
        (columns[column] ??= []).push(part);
      }
    }
    for (const column of columns) if (column?.length > 0) flows.push(toFlow(column));
    beside = [];
  };
  const flushSpanning = (): void => {
    if (spanning.length > 0) flows.push(toFlow(spanning));
    spanning = [];
  };
  const flushBeside = (): void => {
    const { above, below } = cutAroundColumns(beside, gutters, size);
    spanning.push(...above);
    beside = beside.slice(above.length, beside.length - below.length);
    if (beside.length > 0) flushSpanning();
    flushColumns();
    spanning.push(...below);
  };
  for (const line of lines) {
    if (splitAt(line, gutters, size) === undefined) {
      if (beside.length > 0) flushBeside();
      spanning.push(line);
    } else beside.push(line);
  }
  flushBeside();
  flushSpanning();
  return flows;
}

/**
 * Short lines above or below columns (a heading, a list, a table) may leave the gutter free by chance.
 * Between them and the columns is room on both sides, and they are neither prose on both sides nor the
 * rest of a longer column.
 */
function cutAroundColumns(
  lines: readonly Line[],
  gutters: readonly number[],
  size: number,
): { above: readonly Line[]; below: readonly Line[] } {
  const steps = lines.slice(1).map((line, at) => line.y - (lines[at]?.y ?? 0));
  // Wider steps than this are gaps for certain, and say nothing about the lines' own distance.
  const close = steps.filter((step) => step < 2.5 * size).sort((a, b) => a - b);
  const usual = close[Math.floor(close.length * 0.75)] ?? 0;
  const room = Math.max(1.3 * usual, 1.25 * size);
  const isColumns = (some: readonly Line[]) => gutters.some((x) => isProseBeside(some, x, 1));
  // All of them may be such lines, between two that span the page.
  if (!isColumns(lines)) return { above: [], below: lines };
  const cuts = lines.flatMap((_, at) => (at > 0 && (steps[at - 1] ?? 0) >= room ? [at] : []));
  const first = cuts.findLast((at) => !isColumns(lines.slice(0, at))) ?? 0;
  const last =
    cuts.find((at) => {
      const below = lines.slice(at);
      return at > first && !isColumns(below) && !isRestOfColumn(lines.slice(0, at), below, gutters);
    }) ?? lines.length;
  return { above: lines.slice(0, first), below: lines.slice(last) };
}

/** Lines on one side only, most of which fill that column. */
function isRestOfColumn(
  above: readonly Line[],
  below: readonly Line[],
  gutters: readonly number[],
): boolean {
  const columns = new Set(below.flatMap(({ runs }) => runs.map(({ x }) => columnAt(x, gutters))));
  const [column] = columns;
  if (columns.size !== 1 || column === undefined) return false;
  const runs = above.flatMap((line) =>
    line.runs.filter(({ x }) => columnAt(x, gutters) === column),
  );
  const left = Math.min(...runs.map(({ x }) => x));
  const right = Math.max(...runs.map(({ x, width }) => x + width));
  const full = below.filter((line) => line.right - left > 0.85 * (right - left)).length;
  return full >= below.length / 2;
}

function columnAt(x: number, gutters: readonly number[]): number {
  return gutters.filter((gutter) => gutter <= x).length;
}

function toFlow(lines: readonly Line[]): Flow {
  return {
    lines,
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
  };
}

/** A line cut at the gutters, or undefined when it crosses one. */
function splitAt(
  line: Line,
  gutters: readonly number[],
  size: number,
): Map<number, Line> | undefined {
  const parts = new Map<number, Line["runs"][number][]>();
  const room = (ROOM * size) / 2;
  for (const run of line.runs) {
    const right = run.x + run.width;
    if (gutters.some((x) => run.x < x + room && right > x - room)) return undefined;
    const column = columnAt(run.x, gutters);
    const part = parts.get(column);
    if (part === undefined) parts.set(column, [run]);
    else part.push(run);
  }
  return new Map([...parts].map(([column, runs]) => [column, toLine(runs)]));
}

/** A gutter is wider than most spaces between words, in letter sizes. */
const ROOM = 0.7;
const BIN = 2;
/** Lines there must be on each side of a gutter. */
const LINES_MIN = 4;
/** Prose has so many words a line; the cells of a table have fewer. */
const WORDS_MIN = 3.2;

/** The middles of the page's gutters, from left to right. */
function findGutters(lines: readonly Line[], size: number): number[] {
  if (lines.length < LINES_MIN) return [];
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const count = Math.min(Math.ceil((right - left) / BIN), 2000);
  const covers = lines.map((line) => coverOf(line, left, count));
  const gutters: number[] = [];
  // No column is narrower than a tenth of the page.
  const margin = Math.ceil(count / 10);
  let from: number | undefined;
  for (let bin = margin; bin <= count - margin; bin++) {
    const isFree = bin < count - margin && isGutter(left + (bin + 0.5) * BIN, bin, lines, covers);
    if (isFree) from ??= bin;
    else if (from !== undefined) {
      if ((bin - from) * BIN >= ROOM * size) gutters.push(left + ((from + bin) / 2) * BIN);
      from = undefined;
    }
  }
  return gutters;
}

function coverOf(line: Line, left: number, count: number): Uint8Array {
  const cover = new Uint8Array(count);
  for (const { x, width } of line.runs) {
    const from = Math.max(0, Math.floor((x - left) / BIN));
    cover.fill(1, from, Math.min(count, Math.ceil((x + width - left) / BIN)));
  }
  return cover;
}

/** Whether enough lines in a row leave this place free, with prose on both sides. */
function isGutter(
  x: number,
  bin: number,
  lines: readonly Line[],
  covers: readonly Uint8Array[],
): boolean {
  let streak: Line[] = [];
  for (let at = 0; at <= lines.length; at++) {
    const line = lines[at];
    if (line !== undefined && covers[at]?.[bin] === 0) {
      streak.push(line);
      continue;
    }
    if (streak.length >= LINES_MIN && isProseBeside(streak, x, LINES_MIN)) return true;
    streak = [];
  }
  return false;
}

function isProseBeside(lines: readonly Line[], x: number, linesMin: number): boolean {
  const sides = [
    lines.map((line) => line.runs.filter((run) => run.x < x)),
    lines.map((line) => line.runs.filter((run) => run.x >= x)),
  ];
  return sides.every((side) => {
    const filled = side.filter((runs) => runs.length > 0).map(toLine);
    if (filled.length < linesMin) return false;
    const words = filled.reduce((sum, line) => sum + lineText(line).split(" ").length, 0);
    return words / filled.length >= WORDS_MIN;
  });
}
