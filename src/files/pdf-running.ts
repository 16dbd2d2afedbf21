// Headers, footers and page numbers: lines at the top or bottom of a page that come again at the same
// height on another, figures aside, or that the file marks as such. Each is kept once, where it first
// stands.
import { type Line, lineText } from "./pdf-lines.ts";
import type { Block } from "./story.ts";

type Running = Extract<Block, { kind: "running" }>;
type PageLines = { readonly lines: readonly Line[]; readonly height: number };

/** Takes the running lines out; `running` lists those seen on a page for the first time. */
export function takeRunning(
  pages: readonly PageLines[],
): Array<{ lines: Line[]; running: Running[] }> {
  const places = new Map<string, number>();
  for (const page of pages) {
    const keys = new Set<string>();
    for (const place of ["header", "footer"] as const) {
      for (const line of outermost(page, place)) keys.add(keyOf(line, page, place));
    }
    for (const key of keys) places.set(key, (places.get(key) ?? 0) + 1);
  }
  const seen = new Set<string>();
  return pages.map((page) => {
    const taken = new Set<Line>();
    const running: Running[] = [];
    for (const place of ["header", "footer"] as const) {
      for (const line of outermost(page, place)) {
        const isRepeated = (places.get(keyOf(line, page, place)) ?? 0) > 1;
        const isMarked = line.runs.every((run) => run.isArtifact);
        // From the edge inwards: the first line that is the page's own ends the search. What the file
        // says is believed here only, or a whole text could be marked away.
        if (!isRepeated && !isMarked && !isPageNumber(line, page)) break;
        taken.add(line);
        const text = lineText(line);
        const shape = `${place} ${shapeOf(text)}`;
        if (!seen.has(shape)) running.push({ kind: "running", place, text });
        seen.add(shape);
      }
    }
    return { lines: page.lines.filter((line) => !taken.has(line)), running };
  });
}

const DEPTH = 3;

/** The lines nearest to an edge of the page, outermost first, within its outer sixth. */
function outermost({ lines, height }: PageLines, place: "header" | "footer"): Line[] {
  const near =
    place === "header"
      ? lines.slice(0, DEPTH).filter(({ y }) => y < height / 6)
      : lines
          .slice(-DEPTH)
          .filter(({ y }) => y > (height * 5) / 6)
          .toReversed();
  // On a page with nothing else these lines are its text.
  return lines.length > near.length ? near : near.filter((line) => isPageNumber(line, { height }));
}

function keyOf(line: Line, { height }: PageLines, place: string): string {
  // Heights may differ by a hair between pages.
  return `${place} ${Math.round((line.y / height) * 100)} ${shapeOf(lineText(line))}`;
}

function shapeOf(text: string): string {
  return text.toLowerCase().replace(/\d+/g, "#");
}

const PAGE_NUMBER =
  /^(?:[-–—|[(]\s?)?(?:(?:page|seite|página|pagina|page no\.|p\.|s\.)\s?)?(?:\d{1,4}|[ivxl]{1,7})(?:\s?(?:of|\/|von|de|sur|di|van)\s?\d{1,4})?(?:\s?[-–—|\])])?$/i;

function isPageNumber(line: Line, { height }: Pick<PageLines, "height">): boolean {
  const isOuter = line.y < height / 9 || line.y > (height * 8) / 9;
  return isOuter && PAGE_NUMBER.test(lineText(line));
}
