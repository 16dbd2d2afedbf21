import { expect, test } from "vitest";
import { createBreaks } from "./breaks.ts";

test("work gets a break when its time is over, and goes on at once until then", async () => {
  let nowMs = 0;
  let turns = 0;
  const turn = async () => void turns++;
  const breathe = createBreaks({ workMs: 5, now: () => nowMs, turn });
  expect(breathe()).toBeUndefined();
  nowMs = 4.9;
  expect(breathe()).toBeUndefined();
  nowMs = 5;
  await breathe();
  expect(turns).toBe(1);
  nowMs = 9.9;
  expect(breathe()).toBeUndefined();
  nowMs = 10;
  await breathe();
  expect(turns).toBe(2);
});

test("a break is a turn of the event loop", async () => {
  const breathe = createBreaks({ workMs: 0 });
  let isTurned = false;
  setImmediate(() => {
    isTurned = true;
  });
  await breathe();
  expect(isTurned).toBe(true);
});
