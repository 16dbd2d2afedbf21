// Sorted positions in one long text, and the range of them that begins with a query: the two
// operations behind every search for the start of a name, of a word, or of a part of a word.
//
// A text is code units, each entry ended by 0, which is smaller than any letter; so comparing two
// positions stops by itself. `!` follows reads whose index is inside the array by construction.

/** Sorts positions by the text that begins there (three-way radix quicksort), in place. */
export function sortByText(text: Uint16Array, positions: Uint32Array): void {
  sortRange(text, positions, 0, positions.length, 0);
}

/** A half-open stretch of a sorted list. */
export type Range = { from: number; to: number };

/** The range of sorted positions whose text begins with the query. */
export function findPrefixRange(text: Uint16Array, sorted: Uint32Array, query: Uint16Array): Range {
  const from = firstAtLeast(text, sorted, query, 0, false);
  return { from, to: firstAtLeast(text, sorted, query, from, true) };
}

/** Ranges this short are sorted by insertion: partitioning costs more than it saves. */
const INSERTION_MAX = 12;

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
    // Those equal here go on at the next unit; at the end of the text they are equal for good.
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
  start: number,
  isAfter: boolean,
): number {
  let low = start;
  let high = sorted.length;
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
