// Finds the names that a misspelt query can mean. The whole query is held against whole names, and
// each of its words against the words of a name. As a last resort its words are held against the
// beginnings of words, for a query that is still being typed.
import {
  type BitSet,
  countMembers,
  createBitSet,
  listMembers,
  subtract,
  unite,
  uniteCommon,
} from "./bit-set.ts";
import { createDistance, editsAllowed } from "./edit-distance.ts";
import { MISSPELT, type RankSets } from "./hit-list.ts";
import { addInsides, fillStarts, findWord, NOWHERE, rankOfWord } from "./match-spelled.ts";
import { cutSuffix, editsToSuffix } from "./misspelt-suffix.ts";
import type { NameTable } from "./name-table.ts";
import { SUFFIX_UNITS } from "./name-words.ts";
import type { Query } from "./query.ts";
import { maskOf, siftPrefix, siftWhole } from "./signatures.ts";

export type MisspeltMatcher = {
  /** Adds the names and the words of names that are misspelt in the query. */
  matchMisspelt(query: Query, hits: RankSets): void;
  /** Adds the names with words whose beginnings are misspelt in the query. */
  matchMisspeltStarts(query: Query, hits: RankSets): void;
};

/** Shorter beginnings with an edit in them would match almost anything. */
const PREFIX_LENGTH_MIN = 4;
/** So few candidates are measured at once; narrowing them down further would cost more. */
const CANDIDATES_FEW = 500;

/** The words of the table that one word of the query can be a misspelling of, and their edits. */
type Similar = { words: Uint32Array; edits: Uint8Array; count: number };

export function createMisspeltMatcher(table: NameTable): MisspeltMatcher {
  const { text, keyCount, keyStart, keyRuns, coreLength, fullLength } = table;
  const { wordText, wordStart, wordKeysStart, wordKeys, runStart } = table;
  const distance = createDistance();
  const wordCount = wordStart.length - 1;
  const spareSets = createSparePool(keyCount);
  const sifted = new Uint32Array(Math.max(keyCount, wordCount));
  const similar: Similar = {
    words: new Uint32Array(wordCount),
    edits: new Uint8Array(wordCount),
    count: 0,
  };

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
  function addLongKeys(joined: Uint16Array, hits: RankSets): void {
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

  /**
   * Whole names with the misspelling in the suffix ("Pune AMPC"): here it counts as written. What
   * stands before it is looked for with the edits that are left, which is far quicker than comparing
   * with every name of a fitting length; the whole is measured only on what this finds.
   */
  function addSuffixedKeys(joined: Uint16Array, hits: RankSets): void {
    const most = editsAllowed(joined.length);
    const full = new Uint16Array(joined.length + most + SUFFIX_UNITS.length);
    for (const { head, edits: left } of cutSuffix(distance, joined, most)) {
      const mask = maskOf(head, 0, head.length);
      const [least, greatest] = [head.length - left, head.length + left];
      distance.begin(joined);
      const { longKeySignatures, wordSignatures } = table;
      let count = siftWhole(longKeySignatures, mask, left, least, greatest, sifted);
      for (let i = 0; i < count; i += 1) {
        const key = sifted[i]!;
        if (!isSuffixed(table, key)) continue;
        const edits = distance.whole(text, keyStart[key]!, fullLength[key]!, most);
        if (edits <= most) addKey(key, rankOfEdits(edits, true), hits);
      }
      count = siftWhole(wordSignatures, mask, left, least, greatest, sifted);
      for (let i = 0; i < count; i += 1) {
        const word = sifted[i]!;
        const start = wordStart[word]!;
        const length = wordStart[word + 1]! - 1 - start;
        for (let at = 0; at < length; at += 1) full[at] = wordText[start + at]!;
        for (let at = 0; at < SUFFIX_UNITS.length; at += 1) full[length + at] = SUFFIX_UNITS[at]!;
        const edits = distance.whole(full, 0, length + SUFFIX_UNITS.length, most);
        if (edits > most) continue;
        for (let at = wordKeysStart[word]!; at < wordKeysStart[word + 1]!; at += 1) {
          const key = wordKeys[at]!;
          if (isOneWord(table, key) && isSuffixed(table, key))
            addKey(key, rankOfEdits(edits, true), hits);
        }
      }
    }
  }

  /** The keys with one of the similar words: those that are nothing else, or all of them. */
  function addKeysOfSimilarWords(isEveryKey: boolean, hits: RankSets): void {
    for (let i = 0; i < similar.count; i += 1) {
      const word = similar.words[i]!;
      const edits = similar.edits[i]!;
      for (let at = wordKeysStart[word]!; at < wordKeysStart[word + 1]!; at += 1) {
        const key = wordKeys[at]!;
        if (isOneWord(table, key)) addKey(key, rankOfEdits(edits, true), hits);
        else if (isEveryKey) addKey(key, rankOfEdits(edits, false), hits);
      }
    }
  }

  /**
   * Every word of the query, as spelled or misspelt, somewhere in the key. The candidates are kept in
   * sets by the edits they have needed so far; the longest words, which fit the fewest names, come
   * first, and once few candidates are left the remaining words are measured on each.
   */
  function addWordByWord(words: readonly Uint16Array[], isPrefix: boolean, hits: RankSets): void {
    // Only the last of several words can be the suffix: alone it would match all names.
    const last = words.length > 1 ? words.at(-1) : undefined;
    const suffixEdits = last ? editsToSuffix(distance, last) : Number.POSITIVE_INFINITY;
    const ordered = [...words].sort((a, b) => b.length - a.length);
    let byEdits: BitSet[] = [];
    spareSets.reset();
    for (const [i, word] of ordered.entries()) {
      const bySuffix = word === last ? suffixEdits : Number.POSITIVE_INFINITY;
      const next = keysByEdits(word, isPrefix, bySuffix);
      byEdits = i === 0 ? next : combine(byEdits, next, spareSets);
      const left = byEdits.reduce((sum, keys) => sum + countMembers(keys), 0);
      if (left <= CANDIDATES_FEW) {
        const rest = ordered.slice(i + 1).map((other) => ({
          word: other,
          suffixEdits: other === last ? suffixEdits : Number.POSITIVE_INFINITY,
        }));
        byEdits.forEach((keys, edits) => addMeasured(keys, edits, rest, isPrefix, hits));
        return;
      }
    }
    byEdits.forEach((keys, edits) => unite(hits.atRank(rankOfEdits(edits, false)), keys));
  }

  /** The keys that hold the word: as spelled, with one edit, with two. A key is in one set only. */
  function keysByEdits(word: Uint16Array, isPrefix: boolean, suffixEdits: number): BitSet[] {
    const sets = Array.from({ length: editsAllowed(word.length) + 1 }, () => spareSets.take());
    const [spelled] = sets;
    if (!spelled) return [];
    const places = findWord(table, word);
    fillStarts(table, places, spelled);
    addInsides(table, places, spelled);
    findSimilarWords(word, isPrefix);
    for (let i = 0; i < similar.count; i += 1) {
      const keys = sets[similar.edits[i]!]!;
      const id = similar.words[i]!;
      for (let at = wordKeysStart[id]!; at < wordKeysStart[id + 1]!; at += 1) {
        const key = wordKeys[at]!;
        keys[key >>> 5]! |= 1 << key;
      }
    }
    const asSuffix = sets[suffixEdits];
    if (asSuffix) unite(asSuffix, table.suffixed);
    sets.forEach((keys, edits) => {
      for (const better of sets.slice(0, edits)) subtract(keys, better);
    });
    return sets;
  }

  /** Adds those of the keys that also hold the remaining words, checking each key by itself. */
  function addMeasured(
    keys: BitSet,
    edits: number,
    rest: ReadonlyArray<{ word: Uint16Array; suffixEdits: number }>,
    isPrefix: boolean,
    hits: RankSets,
  ): void {
    const list = new Uint32Array(countMembers(keys));
    listMembers(keys, list);
    const sums = new Float64Array(list.length).fill(edits);
    for (const { word, suffixEdits } of rest) {
      distance.begin(word);
      for (let i = 0; i < list.length; i += 1) {
        sums[i]! += editsOfWord(list[i]!, word, suffixEdits, isPrefix);
      }
    }
    for (let i = 0; i < list.length; i += 1) {
      if (sums[i] !== Number.POSITIVE_INFINITY)
        addKey(list[i]!, rankOfEdits(sums[i]!, false), hits);
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
    let least = isSuffixed(table, key) ? suffixEdits : Number.POSITIVE_INFINITY;
    const end = keyStart[key]! + coreLength[key]!;
    const lastRun = keyRuns[key + 1]!;
    if (most === 0) return least;
    for (let run = keyRuns[key]!; run < lastRun; run += 1) {
      const start = runStart[run]!;
      const length = (run + 1 < lastRun ? runStart[run + 1]! : end) - start;
      const edits = byPrefix
        ? distance.prefix(text, start, length, most)
        : distance.whole(text, start, length, most);
      if (edits <= most && edits < least) least = edits;
    }
    return least;
  }
}

function isOneWord({ keyRuns }: NameTable, key: number): boolean {
  return keyRuns[key + 1] === keyRuns[key]! + 1;
}

function isSuffixed({ fullLength, coreLength }: NameTable, key: number): boolean {
  return fullLength[key]! > coreLength[key]!;
}

/** The keys in both lists of sets, by the sum of their edits. */
function combine(
  left: readonly BitSet[],
  right: readonly BitSet[],
  spareSets: SparePool,
): BitSet[] {
  const sums = Array.from({ length: left.length + right.length - 1 }, () => spareSets.take());
  left.forEach((leftKeys, i) => {
    right.forEach((rightKeys, j) => {
      const sum = sums[i + j];
      if (sum) uniteCommon(sum, leftKeys, rightKeys);
    });
  });
  return sums;
}

type SparePool = { reset(): void; take(): BitSet };

/** Empty sets that are used again by the next search: fresh ones of this size cost more to make. */
function createSparePool(size: number): SparePool {
  const sets: BitSet[] = [];
  let taken = 0;
  return {
    reset() {
      taken = 0;
    },
    take(): BitSet {
      const spare = sets[taken]?.fill(0) ?? createBitSet(size);
      sets[taken] = spare;
      taken += 1;
      return spare;
    },
  };
}

function addKey(key: number, rank: number, hits: RankSets): void {
  hits.atRank(rank)[key >>> 5]! |= 1 << key;
}

/** Fewer edits first; among equals a whole name before a name with such a word in it. */
function rankOfEdits(edits: number, isWhole: boolean): number {
  return MISSPELT + edits * 2 + (isWhole ? 0 : 1);
}
