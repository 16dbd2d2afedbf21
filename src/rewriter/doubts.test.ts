import { expect, test } from "vitest";
import { applyRules } from "./build-rewriter.ts";

test.each([
  "The old circus by the river was full of whimsical acts, daring feats, and thrilling performances that left the audience in awe.",
  "The big states in the north would be taken by storm in the vote, and other issues from smaller regions neglected.",
  "The way she tossed her hair, how her eyes lit up when she talked about something she loved—it all captivated me.",
])("leaves whole: %s", (text) => {
  expect(applyRules(text, { kinds: ["split"] })).toBe(text);
});

test("nobody walks towards himself", () => {
  const text =
    "I would see her smile in the corridor of the old school, walking slowly towards me.";
  expect(applyRules(text)).not.toContain("I would walk");
});
