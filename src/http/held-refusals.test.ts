import type { Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHolder, HELD_MS } from "./held-refusals.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** When what was written came, in milliseconds since the start. */
function buildSocket() {
  const startMs = Date.now();
  const written: Array<{ atMs: number; text: string }> = [];
  const socket = {
    writable: true,
    write: (text: string) => written.push({ atMs: Date.now() - startMs, text }) > 0,
  };
  return { written, socket: socket as unknown as Socket };
}

test("a refusal waits for its time, and those behind it go out in the same write", () => {
  const { written, socket } = buildSocket();
  const held = createHolder().add(socket);
  held.push("one", 0);
  vi.advanceTimersByTime(5);
  held.push("two", 0);
  expect(held.isEmpty()).toBe(false);
  vi.advanceTimersByTime(HELD_MS);
  expect(written).toEqual([{ atMs: HELD_MS, text: "onetwo" }]);
  expect(held.isEmpty()).toBe(true);
});

test("the time a request has waited before it was read counts", () => {
  for (const waitedMs of [0, 3, 8, HELD_MS, 400]) {
    const { written, socket } = buildSocket();
    createHolder().add(socket).push("no", waitedMs);
    vi.advanceTimersByTime(HELD_MS);
    expect(written).toHaveLength(1);
    const atMs = written[0]?.atMs ?? 0;
    expect(atMs).toBeGreaterThan(0);
    expect(Math.abs(atMs - Math.max(2, HELD_MS - waitedMs))).toBeLessThan(2);
  }
});

test("refusals for many connections are held for their own time each", () => {
  const holder = createHolder();
  const first = buildSocket();
  holder.add(first.socket).push("first", 0);
  vi.advanceTimersByTime(6);
  const late = buildSocket();
  holder.add(late.socket).push("late", 12);
  vi.advanceTimersByTime(HELD_MS);
  expect(late.written).toEqual([{ atMs: 4, text: "late" }]);
  expect(first.written).toEqual([{ atMs: HELD_MS, text: "first" }]);
});
