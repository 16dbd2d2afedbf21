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
import { EXACT, INSIDE, NAME_START, type RankSets, WORD_START } from "./hit-list.ts";
import type { NameTable } from "./name-table.ts";
import { SUFFIX } from "./normalise.ts";
import { type Query, toUnits } from "./query.ts";
import { findPrefixRange, type Range } from "./text-order.ts";

export type SpelledMatcher = {
  matchSpelled(query: Query, hits: RankSets): void;
};

/** Looking one key over for a word costs about as much as adding this many keys to a set. */
const KEYS_PER_LOOK = 20;

const SUFFIX_UNITS = toUnits(SUFFIX);
const NO_UNITS = toUnits("");

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
      // A query that is nothing but the suffix means all names that have it.
      if (query.isSuffix) unite(hits.atRank(WORD_START), table.suffixed);
    },
  };

  /** Every word of the query somewhere in the key, in any order; the rarest words come first. */
  function addWordByWord(words: readonly Uint16Array[], hits: RankSets): void {
    const located = words
      .map((word) => ({ word, places: findWord(table, word) }))
      .sort((a, b) => a.places.estimate - b.places.estimate);
    for (const [i, { word, places }] of located.entries()) {
      if (places.estimate === 0) return;
      if (i === 0) {
        fillStarts(table, places, starts);
        anywhere.set(starts);
        addInsides(table, places, anywhere);
        continue;
      }
      const left = countMembers(anywhere);
      if (left === 0) return;
      if (left * KEYS_PER_LOOK > places.estimate) {
        fillStarts(table, places, nextStarts);
        nextAnywhere.set(nextStarts);
        addInsides(table, places, nextAnywhere);
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
    if (!hits.isUnranked) unite(hits.atRank(INSIDE), anywhere);
  }
}

/** Where one word of a query occurs. */
export type WordPlaces = {
  /** The range in the sorted runs: the word at the start of one of a key's words. */
  runs: Range;
  /** The range in the sorted endings: the word inside one. */
  endings: Range;
  /** The keys of those endings, where they are so many that they are kept ready. */
  insides: BitSet | undefined;
  /** About how many keys these are; an estimate is enough to put the rarest word first. */
  estimate: number;
};

export function findWord(table: NameTable, word: Uint16Array): WordPlaces {
  const runs = findPrefixRange(table.text, table.sortedRuns, word);
  const endings = findPrefixRange(table.wordText, table.sortedEndings, word);
  const insides = table.frequentFragments(word);
  const keysPerWord = table.wordKeys.length / Math.max(1, table.wordStart.length - 1);
  const gathered = insides ? insides.length : (endings.to - endings.from) * keysPerWord;
  return { runs, endings, insides, estimate: runs.to - runs.from + gathered };
}

/** Makes `keys` the set of those with the word at the start of one of theirs. */
export function fillStarts(table: NameTable, { runs }: WordPlaces, keys: BitSet): void {
  keys.fill(0);
  addStarts(table, runs, keys);
}

function addStarts({ sortedRunKeys }: NameTable, runs: Range, keys: BitSet): void {
  for (let i = runs.from; i < runs.to; i += 1) {
    const key = sortedRunKeys[i]! >>> 1;
    keys[key >>> 5]! |= 1 << key;
  }
}

/** Adds to `keys` those with the word inside one of theirs. */
export function addInsides(
  { sortedEndingWords, wordKeysStart, wordKeys }: NameTable,
  { endings, insides }: WordPlaces,
  keys: BitSet,
): void {
  if (insides) {
    unite(keys, insides);
    return;
  }
  for (let i = endings.from; i < endings.to; i += 1) {
    const word = sortedEndingWords[i]!;
    const to = wordKeysStart[word + 1]!;
    for (let at = wordKeysStart[word]!; at < to; at += 1) {
      const key = wordKeys[at]!;
      keys[key >>> 5]! |= 1 << key;
    }
  }
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
function addJoined(table: NameTable, joined: Uint16Array, hits: RankSets): void {
  const { sortedRunKeys } = table;
  if (hits.isUnranked) {
    const runs = findPrefixRange(table.text, table.sortedRuns, joined);
    addStarts(table, runs, hits.atRank(WORD_START));
    return;
  }
  const places = findWord(table, joined);
  const { from, to } = places.runs;
  if (from < to) {
    const nameStart = hits.atRank(NAME_START);
    const wordStart = hits.atRank(WORD_START);
    for (let i = from; i < to; i += 1) {
      const entry = sortedRunKeys[i]!;
      const key = entry >>> 1;
      if ((entry & 1) === 1) nameStart[key >>> 5]! |= 1 << key;
      else wordStart[key >>> 5]! |= 1 << key;
    }
    addExact(table, places.runs, joined, NO_UNITS, hits);
    addExact(table, places.runs, joined, SUFFIX_UNITS, hits);
  }
  if (places.endings.from < places.endings.to) addInsides(table, places, hits.atRank(INSIDE));
}

/** Adds the keys among the query's runs that are nothing but the query and the suffix given. */
function addExact(
  { text, sortedRuns, sortedRunKeys, coreLength, fullLength }: NameTable,
  runs: Range,
  joined: Uint16Array,
  suffix: Uint16Array,
  hits: RankSets,
): void {
  // With the closing 0 the range holds only what ends here.
  const { length } = joined;
  const ended = new Uint16Array(length + suffix.length + 1);
  ended.set(joined);
  ended.set(suffix, length);
  const { from, to } = findPrefixRange(text, sortedRuns, ended, runs);
  if (from === to) return;
  const exact = hits.atRank(EXACT);
  for (let i = from; i < to; i += 1) {
    const entry = sortedRunKeys[i]!;
    const key = entry >>> 1;
    if ((entry & 1) === 0 || (coreLength[key] !== length && fullLength[key] !== length)) continue;
    exact[key >>> 5]! |= 1 << key;
  }
}

function startsWith(text: Uint16Array, position: number, word: Uint16Array): boolean {
  for (let i = 0; i < word.length; i += 1) {
    if (text[position + i] !== word[i]) return false;
  }
  return true;
}
