// When a request is repeated, and how long after.
import fc from "fast-check";
import { expect, test } from "vitest";
import { ConnectionError, createApiError, InvalidResponseError, TimeoutError } from "./errors.ts";
import { planRetry, type RetryOptions, readRetryAfter } from "./retry.ts";

const rules: RetryOptions = {
  retries: 50,
  backoffBaseMs: 500,
  backoffMaxMs: 8_000,
  retryAfterMaxMs: 60_000,
  random: () => 0.999,
};
const overloaded = createApiError(503, "Busy.", {});

test("waits double from retry to retry up to their bound", () => {
  const waits = [1, 2, 3, 4, 5, 6, 50].map((attempt) => planRetry(overloaded, attempt, rules));
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000].map((ms) => ms * 0.999));
});

test("waits are spread over the whole span from nothing to the bound", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(49), (luck, before) => {
      const wait = planRetry(overloaded, before + 1, { ...rules, random: () => luck });
      expect(wait).toBe(luck * Math.min(8_000, 500 * 2 ** before));
    }),
  );
});

test("no wait is ever shorter than the server asked for, and one that is too long is not begun", () => {
  const waitFor = (asked: number, luck: number) => {
    const error = createApiError(429, "Slow down.", { retryAfterSeconds: asked });
    return planRetry(error, 1, { ...rules, random: () => luck });
  };
  fc.assert(
    fc.property(fc.nat(60), fc.double({ min: 0, max: 0.999, noNaN: true }), (asked, luck) => {
      expect(waitFor(asked, luck)).toBeGreaterThanOrEqual(asked * 1000);
      expect(waitFor(asked, luck)).toBeLessThanOrEqual(asked * 1000 + 500);
    }),
  );
  expect([60, 61, 86_400].map((asked) => waitFor(asked, 0))).toEqual([60_000, null, null]);
});

test("what will not pass by itself is not repeated", () => {
  const details = { type: "x" };
  const certificate = new Error("fetch failed", {
    cause: Object.assign(new Error("self-signed certificate"), {
      code: "SELF_SIGNED_CERT_IN_CHAIN",
    }),
  });
  const hopeless = [
    createApiError(400, "Wrong.", {}),
    createApiError(500, "Failed.", {}),
    createApiError(429, "None left.", { type: "quota_exceeded_error" }),
    new InvalidResponseError("A page.", details),
    new ConnectionError("Not trusted.", { ...details, cause: certificate }),
    new Error("Something else."),
    "thrown text",
    undefined,
  ];
  for (const error of hopeless) expect(planRetry(error, 1, rules)).toBeNull();
  for (const error of [new ConnectionError("Lost.", details), new TimeoutError("Slow.", details)]) {
    expect(planRetry(error, 1, rules)).not.toBeNull();
  }
});

test("nothing is repeated more often than allowed", () => {
  expect(planRetry(overloaded, 3, { ...rules, retries: 3 })).not.toBeNull();
  expect(planRetry(overloaded, 4, { ...rules, retries: 3 })).toBeNull();
  expect(planRetry(overloaded, 1, { ...rules, retries: 0 })).toBeNull();
});

test("Retry-After is read as seconds or as a date, and otherwise not at all", () => {
  const nowMs = Date.UTC(2026, 10, 15, 8, 30);
  const read = (value: string | null) => readRetryAfter(value, nowMs);
  expect(read("0")).toBe(0);
  expect(read(" 120 ")).toBe(120);
  expect(read("Sun, 15 Nov 2026 08:30:01 GMT")).toBe(1);
  expect(read("Sun, 15 Nov 2026 08:00:00 GMT")).toBe(0);
  for (const odd of ["", "-1", "1.5", "soon", "1e3", "99999999999", null]) {
    expect(read(odd)).toBeUndefined();
  }
});
