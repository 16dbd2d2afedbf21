// Reading the limits an answer tells about.
import fc from "fast-check";
import { expect, test } from "vitest";
import { readRateLimits } from "./client.ts";

const read = (limit: string, policy = "") =>
  readRateLimits(new Headers({ ratelimit: limit, "ratelimit-policy": policy }));

test("remaining, reset, quota and window are brought together by the policy's name", () => {
  const limits = read(
    '"minute";r=59;t=12, "day";r=3;t=900',
    '"minute";q=60;w=60, "day";q=50;w=86400;pk=:a2V5:',
  );
  expect(limits).toEqual({
    minute: { remaining: 59, resetSeconds: 12, quota: 60, windowSeconds: 60 },
    day: { remaining: 3, resetSeconds: 900, quota: 50, windowSeconds: 86_400 },
  });
});

test("what is missing is undefined, and an answer that tells nothing gives nothing", () => {
  expect(read('"day"; r=0')).toEqual({
    day: { remaining: 0, resetSeconds: undefined, quota: undefined, windowSeconds: undefined },
  });
  expect(read('"day";t=5')).toEqual({});
  expect(readRateLimits(new Headers())).toEqual({});
});

test("odd names are read as they were written", () => {
  expect(Object.keys(read(String.raw`"a, \"b\";r=1";r=2;t=3`))).toEqual(['a, "b";r=1']);
});

test("no header makes it fail", () => {
  const text = fc.string({ unit: "grapheme-ascii" });
  fc.assert(
    fc.property(text, text, (limit, policy) => {
      for (const { remaining } of Object.values(read(limit, policy))) {
        expect(Number.isSafeInteger(remaining)).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});
