import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  // The tool or its table: "it" says no more than the "-ing" did.
  [
    "Our new tool for the archive uses a small table, sorting every letter by its year and its sender.",
    "Our new tool for the archive uses a small table. It sorts every letter by its year and its sender.",
  ],
  [
    "The paper by the two students proposes a cheaper lamp, using glass from old bottles in place of lenses.",
    "The paper by the two students proposes a cheaper lamp. It uses glass from old bottles in place of lenses.",
  ],
  [
    "She kept a small garden behind the mill, growing beans and herbs for the whole of the street.",
    "She kept a small garden behind the mill. She grew beans and herbs for the whole of the street.",
  ],
  [
    "The town has two sandy beaches on its northern side, drawing crowds of swimmers in the hot months.",
    "The town has two sandy beaches on its northern side. It draws crowds of swimmers in the hot months.",
  ],
  [
    "Small boats of this kind run using very little fuel, making them a cheap choice for the fishermen.",
    "Small boats of this kind run using very little fuel. This makes them a cheap choice for the fishermen.",
  ],
  [
    "The poorest villages cannot pay for a doctor of their own, resulting in long walks to the nearest town.",
    "The poorest villages cannot pay for a doctor of their own. This results in long walks to the nearest town.",
  ],
  [
    "Keep clean nets over every bed in the house, reducing the number of bites in the summer months.",
    "Keep clean nets over every bed in the house. This reduces the number of bites in the summer months.",
  ],
  [
    "The room was cosy and inviting on that first evening, making it a good place for rest and quiet dining.",
    "The room was cosy and inviting on that first evening. This made it a good place for rest and quiet dining.",
  ],
  [
    "The plan of the school is clear and brief, with a special focus on the needs of the youngest pupils.",
    "The plan of the school is clear and brief. The special focus is on the needs of the youngest pupils.",
  ],
])("who does it is still plain: %s", (before, after) => {
  expect(split(before)).toBe(after);
});

test.each([
  // The letter may explain it, the actor may play it.
  "She sent her brother a rough map of the hills, showing the way to the old house and its well.",
  "The film about the storm features a young actor, playing the part of the keeper of the lighthouse.",
  // Ada plays, not her love of music; a duty is not done yet.
  "Ada's love of old music started at a young age, playing the fiddle at every fair in the valley.",
  "All the keepers of the lamp have a duty to act with care, sparing the poor from any new dues.",
  // Somebody reflects on it, but who can't be said; a condition comes first.
  "The words of the mayor's old friend, Tom Hale, were kind and brief, reflecting on a life of hard work.",
  "If the repair of a lamp needs a new key, then blocking that step is the same as keeping the lamp.",
  // A list of deeds.
  "The work of the clerks involves opening the mail, making copies of every page, and filing them by date.",
])("who does it is not plain, and the sentence stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
