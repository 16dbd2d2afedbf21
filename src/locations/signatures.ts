// A first, cheap sieve for misspellings: the letters and letter pairs of every name as two 32-bit
// masks, grouped by length. A scan over the masks leaves a few candidates in a hundred for the exact
// distance, and needs no index of variants, which at a million names would cost gigabytes.
import { countBits } from "./bit-set.ts";

export type Signatures = {
  /** Entries of one length stand together: those of length n from `lengthStart[n]` on. */
  lengthStart: Uint32Array;
  entries: Uint32Array;
  letters: Int32Array;
  pairs: Int32Array;
};

export type Mask = { letters: number; pairs: number };

/** What one edit can change: one letter goes and one comes; of pairs, with a swap, three each. */
const PAIRS_PER_EDIT = 3;

/** Signatures of the chosen entries, whose text begins at `starts` and is `lengths` long. */
export function buildSignatures(
  text: Uint16Array,
  chosen: Uint32Array,
  starts: Uint32Array,
  lengths: Uint16Array,
): Signatures {
  let longest = 0;
  for (const entry of chosen) longest = Math.max(longest, lengths[entry]!);
  const lengthStart = new Uint32Array(longest + 2);
  for (const entry of chosen) lengthStart[lengths[entry]! + 1]! += 1;
  for (let n = 0; n <= longest; n += 1) lengthStart[n + 1]! += lengthStart[n]!;

  const next = lengthStart.slice();
  const entries = new Uint32Array(chosen.length);
  const letters = new Int32Array(chosen.length);
  const pairs = new Int32Array(chosen.length);
  for (const entry of chosen) {
    const length = lengths[entry]!;
    const slot = next[length]!;
    next[length] = slot + 1;
    const mask = maskOf(text, starts[entry]!, length);
    entries[slot] = entry;
    letters[slot] = mask.letters;
    pairs[slot] = mask.pairs;
  }
  return { lengthStart, entries, letters, pairs };
}

export function maskOf(text: Uint16Array, start: number, length: number): Mask {
  let letters = 0;
  let pairs = 0;
  let before = 0;
  for (let i = 0; i < length; i += 1) {
    const unit = text[start + i]!;
    letters |= 1 << (unit & 31);
    if (i > 0) pairs |= 1 << (Math.imul(before * 64 + unit, 0x9e3779b1) >>> 27);
    before = unit;
  }
  return { letters, pairs };
}

/**
 * Writes into `found` every entry of a length from `lengthMin` to `lengthMax` that could be within
 * `edits` of the query, and returns their count.
 */
export function siftWhole(
  { lengthStart, entries, letters, pairs }: Signatures,
  query: Mask,
  edits: number,
  lengthMin: number,
  lengthMax: number,
  found: Uint32Array,
): number {
  const from = lengthStart[clamp(lengthMin, lengthStart.length - 1)]!;
  const to = lengthStart[clamp(lengthMax + 1, lengthStart.length - 1)]!;
  const lettersMax = 2 * edits;
  const pairsMax = 2 * edits * PAIRS_PER_EDIT;
  let count = 0;
  for (let i = from; i < to; i += 1) {
    const otherLetters = letters[i]! ^ query.letters;
    if (countBits(otherLetters) > lettersMax) continue;
    if (countBits(pairs[i]! ^ query.pairs) > pairsMax) continue;
    // Of the letters that differ no more than `edits` can be the query's own, nor the entry's.
    const missing = countBits(otherLetters & query.letters);
    if (missing > edits || countBits(otherLetters) - missing > edits) continue;
    found[count] = entries[i]!;
    count += 1;
  }
  return count;
}

/** The same for entries that could begin with something within `edits` of the query. */
export function siftPrefix(
  { lengthStart, entries, letters, pairs }: Signatures,
  query: Mask,
  edits: number,
  lengthMin: number,
  found: Uint32Array,
): number {
  let count = 0;
  const from = lengthStart[clamp(lengthMin, lengthStart.length - 1)]!;
  for (let i = from; i < entries.length; i += 1) {
    if (countBits(query.letters & ~letters[i]!) > edits) continue;
    if (countBits(query.pairs & ~pairs[i]!) > edits * PAIRS_PER_EDIT) continue;
    found[count] = entries[i]!;
    count += 1;
  }
  return count;
}

function clamp(n: number, most: number): number {
  return Math.min(Math.max(n, 0), most);
}
