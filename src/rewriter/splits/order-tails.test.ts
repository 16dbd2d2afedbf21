import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "Stir the sauce over a low heat for ten minutes, scraping the sides of the pan with a wooden spoon.",
    "Stir the sauce over a low heat for ten minutes. Scrape the sides of the pan with a wooden spoon.",
  ],
  [
    "Managed a team of four drivers and two clerks, providing fast help to all of the branches in the north.",
    "Managed a team of four drivers and two clerks. Provided fast help to all of the branches in the north.",
  ],
  [
    "Leave the meat on a warm plate for ten minutes, allowing the juices to spread through all of it.",
    "Leave the meat on a warm plate for ten minutes. This allows the juices to spread through all of it.",
  ],
  [
    "Gently fold the flour into the cold cream and eggs, turning the bowl a little after each spoonful.",
    "Gently fold the flour into the cold cream and eggs. Turn the bowl a little after each spoonful.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // Whom one is asked to think of does it.
  "Imagine the old market on a bright morning in May, teeming with traders from every corner of the land.",
  // A list of things to do, not one thing and its tail.
  "Clean the tools before the winter, oiling the blades, sharpening the shears, and storing the pots.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
