import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The people of the coast live from fish and salt, while the rich families in the middle of the island have all the land.",
    "The people of the coast live from fish and salt. The rich families in the middle of the island have all the land.",
  ],
  [
    "Some people argue that the old bridge should be closed at once, while others suggest that it can be saved.",
    "Some people argue that the old bridge should be closed at once. But others suggest that it can be saved.",
  ],
  [
    "The new pump can bring water to the upper fields while reducing the cost of power for the farms.",
    "The new pump can bring water to the upper fields. It can also reduce the cost of power for the farms.",
  ],
  [
    "Some believe that the old mill should be sold to the town, while others argue that it brings in guests.",
    "Some believe that the old mill should be sold to the town. But others argue that it brings in guests.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test("what a thing does at the same time is said of it again", () => {
  expect(
    split(
      "The new engine in the old boat uses very little oil while keeping the same speed as before.",
    ),
  ).toMatch(/\. (?:It also keeps|At the same time, it keeps) the same speed as before\.$/);
});

test.each([
  // It tells when it was.
  "She found a small silver coin near the old well while walking home from the market.",
  // Another deed goes on meanwhile, or the main clause goes on.
  "The council wants to build a new school for the children while keeping the old one for a year.",
  "Praising the old mill as a great monument while selling its land to a firm is a strange idea.",
  "He ran the small shop by the sea for thirty years, all while raising four children on his own.",
  // Both make up the idea.
  "The plan rests on the idea that the old road can be used by carts, while the new one can be used by cars.",
  // Whoever met the trouble built it.
  "This short report gives a clear account of the many delays and costs encountered while building a new bridge over the river.",
  "The new guests often meet the old ones in their daily life, such as while sharing a room or a table.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
