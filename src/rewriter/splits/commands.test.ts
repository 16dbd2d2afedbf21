import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "Take a short break in the shade of the old trees and drink some of the water you brought.",
    "Take a short break in the shade of the old trees. Drink some of the water you brought.",
  ],
  [
    "Follow the notes that came with the kit for the boat, and make sure to wear a pair of gloves.",
    "Follow the notes that came with the kit for the boat. Make sure to wear a pair of gloves.",
  ],
  [
    "Put the dough into the large bowl, cover it with a cloth, and leave it in a warm place for an hour.",
    "Put the dough into the large bowl and cover it with a cloth. Leave it in a warm place for an hour.",
  ],
  [
    "Place the wet cloth or some leather on top of the wooden block, and use a small nail to hold it.",
    "Place the wet cloth or some leather on top of the wooden block. Use a small nail to hold it.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // The second verb hangs on "to", on "help", on a clause.
  "Take a few minutes each day to sit by the window in the kitchen and watch the birds outside.",
  "Help the younger children find their way around the old school and make some new friends there.",
  "Write down what you see in the garden on a summer morning and hear in the woods at night.",
  // One object, and no order at all.
  "Check and renew the list of all the members in the north at least once or twice a year.",
  "Use of the old bridge and work on the new one will be the main subjects of the meeting in May.",
  "write of the use of mint and cloves by the old healers for all kinds of trouble in the head.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
