// A first, cheap sieve for misspellings: which letters a name has once, twice and three times, as
// three 32-bit masks, grouped by length. A scan over the masks leaves about three names in a thousand
// for the exact distance, and needs no index of variants, which at a million names would cost
// gigabytes. (Masks of letter pairs, tried in their place, left seven times as many.)
import { countBits } from "./bit-set.ts";

export type Signatures = {
  /** Entries of one length stand together: those of length n from `lengthStart[n]` on. */
  lengthStart: Uint32Array;
  entries: Uint32Array;
  once: Int32Array;
  twice: Int32Array;
  thrice: Int32Array;
};

/** The letters that occur at least once, twice, three times. */
export type Mask = { once: number; twice: number; thrice: number };

/** Signatures of the chosen entries, whose text begins at `starts` and is `lengths` long. */
export function buildSignatures(
  text: Uint16Array,
  chosen: Uint32Array,
  starts: Uint32Array,
  lengths: Uint16Array,
): Signatures {
  let longest = 0;
  for (let i = 0; i < chosen.length; i += 1) longest = Math.max(longest, lengths[chosen[i]!]!);
  const lengthStart = new Uint32Array(longest + 2);
  for (let i = 0; i < chosen.length; i += 1) lengthStart[lengths[chosen[i]!]! + 1]! += 1;
  for (let n = 0; n <= longest; n += 1) lengthStart[n + 1]! += lengthStart[n]!;

  const next = lengthStart.slice();
  const entries = new Uint32Array(chosen.length);
  const once = new Int32Array(chosen.length);
  const twice = new Int32Array(chosen.length);
  const thrice = new Int32Array(chosen.length);
  for (let i = 0; i < chosen.length; i += 1) {
    const entry = chosen[i]!;
    const length = lengths[entry]!;
    const slot = next[length]!;
    next[length] = slot + 1;
    const mask = maskOf(text, starts[entry]!, length);
    entries[slot] = entry;
    once[slot] = mask.once;
    twice[slot] = mask.twice;
    thrice[slot] = mask.thrice;
  }
  return { lengthStart, entries, once, twice, thrice };
}

export function maskOf(text: Uint16Array, start: number, length: number): Mask {
  let once = 0;
  let twice = 0;
  let thrice = 0;
  for (let i = 0; i < length; i += 1) {
    // Letters of other scripts share bits, which only makes the sieve a little coarser.
    const bit = 1 << (text[start + i]! & 31);
    thrice |= twice & bit;
    twice |= once & bit;
    once |= bit;
  }
  return { once, twice, thrice };
}

/**
 * Writes into `found` every entry of a length from `lengthMin` to `lengthMax` that could be within `edits` of the
 * query, and returns their count. An edit removes one letter at most and adds one at most, so neither side may have
 * more unmatched letters than edits.
 */
export function siftWhole(
  { lengthStart, entries, once, twice, thrice }: Signatures,
  query: Mask,
  edits: number,
  lengthMin: number,
  lengthMax: number,
  found: Uint32Array,
): number {
  const from = lengthStart[clamp(lengthMin, lengthStart.length - 1)]!;
  const to = lengthStart[clamp(lengthMax + 1, lengthStart.length - 1)]!;
  let count = 0;
  for (let i = from; i < to; i += 1) {
    const differOnce = once[i]! ^ query.once;
    if (countBits(differOnce) > 2 * edits) continue;
    const differTwice = twice[i]! ^ query.twice;
    const differThrice = thrice[i]! ^ query.thrice;
    const missing =
      countBits(differOnce & query.once) +
      countBits(differTwice & query.twice) +
      countBits(differThrice & query.thrice);
    if (missing > edits) continue;
    const all = countBits(differOnce) + countBits(differTwice) + countBits(differThrice);
    if (all - missing > edits) continue;
    found[count] = entries[i]!;
    count += 1;
  }
  return count;
}

/** The same for entries that could begin with something within `edits` of the query. */
export function siftPrefix(
  { lengthStart, entries, once, twice, thrice }: Signatures,
  query: Mask,
  edits: number,
  lengthMin: number,
  found: Uint32Array,
): number {
  let count = 0;
  const from = lengthStart[clamp(lengthMin, lengthStart.length - 1)]!;
  for (let i = from; i < entries.length; i += 1) {
    const missing = countBits(query.once & ~once[i]!);
    if (missing > edits) continue;
    const missingTwice = countBits(query.twice & ~twice[i]!);
    const missingThrice = countBits(query.thrice & ~thrice[i]!);
    if (missing + missingTwice + missingThrice > edits) continue;
    found[count] = entries[i]!;
    count += 1;
  }
  return count;
}

function clamp(n: number, most: number): number {
  return Math.min(Math.max(n, 0), most);
}
