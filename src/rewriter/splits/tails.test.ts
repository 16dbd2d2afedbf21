import { expect, test } from "vitest";
import { applyRules } from "../build-rewriter.ts";

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
])("%s → %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // The reason is denied, weighed, or that of an inner clause.
  "The north wall of the barn is not a good place for the bees because it keeps off the cold wind.",
  "The gate at the end of the lane was open, possibly because the two boys had come home so late.",
  "The farmers wanted to sell the old mill by the river because the price of grain had gone down.",
  "The two brothers met the man who had lost his way because the snow had covered the signs.",
  // One reason inside another.
  "The baker of the village left his shop because he was afraid because the river had come up in the night.",
])("stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
