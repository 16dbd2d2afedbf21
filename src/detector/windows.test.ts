import fc from "fast-check";
import { expect, test } from "vitest";
import { cutWindows, mergeTokenLogits } from "./windows.ts";

const settings = { length: 193, stride: 144 };

test("windows cover every token, and all are full when the text is long enough", () => {
  fc.assert(
    fc.property(fc.nat(3000), (count) => {
      const windows = cutWindows(count, settings);
      let covered = 0;
      for (const [start, end] of windows) {
        expect(start).toBeLessThanOrEqual(covered);
        expect(end - start).toBe(Math.min(192, count));
        covered = end;
      }
      expect(covered).toBe(count);
    }),
  );
});

test("a token's logit is the mean of its windows, counting less near an edge", () => {
  // Two windows of four tokens that share two; the first value of a row belongs to `cls`.
  const merged = mergeTokenLogits(
    6,
    [
      [0, 4],
      [2, 6],
    ],
    [Float32Array.of(99, 1, 1, 1, 1), Float32Array.of(99, 4, 4, 4, 4)],
  );
  // Token 2 lies two places from the first window's end and one from the second's start.
  expect([...merged].map((logit) => Number(logit.toFixed(4)))).toEqual([1, 1, 2, 3, 4, 4]);
});
