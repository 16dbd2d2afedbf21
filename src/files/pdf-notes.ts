// Footnotes: smaller lines at the foot of a column or page, the first of which begins with a mark.
import { isRaised, type Line, lineText } from "./pdf-lines.ts";

export type Note = { readonly label: string; readonly text: string };

/** Takes the notes out of a page's flows, given all lines of the page in reading order. */
export function takeNotes(
  lines: readonly Line[],
  body: number,
): { notes: Note[]; taken: ReadonlySet<Line> } {
  const taken = new Set<Line>();
  const notes: Array<{ label: string; lines: string[] }> = [];
  const isSmall = (line: Line): boolean => line.size <= SMALL * body;
  const marks = new Set(
    lines.flatMap((line) => line.runs.filter((run) => isRaised(run, line)).map(({ text }) => text)),
  );
  for (const line of lines) {
    if (!isSmall(line)) continue;
    // What has text of ordinary size below it is a caption or a quotation.
    const isAtFoot = lines.every(
      (other) =>
        other.y <= line.y || isSmall(other) || other.right < line.left || other.left > line.right,
    );
    if (!isAtFoot) continue;
    const mark = markOf(line, marks);
    if (mark !== undefined) {
      notes.push({ label: mark.label, lines: [mark.rest] });
      taken.add(line);
    } else if (notes.length > 0) {
      notes.at(-1)?.lines.push(lineText(line));
      taken.add(line);
    }
  }
  return {
    taken,
    notes: notes.map((note) => ({ label: note.label, text: note.lines.join("\n") })),
  };
}

const SMALL = 0.93;

const SYMBOLS: Readonly<Record<string, string>> = { "*": "star", "†": "dagger", "‡": "ddagger" };

/** The number or sign a note begins with: set apart from its words, or known as a mark in the text. */
function markOf(
  line: Line,
  marks: ReadonlySet<string>,
): { label: string; rest: string } | undefined {
  const [first] = line.runs;
  if (first === undefined) return undefined;
  const text = lineText(line);
  const mark = /^(\d{1,3}|[*†‡])\s*(?=[\p{L}"“„«(‘'])/u.exec(text);
  if (mark?.[1] === undefined) return undefined;
  const isApart = first.text === mark[1] || /\s$/.test(mark[0]);
  const isSet = isApart || isRaised(first, line) || marks.has(mark[1]);
  const rest = text.slice(mark[0].length);
  return isSet ? { label: SYMBOLS[mark[1]] ?? mark[1], rest } : undefined;
}
