// From blocks to the text that is returned as `content`. Structure is written as Markdown, which the detector
// understands anyway (headings, items, table rows, notes), so a document and its `content` sent as plain text
// get the same result, and data is recognised in one place only.
import { tooLong } from "./refusal.ts";
import type { Block } from "./story.ts";

export function renderBlocks(source: readonly Block[], textLengthMax: number): string {
  const blocks = markReferences(source);
  const parts: string[] = [];
  blocks.forEach((block, at) => {
    const previous = blocks[at - 1];
    const next = blocks[at + 1];
    if (previous !== undefined) parts.push(isTight(previous, block) ? "\n" : "\n\n");
    if (block.kind === "code") {
      // Neighbouring lines of code stand in one fence.
      if (previous?.kind !== "code") parts.push("```\n");
      parts.push(withoutLastBreaks(block.text));
      if (next?.kind !== "code") parts.push("\n```");
    } else {
      parts.push(renderBlock(block));
    }
  });
  const text = parts.join("");
  if (text.length > textLengthMax) throw tooLong(textLengthMax);
  return text;
}

function isTight(above: Block, below: Block): boolean {
  return above.kind === below.kind && ["item", "row", "code"].includes(above.kind);
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return cleanSpaces(block.text);
    case "heading":
      return `${"#".repeat(Math.min(Math.max(block.level, 1), 6))} ${oneLine(block.text)}`;
    case "item":
      return `${"  ".repeat(Math.min(block.depth, 8))}${block.marker} ${oneLine(block.text)}`;
    case "row":
      return `| ${block.cells.map(oneLine).join(" | ")} |`;
    case "note":
      return `[^${block.label}]: ${oneLine(block.text)}`;
    case "running":
      return `[${block.place}]: ${oneLine(block.text)}`;
    default:
      return renderReference(oneLine(block.text));
  }
}

/** "[12] Author" and "12. Author" keep their number as the label. */
function renderReference(text: string): string {
  const numbered = /^(?:\[([\w-]{1,20})\]|(\d{1,3})[.)])\s+(?=\S)/.exec(text);
  const label = numbered?.[1] ?? numbered?.[2] ?? "ref";
  return `[${label}]: ${text.slice(numbered?.[0].length ?? 0)}`;
}

const REFERENCES =
  /^(?:[\dIVX]{1,4}\.?\s+)?(?:references?(?: cited| list)?|bibliography|works cited|literature(?: cited)?|sources|literatur(?:verzeichnis)?|quellen(?:verzeichnis)?|références(?: bibliographiques)?|bibliographie|referencias(?: bibliográficas)?|bibliografía|bibliografia|riferimenti bibliografici|referenties)\s*:?$/i;

// A year, a URL or an identifier: an entry in a list of references without any of these is prose.
const CITED =
  /(?<!\d)(?:1[5-9]|20)\d\d(?!\d)|https?:\/\/|\bdoi\b|\bISBN\b|\bn\.\s?d\.|\bo\.\s?J\./i;

/** Under a heading such as "References" the entries are references, up to the next heading as high. */
function markReferences(blocks: readonly Block[]): readonly Block[] {
  let within: number | undefined;
  return blocks.map((block) => {
    if (block.kind === "heading" || block.kind === "paragraph") {
      if (block.text.length < 60 && REFERENCES.test(block.text.trim())) {
        within = block.kind === "heading" ? block.level : 6;
        return block;
      }
    }
    if (block.kind === "heading" && within !== undefined && block.level <= within) {
      within = undefined;
    }
    if (within === undefined || (block.kind !== "paragraph" && block.kind !== "item")) return block;
    if (!CITED.test(block.text)) return block;
    const number = block.kind === "item" && /^\d/.test(block.marker) ? `${block.marker} ` : "";
    return { kind: "reference", text: number + block.text };
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Line breaks the author set stay, but no blank line may split a paragraph. */
function cleanSpaces(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(/[^\S\t]+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** Not by a regular expression: one that looks for the end tries every run of breaks on its way. */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\n") end--;
  return text.slice(0, end);
}
