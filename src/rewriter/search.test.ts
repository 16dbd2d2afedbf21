import { expect, test } from "vitest";
import { applyRules } from "../../testing/build-rewriter.ts";
import { applyReplacements, type Edit } from "./edit.ts";
import { findProse } from "./passages.ts";
import { chooseEdits } from "./search.ts";

type Proposed = readonly [from: string, to: string, ...others: string[]];

/** A text with those of the cuts proposed for it that are chosen when only the search decides. */
function cut(text: string, ...cuts: Proposed[]): string {
  const edits = cuts.map(([from, to, ...others]): Edit => {
    const start = text.indexOf(from);
    return { start, end: start + from.length, to, others, kind: "split", why: "cut" };
  });
  const proposals = findProse(text).passages.map((passage) => ({
    passage,
    edits: edits.filter(({ start }) => start >= passage.start && start < passage.end),
  }));
  const chosen = chooseEdits(proposals, {
    text,
    spans: [],
    preference: { score: () => 0, scoreText: () => 0 },
    budget: { words: 1000, costOf: () => 1 },
    valueMin: -10,
    allows: () => true,
  });
  return applyReplacements(text, chosen);
}

// One of either kind is good style; a row of them reads like a machine again.
test("no two sentences in a row are made to begin with But", () => {
  const text =
    "The plan for the bridge was cheap and simple, but the town had no money left for it. The state offered to pay for half of the work, but the mayor refused to take the money.";
  const result = cut(
    text,
    [", but the town", ". But the town"],
    [", but the mayor", ". But the mayor", ". Yet the mayor"],
  );
  expect(result).toContain("simple. But the town");
  expect(result).toContain("work. Yet the mayor");
});

const CLOSED =
  "The town closed the old bridge over the river in May, making the way to work longer.";

test("no two sentences in a row are made to begin with This, but one may begin with That", () => {
  const text = `${CLOSED} The state raised the price of tickets in the same month, leaving many people without a ride.`;
  const making: Proposed = [", making", ". This made"];
  expect(cut(text, making, [", leaving", ". This left"]).match(/\bThis\b/g)).toHaveLength(1);
  expect(cut(text, making, [", leaving", ". This left", ". That left"])).toContain(". That left");
});

test("a long sentence is cut before This although the one before it ends so", () => {
  const text = `${CLOSED} The state raised the price of all tickets on each of the lines to the north in the same month, leaving many people without a ride.`;
  const result = cut(text, [", making", ". This made"], [", leaving", ". This left"]);
  expect(result.match(/\bThis\b/g)).toHaveLength(2);
});

test("the stop of a title is no end of a sentence: what stands before it is no stump", () => {
  const text =
    "Her uncle, Dr. Rao, had asked about the well in his letters, though he had never gone down to look at it.";
  expect(cut(text, [", though he", ". But he"])).toContain("letters. But he");
});

test("a cut that would leave a stump is not made", () => {
  const text = "She left, and he stayed in the old house by the river for the rest of the winter.";
  expect(cut(text, [", and he", ". He"])).toBe(text);
});

test("a name is said again once in a sentence that is cut", () => {
  const text =
    "The clerk of the town has been there for thirty long years, has decided to leave the post in May, opening the way for somebody younger.";
  const result = cut(text, [", has", ". The clerk has"], [", opening", ". The clerk opens"]);
  expect(result.match(/\bclerk\b/g)).toHaveLength(2);
});

test("a short sentence is cut behind a longer one, but not stump behind stump", () => {
  const short = "The bridge was closed in May, and the market stood empty.";
  const before = "The people of the two villages had asked for a new road.";
  const joint: Proposed = [", and the", ". The"];
  expect(cut(`${before} ${short}`, joint)).toContain("in May. The market");
  expect(cut(`They had asked twice. ${short}`, joint)).toBe(`They had asked twice. ${short}`);
});

test("two edits of a sentence don't bring the same word into it", () => {
  const text = "He utilized the old hall, and they leveraged the new one for the fair.";
  expect(applyRules(text, { kinds: ["word"] }).match(/\bused\b/g)).toHaveLength(1);
});

test("no more words change than the budget has", () => {
  const text = `${CLOSED} The state paid, and the people of the town were glad of the new road to the north.`;
  const [passage, next] = findProse(text).passages;
  if (passage === undefined || next === undefined) throw new Error("two sentences");
  const edit = (from: string, to: string): Edit => {
    const start = text.indexOf(from);
    return { start, end: start + from.length, to, kind: "word", why: "x" };
  };
  const proposals = [
    { passage, edits: [edit("closed", "shut"), edit("the old bridge", "it")] },
    { passage: next, edits: [edit("of the town", "there")] },
  ];
  for (const words of [0, 1, 2, 4, 7]) {
    const costOf = ({ from }: { from: string }): number => from.split(" ").length;
    const chosen = chooseEdits(proposals, {
      text,
      spans: [],
      preference: { score: () => 0, scoreText: () => 0 },
      budget: { words, costOf },
      valueMin: -10,
      allows: () => true,
    });
    const changed = chosen.reduce((sum, edit) => sum + costOf(edit), 0);
    expect(changed).toBeLessThanOrEqual(words);
  }
});
