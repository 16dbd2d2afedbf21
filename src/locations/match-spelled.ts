// Finds the names that hold the query as it is spelled: exactly, at the start of the name, at the
// start of a word, or inside a word.
import { EXACT, type HitList, INSIDE, NAME_START, WORD_START } from "./hit-list.ts";
import type { NameTable } from "./name-table.ts";
import type { Query } from "./query.ts";
import { findPrefixRange } from "./text-order.ts";

export function matchSpelled(table: NameTable, query: Query, hits: HitList): void {
  addStarts(table, query.joined, hits);
  addInsides(table, query.joined, hits);
  if (!query.isOneWord) addWordByWord(table, query.words, hits);
  if (query.isSuffix) addSuffixed(table, hits);
}

/** Whether a key holds a word of the query, and where: the rank, or 0 for nowhere. */
export function rankOfWord(table: NameTable, key: number, word: Uint16Array): number {
  const { text, runStart, keyRuns, keyStart, coreLength } = table;
  const lastRun = keyRuns[key + 1]!;
  for (let run = keyRuns[key]!; run < lastRun; run += 1) {
    if (startsWith(text, runStart[run]!, word)) return WORD_START;
  }
  const end = keyStart[key]! + coreLength[key]!;
  for (let run = keyRuns[key]!; run < lastRun; run += 1) {
    const wordEnd = run + 1 < lastRun ? runStart[run + 1]! : end;
    for (let at = runStart[run]! + 1; at + word.length <= wordEnd; at += 1) {
      if (startsWith(text, at, word)) return INSIDE;
    }
  }
  return 0;
}

/** Where one word of a query occurs: ranges in the sorted runs and in the sorted word endings. */
export type WordRanges = {
  runs: { from: number; to: number };
  endings: { from: number; to: number };
  /** About how many keys these are; an estimate is enough to choose the rarest word. */
  estimate: number;
};

export function findWord(table: NameTable, word: Uint16Array): WordRanges {
  const runs = findPrefixRange(table.text, table.sortedRuns, word);
  const endings = findPrefixRange(table.wordText, table.sortedEndings, word);
  const keysPerWord = table.wordKeys.length / Math.max(1, table.wordStart.length - 1);
  const estimate = runs.to - runs.from + (endings.to - endings.from) * keysPerWord;
  return { runs, endings, estimate };
}

/** Calls `visit` with every key in the ranges; a key can come several times. */
export function visitKeys(
  { sortedRunKeys, sortedEndingWords, wordKeysStart, wordKeys }: NameTable,
  { runs, endings }: WordRanges,
  visit: (key: number, rank: number) => void,
): void {
  for (let i = runs.from; i < runs.to; i += 1) visit(sortedRunKeys[i]! >>> 1, WORD_START);
  for (let i = endings.from; i < endings.to; i += 1) {
    const word = sortedEndingWords[i]!;
    const to = wordKeysStart[word + 1]!;
    for (let at = wordKeysStart[word]!; at < to; at += 1) visit(wordKeys[at]!, INSIDE);
  }
}

function addStarts(table: NameTable, joined: Uint16Array, hits: HitList): void {
  const { sortedRunKeys, coreLength, fullLength } = table;
  const { from, to } = findPrefixRange(table.text, table.sortedRuns, joined);
  for (let i = from; i < to; i += 1) {
    const entry = sortedRunKeys[i]!;
    const key = entry >>> 1;
    if ((entry & 1) === 0) hits.add(key, WORD_START);
    else if (joined.length === coreLength[key] || joined.length === fullLength[key]) {
      hits.add(key, EXACT);
    } else hits.add(key, NAME_START);
  }
}

function addInsides(table: NameTable, joined: Uint16Array, hits: HitList): void {
  const { sortedEndingWords, wordKeysStart, wordKeys } = table;
  const { from, to } = findPrefixRange(table.wordText, table.sortedEndings, joined);
  for (let i = from; i < to; i += 1) {
    const word = sortedEndingWords[i]!;
    const end = wordKeysStart[word + 1]!;
    for (let at = wordKeysStart[word]!; at < end; at += 1) hits.add(wordKeys[at]!, INSIDE);
  }
}

/** Every word of the query somewhere in the key, in any order: the rarest word leads. */
function addWordByWord(table: NameTable, words: readonly Uint16Array[], hits: HitList): void {
  const ranges = words.map((word) => findWord(table, word));
  const rarest = ranges.reduce((least, range) => (range.estimate < least.estimate ? range : least));
  const others = words.filter((_, i) => ranges[i] !== rarest);
  visitKeys(table, rarest, (key, rankOfRarest) => {
    let rank = rankOfRarest;
    for (const word of others) {
      const found = rankOfWord(table, key, word);
      if (found === 0) return;
      if (found > rank) rank = found;
    }
    hits.add(key, rank);
  });
}

/** All names with the suffix, for a query that is nothing else. */
function addSuffixed({ keyCount, coreLength, fullLength }: NameTable, hits: HitList): void {
  for (let key = 0; key < keyCount; key += 1) {
    if (fullLength[key]! > coreLength[key]!) hits.add(key, WORD_START);
  }
}

function startsWith(text: Uint16Array, position: number, word: Uint16Array): boolean {
  for (let i = 0; i < word.length; i += 1) {
    if (text[position + i] !== word[i]) return false;
  }
  return true;
}
