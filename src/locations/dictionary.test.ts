// The dictionary numbers words by their first appearance, however many there are.
import { expect, test } from "vitest";
import { createRandom } from "../../evaluation/seeded-random.ts";
import { createDictionary } from "./dictionary.ts";
import { toUnits } from "./query.ts";

test("a word keeps its number, and new ones count on", () => {
  const dictionary = createDictionary();
  const numbers = ["pune", "moshi", "pune", "pun", "punes", "moshi", ""].map((word) =>
    dictionary.idOf(toUnits(word), 0, word.length),
  );
  expect(numbers).toEqual([0, 1, 0, 2, 3, 1, 4]);
  const { wordText, wordStart } = dictionary.finish();
  expect(String.fromCharCode(...wordText)).toBe("pune\0moshi\0pun\0punes\0\0");
  expect([...wordStart]).toEqual([0, 5, 11, 15, 21, 22]);
});

test("a word is read from where it stands in a text", () => {
  const dictionary = createDictionary();
  const text = toUnits("punemoshi");
  expect(dictionary.idOf(text, 4, 9)).toBe(0);
  expect(dictionary.idOf(toUnits("moshi"), 0, 5)).toBe(0);
  expect(dictionary.idOf(text, 0, 4)).toBe(1);
  expect(dictionary.idOf(text, 4, 9)).toBe(0);
});

test("thousands of words, more than its table first has room for, are told apart", () => {
  const random = createRandom(11);
  const dictionary = createDictionary();
  const known = new Map<string, number>();
  for (let i = 0; i < 30_000; i += 1) {
    const word = Array.from({ length: 1 + random.below(5) }, () => random.pick([..."abcdefghij"]));
    const name = word.join("");
    if (!known.has(name)) known.set(name, known.size);
    expect(dictionary.idOf(toUnits(name), 0, name.length)).toBe(known.get(name));
  }
  expect(known.size).toBeGreaterThan(8192);
  const { wordText, wordStart } = dictionary.finish();
  const words = [...known.keys()].map((_, id) =>
    String.fromCharCode(...wordText.subarray(wordStart[id], (wordStart[id + 1] ?? 0) - 1)),
  );
  expect(words).toEqual([...known.keys()]);
});

test("words whose hashes collide stay two words", () => {
  // Two pairs known to have the same hash, FNV-1a of 32 bits.
  const dictionary = createDictionary();
  const numbers = ["costarring", "liquid", "declinate", "macallums"].map((word) =>
    dictionary.idOf(toUnits(word), 0, word.length),
  );
  expect(numbers).toEqual([0, 1, 2, 3]);
});
