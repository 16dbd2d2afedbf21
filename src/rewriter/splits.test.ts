import { expect, test } from "vitest";
import { applyRules } from "./build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The old bridge was closed for repairs in the spring, and the town built a new road around it.",
    "The old bridge was closed for repairs in the spring. The town built a new road around it.",
  ],
  [
    "The old bridge was closed for repairs in the spring, but nobody seemed to mind that it was.",
    "The old bridge was closed for repairs in the spring. But nobody seemed to mind that it was.",
  ],
  [
    "The shop sells bread and cakes to people from all over the town; it also serves hot coffee.",
    "The shop sells bread and cakes to people from all over the town. It also serves hot coffee.",
  ],
  [
    "The city built a tunnel under the old harbour in three years, which makes the way to work shorter.",
    "The city built a tunnel under the old harbour in three years. This makes the way to work shorter.",
  ],
  [
    "The city built a tunnel under the old harbour in three years, making the way to work much shorter.",
    "The city built a tunnel under the old harbour in three years. This made the way to work much shorter.",
  ],
  [
    "Although the road was closed for most of the long winter, the town found other ways to trade.",
    "The road was closed for most of the long winter. But the town found other ways to trade.",
  ],
  [
    "This cream can help a lot against dry skin in winter, but it's best to ask a doctor about it first.",
    "This cream can help a lot against dry skin in winter. But it's best to ask a doctor about it first.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test.each([
  // What follows belongs to the report, the condition or the reason.
  "He said that the bridge was closed for the whole of the winter, and the town had to build a road.",
  "If the bridge is closed for the whole of the winter, and the town builds no road, trade will stop.",
  // A list is no clause.
  "The old shop near the harbour sells bread, cakes, coffee, tea, and the sandwiches that people like.",
  "Then she found these tablets at the bike shop near her home, tried them, and the problem was solved.",
  // A purpose is no consequence.
  "The town built a new road around the old harbour, so people could get to work during the winter.",
  // An effect that has not come about.
  "The town could build a new road around the old harbour, making the way to work much shorter.",
  "The town did not build a new road around the old harbour, making the way to work much longer.",
  // Speech and questions.
  'He said, "The bridge was closed in the spring, and the town built a new road around it," and left.',
  "Was the bridge closed in the spring, and did the town build a new road around the old harbour?",
  // A clause in the middle.
  "The bridge, which was built by the grandfather of the mayor, is closed for repairs this spring.",
  // The tense of the main verb is unclear.
  "These cookies, with their crunch, soften a little when dipped in milk, creating a good balance of taste.",
  // Short enough as it is.
  "The bridge was closed, and the town built a road.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});

test("a list of three actions becomes two sentences", () => {
  expect(
    split(
      "The new plan reduces the cost of a trip by half, improves the air in the streets, and lowers the noise in the old town.",
    ),
  ).toBe(
    "The new plan reduces the cost of a trip by half and improves the air in the streets. It lowers the noise in the old town.",
  );
});
