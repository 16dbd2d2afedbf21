// Layout around a line: the right margin and the line spacing. Both differ within a document (an essay in double
// spacing, its quotations not), so lines near by count.
import type { Line } from "./pdf-lines.ts";

export type SetLine = {
  readonly line: Line;
  readonly text: string;
  /** Where the lines around it end. */
  readonly right: number;
  /** From line to line of a paragraph, in letter sizes. */
  readonly leading: number;
};

/** Measures the lines of a flow; `usual` is the leading where nothing better is known. */
export function measureLines(
  lines: ReadonlyArray<{ line: Line; text: string }>,
  usual: number,
): SetLine[] {
  // Leadings that are certain, at the place of the upper line.
  const certain = new Map<number, number>();
  const rights = lines.map(({ line }, at) => {
    const near = lines.slice(Math.max(0, at - WINDOW), at + WINDOW + 1);
    return near.reduce(
      (right, other) => (isAlike(other.line, line) ? Math.max(right, other.line.right) : right),
      line.right,
    );
  });
  for (let at = 0; at + 1 < lines.length; at++) {
    const upper = lines[at];
    const lower = lines[at + 1];
    if (upper === undefined || lower === undefined) continue;
    const leading = (lower.line.y - upper.line.y) / upper.line.size;
    const isFull = (rights[at] ?? 0) - upper.line.right < 2 * upper.line.size;
    // A full line without an end, and a small letter below it: one paragraph without doubt.
    const goesOn = /[\p{L},-]$/u.test(upper.text) && /^\p{Ll}/u.test(lower.text);
    if (isFull && goesOn && isSameSize(upper.line, lower.line) && leading > 0.7 && leading < 4) {
      certain.set(at, leading);
    }
  }
  const nearest = nearestOfSize(lines, certain);
  return lines.map(({ line, text }, at) => ({
    line,
    text,
    right: rights[at] ?? line.right,
    leading: nearest[at] ?? usual,
  }));
}

/** For each line the value that was found nearest to it, at a line of its own size. */
function nearestOfSize(
  lines: ReadonlyArray<{ line: Line }>,
  found: ReadonlyMap<number, number>,
): Array<number | undefined> {
  const nearest: Array<{ value: number; distance: number } | undefined> = [];
  const places = lines.map((_, at) => at);
  for (const order of [places, places.toReversed()]) {
    const seen = new Map<number, { value: number; at: number }>();
    for (const at of order) {
      const size = Math.round(lines[at]?.line.size ?? 0);
      const value = found.get(at);
      if (value !== undefined) seen.set(size, { value, at });
      const last = seen.get(size);
      if (last === undefined) continue;
      const distance = Math.abs(last.at - at);
      if (distance < (nearest[at]?.distance ?? Number.POSITIVE_INFINITY)) {
        nearest[at] = { value: last.value, distance };
      }
    }
  }
  return lines.map((_, at) => nearest[at]?.value);
}

const WINDOW = 3;

function isAlike(one: Line, other: Line): boolean {
  // A paragraph's first-line indent is small; a block quotation is indented on both sides.
  return isSameSize(one, other) && Math.abs(one.left - other.left) < 2.5 * other.size;
}

export function isSameSize(one: Line, other: Line): boolean {
  return Math.abs(one.size - other.size) <= 0.08 * Math.max(one.size, other.size);
}

/** Whether the first word of a line would have had room at the end of the one before it. */
export function wouldFit(before: SetLine, { line, text }: Pick<SetLine, "line" | "text">): boolean {
  const [word = ""] = text.split(/\s/, 1);
  const letter = (line.right - line.left) / Math.max(text.length, 1);
  const needed = 1.15 * letter * word.length + 0.35 * line.size;
  return before.right - before.line.right > needed;
}
