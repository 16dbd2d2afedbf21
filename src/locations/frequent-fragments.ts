// The inside of words, for the fragments of up to three letters that very many names hold ("a", "pur"). Collecting
// their names in each search would take longest for the least specific queries, so the sets are precomputed. Names with
// rarer fragments are collected quickly and need no set.
import { type BitSet, createBitSet } from "./bit-set.ts";

/** The names with this fragment inside a word, if there are so many that the set is kept. */
export type FrequentFragments = (fragment: Uint16Array) => BitSet | undefined;

/** A fragment is frequent when one name in so many holds it. */
const FREQUENT_SHARE = 1 / 64;
const LENGTH_MAX = 3;

// A fragment is numbered by its letters, six bits each. That is room for the 63 most frequent ones;
// a fragment with any other letter is not kept, and is found the usual way.
const LETTER_BITS = 6;
const LETTERS_MAX = 2 ** LETTER_BITS - 1;

/** Distinct words, each ended by 0, how many keys (names and aliases) hold each, and the words of each key. */
export type WordsOfKeys = {
  wordText: Uint16Array;
  wordStart: Uint32Array;
  wordKeysStart: Uint32Array;
  keyRuns: Uint32Array;
  runWord: Uint32Array;
};

export function buildFrequentFragments({
  wordText,
  wordStart,
  wordKeysStart,
  keyRuns,
  runWord,
}: WordsOfKeys): FrequentFragments {
  const keyCount = keyRuns.length - 1;
  const letterOf = numberLetters(wordText);
  const wordCount = wordStart.length - 1;
  const codes = new Uint32Array(LENGTH_MAX * longestWord(wordStart));

  const counts = new Uint32Array(2 ** (LETTER_BITS * LENGTH_MAX));
  for (let word = 0; word < wordCount; word += 1) {
    const keysOfWord = wordKeysStart[word + 1]! - wordKeysStart[word]!;
    const found = listFragments(word);
    for (let i = 0; i < found; i += 1) counts[codes[i]!]! += keysOfWord;
  }

  // The sets lie behind one another in one array; `setOf` has the number of each frequent fragment's set, from 1 on.
  const setOf = new Uint32Array(counts.length);
  const countMin = Math.max(1, keyCount * FREQUENT_SHARE);
  let setCount = 0;
  for (let code = 0; code < counts.length; code += 1) {
    if (counts[code]! < countMin) continue;
    setCount += 1;
    setOf[code] = setCount;
  }
  const setLength = createBitSet(keyCount).length;
  const sets = new Int32Array(setCount * setLength);
  // In the order of the keys, so that one part of each set is written after the other.
  for (let key = 0; key < keyCount; key += 1) {
    for (let run = keyRuns[key]!; run < keyRuns[key + 1]!; run += 1) {
      const found = listFragments(runWord[run]!);
      for (let i = 0; i < found; i += 1) {
        const set = setOf[codes[i]!]!;
        if (set !== 0) sets[(set - 1) * setLength + (key >>> 5)]! |= 1 << key;
      }
    }
  }

  return (fragment) => {
    if (fragment.length > LENGTH_MAX) return undefined;
    let code = 0;
    for (const unit of fragment) {
      const letter = letterOf[unit]!;
      if (letter === 0) return undefined;
      code = (code << LETTER_BITS) | letter;
    }
    const set = setOf[code]!;
    return set === 0 ? undefined : sets.subarray((set - 1) * setLength, set * setLength);
  };

  /** Writes the numbers of all fragments inside the word, not at its start, into `codes`. */
  function listFragments(word: number): number {
    let count = 0;
    const end = wordStart[word + 1]! - 1;
    for (let from = wordStart[word]! + 1; from < end; from += 1) {
      let code = 0;
      for (let at = from; at < end && at < from + LENGTH_MAX; at += 1) {
        const letter = letterOf[wordText[at]!]!;
        if (letter === 0) break;
        code = (code << LETTER_BITS) | letter;
        codes[count] = code;
        count += 1;
      }
    }
    return count;
  }
}

function longestWord(wordStart: Uint32Array): number {
  let longest = 0;
  for (let word = 0; word + 1 < wordStart.length; word += 1) {
    longest = Math.max(longest, wordStart[word + 1]! - wordStart[word]!);
  }
  return longest;
}

/** Numbers the most frequent code units from 1; all others are 0. */
function numberLetters(text: Uint16Array): Uint8Array {
  const counts = new Uint32Array(0x10000);
  for (let i = 0; i < text.length; i += 1) counts[text[i]!]! += 1;
  const units: number[] = [];
  for (let unit = 1; unit < counts.length; unit += 1) if (counts[unit]! > 0) units.push(unit);
  // Equally frequent ones stay in their order.
  units.sort((a, b) => counts[b]! - counts[a]!);
  const letterOf = new Uint8Array(0x10000);
  for (const [i, unit] of units.slice(0, LETTERS_MAX).entries()) letterOf[unit] = i + 1;
  return letterOf;
}
