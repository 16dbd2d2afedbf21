// Whether a text has blemishes of its own that a grammar checker would count: a word it would write as two,
// a sentence that begins small, three dots, a quotation that doesn't close. Their number stays, so that
// in a shorter text each weighs more; such a text keeps its length (trials.ts). Too many texts fall under
// it rather than too few: what it costs is a padding word left in.
import { articleFor } from "./english/inflect.ts";
import { capitalWords, type KnownWords, smallWords } from "./english/known-words.ts";

/** What speaks for blemishes in a text, or undefined when nothing does. */
export function findBlemish(content: string, { known, minded }: KnownWords): string | undefined {
  // Addresses and code have a spelling of their own.
  const text = content.replace(NO_PROSE, " ");
  for (const [name, pattern] of SIGNS) if (pattern.test(text)) return name;
  if (text.split("\n\n").some(hasOpenQuotation)) return "quotation";
  if (hasWrongArticle(text)) return "article";
  if (smallWords(text).some((word) => !known.has(word))) return "unknown word";
  if (capitalWords(text).some((word) => minded.has(word))) return "odd capital";
  for (const [, noun] of text.matchAll(COUNTED)) if (minded.has(`a ${noun}`)) return "not counted";
  return undefined;
}

function hasOpenQuotation(paragraph: string): boolean {
  return count(paragraph, /"/g) % 2 === 1 || count(paragraph, /“/g) !== count(paragraph, /”/g);
}

function hasWrongArticle(text: string): boolean {
  for (const match of text.matchAll(ARTICLE_AND_WORD)) {
    if (match[1]?.toLowerCase() !== articleFor(match[2] ?? "")) return true;
  }
  return false;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const NO_PROSE = /`[^`\n]{1,400}`|(?<!\S)\S{0,200}?(?::\/\/|@|www\.)\S{0,2000}/g;
const ARTICLE_AND_WORD = /(?<![\p{L}\p{N}'’])([Aa]n?)['’)]? ([\p{L}\p{N}][\p{L}\p{N}-]*)/gu;
// Before a noun the word is part of its name: "a learning centre".
const COUNTED =
  /\b(?:an?|one|each|every|many|few|several|both|these|those) ([a-z]+)(?=\s{0,4}[.,;:!?)"”—–]|\s{0,4}$|\s(?:that|which|who|of|for|in|into|to|and|or|but|with|on|at|by|from|is|was|are|were|as|the|an?|his|her|their|its|my|our|your|this|these|those|than|when|where|while|over|under|about|through|between|he|she|it|they|we|you|i)\b)/gi;

// Repeats are bounded, so that hostile input costs linear time.
const SIGNS: readonly (readonly [string, RegExp])[] = [
  // A question in quotation marks may go on small ("Why?" he asked), and so may what follows "etc.".
  [
    "small beginning",
    /^[^\p{L}\p{N}]{0,200}\p{Ll}|(?:\p{Ll}{3}|\p{N})(?<!etc)[.!?]\s{1,40}["“'‘(]{0,4}\p{Ll}|(?:^|\s)\p{Ll}\.\s|\n\s{0,40}\p{Ll}/u,
  ],
  ["dots", /\.\./],
  ["title before a small word", /\b(?:Jr|Sr|Inc|Ltd|Co|St|vs)\. \p{Ll}/u],
  ["own of it", /\b(?:believe|think|know|feel|say|hope) it['’]s (?!an?\b|not\b|the\b)/],
  ["many of a mass", /\b(?:multiple|several|various|numerous) [a-z]{3,12}sis\b/],
  ["range or mark of inches", /\d\s?-\s?\d|\d["”'’]/],
  ["word twice", /(?<![\p{L}'’-])(\p{L}+) \1(?![\p{L}'’-])/iu],
  ["sum of money", /\d\s?[$€£]/],
  ["capital inside a word", /(?<!\p{L})\p{Ll}+\p{Lu}|\p{Ll}\p{N}|\p{N}\p{Lu}/u],
  ["spacing", / [,.;:!?](?!\.)|[,;]\p{L}|\p{L}["“]\p{L}/u],
  [
    "opener without comma",
    /(?:^|[.!?]\s)(?:Thus|Hence|Moreover|Furthermore|However|Therefore|Additionally|Nevertheless|Consequently) \p{L}/u,
  ],
  [
    "set phrase",
    /\b(?:vicious cycle|and also|snuck|points of views|all of the|Its (?:a|an|the|not|so|very|easy|hard)|(?:he|she|it) further)\b/u,
  ],
];
