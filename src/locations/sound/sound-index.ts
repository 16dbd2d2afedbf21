// Search by sound, for words in other scripts than Latin. The skeletons of names are searched as names
// are; what is found there is weighed by how much it sounds like the query, and what sounds too
// different is left out.
import { buildWordIndex } from "../search/word-index.ts";
import { createSoundDistance, encodeSounds } from "./sound-distance.ts";
import { allowFor, createSoundMeasure, type KeySounds, TOO_FAR, WHOLE } from "./sound-measure.ts";
import { skeletonOf, soundOf } from "./sounds.ts";
import { TRANSLATIONS } from "./translated-words.ts";

export type SoundHit = {
  key: number;
  /** 0 for the very spelling, else a little more than the difference. */
  rank: number;
  difference: number;
  /** So different that it counts only where nothing sounds the same. */
  isFar: boolean;
};

export type SoundIndex = {
  /** The keys that sound like the word; those with its consonants only, or misspelt too. */
  find(word: string, options: SoundOptions & { isMisspelt: boolean }): SoundHit[];
  /** The keys that begin roughly like it. */
  findStarts(word: string, options: SoundOptions): SoundHit[];
};

export type SoundOptions = {
  isWanted: (key: number) => boolean;
  /** Words such as "north" may be translated: they are in some names (North Goa), not in others (Uttar Dinajpur). */
  canBeTranslated: boolean;
};

/** So small a difference is none. */
export const SAME = 1;
/** Where there is a hit as near as this, nothing was misspelt. */
export const NEAR = 2;

export function buildSoundIndex(
  keyCount: number,
  wordsOfKey: (key: number) => readonly string[],
): SoundIndex {
  const heard = createHeardWords();
  const index = buildWordIndex(
    keyCount,
    (key) => wordsOfKey(key).map((word) => heard(word).skeleton),
    { hasInside: () => false },
  );
  const keySounds = layOutSounds(keyCount, (key) =>
    wordsOfKey(key).map((word) => heard(word).codes),
  );
  const distance = createSoundDistance();
  const { weighed, measure } = createSoundMeasure(keySounds, distance);
  // A key may be met several times in one search; its mark is the number of the last one.
  const marks = new Uint32Array(keyCount);
  let search = 0;

  return {
    find(word, options) {
      return findEach(word, options, (skeleton, add) => {
        if (options.isMisspelt) index.visitMisspelt(skeleton, add);
        else index.visitStarts(skeleton, add);
      });
    },
    findStarts(word, options) {
      return findEach(word, options, (skeleton, add) => {
        index.visitMisspelt(skeleton, add);
        index.visitMisspeltStarts(skeleton, add);
      });
    },
  };

  /** What is found for the word itself and, where it is one that is translated in names, for that. */
  function findEach(
    word: string,
    { isWanted, canBeTranslated }: SoundOptions,
    gather: (skeleton: string, add: (key: number) => void) => void,
  ): SoundHit[] {
    const { sounds, writing } = soundOf(word);
    const hits: SoundHit[] = [];
    const translated = canBeTranslated ? TRANSLATIONS.get(sounds) : undefined;
    for (const way of translated === undefined ? [sounds] : [sounds, translated]) {
      const keys: number[] = [];
      search += 1;
      gather(skeletonOf(way), (key) => {
        if (marks[key] === search) return;
        marks[key] = search;
        if (isWanted(key)) keys.push(key);
      });
      const query = encodeSounds(way);
      distance.begin(query, writing);
      weigh(keys, query, word, hits);
    }
    return hits;
  }

  function weigh(keys: readonly number[], query: Uint8Array, word: string, hits: SoundHit[]): void {
    const allowed = allowFor(query.length);
    const { beside, part } = allowed;
    // Beside what sounds the same only what is near counts, and is measured in far less time.
    const isSame = keys.some((key) => beginsWith(key, query));
    const limits = isSame ? { ...allowed, whole: beside, part: Math.min(part, beside) } : allowed;
    for (const key of keys) {
      measure(key, query, limits);
      const { rank, difference } = weighed;
      if (rank === TOO_FAR) continue;
      const isSpelled = rank === WHOLE && wordsOfKey(key).join("") === word;
      hits.push({ key, rank: isSpelled ? 0 : rank, difference, isFar: difference > beside });
    }
  }

  function beginsWith(key: number, query: Uint8Array): boolean {
    const start = keySounds.wordStart[keySounds.keyWords[key]!]!;
    for (let at = 0; at < query.length; at += 1) {
      if (keySounds.sounds[start + at] !== query[at]) return false;
    }
    return true;
  }
}

/** Many names share words; each is listened to once. */
function createHeardWords() {
  const known = new Map<string, { skeleton: string; codes: Uint8Array }>();
  return (word: string) => {
    const heard = known.get(word);
    if (heard !== undefined) return heard;
    const { sounds } = soundOf(word);
    const fresh = { skeleton: skeletonOf(sounds), codes: encodeSounds(sounds) };
    known.set(word, fresh);
    return fresh;
  };
}

function layOutSounds(
  keyCount: number,
  soundsOfKey: (key: number) => readonly Uint8Array[],
): KeySounds {
  const keyWords = new Uint32Array(keyCount + 1);
  const starts = [0];
  let length = 0;
  for (let key = 0; key < keyCount; key += 1) {
    for (const codes of soundsOfKey(key)) {
      length += codes.length;
      starts.push(length);
    }
    keyWords[key + 1] = starts.length - 1;
  }
  const sounds = new Uint8Array(length);
  let word = 0;
  for (let key = 0; key < keyCount; key += 1) {
    for (const codes of soundsOfKey(key)) {
      sounds.set(codes, starts[word]);
      word += 1;
    }
  }
  return { sounds, wordStart: Uint32Array.from(starts), keyWords };
}
