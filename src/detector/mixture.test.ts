import fc from "fast-check";
import { expect, test } from "vitest";
import { findStretches, isMixture } from "./mixture.ts";

const evidenceOf = (logits: number[]) => logits.map((logit) => ({ sum: 10 * logit, tokens: 10 }));

test("the extremes are those of the shortest runs with enough words", () => {
  const evidence = evidenceOf([1, 5, 5, 1, -4, -4]);
  expect(findStretches(evidence, [20, 20, 20, 20, 20, 20], 40)).toEqual({ high: 5, low: -4 });
  expect(findStretches(evidence, [20, 20, 20, 20, 20, 20], 120)).toMatchObject({ high: 4 / 6 });
  expect(findStretches(evidence, [1, 1, 1, 1, 1, 1], 40)).toBeUndefined();
});

test("headings and data between sentences do not end a stretch", () => {
  const evidence = [...evidenceOf([3]), undefined, ...evidenceOf([3])];
  expect(findStretches(evidence, [30, 50, 30], 60)).toEqual({ high: 3, low: 3 });
});

test("one pass finds what comparing all shortest runs finds", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 1, max: 40 })), {
        maxLength: 30,
      }),
      (rows) => {
        const evidence = evidenceOf(rows.map(([logit]) => logit));
        const words = rows.map(([, count]) => count);
        let high = Number.NEGATIVE_INFINITY;
        for (let end = 1; end <= rows.length; end++) {
          for (let start = end - 1; start >= 0; start--) {
            if (words.slice(start, end).reduce((sum, count) => sum + count, 0) < 60) continue;
            const part = rows.slice(start, end).map(([logit]) => logit);
            high = Math.max(high, part.reduce((sum, logit) => sum + logit, 0) / part.length);
            break;
          }
        }
        const found = findStretches(evidence, words, 60);
        expect(found?.high ?? Number.NEGATIVE_INFINITY).toBeCloseTo(high, 9);
      },
    ),
  );
});

test("both a long AI-like and a long human-like stretch make a mixture", () => {
  const calibration = { words: 40, ai: 2, human: -2 };
  expect(isMixture({ high: 3, low: -3 }, calibration)).toBe(true);
  expect(isMixture({ high: 3, low: 0 }, calibration)).toBe(false);
  expect(isMixture({ high: 1, low: -3 }, calibration)).toBe(false);
  expect(isMixture(undefined, calibration)).toBe(false);
});
