// Which parts of a text may be rewritten at all: English sentences of running prose. Headings, list
// items, tables, code, verse, quoted blocks and sentences in another language are left alone.
import { segmentText } from "../detector/detector.ts";
import { countWords } from "./readability.ts";

export type Passage = { readonly start: number; readonly end: number; readonly text: string };

/** Why a part of a text is no sentence to rewrite. */
export type Left = "not_prose" | "quotation" | "verse" | "too_long" | "other_language";

export type Prose = {
  /** All parts of the text, as a check numbers them. */
  readonly segments: readonly { start: number; end: number; left: Left | undefined }[];
  readonly passages: readonly Passage[];
  /** Where sentences of any kind begin, headings and data included. */
  readonly starts: ReadonlySet<number>;
};

export function findProse(input: string): Prose {
  const { segments } = segmentText(input);
  const verse = findVerse(input);
  const passages: Passage[] = [];
  const starts = new Set<number>();
  const described: Prose["segments"][number][] = [];
  for (const { kind, start, end } of segments) {
    starts.add(start + (/^[\s"'“‘„«([*_]*/.exec(input.slice(start, start + 20))?.[0].length ?? 0));
    const text = input.slice(start, end);
    const isVerse = verse.some((span) => start < span.end && end > span.start);
    const left = kind !== "sentence" ? "not_prose" : reasonToLeave(input, start, text, isVerse);
    described.push({ start, end, left });
    if (left === undefined) passages.push({ start, end, text });
  }
  return { segments: described, passages, starts };
}

function reasonToLeave(
  input: string,
  start: number,
  text: string,
  isVerse: boolean,
): Left | undefined {
  if (text.length > SENTENCE_MAX) return "too_long";
  if (isListed(input, start, text)) {
    return /^\s*>/.test(input.slice(input.lastIndexOf("\n", start - 1) + 1, start + 1))
      ? "quotation"
      : "not_prose";
  }
  if (isVerse) return "verse";
  if (/<[a-z/!]|&#?\w{2,10};/i.test(text)) return "not_prose";
  return isEnglish(text) ? undefined : "other_language";
}

// What is longer is no sentence a person wrote, and weighing its edits would take too long.
const SENTENCE_MAX = 2000;

/** Words, sentences and syllables of a text's prose. */
export function countProse(input: string): { words: number; sentences: number; syllables: number } {
  let words = 0;
  let sentences = 0;
  let syllables = 0;
  for (const { kind, start, end } of segmentText(input).segments) {
    if (kind !== "sentence") continue;
    const counts = countWords(input.slice(start, end));
    if (counts.words === 0) continue;
    words += counts.words;
    syllables += counts.syllables;
    sentences++;
  }
  return { words, sentences, syllables };
}

/**
 * Whether the line begins as a quoted block, a table row, a heading or a list item. Whole sentences of an
 * item may be edited, because its mark lies outside them; catchwords and labels may not.
 */
function isListed(input: string, at: number, sentence: string): boolean {
  const line = input.slice(input.lastIndexOf("\n", at - 1) + 1, at + 40);
  if (/^\s*(?:>|\||#{1,6})\s/.test(line) || /^(?: {4}|\t)/.test(line)) return true;
  if (!/^\s*(?:[-*•+·▪◦‣–—]|\(?\d{1,3}[.)]|\(?[a-zA-Z][.)])\s/.test(line)) return false;
  return countWords(sentence).words < ITEM_WORDS_MIN || !/[.!?]["”’)]*$/.test(sentence);
}

const ITEM_WORDS_MIN = 10;

/** Paragraphs of at least three short lines. */
function findVerse(input: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let start = 0;
  for (const part of input.split(/(\n[ \t]*\r?\n)/)) {
    const lines = part
      .split("\n")
      .map((line) => line.trim().length)
      .filter((length) => length > 0);
    const middle = lines.sort((a, b) => a - b)[lines.length >> 1] ?? 0;
    if (lines.length >= 3 && middle < 52) found.push({ start, end: start + part.length });
    start += part.length;
  }
  return found;
}

function isEnglish(sentence: string): boolean {
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < 3) return false;
  const small = words.filter((word) => SMALL_WORDS.has(word)).length;
  return small >= 1 && small / words.length >= 0.12;
}

const SMALL_WORDS = new Set(
  "the of and to in a is that it was for on with as be at by this i have from are or an not but they his he she we you had has which were been their there if would can all what so who when will more no out do up about than into could only other some its also our my your her them these may how any".split(
    " ",
  ),
);
