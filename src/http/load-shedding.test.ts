import { expect, test } from "vitest";
import { createDelayRule, PROBE_MS } from "./load-shedding.ts";

/** Lets turns of the event loop pass that take so long each, and probes in each. */
function buildRule() {
  const rule = createDelayRule(0);
  let nowMs = 0;
  return {
    isOverloaded: rule.isOverloaded,
    /** The next request of a turn that has had a crowd of them. */
    refuses(waitedMs = 0) {
      for (let asked = 0; asked < 16; asked += 1) rule.refuses(nowMs);
      return rule.refuses(nowMs, waitedMs);
    },
    refusesAlone: () => rule.refuses(nowMs),
    pass(turnMs: number, forMs: number) {
      for (let passedMs = 0; passedMs < forMs; passedMs += turnMs) {
        nowMs += turnMs;
        rule.probe(nowMs);
      }
    },
    /** Time that passes within a turn. */
    spend(ms: number) {
      nowMs += ms;
    },
  };
}

test("turns of the event loop that stay within the limit refuse nobody", () => {
  const rule = buildRule();
  rule.pass(PROBE_MS + 95, 10_000);
  rule.spend(PROBE_MS + 500);
  expect(rule.refuses()).toBe(false);
});

test("one long pause refuses nobody", () => {
  const rule = buildRule();
  rule.pass(5000, 5000);
  expect([rule.refuses(), rule.isOverloaded()]).toEqual([false, false]);
  rule.pass(PROBE_MS, 1000);
  expect([rule.refuses(), rule.isOverloaded()]).toEqual([false, false]);
});

test("delay that lasts answers the first of each turn and refuses the others", () => {
  const rule = buildRule();
  rule.pass(200, 1000);
  expect(rule.isOverloaded()).toBe(true);
  expect(rule.refuses()).toBe(false);
  rule.spend(PROBE_MS + 25);
  expect(rule.refuses()).toBe(false);
  rule.spend(10);
  expect(rule.refuses()).toBe(true);
});

test("waiting behind others of the same connection is no overload, but counts in one", () => {
  const rule = buildRule();
  rule.pass(PROBE_MS, 2000);
  expect([rule.refuses(5000), rule.isOverloaded()]).toEqual([false, false]);
  rule.pass(200, 1000);
  expect([rule.refuses(5000), rule.refuses(0)]).toEqual([true, false]);
});

test("an overload is over a second after the last refusal", () => {
  const rule = buildRule();
  rule.pass(200, 1000);
  rule.spend(PROBE_MS + 105);
  expect(rule.refuses()).toBe(true);
  rule.pass(PROBE_MS, 900);
  expect(rule.isOverloaded()).toBe(true);
  rule.pass(PROBE_MS, 200);
  expect(rule.isOverloaded()).toBe(false);
});

test("an overload lasts while somebody is refused, though its turns are short", () => {
  const rule = buildRule();
  rule.pass(200, 1000);
  for (let turn = 0; turn < 100; turn += 1) {
    rule.spend(PROBE_MS + 35);
    expect(rule.refuses()).toBe(true);
    rule.pass(5, 5);
  }
  expect(rule.isOverloaded()).toBe(true);
});

test("a request that comes nearly alone is answered, however long the program had to wait for the processor", () => {
  const rule = buildRule();
  rule.pass(200, 1000);
  rule.spend(5000);
  expect([rule.isOverloaded(), rule.refusesAlone(), rule.refuses()]).toEqual([true, false, true]);
});
