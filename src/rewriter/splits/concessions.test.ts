import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "While I understand the wish to keep the old bridge, I believe that the town needs a new one.",
    "I understand the wish to keep the old bridge. But I believe that the town needs a new one.",
  ],
  [
    "In conclusion, while the tunnel has made the way to work shorter, it is not the only reason for the growth.",
    "In conclusion, the tunnel has made the way to work shorter. But it is not the only reason for the growth.",
  ],
  [
    "While closing the road in winter has its merits, the data shows that few people would be helped by it.",
    "Closing the road in winter has its merits. But the data shows that few people would be helped by it.",
  ],
  [
    "Although the old ferry ended after the war, the bonds and habits of the two villages lasted for years.",
    "The old ferry ended after the war. But the bonds and habits of the two villages lasted for years.",
  ],
  [
    "While the small shops in the United States provide a living for many, it is hard to open a new one.",
    "The small shops in the United States provide a living for many. But it is hard to open a new one.",
  ],
  [
    "While the high price of bread cannot be ignored, there are good reasons to keep the small bakeries open.",
    "The high price of bread cannot be ignored. But there are good reasons to keep the small bakeries open.",
  ],
  [
    "While it is vital to keep the old paths open, the cost of the work is more than the village can pay.",
    "It is vital to keep the old paths open. But the cost of the work is more than the village can pay.",
  ],
])("%s → %s", (from, to) => {
  expect(split(from)).toBe(to);
});

test("with a “But” before it, what is granted is answered by “Still”", () => {
  expect(
    split(
      "But the mill was sold to a firm from the city. While the price was not as high as some had hoped, the village was glad to be rid of it.",
    ),
  ).toBe(
    "But the mill was sold to a firm from the city. The price was not as high as some had hoped. Still, the village was glad to be rid of it.",
  );
});

test.each([
  // A time, not a contrast.
  "While they were at the lake in the summer, the old man would tell them of his years at sea.",
  "While the plates move under the sea floor, they create large areas of heat beneath the coast.",
  // Nobody to tell it of, or two who might be different people.
  "Although feared and misunderstood by most people, his wish was only to live by the sea in peace.",
  "Although he was tired from the long walk up the hill, Elias went on to the hut before night.",
])("leaves alone: %s", (text) => {
  expect(split(text)).toBe(text);
});
