// How much a name sounds like a query, and which part of the name the query means.
import type { SoundDistance } from "./sound-distance.ts";

/** Above every difference that is allowed. */
export const TOO_FAR = 60;

/**
 * A name of which the query is the very spelling has rank 0. All others have the cost of the difference
 * as their rank, and one of these added.
 */
export const WHOLE = 1;
export const FIRST_WORD = 2;
export const NAME_START = 3;
const WORD_START = 5;

/** What was measured last; a rank of `TOO_FAR` means that the name doesn't sound like the query. */
export type Weighed = { difference: number; rank: number };

export type SoundMeasure = {
  weighed: Weighed;
  /** Finds the best way in which the query can mean the key. */
  measure(key: number, query: Uint8Array, allowed: Allowed): void;
};

/**
 * The sounds of all keys: those of a key's words follow one another, and begin at `wordStart` of its words,
 * whose numbers begin at `keyWords` of the key.
 */
export type KeySounds = { sounds: Uint8Array; wordStart: Uint32Array; keyWords: Uint32Array };

/** `distance` must have been begun with the sounds of the query. */
export function createSoundMeasure(
  { sounds, wordStart, keyWords }: KeySounds,
  distance: SoundDistance,
): SoundMeasure {
  const weighed: Weighed = { difference: TOO_FAR, rank: TOO_FAR };
  return { weighed, measure };

  function measure(key: number, query: Uint8Array, allowed: Allowed): void {
    const first = keyWords[key]!;
    const last = keyWords[key + 1]!;
    const start = wordStart[first]!;
    const end = wordStart[last]!;
    weighed.difference = TOO_FAR;
    weighed.rank = TOO_FAR;
    // Each letter that the key lacks or has beyond the query costs something: it can be too short for anything, or too
    // long for more than a beginning, which may differ less and is measured in less time.
    const missing = query.length - (end - start);
    if (missing * distance.leastEdit > allowed.whole) return;
    const isTooLong = -missing * distance.leastEdit > allowed.whole;
    distance.measure(sounds, start, end - start, isTooLong ? allowed.part : allowed.whole);
    if (!isTooLong) offer(distance.whole, WHOLE, allowed.whole);
    offer(distance.prefix, NAME_START, allowed.part);
    if (last > first + 1 && weighed.rank > FIRST_WORD) {
      distance.measure(sounds, start, wordStart[first + 1]! - start, allowed.part);
      offer(distance.whole, FIRST_WORD, allowed.part);
    }
    for (let word = first + 1; word < last && weighed.rank > WORD_START; word += 1) {
      const from = wordStart[word]!;
      distance.measure(sounds, from, end - from, allowed.part);
      offer(distance.prefix, WORD_START, allowed.part);
    }
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
