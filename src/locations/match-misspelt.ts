// Finds the names that a misspelt query can mean. The whole query is compared with whole names, and each of its words
// with the words of a name. As a last resort its words are compared with the beginnings of words, for a query that is
// still being typed.
import { createDistance, editsAllowed } from "./edit-distance.ts";
import type { RankSets } from "./hit-list.ts";
import { createWordByWordMatcher } from "./match-word-by-word.ts";
import { addKey, isOneWord, isSuffixed, rankOfEdits } from "./misspelt-rank.ts";
import { cutSuffix } from "./misspelt-suffix.ts";
import type { NameTable } from "./name-table.ts";
import { SUFFIX_UNITS } from "./name-words.ts";
import type { Query } from "./query.ts";
import { maskOf, siftWhole } from "./signatures.ts";
import { createSimilarWords } from "./similar-words.ts";

export type MisspeltMatcher = {
  /** Adds the names and the words of names that are misspelt in the query. */
  matchMisspelt(query: Query, hits: RankSets): void;
  /** Adds the names with words whose beginnings are misspelt in the query. */
  matchMisspeltStarts(query: Query, hits: RankSets): void;
};

export function createMisspeltMatcher(table: NameTable): MisspeltMatcher {
  const { text, keyCount, keyStart, coreLength, fullLength } = table;
  const { wordText, wordStart, wordKeysStart, wordKeys } = table;
  const distance = createDistance();
  const wordCount = wordStart.length - 1;
  const sifted = new Uint32Array(Math.max(keyCount, wordCount));
  const similar = createSimilarWords(table, distance);
  const matchWordByWord = createWordByWordMatcher(table, distance, similar);

  return {
    matchMisspelt(query, hits) {
      addLongKeys(query.joined, hits);
      addSuffixedKeys(query.joined, hits);
      similar.find(query.joined, false);
      addKeysOfSimilarWords(query.isOneWord, hits);
      if (!query.isOneWord) matchWordByWord(query.words, false, hits);
    },
    matchMisspeltStarts(query, hits) {
      matchWordByWord(query.words, true, hits);
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
}
