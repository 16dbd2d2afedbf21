// The sieve for misspellings compared with its definition, counted letter by letter: it lets through exactly the
// entries that letters and length alone can't rule out.
import { describe, expect, test } from "vitest";
import { createRandom } from "../../evaluation/seeded-random.ts";
import { toUnits } from "./query.ts";
import { buildSignatures, maskOf, siftPrefix, siftWhole } from "./signatures.ts";

const random = createRandom(5);
const makeWord = () =>
  Array.from({ length: random.below(9) }, () => random.pick([..."aaabcdé"])).join("");
const words = Array.from({ length: 300 }, makeWord);
const starts = new Uint32Array(words.length);
let joined = "";
for (const [i, word] of words.entries()) {
  starts[i] = joined.length;
  joined += `${word}\0`;
}
const text = toUnits(joined);
const lengths = Uint16Array.from(words, ({ length }) => length);
const all = Uint32Array.from(words.keys());
const signatures = buildSignatures(text, all, starts, lengths);

/** How often each letter occurs, three times at most; the letters are told apart by five bits. */
function lettersOf(word: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (const unit of toUnits(word))
    counts.set(unit & 31, Math.min(3, (counts.get(unit & 31) ?? 0) + 1));
  return counts;
}

/** Letters that `word` has and `other` has not, or not so often. */
function surplus(word: string, other: string): number {
  const theirs = lettersOf(other);
  let sum = 0;
  for (const [letter, count] of lettersOf(word))
    sum += Math.max(0, count - (theirs.get(letter) ?? 0));
  return sum;
}

const found = new Uint32Array(words.length);
const taken = (count: number) => [...found.subarray(0, count)].sort((a, b) => a - b);
const queries = Array.from({ length: 60 }, () => ({ query: makeWord(), edits: random.below(3) }));

describe("the sieve", () => {
  test("for whole words lets through what has no more letters too many or too few than edits", () => {
    for (const { query, edits } of queries) {
      const [least, most] = [query.length - edits, query.length + edits];
      const mask = maskOf(toUnits(query), 0, query.length);
      const expected = [...all].filter((i) => {
        const word = words[i] ?? "";
        return (
          word.length >= least &&
          word.length <= most &&
          surplus(query, word) <= edits &&
          surplus(word, query) <= edits
        );
      });
      expect(taken(siftWhole(signatures, mask, edits, least, most, found))).toEqual(expected);
    }
  });

  test("for beginnings lets through what lacks no more of the query's letters than edits", () => {
    for (const { query, edits } of queries) {
      const least = query.length - edits;
      const mask = maskOf(toUnits(query), 0, query.length);
      const expected = [...all].filter((i) => {
        const word = words[i] ?? "";
        return word.length >= least && surplus(query, word) <= edits;
      });
      expect(taken(siftPrefix(signatures, mask, edits, least, found))).toEqual(expected);
    }
  });

  test("looks at lengths that no entry has without a fault", () => {
    const mask = maskOf(toUnits("aaa"), 0, 3);
    expect(siftWhole(signatures, mask, 9, 90, 99, found)).toBe(0);
    expect(siftWhole(signatures, mask, 9, -9, -2, found)).toBe(0);
    expect(siftPrefix(signatures, mask, 9, 90, found)).toBe(0);
    expect(siftPrefix(signatures, mask, 99, -5, found)).toBe(words.length);
    expect(siftWhole(signatures, mask, 99, -5, 99, found)).toBe(words.length);
  });

  test("knows only the entries chosen", () => {
    const chosen = all.filter((i) => i % 3 === 0);
    const some = buildSignatures(text, chosen, starts, lengths);
    const mask = maskOf(toUnits(""), 0, 0);
    expect(taken(siftWhole(some, mask, 99, 0, 99, found))).toEqual([...chosen]);
    const none = buildSignatures(text, new Uint32Array(0), starts, lengths);
    expect(siftWhole(none, mask, 99, 0, 99, found)).toBe(0);
  });
});

test("a mask has the letters from the start for the length given", () => {
  const bits = (...letters: string[]) =>
    letters.reduce((sum, letter) => sum | (1 << (letter.charCodeAt(0) & 31)), 0);
  expect(maskOf(toUnits("xxabacaay"), 2, 6)).toEqual({
    once: bits("a", "b", "c"),
    twice: bits("a"),
    thrice: bits("a"),
  });
});
