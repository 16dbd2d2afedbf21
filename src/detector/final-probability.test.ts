import fc from "fast-check";
import { expect, test } from "vitest";
import { finalProbability } from "./final-probability.ts";

const map = {
  words: [50, 200],
  anchors: [
    [-5, -3, 3, 5],
    [-2, -1, 1, 2],
  ],
} as const;

test("the anchors are met at their lengths", () => {
  expect([-5, -3, 3, 5].map((logit) => finalProbability(logit, 50, map))).toEqual([10, 30, 70, 90]);
  expect([-2, -1, 1, 2].map((logit) => finalProbability(logit, 200, map))).toEqual([
    10, 30, 70, 90,
  ]);
  expect(finalProbability(2, 10_000, map)).toBe(90);
});

test("a higher score never gives a lower final probability at the same length", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -20, max: 20, noNaN: true }),
      fc.double({ min: 0, max: 10, noNaN: true }),
      fc.integer({ min: 1, max: 5000 }),
      (logit, more, words) => {
        const low = finalProbability(logit, words, map);
        expect(finalProbability(logit + more, words, map)).toBeGreaterThanOrEqual(low);
        expect(low).toBeGreaterThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(99);
      },
    ),
  );
});

test("a short text is drawn towards 50", () => {
  for (const logit of [1, 2, 4]) {
    expect(finalProbability(logit, 50, map)).toBeLessThan(finalProbability(logit, 200, map));
    expect(finalProbability(-logit, 50, map)).toBeGreaterThan(finalProbability(-logit, 200, map));
  }
});
