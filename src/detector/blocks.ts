// The block structure of a text: headings, list items, table rows, code, paragraphs. Works on text
// whose characters are already cleaned; a block lists the ranges of its lines without the marks
// (bullets, "#", ">") in front of them.
import { type DataKind, dataKindOf } from "./data-kind.ts";

export type Block = {
  readonly kind: "paragraph" | "heading" | "item" | DataKind;
  /** Where the block begins and ends, marks included. */
  readonly start: number;
  end: number;
  /** The content of each line, [start, end). */
  readonly lines: [number, number][];
  /** The number in front of a list item. */
  readonly number?: number;
};

/** Splits a text into its blocks, in order. Blank lines and rules belong to no block. */
export function findBlocks(text: string): Block[] {
  const lines = joinWrapped(text, splitLines(text));
  const reading: Reading = { text, lines, blocks: [], open: undefined, guessed: new Set() };
  for (let at = 0; at < lines.length; ) at = readBlock(reading, at);
  const { blocks, guessed } = reading;
  // A guessed title stands above something; the lines of a poem or a lone phrase do not.
  return blocks.map((block, i) => {
    const next = blocks[i + 1];
    const isAlone = next === undefined || guessed.has(next);
    return guessed.has(block) && isAlone ? { ...block, kind: "paragraph" } : block;
  });
}

type Reading = {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly blocks: Block[];
  /** The block that a following plain line would continue. */
  open: Block | undefined;
  /** Headings without a mark, which only look like one. */
  readonly guessed: Set<Block>;
};

/** Reads the block that a line begins or continues; returns the number of the line to go on with. */
function readBlock(reading: Reading, at: number): number {
  const { text, lines, blocks, open } = reading;
  const line = lines[at];
  if (line === undefined) return at + 1;
  reading.open = undefined;
  const fence = fencedCode(text, lines, at);
  if (fence !== undefined) {
    if (fence.block !== undefined) blocks.push(fence.block);
    return fence.last + 1;
  }
  const { start, end } = line;
  const from = skipQuoteMarks(text, start, end);
  const content = contentOf(text, from, end);
  if (isBlank(content)) return at + 1;
  if (isRule(content)) {
    if (open !== undefined) underline(blocks, open);
    return at + 1;
  }
  const marked = readMarked(reading, at, { start, end, from });
  if (marked !== undefined) {
    blocks.push(marked);
    if (marked.kind === "item") reading.open = marked;
    return marked.kind === "signature" ? lines.length : at + 1;
  }
  const kind = dataKindOf(content);
  if (kind !== undefined && (open === undefined || kind === "code" || kind === "link")) {
    blocks.push({ kind, start, end, lines: rowsOf(text, from, end) });
    return at + 1;
  }
  const body = from + (/^[ \t]*/.exec(content)?.[0].length ?? 0);
  reading.open = readProse(reading, at, { open, body, content });
  return at + 1;
}

/** A line of "===" or "---" right under a single line makes that line a heading. */
function underline(blocks: Block[], open: Block): void {
  if (open === blocks.at(-1) && open.lines.length === 1 && open.kind === "paragraph") {
    blocks[blocks.length - 1] = { ...open, kind: "heading" };
  }
}

/** A block that shows by its form what it is: heading, signature, table row, list item. */
function readMarked(
  { text, lines }: Reading,
  at: number,
  { start, end, from }: Line & { from: number },
): Block | undefined {
  const content = contentOf(text, from, end);
  const heading = /^ {0,3}#{1,6}[ \t]+(?=\S)/.exec(content);
  if (heading !== null) {
    const title = from + heading[0].length;
    return {
      kind: "heading",
      start,
      end,
      lines: rowsOf(text, title, withoutClosing(text, from, end)),
    };
  }
  if ((/^-- ?$/.test(content) || CLOSING.test(content)) && isSignature(lines, at)) {
    const last = lines.at(-1)?.end ?? end;
    return { kind: "signature", start, end: last, lines: [[from, last]] };
  }
  if (isTableRow(content)) return { kind: "table", start, end, lines: [[from, end]] };
  const marker = ITEM.exec(content)?.[0];
  if (marker === undefined) return undefined;
  const body = from + marker.length;
  const number = /\d+/.exec(marker)?.[0];
  return {
    kind: dataKindOf(contentOf(text, body, end)) ?? "item",
    start,
    end,
    lines: rowsOf(text, body, end),
    ...(number === undefined ? {} : { number: Number(number) }),
  };
}

/** A plain line continues the open block or begins a paragraph or a title; returns what is open then. */
function readProse(
  { text, lines, blocks, guessed }: Reading,
  at: number,
  { open, body, content }: { open: Block | undefined; body: number; content: string },
): Block | undefined {
  const { start, end } = lines[at] ?? { start: body, end: body };
  if (open !== undefined) {
    open.lines.push(...rowsOf(text, body, end));
    open.end = end;
    return open;
  }
  const next = lines[at + 1];
  const isTitle = looksLikeTitle(
    content,
    next === undefined ? "" : text.slice(next.start, next.end),
  );
  const kind = isTitle ? "heading" : "paragraph";
  const block: Block = { kind, start, end, lines: rowsOf(text, body, end) };
  blocks.push(block);
  if (!isTitle) return block;
  guessed.add(block);
  return undefined;
}

type Line = { start: number; end: number };

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (;;) {
    const at = text.indexOf("\n", start);
    lines.push({ start, end: at < 0 ? text.length : at });
    if (at < 0) return lines;
    start = at + 1;
  }
}

// Widths that mail programs and editors break lines at; shorter lines are verse or a list.
const WRAP_MIN = 50;
const WRAP_MAX = 120;

/**
 * Lines that were broken at one width, joined again: what stands at the start of such a line by chance ("4. The", "- and",
 * a formula) is no list item and no code. In a stretch of at least three lines each is as full as the longest allows.
 */
function joinWrapped(text: string, lines: readonly Line[]): Line[] {
  const joined: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    const count = wrappedFrom(text, lines, at);
    const [first, last] = [lines[at], lines[at + count - 1]];
    if (first !== undefined && last !== undefined)
      joined.push({ start: first.start, end: last.end });
    at += count;
  }
  return joined;
}

/** How many lines from this one on are one broken line; 1 for a line that was not broken. */
function wrappedFrom(text: string, lines: readonly Line[], at: number): number {
  let width = 0;
  let narrowest = Number.POSITIVE_INFINITY;
  let count = 1;
  for (; at + count < lines.length; count++) {
    const [line, next] = [lines[at + count - 1], lines[at + count]];
    if (line === undefined || next === undefined) break;
    const length = line.end - line.start;
    const word = wordThatBegins(text, line, next);
    if (length < WRAP_MIN || length > WRAP_MAX || word === undefined) break;
    // Every line so far, and this one, must have been too full for the word that begins the next.
    const widest = Math.max(width, length, next.end - next.start);
    narrowest = Math.min(narrowest, length + 1 + word.length);
    if (widest > WRAP_MAX || narrowest <= widest) break;
    width = widest;
  }
  return count >= 3 ? count : 1;
}

/** The first word of a line, if the line may go on with the one before: a mark that begins a block has none. */
function wordThatBegins(text: string, before: Line, line: Line): string | undefined {
  const opening = text.slice(line.start, Math.min(line.end, line.start + 61));
  if (/^[>#|`~]/.test(opening) || isRule(opening)) return undefined;
  const isEnded = /[.!?:;,|]["')]?$/.test(text.slice(before.start, before.end));
  if (isEnded && ITEM.test(opening)) return undefined;
  return /^\S{1,60}(?=\s|$)/.exec(opening)?.[0];
}

/** Joined lines as one, with its offsets. */
function contentOf(text: string, from: number, end: number): string {
  return text.slice(from, end).replaceAll("\n", " ");
}

/** The ranges of the lines between two places. */
function rowsOf(text: string, from: number, end: number): [number, number][] {
  return splitLines(text.slice(from, end)).map((row) => [from + row.start, from + row.end]);
}

/**
 * Code between fences. An unclosed fence is only a stray mark, and fenced prose is prose: neither
 * may hide a text from the score.
 */
function fencedCode(
  text: string,
  lines: readonly Line[],
  first: number,
): { block: Block | undefined; last: number } | undefined {
  const line = lines[first];
  if (line === undefined) return undefined;
  const opening = /^ {0,3}(`{3,20}|~{3,20})[^`]{0,80}$/.exec(
    text.slice(line.start, Math.min(line.end, line.start + 110)),
  );
  const mark = opening?.[1];
  if (mark === undefined) return undefined;
  let prose = 0;
  for (let i = first + 1; i < lines.length; i++) {
    const inner = lines[i];
    if (inner === undefined) break;
    const content = text.slice(inner.start, Math.min(inner.end, inner.start + 1000)).trim();
    if (content.startsWith(mark) && /^[`~]+$/.test(content)) {
      const body: Block = {
        kind: "code",
        start: line.start,
        end: inner.end,
        lines: [[line.start, inner.end]],
      };
      return { block: body, last: i };
    }
    for (const row of content.split("\n")) if (isProseLine(row)) prose++;
    if (prose > 3) return { block: undefined, last: first };
  }
  return { block: undefined, last: first };
}

/** A line that reads like a sentence of at least eight words. */
function isProseLine(content: string): boolean {
  return (
    dataKindOf(content) === undefined &&
    content.split(/\s+/, 9).length >= 8 &&
    /[.!?]["')]?$/.test(content)
  );
}

function skipQuoteMarks(text: string, start: number, end: number): number {
  const marks = /^(?:[ \t]{0,3}>[ \t]?){1,10}/.exec(text.slice(start, Math.min(end, start + 60)));
  return start + (marks?.[0].length ?? 0);
}

function isBlank(content: string): boolean {
  return !/\S/.test(content);
}

function isRule(content: string): boolean {
  return content.length <= 400 && /^\s*([-*_=~•·.])(?:[ \t]?\1){2,}\s*$/.test(content);
}

function withoutClosing(text: string, from: number, end: number): number {
  const closing = /[ \t]+#{1,6}[ \t]*$/.exec(text.slice(Math.max(from, end - 40), end));
  return end - (closing?.[0].length ?? 0);
}

// The phrase that ends a letter, alone on its line.
const CLOSING =
  /^\s*(?:(?:(?:with )?(?:best|kind|warm|many|all my)(?:est)? )?(?:regards|wishes|thanks)|(?:yours )?(?:sincerely|faithfully|truly)|sincerely yours|cheers|love)[,.!]?\s*$/i;

/** After a line of two hyphens or a letter's closing phrase, up to ten short last lines are a signature. */
function isSignature(lines: readonly Line[], at: number): boolean {
  const rest = lines.slice(at + 1, at + 12);
  const isShort = rest.every((line) => line.end - line.start <= 60);
  return rest.length > 0 && rest.length <= 10 && isShort;
}

/** A row of cells between "|" or tabs; cells with whole passages are prose in a frame, not a table. */
function isTableRow(content: string): boolean {
  if (content.length > 2000) return false;
  const row = content.trim();
  const pipes = row.split("|").length - 1;
  const tabs = row.split("\t").length - 1;
  const isFramed = row.startsWith("|") && row.endsWith("|") && pipes >= 2;
  const cells = isFramed || pipes >= 3 ? row.split("|") : tabs >= 2 ? row.split("\t") : undefined;
  return cells?.every((cell) => cell.trim().split(/\s+/).length <= 25) ?? false;
}

const ITEM =
  /^\s{0,40}(?:[-*+•▪●◦‣·–—➢➤✓✔]|\(?\d{1,3}[.)]|\(?[a-zA-Z]\)|\(?[ivx]{1,5}\))[ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)/;

/** A short line without a full stop above a longer line that starts a sentence. */
function looksLikeTitle(content: string, next: string): boolean {
  const title = content.trim();
  if (/\p{Ideographic}{12}/u.test(title) || /[。！？।؟։]$/.test(title)) return false;
  if (title.length > 80 || /[.!?,;…"')\]]$/.test(title) || !/\p{L}/u.test(title)) return false;
  const words = title.split(/\s+/);
  if (words.length > 12) return false;
  const below = next.trim();
  if (below === "") return words.length <= 10 && !title.endsWith(":");
  return (
    below.length > title.length * 1.5 &&
    /^["'“‘(\p{Lu}\p{N}]/u.test(below) &&
    /^[\p{Lu}\p{N}]/u.test(title) &&
    title.length <= 60
  );
}
