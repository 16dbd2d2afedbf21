import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOverloadSensor, type OverloadSensor } from "./overload.ts";

let now = 0;
let sensor: OverloadSensor;
beforeEach(() => {
  now = 0;
  sensor = createOverloadSensor({ clock: () => now });
});
afterEach(() => sensor.close());

/** One turn of the event loop with requests `gapMs` apart; how many of them were late. */
async function turnOf(requests: number, gapMs: number): Promise<number> {
  let late = 0;
  for (let n = 0; n < requests; n++) {
    if (sensor.isLate()) late++;
    now += gapMs;
  }
  await turn();
  return late;
}

test("short turns are never late, however many", async () => {
  for (let n = 0; n < 500; n++) expect(await turnOf(10, 1)).toBe(0);
});

test("a burst, a pause or a slow write passes by itself", async () => {
  expect(await turnOf(3, 400)).toBe(0);
  expect(await turnOf(10, 1)).toBe(0);
  expect(await turnOf(3, 900)).toBe(0);
  expect(await turnOf(10, 1)).toBe(0);
});

test("long turns without a break are an overload: of each only the first requests are answered", async () => {
  let late = 0;
  // Half a second of it: still a burst.
  for (let n = 0; n < 10; n++) late += await turnOf(50, 1);
  expect(late).toBe(0);
  for (let n = 0; n < 15; n++) await turnOf(50, 1);
  // Answered in the first ten milliseconds, refused for the rest of the turn.
  expect(await turnOf(50, 1)).toBe(39);
});

test("the first short turn ends it", async () => {
  for (let n = 0; n < 40; n++) await turnOf(50, 1);
  expect(await turnOf(50, 1)).toBeGreaterThan(0);
  await turnOf(5, 1);
  expect(await turnOf(50, 1)).toBe(0);
});
