import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The travel kit includes a strong rope, a small lamp, and a map of the old mines in the valley.",
    "The travel kit includes a strong rope and a small lamp. It also includes a map of the old mines in the valley.",
  ],
  [
    "Poor drainage can cause wet cellars, weak walls, damp floors, and heavy damage to wooden beams.",
    "Poor drainage can cause wet cellars and weak walls. It can also cause damp floors and heavy damage to wooden beams.",
  ],
  [
    "The first step involves cleaning the old pipes, replacing the broken taps, and painting the walls of the hall.",
    "The first step involves cleaning the old pipes and replacing the broken taps. It also involves painting the walls of the hall.",
  ],
  [
    "The final report covers the state of the roof, the age of the beams, and the cost of the repairs.",
    "The final report covers the state of the roof and the age of the beams. It also covers the cost of the repairs.",
  ],
])("a long list is told in two sentences: %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // What is taken together stays together.
  "The new dish combines tender beans, fresh green herbs, and a strong sauce of ripe red tomatoes.",
  "The old law balances private rights, public order, and the needs of the poorest towns of the coast.",
  // The things may hang on a word of the first one.
  "The book describes the history of the harbour, the great market, and the oldest streets of the town.",
  "This program involves teaching old songs, folk dances, and the proper use of the painted masks.",
  // When it is so may be told of all.
  "The little shop sells ripe apples, sweet pears, and a kind of brown nuts in the winter months.",
  // One article for all.
  "The old museum shows the crown, golden sword, painted shield, and silver cup of the first king.",
  // Under a condition, and only these.
  "If the rain stops, the park offers long walks, open fields, and a fine view of the hills.",
  "The old school only offers evening courses, weekend lessons, and a short course of summer classes.",
  // Short things are read at a glance.
  "The little bakery near the old bridge sells bread, cakes, and pies to the people of the town.",
])("a list that is one thing, short or unclear is left alone: %s", (text) => {
  expect(split(text)).toBe(text);
});

test("what stands for one thing is no list beside it", () => {
  const text =
    "The shop should offer excellent customer service, including clear instructions, a phone line, and a dedicated repair team.";
  expect(applyRules(text, { kinds: ["split"] })).not.toContain("and including");
});
