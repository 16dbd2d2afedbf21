import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The small hotel by the harbour offers quiet rooms that look onto the lake and the hills behind it.",
    "The small hotel by the harbour offers quiet rooms. These rooms look onto the lake and the hills behind it.",
  ],
  [
    "The new library offers a wide range of evening courses that can be taken at home or in the hall.",
    "The new library offers a wide range of evening courses. These courses can be taken at home or in the hall.",
  ],
  [
    "The engineers of the town have built a system of small locks that keeps the lower streets dry in spring.",
    "The engineers of the town have built a system of small locks. This system keeps the lower streets dry in spring.",
  ],
  [
    "The walls of the old mill were tested in long trials that showed how much weight they could bear.",
    "The walls of the old mill were tested in long trials. These trials showed how much weight they could bear.",
  ],
  [
    "Last autumn the council built a stone wall which keeps the wind from the sea out of the gardens.",
    "Last autumn the council built a stone wall. This wall keeps the wind from the sea out of the gardens.",
  ],
])("%s → %s", (text, expected) => {
  expect(split(text)).toBe(expected);
});

test.each([
  // The clause tells which ones are liked.
  "The teachers of the small school praise quiet pupils who work hard on their own from the first day on.",
  "The owner of the hotel liked old songs that told of the sea and of the men who never came back.",
  // What is wished for, or only possible, is not there.
  "The council wants to offer small flats that young families from the town can pay for with one wage.",
  "The new shop could offer cheap tools that last for many years in the hands of a careful gardener.",
  // Too little would be left.
  "In spring they built a hut that could be seen from all of the ships in the wide bay.",
  // A kind of thing is told by its clause.
  "A good workshop has sharp tools that hang on the wall in the order in which they are needed most.",
  // The main clause goes on.
  "We have built a small machine that sorts the letters by size and compare it with the one in the museum.",
  // Every thing has a shape.
  "The handle of the new knife has a shape that fits the hand of a child as well as that of a grown man.",
  // The rooms or the house?
  "The old man has a house with rooms that are too cold to live in for most of the winter and spring.",
])("stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
