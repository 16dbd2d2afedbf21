// A first, cheap sieve for misspellings: which letters a text has, as 32 bits, grouped by length. It
// leaves a few in a hundred for the exact distance, and needs no index of variants, which would be many
// times the size of the names.

export type Sieve = {
  /** The entries of these lengths that differ in at most so many letters. */
  sift(
    mask: number,
    most: number,
    least: number,
    greatest: number,
    visit: (entry: number) => void,
  ): void;
  /** The entries no shorter than `least` that lack at most so many letters. */
  siftPrefixes(mask: number, most: number, least: number, visit: (entry: number) => void): void;
};

export function buildSieve(
  count: number,
  lengthOf: (entry: number) => number,
  maskOfEntry: (entry: number) => number,
): Sieve {
  let longest = 0;
  for (let entry = 0; entry < count; entry += 1) longest = Math.max(longest, lengthOf(entry));
  // Entries of one length stand together: those of length n from `starts[n]` on.
  const starts = new Uint32Array(longest + 2);
  for (let entry = 0; entry < count; entry += 1) starts[lengthOf(entry) + 1]! += 1;
  for (let n = 0; n <= longest; n += 1) starts[n + 1]! += starts[n]!;
  const next = starts.slice();
  const entries = new Uint32Array(count);
  const masks = new Int32Array(count);
  for (let entry = 0; entry < count; entry += 1) {
    const length = lengthOf(entry);
    const slot = next[length]!;
    next[length] = slot + 1;
    entries[slot] = entry;
    masks[slot] = maskOfEntry(entry);
  }
  return {
    sift(mask, most, least, greatest, visit) {
      const to = starts[Math.min(greatest, longest) + 1]!;
      for (let slot = startOf(least); slot < to; slot += 1) {
        const other = masks[slot]!;
        if (countBits(mask & ~other) <= most && countBits(other & ~mask) <= most) {
          visit(entries[slot]!);
        }
      }
    },
    siftPrefixes(mask, most, least, visit) {
      for (let slot = startOf(least); slot < count; slot += 1) {
        if (countBits(mask & ~masks[slot]!) <= most) visit(entries[slot]!);
      }
    },
  };

  function startOf(length: number): number {
    return starts[Math.min(Math.max(length, 0), longest + 1)]!;
  }
}

/** Letters of other scripts share bits, which only makes the sieve a little coarser. */
export function maskOf(text: string): number {
  let mask = 0;
  for (let i = 0; i < text.length; i += 1) mask |= 1 << (text.charCodeAt(i) & 31);
  return mask;
}

/** The number of bits set in a 32-bit number, by adding neighbours (Warren, Hacker's Delight 5-1). */
export function countBits(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
