import { expect, test } from "vitest";
import { readSentence } from "../../../testing/build-rewriter.ts";
import { applyReplacements } from "../edit.ts";
import { proposeContractions } from "./contractions.ts";

const contracted = (text: string): string =>
  applyReplacements(
    text,
    proposeContractions(readSentence(text), "'").map(({ start, end, options }) => ({
      start,
      end,
      to: options[0] ?? "",
    })),
  );

test.each([
  ["They do not pay.", "They don't pay."],
  ["They will not pay.", "They won't pay."],
  ["They cannot pay.", "They can't pay."],
  ["It is late, and we are cold.", "It's late, and we're cold."],
  ["I am late, and you will wait.", "I'm late, and you'll wait."],
  ["We have seen it.", "We've seen it."],
])("%s → %s", (text, wanted) => {
  expect(contracted(text)).toBe(wanted);
});

test.each([
  // Nothing follows in the clause.
  "They know what it is.",
  // The full form carries weight.
  "It was not only late but also cold.",
  "They do not so much walk as run.",
  "It was not quite animal and not quite plant.",
  // What they own, and what they must do.
  "We have two cows.",
  "We have to go.",
])("stays: %s", (text) => {
  expect(contracted(text)).toBe(text);
});
