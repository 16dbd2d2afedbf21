import { expect, test } from "vitest";
import { countWords, gradeOf, syllablesIn } from "./readability.ts";

test.each([
  ["cat", 1],
  ["make", 1],
  ["makes", 1],
  ["making", 2],
  ["table", 2],
  ["people", 2],
  ["created", 3],
  ["individuals", 5],
  ["utilize", 3],
  ["approximately", 5],
  ["various", 3],
  ["idea", 3],
  ["area", 3],
  ["important", 3],
  ["nation", 2],
  ["special", 2],
  ["wanted", 2],
  ["used", 1],
  ["houses", 2],
  ["changes", 2],
  ["movement", 2],
  ["beautiful", 3],
  ["science", 2],
  ["society", 4],
  ["being", 2],
  ["don't", 1],
  ["isn't", 2],
  ["students'", 2],
  ["organization", 5],
  ["technology", 4],
  ["experience", 4],
  ["realism", 4],
  ["language", 2],
  ["through", 1],
  ["2019", 1],
])("%s has %i syllables", (word, count) => {
  expect(syllablesIn(word)).toBe(count);
});

test("the grade follows the published formula", () => {
  expect(gradeOf({ words: 100, sentences: 5, syllables: 150 })).toBeCloseTo(
    0.39 * 20 + 11.8 * 1.5 - 15.59,
    10,
  );
  expect(gradeOf({ words: 0, sentences: 0, syllables: 0 })).toBe(0);
});

test("words are counted without marks", () => {
  expect(countWords("It's a well-known fact — 3 times, no less.").words).toBe(9);
});
