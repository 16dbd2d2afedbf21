// From the lines of all pages to the blocks of one text: running lines and notes set aside, columns in
// order, lines joined to paragraphs across columns and pages, words broken at line ends made whole.
import { type Flow, orderLines } from "./pdf-columns.ts";
import { bodySize, findLines, type Line, lineText, type Page } from "./pdf-lines.ts";
import { type Note, takeNotes } from "./pdf-notes.ts";
import { createJoiner, mendLines } from "./pdf-paragraphs.ts";
import { takeRunning } from "./pdf-running.ts";
import { measureLines } from "./pdf-setting.ts";
import { findRows } from "./pdf-tables.ts";
import { type Block, createStory } from "./story.ts";

export function readPdfBlocks(pages: readonly Page[], textLengthMax: number): readonly Block[] {
  const found = pages.map(findLines);
  const kept = takeRunning(found);
  const body = bodySize(kept.flatMap(({ lines }) => lines));
  const laidOut = kept.map(({ lines, running }, at) => {
    const flows = orderLines(lines, body);
    const { notes, taken } = takeNotes(
      flows.flatMap((flow) => flow.lines),
      body,
    );
    const askew = found[at]?.askew ?? [];
    return { flows, notes, taken, running, askew };
  });

  const story = createStory(textLengthMax);
  const levels = headingLevels(
    laidOut.flatMap(({ flows }) => flows),
    body,
  );
  const leading = usualLeading(laidOut.flatMap(({ flows }) => flows));
  const joiner = createJoiner((block) => story.add(block));
  const seenAskew = new Set<string>();
  for (const { flows, notes, taken, running, askew } of laidOut) {
    const labels = new Set(notes.map(({ label }) => label));
    for (const one of running) if (one.place === "header") joiner.setAside(one);
    for (const flow of flows) readFlow(flow, taken, labels);
    for (const note of notes) joiner.setAside(toBlock(note));
    for (const one of running) if (one.place === "footer") joiner.setAside(one);
    for (const text of askew) {
      if (!seenAskew.has(text)) joiner.setAside({ kind: "running", place: "margin", text });
      seenAskew.add(text);
    }
  }
  joiner.end();
  return story.blocks;

  function readFlow(flow: Flow, taken: ReadonlySet<Line>, labels: ReadonlySet<string>): void {
    const lines = flow.lines.filter((line) => !taken.has(line));
    const rows = findRows({ ...flow, lines });
    const texts = lines.map((line) => ({ line, text: lineText(line, labels) }));
    joiner.jump(flow.left);
    for (const one of measureLines(texts, leading)) {
      const cells = rows.get(one.line) ?? contentsEntry(one.text);
      const level = levels.get(roundSize(one.line.size));
      if (cells !== undefined) joiner.row(cells);
      else if (level !== undefined) joiner.heading(one, level);
      else joiner.line(one);
    }
  }
}

/** A line of a table of contents: a title, dots, a page. */
function contentsEntry(text: string): string[] | undefined {
  const entry = /^(.{1,200}?)\s?(?:\.\s?){4,200}(\d{1,4}|[ivxl]{1,7})$/.exec(text);
  return entry === null ? undefined : [entry[1] ?? "", entry[2] ?? ""];
}

function toBlock({ label, text }: Note): Block {
  return { kind: "note", label, text: mendLines(text.split("\n")) };
}

/** The median distance of neighbouring lines of one font size, as a multiple of it; 2 for double-spaced texts. */
function usualLeading(flows: readonly Flow[]): number {
  const distances = flows.flatMap(({ lines }) =>
    lines.slice(1).flatMap((line, at) => {
      const above = lines[at];
      if (above === undefined || Math.abs(above.size - line.size) > 0.5) return [];
      const distance = (line.y - above.y) / line.size;
      return distance > 0.5 && distance < 4 ? [distance] : [];
    }),
  );
  return distances.sort((a, b) => a - b)[distances.length >> 1] ?? 1.3;
}

/** Larger than the body by this much is a heading. */
const LARGER = 1.12;
/** A page set in large letters throughout is no heading. */
const HEADING_SHARE_MAX = 0.2;

function roundSize(size: number): number {
  return Math.round(size * 2) / 2;
}

/** The heading level of each font size used for headings; the largest is 1. */
function headingLevels(flows: readonly Flow[], body: number): ReadonlyMap<number, number> {
  const letters = new Map<number, number>();
  let all = 0;
  for (const line of flows.flatMap(({ lines }) => lines)) {
    const length = lineText(line).length;
    all += length;
    const size = roundSize(line.size);
    if (line.size >= LARGER * body) letters.set(size, (letters.get(size) ?? 0) + length);
  }
  const sizes = [...letters]
    .filter(([, count]) => count <= Math.max(HEADING_SHARE_MAX * all, 80))
    .map(([size]) => size)
    .sort((a, b) => b - a);
  return new Map(sizes.map((size, at) => [size, Math.min(at + 1, 6)]));
}
