// Password reset links, on every store: each works once and for a limited time, and ends every open session.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { prepareStores, storeKinds } from "../../test/services/stores.ts";
import { buildAccounts, buildClock, openSession } from "../../testing/build-accounts.ts";
import type { Account, Store } from "../store/store.ts";
import { type Accounts, resetUrl } from "./accounts.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const clock = buildClock("2026-03-01T12:00:00Z");
const hourMs = 3_600_000;
const email = "ada@example.com";
const old = "a long enough one";
const next = "another long enough one";
const address = "192.0.2.1";

describe.each(storeKinds)("reset links on the $name store", ({ name, isHere }) => {
  let store: Store;
  let accounts: Accounts;
  let account: Account;
  beforeEach(async () => {
    if (!isHere) return;
    clock.now = Date.parse("2026-03-01T12:00:00Z");
    store = await stores.open(await stores.newTarget(name), clock.read);
    accounts = buildAccounts(store, clock.read);
    const made = await accounts.enrolment.create({ email, password: old });
    if (!made.ok) throw new Error(made.reason);
    ({ account } = made);
  });
  test.skipIf(!isHere)(
    "an address without an account costs a write, as one with an account does, and as many tries",
    async () => {
      const { ask } = accounts.passwordResets;
      expect(await ask(email.toUpperCase())).toMatchObject({ to: email });
      const written = () => store.readSetting("reset_of_nobody");
      const seen = new Set([await written()]);
      for (let times = 0; times < 3; times++) {
        expect(await ask("nobody@example.com")).toBeNull();
        seen.add(await written());
      }
      expect(seen.size).toBe(4);
      // The limit of an account holds for an address without one, or the missing write would tell them apart.
      expect(await ask("nobody@example.com")).toBeNull();
      expect(seen.has(await written())).toBe(true);
      for (let times = 0; times < 2; times++) expect(await ask(email)).not.toBeNull();
      expect(await ask(email)).toBeNull();
    },
  );

  const make = async (actor: "account" | "operator" = "operator") => {
    const made = await accounts.passwordResets.make(account, actor);
    if (!made) throw new Error("no link was made");
    return made;
  };
  const use = (token: string, password = next) =>
    accounts.passwordResets.use({ token, password, address });
  const signIn = async (password: string) =>
    (await accounts.sessions.signIn({ email, password, address, agent: "" })).ok;
  const invalid = { ok: false, reason: "link_invalid" };

  test.skipIf(!isHere)("it sets the password once and ends every session", async () => {
    const { token: session } = await openSession(accounts, account);
    const { token } = await make();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await accounts.passwordResets.look({ token, address })).toEqual({ ok: true, email });
    expect(await use(token)).toEqual({ ok: true });
    expect(await accounts.sessions.resume(session)).toBeNull();
    expect([await signIn(old), await signIn(next)]).toEqual([false, true]);
    expect(await use(token, "yet another one")).toEqual(invalid);
    expect(await signIn(next)).toBe(true);
  });

  test.skipIf(!isHere)("of many that use it at once one succeeds", async () => {
    const { token } = await make();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => use(token)));
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test.skipIf(!isHere)("it lasts an hour by mail and a day from the operator", async () => {
    const mailed = await make("account");
    clock.now += hourMs;
    expect(await use(mailed.token)).toEqual(invalid);
    const handed = await make("operator");
    clock.now += 24 * hourMs - 1;
    expect((await accounts.passwordResets.look({ token: handed.token, address })).ok).toBe(true);
    clock.now += 1;
    expect(await use(handed.token)).toEqual(invalid);
    expect(await signIn(old)).toBe(true);
  });

  test.skipIf(!isHere)("a newer link and a changed password make it useless", async () => {
    const first = await make();
    const second = await make();
    expect(await use(first.token)).toEqual(invalid);
    await accounts.enrolment.resetPassword(account, "set by the operator");
    expect(await use(second.token)).toEqual(invalid);
  });

  test.skipIf(!isHere)("a password that does not do leaves the link as it was", async () => {
    const { token } = await make();
    expect(await use(token, "short")).toMatchObject({ ok: false, reason: "weak_password" });
    expect(await use(token)).toEqual({ ok: true });
  });

  test.skipIf(!isHere)("guessing is refused after a while, and guesses open nothing", async () => {
    await make();
    for (const guess of ["", "x".repeat(43), "../../x"]) expect(await use(guess)).toEqual(invalid);
    for (let tries = 3; tries < 100; tries++) await use("x".repeat(43));
    expect(await use("x".repeat(43))).toMatchObject({ ok: false, reason: "too_many_attempts" });
  });

  test.skipIf(!isHere)("guesses from the same network don't keep its owner from it", async () => {
    const { token } = await make();
    for (let tries = 0; tries < 101; tries++) await use("x".repeat(43));
    expect(await accounts.passwordResets.look({ token, address })).toEqual({ ok: true, email });
    expect(await use(token)).toEqual({ ok: true });
  });

  // Checking a password takes a while, and so does computing the hash of the next: the link is used in between.
  test.skipIf(!isHere)(
    "the old password being checked while it is used opens no session",
    async () => {
      const { token } = await make();
      const racing = buildAccounts(
        {
          ...store,
          async insertSession(...session) {
            expect(await use(token)).toEqual({ ok: true });
            return store.insertSession(...session);
          },
        },
        clock.read,
      );
      const signedIn = await racing.sessions.signIn({ email, password: old, address, agent: "" });
      expect(signedIn).toEqual({ ok: false, reason: "wrong_credentials" });
      expect(await accounts.sessions.list(account.id)).toEqual([]);
      expect(await signIn(next)).toBe(true);
    },
  );

  test.skipIf(!isHere)("the old password can't be used meanwhile to set another one", async () => {
    const { session } = await openSession(accounts, account);
    const { token } = await make();
    const racing = buildAccounts(
      {
        ...store,
        async setPassword(...change) {
          expect(await use(token)).toEqual({ ok: true });
          return store.setPassword(...change);
        },
      },
      clock.read,
    );
    const changed = await racing.sessions.changePassword({
      accountId: account.id,
      sessionId: session.id,
      oldPassword: old,
      newPassword: "the intruder's own one",
      address,
    });
    expect(changed).toEqual({ ok: false, reason: "wrong_password" });
    expect(await signIn(next)).toBe(true);
  });

  test.skipIf(!isHere)("a deleted account has no link, nor can one be made", async () => {
    const { token } = await make();
    await accounts.enrolment.remove(account.id, "operator");
    expect(await use(token)).toEqual(invalid);
    expect(await accounts.passwordResets.make(account, "operator")).toBeNull();
  });
});

test("the token stands where browsers send it to nobody", () => {
  expect(new URL(resetUrl("https://a.example", "tok")).hash).toBe("#tok");
});
