import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  // A pronoun and its verb in one word.
  [
    "The new path along the river isn't a shortcut—it's a quiet road for people who have the time to walk.",
    "The new path along the river isn't a shortcut. It's a quiet road for people who have the time to walk.",
  ],
  [
    "I'm not writing the usual tale of the sea—Berta isn't a brave captain with a wooden leg and a bird.",
    "I'm not writing the usual tale of the sea. Berta isn't a brave captain with a wooden leg and a bird.",
  ],
  [
    "The soup was good - we also had the bread of the house and a small plate of fish.",
    "The soup was good. We also had the bread of the house and a small plate of fish.",
  ],
  // Who writes goes on in his own name.
  [
    "I think the plan for the new bridge is sound—it would save the farmers in the hills an hour a day.",
    "I think the plan for the new bridge is sound. It would save the farmers in the hills an hour a day.",
  ],
  [
    "When the sun shines, we work in the garden; when it rains or snows, we mend the nets in the old barn.",
    "When the sun shines, we work in the garden. When it rains or snows, we mend the nets in the old barn.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // The condition is one of both.
  "If the town closes the old school in May, that isn't only a change—it's a hard blow for the children.",
  // Somebody else's words go on.
  "The mayor said that the plan for the bridge was sound—it would save the farmers in the hills an hour.",
  // What stands behind the mark hangs on what stands before it.
  "He wrote down the names of all the boats in the old harbour; because nobody else would do it for him.",
  "She kept a long list of small repairs—the things every good owner of an old house should know about.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
