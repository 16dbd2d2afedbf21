import { expect, test } from "vitest";
import { applyRules } from "../../testing/build-rewriter.ts";

const reworded = (text: string): string => applyRules(text, { kinds: ["phrase"] });

test.each([
  ["In 2019, the town built a new bridge.", "In 2019 the town built a new bridge."],
  ["On Monday, he went back to the farm.", "On Monday he went back to the farm."],
  ["Last year, they sold the old house.", "Last year they sold the old house."],
  ["In the end, he sold the old house.", "In the end he sold the old house."],
])("%s → %s", (from, to) => {
  expect(reworded(from)).toBe(to);
});

test.each([
  // Another number or name would run into the time; an aside; no time at all.
  "In 2019, 300 people left the town.",
  "On Monday, Russian officials went home.",
  "In May, he, too, left the town.",
  "This time, they assured me, I would stay.",
  "For example, it rained all day.",
  "On the other hand, he was ill.",
  "In town, the shops were closed all day.",
  "On May 5, 2019, the town built a bridge.",
])("leaves alone: %s", (text) => {
  expect(reworded(text)).toBe(text);
});
