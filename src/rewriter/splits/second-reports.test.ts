import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The last report shows that the bridge is too old and that the iron beams are full of rust.",
    "The last report shows that the bridge is too old. It also shows that the iron beams are full of rust.",
  ],
  [
    "The board has stated that the ferry will run in winter, and that the price of a ticket will not change.",
    "The board has stated that the ferry will run in winter. It has also stated that the price of a ticket will not change.",
  ],
  [
    "It is important to remember that the path is steep and that the rocks are wet in the morning.",
    "It is important to remember that the path is steep. It is also important to remember that the rocks are wet in the morning.",
  ],
  [
    "We firmly believe that the old mill can be saved and that the people of the town will help us.",
    "We firmly believe that the old mill can be saved. We also firmly believe that the people of the town will help us.",
  ],
  [
    "The new rule means that the gates are closed at night, and that visitors have to ring the bell.",
    "The new rule means that the gates are closed at night. It also means that visitors have to ring the bell.",
  ],
])("the second thing that is said or known is held by the same words: %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // The clause belongs to a thing, or may go on with another.
  "The board rejected the claim that the ferry is unsafe and that the crew is much too small.",
  "The report shows that the town needs a bridge that is wide and that carries the heavy trucks.",
  // Under a condition, and denied.
  "If the water rises again, it means that the dam has failed and that the people must leave.",
  "The captain did not say that the ship was lost and that the crew had left it in the night.",
  // What comes of a degree is one thing.
  "The storm was so strong that the roof of the barn came off and that two old trees fell.",
])("what is held by a thing, a condition or a denial stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
