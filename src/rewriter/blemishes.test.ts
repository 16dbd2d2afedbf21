import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findBlemish } from "./blemishes.ts";
import { readKnownWords } from "./english/known-words.ts";

const words = readKnownWords(
  readFileSync(new URL("../../models/rewriter/known-words.bin", import.meta.url)),
);

test.each([
  ["the garden was old.", "small beginning"],
  ["It rained. and then it stopped.", "small beginning"],
  ["He waited... Then he left.", "dots"],
  ["Bake it for 4-6 minutes.", "range or mark of inches"],
  ["John Reed Jr. and his wife live there.", "title before a small word"],
  ["They believe it's time to go.", "own of it"],
  ["She has multiple sclerosis.", "many of a mass"],
  ["She went to the the park.", "word twice"],
  ["They paid 40 $ for it.", "sum of money"],
  ["We saw the gainsPRO there.", "capital inside a word"],
  ["She said, \"It's late. They left.", "quotation"],
  ["He had a idea about it.", "article"],
  ["Their wellbeing matters.", "unknown word"],
  ["There was a warmth in his voice.", "not counted"],
  ["It rained. Thus they stayed at home.", "opener without comma"],
  ["It was red,white and blue.", "spacing"],
])("%s shows a blemish: %s", (text, kind) => {
  expect(findBlemish(text, words)).toBe(kind);
});

test.each([
  "The garden was old, and the roses grew well. We liked it.",
  'She said, "It is late." They left at nine in the evening.',
  "It cost $40 in 2019, about 3.5 times the old price.",
  "McDonald met Ann in Paris; both of them live there now.",
])("shows none: %s", (text) => {
  expect(findBlemish(text, words)).toBeUndefined();
});

test.each([
  ["letters", "a"],
  ["dots", ". "],
  ["line breaks", "\n"],
  ["addresses", "://"],
  ["marks", '"`'],
])("a text of nothing but %s is read to its end", (_, part) => {
  expect(() => findBlemish(`The ${part.repeat(100_000)}`, words)).not.toThrow();
});
