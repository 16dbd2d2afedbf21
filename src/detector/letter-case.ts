// Odd use of capitals: none at all, nothing but capitals, every word capitalised, or letters flipped
// at random. Each is normalised, because it shows how a text was typed or disguised and not who wrote it.
// Text with ordinary capitals is left exactly as it is.
import lists from "./case-words.json" with { type: "json" };
import { type MappedText, rewriteMatches } from "./mapped-text.ts";

export type CaseFinding = {
  readonly text: MappedText;
  readonly isRestored: boolean;
  /** Words whose inner letters were flipped, a sign of tampering. */
  readonly flipped: number;
};

/** Restores ordinary capitals where a text as a whole does without them. */
export function restoreCase(source: MappedText): CaseFinding {
  const use = measureCase(source.text);
  if (use.words < WORDS_MIN) return { text: source, isRestored: false, flipped: 0 };
  const isFlipped = use.flipped > 0.03 * use.words;
  const isBare = use.capitals * 200 < use.letters;
  const isLoud = use.capitals > 0.7 * use.letters;
  const isTitled = use.capitalised > 0.75 * use.words;
  if (!isFlipped && !isBare && !isLoud && !isTitled)
    return { text: source, isRestored: false, flipped: 0 };
  // Where only single letters were flipped, a word that is on no list keeps its first letter.
  const keepsFirst = !isBare && !isLoud && !isTitled;
  let text = rewriteMatches(source, WORD, (match) => {
    const word = match[0];
    const small = lower(word);
    const unknown = keepsFirst ? word.charAt(0) + small.slice(1) : small;
    return usualCase(small) ?? unknown;
  });
  text = rewriteMatches(text, SENTENCE_START, (match) => {
    const letter = match[0].slice(-1);
    // A text that begins small may be a part cut out of a sentence.
    const beginsSmall = keepsFirst && match.index === 0 && BEGINS_SMALL.test(source.text);
    return match[0].slice(0, -1) + (beginsSmall ? letter : upper(letter));
  });
  text = rewriteMatches(text, /(?<![\p{L}\p{N}'.])i(?=(?:'(?:m|ve|ll|d))?(?:[\s,;:!?]|$))/gu, "I");
  return { text, isRestored: true, flipped: isFlipped ? use.flipped : 0 };
}

const BEGINS_SMALL = /^\P{L}*\p{Ll}/u;

// Under so many words a heading or a line of verse would already count as odd.
const WORDS_MIN = 20;

const WORD = /\p{L}+/gu;

// The first letter of the text, of a paragraph, or after a full stop.
const SENTENCE_START =
  /(?:^|\n\s{0,4}\n)[\s"'([*>-]{0,8}\p{Ll}|[.!?]["')\]]{0,3}\s{1,4}["'([]{0,2}\p{Ll}/gu;

function measureCase(text: string) {
  let letters = 0;
  let capitals = 0;
  let words = 0;
  let capitalised = 0;
  let flipped = 0;
  for (const match of text.matchAll(WORD)) {
    const word = match[0];
    if (!/[\p{Lu}\p{Ll}]/u.test(word)) continue;
    const large = word.match(/\p{Lu}/gu)?.length ?? 0;
    letters += word.length;
    capitals += large;
    if (word.length < 2) continue;
    words++;
    if (/^\p{Lu}/u.test(word)) capitalised++;
    // Names such as "McKay" or "iPad" have inner capitals by right; plain words never do.
    if (large > 0 && isInnerFlipped(word) && PLAIN.has(word.toLowerCase())) flipped++;
  }
  return { letters, capitals, words, capitalised, flipped };
}

/** A capital after a small letter, as in "woRd", or two capitals before one. */
function isInnerFlipped(word: string): boolean {
  return /\p{Ll}\p{Lu}|^\p{Lu}\p{Lu}.*\p{Ll}/u.test(word);
}

const NAMES = new Set(lists.names.split(" "));
const CAPITALS = new Set(lists.capitals.split(" "));
const PLAIN = new Set(lists.plain.split(" "));

/** How a word is written inside a sentence, when that is known. */
function usualCase(small: string): string | undefined {
  if (PLAIN.has(small)) return small;
  if (NAMES.has(small)) return upper(small.charAt(0)) + small.slice(1);
  return CAPITALS.has(small) ? upper(small) : undefined;
}

// A few letters change their length with their case; they stay, so that offsets hold.
function lower(text: string): string {
  const changed = text.toLowerCase();
  return changed.length === text.length ? changed : text;
}

function upper(text: string): string {
  const changed = text.toUpperCase();
  return changed.length === text.length ? changed : text;
}
