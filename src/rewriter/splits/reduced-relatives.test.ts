import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The glass cutter is a small steel tool used to score the edge of a pane before it is broken off.",
    "The glass cutter is a small steel tool. It is used to score the edge of a pane before it is broken off.",
  ],
  [
    "The path through the woods led them to a large hall filled with rows of old and dusty machines.",
    "The path through the woods led them to a large hall. The hall was filled with rows of old and dusty machines.",
  ],
  [
    "The report describes a simple pump model based on the size of the pipe and the height of the tank.",
    "The report describes a simple pump model. The model is based on the size of the pipe and the height of the tank.",
  ],
])("%s → %s", (text, expected) => {
  const found = split(text);
  expect([expected, expected.replace(/\. The (hall|model) /, ". This $1 ")]).toContain(found);
});

test.each([
  // What is wished for is not there.
  "The council wants to open a small museum dedicated to the ships and the sailors of the old harbour.",
  // A thing that nothing else is told of.
  "The third room on the left holds a table covered with the maps and the letters of the first settlers.",
  // What it was built for hangs on the deed.
  "The two engineers built a small machine based on old drawings to sort the letters by size and weight.",
  // The word would be told by itself.
  "A closed loop is a special kind of loop used to carry the warm water back to the boiler in the cellar.",
  // Who is known for something is no thing.
  "The next speaker is a young doctor known for her work with the poor in the villages of the far north.",
  // How it was found.
  "In the second study there was a strong and lasting link found in the group of the oldest women of all.",
])("stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
