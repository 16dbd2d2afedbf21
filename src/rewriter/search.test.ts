import { expect, test } from "vitest";
import { applyRules } from "../../testing/build-rewriter.ts";

// One of either kind is good style; a row of them reads like a machine again.
test("no two sentences in a row are made to begin with But", () => {
  const text =
    "The plan for the bridge was cheap and simple, but the town had no money left for it. The state offered to pay for half of the work, but the mayor refused to take the money. However, they met again.";
  const result = applyRules(text);
  expect(result).toBe(
    "The plan for the bridge was cheap and simple. But the town had no money left for it. The state offered to pay for half of the work. Yet the mayor refused to take the money. However, they met again.",
  );
});

test("no two sentences in a row are made to begin with This, but one may begin with That", () => {
  const text =
    "The town closed the old bridge over the river in May, making the way to work longer. The state raised the price of tickets in the same month, leaving many people without a ride.";
  expect(applyRules(text).match(/\bThis\b/g)).toHaveLength(1);
});

test("a long sentence is cut before This although the one before it ends so", () => {
  const text =
    "The town closed the old bridge over the river in May, making the way to work longer. The state raised the price of all tickets on each of the lines to the north in the same month, leaving many people without a ride.";
  expect(applyRules(text).match(/\bThis\b/g)).toHaveLength(2);
});

test("the stop of a title is no end of a sentence: what stands before it is no stump", () => {
  expect(
    applyRules(
      "Her uncle, Dr. Rao, had asked about the well in his letters, though he had never gone down to look at it.",
    ),
  ).toBe(
    "Her uncle, Dr. Rao, had asked about the well in his letters. But he had never gone down to look at it.",
  );
});

test("a name is said again once in a sentence that is cut", () => {
  const text =
    "Holm, who has been the clerk of the town for thirty years, has decided to leave the post in May, opening the way for somebody younger.";
  expect(applyRules(text).match(/\bHolm\b/g)?.length ?? 0).toBeLessThanOrEqual(2);
});

test("a short text gets one 'They do this by' and no row of them", () => {
  const text =
    "By adding a second lane to the old road, the town can bring more people to the market. By lowering the price of a seat, the bus firm can bring still more of them. By opening the gates an hour earlier, the sellers can serve all who come.";
  expect(applyRules(text).match(/\bdo this by\b/g)).toHaveLength(1);
});

test("two edits of a sentence don't bring the same word into it", () => {
  const text = "He utilized the old hall, and they leveraged the new one for the fair.";
  expect(applyRules(text, { kinds: ["word"] }).match(/\bused\b/g)).toHaveLength(1);
});

test("a short sentence is cut behind a longer one, but not stump behind stump", () => {
  const short = "The bridge was closed in May, and the market stood empty.";
  const cut = "The bridge was closed in May. The market stood empty.";
  const before = "The people of the two villages had asked for a new road.";
  expect(applyRules(`${before} ${short}`)).toBe(`${before} ${cut}`);
  expect(applyRules(`They had asked twice. ${short}`)).toBe(`They had asked twice. ${short}`);
});

test("what is especially true is not said beside another “especially”", () => {
  const first =
    "Late frost is a real danger to young apple trees, especially in the narrow valleys of the north.";
  expect(applyRules(first)).toContain("This is especially true");
  expect(applyRules(`${first} Plum trees are especially weak.`)).not.toContain("This is");
});
