import { expect, test } from "vitest";
import { readSentence } from "../../../testing/build-rewriter.ts";
import { applyReplacements } from "../edit.ts";
import { proposeAlso } from "./also.ts";

function apply(text: string): string {
  const edits = proposeAlso(readSentence(text));
  return applyReplacements(text, edits);
}

test.each([
  ["Furthermore, they grow beans.", "They also grow beans."],
  ["Moreover, it is open.", "It is also open."],
  ["In addition, there are two wells.", "There are also two wells."],
  ["Additionally, she has found a leak.", "She has also found a leak."],
  ["Moreover, it has three doors.", "It also has three doors."],
  ["Additionally, they have come back.", "They have also come back."],
])('"also" beside the verb takes the place of a stock connective: %s', (text, becomes) => {
  expect(apply(text)).toBe(becomes);
});

test.each([
  ["another clause comes first", "Moreover, when it rains, the mill is open."],
  ["the subject is a noun", "Moreover, the old mill is open."],
  ["something is denied in short", "Moreover, it isn't new."],
  ["something is denied", "Additionally, it is not open."],
  ["an adverb stands before the verb", "Moreover, it rarely yields one answer."],
  ["an adverb stands behind it", "Additionally, we have already refunded the fee."],
  ["the pronoun belongs to a noun", "Additionally, these struggles with the law were eased."],
  ["it says so already", "Furthermore, they also grow beans."],
  ["it begins with a preposition", "In addition, by noon it is open."],
])("a sentence keeps its connective where %s", (_, text) => {
  expect(apply(text)).toBe(text);
});
