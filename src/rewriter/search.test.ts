import { expect, test } from "vitest";
import { applyRules } from "./build-rewriter.ts";

// One of either kind is good style; a row of them reads like a machine again.
test("no two sentences in a row are made to begin with But", () => {
  const text =
    "The plan for the bridge was cheap and simple, but the town had no money left for it. The state offered to pay for half of the work, but the mayor refused to take the money. However, they met again.";
  const result = applyRules(text);
  expect(result).toBe(
    "The plan for the bridge was cheap and simple. But the town had no money left for it. The state offered to pay for half of the work, but the mayor refused to take the money. But they met again.",
  );
});

test("no two sentences in a row are made to begin with This", () => {
  const text =
    "The town closed the old bridge over the river in May, making the way to work longer. The state cut the number of buses in the same month, leaving many people without a ride.";
  expect(applyRules(text).match(/\bThis\b/g)).toHaveLength(1);
});
