// What is gathered about refused requests, with a store that writes down what it is given.
import { describe, expect, test } from "vitest";
import { buildClock } from "../../testing/build-accounts.ts";
import type { RefusalCount, Store } from "../store/store.ts";
import { createRefusals } from "./refusals.ts";

function openRefusals() {
  const clock = buildClock("2026-03-01T12:00:00Z");
  const written: RefusalCount[][] = [];
  const warned: unknown[] = [];
  const state = { isAway: false };
  const addRefusals: Store["addRefusals"] = async (counts) => {
    if (state.isAway) throw new Error("away");
    written.push(counts);
  };
  const refusals = createRefusals({
    store: { addRefusals } as Store,
    clock: clock.read,
    log: { info() {}, error() {}, warn: (...words) => void warned.push(words) },
  });
  return { clock, written, warned, state, refusals };
}

const key = { accountId: "acc_1", keyId: "key_1" };

describe("refusals", () => {
  test("are counted apart by account, key, day and reason, in one order", async () => {
    const { clock, written, refusals } = openRefusals();
    refusals.note({ accountId: "acc_2", keyId: null }, "rate");
    refusals.note(key, "rate");
    refusals.note(key, "origin");
    refusals.note({ accountId: "acc_1", keyId: null }, "rate");
    refusals.note(key, "rate");
    clock.now += 12 * 3_600_000;
    refusals.note(key, "rate");
    await refusals.flush();
    const rows = written.flat().map((row) => Object.values(row).map(String).toSorted().join(" "));
    const row = (...values: (string | number | null)[]) => values.map(String).toSorted().join(" ");
    // Two copies that write the same rows in different orders could wait for each other for ever.
    expect(rows).toEqual([
      row("acc_1", "2026-03-01", null, "rate", 1),
      row("acc_1", "2026-03-01", "key_1", "origin", 1),
      row("acc_1", "2026-03-01", "key_1", "rate", 2),
      row("acc_1", "2026-03-02", "key_1", "rate", 1),
      row("acc_2", "2026-03-01", null, "rate", 1),
    ]);
  });

  test("are written once, and nothing is written when there is nothing", async () => {
    const { written, refusals } = openRefusals();
    await refusals.flush();
    expect(written).toEqual([]);
    refusals.note(key, "rate");
    await refusals.flush();
    await refusals.flush();
    expect(written).toHaveLength(1);
  });

  test("that could not be written are kept and written with the next", async () => {
    const { written, warned, state, refusals } = openRefusals();
    refusals.note(key, "rate");
    state.isAway = true;
    await refusals.flush();
    expect(warned).toEqual([[{ err: new Error("away") }, "refusals could not be written yet"]]);
    refusals.note(key, "rate");
    state.isAway = false;
    await refusals.flush();
    expect(written.flat()).toEqual([{ ...key, day: "2026-03-01", reason: "rate", times: 2 }]);
  });

  test("that could not be written need no log to be kept", async () => {
    const addRefusals = () => Promise.reject(new Error("away"));
    const refusals = createRefusals({
      store: { addRefusals } as unknown as Store,
      clock: Date.now,
    });
    refusals.note(key, "rate");
    await expect(refusals.flush()).resolves.toBeUndefined();
  });

  test("of more than 10,000 kinds are not remembered: a flood must not fill the memory", async () => {
    const { written, refusals } = openRefusals();
    for (let kind = 0; kind < 10_001; kind++) refusals.note(key, `reason ${kind}`);
    refusals.note(key, "reason 0");
    await refusals.flush();
    expect(written[0]).toHaveLength(10_000);
    expect(written[0]?.find(({ reason }) => reason === "reason 0")?.times).toBe(2);
  });
});
