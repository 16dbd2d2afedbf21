// The released model's card, cut down to what a reader of a report should know of it: how well it was
// measured to work, and where it fails. Nothing is written here that the card does not say.

export type ModelCard = {
  version: string;
  /** What the model is for and what it is, a paragraph each. */
  about: string[];
  /** On what the figures were measured. */
  measuredOn: string;
  /** What was measured, and the figure. */
  measured: [what: string, figure: string][];
  fails: string[];
};

/** Reads models/CARD.md. Null when it names no version: figures of an unknown model are useless. */
export function readModelCard(markdown: string): ModelCard | null {
  const version = /^#\s.*?\b(v\d+\.\d+)\b/m.exec(markdown)?.[1];
  if (version === undefined) return null;
  const sections = splitSections(markdown);
  const measured = sections.get("measured") ?? [];
  const fails = sections.get("where it fails") ?? [];
  return {
    version,
    about: (sections.get("") ?? []).filter((block) => /^\*\*What it is/.test(block)).map(plain),
    measuredOn: plain(measured.find((block) => !/^[|#]/.test(block)) ?? ""),
    measured: measured.filter((block) => block.startsWith("|")).flatMap(readTable),
    fails: fails.flatMap((block) => block.split(/^-\s+/m).map(plain)).filter((item) => item !== ""),
  };
}

/** The blocks below each second heading, by its name in small letters; "" for what comes before. */
function splitSections(markdown: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  for (const part of `\n${markdown}`.split(/^##\s+/m)) {
    const isFirst = sections.size === 0;
    const end = isFirst ? 0 : part.indexOf("\n");
    const name = part.slice(0, end).trim().toLowerCase();
    const blocks = part.slice(end).split(/\n\s*\n/);
    sections.set(
      name,
      blocks.map((block) => block.trim()).filter((block) => block !== ""),
    );
  }
  return sections;
}

/** The first two columns: what was measured, and the figure. */
function readTable(block: string): [string, string][] {
  const rows = block.split("\n").map((line) => line.split("|").slice(1, -1).map(plain));
  // A row of dashes parts the head from the figures.
  return rows.slice(2).flatMap(([what = "", figure = ""]) => {
    return what === "" ? [] : [[what, figure] as [string, string]];
  });
}

/** Without the marks of Markdown, on one line. */
function plain(markdown: string): string {
  return markdown
    .replace(/\*\*|`/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
