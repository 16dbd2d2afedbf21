// What somebody who may sign up can't do with it: become the operator, learn whose addresses are known, keep
// somebody out, or get a second day's checks.
import { afterAll, describe, expect, test } from "vitest";
import { prepareStores, storeKinds } from "../../test/services/stores.ts";
import { buildAccounts, buildClock, makeCheck } from "../../testing/build-accounts.ts";
import type { AccountSettings } from "./accounts.ts";
import { isOwner, localOwner } from "./owner.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const PASSWORD = "a long enough one";
const visit = { address: "192.0.2.1", agent: "test" };

describe.each(storeKinds)("$name store", ({ name, isHere }) => {
  const clock = buildClock("2026-03-01T12:00:00Z");
  const openAccounts = async (settings: Partial<AccountSettings> = {}) => {
    clock.now = Date.parse("2026-03-01T12:00:00Z");
    const store = await stores.open(await stores.newTarget(name), clock.read);
    return { store, accounts: buildAccounts(store, clock.read, settings) };
  };

  test.skipIf(!isHere)(
    "the operator's account can't be signed up for, however its name is written",
    async () => {
      const { accounts } = await openAccounts();
      for (const email of [
        localOwner,
        "Owner@LocalHost",
        " owner@localhost ",
        "owner@ｌocalhost",
      ]) {
        expect(await accounts.enrolment.signUp({ email, password: PASSWORD, ...visit })).toEqual({
          ok: false,
          reason: "email_invalid",
        });
      }
      expect(await accounts.enrolment.count()).toBe(0);
    },
  );

  test.skipIf(!isHere)("how an account was made is known", async () => {
    const { accounts } = await openAccounts();
    const { enrolment } = accounts;
    await enrolment.signUp({ email: "a@example.com", password: PASSWORD, ...visit });
    await enrolment.create({ email: "b@example.com" });
    await enrolment.findOrCreate("c@example.com");
    await enrolment.findOrCreate(localOwner, "claim");
    const made = (await enrolment.list({ limit: 9 })).map(({ madeBy }) => madeBy);
    expect(made).toEqual(["sign_up", "command_line", "command_line", "claim"]);
    const owner = await enrolment.find(localOwner);
    expect(owner && isOwner(owner)).toBe(true);
    expect(owner && isOwner({ ...owner, madeBy: "sign_up" })).toBe(false);
  });

  test.skipIf(!isHere)(
    "signing up with a taken address is refused without saying so; with its password it is a sign-in",
    async () => {
      const { accounts } = await openAccounts();
      const ada = { email: "ada@example.com", password: PASSWORD, ...visit };
      const first = await accounts.enrolment.signUp(ada);
      expect(await accounts.enrolment.signUp({ ...ada, password: "another of them" })).toEqual({
        ok: false,
        reason: "signup_refused",
      });
      expect(await accounts.enrolment.signUp(ada)).toEqual({ ...first, isNew: false });
      expect(await accounts.enrolment.count()).toBe(1);
    },
  );

  test.skipIf(!isHere)("sign-up is no way around the limits on guessing a password", async () => {
    const signInTries = [{ tries: 3, windowMs: 60_000 }];
    const { accounts } = await openAccounts({ signInTries });
    const ada = { email: "ada@example.com", password: PASSWORD, ...visit };
    await accounts.enrolment.signUp(ada);
    for (let count = 0; count < 3; count++)
      await accounts.enrolment.signUp({ ...ada, password: `wrong word no ${count}` });
    const late = { ok: false, reason: "too_many_attempts", retryAfterMs: 60_000 };
    expect(await accounts.enrolment.signUp(ada)).toEqual(late);
    expect(await accounts.sessions.signIn(ada)).toEqual(late);
    expect(await accounts.sessions.signIn({ ...ada, address: "192.0.2.2" })).toMatchObject({
      ok: true,
    });
  });

  test.skipIf(!isHere)("one network finds out about ten taken addresses an hour", async () => {
    const { accounts } = await openAccounts();
    for (let n = 0; n < 12; n++) await accounts.enrolment.create({ email: `p${n}@example.com` });
    const reasons: string[] = [];
    for (let n = 0; n < 12; n++) {
      const email = `p${n}@example.com`;
      const made = await accounts.enrolment.signUp({ email, password: PASSWORD, ...visit });
      reasons.push(made.ok ? "made" : made.reason);
    }
    expect(reasons.slice(0, 10)).toEqual(Array(10).fill("signup_refused"));
    expect(reasons.slice(10)).toEqual(["too_many_attempts", "too_many_attempts"]);
  });

  test.skipIf(!isHere)("twenty wrong passwords don't keep the owner out", async () => {
    const { accounts } = await openAccounts();
    const ada = { email: "ada@example.com", password: PASSWORD };
    await accounts.enrolment.create(ada);
    for (let count = 0; count < 25; count++) {
      const guess = { ...ada, password: "a wrong password", agent: "" };
      await accounts.sessions.signIn({ ...guess, address: "203.0.113.9" });
    }
    expect(await accounts.sessions.signIn({ ...ada, ...visit })).toMatchObject({ ok: true });
  });

  test.skipIf(!isHere)("successful sign-ins to an account are limited", async () => {
    const { accounts } = await openAccounts({ sessionsPerAccount: 2 });
    const ada = { email: "ada@example.com", password: PASSWORD, ...visit };
    await accounts.enrolment.create(ada);
    const outcomes: boolean[] = [];
    for (let count = 0; count < 3; count++) outcomes.push((await accounts.sessions.signIn(ada)).ok);
    expect(outcomes).toEqual([true, true, false]);
    clock.now += 3_600_000;
    expect(await accounts.sessions.signIn(ada)).toMatchObject({ ok: true });
  });

  test.skipIf(!isHere)(
    "deleting an account and signing up again does not renew the day's checks, nor the bonus",
    async () => {
      const { accounts } = await openAccounts({
        quotaPerDay: 3,
        quotaBonusPerDay: 2,
        quotaBonusDays: 1,
      });
      const ada = { email: "ada@example.com", password: PASSWORD, ...visit };
      const start = async () => {
        const made = await accounts.enrolment.signUp(ada);
        if (!made.ok) throw new Error(made.reason);
        const accountId = made.account.id;
        const asked = { accountId, domain: "example.com", actor: "account" as const };
        const key = await accounts.keys.create(asked);
        if (!key.ok) throw new Error(key.problem);
        return { accountId, secret: key.secret, account: made.account };
      };
      const first = await start();
      clock.now += 86_400_000;
      for (const answer of ["answered", "answered"])
        expect(await makeCheck(accounts, first.secret)).toBe(answer);
      await accounts.enrolment.remove(first.accountId, "account");

      const second = await start();
      expect(await accounts.quota.describe(second.account)).toMatchObject({ used: 2, limit: 3 });
      expect(await makeCheck(accounts, second.secret)).toBe("answered");
      expect(await makeCheck(accounts, second.secret)).toBe("quota_exceeded");
      await accounts.enrolment.remove(second.accountId, "account");

      const third = await start();
      expect(await makeCheck(accounts, third.secret)).toBe("quota_exceeded");
      // Somebody else on the same network has limits of their own.
      expect(await accounts.enrolment.signUp({ ...ada, email: "bob@example.com" })).toMatchObject({
        account: { createdDay: "2026-03-02" },
      });
      clock.now += 86_400_000;
      expect(await makeCheck(accounts, third.secret)).toBe("answered");
    },
  );
});
