// A wall clock that jumps forwards and back: what was counted stays counted, no day grants more checks than its quota,
// and sessions and keys expire by the clock but survive a jump that is reverted. Rates run on a clock that never jumps
// (src/main.ts), or on Redis's (src/store/counters.test.ts).
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { utcDay } from "../../src/accounts/days.ts";
import {
  buildAccounts,
  buildClock,
  buildKey,
  makeCheck,
  openSession,
} from "../../testing/build-accounts.ts";
import { prepareStores } from "../services/stores.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function build(changed: Parameters<typeof buildAccounts>[2] = {}) {
  const clock = buildClock("2026-05-20T12:00:00Z");
  const store = await stores.open(await stores.newTarget("embedded"), clock.read);
  const accounts = buildAccounts(store, clock.read, changed);
  return { clock, store, accounts, ...(await buildKey(accounts)) };
}

describe("a clock that jumps", () => {
  test("gives no day more checks than it has and loses none, whatever the jumps", async () => {
    const jump = fc.oneof(
      fc.integer({ min: -3 * DAY, max: 3 * DAY }),
      fc.integer({ min: -2000, max: 2000 }),
      fc.constantFrom(-DAY, DAY, -HOUR, HOUR, 0),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(jump, { minLength: 5, maxLength: 60, size: "max" }),
        async (jumps) => {
          const { clock, store, accounts, accountId, secret } = await build({
            quotaPerDay: 4,
            quotaBonusPerDay: 0,
          });
          const answered = new Map<string, number>();
          for (const by of jumps) {
            clock.now += by;
            const day = utcDay(clock.now);
            const outcome = await makeCheck(accounts, secret);
            expect(["answered", "quota_exceeded"]).toContain(outcome);
            const before = answered.get(day) ?? 0;
            expect([day, outcome]).toEqual([day, before < 4 ? "answered" : "quota_exceeded"]);
            if (outcome === "answered") answered.set(day, before + 1);
          }
          for (const [day, times] of answered)
            expect(await store.readUsed(accountId, day)).toBe(times);
        },
      ),
      { numRuns: 25 },
    );
  }, 600_000);

  test("does not make a repeated request pay twice when it comes back within its day", async () => {
    const { clock, accounts, secret } = await build();
    const idempotency = { key: "once", body: "text" };
    expect(await makeCheck(accounts, secret, { idempotency })).toBe("answered");
    for (const by of [5 * HOUR, -9 * HOUR, 20 * HOUR, -16 * HOUR]) {
      clock.now += by;
      expect(await makeCheck(accounts, secret, { idempotency })).toBe("replayed");
    }
  });

  test("ends sessions by the clock, but one that jumps back finds them again", async () => {
    const { clock, accounts } = await build();
    const made = await accounts.enrolment.signUp({
      email: "jump@example.com",
      password: "four plain words here",
      address: "192.0.2.1",
    });
    if (!made.ok) throw new Error(made.reason);
    const { token } = await openSession(accounts, made.account);
    expect(await accounts.sessions.resume(token)).not.toBeNull();
    clock.now += 8 * DAY;
    expect(await accounts.sessions.resume(token)).toBeNull();
    clock.now -= 8 * DAY;
    expect(await accounts.sessions.resume(token)).not.toBeNull();
    // Before it was made: nothing of it has ended.
    clock.now -= 30 * DAY;
    expect(await accounts.sessions.resume(token)).not.toBeNull();
  });

  test("expires keys by the clock, and one that jumps back lets them work again", async () => {
    const { clock, accounts, accountId } = await build();
    const made = await accounts.keys.create({
      accountId,
      domain: "example.com",
      expiresAt: clock.now + DAY,
      actor: "account",
    });
    if (!made.ok) throw new Error(made.problem);
    const verify = async () =>
      (await accounts.keys.verify(made.secret, ["https://example.com"])).ok;
    expect(await verify()).toBe(true);
    clock.now += 2 * DAY;
    expect(await verify()).toBe(false);
    clock.now -= 3 * DAY;
    expect(await verify()).toBe(true);
  });
});
