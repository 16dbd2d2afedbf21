// Counting under pressure, on every store: the conditional increment must be exact whoever else
// counts at the same time.
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, test } from "vitest";
import { prepareStores, type StoreTarget, storeKinds } from "../../test/services/stores.ts";
import type { CheckToCount, CountOutcome, Store } from "./store.ts";

const at = Date.UTC(2026, 4, 20, 10);
const day = "2026-05-20";
const stores = prepareStores();
afterAll(() => stores.closeAll());
const open = (target: StoreTarget) => stores.open(target, () => at);

describe.each(storeKinds)("$name store", ({ name, isHere }) => {
  test.skipIf(!isHere)(
    "200 at once against 37 left give exactly 37, through three openers",
    async () => {
      const target = await stores.newTarget(name);
      const openers = await Promise.all([open(target), open(target), open(target)]);
      const check = await buildCheck(openers[0], { limit: 50 });
      for (let i = 0; i < 13; i++) await openers[0].countCheck(check);
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_, i) => (openers[i % 3] as Store).countCheck(check)),
      );
      expect(tally(outcomes)).toEqual({ counted: 37, quota_exceeded: 163 });
      // Every count gave a total of its own: none was given twice.
      const totals = outcomes.flatMap((one) => (one.outcome === "counted" ? [one.used] : []));
      expect(totals.toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 37 }, (_, i) => 14 + i),
      );
      expect(await openers[1].readUsed(check.accountId, day)).toBe(50);
      expect(await openers[2].listUsage(check.accountId, { from: day, to: day })).toEqual([
        { day, keyId: check.keyId, endpoint: "detect", checks: 50 },
      ]);
    },
  );

  test.skipIf(!isHere)("duplicates at once count once, whichever copy they reach", async () => {
    const target = await stores.newTarget(name);
    const openers = await Promise.all([open(target), open(target), open(target)]);
    const check = await buildCheck(openers[0], {
      idempotency: { hash: "h", bodyHash: "b", expiresAt: at + 1000 },
    });
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, i) => (openers[i % 3] as Store).countCheck(check)),
    );
    expect(tally(outcomes)).toEqual({ counted: 1, replayed: 59 });
    expect(await openers[0].readUsed(check.accountId, day)).toBe(1);
  });

  test.skipIf(!isHere)("an idempotency key belongs to one body until it expires", async () => {
    const store = await open(await stores.newTarget(name));
    const first = { hash: "h", bodyHash: "b1", expiresAt: at + 1000 };
    const check = await buildCheck(store, { idempotency: first });
    expect(await store.countCheck(check)).toEqual({ outcome: "counted", counted: 1, used: 1 });
    const other = { ...check, idempotency: { ...first, bodyHash: "b2" } };
    expect(await store.countCheck(other)).toEqual({ outcome: "other_body" });
    expect(await store.findIdempotency("h", at)).toEqual({
      bodyHash: "b1",
      checks: 1,
      expiresAt: at + 1000,
    });
    expect(await store.findIdempotency("h", at + 1000)).toBeNull();
    // The row is still there, but its time has passed.
    const later = { ...other, at: at + 1000 };
    expect(await store.countCheck(later)).toEqual({ outcome: "counted", counted: 1, used: 2 });
    expect(await store.sweepExpired({ at: at + 999, sessionSeenBefore: 0 })).toBe(0);
    expect(await store.sweepExpired({ at: at + 5000, sessionSeenBefore: 0 })).toBe(1);
  });

  test.skipIf(!isHere)("a refused check leaves its idempotency key unused", async () => {
    const store = await open(await stores.newTarget(name));
    const idempotency = { hash: "h", bodyHash: "b", expiresAt: at + 1000 };
    const check = await buildCheck(store, { limit: 0, idempotency });
    expect(await store.countCheck(check)).toEqual({ outcome: "quota_exceeded" });
    expect(await store.findIdempotency("h", at)).toBeNull();
    expect(await store.countCheck({ ...check, limit: 1 })).toMatchObject({ outcome: "counted" });
  });

  test.skipIf(!isHere)(
    "a batch takes as many as are left, and its repetition as many",
    async () => {
      const store = await open(await stores.newTarget(name));
      const check = await buildCheck(store, { limit: 10 });
      for (let i = 0; i < 3; i++) await store.countCheck(check);
      const idempotency = { hash: "h", bodyHash: "b", expiresAt: at + 1000 };
      const batch = { ...check, checks: 20, idempotency };
      expect(await store.countCheck(batch)).toEqual({ outcome: "counted", counted: 7, used: 10 });
      expect(await store.countCheck(batch)).toEqual({ outcome: "replayed", counted: 7 });
      expect(await store.countCheck({ ...check, checks: 2 })).toEqual({
        outcome: "quota_exceeded",
      });
    },
  );

  test.skipIf(!isHere)("batches and single checks at once never pass the limit", async () => {
    const store = await open(await stores.newTarget(name));
    const check = await buildCheck(store, { limit: 100 });
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, i) => store.countCheck({ ...check, checks: 1 + (i % 7) })),
    );
    const counted = outcomes.map((one) => (one.outcome === "counted" ? one.counted : 0));
    expect(counted.reduce((sum, n) => sum + n, 0)).toBe(100);
    expect(await store.readUsed(check.accountId, day)).toBe(100);
  });

  test.skipIf(!isHere)(
    "a check of an account deleted meanwhile is refused and leaves nothing",
    async () => {
      const store = await open(await stores.newTarget(name));
      const idempotency = { hash: "h", bodyHash: "b", expiresAt: at + 1000 };
      const check = await buildCheck(store, {});
      const entry = { at, accountId: null, actor: "operator", action: "account.deleted" } as const;
      expect(await store.deleteAccount(check.accountId, entry)).toBe(true);
      expect(await store.countCheck(check)).toEqual({ outcome: "account_gone" });
      expect(await store.countCheck({ ...check, idempotency })).toEqual({
        outcome: "account_gone",
      });
      expect(await store.findIdempotency("h", at)).toBeNull();
      expect(await store.readUsed(check.accountId, day)).toBe(0);
    },
  );

  test.skipIf(!isHere)(
    "deleting accounts while they count ends in neither error nor rest",
    async () => {
      const target = await stores.newTarget(name);
      const [counting, deleting] = await Promise.all([open(target), open(target)]);
      for (let round = 0; round < 10; round++) {
        const check = await buildCheck(counting, { limit: 1000 });
        await counting.countCheck(check);
        const entry = {
          at,
          accountId: null,
          actor: "operator",
          action: "account.deleted",
        } as const;
        const [outcomes] = await Promise.all([
          Promise.all(Array.from({ length: 20 }, () => counting.countCheck(check))),
          deleting.deleteAccount(check.accountId, entry),
        ]);
        for (const { outcome } of outcomes) expect(["counted", "account_gone"]).toContain(outcome);
        expect(await counting.readUsed(check.accountId, day)).toBe(0);
        expect(await counting.listUsage(check.accountId, { from: day, to: day })).toEqual([]);
      }
    },
  );

  test.skipIf(!isHere)("a setting is made once, whoever asks first", async () => {
    const target = await stores.newTarget(name);
    const openers = await Promise.all([open(target), open(target), open(target)]);
    const values = await Promise.all(openers.map((one) => one.keepSetting("secret", randomUUID())));
    expect(new Set(values).size).toBe(1);
  });
});

async function buildCheck(store: Store, changed: Partial<CheckToCount>): Promise<CheckToCount> {
  const accountId = `acc_${randomUUID()}`;
  const keyId = `key_${randomUUID()}`;
  const entry = { at, accountId, actor: "operator", action: "made" } as const;
  const account = { id: accountId, email: `${accountId}@example.com`, passwordHash: null };
  await store.insertAccount(
    { ...account, createdAt: at, createdDay: day, quotaOverride: null, madeBy: null },
    entry,
  );
  const key = { id: keyId, accountId, hash: keyId, lastFour: "0000", name: "n", domain: "d" };
  const times = { createdAt: at, expiresAt: null, revokedAt: null, exposedAt: null };
  await store.insertKey(
    {
      ...key,
      ...times,
      lastUsedAt: null,
      replacedBy: null,
      isTest: false,
      isManagement: false,
      checksPerDay: null,
      ratePerMinute: null,
      endpoints: null,
      metadata: {},
      externalId: null,
    },
    10,
    entry,
  );
  return { accountId, keyId, endpoint: "detect", day, limit: 1000, checks: 1, at, ...changed };
}

function tally(outcomes: CountOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
