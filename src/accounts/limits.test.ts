// The rate limits alone, with counters in memory and a fixed clock.
import { describe, expect, test } from "vitest";
import { buildClock } from "../../testing/build-accounts.ts";
import { openCounters } from "../store/store.ts";
import { createLimits, type LimitSettings, networkOf } from "./limits.ts";

const minuteMs = 60_000;

function openLimits(changed: Partial<LimitSettings> = {}) {
  const clock = buildClock("2026-03-01T12:00:00Z");
  const settings = { ratePerMinute: 3, concurrentPerKey: 2, badKeysPerMinute: 2, ...changed };
  return {
    clock,
    limits: createLimits({ counters: openCounters({ clock: clock.read }), settings }),
  };
}

const keyOf = (id: string, ratePerMinute: number | null = null) => ({ id, ratePerMinute });

/** How many of the given number of attempts are allowed. */
async function allowedOf(times: number, attempt: () => Promise<{ allowed: boolean }>) {
  let allowed = 0;
  for (let count = 0; count < times; count++) if ((await attempt()).allowed) allowed++;
  return allowed;
}

describe("requests of a key", () => {
  test("have places for so many at once; a refused one is asked back in a second", async () => {
    const { limits } = openLimits();
    const first = await limits.enterKey(keyOf("key_1"));
    expect(first).toMatchObject({
      allowed: true,
      minute: { limit: 3, remaining: 2, resetMs: minuteMs, windowMs: minuteMs },
    });
    await limits.enterKey(keyOf("key_1"));
    expect(await limits.enterKey(keyOf("key_1"))).toEqual({
      allowed: false,
      refusedBy: "concurrency",
      concurrent: 2,
      minute: { name: "minute", limit: 3, remaining: 1, resetMs: minuteMs, windowMs: minuteMs },
      retryAfterMs: 1000,
    });
    expect(await limits.enterKey(keyOf("key_2"))).toMatchObject({ allowed: true });
    if (first.allowed) first.leave();
    expect(await limits.enterKey(keyOf("key_1"))).toMatchObject({ allowed: true });
  });

  test("beyond the rate are asked back when the minute is over", async () => {
    const { clock, limits } = openLimits({ concurrentPerKey: 99 });
    expect(await allowedOf(3, () => limits.enterKey(keyOf("key_1")))).toBe(3);
    clock.now += 20_000;
    expect(await limits.enterKey(keyOf("key_1"))).toMatchObject({
      allowed: false,
      refusedBy: "rate",
      minute: { remaining: 0 },
      retryAfterMs: 40_000,
    });
    clock.now += 40_000;
    expect(await limits.enterKey(keyOf("key_1"))).toMatchObject({ allowed: true });
  });
});

test("a key's own rate takes the place of the usual one", async () => {
  const { limits } = openLimits({ concurrentPerKey: 99 });
  expect(await allowedOf(9, () => limits.enterKey(keyOf("key_1", 5)))).toBe(5);
  expect(await allowedOf(9, () => limits.enterKey(keyOf("key_2", 1)))).toBe(1);
  expect(await allowedOf(9, () => limits.enterKey(keyOf("key_3")))).toBe(3);
});

test("reading is counted apart from work", async () => {
  const { limits } = openLimits({ concurrentPerKey: 99, readsPerMinute: 4 });
  expect(await allowedOf(9, () => limits.enterKey(keyOf("key_1"), "reads"))).toBe(4);
  expect(await allowedOf(9, () => limits.enterKey(keyOf("key_1")))).toBe(3);
  expect(await limits.enterKey(keyOf("key_1"), "reads")).toMatchObject({
    allowed: false,
    refusedBy: "rate",
    minute: { name: "reads", limit: 4, remaining: 0 },
  });
});

test("bad keys are counted by the minute and by the network they come from", async () => {
  const { clock, limits } = openLimits();
  expect(await limits.countBadKey("2001:db8::1")).toMatchObject({ allowed: true });
  expect(await limits.countBadKey("2001:db8::2")).toMatchObject({ allowed: true });
  clock.now += 1000;
  expect(await limits.countBadKey("2001:db8::3")).toEqual({
    allowed: false,
    retryAfterMs: 59_000,
  });
  expect(await limits.countBadKey("2001:db8:0:1::1")).toMatchObject({ allowed: true });
  // A key and an address of the same name are two things.
  expect(await limits.enterKey(keyOf("2001:db8:0:0::/64"))).toMatchObject({ allowed: true });
  clock.now += 59_000;
  expect(await limits.countBadKey("2001:db8::3")).toMatchObject({ allowed: true });
});

describe("sign-in", () => {
  test("waits longer and longer after wrong passwords from one network for one account", async () => {
    const { clock, limits } = openLimits();
    const attempt = () => limits.signIn("ada@example.com", "192.0.2.1");
    expect(await allowedOf(25, attempt)).toBe(5);
    expect(await attempt()).toEqual({ allowed: false, retryAfterMs: minuteMs });
    clock.now += minuteMs;
    expect(await allowedOf(25, attempt)).toBe(5);
    expect(await attempt()).toEqual({ allowed: false, retryAfterMs: 14 * minuteMs });
    clock.now += 15 * minuteMs;
    expect(await allowedOf(25, attempt)).toBe(5);
    clock.now += minuteMs;
    expect(await allowedOf(25, attempt)).toBe(5);
    expect(await attempt()).toEqual({ allowed: false, retryAfterMs: (360 - 17) * minuteMs });
  });

  test("from another network or to another account is not held up by them", async () => {
    const { limits } = openLimits();
    await allowedOf(25, () => limits.signIn("ada@example.com", "192.0.2.1"));
    expect(await limits.signIn("ada@example.com", "192.0.2.2")).toMatchObject({ allowed: true });
    expect(await limits.signIn("bob@example.com", "192.0.2.1")).toMatchObject({ allowed: true });
  });

  test("that succeeded is possible 60 times an hour for an account", async () => {
    const { limits } = openLimits();
    expect(await allowedOf(65, () => limits.signedIn("ada@example.com"))).toBe(60);
    expect(await limits.signedIn("bob@example.com")).toMatchObject({ allowed: true });
  });

  test("is tried 200 times in a quarter of an hour from one network, for whomever", async () => {
    const { clock, limits } = openLimits();
    let account = 0;
    const attempt = () => limits.signIn(`a${account++}@example.com`, "192.0.2.1");
    expect(await allowedOf(205, attempt)).toBe(200);
    expect(await limits.signIn("b@example.com", "192.0.2.2")).toMatchObject({ allowed: true });
    // So large a limit is counted in slots: an attempt may be remembered 1/120 of the time too long.
    clock.now += 15 * minuteMs + 7500;
    expect(await attempt()).toMatchObject({ allowed: true });
  });

  test("that succeeds counts for neither", async () => {
    const { limits } = openLimits({
      signInTries: [{ tries: 1, windowMs: 900_000 }],
      signInsPerAddress: 1,
    });
    for (let count = 0; count < 3; count++) {
      const attempt = await limits.signIn("ada@example.com", "192.0.2.1");
      expect(attempt.allowed).toBe(true);
      if (attempt.allowed) attempt.succeeded();
    }
  });

  test("refused for the account leaves no mark on the network", async () => {
    const { limits } = openLimits({
      signInTries: [{ tries: 1, windowMs: 900_000 }],
      signInsPerAddress: 3,
    });
    expect(await allowedOf(9, () => limits.signIn("ada@example.com", "192.0.2.1"))).toBe(1);
    expect(await limits.signIn("b@example.com", "192.0.2.1")).toMatchObject({ allowed: true });
    expect(await limits.signIn("c@example.com", "192.0.2.1")).toMatchObject({ allowed: true });
    expect(await limits.signIn("d@example.com", "192.0.2.1")).toMatchObject({ allowed: false });
  });
});

test("100 accounts an hour are made from one network", async () => {
  const { clock, limits } = openLimits();
  expect(await allowedOf(105, () => limits.signUp("192.0.2.1"))).toBe(100);
  expect(await limits.signUp("192.0.2.2")).toMatchObject({ allowed: true });
  clock.now += 60 * minuteMs - 1;
  expect(await limits.signUp("192.0.2.1")).toEqual({ allowed: false, retryAfterMs: 1 });
  clock.now += 1;
  expect(await limits.signUp("192.0.2.1")).toMatchObject({ allowed: true });
});

test("60 keys an hour are made by an account", async () => {
  const { limits } = openLimits();
  expect(await allowedOf(65, () => limits.makeKey("acc_1"))).toBe(60);
  expect(await limits.makeKey("acc_2")).toMatchObject({ allowed: true });
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:000A::9", "2001:db8:1:a::/64"],
  ["2001:db8::", "2001:db8:0:0::/64"],
  ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["::ffff:c000:201", "0:0:0:0::/64"],
  ["1::ffff:1.2.3.4", "1:0:0:0::/64"],
  ["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
  ["not an address", "not an address"],
  ["", ""],
])("%s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
