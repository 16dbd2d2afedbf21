// Windows and leases: the counters in memory compared with a simple model, and the same cases in a real Redis.
import fc from "fast-check";
import { createClient } from "redis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { until } from "../../test/services/free-port.ts";
import { type RedisService, redisAvailable, startRedis } from "../../test/services/redis.ts";
import { type CountersOptions, openCounters } from "./counters.ts";
import type { Counters, Entry } from "./window.ts";

let redis: RedisService | undefined;
const opened: Counters[] = [];
beforeAll(async () => {
  if (redisAvailable()) redis = await startRedis();
});
afterAll(async () => {
  await Promise.all(opened.map((counters) => counters.close()));
  await redis?.stop();
});

/** One counter per copy of the program; in memory there is only one copy. */
async function openCopies(name: string): Promise<[Counters, Counters]> {
  if (name === "memory") {
    const one = openCounters({ clock: Date.now });
    return [one, one];
  }
  return [await openShared(), await openShared()];
}

async function openShared(options: Partial<CountersOptions> = {}): Promise<Counters> {
  const counters = openCounters({
    redisUrl: (redis as RedisService).url,
    clock: Date.now,
    // On a busy machine even this Redis may be slow; only one test is about that.
    answerMaxMs: 30_000,
    ...options,
  });
  opened.push(counters);
  // The connection is made in the background: until then each process counts for itself.
  for (let i = 0; !(await isShared(counters, `opening ${opened.length} ${i}`)); i++);
  return counters;
}

async function isShared(counters: Counters, bucket: string): Promise<boolean> {
  await counters.enter({ bucket, limit: 10, windowMs: 60_000 });
  const client = createClient({ url: (redis as RedisService).url });
  await client.connect();
  const isThere = (await client.exists(`lodestone:{${bucket}}:window`)) === 1;
  client.destroy();
  return isThere;
}

const kinds = [
  { name: "memory", isHere: true },
  { name: "Redis", isHere: redisAvailable() },
];

describe.each(kinds)("counters in $name", ({ name, isHere }) => {
  test.skipIf(!isHere)("of 200 at once exactly the limit enter, over all copies", async () => {
    const [one, two] = await openCopies(name);
    const ask = { bucket: "many", limit: 60, windowMs: 60_000 };
    const entries = await Promise.all(
      Array.from({ length: 200 }, (_, i) => (i % 2 ? one : two).enter(ask)),
    );
    expect(entries.filter(({ allowed }) => allowed)).toHaveLength(60);
    const remaining = entries.flatMap((entry) => (entry.allowed ? [entry.remaining] : []));
    expect(remaining.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i));
    for (const { resetMs } of entries) expect(resetMs).toBeGreaterThan(50_000);
    expect(await one.enter({ ...ask, bucket: "other" })).toMatchObject({ allowed: true });
  });

  test.skipIf(!isHere)("those inside are counted over all copies until they leave", async () => {
    const [one, two] = await openCopies(name);
    const ask = { bucket: "inside", limit: 100, windowMs: 60_000, concurrent: 3 };
    const entries = await Promise.all([one.enter(ask), two.enter(ask), one.enter(ask)]);
    const refused = { allowed: false, refusedBy: "concurrency", remaining: 97 };
    expect(await two.enter(ask)).toMatchObject(refused);
    expect(await one.enter(ask)).toMatchObject(refused);
    const [first] = entries;
    // Leaving twice makes room for one.
    if (first?.allowed) first.leave();
    if (first?.allowed) first.leave();
    expect(await enterAgain(two, ask)).toMatchObject({ allowed: true, remaining: 96 });
    expect(await one.enter(ask)).toMatchObject({ allowed: false });
  });

  test.skipIf(!isHere)("an entry taken back was never there", async () => {
    const [one, two] = await openCopies(name);
    const ask = { bucket: "undone", limit: 2, windowMs: 60_000, concurrent: 5 };
    const first = await one.enter(ask);
    await one.enter(ask);
    expect(await two.enter(ask)).toMatchObject({ allowed: false, refusedBy: "rate" });
    if (first.allowed) first.undo();
    if (first.allowed) first.undo();
    expect(await enterAgain(two, ask)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await two.enter(ask)).toMatchObject({ allowed: false });
  });

  test.skipIf(!isHere)("no window of time ever holds more than the limit", async () => {
    const [one, two] = await openCopies(name);
    const ask = { bucket: "moving", limit: 5, windowMs: 150 };
    const entered: { asked: number; answered: number }[] = [];
    while (entered.length < 25) {
      const asked = performance.now();
      const entry = await (entered.length % 2 ? one : two).enter(ask);
      if (entry.allowed) entered.push({ asked, answered: performance.now() });
    }
    for (let i = 5; i < entered.length; i++) {
      const span = (entered[i]?.answered ?? 0) - (entered[i - 5]?.asked ?? 0);
      // A millisecond for each clock's rounding.
      expect(span).toBeGreaterThan(ask.windowMs - 2);
    }
  });
});

/** A release is sent to Redis without waiting; the next command is executed after it. */
async function enterAgain(counters: Counters, ask: Parameters<Counters["enter"]>[0]) {
  let entry: Entry = await counters.enter(ask);
  for (let i = 0; i < 1000 && !entry.allowed; i++) entry = await counters.enter(ask);
  return entry;
}

describe("counters in memory", () => {
  const history = fc.array(fc.nat(25_000), { minLength: 1, maxLength: 300, size: "max" });

  test("small limits are exactly a sliding window", async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.integer({ min: 1, max: 20 }), async (waits, limit) => {
        let now = 1_000_000;
        const counters = openCounters({ clock: () => now });
        const entered: number[] = [];
        for (const wait of waits) {
          now += wait;
          const inWindow = entered.filter((at) => at > now - 60_000);
          const entry = await counters.enter({ bucket: "b", limit, windowMs: 60_000 });
          expect(entry.allowed).toBe(inWindow.length < limit);
          if (entry.allowed) entered.push(now);
          const oldest = entered.find((at) => at > now - 60_000) ?? 0;
          expect(entry.resetMs).toBe(oldest + 60_000 - now);
          expect(entry.remaining).toBe(Math.max(0, limit - inWindow.length - 1));
        }
      }),
      { numRuns: 50 },
    );
  });

  test("large limits are never passed, and forget at most half a second late", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(900), { minLength: 300, maxLength: 600 }), async (waits) => {
        let now = 1_000_000;
        const counters = openCounters({ clock: () => now });
        const entered: number[] = [];
        const limit = 130;
        for (const wait of waits) {
          now += wait;
          const entry = await counters.enter({ bucket: "b", limit, windowMs: 60_000 });
          const since = (ms: number) => entered.filter((at) => at > now - ms).length;
          expect(entry.allowed ? since(60_000) < limit : since(60_500) >= limit).toBe(true);
          if (entry.allowed) entered.push(now);
        }
      }),
      { numRuns: 10 },
    );
  });

  test("a flood of names does not grow without bound, and keeps those who are inside", async () => {
    let now = 1_000_000;
    const counters = openCounters({ clock: () => now });
    const inside = { bucket: "inside", limit: 100, windowMs: 1000, concurrent: 1 };
    expect(await counters.enter(inside)).toMatchObject({ allowed: true });
    for (let i = 0; i < 120_000; i++) {
      now += i % 1000 === 0 ? 1 : 0;
      await counters.enter({ bucket: `flood ${i}`, limit: 1, windowMs: 60_000 });
    }
    // The oldest were forgotten before their time, the newest are still known.
    const flood = { limit: 1, windowMs: 60_000 };
    expect(await counters.enter({ bucket: "flood 0", ...flood })).toMatchObject({ allowed: true });
    expect(await counters.enter({ bucket: "flood 119999", ...flood })).toMatchObject({
      allowed: false,
    });
    now += 120_000;
    expect(await counters.enter(inside)).toMatchObject({ refusedBy: "concurrency" });
  });

  test("no limit is no limit", async () => {
    const counters = openCounters({ clock: () => 0 });
    for (let i = 0; i < 1000; i++) {
      const ask = { bucket: "b", limit: Number.POSITIVE_INFINITY, windowMs: 60_000 };
      expect((await counters.enter(ask)).allowed).toBe(true);
    }
  });
});

describe.skipIf(!redisAvailable())("a Redis that goes away", () => {
  test("is replaced by counting in each process, with one warning, and comes back", async () => {
    const warnings: string[] = [];
    const infos: string[] = [];
    const counters = await openShared({
      log: {
        info: (_, message) => infos.push(message),
        warn: (_, message) => warnings.push(message),
        error: () => {},
      },
    });
    const server = redis as RedisService;
    await server.crash();
    warnings.length = 0;
    infos.length = 0;
    const ask = { bucket: "away", limit: 3, windowMs: 600_000 };
    const entries = await Promise.all(Array.from({ length: 10 }, () => counters.enter(ask)));
    expect(entries.filter(({ allowed }) => allowed)).toHaveLength(3);
    expect(warnings.length).toBeLessThanOrEqual(1);
    await server.start();
    for (let i = 0; !(await isShared(counters, `back ${i}`)); i++);
    expect(infos).toEqual(["Redis is back: limits are shared again"]);
  });

  test("is replaced when it stalls without closing the connection", async () => {
    const counters = await openShared({ answerMaxMs: 100 });
    const server = redis as RedisService;
    server.freeze();
    const ask = { bucket: "stalled", limit: 3, windowMs: 600_000 };
    const entries = await Promise.all(Array.from({ length: 10 }, () => counters.enter(ask)));
    expect(entries.filter(({ allowed }) => allowed)).toHaveLength(3);
    server.thaw();
    for (let i = 0; !(await isShared(counters, `thawed ${i}`)); i++);
  });

  test("is not needed at start", async () => {
    const counters = openCounters({ redisUrl: "redis://127.0.0.1:1", clock: Date.now });
    opened.push(counters);
    const ask = { bucket: "start", limit: 1, windowMs: 60_000 };
    expect(await counters.enter(ask)).toMatchObject({ allowed: true });
    expect(await counters.enter(ask)).toMatchObject({ allowed: false });
  });

  test("keeps nothing for ever: all it holds has an end", async () => {
    const counters = await openShared();
    await counters.enter({ bucket: "ends", limit: 3, windowMs: 60_000, concurrent: 2 });
    const client = createClient({ url: (redis as RedisService).url });
    await client.connect();
    const names = await client.keys("lodestone:*");
    expect(names).toContain("lodestone:{ends}:leases");
    for (const name of names) expect(await client.pTTL(name)).toBeGreaterThan(0);
    client.destroy();
  });
});

describe.skipIf(!redisAvailable())("places among the requests at once", () => {
  const ask = { bucket: "killed", limit: Infinity, windowMs: 60_000, concurrent: 1 };

  test("are kept while the copy lives, however long its request runs, and free soon after it is killed", async () => {
    const leaseMs = 900;
    const doomed = await openShared({ leaseMs });
    const other = await openShared({ leaseMs });
    expect((await doomed.enter(ask)).allowed).toBe(true);
    // Longer than the lease: only its renewal can still keep the place.
    const longAfter = Date.now() + 2 * leaseMs;
    while (Date.now() < longAfter) {
      expect(await other.enter(ask)).toMatchObject({ allowed: false, refusedBy: "concurrency" });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // Killed: it neither leaves nor renews any more.
    await doomed.close();
    await until("the place is free", async () => {
      expect((await other.enter(ask)).allowed).toBe(true);
    });
  });

  test("that were left are not brought back by a renewal", async () => {
    const counters = await openShared({ leaseMs: 300 });
    const wanted = { ...ask, bucket: "left" };
    for (let times = 0; times < 20; times++) {
      const entry = await counters.enter(wanted);
      expect(entry, `after ${times} that were left`).toMatchObject({ allowed: true });
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (entry.allowed) entry.leave();
    }
  });

  test("and rates that were counted by a clock since put back do not lock anybody out", async () => {
    const client = createClient({ url: (redis as RedisService).url });
    await client.connect();
    const counters = await openShared();
    const wanted = { bucket: "ahead", limit: 3, windowMs: 60_000, concurrent: 2 };
    const tomorrow = Date.now() + 86_400_000;
    await client.hSet("lodestone:{ahead}:window", `${tomorrow}:1`, 3);
    await client.zAdd("lodestone:{ahead}:leases", [
      { score: tomorrow, value: "a" },
      { score: tomorrow, value: "b" },
    ]);
    expect(await counters.enter(wanted)).toMatchObject({ allowed: true, remaining: 2 });
    client.destroy();
  });
});
