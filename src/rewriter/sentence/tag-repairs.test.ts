import { expect, test } from "vitest";
import { readSentence } from "../../../testing/build-rewriter.ts";

test.each([
  ["This seasoned expert led the work for a large firm.", "seasoned"],
  ["That broken promise was the last of many.", "broken"],
])("what stands between 'this' and its noun is no verb where one follows: %s", (text, word) => {
  const sentence = readSentence(text);
  const at = sentence.tokens.findIndex(({ lower }) => lower === word);
  expect(sentence.is(at, "PastTense")).toBe(false);
});

test.each([
  ["This caused demand for bread in the town.", "caused"],
  ["This helped students learn the names of birds.", "helped"],
])("but 'this' may be the subject itself: %s", (text, word) => {
  const sentence = readSentence(text);
  const at = sentence.tokens.findIndex(({ lower }) => lower === word);
  expect(sentence.is(at, "PastTense")).toBe(true);
});

test("a past that is no bare verb is a past, whatever the tagger says", () => {
  expect(readSentence("The brothers went down to the shore at night.").is(2, "PastTense")).toBe(
    true,
  );
});
