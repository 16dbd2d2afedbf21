// The names and aliases of one kind of record, laid out in typed arrays for searching. Objects and
// strings would cost several times the memory and time at a million names.
//
// A *key* is a name or an alias: keys below `recordCount` are the names, in the order of the
// records; the aliases follow from `aliasStart` on. A *run* is a key read from the start of one of its words to its end
// without spaces ("Pune(Moshi) APMC" has the runs `punemoshiapmc` and `moshiapmc`); a sorted list of
// runs answers "start of a name" and "start of a word", however the query is spaced. The inside of
// words is answered by the sorted endings of the distinct words.
import { type BitSet, createBitSet } from "./bit-set.ts";
import { createDictionary, type Words } from "./dictionary.ts";
import { buildFrequentFragments, type FrequentFragments } from "./frequent-fragments.ts";
import { createNumberList, createUnitList } from "./growing-list.ts";
import { pushNameWords, type Starts, SUFFIX_UNITS, type Units } from "./name-words.ts";
import { buildSignatures, type Signatures } from "./signatures.ts";
import { sortByText } from "./text-order.ts";

export type NameTable = {
  recordCount: number;
  keyCount: number;
  /** The first alias's key, a multiple of 32, so that a set of keys can be cut there. */
  aliasStart: number;
  /** The record of each alias; the record of a name is the key itself. */
  aliasRecords: Uint32Array;

  /** All keys, squashed, suffix included, each ended by 0. */
  text: Uint16Array;
  keyStart: Uint32Array;
  /** Length without and with the suffix. */
  coreLength: Uint16Array;
  fullLength: Uint16Array;
  /** The keys with the suffix. */
  suffixed: BitSet;

  /** Runs in the order of the keys: where each begins, its first word, and each key's first run. */
  runStart: Uint32Array;
  runWord: Uint32Array;
  keyRuns: Uint32Array;
  /** Runs in the order of their text, and for each its key × 2, + 1 when it is the whole key. */
  sortedRuns: Uint32Array;
  sortedRunKeys: Uint32Array;

  /** The distinct words, each ended by 0, and the keys that hold each. */
  wordText: Uint16Array;
  wordStart: Uint32Array;
  wordKeysStart: Uint32Array;
  wordKeys: Uint32Array;
  /** Endings of words (the whole word left out) in the order of their text, and their words. */
  sortedEndings: Uint32Array;
  sortedEndingWords: Uint32Array;
  frequentFragments: FrequentFragments;

  wordSignatures: Signatures;
  /** Only of keys of several words: a key of one word is found by that word. */
  longKeySignatures: Signatures;
};

/**
 * Appends the words of a key without blanks, and where each begins; returns whether the suffix is to be added. Called
 * for one key after the other.
 */
export type PushKey = (name: string, units: Units, starts: Starts) => boolean;

export function buildNameTable(
  names: readonly string[],
  aliases: ReadonlyArray<{ record: number; alias: string }>,
  pushKey: PushKey = pushNameWords,
): NameTable {
  const aliasStart = Math.ceil(names.length / 32) * 32;
  const keyCount = aliasStart + aliases.length;
  // Padding: between the names and the aliases are up to 31 empty keys that match nothing.
  const nameOf = (key: number) => names[key] ?? aliases[key - aliasStart]?.alias ?? "";
  const textLength = lengthOf(names) + 2 * keyCount;
  const { runs, words, ...keys } = writeKeys({ keyCount, textLength, nameOf, pushKey });
  const { text, keyStart, coreLength } = keys;
  const keysByWord = groupKeysByWord(runs, words.wordStart.length - 1);
  return {
    recordCount: names.length,
    keyCount,
    aliasStart,
    aliasRecords: Uint32Array.from(aliases, ({ record }) => record),
    ...keys,
    ...runs,
    ...sortRuns(text, runs),
    ...words,
    ...keysByWord,
    ...sortEndings(words),
    frequentFragments: buildFrequentFragments({ ...words, ...keysByWord, ...runs }),
    wordSignatures: signWords(words),
    longKeySignatures: buildSignatures(
      text,
      keysOfSeveralWords(runs.keyRuns),
      keyStart,
      coreLength,
    ),
  };
}

/** The text of all keys behind one another, where each and its words begin, and the distinct words. */
function writeKeys(options: {
  keyCount: number;
  /** About how long the text will be. */
  textLength: number;
  nameOf: (key: number) => string;
  pushKey: PushKey;
}) {
  const { keyCount, textLength, nameOf, pushKey } = options;
  const units = createUnitList(textLength);
  const runStart = createNumberList(2 * keyCount);
  const runWord = createNumberList(2 * keyCount);
  const keyStart = new Uint32Array(keyCount);
  const coreLength = new Uint16Array(keyCount);
  const fullLength = new Uint16Array(keyCount);
  const suffixed = createBitSet(keyCount);
  const keyRuns = new Uint32Array(keyCount + 1);
  const dictionary = createDictionary();

  for (let key = 0; key < keyCount; key += 1) {
    const start = units.length;
    const firstRun = runStart.length;
    keyStart[key] = start;
    const hasSuffix = pushKey(nameOf(key), units, runStart);
    if (hasSuffix) suffixed[key >>> 5]! |= 1 << key;
    coreLength[key] = units.length - start;
    for (let run = firstRun; run < runStart.length; run += 1) {
      const end = run + 1 < runStart.length ? runStart.items[run + 1]! : units.length;
      runWord.push(dictionary.idOf(units.items, runStart.items[run]!, end));
    }
    keyRuns[key + 1] = runStart.length;
    if (hasSuffix) units.pushPart(SUFFIX_UNITS, 0, SUFFIX_UNITS.length);
    fullLength[key] = units.length - start;
    units.push(0);
  }
  return {
    text: units.finish(),
    keyStart,
    coreLength,
    fullLength,
    suffixed,
    runs: { runStart: runStart.finish(), runWord: runWord.finish(), keyRuns },
    words: dictionary.finish(),
  };
}

function lengthOf(names: readonly string[]): number {
  let length = 0;
  for (const name of names) length += name.length;
  return length;
}

type Runs = Pick<NameTable, "runStart" | "runWord" | "keyRuns">;

function sortRuns(text: Uint16Array, { runStart, keyRuns }: Runs) {
  // Positions are sorted, and the keys looked up by position afterwards: sorting pairs would be
  // slower than this one scattered pass.
  const sortedRuns = runStart.slice();
  sortByText(text, sortedRuns);
  const keyAt = new Uint32Array(text.length);
  for (let key = 0; key + 1 < keyRuns.length; key += 1) {
    for (let run = keyRuns[key]!; run < keyRuns[key + 1]!; run += 1) {
      keyAt[runStart[run]!] = key * 2 + (run === keyRuns[key]! ? 1 : 0);
    }
  }
  return { sortedRuns, sortedRunKeys: sortedRuns.map((position) => keyAt[position]!) };
}

function groupKeysByWord({ runWord, keyRuns }: Runs, wordCount: number) {
  const wordKeysStart = new Uint32Array(wordCount + 1);
  for (const word of runWord) wordKeysStart[word + 1]! += 1;
  for (let word = 0; word < wordCount; word += 1) wordKeysStart[word + 1]! += wordKeysStart[word]!;
  const next = wordKeysStart.slice();
  const wordKeys = new Uint32Array(runWord.length);
  for (let key = 0; key + 1 < keyRuns.length; key += 1) {
    for (let run = keyRuns[key]!; run < keyRuns[key + 1]!; run += 1) {
      const word = runWord[run]!;
      wordKeys[next[word]!] = key;
      next[word]! += 1;
    }
  }
  return { wordKeysStart, wordKeys };
}

function sortEndings({ wordText, wordStart }: Words) {
  const wordAt = new Uint32Array(wordText.length);
  const endings = new Uint32Array(wordText.length);
  let count = 0;
  for (let word = 0; word + 1 < wordStart.length; word += 1) {
    for (let at = wordStart[word]! + 1; at < wordStart[word + 1]! - 1; at += 1) {
      wordAt[at] = word;
      endings[count] = at;
      count += 1;
    }
  }
  const sortedEndings = endings.slice(0, count);
  sortByText(wordText, sortedEndings);
  return { sortedEndings, sortedEndingWords: sortedEndings.map((at) => wordAt[at]!) };
}

function signWords({ wordText, wordStart }: Words): Signatures {
  const count = wordStart.length - 1;
  const lengths = new Uint16Array(count);
  for (let i = 0; i < count; i += 1) lengths[i] = wordStart[i + 1]! - wordStart[i]! - 1;
  return buildSignatures(wordText, Uint32Array.from(lengths.keys()), wordStart, lengths);
}

function keysOfSeveralWords(keyRuns: Uint32Array): Uint32Array {
  const keys = new Uint32Array(keyRuns.length - 1);
  let count = 0;
  for (let key = 0; key < keys.length; key += 1) {
    if (keyRuns[key + 1]! - keyRuns[key]! < 2) continue;
    keys[count] = key;
    count += 1;
  }
  return keys.slice(0, count);
}
