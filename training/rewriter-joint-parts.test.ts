import { expect, test } from "vitest";
import { writeCut } from "../src/rewriter/proposer/write-cut.ts";
import { readSentence } from "../testing/build-rewriter.ts";
import { takeApart } from "./rewriter-joint-parts.ts";

/** Takes the first `from` of a text for `to`, apart and written anew. */
function roundTrip(text: string, from: string, to: string): string | undefined {
  const start = text.indexOf(from);
  const parts = takeApart(text, { start, end: start + from.length, to });
  const edit = parts === undefined ? undefined : writeCut(readSentence(text), parts);
  if (edit === undefined) return undefined;
  return text.slice(0, edit.start) + edit.to + text.slice(edit.end);
}

test.each([
  [
    "The council approved the plan in March, which surprised the farmers of the valley.",
    ", which surprised",
    ". This surprised",
  ],
  [
    "The old mill stood by the river, its wheel turning slowly in the current.",
    ", its wheel turning",
    ". Its wheel turned",
  ],
  [
    "The ferry crosses the strait twice a day, and the crew checks the engine each time.",
    ", and the",
    ". The",
  ],
  [
    "The library lends tools to anyone in town, allowing families to mend what they own.",
    ", allowing",
    ". This allows",
  ],
  [
    "Mira Sen founded the clinic in 1998, a small house with two beds.",
    ", a small",
    ". It was a small",
  ],
  [
    "The report names three rivers, but it says nothing about the dams above them.",
    ", but it",
    ". But it",
  ],
  // One analysis, though it ends in an s.
  [
    "The clerk sent a long analysis that supports the plan of the town.",
    " that supports",
    ". This analysis supports",
  ],
])("a cut taken apart and written anew is the same cut: %s", (text, from, to) => {
  expect(roundTrip(text, from, to)).toBe(text.replace(from, to));
});

test("a noun said again is found in the first part", () => {
  const text = "The dam holds a lake of nine square miles, feeding four towns in the plain.";
  const start = text.indexOf(", feeding");
  const parts = takeApart(text, {
    start,
    end: start + ", feeding".length,
    to: ". The lake feeds",
  });
  expect(parts).toMatchObject({ at: start, drop: 1, subject: "THE NOUN", helper: "" });
  expect(text.slice(parts?.noun?.[0], (parts?.noun?.[1] ?? 0) + 4)).toBe("lake");
  expect(parts?.forms).toEqual([{ at: start + 2, form: "s" }]);
});

test("an edit that ends no sentence is no cut", () => {
  const text = "They utilise the old road in order to reach the market before dawn.";
  expect(takeApart(text, { start: 5, end: 12, to: "use" })).toBeUndefined();
});

test("an opening the model has no words for is known to be none of its own", () => {
  const text = "The tower fell in the storm, leaving the square full of stones.";
  const start = text.indexOf(", leaving");
  const to = ". Nobody was hurt, but it left";
  const parts = takeApart(text, { start, end: start + ", leaving".length, to });
  expect(parts?.subject).toBe("?");
  expect(parts && writeCut(readSentence(text), parts)).toBeUndefined();
});
