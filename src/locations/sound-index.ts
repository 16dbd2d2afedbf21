// Search by sound in one kind of record, for queries in other scripts than Latin. Skeletons of names,
// aliases and native names are searched as names are; what is found there is weighed by how much it
// sounds like the query, and what sounds too different is left out.
import { createBitSet, listMembers } from "./bit-set.ts";
import { createDictionary } from "./dictionary.ts";
import { createNumberList, createUnitList } from "./growing-list.ts";
import type { RankSets } from "./hit-list.ts";
import { createMisspeltMatcher } from "./match-misspelt.ts";
import { createSpelledMatcher } from "./match-spelled.ts";
import { buildNameTable, type NameTable } from "./name-table.ts";
import { pushNameWords } from "./name-words.ts";
import { indexNativeSpellings } from "./native-spellings.ts";
import { normaliseName } from "./normalise.ts";
import { codeOf, createSoundDistance } from "./sound-distance.ts";
import { allowFor, createMemo, createSoundMeasure, TOO_FAR, WHOLE } from "./sound-measure.ts";
import type { SoundQuery } from "./sound-query.ts";
import { pushSkeleton, pushSounds } from "./sounds.ts";

/** Which records are wanted; null: all. */
export type Wanted = ((record: number) => boolean) | null;

export type SoundIndex = {
  table: NameTable;
  /** Forgets what the last search has found. */
  begin(): void;
  /**
   * Gathers what has the query's consonants among the records that are wanted, and returns the least
   * difference of anything gathered since the beginning.
   */
  gather(query: SoundQuery, isWanted: Wanted): number;
  /** Gathers what has other consonants, unless something near was gathered before. */
  gatherMisspelt(query: SoundQuery, isWanted: Wanted): number;
  /** Gathers local names of which the text is a misspelling, unless something near was gathered. */
  gatherSpellings(text: string, isWanted: Wanted): void;
  /** Gathers what begins roughly like the query. */
  gatherStarts(query: SoundQuery, isWanted: Wanted): void;
  /** The records that were gathered, the best first; of several the nearest, when one sounds the same. */
  rank(isSameFound: boolean): RankedHit[];
};

/** A record and the key that gave it its rank. */
export type RankedHit = { record: number; key: number };

/** A kind with a hit as near as this is not searched for misspellings. */
const NEAR = 2;
/** So small a difference is none. */
export const SAME = 1;

/** The aliases from `localStart` on are local names. */
export function buildSoundIndex(
  names: readonly string[],
  aliases: ReadonlyArray<{ record: number; alias: string }>,
  localStart = aliases.length,
): SoundIndex {
  const { table, sounds, runStart, soundOf, soundCount } = buildTable(names, aliases);
  const { keyRuns, aliasStart, aliasRecords, keyCount } = table;
  const { matchSpelled } = createSpelledMatcher(table);
  const { matchMisspelt, matchMisspeltStarts } = createMisspeltMatcher(table);
  const nativeSpellings = indexNativeSpellings(aliases.slice(localStart).map(({ alias }) => alias));
  const distance = createSoundDistance();
  const candidates = createBitSet(keyCount);
  const members = new Uint32Array(keyCount);
  // Of the names that were found before.
  const spellings = new Map<number, string>();
  // Key, rank, and whether it is far, alternating.
  const gathered: number[] = [];
  let best = Number.POSITIVE_INFINITY;
  const { weighed, measure } = createSoundMeasure({ keyRuns, sounds, runStart }, distance);
  // The matchers sort what they find by rank. Here only what they find matters; the inside of words is
  // left out, where a few consonants would match almost anything.
  const collector: RankSets = { atRank: () => candidates, isUnranked: true };
  const memo = createMemo(soundCount);

  return {
    table,
    begin() {
      gathered.length = 0;
      best = Number.POSITIVE_INFINITY;
    },
    gather(query, isWanted) {
      candidates.fill(0);
      matchSpelled(query.skeleton, collector);
      weigh(query, isWanted);
      return best;
    },
    gatherMisspelt(query, isWanted) {
      if (best <= NEAR) return best;
      candidates.fill(0);
      matchMisspelt(query.skeleton, collector);
      weigh(query, isWanted);
      return best;
    },
    gatherSpellings(text, isWanted) {
      if (best <= NEAR) return;
      nativeSpellings.find(text, (place, rank) => {
        const key = aliasStart + localStart + place;
        if (isWanted === null || isWanted(recordOf(key))) gathered.push(key, rank, FAR);
      });
    },
    gatherStarts(query, isWanted) {
      candidates.fill(0);
      matchMisspeltStarts(query.skeleton, collector);
      weigh(query, isWanted);
    },
    rank(isSameFound) {
      // Few numbers, sorted at once: by rank, names before other names, then in the order of the records.
      const order: number[] = [];
      for (let i = 0; i < gathered.length; i += 3) {
        if (isSameFound && gathered[i + 2] === FAR) continue;
        const [key, rank] = [gathered[i]!, gathered[i + 1]!];
        const place = 2 * rank + (key < aliasStart ? 0 : 1);
        order.push((place * aliasStart + recordOf(key)) * keyCount + key);
      }
      order.sort((a, b) => a - b);
      const ranked = new Map<number, RankedHit>();
      for (const number of order) {
        const key = number % keyCount;
        const record = recordOf(key);
        if (!ranked.has(record)) ranked.set(record, { record, key });
      }
      return [...ranked.values()];
    },
  };

  function weigh(query: SoundQuery, isWanted: Wanted): void {
    const count = listMembers(candidates, members);
    let allowed = allowFor(query.joined.length);
    // Beside what sounds the same only what is near counts, and is measured in far less time.
    if (best <= SAME || hasSame(query.joined, count, isWanted)) {
      allowed = { ...allowed, whole: allowed.beside, part: Math.min(allowed.part, allowed.beside) };
    }
    memo.clear();
    distance.begin(query.joined, query.writing);
    for (let i = 0; i < count; i += 1) {
      const key = members[i]!;
      if (isWanted !== null && !isWanted(recordOf(key))) continue;
      const sound = soundOf[key]!;
      if (!memo.recall(sound, weighed)) {
        measure(key, query, allowed);
        memo.keep(sound, weighed);
      }
      if (weighed.rank === TOO_FAR) continue;
      if (weighed.difference < best) best = weighed.difference;
      const isSpelled = weighed.rank === WHOLE && spellingOf(key) === query.spelled;
      const rank = isSpelled ? 0 : weighed.rank;
      gathered.push(key, rank, weighed.difference > allowed.beside ? FAR : 0);
    }
  }

  function recordOf(key: number): number {
    return key < aliasStart ? key : aliasRecords[key - aliasStart]!;
  }

  /** Whether one of the candidates begins with the very sounds of the query. */
  function hasSame(query: Uint8Array, count: number, isWanted: Wanted): boolean {
    for (let i = 0; i < count; i += 1) {
      const start = runStart[keyRuns[members[i]!]!]!;
      let same = 0;
      while (same < query.length && sounds[start + same] === query[same]) same += 1;
      if (same < query.length) continue;
      if (isWanted === null || isWanted(recordOf(members[i]!))) return true;
    }
    return false;
  }

  function spellingOf(key: number): string {
    const name = names[key] ?? aliases[key - aliasStart]?.alias ?? "";
    const spelling = spellings.get(key) ?? normaliseName(name).words.join("");
    spellings.set(key, spelling);
    return spelling;
  }
}

/** A hit that counts only where nothing sounds the same. */
const FAR = 1;

function buildTable(
  names: readonly string[],
  aliases: ReadonlyArray<{ record: number; alias: string }>,
) {
  const sounds = createUnitList();
  const runStart = createNumberList();
  const soundOf = createNumberList();
  const numbers = createDictionary();
  const words = createUnitList();
  const starts = createNumberList();
  const heard = createUnitList();
  const table = buildNameTable(names, aliases, (name, skeletons, skeletonStarts) => {
    words.length = 0;
    starts.length = 0;
    heard.length = 0;
    pushNameWords(name, words, starts);
    for (let i = 0; i < starts.length; i += 1) {
      const end = i + 1 < starts.length ? starts.items[i + 1]! : words.length;
      const from = heard.length;
      pushSounds(words.items, starts.items[i]!, end, heard);
      skeletonStarts.push(skeletons.length);
      pushSkeleton(heard.items, from, heard.length, skeletons);
      runStart.push(sounds.length);
      for (let at = from; at < heard.length; at += 1) sounds.push(codeOf(heard.items[at]!));
      heard.push(BLANK);
    }
    soundOf.push(numbers.idOf(heard.items, 0, heard.length));
    return false;
  });
  runStart.push(sounds.length);
  return {
    table,
    sounds: Uint8Array.from(sounds.finish()),
    runStart: runStart.finish(),
    soundOf: soundOf.finish(),
    soundCount: numbers.finish().wordStart.length - 1,
  };
}

/** Between the words of a name, so that names which differ in their words alone sound different. */
const BLANK = 0x20;
