// From runs of glyphs to lines: runs on one baseline, left to right, with spaces where the gap is wide enough.
import { FileRefusal } from "./refusal.ts";

export type Run = {
  readonly text: string;
  /** Left end of the baseline, in points from the page's top left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly angle: number;
  /** Whether white space was written before it. */
  readonly isSpaced: boolean;
  readonly isRightToLeft: boolean;
  /** Whether the file says that it belongs to the page and not to the text. */
  readonly isArtifact: boolean;
};

export type Page = {
  readonly width: number;
  readonly height: number;
  readonly runs: readonly Run[];
};

export type Line = {
  readonly runs: readonly Run[];
  readonly left: number;
  readonly right: number;
  readonly y: number;
  /** The font size of most of its letters. */
  readonly size: number;
};

/** The lines of a page from top to bottom, and rotated text, such as a stamp in the margin. */
export function findLines(page: Page): { lines: Line[]; askew: string[]; height: number } {
  const { level, askew, height } = straighten(page);
  const sorted = level.toSorted((a, b) => a.y - b.y || a.x - b.x);
  const open: Array<{ y: number; size: number; runs: Run[] }> = [];
  for (const run of sorted) {
    // Only the last few lines can be near enough: runs come from top to bottom.
    const line = open
      .slice(-4)
      .findLast(({ y, size }) => Math.abs(run.y - y) <= REACH * Math.max(size, run.size));
    if (line === undefined) open.push({ y: run.y, size: run.size, runs: [run] });
    else {
      line.runs.push(run);
      // A line's baseline is that of its largest letters, not of a superscript.
      if (run.size > line.size * 1.05) Object.assign(line, { y: run.y, size: run.size });
    }
  }
  if (open.length > LINES_MAX) {
    throw new FileRefusal(
      "too_complex",
      `A page of the PDF has more than ${LINES_MAX} lines: it is not text.`,
    );
  }
  if (open.some(({ runs }) => runs.length > RUNS_MAX)) {
    throw new FileRefusal(
      "too_complex",
      `A line of the PDF has more than ${RUNS_MAX} pieces: it is not text.`,
    );
  }
  const lines = open.map(({ runs }) => toLine(runs)).sort((a, b) => a.y - b.y);
  return { lines, askew: joinAskew(askew), height };
}

/** A large poster has some hundreds; laying lines out takes time that grows faster than their number. */
const LINES_MAX = 3000;
/** Some programs place every letter by itself, a few hundred on a line. */
const RUNS_MAX = 5000;

/** Raised or lowered by less than this share of the font size, text belongs to the line. */
const REACH = 0.45;

export function toLine(runs: readonly Run[]): Line {
  const sorted = runs.toSorted((a, b) => a.x - b.x);
  const sizes = new Map<number, number>();
  for (const { size, text } of sorted) sizes.set(size, (sizes.get(size) ?? 0) + text.length);
  const [size = 1] = [...sizes].reduce((best, one) => (one[1] > best[1] ? one : best), [1, 0]);
  const main = sorted.find((run) => run.size === size);
  return {
    runs: sorted,
    left: sorted[0]?.x ?? 0,
    right: sorted.reduce((right, run) => Math.max(right, run.x + run.width), 0),
    y: main?.y ?? 0,
    size,
  };
}

/** The line's words. Marks of notes are written as such when `labels` knows them. */
export function lineText(line: Line, labels: ReadonlySet<string> = new Set()): string {
  const isRightToLeft = line.runs.filter((run) => run.isRightToLeft).length > line.runs.length / 2;
  const runs = isRightToLeft ? line.runs.toReversed() : line.runs;
  let text = "";
  let previous: Run | undefined;
  for (const run of runs) {
    if (previous !== undefined) {
      const gap = isRightToLeft
        ? previous.x - (run.x + run.width)
        : run.x - (previous.x + previous.width);
      const isApart = gap > 0.28 * Math.min(previous.size, run.size);
      const isTouching = gap < 0.05 * run.size;
      const isAfterBullet = runs[0] === previous && BULLET.test(previous.text);
      if (isApart || isAfterBullet || (run.isSpaced && !isTouching)) text += " ";
    }
    text += isRaised(run, line) && labels.has(run.text) ? `[^${run.text}]` : run.text;
    previous = run;
  }
  return text.replace(/\s+/g, " ").trim();
}

/** Bullets of list items; some programs take them from symbol fonts. */
export const BULLET = /^[•▪●◦‣·➢➤✓✔\uf0b7\uf0a7–—-]$/;

/** Whether a run is a superscript, as reference marks are. */
export function isRaised(run: Run, line: Pick<Line, "y" | "size">): boolean {
  return run.size < 0.85 * line.size && line.y - run.y > 0.12 * line.size;
}

/** The font size of most letters of a document. */
export function bodySize(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { runs } of lines) {
    for (const { size, text } of runs) {
      const rounded = Math.round(size * 2) / 2;
      counts.set(rounded, (counts.get(rounded) ?? 0) + text.length);
    }
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [10, 0])[0];
}

/** Rotates the page so that most of its text is horizontal; the rest counts as rotated. */
function straighten(page: Page): { level: Run[]; askew: Run[]; height: number } {
  const letters = [0, 0, 0, 0];
  for (const { angle, text } of page.runs) {
    const quarter = quarterOf(angle);
    if (quarter !== undefined) letters[quarter] = (letters[quarter] ?? 0) + text.length;
  }
  const main = letters.indexOf(Math.max(...letters));
  const level: Run[] = [];
  const askew: Run[] = [];
  for (const run of page.runs) {
    if (quarterOf(run.angle) === main) level.push(turn(run, main, page));
    else askew.push(run);
  }
  return { level, askew, height: main % 2 === 0 ? page.height : page.width };
}

/** Quarters of a turn, or undefined for text at another angle. */
function quarterOf(angle: number): number | undefined {
  const quarter = angle / (Math.PI / 2);
  const rounded = Math.round(quarter);
  return Math.abs(quarter - rounded) > 0.05 ? undefined : (rounded + 4) % 4;
}

function turn(run: Run, quarter: number, { width, height }: Page): Run {
  const { x, y } = run;
  if (quarter === 1) return { ...run, x: y, y: width - x };
  if (quarter === 2) return { ...run, x: width - x, y: height - y };
  if (quarter === 3) return { ...run, x: height - y, y: x };
  return run;
}

/** Runs of one angle that follow each other are one text. */
function joinAskew(runs: readonly Run[]): string[] {
  const texts: string[] = [];
  let angle: number | undefined;
  for (const run of runs) {
    if (angle !== undefined && Math.abs(run.angle - angle) < 0.01) {
      texts.push(`${texts.pop() ?? ""} ${run.text}`);
    } else texts.push(run.text);
    angle = run.angle;
  }
  return texts;
}
