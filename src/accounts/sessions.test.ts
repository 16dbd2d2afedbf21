// Sessions rule by rule, on the embedded store: what is stored, when they end, and what a change of password requires.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { prepareStores } from "../../test/services/stores.ts";
import { buildAccounts, buildClock, openSession } from "../../testing/build-accounts.ts";
import type { Store } from "../store/store.ts";
import type { Accounts } from "./accounts.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const clock = buildClock("2026-03-01T12:00:00Z");
const dayMs = 86_400_000;
const ada = { email: "ada@example.com", password: "a long enough one" };
const visit = { address: "192.0.2.1", agent: "browser" };
let store: Store;
let accounts: Accounts;
let accountId: string;

beforeEach(async () => {
  clock.now = Date.parse("2026-03-01T12:00:00Z");
  store = await stores.open(await stores.newTarget("embedded"), clock.read);
  accounts = buildAccounts(store, clock.read, { signInTries: [{ tries: 2, windowMs: 900_000 }] });
  const made = await accounts.enrolment.create({ email: ada.email });
  if (!made.ok) throw new Error(made.reason);
  accountId = made.account.id;
});

async function open(changed: Partial<typeof visit> = {}) {
  const account = await accounts.enrolment.get(accountId);
  if (!account) throw new Error("the account is gone");
  return openSession(accounts, account, { ...visit, ...changed });
}

describe("a session", () => {
  test("has a token of 256 bits that the store knows only as a hash, and an end", async () => {
    const { token, session } = await open();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(session).toEqual({
      id: expect.stringMatching(/^ses_\w{20}$/),
      accountId,
      createdAt: clock.now,
      lastSeenAt: clock.now,
      expiresAt: clock.now + 30 * dayMs,
      ...visit,
    });
    expect(await accounts.sessions.resume(token)).toEqual({
      session,
      email: ada.email,
      isOwner: false,
    });
  });

  test("keeps no more of the visitor than a page can show", async () => {
    const { session } = await open({ address: "a".repeat(101), agent: "b".repeat(301) });
    expect([session.address.length, session.agent.length]).toEqual([100, 300]);
  });

  test.each(["", "x".repeat(42), "x".repeat(43), "x".repeat(44), `${"x".repeat(42)}!`])(
    "is nobody's with the token %j",
    async (token) => {
      await open();
      expect(await accounts.sessions.resume(token)).toBeNull();
    },
  );

  test("is not found by a token with something before or after it", async () => {
    const { token } = await open();
    expect(await accounts.sessions.resume(` ${token}`)).toBeNull();
    expect(await accounts.sessions.resume(`${token}\n`)).toBeNull();
  });

  test("is looked up only for what can be a token", async () => {
    const asked: string[] = [];
    const findSession: Store["findSession"] = (hash) => {
      asked.push(hash);
      return store.findSession(hash);
    };
    const { sessions } = buildAccounts(
      Object.assign(Object.create(store), { findSession }),
      clock.read,
    );
    const token = "x".repeat(43);
    for (const other of ["", "x".repeat(42), `x${token}`, `${token}x`, ` ${token}`, `${token} `])
      expect(await sessions.resume(other)).toBeNull();
    expect(asked).toEqual([]);
    expect(await sessions.resume(token)).toBeNull();
    expect(asked).toHaveLength(1);
  });

  test("is noted as seen once a minute and not on every request", async () => {
    const { token, session } = await open();
    const openedAt = clock.now;
    const seenAt = async () => (await accounts.sessions.list(accountId))[0]?.lastSeenAt;
    clock.now += 60_000;
    await accounts.sessions.resume(token);
    expect(await seenAt()).toBe(openedAt);
    clock.now += 1;
    await accounts.sessions.resume(token);
    expect(await seenAt()).toBe(openedAt + 60_001);
    expect(session.id).toBe((await accounts.sessions.list(accountId))[0]?.id);
  });

  test("ends in its seventh idle day's last moment, in the list as well", async () => {
    const { token } = await open();
    expect(accounts.sessions.idleSince()).toBe(clock.now - 7 * dayMs);
    clock.now += 7 * dayMs - 1;
    expect(await accounts.sessions.list(accountId)).toHaveLength(1);
    clock.now += 1;
    expect(await accounts.sessions.list(accountId)).toEqual([]);
    expect(await accounts.sessions.resume(token)).toBeNull();
  });

  test("ends after the times an operator set", async () => {
    const short = buildAccounts(store, clock.read, { sessionIdleMs: 1000, sessionMaxMs: 1500 });
    const account = await short.enrolment.get(accountId);
    if (!account) throw new Error("the account is gone");
    const { token } = await openSession(short, account, visit);
    clock.now += 999;
    expect(await short.sessions.resume(token)).not.toBeNull();
    clock.now += 1;
    expect(await short.sessions.resume(token)).toBeNull();
  });

  test("ends after its longest time however much it is used, in the list as well", async () => {
    const minuteMs = 60_000;
    const short = buildAccounts(store, clock.read, {
      sessionIdleMs: 5 * minuteMs,
      sessionMaxMs: 8 * minuteMs,
    });
    const account = await short.enrolment.get(accountId);
    if (!account) throw new Error("the account is gone");
    const { token } = await openSession(short, account, visit);
    clock.now += 4 * minuteMs;
    expect(await short.sessions.resume(token)).not.toBeNull();
    clock.now += 4 * minuteMs - 1;
    expect(await short.sessions.resume(token)).not.toBeNull();
    clock.now += 1;
    expect(await short.sessions.resume(token)).toBeNull();
    expect(await short.sessions.list(accountId)).toEqual([]);
  });

  test("opened, ended, and ended elsewhere is in the account's trail", async () => {
    const one = await open();
    const two = await open();
    expect(await accounts.sessions.end(accountId, two.session.id)).toBe(true);
    expect(await accounts.sessions.end(accountId, two.session.id)).toBe(false);
    await open();
    expect(await accounts.sessions.endOthers(accountId, one.session.id)).toBe(1);
    const trail = await accounts.listAudit(accountId, { limit: 9 });
    const lines = trail.map(({ at, actor, action, subject }) => ({ at, actor, action, subject }));
    const by = { at: clock.now, actor: "account" };
    expect(lines.slice(0, 5)).toEqual([
      { ...by, action: "session.others_ended", subject: undefined },
      { ...by, action: "session.opened", subject: expect.stringMatching(/^ses_/) },
      { ...by, action: "session.ended", subject: two.session.id },
      { ...by, action: "session.opened", subject: two.session.id },
      { ...by, action: "session.opened", subject: one.session.id },
    ]);
  });
});

/** Hashing takes longer than anything else here, so only accounts that need a password get one. */
async function setPassword() {
  const account = await accounts.enrolment.get(accountId);
  if (account) await accounts.enrolment.resetPassword(account, ada.password);
}

describe("sign-in", () => {
  beforeEach(setPassword);

  test("with an address nobody has, or none at all, is answered like a wrong password", async () => {
    for (const email of ["nobody@example.com", "no address"])
      expect(await accounts.sessions.signIn({ ...ada, ...visit, email })).toEqual({
        ok: false,
        reason: "wrong_credentials",
      });
  });

  test("that succeeds is no failed attempt", async () => {
    for (let count = 0; count < 4; count++)
      expect(await accounts.sessions.signIn({ ...ada, ...visit })).toMatchObject({ ok: true });
  });

  test("after too many failures is refused with the time to wait, also with the right password", async () => {
    const wrong = () => accounts.sessions.signIn({ ...ada, ...visit, password: "wrong one here" });
    for (let count = 0; count < 2; count++)
      expect(await wrong()).toEqual({ ok: false, reason: "wrong_credentials" });
    clock.now += 1000;
    expect(await accounts.sessions.signIn({ ...ada, ...visit })).toEqual({
      ok: false,
      reason: "too_many_attempts",
      retryAfterMs: 15 * 60_000 - 1000,
    });
  });
});

describe("a change of password", () => {
  beforeEach(setPassword);

  const change = (changed: object = {}) =>
    accounts.sessions.changePassword({
      accountId,
      sessionId: "ses_none",
      oldPassword: ada.password,
      newPassword: "an even longer one",
      address: visit.address,
      ...changed,
    });

  test("is refused for an account that is gone, for a weak one, and after too many tries", async () => {
    expect(await change({ accountId: "acc_none" })).toEqual({
      ok: false,
      reason: "wrong_password",
    });
    expect(await change({ newPassword: "short" })).toEqual({
      ok: false,
      reason: "weak_password",
      problem: "Use at least 10 characters.",
    });
    for (let count = 0; count < 2; count++)
      expect(await change({ oldPassword: "wrong" })).toEqual({
        ok: false,
        reason: "wrong_password",
      });
    expect(await change()).toEqual({
      ok: false,
      reason: "too_many_attempts",
      retryAfterMs: 15 * 60_000,
    });
  });

  test("that succeeds is no failed attempt, and is in the trail", async () => {
    for (const [oldPassword, newPassword] of [
      [ada.password, "the second one"],
      ["the second one", "the third one"],
      ["the third one", "the fourth one"],
    ])
      expect(await change({ oldPassword, newPassword })).toEqual({ ok: true });
    const [last] = await accounts.listAudit(accountId, { limit: 1 });
    expect(last).toMatchObject({ actor: "account", action: "password.changed", at: clock.now });
  });
});
