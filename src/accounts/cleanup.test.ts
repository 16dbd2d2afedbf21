// Periodic work: writing refusals, removing what has expired.
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { prepareStores } from "../../test/services/stores.ts";
import { buildAccounts, buildClock, buildKey } from "../../testing/build-accounts.ts";
import { openCounters, type Store } from "../store/store.ts";
import { createAccounts } from "./accounts.ts";

const stores = prepareStores();
afterEach(() => void vi.useRealTimers());
afterAll(() => stores.closeAll());
const clock = buildClock("2026-03-01T12:00:00Z");
const visit = { address: "192.0.2.1", agent: "browser" };

test("cleanup writes refusals and removes sessions that are over", async () => {
  const store = await stores.open(await stores.newTarget("embedded"), clock.read);
  const accounts = buildAccounts(store, clock.read);
  const { accountId } = await buildKey(accounts);
  const account = await accounts.enrolment.get(accountId);
  if (!account) throw new Error("the account is gone");
  await accounts.sessions.open(account, visit);
  accounts.refusals.note({ accountId, keyId: null }, "rate");
  clock.now += 7 * 86_400_000 - 1;
  await accounts.cleanUp();
  expect(await store.listSessions(accountId)).toHaveLength(1);
  expect((await accounts.quota.history(accountId, 10)).refusals).toHaveLength(1);
  clock.now += 2;
  await accounts.cleanUp();
  expect(await store.listSessions(accountId)).toEqual([]);
});

/** A store that counts how often it is asked to write refusals and to sweep. */
function openCounting() {
  const asked = { refusals: 0, sweeps: 0 };
  const warned: unknown[] = [];
  const state = { isAway: false };
  const store = {
    addRefusals: async () => void asked.refusals++,
    sweepExpired: async () => {
      asked.sweeps++;
      if (state.isAway) throw new Error("away");
      return 0;
    },
  } as unknown as Store;
  const accounts = createAccounts({
    store,
    counters: openCounters({ clock: clock.read }),
    clock: clock.read,
    random: (size) => new Uint8Array(size),
    settings: {
      ratePerMinute: 1,
      concurrentPerKey: 1,
      badKeysPerMinute: 1,
      quotaPerDay: 1,
      quotaBonusPerDay: 1,
      quotaBonusDays: 1,
      signup: "open",
    },
    log: { info() {}, error() {}, warn: (...words) => void warned.push(words) },
  });
  const note = () => accounts.refusals.note({ accountId: "acc_1", keyId: null }, "rate");
  return { asked, warned, state, accounts, note };
}

test("refusals are written every two seconds, expired rows go every ten minutes, until it is stopped", async () => {
  vi.useFakeTimers();
  const { asked, accounts, note } = openCounting();
  const cleanup = accounts.startCleanup();
  note();
  await vi.advanceTimersByTimeAsync(1999);
  expect(asked).toEqual({ refusals: 0, sweeps: 0 });
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual({ refusals: 1, sweeps: 0 });
  await vi.advanceTimersByTimeAsync(598_000 - 1);
  expect(asked).toEqual({ refusals: 1, sweeps: 0 });
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toEqual({ refusals: 1, sweeps: 1 });
  note();
  // The last ones are written on the way out, and nothing happens afterwards.
  await cleanup.stop();
  expect(asked).toEqual({ refusals: 2, sweeps: 1 });
  note();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked).toEqual({ refusals: 2, sweeps: 1 });
});

test("the timers keep no process alive", () => {
  vi.useFakeTimers();
  const { accounts } = openCounting();
  const unref = vi.spyOn(globalThis, "setInterval");
  const cleanup = accounts.startCleanup();
  const timers = unref.mock.results.map(({ value }) => value as NodeJS.Timeout);
  expect(timers.map((timer) => timer.hasRef())).toEqual([false, false]);
  unref.mockRestore();
  return cleanup.stop();
});

test("a store that is away is no fault: it is logged and tried again", async () => {
  const { asked, warned, state, accounts } = openCounting();
  state.isAway = true;
  await accounts.cleanUp();
  expect(warned).toEqual([[{ err: new Error("away") }, "expired rows could not be removed yet"]]);
  state.isAway = false;
  await accounts.cleanUp();
  expect([asked.sweeps, warned.length]).toEqual([2, 1]);
});
