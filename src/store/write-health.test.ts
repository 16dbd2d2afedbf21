import { expect, test } from "vitest";
import { StoreAwayError } from "./errors.ts";
import { createWriteHealth } from "./write-health.ts";

function build() {
  const state = { at: 0, probes: 0, isFull: false };
  const write = async () => {
    if (state.isFull) throw new StoreAwayError("The disk that holds the store is full.");
  };
  const health = createWriteHealth({
    now: () => state.at,
    probe: () => {
      state.probes++;
      return health.follow(write);
    },
  });
  const isUp = () =>
    health.check().then(
      () => true,
      () => false,
    );
  const tryWrite = () => health.follow(write).catch(() => {});
  return { state, health, isUp, tryWrite };
}

test("while writes go well nothing is written to find out", async () => {
  const { state, isUp, tryWrite } = build();
  await tryWrite();
  state.at += 9_999;
  expect([await isUp(), state.probes]).toEqual([true, 0]);
});

test("a store nobody writes to is tried, once in ten seconds", async () => {
  const { state, isUp } = build();
  expect(await Promise.all([isUp(), isUp()])).toEqual([true, true]);
  expect(state.probes).toBe(1);
  state.isFull = true;
  state.at += 10_000;
  expect([await isUp(), state.probes]).toEqual([false, 2]);
});

test("a failed write is known at once, and asked about once a second until one goes well", async () => {
  const { state, isUp, tryWrite } = build();
  await tryWrite();
  state.isFull = true;
  await tryWrite();
  expect([await isUp(), await isUp(), state.probes]).toEqual([false, false, 0]);
  state.isFull = false;
  expect(await isUp()).toBe(false);
  state.at += 1_000;
  expect([await isUp(), state.probes]).toEqual([true, 1]);
});

test("a write that fails for its own reasons says nothing about the store", async () => {
  const { health, isUp, tryWrite } = build();
  await tryWrite();
  const broken = health.follow(async () => {
    throw new Error("a constraint");
  });
  await expect(broken).rejects.toThrow("a constraint");
  expect(await isUp()).toBe(true);
});
