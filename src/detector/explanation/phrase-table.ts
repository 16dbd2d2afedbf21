// How often runs of two to five words occur in human and in machine texts, as training/phrases.ts counted
// them. Only hashes of the runs are stored, so the table holds nothing of the texts themselves.
import { FORM, fnv1a, hashRun } from "../hashing.ts";

export const PHRASE_WORDS_MIN = 2;
export const PHRASE_WORDS_MAX = 5;

/** Occurrences per million words. */
export type PerMillion = { readonly ai: number; readonly human: number };

export type PhraseTable = {
  /** The counts of a phrase; undefined when it is too rare to be in the table or has punctuation in it. */
  find(phrase: string): PerMillion | undefined;
  /** How many words of a text lie in phrases that machine texts have far more often. */
  countStockWords(text: string): number;
};

/** The words of a text as hashes, lowercased; 0 where something else stands between two words. */
export function hashWords(text: string): Int32Array {
  const forms = text.match(FORM) ?? [];
  return Int32Array.from(forms, (form) => (isWord(form) ? hashWord(form) : BREAK));
}

/** A 48-bit key for a run of words, or undefined where a break lies inside. */
export function keyOfRun(words: Int32Array, first: number, length: number): number | undefined {
  for (let i = first; i < first + length; i++) if (words[i] === BREAK) return undefined;
  const high = hashRun(words, first, length, HIGH_SALT + length) >>> 0;
  const low = hashRun(words, first, length, LOW_SALT + length) & 0xffff;
  return high * 0x10000 + low;
}

/** Opens the bytes of phrases.bin: keys in ascending order (high parts, then low parts), then both rates. */
export function openPhraseTable(bytes: Uint8Array): PhraseTable {
  const count = bytes.length / BYTES_EACH;
  if (!Number.isInteger(count)) throw new Error("phrases: the file has the wrong length");
  const copy = bytes.slice().buffer;
  const high = new Uint32Array(copy, 0, count);
  const low = new Uint16Array(copy, 4 * count, count);
  const ai = new Uint16Array(copy, 6 * count, count);
  const human = new Uint16Array(copy, 8 * count, count);

  const keyAt = (at: number): number => (high[at] ?? 0) * 0x10000 + (low[at] ?? 0);
  function indexOf(key: number): number {
    let from = 0;
    let to = count;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (keyAt(middle) < key) from = middle + 1;
      else to = middle;
    }
    return from < count && keyAt(from) === key ? from : -1;
  }
  function ratesOf(words: Int32Array, first: number, length: number): PerMillion | undefined {
    const key = keyOfRun(words, first, length);
    const at = key === undefined ? -1 : indexOf(key);
    return at < 0 ? undefined : { ai: decodeRate(ai[at]), human: decodeRate(human[at]) };
  }

  return {
    find(phrase) {
      const words = hashWords(phrase);
      if (words.length < PHRASE_WORDS_MIN || words.length > PHRASE_WORDS_MAX) return undefined;
      return ratesOf(words, 0, words.length);
    },
    countStockWords(text) {
      const words = hashWords(text);
      let counted = 0;
      let covered = 0;
      for (let first = 0; first < words.length; first++) {
        for (let length = PHRASE_WORDS_MAX; length >= STOCK_WORDS_MIN; length--) {
          if (first + length <= covered || first + length > words.length) continue;
          const rates = ratesOf(words, first, length);
          if (rates === undefined || !isStock(rates)) continue;
          counted += first + length - Math.max(covered, first);
          covered = first + length;
          break;
        }
      }
      return counted;
    },
  };
}

/** The table's bytes; `rows` in ascending order of their keys. */
export function writePhraseTable(rows: readonly (PerMillion & { key: number })[]): Uint8Array {
  const bytes = new Uint8Array(rows.length * BYTES_EACH);
  const high = new Uint32Array(bytes.buffer, 0, rows.length);
  const low = new Uint16Array(bytes.buffer, 4 * rows.length, rows.length);
  const ai = new Uint16Array(bytes.buffer, 6 * rows.length, rows.length);
  const human = new Uint16Array(bytes.buffer, 8 * rows.length, rows.length);
  rows.forEach((row, i) => {
    high[i] = Math.floor(row.key / 0x10000);
    low[i] = row.key % 0x10000;
    ai[i] = encodeRate(row.ai);
    human[i] = encodeRate(row.human);
  });
  return bytes;
}

const BYTES_EACH = 10;
const BREAK = 0;
const HIGH_SALT = 0x70687261;
const LOW_SALT = 0x73657321;

// Rates lie between hundredths and thousands: steps of a logarithm keep two digits of each.
const RATE_STEPS = 2000;

function encodeRate(rate: number): number {
  return Math.min(0xffff, Math.round(RATE_STEPS * Math.log2(1 + rate)));
}

function decodeRate(stored = 0): number {
  const rate = 2 ** (stored / RATE_STEPS) - 1;
  return rate >= 100 ? Math.round(rate) : Number(rate.toPrecision(2));
}

/** Three words and more, four times as frequent with machines and not rare there. */
function isStock({ ai, human }: PerMillion): boolean {
  return ai >= STOCK_RATE_MIN && ai >= STOCK_RATIO * human;
}

const STOCK_WORDS_MIN = 3;
const STOCK_RATE_MIN = 2;
const STOCK_RATIO = 4;

const isWord = (form: string): boolean => /^[\p{L}\p{N}]/u.test(form);

// Prose repeats its words; bounded, so that no text can fill the memory.
const known = new Map<string, number>();
const KNOWN_MAX = 50_000;

function hashWord(form: string): number {
  const stored = known.get(form);
  if (stored !== undefined) return stored;
  const hash = fnv1a(/^\p{Nd}/u.test(form) ? "0" : form.toLowerCase()) || 1;
  if (known.size >= KNOWN_MAX) known.clear();
  if (form.length <= 40) known.set(form, hash);
  return hash;
}
