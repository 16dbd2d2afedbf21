// The quota rule by rule, on the embedded store.
import { afterAll, describe, expect, test } from "vitest";
import { prepareStores } from "../../test/services/stores.ts";
import { buildAccounts, buildClock, buildKey } from "../../testing/build-accounts.ts";
import type { Accounts } from "./accounts.ts";
import type { Caller, CheckRequest, Reservation } from "./quota.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const clock = buildClock("2026-03-01T22:00:00Z");
const untilMidnight = 2 * 3_600_000;
const detect = { endpoint: "detect" };

/** Two copies of the program on one store, and an account with a key. */
async function openCopies(settings: object = {}) {
  clock.now = Date.parse("2026-03-01T22:00:00Z");
  const target = await stores.newTarget("embedded");
  const copies = [];
  for (const _ of ["here", "there"])
    copies.push(buildAccounts(await stores.open(target, clock.read), clock.read, settings));
  const [here, there] = copies as [Accounts, Accounts];
  return { here, there, ...(await buildKey(here)) };
}

async function callerOf(accounts: Accounts, accountId: string): Promise<Caller> {
  const caller = await accounts.callerFor(accountId);
  if (!caller) throw new Error("the account is gone");
  return caller;
}

function granted(reservation: Reservation) {
  if (!reservation.ok) throw new Error(reservation.reason);
  return reservation.check;
}

/** Reads who pays and asks, as one request does. */
async function reserve(accounts: Accounts, accountId: string, request: CheckRequest = detect) {
  return accounts.quota.reserve(await callerOf(accounts, accountId), request);
}

async function refusalsOf(accounts: Accounts, accountId: string) {
  await accounts.refusals.flush();
  const { refusals } = await accounts.quota.history(accountId, 1);
  return refusals.map(({ reason, times }) => `${reason} ${times}`);
}

describe("a day that is used up", () => {
  test("is refused before any work, with the time until the next, and noted for the account", async () => {
    const { here, accountId } = await openCopies({ quotaPerDay: 1, quotaBonusPerDay: 0 });
    await granted(await reserve(here, accountId)).count();
    expect(await reserve(here, accountId)).toEqual({
      ok: false,
      reason: "quota_exceeded",
      day: { limit: 1, remaining: 0, resetMs: untilMidnight, windowMs: 86_400_000 },
    });
    expect(await refusalsOf(here, accountId)).toEqual(["quota_exceeded 1"]);
  });

  test("says nothing about the next: a caller read before midnight has a new day's checks", async () => {
    const { here, accountId } = await openCopies({ quotaPerDay: 1, quotaBonusPerDay: 0 });
    await granted(await reserve(here, accountId)).count();
    const caller = await callerOf(here, accountId);
    expect(here.quota.stateFor(caller)).toMatchObject({ limit: 1, remaining: 0 });
    clock.now += untilMidnight;
    expect(here.quota.stateFor(caller)).toMatchObject({ limit: 1, remaining: 1 });
    const check = granted(await here.quota.reserve(caller, detect));
    expect(await check.count()).toMatchObject({ ok: true, day: { remaining: 0 } });
  });

  test("by another copy meanwhile is told after the work, and noted too", async () => {
    const { here, there, accountId } = await openCopies({ quotaPerDay: 1, quotaBonusPerDay: 0 });
    const late = granted(await reserve(here, accountId));
    await granted(await reserve(there, accountId)).count();
    expect(await late.count()).toEqual({
      ok: false,
      reason: "quota_exceeded",
      day: { limit: 1, remaining: 0, resetMs: untilMidnight, windowMs: 86_400_000 },
    });
    expect(await refusalsOf(here, accountId)).toEqual(["quota_exceeded 1"]);
  });

  test("is not waited for by other accounts", async () => {
    const { here, accountId } = await openCopies({ quotaPerDay: 1, quotaBonusPerDay: 0 });
    const other = await buildKey(here, "other@example.com");
    granted(await reserve(here, accountId));
    const theirs = reserve(here, other.accountId);
    const outcome = await Promise.race([theirs.then(({ ok }) => ok), soon("still waiting")]);
    expect(outcome).toBe(true);
  });
});

describe("one that waits for the last check", () => {
  test("is refused without work when that check was counted", async () => {
    const { here, accountId } = await openCopies({ quotaPerDay: 1, quotaBonusPerDay: 0 });
    const first = granted(await reserve(here, accountId));
    const waiting = reserve(here, accountId);
    await soon("");
    await first.count();
    expect(await waiting).toMatchObject({ ok: false, reason: "quota_exceeded" });
  });

  test("gets it when the other fails", async () => {
    const { here, accountId } = await openCopies({ quotaPerDay: 1, quotaBonusPerDay: 0 });
    const first = granted(await reserve(here, accountId));
    const waiting = reserve(here, accountId);
    await soon("");
    first.release();
    expect(await granted(await waiting).count()).toMatchObject({ ok: true, counted: 1 });
  });
});

describe("a batch", () => {
  test("that gets but a part is noted as refused once; one that gets all is not", async () => {
    const { here, accountId } = await openCopies({ quotaPerDay: 3, quotaBonusPerDay: 0 });
    const whole = granted(await reserve(here, accountId, { endpoint: "detect/batch", checks: 2 }));
    expect(whole.granted).toBe(2);
    await whole.count();
    expect(await refusalsOf(here, accountId)).toEqual([]);
    const part = granted(await reserve(here, accountId, { endpoint: "detect/batch", checks: 2 }));
    expect(part.granted).toBe(1);
    expect(await refusalsOf(here, accountId)).toEqual(["quota_exceeded 1"]);
  });

  test("repeated under its Idempotency-Key has what was paid, and never more", async () => {
    const { here, accountId } = await openCopies();
    const request = {
      endpoint: "detect/batch",
      checks: 4,
      idempotency: { key: "k", body: "texts" },
    };
    await granted(await reserve(here, accountId, request)).count(2);
    const again = granted(await reserve(here, accountId, request));
    expect([again.isReplay, again.granted]).toEqual([true, 2]);
    expect(await again.count(4)).toMatchObject({ ok: true, counted: 2, day: { remaining: 48 } });
    expect(await again.count(1)).toMatchObject({ ok: true, counted: 1 });
    again.release();
    expect((await callerOf(here, accountId)).used).toBe(2);
  });
});

describe("an Idempotency-Key", () => {
  const once = { ...detect, idempotency: { key: "k", body: "a text" } };

  test("sent to two copies at once is paid by the one that ends first", async () => {
    const { here, there, accountId } = await openCopies();
    const one = granted(await reserve(here, accountId, once));
    const two = granted(await reserve(there, accountId, once));
    expect([one.isReplay, two.isReplay]).toEqual([false, false]);
    expect(await one.count()).toMatchObject({ ok: true, counted: 1, day: { remaining: 49 } });
    // States what was left when the request arrived.
    expect(await two.count()).toMatchObject({ ok: true, counted: 1, day: { remaining: 50 } });
    expect((await callerOf(here, accountId)).used).toBe(1);
  });

  test("sent to two copies with two bodies is refused to the second", async () => {
    const { here, there, accountId } = await openCopies();
    const one = granted(await reserve(here, accountId, once));
    const other = { ...detect, idempotency: { key: "k", body: "another" } };
    const two = granted(await reserve(there, accountId, other));
    await one.count();
    expect(await two.count()).toMatchObject({ ok: false, reason: "idempotency_mismatch" });
    expect(await reserve(here, accountId, other)).toEqual({
      ok: false,
      reason: "idempotency_mismatch",
      day: { limit: 50, remaining: 49, resetMs: untilMidnight, windowMs: 86_400_000 },
    });
  });

  test("belongs to one key, or without a key to one account", async () => {
    const { here, accountId, keyId } = await openCopies();
    const other = await buildKey(here, "other@example.com");
    const owner = await callerOf(here, accountId);
    const callers = [
      owner,
      await callerOf(here, other.accountId),
      { ...owner, keyId },
      { ...owner, keyId: "key_another" },
    ];
    for (const caller of callers) {
      const check = granted(await here.quota.reserve(caller, once));
      expect(check.isReplay).toBe(false);
      await check.count();
    }
  });
});

test("a check is over when it was counted or released, whichever came first", async () => {
  const { here, accountId } = await openCopies();
  const released = granted(await reserve(here, accountId));
  released.release();
  await expect(released.count()).rejects.toThrow("not after its release");
  const counted = granted(await reserve(here, accountId));
  await counted.count();
  await expect(counted.count()).rejects.toThrow("counted once");
  counted.release();
  await expect(counted.count()).rejects.toThrow("counted once");
  expect((await callerOf(here, accountId)).used).toBe(1);
});

test("an account deleted while its request runs pays nothing and is told so", async () => {
  const { here, accountId } = await openCopies();
  const check = granted(await reserve(here, accountId));
  await here.enrolment.remove(accountId, "operator");
  expect(await check.count()).toMatchObject({ ok: false, reason: "account_gone" });
});

test("what is left of a day is described with its bonus, or with the operator's number alone", async () => {
  const { here, accountId } = await openCopies();
  const describeNow = async () => {
    const account = await here.enrolment.get(accountId);
    if (!account) throw new Error("the account is gone");
    return here.quota.describe(account);
  };
  await granted(await reserve(here, accountId)).count();
  const day = { day: "2026-03-01", used: 1, resetMs: untilMidnight };
  expect(await describeNow()).toEqual({
    ...day,
    limit: 50,
    remaining: 49,
    bonusDaysLeft: 30,
    override: null,
  });
  await here.enrolment.setQuota(accountId, 7);
  expect(await describeNow()).toEqual({
    ...day,
    limit: 7,
    remaining: 6,
    bonusDaysLeft: 0,
    override: 7,
  });
  await here.enrolment.setQuota(accountId, null);
  clock.now = Date.parse("2026-04-10T22:00:00Z");
  expect(await describeNow()).toMatchObject({ limit: 25, used: 0, bonusDaysLeft: 0 });
});

test("the history holds so many days, today included", async () => {
  const { here, accountId } = await openCopies();
  for (let day = 0; day < 4; day++) {
    await granted(await reserve(here, accountId)).count();
    clock.now += 86_400_000;
  }
  const { from, to, usage } = await here.quota.history(accountId, 3);
  expect([from, to]).toEqual(["2026-03-03", "2026-03-05"]);
  expect(usage.map(({ day }) => day)).toEqual(["2026-03-03", "2026-03-04"]);
});

/** Resolves after all pending callbacks have run. */
async function soon<T>(value: T): Promise<T> {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  return value;
}
