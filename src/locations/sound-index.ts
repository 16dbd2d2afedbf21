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
import { type Query, toUnits } from "./query.ts";
import type { Writing } from "./romanise.ts";
import { codeOf, createSoundDistance, encodeSounds } from "./sound-distance.ts";
import { pushSkeleton, pushSounds, skeletonOf, soundsOf } from "./sounds.ts";
import { PLACE_WORDS, TRANSLATIONS } from "./translated-words.ts";

export type SoundQuery = {
  text: string;
  /** As it was written, without blanks. */
  spelled: string;
  skeleton: Query;
  joined: Uint8Array;
  words: Uint8Array[];
  writing: Writing;
};

/**
 * The ways a text can be meant, the likeliest first; none when it has no letter or digit. Words such as
 * "north" are translated in some names (North Goa) and not in others (Uttar Dinajpur), and a word such as
 * "market" behind a name may belong to it or not.
 */
export function prepareSoundQueries(text: string): SoundQuery[] {
  const { words: spelled } = normaliseName(text);
  if (spelled.length === 0) return [];
  const { words, writing } = soundsOf(spelled);
  const ways = [words];
  const translated = words.map((word) => TRANSLATIONS.get(word) ?? word);
  if (words.length > 1 && translated.some((word, i) => word !== words[i])) ways.push(translated);
  let end = words.length;
  while (end > 1 && PLACE_WORDS.has(words[end - 1] ?? "")) end -= 1;
  if (end < words.length) ways.push(words.slice(0, end));
  return ways.map((way) => prepareWay(text, spelled.join(""), way, writing));
}

function prepareWay(
  text: string,
  spelled: string,
  words: readonly string[],
  writing: Writing,
): SoundQuery {
  const skeletons = words.map(skeletonOf);
  return {
    text,
    spelled,
    skeleton: {
      joined: toUnits(skeletons.join("")),
      words: [...new Set(skeletons)].map(toUnits),
      isOneWord: words.length === 1,
      isSuffix: false,
    },
    joined: encodeSounds(words.join("")),
    words: words.map(encodeSounds),
    writing,
  };
}

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
  /** Gathers what begins about like the query. */
  gatherStarts(query: SoundQuery, isWanted: Wanted): void;
  /** The records that were gathered, the best first; of several the nearest, when one sounds the same. */
  rank(isSameFound: boolean): RankedHit[];
};

/** A record and the key that gave it its rank. */
export type RankedHit = { record: number; key: number };

/**
 * A name of which the query is the very spelling has rank 0. All others have the cost of the difference
 * as their rank, and one of these added.
 */
const WHOLE = 1;
const FIRST_WORD = 2;
const NAME_START = 3;
const WORD_START = 5;
const WORDS_APART = 6;
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
  // Key, rank, and whether it is far, in turns.
  const gathered: number[] = [];
  let best = Number.POSITIVE_INFINITY;
  const weighed = { difference: TOO_FAR, rank: TOO_FAR };
  // The matchers sort what they find by rank. Here only what they find matters; the inside of words is
  // left out, where a few consonants would match almost anything.
  const collector: RankSets = { atRank: () => candidates, isUnranked: true };
  // Most names sound the same in several languages: each sound is measured once in a search.
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
        measureKey(key, query, allowed);
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

  /** Finds the best way in which the query can mean the key. */
  function measureKey(key: number, query: SoundQuery, allowed: Allowed): void {
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

const TOO_FAR = 60;
/** A hit that counts only where nothing sounds the same. */
const FAR = 1;

type Allowed = { whole: number; part: number; beside: number };

/**
 * How different a hit may sound, by the length of the query: as a whole name, as part of one, and
 * beside another that sounds the same.
 */
function allowFor(length: number): Allowed {
  return {
    whole: Math.min(20, 2 * length),
    beside: length < 4 ? 1 : length === 4 ? 3 : 5,
    part: length < 4 ? 0 : length === 4 ? 1 : Math.min(8, length - 2),
  };
}

function createMemo(soundCount: number) {
  const differences = new Uint8Array(soundCount);
  const ranks = new Uint8Array(soundCount);
  // A sound is known when it bears the number of the search.
  const searches = new Uint32Array(soundCount);
  let search = 0;
  return {
    clear() {
      search += 1;
    },
    recall(sound: number, into: { difference: number; rank: number }): boolean {
      if (searches[sound] !== search) return false;
      into.difference = differences[sound]!;
      into.rank = ranks[sound]!;
      return true;
    },
    keep(sound: number, { difference, rank }: { difference: number; rank: number }): void {
      searches[sound] = search;
      differences[sound] = difference;
      ranks[sound] = rank;
    },
  };
}

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
