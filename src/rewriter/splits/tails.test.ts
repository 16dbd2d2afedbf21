import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The north wall of the barn is an excellent place for the bees because it keeps off the cold wind.",
    "The north wall of the barn is an excellent place for the bees. This is because it keeps off the cold wind.",
  ],
  [
    "The first trip across the bay was hard for the children because the boat had no roof at all.",
    "The first trip across the bay was hard for the children. This was because the boat had no roof at all.",
  ],
  // What must be has its reason now, and two things have it together.
  [
    "The old bridge must be closed to cars and trucks because the iron beams are no longer safe.",
    "The old bridge must be closed to cars and trucks. This is because the iron beams are no longer safe.",
  ],
])("%s → %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // The reason is denied, weighed, or that of an inner clause.
  "The north wall of the barn is not a good place for the bees because it keeps off the cold wind.",
  "The gate at the end of the lane was open, possibly because the two boys had come home so late.",
  "The farmers wanted to sell the old mill by the river because the price of grain had gone down.",
  "The two brothers met the man who had lost his way because the snow had covered the signs.",
  "No driver should leave the road at the old mill because the ground is soft and wet in spring.",
  "The old bridge might be closed to heavy trucks because the iron beams are no longer safe.",
  "The gate at the end of the lane was closed, in part because the two boys had come home so late.",
  // One "This is" behind another.
  "This is of great use to the farmers of the coast because it keeps the salt out of the fields.",
  // One reason inside another.
  "The baker of the village left his shop because he was afraid because the river had come up in the night.",
])("stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
