// The words of many names, made ready to be found: by their beginning, by their inside, and misspelt.
//
// A *key* is a name, given as its words. Words are numbered in the order of their text, so the words with
// one beginning are a range of numbers, and each lists the keys that hold it.
import { countEdits, editsAllowed } from "./edit-distance.ts";
import { SUFFIX } from "./normalise.ts";
import { buildSieve, maskOf } from "./sieve.ts";

/** How a key holds what was looked for, the best first. Spaces in it don't count: "newdelhi". */
export const PLACES = ["exact", "name", "word", "name-start", "word-start"] as const;
export const [EXACT, NAME, WORD, NAME_START, WORD_START] = [0, 1, 2, 3, 4] as const;

export type WordIndex = {
  wordCount(key: number): number;
  /** The keys with the text at the start of one of their words, and the letters of that word. */
  visitStarts(text: string, visit: (key: number, place: number, wordLength: number) => void): void;
  /** The keys with the text inside one of their words. */
  visitInsides(text: string, visit: (key: number) => void): void;
  /** The number of a word, and whether a key holds it. */
  idOf(word: string): number | undefined;
  holdsWord(key: number, word: number): boolean;
  /** The keys of which the text is a misspelling, of the whole key or of one of its words. */
  visitMisspelt(text: string, visit: (key: number, edits: number, isWhole: boolean) => void): void;
  /** The keys with a word whose beginning is misspelt in the text. */
  visitMisspeltStarts(text: string, visit: (key: number, edits: number) => void): void;
  visitSuffixed(visit: (key: number) => void): void;
};

/** `hasInside` says which keys are searched for the inside of words. */
export function buildWordIndex(
  keyCount: number,
  wordsOfKey: (key: number) => readonly string[],
  {
    isSuffixed = () => false,
    hasInside = () => true,
  }: { isSuffixed?: (key: number) => boolean; hasInside?: (key: number) => boolean } = {},
): WordIndex {
  const { words, ids, keyStart, keyWords, postStart, postings } = number(keyCount, wordsOfKey);
  const insides = indexInsides(words, (word) =>
    postings.subarray(postStart[word], postStart[word + 1]).some(hasInside),
  );
  const masks = Int32Array.from(words, maskOf);
  const wordSieve = buildSieve(
    words.length,
    (word) => words[word]!.length,
    (word) => masks[word]!,
  );
  const { entries, sieve: keySieve } = sieveKeys();

  return {
    wordCount: countWords,
    visitStarts(text, visit) {
      visitPrefix(text, visit);
      for (let length = 1; length < text.length; length += 1) {
        const word = ids.get(text.slice(0, length));
        if (word !== undefined) visitAcross(word, text.slice(length), visit);
      }
    },
    visitInsides(text, visit) {
      insides(text, (word) => visitKeys(word, visit));
    },
    idOf: (word) => ids.get(word),
    holdsWord(key, word) {
      for (let at = keyStart[key]!; at < keyStart[key + 1]!; at += 1) {
        if (keyWords[at] === word) return true;
      }
      return false;
    },
    visitMisspelt(text, visit) {
      const most = editsAllowed(text.length);
      if (most === 0) return;
      const mask = maskOf(text);
      const [least, greatest] = [text.length - most, text.length + most];
      wordSieve.sift(mask, most, least, greatest, (word) => {
        const edits = countEdits(text, words[word]!, most);
        if (edits > most) return;
        visitKeys(word, (key) => visit(key, edits, countWords(key) === 1));
      });
      const hasSuffix = endsAlmostWithSuffix(text, most);
      keySieve.sift(mask, most, least, greatest, (place) => {
        const entry = entries[place]!;
        const isFull = (entry & 1) === 1;
        if (isFull && !hasSuffix) return;
        const edits = countEdits(text, joinKey(entry >>> 1, isFull), most);
        if (edits <= most) visit(entry >>> 1, edits, true);
      });
    },
    visitMisspeltStarts(text, visit) {
      const most = editsAllowed(text.length);
      if (text.length < PREFIX_LENGTH_MIN) return;
      wordSieve.siftPrefixes(maskOf(text), most, text.length - most, (word) => {
        const edits = countEdits(text, words[word]!, most, true);
        if (edits <= most) visitKeys(word, (key) => visit(key, edits));
      });
    },
    visitSuffixed(visit) {
      for (let key = 0; key < keyCount; key += 1) if (isSuffixed(key)) visit(key);
    },
  };

  function countWords(key: number): number {
    return keyStart[key + 1]! - keyStart[key]!;
  }

  function visitKeys(word: number, visit: (key: number) => void): void {
    for (let at = postStart[word]!; at < postStart[word + 1]!; at += 1) visit(postings[at]!);
  }

  function visitPrefix(
    text: string,
    visit: (key: number, place: number, wordLength: number) => void,
  ): void {
    for (let word = firstAtLeast(words, text); word < words.length; word += 1) {
      const { length } = words[word]!;
      if (!words[word]!.startsWith(text)) return;
      const isWhole = length === text.length;
      for (let at = postStart[word]!; at < postStart[word + 1]!; at += 1) {
        const key = postings[at]!;
        const start = keyStart[key]!;
        const isFirst = keyWords[start] === word;
        const isAll = isWhole && keyStart[key + 1]! - start === 1;
        visit(key, isAll ? EXACT : placeOf(isFirst, isWhole), length);
      }
    }
  }

  /** The keys in which the rest of the text follows after the word, as the next words or a part of them. */
  function visitAcross(
    word: number,
    rest: string,
    visit: (key: number, place: number, wordLength: number) => void,
  ): void {
    for (let at = postStart[word]!; at < postStart[word + 1]!; at += 1) {
      const key = postings[at]!;
      const end = keyStart[key + 1]!;
      for (let from = keyStart[key]!; from < end; from += 1) {
        if (keyWords[from] !== word) continue;
        let matched = 0;
        let next = from + 1;
        let isWhole = true;
        for (; matched < rest.length; next += 1) {
          const follows =
            next < end ? words[keyWords[next]!]! : next === end && isSuffixed(key) ? SUFFIX : "";
          const left = rest.length - matched;
          if (follows === "") break;
          if (left >= follows.length) {
            if (!rest.startsWith(follows, matched)) break;
            matched += follows.length;
          } else {
            if (!follows.startsWith(rest.slice(matched))) break;
            matched = rest.length;
            isWhole = false;
          }
        }
        if (matched < rest.length) continue;
        const isFirst = from === keyStart[key];
        const isAll = isFirst && isWhole && next >= end;
        visit(key, isAll ? EXACT : placeOf(isFirst, isWhole), words[word]!.length + rest.length);
      }
    }
  }

  function joinKey(key: number, isFull: boolean): string {
    let text = "";
    for (let at = keyStart[key]!; at < keyStart[key + 1]!; at += 1) text += words[keyWords[at]!]!;
    return isFull ? text + SUFFIX : text;
  }

  /** Whole keys: those of several words, and all with their suffix. A key of one word is found by that word. */
  function sieveKeys() {
    const list: number[] = [];
    for (let key = 0; key < keyCount; key += 1) {
      if (keyStart[key + 1]! - keyStart[key]! > 1) list.push(key * 2);
      if (isSuffixed(key)) list.push(key * 2 + 1);
    }
    const entries = Uint32Array.from(list);
    const sum = (place: number, wordSum: (sum: number, word: number) => number, first: number) => {
      const key = entries[place]! >>> 1;
      let result = first;
      for (let at = keyStart[key]!; at < keyStart[key + 1]!; at += 1) {
        result = wordSum(result, keyWords[at]!);
      }
      return result;
    };
    const isFull = (place: number) => (entries[place]! & 1) === 1;
    const sieve = buildSieve(
      entries.length,
      (place) => sum(place, (n, w) => n + words[w]!.length, isFull(place) ? SUFFIX.length : 0),
      (place) => sum(place, (mask, w) => mask | masks[w]!, isFull(place) ? SUFFIX_MASK : 0),
    );
    return { entries, sieve };
  }
}

/** Shorter beginnings with an edit in them would match almost anything. */
const PREFIX_LENGTH_MIN = 4;

const SUFFIX_MASK = maskOf(SUFFIX);

function placeOf(isFirst: boolean, isWhole: boolean): number {
  if (isWhole) return isFirst ? NAME : WORD;
  return isFirst ? NAME_START : WORD_START;
}

/** Numbers the words in the order of their text, and lists the keys of each. */
function number(keyCount: number, wordsOfKey: (key: number) => readonly string[]) {
  const keyStart = new Uint32Array(keyCount + 1);
  const seen = new Map<string, number>();
  const list: number[] = [];
  for (let key = 0; key < keyCount; key += 1) {
    for (const word of wordsOfKey(key)) {
      let id = seen.get(word);
      if (id === undefined) {
        id = seen.size;
        seen.set(word, id);
      }
      list.push(id);
    }
    keyStart[key + 1] = list.length;
  }
  const words = [...seen.keys()].sort();
  const ids = new Map(words.map((word, id) => [word, id]));
  const idOf = Uint32Array.from(seen.keys(), (word) => ids.get(word)!);
  const keyWords = Uint32Array.from(list, (id) => idOf[id]!);
  const postStart = new Uint32Array(words.length + 1);
  for (const word of keyWords) postStart[word + 1]! += 1;
  for (let word = 0; word < words.length; word += 1) postStart[word + 1]! += postStart[word]!;
  const next = postStart.slice();
  const postings = new Uint32Array(keyWords.length);
  for (let key = 0; key < keyCount; key += 1) {
    for (let at = keyStart[key]!; at < keyStart[key + 1]!; at += 1) {
      const word = keyWords[at]!;
      postings[next[word]!] = key;
      next[word]! += 1;
    }
  }
  return { words, ids, keyStart, keyWords, postStart, postings };
}

function firstAtLeast(words: readonly string[], text: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (words[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** An edit takes one letter off at most, so the others of the suffix must still be near the end. */
function endsAlmostWithSuffix(text: string, most: number): boolean {
  const end = text.slice(-SUFFIX.length - most);
  let missing = 0;
  for (const letter of SUFFIX) if (!end.includes(letter)) missing += 1;
  return missing <= most;
}

/** Which words have a text inside them: those that have its rarest two letters there are looked over. */
function indexInsides(list: readonly string[], isSearched: (word: number) => boolean) {
  const byLetters = new Map<string, number[]>();
  const add = (letters: string, word: number) => {
    const known = byLetters.get(letters);
    if (known === undefined) byLetters.set(letters, [word]);
    else if (known.at(-1) !== word) known.push(word);
  };
  for (let word = 0; word < list.length; word += 1) {
    if (!isSearched(word)) continue;
    const text = list[word]!;
    for (let at = 1; at < text.length; at += 1) {
      add(text[at]!, word);
      if (at + 1 < text.length) add(text.slice(at, at + 2), word);
    }
  }
  return (query: string, visit: (word: number) => void): void => {
    let rarest = byLetters.get(query.slice(0, 2)) ?? [];
    for (let at = 1; at + 1 < query.length; at += 1) {
      const other = byLetters.get(query.slice(at, at + 2)) ?? [];
      if (other.length < rarest.length) rarest = other;
    }
    for (const word of rarest) {
      if (query.length < 3 || list[word]!.includes(query, 1)) visit(word);
    }
  };
}
