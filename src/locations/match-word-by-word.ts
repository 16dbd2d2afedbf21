// Finds the names that hold every word of a query, each as spelled or misspelt, somewhere in them.
import {
  type BitSet,
  countMembers,
  createBitSet,
  listMembers,
  subtract,
  unite,
  uniteCommon,
} from "./bit-set.ts";
import { type Distance, editsAllowed } from "./edit-distance.ts";
import type { RankSets } from "./hit-list.ts";
import { addInsides, fillStarts, findWord, NOWHERE, rankOfWord } from "./match-spelled.ts";
import { addKey, isSuffixed, rankOfEdits } from "./misspelt-rank.ts";
import { editsToSuffix } from "./misspelt-suffix.ts";
import type { NameTable } from "./name-table.ts";
import { PREFIX_LENGTH_MIN, type SimilarWords } from "./similar-words.ts";

/** So few candidates are measured at once; narrowing them down further would cost more. */
const CANDIDATES_FEW = 500;

/** With `isPrefix` words of the query may also be beginnings of words. */
export type WordByWordMatcher = (
  words: readonly Uint16Array[],
  isPrefix: boolean,
  hits: RankSets,
) => void;

export function createWordByWordMatcher(
  table: NameTable,
  distance: Distance,
  similar: SimilarWords,
): WordByWordMatcher {
  const { text, keyCount, keyStart, keyRuns, coreLength } = table;
  const { wordKeysStart, wordKeys, runStart } = table;
  const spareSets = createSparePool(keyCount);

  return matchWordByWord;

  /**
   * The candidates are kept in sets by the edits they have needed so far; the longest words, which fit the fewest names, come
   * first, and once few candidates are left the remaining words are measured on each.
   */
  function matchWordByWord(words: readonly Uint16Array[], isPrefix: boolean, hits: RankSets): void {
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
    similar.find(word, isPrefix);
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
