import { expect, test } from "vitest";
import { createBreaks } from "./breaks.ts";

test("work gets a break when its time is over, and goes on at once until then", async () => {
  let nowMs = 0;
  const breathe = createBreaks({ workMs: 5, now: () => nowMs });
  for (let round = 0; round < 2; round++) {
    expect(breathe()).toBeUndefined();
    nowMs += 4.9;
    expect(breathe()).toBeUndefined();
    nowMs += 0.1;
    const rest = breathe();
    expect(rest).toBeInstanceOf(Promise);
    await rest;
  }
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

test("of works at the same time one goes on in each turn, in order", async () => {
  const log: string[] = [];
  let isOver = false;
  const turn = () => {
    log.push("turn");
    if (!isOver) setImmediate(turn);
  };
  const work = async (name: string) => {
    const breathe = createBreaks({ workMs: 0 });
    for (let step = 0; step < 3; step++) {
      await breathe();
      log.push(name);
    }
  };
  setImmediate(turn);
  await Promise.all([work("a"), work("b"), work("c")]);
  isOver = true;
  expect(log.filter((entry) => entry !== "turn").join("")).toBe("abcabcabc");
  // Between any two steps the event loop had a turn.
  expect(log.join(" ")).not.toMatch(/[abc] [abc]/);
});
