// Sorted positions in one long text, and the range of them that begins with a query: the two
// operations behind every search for the start of a name, of a word, or of a part of a word.
//
// A text is code units, each entry ended by 0, which is smaller than any letter; so comparing two
// positions stops by itself. `!` follows reads whose index is inside the array by construction.

/** Sorts positions by the text that begins there, in place. */
export function sortByText(text: Uint16Array, positions: Uint32Array): void {
  if (positions.length < PACKING_MIN) {
    sortRange(text, positions, 0, positions.length, 0);
    return;
  }
  // Most positions differ within a few letters. These are packed into one number and sorted as
  // numbers, which reads memory in order; only equal numbers are then told apart by their text.
  const { rankOf, bits } = rankUnits(text);
  const depth = Math.floor(KEY_BITS / bits);
  const keys = new Uint32Array(positions.length);
  for (let i = 0; i < positions.length; i += 1) {
    let key = 0;
    let isEnded = false;
    for (let d = 0; d < depth; d += 1) {
      const rank: number = isEnded ? 0 : rankOf[text[positions[i]! + d]!]!;
      isEnded = rank === 0;
      key = (key << bits) | rank;
    }
    keys[i] = key;
  }
  sortByKey(positions, keys);
  const lastLetter = (1 << bits) - 1;
  for (let from = 0; from < positions.length; ) {
    const key = keys[from]!;
    let to = from + 1;
    while (to < positions.length && keys[to] === key) to += 1;
    if (to - from > 1 && (key & lastLetter) !== 0) sortRange(text, positions, from, to, depth);
    from = to;
  }
}

/** A half-open stretch of a sorted list. */
export type Range = { from: number; to: number };

/** The range of sorted positions, or of those `within`, whose text begins with the query. */
export function findPrefixRange(
  text: Uint16Array,
  sorted: Uint32Array,
  query: Uint16Array,
  within: Range = { from: 0, to: sorted.length },
): Range {
  const from = firstAtLeast(text, sorted, query, within, false);
  return { from, to: firstAtLeast(text, sorted, query, { from, to: within.to }, true) };
}

/** Fewer positions are not worth the packing. */
const PACKING_MIN = 1000;
const KEY_BITS = 30;
const DIGIT_BITS = 10;

/** Numbers the code units of a text in their order, 0 remaining 0; and the bits such a number takes. */
function rankUnits(text: Uint16Array): { rankOf: Uint16Array; bits: number } {
  const rankOf = new Uint16Array(0x10000);
  for (let i = 0; i < text.length; i += 1) rankOf[text[i]!] = 1;
  let rank = 0;
  for (let unit = 1; unit < rankOf.length; unit += 1) {
    if (rankOf[unit] === 0) continue;
    rank += 1;
    rankOf[unit] = rank;
  }
  rankOf[0] = 0;
  return { rankOf, bits: 32 - Math.clz32(rank) };
}

/** Sorts both lists by the keys, one digit of them after the other, beginning with the lowest. */
function sortByKey(positions: Uint32Array, keys: Uint32Array): void {
  let [fromPositions, fromKeys] = [positions, keys];
  let [toPositions, toKeys]: [Uint32Array, Uint32Array] = [positions.slice(), keys.slice()];
  for (let shift = 0; shift < KEY_BITS; shift += DIGIT_BITS) {
    const next = new Uint32Array((1 << DIGIT_BITS) + 1);
    const mask = (1 << DIGIT_BITS) - 1;
    for (let i = 0; i < fromKeys.length; i += 1) next[((fromKeys[i]! >>> shift) & mask) + 1]! += 1;
    for (let digit = 0; digit < mask; digit += 1) next[digit + 1]! += next[digit]!;
    for (let i = 0; i < fromKeys.length; i += 1) {
      const digit = (fromKeys[i]! >>> shift) & mask;
      const slot = next[digit]!;
      next[digit] = slot + 1;
      toKeys[slot] = fromKeys[i]!;
      toPositions[slot] = fromPositions[i]!;
    }
    [fromPositions, toPositions] = [toPositions, fromPositions];
    [fromKeys, toKeys] = [toKeys, fromKeys];
  }
  if (fromKeys !== keys) {
    positions.set(fromPositions);
    keys.set(fromKeys);
  }
}

/** Ranges this short are sorted by insertion: partitioning costs more than it saves. */
const INSERTION_MAX = 12;

/** Three-way radix quicksort of positions whose texts are equal before `startDepth`. */
function sortRange(
  text: Uint16Array,
  positions: Uint32Array,
  start: number,
  stop: number,
  startDepth: number,
): void {
  let from = start;
  let to = stop;
  let depth = startDepth;
  while (to - from > INSERTION_MAX) {
    const pivot = median(
      text[positions[from]! + depth]!,
      text[positions[(from + to) >>> 1]! + depth]!,
      text[positions[to - 1]! + depth]!,
    );
    let less = from;
    let next = from;
    let greater = to;
    while (next < greater) {
      const position = positions[next]!;
      const unit = text[position + depth]!;
      if (unit < pivot) {
        positions[next] = positions[less]!;
        positions[less] = position;
        less += 1;
        next += 1;
      } else if (unit > pivot) {
        greater -= 1;
        positions[next] = positions[greater]!;
        positions[greater] = position;
      } else {
        next += 1;
      }
    }
    sortRange(text, positions, from, less, depth);
    sortRange(text, positions, greater, to, depth);
    // Those equal here go on at the next unit; at the end of the text they are equal.
    if (pivot === 0) return;
    from = less;
    to = greater;
    depth += 1;
  }
  insertionSort(text, positions, from, to, depth);
}

function insertionSort(
  text: Uint16Array,
  positions: Uint32Array,
  from: number,
  to: number,
  depth: number,
): void {
  for (let i = from + 1; i < to; i += 1) {
    const position = positions[i]!;
    let j = i;
    while (j > from && isBefore(text, position, positions[j - 1]!, depth)) {
      positions[j] = positions[j - 1]!;
      j -= 1;
    }
    positions[j] = position;
  }
}

function isBefore(text: Uint16Array, a: number, b: number, depth: number): boolean {
  for (let i = depth; ; i += 1) {
    const left = text[a + i]!;
    const right = text[b + i]!;
    if (left !== right) return left < right;
    if (left === 0) return false;
  }
}

function median(a: number, b: number, c: number): number {
  if (a < b) return b < c ? b : Math.max(a, c);
  return a < c ? a : Math.max(b, c);
}

/** The first index whose text is not before the query, or, with `isAfter`, lies behind its range. */
function firstAtLeast(
  text: Uint16Array,
  sorted: Uint32Array,
  query: Uint16Array,
  { from, to }: Range,
  isAfter: boolean,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = comparePrefix(text, sorted[middle]!, query);
    if (order < 0 || (isAfter && order === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function comparePrefix(text: Uint16Array, position: number, query: Uint16Array): number {
  for (let i = 0; i < query.length; i += 1) {
    const difference = text[position + i]! - query[i]!;
    if (difference !== 0) return difference;
  }
  return 0;
}
