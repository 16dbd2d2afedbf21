// How much a name sounds like a query, and which part of the name the query means.
import type { NameTable } from "./name-table.ts";
import type { SoundDistance } from "./sound-distance.ts";
import type { SoundQuery } from "./sound-query.ts";

/** Above every difference that is allowed. */
export const TOO_FAR = 60;

/**
 * A name of which the query is the very spelling has rank 0. All others have the cost of the difference
 * as their rank, and one of these added.
 */
export const WHOLE = 1;
const FIRST_WORD = 2;
const NAME_START = 3;
const WORD_START = 5;
const WORDS_APART = 6;

/** What was measured last; a rank of `TOO_FAR` means that the name doesn't sound like the query. */
export type Weighed = { difference: number; rank: number };

export type SoundMeasure = {
  weighed: Weighed;
  /** Finds the best way in which the query can mean the key. */
  measure(key: number, query: SoundQuery, allowed: Allowed): void;
};

/** `distance` must have been begun with the joined sounds of the query, and is left so. */
export function createSoundMeasure(
  table: Pick<NameTable, "keyRuns"> & { sounds: Uint8Array; runStart: Uint32Array },
  distance: SoundDistance,
): SoundMeasure {
  const { keyRuns, sounds, runStart } = table;
  const weighed: Weighed = { difference: TOO_FAR, rank: TOO_FAR };
  return { weighed, measure };

  function measure(key: number, query: SoundQuery, allowed: Allowed): void {
    const firstRun = keyRuns[key]!;
    const lastRun = keyRuns[key + 1]!;
    const start = runStart[firstRun]!;
    const end = runStart[lastRun]!;
    weighed.difference = TOO_FAR;
    weighed.rank = TOO_FAR;
    // Each letter that the key lacks or has beyond the query costs something: it can be too short for anything, or too
    // long for more than a beginning, which may differ less and is measured in less time.
    const missing = query.joined.length - (end - start);
    if (missing * distance.leastEdit > allowed.whole) return;
    const isTooLong = -missing * distance.leastEdit > allowed.whole;
    distance.measure(sounds, start, end - start, isTooLong ? allowed.part : allowed.whole);
    if (!isTooLong) offer(distance.whole, WHOLE, allowed.whole);
    offer(distance.prefix, NAME_START, allowed.part);
    if (lastRun > firstRun + 1 && weighed.rank > FIRST_WORD) {
      distance.measure(sounds, start, runStart[firstRun + 1]! - start, allowed.part);
      offer(distance.whole, FIRST_WORD, allowed.part);
    }
    for (let run = firstRun + 1; run < lastRun && weighed.rank > WORD_START; run += 1) {
      const from = runStart[run]!;
      distance.measure(sounds, from, end - from, allowed.part);
      offer(distance.prefix, WORD_START, allowed.part);
    }
    if (query.words.length === 1 || weighed.rank <= WORDS_APART) return;
    let sum = 0;
    for (const word of query.words) {
      distance.begin(word, query.writing);
      let least = TOO_FAR;
      for (let run = firstRun; run < lastRun; run += 1) {
        const from = runStart[run]!;
        distance.measure(sounds, from, runStart[run + 1]! - from, allowed.part);
        if (distance.prefix < least) least = distance.prefix;
      }
      sum += least;
    }
    distance.begin(query.joined, query.writing);
    offer(sum, WORDS_APART, allowed.part);
  }

  function offer(difference: number, place: number, most: number): void {
    if (difference > most || difference + place >= weighed.rank) return;
    weighed.difference = difference;
    weighed.rank = difference + place;
  }
}

export type Allowed = { whole: number; part: number; beside: number };

/**
 * How different a hit may sound, by the length of the query: as a whole name, as part of one, and
 * beside another that sounds the same.
 */
export function allowFor(length: number): Allowed {
  return {
    whole: Math.min(20, 2 * length),
    beside: length < 4 ? 1 : length === 4 ? 3 : 5,
    part: length < 4 ? 0 : length === 4 ? 1 : Math.min(8, length - 2),
  };
}

/** Most names sound the same in several languages: each sound is measured once in a search. */
export function createMemo(soundCount: number) {
  const differences = new Uint8Array(soundCount);
  const ranks = new Uint8Array(soundCount);
  // A sound is known when it bears the number of the search.
  const searches = new Uint32Array(soundCount);
  let search = 0;
  return {
    clear() {
      search += 1;
    },
    recall(sound: number, into: Weighed): boolean {
      if (searches[sound] !== search) return false;
      into.difference = differences[sound]!;
      into.rank = ranks[sound]!;
      return true;
    },
    keep(sound: number, { difference, rank }: Weighed): void {
      searches[sound] = search;
      differences[sound] = difference;
      ranks[sound] = rank;
    },
  };
}
