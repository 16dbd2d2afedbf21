import { expect, test } from "vitest";
import { readSentence } from "../../../testing/build-rewriter.ts";
import { applyReplacements } from "../edit.ts";
import { proposeAlso } from "./also.ts";

function apply(text: string): string {
  const edits = proposeAlso(readSentence(text));
  return applyReplacements(
    text,
    edits.map(({ start, end, options }) => ({ start, end, to: options[0] ?? "" })),
  );
}

test.each([
  ["Furthermore, they grow beans.", "They also grow beans."],
  ["Moreover, the old mill is open.", "The old mill is also open."],
  [
    "Additionally, the decline of the bees can hurt crops.",
    "The decline of the bees can also hurt crops.",
  ],
  ["In addition, there are two wells.", "There are also two wells."],
  ["Additionally, the team has found a leak.", "The team has also found a leak."],
  ["Moreover, the house has three doors.", "The house also has three doors."],
  ["Additionally, many guests have come back.", "Many guests have also come back."],
])('"also" beside the verb takes the place of a stock connective: %s', (text, becomes) => {
  expect(apply(text)).toBe(becomes);
});

test.each([
  ["another clause comes first", "Moreover, when it rains, the mill is open."],
  ["the subject before a full verb is long", "Moreover, the old address bus lets it run."],
  ["the subject is long", "Moreover, the mill that my uncle built is open."],
  ["something is denied in short", "Moreover, the harm isn't new."],
  ["something is denied", "Additionally, the mill is not open."],
  ["an adverb stands before the verb", "Moreover, analysis rarely yields one answer."],
  ["the first verb may be another's", "Moreover, the gains experts predicted pay for it."],
  ["the verb looks like a noun", "Additionally, she hosts her own show called Town Hall."],
  ["the verb may be a participle", "In addition, towns designed around people are pleasant."],
  ["a noun looks like the verb", "Additionally, his struggles with the law were eased."],
  ["it says so already", "Furthermore, they also grow beans."],
  ["it begins with a preposition", "In addition, by noon the mill is open."],
])("a sentence keeps its connective where %s", (_, text) => {
  expect(apply(text)).toBe(text);
});
