// Last step of normalising a piece of prose: one style of quotes, dashes, ellipses and spaces, and
// no list numbers, so that typing habits and extraction do not reach the model.
import { type MappedText, rewriteMatches } from "./mapped-text.ts";

/** The last number of the list that a text is in the middle of; 0 for none. */
export type ListCount = { last: number };

/** Normalises a piece of prose to one line, and continues the list count in `count`. */
export function plainPunctuation(source: MappedText, count: ListCount): MappedText {
  let text = rewriteMatches(source, /[\s\u2028\u2029]+/g, spaceFor);
  text = rewriteMatches(text, DOUBLE_QUOTES, '"');
  text = rewriteMatches(text, SINGLE_QUOTES, "'");
  text = rewriteMatches(text, / ([.,;:!?])(?=[\s"')\]]|$)/g, (match) => match[1]);
  text = rewriteMatches(text, /\.(?: ?\.){2,}|\.{2,}/g, "...");
  text = rewriteMatches(text, DASHES, dashFor);
  text = rewriteMatches(text, /—(?:[ -]*—)+/g, "—");
  text = rewriteMatches(text, GLUED, (match) => `${match[0]} `);
  text = stripListNumbers(text, count);
  text = rewriteMatches(text, / {2,}/g, " ");
  return rewriteMatches(text, /^ +| +$/g, "");
}

/** Any white space is one space; a word broken by a hyphen at a line end is made whole. */
function spaceFor(match: RegExpExecArray): string | undefined {
  return match[0] === " " ? undefined : " ";
}

const DOUBLE_QUOTES = /[“”„‟«»″‶〝〞「」『』＂]|''|``|,,(?=\p{L})/gu;
const SINGLE_QUOTES = /[‘’‚‛′‵´ʼʹ‹›`]/g;

// Dashes of any kind with spaces around them, double hyphens, and long dashes without spaces.
const DASHES = / ?(?:-{2,}|[–—―‒−⸺⸻]+| [-‐‑] )-* ?/g;

function dashFor(match: RegExpExecArray): string | undefined {
  const found = match[0];
  const before = match.input.charAt(match.index - 1);
  const after = match.input.charAt(match.index + found.length);
  const isSpaced = found.startsWith(" ") || found.endsWith(" ");
  // "1990–2000" and "Paris–London" are ranges; "3 - 1" is arithmetic.
  const isRange =
    /^[–−‒]$/.test(found) && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
  if (isRange || /^[−‒]$/.test(found)) return "-";
  if (isSpaced && /\d/.test(before) && /\d/.test(after))
    return found.trim().length === 1 ? " - " : "—";
  return "—";
}

// A full stop or comma with no space after it, between ordinary words: "end.Next", "one,two".
const GLUED = /(?<=\p{Ll}\p{Ll})[.!?](?=\p{Lu}\p{Ll})|(?<=\p{Ll}\p{Ll})[,;](?=\p{L}{2})/gu;

/**
 * Takes the numbers of a numbered list out of running text: a small number with a stop or bracket
 * at the start of a sentence, and the numbers that continue such a count ("1. … 2. … 3. …").
 */
function stripListNumbers(source: MappedText, count: ListCount): MappedText {
  return rewriteMatches(source, LIST_NUMBER, (match) => {
    const value = Number(match[1]);
    const head = match.input.slice(Math.max(0, match.index - 14), match.index);
    const isAtStart = /(?:^|[.!?:;"')\]—])$/.test(head.trimEnd());
    const continues = count.last > 0 && value === count.last + 1 && !COUNTED.test(head.trimEnd());
    if (!isAtStart && !continues) return undefined;
    // At the very end a number is a list's only when its count says so: "We won 3." stays.
    const isLast = match.index + match[0].length === match.input.length;
    if (isLast && !continues && !(value === 1 && head.trimEnd().endsWith(":"))) return undefined;
    count.last = value;
    return "";
  });
}

// "Figure 2. The line …": here the number belongs to the word before it.
const COUNTED =
  /(?:^|\W)(?:fig(?:ure)?|table|section|chapter|step|part|no|vol|page|p|grade|level|question|rule|article|day|week|phase|type|and|or|of|in|to|at)\.?$/i;

const LIST_NUMBER = /(?<=^| )\(?(\d{1,2})[.)]:?(?: (?=["'*(]?\p{Lu})|$)/gu;
