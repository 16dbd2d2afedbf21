import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test("how an order is carried out is an order of its own", () => {
  expect(
    split(
      "Keep the old cellar dry in the winter by opening the small windows for an hour at noon.",
    ),
  ).toBe(
    "Keep the old cellar dry in the winter. Do this by opening the small windows for an hour at noon.",
  );
});

test.each([
  // What is done first, and a deed in between.
  "Start the work on the old roof by taking off the broken tiles along the edge of the gutter.",
  "Use the small brush for cleaning the inner walls of the pipe by moving it slowly up and down.",
])("what is no means of the order stays: %s", (text) => {
  expect(split(text)).toBe(text);
});
