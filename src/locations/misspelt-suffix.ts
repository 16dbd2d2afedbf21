// The suffix of market names, misspelt at the end of a query ("Pune AMPC").
import { type Distance, editsAllowed } from "./edit-distance.ts";
import { SUFFIX_UNITS } from "./name-words.ts";

/** Every way to take a misspelt suffix off the query, with the edits that are left for the rest. */
export function cutSuffix(
  distance: Distance,
  joined: Uint16Array,
  most: number,
): Array<{ head: Uint16Array; edits: number }> {
  const cuts: Array<{ head: Uint16Array; edits: number }> = [];
  const { length } = SUFFIX_UNITS;
  distance.begin(SUFFIX_UNITS);
  for (let n = Math.max(0, length - most); n <= length + most && n < joined.length; n += 1) {
    const edits = distance.whole(joined, joined.length - n, n, most);
    if (edits <= most) cuts.push({ head: joined.slice(0, -n || undefined), edits: most - edits });
  }
  // The suffix's first letter can have changed places with the last one before it.
  const tail = SUFFIX_UNITS.subarray(1);
  distance.begin(tail);
  for (let n = Math.max(0, tail.length - most); n <= tail.length + most; n += 1) {
    const swapped = joined.length - n - 2;
    if (swapped < 0 || joined[swapped] !== SUFFIX_UNITS[0]) continue;
    const edits = 1 + distance.whole(joined, joined.length - n, n, most);
    if (edits > most) continue;
    const head = joined.slice(0, swapped + 1);
    head[swapped] = joined[swapped + 1]!;
    cuts.push({ head, edits: most - edits });
  }
  return cuts;
}

/** Edits between a word and the suffix; infinitely many when they are too many. */
export function editsToSuffix(distance: Distance, units: Uint16Array): number {
  const most = editsAllowed(units.length);
  distance.begin(units);
  const edits = distance.whole(SUFFIX_UNITS, 0, SUFFIX_UNITS.length, most);
  return edits <= most ? edits : Number.POSITIVE_INFINITY;
}
