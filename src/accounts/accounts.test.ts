// Accounts, sign-in and admission on every store, and what must never be found in one.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { prepareStores, storeKinds } from "../../test/services/stores.ts";
import { buildAccounts, buildClock, buildKey, makeCheck } from "../../testing/build-accounts.ts";
import type { AccountSettings } from "./accounts.ts";
import { networkOf } from "./limits.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const visit = { address: "192.0.2.1", agent: "test" };
const dayMs = 86_400_000;

describe.each(storeKinds)("$name store", ({ name, isHere }) => {
  const clock = buildClock("2026-03-01T12:00:00Z");
  const openAccounts = async (settings: Partial<AccountSettings> = {}) => {
    const store = await stores.open(await stores.newTarget(name), clock.read);
    return { store, accounts: buildAccounts(store, clock.read, settings) };
  };
  const signUp = { email: "Ada@Example.com ", password: "a long enough one", ...visit };

  test.skipIf(!isHere)("sign-up, sign-in, use, sign-out", async () => {
    const { accounts } = await openAccounts();
    expect(await accounts.enrolment.signUp(signUp)).toMatchObject({
      ok: true,
      account: { email: "ada@example.com", createdDay: "2026-03-01" },
    });
    expect(await accounts.enrolment.signUp({ ...signUp, password: "somebody else's" })).toEqual({
      ok: false,
      reason: "signup_refused",
    });
    const signedIn = await accounts.sessions.signIn({ ...signUp, email: "ADA@example.com" });
    if (!signedIn.ok) throw new Error(signedIn.reason);
    const { token, session } = signedIn;
    expect(await accounts.sessions.resume(token)).toMatchObject({ email: "ada@example.com" });
    expect(await accounts.sessions.end(session.accountId, session.id)).toBe(true);
    expect(await accounts.sessions.resume(token)).toBeNull();
    expect(await accounts.sessions.resume("")).toBeNull();
  });

  test.skipIf(!isHere)("closed sign-up lets only the operator make accounts", async () => {
    const { accounts } = await openAccounts({ signup: "closed" });
    const closed = { ok: false, reason: "signup_closed" };
    expect(await accounts.enrolment.signUp(signUp)).toEqual(closed);
    expect(await accounts.enrolment.create(signUp)).toMatchObject({ ok: true });
    expect(await accounts.sessions.signIn(signUp)).toMatchObject({ ok: true });
  });

  test.skipIf(!isHere)("a wrong password and an unknown address are told the same", async () => {
    const { accounts } = await openAccounts();
    await accounts.enrolment.signUp(signUp);
    await accounts.enrolment.findOrCreate("owner@localhost");
    const wrong = { ok: false, reason: "wrong_credentials" };
    const attempt = (email: string, password: string) =>
      accounts.sessions.signIn({ email, password, ...visit });
    expect(await attempt("ada@example.com", "another long one")).toEqual(wrong);
    expect(await attempt("nobody@example.com", signUp.password)).toEqual(wrong);
    expect(await attempt("owner@localhost", "")).toEqual(wrong);
    expect(await attempt("not an address", "x".repeat(100_000))).toEqual(wrong);
  });

  test.skipIf(!isHere)(
    "a session ends when idle, and at last however much it is used",
    async () => {
      const { accounts } = await openAccounts();
      await accounts.enrolment.signUp(signUp);
      const open = async () => {
        const signedIn = await accounts.sessions.signIn(signUp);
        if (!signedIn.ok) throw new Error(signedIn.reason);
        return signedIn.token;
      };
      const idle = await open();
      const busy = await open();
      const pass = async (days: number) => {
        for (let day = 0; day < days; day++) {
          clock.now += dayMs;
          expect(await accounts.sessions.resume(busy)).not.toBeNull();
        }
      };
      await pass(7);
      expect(await accounts.sessions.resume(idle)).toBeNull();
      await pass(22);
      clock.now += dayMs;
      expect(await accounts.sessions.resume(busy)).toBeNull();
    },
  );

  test.skipIf(!isHere)("a new password ends all other sessions", async () => {
    const { accounts } = await openAccounts();
    await accounts.enrolment.signUp(signUp);
    const mine = await accounts.sessions.signIn(signUp);
    const other = await accounts.sessions.signIn({ ...signUp, agent: "phone" });
    if (!mine.ok || !other.ok) throw new Error("could not sign in");
    const { accountId, id: sessionId } = mine.session;
    const change = { accountId, sessionId, address: visit.address };
    const words = { oldPassword: signUp.password, newPassword: "an even longer one" };
    const changed = (given: object) =>
      accounts.sessions.changePassword({ ...change, ...words, ...given });
    expect(await changed({ oldPassword: "wrong" })).toEqual({
      ok: false,
      reason: "wrong_password",
    });
    expect(await changed({ newPassword: "short" })).toMatchObject({ reason: "weak_password" });
    expect(await accounts.sessions.list(accountId)).toHaveLength(2);
    expect(await changed({})).toEqual({ ok: true });
    expect(await accounts.sessions.resume(mine.token)).not.toBeNull();
    expect(await accounts.sessions.resume(other.token)).toBeNull();
    expect(await accounts.sessions.signIn(signUp)).toMatchObject({ ok: false });
  });

  test.skipIf(!isHere)("ending the other sessions leaves this one and other people's", async () => {
    const { accounts } = await openAccounts();
    const bob = { ...signUp, email: "bob@example.com" };
    await accounts.enrolment.signUp(signUp);
    await accounts.enrolment.signUp(bob);
    const tokens: string[] = [];
    for (const who of [signUp, signUp, signUp, bob]) {
      const signedIn = await accounts.sessions.signIn(who);
      if (signedIn.ok) tokens.push(signedIn.token);
    }
    const [first = "", , , bobs = ""] = tokens;
    const mine = await accounts.sessions.resume(first);
    const bobsOwn = await accounts.sessions.resume(bobs);
    if (!mine || !bobsOwn) throw new Error("could not resume");
    const { accountId, id } = mine.session;
    expect(await accounts.sessions.end(accountId, bobsOwn.session.id)).toBe(false);
    expect(await accounts.sessions.endOthers(accountId, id)).toBe(2);
    const left = await Promise.all(tokens.map((token) => accounts.sessions.resume(token)));
    expect(left.map((found) => found !== null)).toEqual([true, false, false, true]);
  });

  test.skipIf(!isHere)(
    "failed sign-ins are limited by account and network and by network, successes are not",
    async () => {
      const { accounts } = await openAccounts({
        signInTries: [{ tries: 3, windowMs: 900_000 }],
        signInsPerAddress: 5,
      });
      await accounts.enrolment.signUp(signUp);
      const attempt = async (email: string, password: string, address: string) => {
        const done = await accounts.sessions.signIn({ email, password, address, agent: "" });
        return done.ok ? "in" : done.reason;
      };
      for (let i = 0; i < 10; i++)
        expect(await attempt(signUp.email, signUp.password, "192.0.2.1")).toBe("in");
      // Concurrent attempts all count.
      const guesses = await Promise.all(
        Array.from({ length: 10 }, () => attempt(signUp.email, "a wrong password", "192.0.2.2")),
      );
      expect(guesses.filter((outcome) => outcome === "wrong_credentials")).toHaveLength(3);
      expect(await attempt(signUp.email, signUp.password, "192.0.2.2")).toBe("too_many_attempts");
      expect(await attempt(signUp.email, signUp.password, "192.0.2.3")).toBe("in");
      // Another address may still try other accounts; this one soon may not.
      expect(await attempt("b@example.com", "?", "192.0.2.2")).toBe("wrong_credentials");
      expect(await attempt("c@example.com", "?", "192.0.2.2")).toBe("wrong_credentials");
      expect(await attempt("d@example.com", "?", "192.0.2.2")).toBe("too_many_attempts");
      expect(await attempt("d@example.com", "?", "192.0.2.9")).toBe("wrong_credentials");
      clock.now += 15 * 60_000;
      expect(await attempt(signUp.email, signUp.password, "192.0.2.2")).toBe("in");
    },
  );

  test.skipIf(!isHere)("owner@localhost can be claimed once", async () => {
    const { accounts } = await openAccounts();
    const claim = { email: "owner@localhost", password: "a long enough one" };
    expect(await accounts.enrolment.claim(claim)).toMatchObject({ ok: false });
    await accounts.enrolment.findOrCreate("owner@localhost");
    const claims = await Promise.all([
      accounts.enrolment.claim(claim),
      accounts.enrolment.claim({ ...claim, password: "somebody else's" }),
    ]);
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await accounts.enrolment.claim(claim)).toMatchObject({ ok: false });
  });

  test.skipIf(!isHere)("the operator resets a password and all sessions end", async () => {
    const { accounts } = await openAccounts();
    await accounts.enrolment.signUp(signUp);
    const signedIn = await accounts.sessions.signIn(signUp);
    if (!signedIn.ok) throw new Error(signedIn.reason);
    const reset = await accounts.enrolment.resetPassword(signedIn.account);
    if (!reset.ok) throw new Error(reset.problem);
    expect(await accounts.sessions.resume(signedIn.token)).toBeNull();
    const { password } = reset;
    expect(await accounts.sessions.signIn({ ...signUp, password })).toMatchObject({ ok: true });
  });

  test.skipIf(!isHere)(
    "a deleted account leaves nothing behind but the day's count until it ends, and others everything",
    async () => {
      const { store, accounts } = await openAccounts();
      await accounts.enrolment.signUp(signUp);
      const signedIn = await accounts.sessions.signIn(signUp);
      const kept = await buildKey(accounts, "kept@example.com");
      const { accountId, secret } = await buildKey(accounts, "ada@example.com");
      const idempotency = { key: "k", body: "b" };
      await makeCheck(accounts, secret, { idempotency });
      await makeCheck(accounts, kept.secret);
      accounts.refusals.note({ accountId, keyId: null }, "rate");
      await accounts.refusals.flush();
      const own = { accountId, address: visit.address };
      expect(await accounts.enrolment.removeOwn({ ...own, password: "wrong one" })).toEqual({
        ok: false,
        reason: "wrong_password",
      });
      // Noted but not written yet: it must not bring anything back.
      accounts.refusals.note({ accountId, keyId: null }, "rate");
      expect(await accounts.enrolment.removeOwn({ ...own, password: signUp.password })).toEqual({
        ok: true,
      });
      await accounts.refusals.flush();
      expect(await makeCheck(accounts, secret)).toBe("unauthorized");
      expect(signedIn.ok && (await accounts.sessions.resume(signedIn.token))).toBeNull();
      expect(await accounts.enrolment.get(accountId)).toBeNull();
      expect(await accounts.keys.list(accountId)).toEqual([]);
      expect(await accounts.listAudit(accountId, { limit: 10 })).toEqual([]);
      const history = await accounts.quota.history(accountId, 5);
      expect([history.usage, history.refusals]).toEqual([[], []]);
      const sweepAt = (at: number) => store.sweepExpired({ at, sessionSeenBefore: 0 });
      expect(await sweepAt(clock.now)).toBe(0);
      expect(await sweepAt(clock.now + dayMs)).toBe(1);
      expect(await sweepAt(clock.now + 99 * dayMs)).toBe(0);
      expect(await accounts.keys.list(null)).toHaveLength(1);
      expect((await accounts.quota.history(kept.accountId, 5)).usage).toHaveLength(1);
      // The address is free again.
      expect(await accounts.enrolment.signUp(signUp)).toMatchObject({ ok: true });
    },
  );

  test.skipIf(!isHere)(
    "every change is in the trail, with who made it and without secrets",
    async () => {
      const { accounts } = await openAccounts();
      await accounts.enrolment.signUp(signUp);
      const signedIn = await accounts.sessions.signIn(signUp);
      if (!signedIn.ok) throw new Error(signedIn.reason);
      const { account, token } = signedIn;
      const { secret, keyId } = await buildKey(accounts, account.email);
      const request = {
        id: keyId,
        accountId: account.id,
        graceHours: 1,
        actor: "account",
      } as const;
      const next = await accounts.keys.rotate(request);
      if (!next.ok) throw new Error(next.problem);
      await accounts.keys.revoke({ id: keyId, accountId: account.id, actor: "operator" });
      await accounts.enrolment.setQuota(account.id, 90);
      const trail = await accounts.listAudit(account.id, { limit: 50 });
      expect(trail.map(({ action, actor }) => `${actor} ${action}`).toReversed()).toEqual([
        "account account.created",
        "account session.opened",
        "account key.created",
        "account key.rotated",
        "operator key.revoked",
        "operator quota.set",
      ]);
      for (const hidden of [secret, next.secret, token, signUp.password])
        expect(JSON.stringify(trail)).not.toContain(hidden);
      const [, second] = trail;
      const rest = await accounts.listAudit(account.id, { limit: 50, before: second?.seq ?? 0 });
      expect(rest).toEqual(trail.slice(2));
    },
  );

  test.skipIf(!isHere)("accounts are listed page by page", async () => {
    const { accounts } = await openAccounts();
    for (const name of ["c", "a", "d", "b"])
      await accounts.enrolment.create({ email: `${name}@x.y` });
    const emails = async (page: { limit: number; afterEmail?: string }) =>
      (await accounts.enrolment.list(page)).map(({ email }) => email);
    expect(await emails({ limit: 3 })).toEqual(["a@x.y", "b@x.y", "c@x.y"]);
    expect(await emails({ limit: 3, afterEmail: "c@x.y" })).toEqual(["d@x.y"]);
    expect(await accounts.enrolment.count()).toBe(4);
  });

  test.skipIf(!isHere)("admission: every fault of key and Origin is refused alike", async () => {
    const { accounts } = await openAccounts();
    const { secret, accountId, keyId } = await buildKey(accounts);
    const origins = ["https://example.com"];
    const admit = (key: string | undefined, from: string[]) =>
      accounts.admit({ key, origins: from, address: "192.0.2.1" });
    const refused = (reason: string, from?: string[]) => {
      const key = { id: keyId, lastFour: secret.slice(-4), domain: "example.com" };
      const known = from === undefined ? {} : { key, origins: from };
      return { ok: false, reason: "unauthorized", refused: { reason, ...known } };
    };
    expect(await admit(secret, origins)).toMatchObject({ ok: true });
    expect(await admit(undefined, origins)).toEqual(refused("missing"));
    expect(await admit(`${secret.slice(0, -1)}~`, origins)).toEqual(refused("malformed"));
    expect(await admit(secret, [])).toEqual(refused("no_origin", []));
    const elsewhere = ["https://evil.com"];
    expect(await admit(secret, elsewhere)).toEqual(refused("origin", elsewhere));
    await accounts.keys.revoke({ id: keyId, accountId, actor: "account" });
    expect(await admit(secret, origins)).toEqual(refused("revoked", origins));
    await accounts.refusals.flush();
    const { refusals } = await accounts.quota.history(accountId, 1);
    expect(refusals.map(({ reason, times }) => [reason, times])).toEqual([
      ["no_origin", 1],
      ["origin", 1],
      ["revoked", 1],
    ]);
    const shown = await accounts.refusedRequests.list(keyId);
    expect(shown.map(({ reason, origin }) => [reason, origin])).toEqual([
      ["revoked", "https://example.com"],
      ["origin", "https://evil.com"],
      ["no_origin", null],
    ]);
  });

  test.skipIf(!isHere)("too many bad keys from an address never keep a valid one out", async () => {
    const { accounts } = await openAccounts({ badKeysPerMinute: 3 });
    const { secret } = await buildKey(accounts);
    const origins = ["https://example.com"];
    const admit = async (key: string, address: string) => {
      const admission = await accounts.admit({ key, origins, address });
      return admission.ok ? "ok" : admission.reason;
    };
    for (let i = 0; i < 3; i++) expect(await admit("nonsense", "192.0.2.1")).toBe("unauthorized");
    expect(await admit("nonsense", "192.0.2.1")).toBe("too_many_bad_keys");
    expect(await admit(secret, "192.0.2.1")).toBe("ok");
    expect(await admit("nonsense", "192.0.2.2")).toBe("unauthorized");
    clock.now += 60_000;
    expect(await admit("nonsense", "192.0.2.1")).toBe("unauthorized");
  });

  test.skipIf(!isHere)(
    "rate and concurrency are counted by key, and a refusal counts for nothing",
    async () => {
      const { accounts } = await openAccounts({ ratePerMinute: 4, concurrentPerKey: 2 });
      const { secret, accountId } = await buildKey(accounts);
      const origins = ["https://example.com"];
      const admit = () => accounts.admit({ key: secret, origins, address: "192.0.2.1" });
      const [one, two, three] = [await admit(), await admit(), await admit()];
      expect(one).toMatchObject({
        ok: true,
        minute: { limit: 4, remaining: 3 },
        day: { limit: 50 },
      });
      expect(three).toMatchObject({ ok: false, reason: "concurrency", minute: { remaining: 2 } });
      if (one.ok) one.leave();
      if (two.ok) two.leave();
      for (let i = 0; i < 2; i++) {
        const admission = await admit();
        expect(admission).toMatchObject({ ok: true });
        if (admission.ok) admission.leave();
      }
      clock.now += 10_000;
      expect(await admit()).toMatchObject({ ok: false, reason: "rate", retryAfterMs: 50_000 });
      clock.now += 50_000;
      expect(await admit()).toMatchObject({ ok: true });
      await accounts.refusals.flush();
      const { refusals } = await accounts.quota.history(accountId, 1);
      expect(refusals.map(({ reason }) => reason)).toEqual(["concurrency", "rate"]);
    },
  );

  test.skipIf(!isHere)("checks without a key count on the account", async () => {
    const { accounts } = await openAccounts();
    const { accountId } = await buildKey(accounts);
    const caller = await accounts.callerFor(accountId);
    if (!caller) throw new Error("no caller");
    const reserved = await accounts.quota.reserve(caller, { endpoint: "detect" });
    if (!reserved.ok) throw new Error(reserved.reason);
    expect(await reserved.check.count()).toMatchObject({ ok: true, day: { remaining: 49 } });
    await expect(reserved.check.count()).rejects.toThrow("counted once");
    const { usage } = await accounts.quota.history(accountId, 1);
    expect(usage).toEqual([{ day: usage[0]?.day, keyId: null, endpoint: "detect", checks: 1 }]);
    expect(await accounts.callerFor("acc_none")).toBeNull();
  });
});

test("neither keys, passwords, tokens, texts nor idempotency keys are in the store's files", async () => {
  const clock = buildClock("2026-03-01T12:00:00Z");
  const target = await stores.newTarget("embedded");
  const store = await stores.open(target, clock.read);
  const accounts = buildAccounts(store, clock.read);
  const password = "correct-horse-battery";
  await accounts.enrolment.signUp({ email: "ada@example.com", password, ...visit });
  const signedIn = await accounts.sessions.signIn({ email: "ada@example.com", password, ...visit });
  if (!signedIn.ok) throw new Error(signedIn.reason);
  const { secret } = await buildKey(accounts, "ada@example.com");
  const idempotency = { key: "an-idempotency-key", body: "the text that was checked" };
  expect(await makeCheck(accounts, secret, { idempotency })).toBe("answered");
  const hidden = [
    secret,
    secret.slice(8, 38),
    password,
    signedIn.token,
    ...Object.values(idempotency),
  ];
  const search = () => {
    const files = readdirSync(target.dataDir).map((file) =>
      readFileSync(join(target.dataDir, file)),
    );
    const bytes = Buffer.concat(files);
    expect(bytes.includes("ada@example.com")).toBe(true);
    for (const text of hidden) expect(bytes.includes(text)).toBe(false);
  };
  search();
  await store.close();
  search();
});

test("an IPv6 client is counted by its network", () => {
  expect(networkOf("192.0.2.1")).toBe("192.0.2.1");
  expect(networkOf("::ffff:192.0.2.1")).toBe("192.0.2.1");
  expect(networkOf("2001:db8:0:1:2:3:4:5")).toBe("2001:db8:0:1::/64");
  expect(networkOf("2001:0DB8:0000:0001::9")).toBe("2001:db8:0:1::/64");
  expect(networkOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(networkOf("::1")).toBe("0:0:0:0::/64");
  expect(networkOf("2001:db8::")).toBe("2001:db8:0:0::/64");
});
