// Turns a name or a query into the words that are compared: case, accents, punctuation and spacing
// do not count, and neither does the suffix APMC that almost every market carries.

/** The suffix "Agricultural Produce Market Committee"; 98 in 100 market names end with it. */
export const SUFFIX = "apmc";

export type NormalName = {
  /** The words that count; never empty unless the text has no letter or digit. */
  words: string[];
  /** Whether the suffix stood behind those words. */
  hasSuffix: boolean;
};

export function normaliseName(text: string): NormalName {
  const words = splitWords(text);
  // A name that is nothing but the suffix keeps it: something must be left to be found by.
  let end = words.length;
  while (end > 1 && words[end - 1] === SUFFIX) end -= 1;
  return end === words.length
    ? { words, hasSuffix: false }
    : { words: words.slice(0, end), hasSuffix: true };
}

export function splitWords(text: string): string[] {
  if (ASCII_ONLY.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  const folded = text.normalize("NFKD").toLowerCase().replace(IGNORED, "");
  const words = (folded.match(WORD) ?? []).filter((word) => LETTER.test(word));
  return DIGIT.test(folded) ? words.map((word) => word.replace(OTHER_DIGIT, toAsciiDigit)) : words;
}

/** Whether a text has a letter of another script than Latin. */
export function hasOtherScript(text: string): boolean {
  return !ASCII_ONLY.test(text) && OTHER_LETTER.test(text);
}

/** Digits of every script stand in rows of ten, zero first. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant, controls too.
const ASCII_ONLY = /^[\x00-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

// Accents belong to no script of their own, so this keeps the vowel signs of Devanagari and its
// relatives, which carry meaning. Format characters (soft hyphen, joiners) are invisible.
const IGNORED = /[[\p{M}&&\p{Script=Inherited}]\p{Cf}]/gv;
// A word may begin with a vowel sign whose consonant was left out.
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const LETTER = /[\p{L}\p{N}]/u;
const DIGIT = /\p{Nd}/u;
const OTHER_DIGIT = /[\p{Nd}--[0-9]]/gv;
const OTHER_LETTER = /[\p{L}--\p{Script=Latin}--\p{Script=Common}]/v;
