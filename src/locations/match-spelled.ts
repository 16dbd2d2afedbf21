// Finds the names that hold the query as it is spelled: exactly, at the start of the name, at the
// start of a word, or inside a word.
import {
  type BitSet,
  countMembers,
  createBitSet,
  intersect,
  listMembers,
  unite,
} from "./bit-set.ts";
import { EXACT, type HitList, INSIDE, NAME_START, WORD_START } from "./hit-list.ts";
import type { NameTable } from "./name-table.ts";
import type { Query } from "./query.ts";
import { findPrefixRange, type Range } from "./text-order.ts";

export type SpelledMatcher = {
  matchSpelled(query: Query, hits: HitList): void;
};

/** Looking one key over for a word costs about as much as adding this many keys to a set. */
const KEYS_PER_LOOK = 20;

export function createSpelledMatcher(table: NameTable): SpelledMatcher {
  const starts = createBitSet(table.keyCount);
  const anywhere = createBitSet(table.keyCount);
  const nextStarts = createBitSet(table.keyCount);
  const nextAnywhere = createBitSet(table.keyCount);
  const candidates = new Uint32Array(table.keyCount);

  return {
    matchSpelled(query, hits) {
      addJoined(table, query.joined, hits);
      if (!query.isOneWord) addWordByWord(query.words, hits);
      if (query.isSuffix) addSuffixed(table, hits);
    },
  };

  /** Every word of the query somewhere in the key, in any order; the rarest words come first. */
  function addWordByWord(words: readonly Uint16Array[], hits: HitList): void {
    const located = words
      .map((word) => ({ word, places: findWord(table, word) }))
      .sort((a, b) => a.places.estimate - b.places.estimate);
    for (const [i, { word, places }] of located.entries()) {
      if (places.estimate === 0) return;
      if (i === 0) {
        fillStarts(table, places, starts);
        fillAnywhere(table, places, starts, anywhere);
        continue;
      }
      const left = countMembers(anywhere);
      if (left === 0) return;
      if (left * KEYS_PER_LOOK > places.estimate) {
        fillStarts(table, places, nextStarts);
        fillAnywhere(table, places, nextStarts, nextAnywhere);
        intersect(starts, nextStarts);
        intersect(anywhere, nextAnywhere);
        continue;
      }
      listMembers(anywhere, candidates);
      for (let c = 0; c < left; c += 1) {
        const key = candidates[c]!;
        const rank = rankOfWord(table, key, word);
        if (rank !== WORD_START) starts[key >>> 5]! &= ~(1 << key);
        if (rank === NOWHERE) anywhere[key >>> 5]! &= ~(1 << key);
      }
    }
    unite(hits.atRank(WORD_START), starts);
    unite(hits.atRank(INSIDE), anywhere);
  }
}

/** Where one word of a query occurs: ranges in the sorted runs and in the sorted word endings. */
export type WordPlaces = {
  runs: Range;
  endings: Range;
  /** About how many keys these are; an estimate is enough to put the rarest word first. */
  estimate: number;
};

export function findWord(table: NameTable, word: Uint16Array): WordPlaces {
  const runs = findPrefixRange(table.text, table.sortedRuns, word);
  const endings = findPrefixRange(table.wordText, table.sortedEndings, word);
  const keysPerWord = table.wordKeys.length / Math.max(1, table.wordStart.length - 1);
  const estimate = runs.to - runs.from + (endings.to - endings.from) * keysPerWord;
  return { runs, endings, estimate };
}

/** Makes `keys` the set of those with the word at the start of one of theirs. */
export function fillStarts({ sortedRunKeys }: NameTable, { runs }: WordPlaces, keys: BitSet): void {
  keys.fill(0);
  for (let i = runs.from; i < runs.to; i += 1) {
    const key = sortedRunKeys[i]! >>> 1;
    keys[key >>> 5]! |= 1 << key;
  }
}

/** Makes `keys` the set of those with the word at a start or inside one of theirs. */
export function fillAnywhere(
  table: NameTable,
  { endings }: WordPlaces,
  starts: BitSet,
  keys: BitSet,
): void {
  keys.set(starts);
  addKeysOfEndings(table, endings, keys);
}

/** The rank of a key that does not hold the word. */
export const NOWHERE = -1;

/** Where a key holds a word of the query: WORD_START, INSIDE or NOWHERE. */
export function rankOfWord(table: NameTable, key: number, word: Uint16Array): number {
  const { text, runStart, keyRuns, keyStart, coreLength } = table;
  const firstRun = keyRuns[key]!;
  const lastRun = keyRuns[key + 1]!;
  for (let run = firstRun; run < lastRun; run += 1) {
    if (startsWith(text, runStart[run]!, word)) return WORD_START;
  }
  const end = keyStart[key]! + coreLength[key]!;
  for (let run = firstRun; run < lastRun; run += 1) {
    const wordEnd = run + 1 < lastRun ? runStart[run + 1]! : end;
    for (let at = runStart[run]! + 1; at + word.length <= wordEnd; at += 1) {
      if (startsWith(text, at, word)) return INSIDE;
    }
  }
  return NOWHERE;
}

/** The whole query in one piece, at a start or inside a word. */
function addJoined(table: NameTable, joined: Uint16Array, hits: HitList): void {
  const { sortedRunKeys, coreLength, fullLength } = table;
  const runs = findPrefixRange(table.text, table.sortedRuns, joined);
  if (runs.from < runs.to) {
    const exact = hits.atRank(EXACT);
    const nameStart = hits.atRank(NAME_START);
    const wordStart = hits.atRank(WORD_START);
    for (let i = runs.from; i < runs.to; i += 1) {
      const entry = sortedRunKeys[i]!;
      const key = entry >>> 1;
      if ((entry & 1) === 0) wordStart[key >>> 5]! |= 1 << key;
      else if (coreLength[key] === joined.length || fullLength[key] === joined.length) {
        exact[key >>> 5]! |= 1 << key;
      } else nameStart[key >>> 5]! |= 1 << key;
    }
  }
  const endings = findPrefixRange(table.wordText, table.sortedEndings, joined);
  if (endings.from < endings.to) addKeysOfEndings(table, endings, hits.atRank(INSIDE));
}

function addKeysOfEndings(
  { sortedEndingWords, wordKeysStart, wordKeys }: NameTable,
  endings: Range,
  keys: BitSet,
): void {
  for (let i = endings.from; i < endings.to; i += 1) {
    const word = sortedEndingWords[i]!;
    const to = wordKeysStart[word + 1]!;
    for (let at = wordKeysStart[word]!; at < to; at += 1) {
      const key = wordKeys[at]!;
      keys[key >>> 5]! |= 1 << key;
    }
  }
}

/** All names with the suffix, for a query that is nothing else. */
function addSuffixed({ keyCount, coreLength, fullLength }: NameTable, hits: HitList): void {
  const keys = hits.atRank(WORD_START);
  for (let key = 0; key < keyCount; key += 1) {
    if (fullLength[key]! > coreLength[key]!) keys[key >>> 5]! |= 1 << key;
  }
}

function startsWith(text: Uint16Array, position: number, word: Uint16Array): boolean {
  for (let i = 0; i < word.length; i += 1) {
    if (text[position + i] !== word[i]) return false;
  }
  return true;
}
