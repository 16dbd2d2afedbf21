// Finds the names that a misspelt query can mean. The whole query is held against whole names, and
// each of its words against the words of a name. As a last resort its words are held against the
// beginnings of words, for a query that is still being typed.
import { createDistance, editsAllowed } from "./edit-distance.ts";
import { type HitList, MISSPELT } from "./hit-list.ts";
import { findWord, rankOfWord, visitKeys } from "./match-spelled.ts";
import type { NameTable } from "./name-table.ts";
import { SUFFIX } from "./normalise.ts";
import { type Query, toUnits } from "./query.ts";
import { maskOf, siftPrefix, siftWhole } from "./signatures.ts";

/** Shorter beginnings with an edit in them would match almost anything. */
export const PREFIX_LENGTH_MIN = 4;

export type MisspeltMatcher = {
  /** Adds the names and the words of names that are misspelt in the query. */
  matchMisspelt(query: Query, hits: HitList): void;
  /** Adds the names with words whose beginnings are misspelt in the query. */
  matchMisspeltStarts(query: Query, hits: HitList): void;
};

const SUFFIX_UNITS = toUnits(SUFFIX);
const SUFFIX_MASK = maskOf(SUFFIX_UNITS, 0, SUFFIX_UNITS.length);

/** One word of the query with the words of the table that it can be a misspelling of. */
type FuzzyWord = {
  units: Uint16Array;
  /** Edits by word of the table. */
  similar: Map<number, number>;
  /** Edits to the suffix; Infinity where the suffix cannot be meant. */
  suffixEdits: number;
};

export function createMisspeltMatcher(table: NameTable): MisspeltMatcher {
  const { text, keyStart, keyRuns, coreLength, fullLength } = table;
  const { wordText, wordStart, wordKeysStart, wordKeys, runWord } = table;
  const distance = createDistance();
  const found = new Uint32Array(Math.max(table.keyCount, wordStart.length));

  return {
    matchMisspelt(query, hits) {
      addLongKeys(query.joined, hits);
      addSuffixedKeys(query.joined, hits);
      addKeysOfWords(findSimilarWords(query.joined, false), query.isOneWord, hits);
      if (!query.isOneWord) addWordByWord(query.words, false, hits);
    },
    matchMisspeltStarts(query, hits) {
      addWordByWord(query.words, true, hits);
    },
  };

  /** Whole names of several words. */
  function addLongKeys(joined: Uint16Array, hits: HitList): void {
    const most = editsAllowed(joined.length);
    const mask = maskOf(joined, 0, joined.length);
    const [least, greatest] = [joined.length - most, joined.length + most];
    const count = siftWhole(table.longKeySignatures, mask, most, least, greatest, found);
    distance.begin(joined);
    for (let i = 0; i < count; i += 1) {
      const key = found[i]!;
      const edits = distance.whole(text, keyStart[key]!, coreLength[key]!, most);
      if (edits <= most) hits.add(key, rankOfEdits(edits, true));
    }
  }

  /** Whole names with the misspelling in the suffix ("Pune AMPC"): here it counts as written. */
  function addSuffixedKeys(joined: Uint16Array, hits: HitList): void {
    const most = editsAllowed(joined.length);
    if (!endsLikeSuffix(joined, most)) return;
    const mask = maskOf(joined, 0, joined.length);
    const least = joined.length - most - SUFFIX_UNITS.length;
    const greatest = joined.length + most - SUFFIX_UNITS.length;
    const addKey = (key: number) => {
      if (fullLength[key] === coreLength[key]) return;
      const edits = distance.whole(text, keyStart[key]!, fullLength[key]!, most);
      if (edits <= most) hits.add(key, rankOfEdits(edits, true));
    };
    distance.begin(joined);
    const { longKeySignatures, wordSignatures } = table;
    let count = siftWhole(longKeySignatures, mask, most, least, greatest, found, SUFFIX_MASK);
    for (let i = 0; i < count; i += 1) addKey(found[i]!);
    count = siftWhole(wordSignatures, mask, most, least, greatest, found, SUFFIX_MASK);
    for (let i = 0; i < count; i += 1) {
      const to = wordKeysStart[found[i]! + 1]!;
      for (let at = wordKeysStart[found[i]!]!; at < to; at += 1) {
        if (isOneWord(wordKeys[at]!)) addKey(wordKeys[at]!);
      }
    }
  }

  /** The keys with one of these words: those that are nothing else, or all of them. */
  function addKeysOfWords(similar: Map<number, number>, isEveryKey: boolean, hits: HitList): void {
    for (const [word, edits] of similar) {
      const to = wordKeysStart[word + 1]!;
      for (let at = wordKeysStart[word]!; at < to; at += 1) {
        const key = wordKeys[at]!;
        if (isOneWord(key)) hits.add(key, rankOfEdits(edits, true));
        else if (isEveryKey) hits.add(key, rankOfEdits(edits, false));
      }
    }
  }

  /** Every word of the query, as spelled or misspelt, somewhere in the key: the rarest leads. */
  function addWordByWord(words: readonly Uint16Array[], isPrefix: boolean, hits: HitList): void {
    let lead: FuzzyWord | null = null;
    let leadRanges = null;
    let leadEstimate = Number.POSITIVE_INFINITY;
    const fuzzyWords: FuzzyWord[] = [];
    for (const [i, units] of words.entries()) {
      // Only the last of several words can be the suffix: alone it would match all names.
      const canBeSuffix = i > 0 && i === words.length - 1;
      const word: FuzzyWord = {
        units,
        similar: findSimilarWords(units, isPrefix),
        suffixEdits: canBeSuffix ? editsToSuffix(units) : Number.POSITIVE_INFINITY,
      };
      fuzzyWords.push(word);
      if (word.suffixEdits !== Number.POSITIVE_INFINITY) continue;
      const ranges = findWord(table, units);
      let estimate = ranges.estimate;
      for (const id of word.similar.keys()) estimate += wordKeysStart[id + 1]! - wordKeysStart[id]!;
      if (estimate === 0) return;
      if (estimate < leadEstimate) {
        lead = word;
        leadRanges = ranges;
        leadEstimate = estimate;
      }
    }
    if (lead === null || leadRanges === null) return;

    const others = fuzzyWords.filter((word) => word !== lead);
    const addKey = (key: number, editsOfLead: number) => {
      let edits = editsOfLead;
      for (const word of others) {
        edits += editsOfWord(key, word);
        if (edits === Number.POSITIVE_INFINITY) return;
      }
      hits.add(key, rankOfEdits(edits, false));
    };
    visitKeys(table, leadRanges, (key) => addKey(key, 0));
    for (const [word, edits] of lead.similar) {
      const to = wordKeysStart[word + 1]!;
      for (let at = wordKeysStart[word]!; at < to; at += 1) addKey(wordKeys[at]!, edits);
    }
  }

  function findSimilarWords(units: Uint16Array, isPrefix: boolean): Map<number, number> {
    const similar = new Map<number, number>();
    const most = editsAllowed(units.length);
    if (most === 0) return similar;
    const mask = maskOf(units, 0, units.length);
    const least = units.length - most;
    const byPrefix = isPrefix && units.length >= PREFIX_LENGTH_MIN;
    const count = byPrefix
      ? siftPrefix(table.wordSignatures, mask, most, least, found)
      : siftWhole(table.wordSignatures, mask, most, least, units.length + most, found);
    distance.begin(units);
    for (let i = 0; i < count; i += 1) {
      const word = found[i]!;
      const start = wordStart[word]!;
      const length = wordStart[word + 1]! - 1 - start;
      const edits = byPrefix
        ? distance.prefix(wordText, start, length, most)
        : distance.whole(wordText, start, length, most);
      if (edits <= most) similar.set(word, edits);
    }
    return similar;
  }

  function editsOfWord(key: number, word: FuzzyWord): number {
    if (rankOfWord(table, key, word.units) !== 0) return 0;
    let least = fullLength[key]! > coreLength[key]! ? word.suffixEdits : Number.POSITIVE_INFINITY;
    for (let run = keyRuns[key]!; run < keyRuns[key + 1]!; run += 1) {
      const edits = word.similar.get(runWord[run]!);
      if (edits !== undefined && edits < least) least = edits;
    }
    return least;
  }

  function editsToSuffix(units: Uint16Array): number {
    const most = editsAllowed(units.length);
    distance.begin(units);
    const edits = distance.whole(SUFFIX_UNITS, 0, SUFFIX_UNITS.length, most);
    return edits <= most ? edits : Number.POSITIVE_INFINITY;
  }

  function endsLikeSuffix(joined: Uint16Array, most: number): boolean {
    distance.begin(SUFFIX_UNITS);
    const { length } = SUFFIX_UNITS;
    for (let n = length - most; n <= length + most && n < joined.length; n += 1) {
      if (distance.whole(joined, joined.length - n, n, most) <= most) return true;
    }
    return false;
  }

  function isOneWord(key: number): boolean {
    return keyRuns[key + 1]! - keyRuns[key]! === 1;
  }
}

/** Fewer edits first; among equals a whole name before a name with such a word in it. */
function rankOfEdits(edits: number, isWhole: boolean): number {
  return MISSPELT + Math.min(edits * 2 + (isWhole ? 0 : 1), 123) * 2;
}
