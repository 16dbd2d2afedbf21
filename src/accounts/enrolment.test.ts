// Creation and deletion of accounts, rule by rule, on the embedded store.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { prepareStores } from "../../test/services/stores.ts";
import { buildAccounts, buildClock } from "../../testing/build-accounts.ts";
import type { AuditEntry, Store } from "../store/store.ts";
import type { Accounts } from "./accounts.ts";
import { localOwner } from "./owner.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const clock = buildClock("2026-03-01T23:30:00Z");
const ada = { email: "ada@example.com", password: "a long enough one", address: "192.0.2.1" };
const weak = { ok: false, reason: "weak_password", problem: "Use at least 10 characters." };
const invalid = { ok: false, reason: "email_invalid" };
let store: Store;
let accounts: Accounts;
let enrolment: Accounts["enrolment"];

beforeEach(async () => {
  clock.now = Date.parse("2026-03-01T23:30:00Z");
  store = await stores.open(await stores.newTarget("embedded"), clock.read);
  accounts = buildAccounts(store, clock.read, {
    signUpsPerAddress: 2,
    signInTries: [{ tries: 2, windowMs: 900_000 }],
  });
  ({ enrolment } = accounts);
});

/** An account without a password, which takes no time to make. */
async function makeAccount(email = ada.email) {
  const made = await enrolment.create({ email });
  if (!made.ok) throw new Error(made.reason);
  return made.account;
}

const trailOf = async (accountId: string) =>
  (await accounts.listAudit(accountId, { limit: 9 })).map(
    ({ at, actor, action }) => `${at} ${actor} ${action}`,
  );

describe("sign-up", () => {
  test("makes an account on its UTC day, with a hash and nothing else of the password", async () => {
    const made = await enrolment.signUp({ ...ada, email: " ADA@example.com" });
    expect(made).toEqual({
      ok: true,
      account: {
        id: expect.stringMatching(/^acc_\w{20}$/),
        email: "ada@example.com",
        passwordHash: expect.stringMatching(/^\$argon2id\$/),
        createdAt: clock.now,
        createdDay: "2026-03-01",
        quotaOverride: null,
        madeBy: "sign_up",
      },
      isNew: true,
    });
    if (!made.ok) return;
    expect(await enrolment.get(made.account.id)).toEqual(made.account);
    expect(await trailOf(made.account.id)).toEqual([`${clock.now} account account.created`]);
  });

  test("says what is wrong, and what is wrong counts as no attempt", async () => {
    for (let count = 0; count < 3; count++) {
      expect(await enrolment.signUp({ ...ada, email: "nobody" })).toEqual(invalid);
      expect(await enrolment.signUp({ ...ada, password: "short" })).toEqual(weak);
    }
    expect(await enrolment.signUp({ ...ada, password: "ada@example.com" })).toMatchObject({
      problem: "Use something else than the address.",
    });
    expect(await enrolment.signUp(ada)).toMatchObject({ ok: true });
  });

  test("that is closed is refused to everybody but the operator", async () => {
    const closed = buildAccounts(store, clock.read, { signup: "closed" }).enrolment;
    expect(await closed.signUp(ada)).toEqual({ ok: false, reason: "signup_closed" });
    expect(await closed.count()).toBe(0);
    expect(await closed.create({ email: ada.email })).toMatchObject({ ok: true });
  });

  test("from one network is limited, with the time to wait", async () => {
    for (const email of ["a@b.c", "d@e.f"]) await enrolment.signUp({ ...ada, email });
    clock.now += 1000;
    expect(await enrolment.signUp({ ...ada, email: "g@h.i" })).toEqual({
      ok: false,
      reason: "too_many_attempts",
      retryAfterMs: 3_600_000 - 1000,
    });
    expect(await enrolment.signUp({ ...ada, address: "192.0.2.2" })).toMatchObject({ ok: true });
  });
});

describe("the operator", () => {
  test("makes accounts with or without a password, which must be good and the address free", async () => {
    expect(await enrolment.create({ email: "nobody" })).toEqual(invalid);
    expect(await enrolment.create({ ...ada, password: "short" })).toEqual(weak);
    const made = await enrolment.create({ email: ada.email });
    expect(made).toMatchObject({ ok: true, account: { passwordHash: null } });
    if (!made.ok) return;
    expect(await trailOf(made.account.id)).toEqual([`${clock.now} operator account.created`]);
    expect(await enrolment.create(ada)).toEqual({ ok: false, reason: "email_taken" });
    const other = await enrolment.create({ ...ada, email: "b@example.com" });
    expect(other).toMatchObject({ account: { passwordHash: expect.stringMatching(/^\$argon2/) } });
    if (!other.ok) return;
    expect(await trailOf(other.account.id)).toEqual([`${clock.now} operator account.created`]);
  });

  test("finds an account or makes it, also when somebody else makes it in that moment", async () => {
    expect(await enrolment.findOrCreate("nobody")).toEqual(invalid);
    const [one, two] = await Promise.all([
      enrolment.findOrCreate(ada.email),
      enrolment.findOrCreate("ADA@example.com"),
    ]);
    expect(one).toMatchObject({ ok: true });
    expect(two).toEqual({ ...one, isNew: false });
    expect(await enrolment.findOrCreate(ada.email)).toEqual(two);
    expect(await enrolment.count()).toBe(1);
    if (!one.ok) return;
    expect(await trailOf(one.account.id)).toEqual([`${clock.now} operator account.created`]);
  });

  test("finds an account by its address in any case, and none by what is no address", async () => {
    const account = await makeAccount();
    expect(await enrolment.find("ADA@example.com")).toEqual(account);
    expect(await enrolment.find("b@example.com")).toBeNull();
    expect(await enrolment.find("nobody")).toBeNull();
  });

  test("lists accounts by address, a page at a time", async () => {
    for (const email of ["c@example.com", "a@example.com", "b@example.com"])
      await makeAccount(email);
    const page = async (asked: { limit: number; afterEmail?: string }) =>
      (await enrolment.list(asked)).map(({ email }) => email[0]);
    expect(await page({ limit: 2 })).toEqual(["a", "b"]);
    expect(await page({ limit: 2, afterEmail: "b@example.com" })).toEqual(["c"]);
  });

  test("without naming anybody gets an account whose address is one", async () => {
    expect(await enrolment.findOrCreate(localOwner)).toMatchObject({
      ok: true,
      account: { email: localOwner },
    });
  });

  test("resets a password to one given or a random one of twenty characters", async () => {
    const account = await makeAccount();
    const random = await enrolment.resetPassword(account);
    expect(random).toEqual({ ok: true, password: expect.stringMatching(/^\w{20}$/) });
    expect(await enrolment.resetPassword(account, "the given one")).toEqual({
      ok: true,
      password: "the given one",
    });
    expect(await enrolment.resetPassword(account, "short")).toEqual({
      ok: false,
      problem: weak.problem,
    });
    const visit = { email: ada.email, address: "", agent: "" };
    const signIn = (password: string) => accounts.sessions.signIn({ ...visit, password });
    expect(await signIn("the given one")).toMatchObject({ ok: true });
    expect((await trailOf(account.id)).filter((line) => line.includes("password"))).toEqual([
      `${clock.now} operator password.reset`,
      `${clock.now} operator password.reset`,
    ]);
    await enrolment.remove(account.id, "operator");
    expect(await enrolment.resetPassword(account, "the given one")).toEqual({
      ok: false,
      problem: "The account no longer exists.",
    });
  });

  test("sets a quota, which is in the trail with its number", async () => {
    const account = await makeAccount();
    expect(await enrolment.setQuota(account.id, 90)).toBe(true);
    expect(await enrolment.setQuota("acc_none", 90)).toBe(false);
    const [last] = await accounts.listAudit(account.id, { limit: 1 });
    expect(last).toMatchObject({
      at: clock.now,
      actor: "operator",
      action: "quota.set",
      details: { quota: 90 },
    });
  });
});

describe("claiming an account that has no password", () => {
  test("gives it one, once, and only if it is good", async () => {
    const account = await makeAccount();
    const taken = { ok: false, reason: "email_taken" };
    expect(await enrolment.claim({ ...ada, email: "b@example.com" })).toEqual(taken);
    expect(await enrolment.claim({ ...ada, password: "short" })).toEqual(weak);
    expect(await enrolment.claim(ada)).toEqual({
      ok: true,
      isNew: false,
      account: { ...account, passwordHash: expect.any(String) },
    });
    expect(await enrolment.claim(ada)).toEqual(taken);
    expect((await trailOf(account.id))[0]).toBe(`${clock.now} account account.claimed`);
    expect(await accounts.sessions.signIn({ ...ada, agent: "" })).toMatchObject({ ok: true });
  });

  test("by two at once makes it one's", async () => {
    await makeAccount();
    const claims = await Promise.all([
      enrolment.claim(ada),
      enrolment.claim({ ...ada, password: "somebody else's" }),
    ]);
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1);
    expect(claims).toContainEqual({ ok: false, reason: "email_taken" });
  });
});

test("who is signed in pays for checks without a key; who is gone pays for none", async () => {
  const { id } = await makeAccount();
  await enrolment.setQuota(id, 7);
  expect(await accounts.callerFor(id)).toEqual({
    accountId: id,
    keyId: null,
    createdDay: "2026-03-01",
    quotaOverride: 7,
    used: 0,
    day: "2026-03-01",
  });
  await enrolment.remove(id, "operator");
  expect(await accounts.callerFor(id)).toBeNull();
});

describe("deletion", () => {
  test("by its owner asks for the password, not too often, and leaves only that it happened", async () => {
    const { id } = await makeAccount();
    await enrolment.claim(ada);
    const remove = (changed: object = {}) =>
      enrolment.removeOwn({ accountId: id, password: ada.password, address: "", ...changed });
    const wrong = { ok: false, reason: "wrong_password" };
    expect(await remove({ accountId: "acc_none" })).toEqual(wrong);
    expect(await remove({ password: "wrong one" })).toEqual(wrong);
    expect(await remove({ password: "wrong one" })).toEqual(wrong);
    expect(await remove()).toEqual({
      ok: false,
      reason: "too_many_attempts",
      retryAfterMs: 15 * 60_000,
    });
    clock.now += 15 * 60_000;
    expect(await remove()).toEqual({ ok: true });
    expect(await enrolment.get(id)).toBeNull();
    // The next owner of the address starts without failed attempts: a success is not one.
    await makeAccount();
    await enrolment.claim(ada);
    for (let count = 0; count < 2; count++)
      expect(await accounts.sessions.signIn({ ...ada, agent: "", password: "?" })).toMatchObject({
        reason: "wrong_credentials",
      });
  });

  test("leaves in the trail who did it and which account, and not whose it was", async () => {
    const written: AuditEntry[] = [];
    const deleteAccount: Store["deleteAccount"] = (id, entry, spent) => {
      written.push(entry);
      return store.deleteAccount(id, entry, spent);
    };
    const watched = buildAccounts(
      Object.assign(Object.create(store), { deleteAccount }),
      clock.read,
    );
    const { id } = await makeAccount();
    await enrolment.claim(ada);
    await watched.enrolment.removeOwn({ accountId: id, password: ada.password, address: "" });
    const other = await makeAccount();
    await watched.enrolment.remove(other.id, "operator");
    const entry = { at: clock.now, accountId: null, action: "account.deleted" };
    expect(written).toEqual([
      { ...entry, actor: "account", subject: id },
      { ...entry, actor: "operator", subject: other.id },
    ]);
  });

  test("by the operator says whether there was anything to delete", async () => {
    const { id } = await makeAccount();
    expect(await enrolment.remove(id, "operator")).toBe(true);
    expect(await enrolment.remove(id, "operator")).toBe(false);
  });
});
