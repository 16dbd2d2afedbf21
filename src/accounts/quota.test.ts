// The quota's promise, on every store: granted ≤ limit, counted = granted, and nobody is refused
// while a check is left.
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { prepareStores, storeKinds } from "../../test/services/stores.ts";
import {
  buildAccounts,
  buildClock,
  buildKey,
  makeCheck as tryCheck,
} from "../../testing/build-accounts.ts";
import { type Account, StoreAwayError } from "../store/store.ts";
import type { Accounts } from "./accounts.ts";
import { daysBetween, utcDay } from "./days.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());

/** Hundreds of checks at once wait for ten connections; on a crowded machine some wait in vain and are told so, with a
 * 503. They ask again, and the promise holds all the same. */
const makeCheck: typeof tryCheck = (...request) => untilStoreIsThere(() => tryCheck(...request));

const TRIES_MAX = 100;

async function untilStoreIsThere<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StoreAwayError) || tries === TRIES_MAX) throw error;
    }
  }
}

describe.each(storeKinds)("$name store", ({ name, isHere }) => {
  const clock = buildClock("2026-03-01T12:00:00Z");
  const openAccounts = async (settings = {}) => {
    const store = await stores.open(await stores.newTarget(name), clock.read);
    return { store, accounts: buildAccounts(store, clock.read, settings) };
  };

  test.skipIf(!isHere)("25 and 25 more on the first 30 UTC days, then 25", async () => {
    clock.now = Date.parse("2026-03-01T23:59:59.999Z");
    const { accounts } = await openAccounts();
    const { secret } = await buildKey(accounts);
    const allowedOn = async (time: string) => {
      clock.now = Date.parse(time);
      const outcomes: string[] = [];
      for (let i = 0; i < 55; i++) outcomes.push(await makeCheck(accounts, secret));
      return outcomes.filter((outcome) => outcome === "answered").length;
    };
    expect(await allowedOn("2026-03-01T23:59:59.999Z")).toBe(50);
    expect(await allowedOn("2026-03-02T00:00:00Z")).toBe(50);
    expect(await allowedOn("2026-03-30T23:59:59Z")).toBe(50);
    expect(await allowedOn("2026-03-31T00:00:00Z")).toBe(25);
  });

  test.skipIf(!isHere)(
    "200 at once with 37 left give exactly 37, whatever else fails",
    async () => {
      const { accounts } = await openAccounts();
      const { secret } = await buildKey(accounts);
      for (let i = 0; i < 13; i++) await makeCheck(accounts, secret);
      const slow = async () => {
        await new Promise(setImmediate);
        return "done" as const;
      };
      const failing = async () => {
        await new Promise(setImmediate);
        return "failed" as const;
      };
      // The failing ones come first and hold the last checks for a while.
      const outcomes = await Promise.all([
        ...Array.from({ length: 60 }, () => makeCheck(accounts, secret, { work: failing })),
        ...Array.from({ length: 200 }, () => makeCheck(accounts, secret, { work: slow })),
      ]);
      expect(outcomes.filter((outcome) => outcome === "answered")).toHaveLength(37);
      expect(outcomes.filter((outcome) => outcome === "quota_exceeded").length).toBe(
        260 - 37 - outcomes.filter((outcome) => outcome === "failed").length,
      );
    },
  );

  test.skipIf(!isHere)(
    "batches and single checks at once give exactly what is left, whatever fails",
    async () => {
      const parts = fc.record({
        limit: fc.nat(30),
        batches: fc.array(fc.record({ wanted: fc.integer({ min: 1, max: 12 }), fail: fc.nat(3) }), {
          maxLength: 5,
        }),
        singles: fc.nat(12),
        failing: fc.nat(6),
      });
      const { accounts } = await openAccounts();
      let round = 0;
      await fc.assert(
        fc.asyncProperty(parts, async ({ limit, batches, singles, failing }) => {
          const { accountId, secret } = await buildKey(accounts, `b${round++}@example.com`);
          await accounts.enrolment.setQuota(accountId, limit);
          const slow = (outcome: "done" | "failed") => async () => {
            await new Promise(setImmediate);
            return outcome;
          };
          // Those that fail hold checks for a while and leave them to the others.
          const counts = await Promise.all([
            ...Array.from({ length: failing }, () =>
              makeCheck(accounts, secret, { work: slow("failed") }).then(() => 0),
            ),
            ...batches.map((batch) =>
              untilStoreIsThere(() => makeBatch(accounts, accountId, batch)),
            ),
            ...Array.from({ length: singles }, () =>
              makeCheck(accounts, secret, { work: slow("done") }).then((outcome) =>
                outcome === "answered" ? 1 : 0,
              ),
            ),
          ]);
          const good = batches.reduce(
            (sum, { wanted, fail }) => sum + Math.max(0, wanted - fail),
            0,
          );
          const answered = counts.reduce((sum, count) => sum + count, 0);
          assert.equal(answered, Math.min(limit, singles + good));
          assert.equal((await accounts.callerFor(accountId))?.used, answered);
        }),
        { numRuns: name === "embedded" ? 60 : 10 },
      );
    },
    600_000,
  );

  /** A batch whose first texts fail; the others are worked on until all checks granted are used. */
  async function makeBatch(
    accounts: Accounts,
    accountId: string,
    { wanted, fail }: { wanted: number; fail: number },
  ): Promise<number> {
    const caller = await accounts.callerFor(accountId);
    assert(caller);
    const request = { endpoint: "detect/batch", checks: wanted };
    const reserved = await accounts.quota.reserve(caller, request);
    if (!reserved.ok) return 0;
    await new Promise(setImmediate);
    const succeeded = Math.min(reserved.check.granted, Math.max(0, wanted - fail));
    if (succeeded === 0) {
      reserved.check.release();
      return 0;
    }
    const counted = await reserved.check.count(succeeded);
    return counted.ok ? counted.counted : 0;
  }

  test.skipIf(!isHere)("the operator's number takes the place of both", async () => {
    const { accounts } = await openAccounts();
    const { accountId, secret } = await buildKey(accounts);
    await accounts.enrolment.setQuota(accountId, 2);
    const some = () => makeCheck(accounts, secret);
    expect([await some(), await some(), await some()]).toEqual([
      "answered",
      "answered",
      "quota_exceeded",
    ]);
    await accounts.enrolment.setQuota(accountId, 3);
    expect([await some(), await some()]).toEqual(["answered", "quota_exceeded"]);
    // Fewer than are used already: refused, and none is taken back.
    await accounts.enrolment.setQuota(accountId, 1);
    expect(await some()).toBe("quota_exceeded");
    await accounts.enrolment.setQuota(accountId, null);
    expect(await some()).toBe("answered");
    const account = (await accounts.enrolment.get(accountId)) as Account;
    expect(await accounts.quota.describe(account)).toMatchObject({
      limit: 50,
      used: 4,
      remaining: 46,
      bonusDaysLeft: 30,
    });
  });

  test.skipIf(!isHere)("a check let in before midnight is paid by that day", async () => {
    clock.now = Date.parse("2026-03-01T23:59:59.900Z");
    const { store, accounts } = await openAccounts();
    const { accountId, secret } = await buildKey(accounts);
    const work = async () => {
      clock.now += 200;
      return "done" as const;
    };
    expect(await makeCheck(accounts, secret, { work })).toBe("answered");
    expect(await store.readUsed(accountId, "2026-03-01")).toBe(1);
    expect(await store.readUsed(accountId, "2026-03-02")).toBe(0);
  });

  test.skipIf(!isHere)(
    "an Idempotency-Key costs one check, also when the quota is used up",
    async () => {
      const { accounts } = await openAccounts({ quotaPerDay: 1, quotaBonusPerDay: 0 });
      const { accountId, secret } = await buildKey(accounts);
      const idempotency = { key: "once", body: "a text" };
      const repeat = () => makeCheck(accounts, secret, { idempotency });
      // All at once: one pays, the others wait for the only check and then find it paid.
      const outcomes = await Promise.all([repeat(), repeat(), repeat(), repeat()]);
      expect(outcomes.toSorted()).toEqual(["answered", "replayed", "replayed", "replayed"]);
      expect(await repeat()).toBe("replayed");
      expect(await makeCheck(accounts, secret)).toBe("quota_exceeded");
      const other = { key: "once", body: "another text" };
      expect(await makeCheck(accounts, secret, { idempotency: other })).toBe(
        "idempotency_mismatch",
      );
      // On the other endpoint it is a second check.
      expect(await makeCheck(accounts, secret, { idempotency, endpoint: "regenerate" })).toBe(
        "quota_exceeded",
      );
      clock.now += 86_400_000 - 1;
      expect(await repeat()).toBe("replayed");
      clock.now += 1;
      expect(await makeCheck(accounts, secret, { idempotency: other })).toBe("answered");
      const { usage } = await accounts.quota.history(accountId, 5);
      expect(usage.map(({ checks }) => checks)).toEqual([1, 1]);
    },
  );

  test.skipIf(!isHere)("another account's Idempotency-Key is another key", async () => {
    const { accounts } = await openAccounts();
    const [one, two] = [await buildKey(accounts, "a@b.c"), await buildKey(accounts, "d@e.f")];
    const idempotency = { key: "same", body: "a text" };
    expect(await makeCheck(accounts, one.secret, { idempotency })).toBe("answered");
    expect(await makeCheck(accounts, two.secret, { idempotency })).toBe("answered");
  });

  test.skipIf(!isHere)("a failed check can be tried again under its Idempotency-Key", async () => {
    const { accounts } = await openAccounts();
    const { secret } = await buildKey(accounts);
    const idempotency = { key: "again", body: "a text" };
    const work = async () => "failed" as const;
    expect(await makeCheck(accounts, secret, { idempotency, work })).toBe("failed");
    expect(await makeCheck(accounts, secret, { idempotency })).toBe("answered");
  });

  test.skipIf(!isHere)(
    "any sequence of checks, failures, rotations, revocations and midnights keeps the promise",
    async () => {
      // One store for all sequences, each with an account of its own: making a database takes longer
      // than a sequence, and neighbours on the same days must make no difference.
      const { store, accounts } = await openAccounts({
        quotaPerDay: 6,
        quotaBonusPerDay: 4,
        badKeysPerMinute: 1_000_000,
      });
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          clock.now = Date.parse("2026-03-01T22:00:00Z");
          await playSteps(accounts, store, { steps, email: `s${round++}@example.com` });
        }),
        { numRuns: name === "embedded" ? 60 : 8 },
      );
    },
    600_000,
  );

  async function playSteps(
    accounts: Accounts,
    store: Awaited<ReturnType<typeof openAccounts>>["store"],
    { steps, email }: { steps: Step[]; email: string },
  ): Promise<void> {
    const { accountId, secret: first, keyId } = await buildKey(accounts, email);
    const createdDay = utcDay(clock.now);
    let working = [{ secret: first, id: keyId }];
    const granted = new Map<string, number>();
    let override: number | null = null;
    for (const one of steps) {
      const day = utcDay(clock.now);
      const bonus = daysBetween(createdDay, day) < 30 ? 4 : 0;
      const limit: number = override ?? 6 + bonus;
      const left = Math.max(0, limit - (granted.get(day) ?? 0));
      const key = working[one.pick % Math.max(1, working.length)];
      if (one.kind === "checks") {
        // A key that was revoked is refused; its account's other keys share the quota.
        const outcomes = await Promise.all(
          Array.from({ length: one.times + one.failures }, (_, index) => {
            const isFailing = index < one.failures;
            const work = async () => {
              if (one.pick % 2) await new Promise(setImmediate);
              return isFailing ? ("failed" as const) : ("done" as const);
            };
            return makeCheck(accounts, key?.secret ?? first, { work });
          }),
        );
        const answered = outcomes.filter((outcome) => outcome === "answered").length;
        assert.equal(answered, key ? Math.min(one.times, left) : 0);
        granted.set(day, (granted.get(day) ?? 0) + answered);
      } else if (one.kind === "wait") {
        clock.now += one.ms;
      } else if (one.kind === "override") {
        override = one.quota;
        await accounts.enrolment.setQuota(accountId, override);
      } else if (one.kind === "create") {
        const domain = "example.com";
        const made = await accounts.keys.create({ accountId, domain, actor: "account" });
        if (made.ok) working.push({ secret: made.secret, id: made.id });
      } else if (key && one.kind === "revoke") {
        assert.equal(await accounts.keys.revoke({ id: key.id, accountId, actor: "account" }), true);
        working = working.filter(({ id }) => id !== key.id);
        assert.equal(await makeCheck(accounts, key.secret), "unauthorized");
      } else if (key && one.kind === "rotate") {
        const request = { id: key.id, accountId, graceHours: 0, actor: "account" } as const;
        const made = await accounts.keys.rotate(request);
        working = working.filter(({ id }) => id !== key.id);
        if (made.ok) working.push({ secret: made.secret, id: made.id });
      }
      for (const [on, number] of granted) assert.equal(await store.readUsed(accountId, on), number);
    }
    const { usage } = await accounts.quota.history(accountId, 100);
    const total = usage.reduce((sum, { checks }) => sum + checks, 0);
    const shown = [...granted].filter(([on]) => daysBetween(on, utcDay(clock.now)) < 100);
    assert.equal(
      total,
      shown.reduce((sum, [, number]) => sum + number, 0),
    );
  }
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const pick = fc.nat(20);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("checks" as const),
      times: fc.nat(14),
      failures: fc.nat(4),
      pick,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      // Minutes, hours, and now and then enough to reach the thirtieth day.
      ms: fc.oneof(fc.nat(3_600_000), fc.nat(86_400_000 * 2), fc.nat(86_400_000 * 28)),
      pick,
    }),
  },
  fc.record({ kind: fc.constant("rotate" as const), pick }),
  fc.record({ kind: fc.constant("revoke" as const), pick }),
  fc.record({ kind: fc.constant("create" as const), pick }),
  fc.record({
    kind: fc.constant("override" as const),
    quota: fc.option(fc.nat(12)),
    pick,
  }),
);
