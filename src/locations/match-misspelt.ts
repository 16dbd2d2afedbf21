// Finds the names that a misspelt query can mean. The whole query is held against whole names, and
// each of its words against the words of a name. As a last resort its words are held against the
// beginnings of words, for a query that is still being typed.
import { type BitSet, countMembers, createBitSet, intersect, listMembers } from "./bit-set.ts";
import { createDistance, editsAllowed } from "./edit-distance.ts";
import { type HitList, MISSPELT } from "./hit-list.ts";
import { fillAnywhere, fillStarts, findWord, NOWHERE, rankOfWord } from "./match-spelled.ts";
import type { NameTable } from "./name-table.ts";
import { SUFFIX } from "./normalise.ts";
import { type Query, toUnits } from "./query.ts";
import { maskOf, siftPrefix, siftWhole } from "./signatures.ts";

export type MisspeltMatcher = {
  /** Adds the names and the words of names that are misspelt in the query. */
  matchMisspelt(query: Query, hits: HitList): void;
  /** Adds the names with words whose beginnings are misspelt in the query. */
  matchMisspeltStarts(query: Query, hits: HitList): void;
};

/** Shorter beginnings with an edit in them would match almost anything. */
const PREFIX_LENGTH_MIN = 4;
/** So few candidates are measured at once; narrowing them down further would cost more. */
const CANDIDATES_FEW = 500;

const SUFFIX_UNITS = toUnits(SUFFIX);
const SUFFIX_MASK = maskOf(SUFFIX_UNITS, 0, SUFFIX_UNITS.length);

/** The words of the table that one word of the query can be a misspelling of, and their edits. */
type Similar = { words: Uint32Array; edits: Uint8Array; count: number };

export function createMisspeltMatcher(table: NameTable): MisspeltMatcher {
  const { text, keyCount, keyStart, keyRuns, coreLength, fullLength } = table;
  const { wordText, wordStart, wordKeysStart, wordKeys, runStart } = table;
  const distance = createDistance();
  const wordCount = wordStart.length - 1;
  const sifted = new Uint32Array(Math.max(keyCount, wordCount));
  const similar: Similar = {
    words: new Uint32Array(wordCount),
    edits: new Uint8Array(wordCount),
    count: 0,
  };
  const candidates = createBitSet(keyCount);
  const starts = createBitSet(keyCount);
  const anywhere = createBitSet(keyCount);

  return {
    matchMisspelt(query, hits) {
      addLongKeys(query.joined, hits);
      addSuffixedKeys(query.joined, hits);
      findSimilarWords(query.joined, false);
      addKeysOfSimilarWords(query.isOneWord, hits);
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
    const count = siftWhole(table.longKeySignatures, mask, most, least, greatest, sifted);
    distance.begin(joined);
    for (let i = 0; i < count; i += 1) {
      const key = sifted[i]!;
      const edits = distance.whole(text, keyStart[key]!, coreLength[key]!, most);
      if (edits <= most) addKey(key, rankOfEdits(edits, true), hits);
    }
  }

  /** Whole names with the misspelling in the suffix ("Pune AMPC"): here it counts as written. */
  function addSuffixedKeys(joined: Uint16Array, hits: HitList): void {
    const most = editsAllowed(joined.length);
    if (!endsLikeSuffix(joined, most)) return;
    const mask = maskOf(joined, 0, joined.length);
    const least = joined.length - most - SUFFIX_UNITS.length;
    const greatest = joined.length + most - SUFFIX_UNITS.length;
    const measure = (key: number) => {
      if (fullLength[key] === coreLength[key]) return;
      const edits = distance.whole(text, keyStart[key]!, fullLength[key]!, most);
      if (edits <= most) addKey(key, rankOfEdits(edits, true), hits);
    };
    distance.begin(joined);
    const { longKeySignatures, wordSignatures } = table;
    let count = siftWhole(longKeySignatures, mask, most, least, greatest, sifted, SUFFIX_MASK);
    for (let i = 0; i < count; i += 1) measure(sifted[i]!);
    count = siftWhole(wordSignatures, mask, most, least, greatest, sifted, SUFFIX_MASK);
    for (let i = 0; i < count; i += 1) {
      const word = sifted[i]!;
      for (let at = wordKeysStart[word]!; at < wordKeysStart[word + 1]!; at += 1) {
        if (isOneWord(wordKeys[at]!)) measure(wordKeys[at]!);
      }
    }
  }

  /** The keys with one of the similar words: those that are nothing else, or all of them. */
  function addKeysOfSimilarWords(isEveryKey: boolean, hits: HitList): void {
    for (let i = 0; i < similar.count; i += 1) {
      const word = similar.words[i]!;
      const edits = similar.edits[i]!;
      for (let at = wordKeysStart[word]!; at < wordKeysStart[word + 1]!; at += 1) {
        const key = wordKeys[at]!;
        if (isOneWord(key)) addKey(key, rankOfEdits(edits, true), hits);
        else if (isEveryKey) addKey(key, rankOfEdits(edits, false), hits);
      }
    }
  }

  /**
   * Every word of the query, as spelled or misspelt, somewhere in the key. The longest words, which
   * fit the fewest names, narrow the candidates down; those left are measured word by word.
   */
  function addWordByWord(words: readonly Uint16Array[], isPrefix: boolean, hits: HitList): void {
    // Only the last of several words can be the suffix: alone it would match all names.
    const last = words.length > 1 ? words.at(-1) : undefined;
    const suffixEdits = last ? editsToSuffix(last) : Number.POSITIVE_INFINITY;
    const narrowing = words
      .filter((word) => word !== last || suffixEdits === Number.POSITIVE_INFINITY)
      .sort((a, b) => b.length - a.length);
    for (const [i, word] of narrowing.entries()) {
      fillWithSimilar(word, isPrefix, i === 0 ? candidates : anywhere);
      if (i > 0) intersect(candidates, anywhere);
      if (countMembers(candidates) <= CANDIDATES_FEW) break;
    }

    const keys = new Uint32Array(countMembers(candidates));
    listMembers(candidates, keys);
    const sums = new Float64Array(keys.length);
    for (const word of words) {
      distance.begin(word);
      const bySuffix = word === last ? suffixEdits : Number.POSITIVE_INFINITY;
      for (let i = 0; i < keys.length; i += 1) {
        if (sums[i] !== Number.POSITIVE_INFINITY) {
          sums[i]! += editsOfWord(keys[i]!, word, bySuffix, isPrefix);
        }
      }
    }
    for (let i = 0; i < keys.length; i += 1) {
      if (sums[i] !== Number.POSITIVE_INFINITY)
        addKey(keys[i]!, rankOfEdits(sums[i]!, false), hits);
    }
  }

  /** Makes `keys` the set of those that hold the word, as spelled or misspelt. */
  function fillWithSimilar(word: Uint16Array, isPrefix: boolean, keys: BitSet): void {
    const places = findWord(table, word);
    fillStarts(table, places, starts);
    fillAnywhere(table, places, starts, keys);
    findSimilarWords(word, isPrefix);
    for (let i = 0; i < similar.count; i += 1) {
      const id = similar.words[i]!;
      for (let at = wordKeysStart[id]!; at < wordKeysStart[id + 1]!; at += 1) {
        const key = wordKeys[at]!;
        keys[key >>> 5]! |= 1 << key;
      }
    }
  }

  function findSimilarWords(units: Uint16Array, isPrefix: boolean): void {
    similar.count = 0;
    const most = editsAllowed(units.length);
    if (most === 0) return;
    const mask = maskOf(units, 0, units.length);
    const least = units.length - most;
    const byPrefix = isPrefix && units.length >= PREFIX_LENGTH_MIN;
    const count = byPrefix
      ? siftPrefix(table.wordSignatures, mask, most, least, sifted)
      : siftWhole(table.wordSignatures, mask, most, least, units.length + most, sifted);
    distance.begin(units);
    for (let i = 0; i < count; i += 1) {
      const word = sifted[i]!;
      const start = wordStart[word]!;
      const length = wordStart[word + 1]! - 1 - start;
      const edits = byPrefix
        ? distance.prefix(wordText, start, length, most)
        : distance.whole(wordText, start, length, most);
      if (edits > most) continue;
      similar.words[similar.count] = word;
      similar.edits[similar.count] = edits;
      similar.count += 1;
    }
  }

  /** Edits between the word that `distance` was begun with and the nearest word of the key. */
  function editsOfWord(
    key: number,
    word: Uint16Array,
    suffixEdits: number,
    isPrefix: boolean,
  ): number {
    if (rankOfWord(table, key, word) !== NOWHERE) return 0;
    const most = editsAllowed(word.length);
    const byPrefix = isPrefix && word.length >= PREFIX_LENGTH_MIN;
    let least = fullLength[key]! > coreLength[key]! ? suffixEdits : Number.POSITIVE_INFINITY;
    const end = keyStart[key]! + coreLength[key]!;
    const lastRun = keyRuns[key + 1]!;
    for (let run = keyRuns[key]!; run < lastRun && most > 0; run += 1) {
      const start = runStart[run]!;
      const length = (run + 1 < lastRun ? runStart[run + 1]! : end) - start;
      const edits = byPrefix
        ? distance.prefix(text, start, length, most)
        : distance.whole(text, start, length, most);
      if (edits <= most && edits < least) least = edits;
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

function addKey(key: number, rank: number, hits: HitList): void {
  hits.atRank(rank)[key >>> 5]! |= 1 << key;
}

/** Fewer edits first; among equals a whole name before a name with such a word in it. */
function rankOfEdits(edits: number, isWhole: boolean): number {
  return MISSPELT + edits * 2 + (isWhole ? 0 : 1);
}
