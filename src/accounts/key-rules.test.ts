// Keys rule by rule, on the embedded store: what is refused and with which message, what is stored, and what the audit
// trail records.
import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { prepareStores } from "../../test/services/stores.ts";
import { buildAccounts, buildClock } from "../../testing/build-accounts.ts";
import type { Store } from "../store/store.ts";
import type { Accounts } from "./accounts.ts";
import { hashKey, makeKey } from "./key-format.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const clock = buildClock("2026-03-01T12:00:00Z");
const hourMs = 3_600_000;
const origins = ["https://example.com"];
let store: Store;
let accounts: Accounts;
let accountId: string;

beforeEach(async () => {
  clock.now = Date.parse("2026-03-01T12:00:00Z");
  store = await stores.open(await stores.newTarget("embedded"), clock.read);
  accounts = buildAccounts(store, clock.read);
  const made = await accounts.enrolment.create({ email: "ada@example.com" });
  if (!made.ok) throw new Error(made.reason);
  accountId = made.account.id;
});

const create = (changed: object = {}) =>
  accounts.keys.create({ accountId, domain: "example.com", actor: "operator", ...changed });

async function createKey(changed: object = {}) {
  const made = await create(changed);
  if (!made.ok) throw new Error(made.problem);
  return made;
}

const trail = async () =>
  (await accounts.listAudit(accountId, { limit: 9 })).map(
    ({ at, actor, action, subject, details }) => ({ at, actor, action, subject, details }),
  );

describe("a new key", () => {
  test("is shown once and kept as a hash, with its domain in one spelling", async () => {
    const made = await createKey({ domain: "Example.COM", name: "  The shop " });
    expect(made).toEqual({
      ok: true,
      secret: expect.stringMatching(/^ls_live_\w{36}$/),
      id: expect.stringMatching(/^key_\w{20}$/),
      lastFour: made.secret.slice(-4),
      domain: "example.com",
    });
    expect(await accounts.keys.find(made.id)).toEqual({
      id: made.id,
      accountId,
      hash: hashKey(made.secret),
      lastFour: made.lastFour,
      name: "The shop",
      domain: "example.com",
      createdAt: clock.now,
      expiresAt: null,
      revokedAt: null,
      exposedAt: null,
      lastUsedAt: null,
      replacedBy: null,
      isTest: false,
      isManagement: false,
      checksPerDay: null,
      ratePerMinute: null,
      endpoints: null,
      metadata: {},
      externalId: null,
    });
    expect((await trail())[0]).toEqual({
      at: clock.now,
      actor: "operator",
      action: "key.created",
      subject: made.id,
      details: { lastFour: made.lastFour, domain: "example.com" },
    });
  });

  test.each([
    ["", "example.com"],
    ["   ", "example.com"],
    [undefined, "example.com"],
    ["a", "a"],
  ])("named %j is called %s", async (name, called) => {
    await createKey({ name });
    expect((await accounts.keys.list(accountId))[0]?.name).toBe(called);
  });

  test.each([
    [{ name: "x".repeat(101) }, "name", "A name has at most 100 characters."],
    [{ name: "a\u0007b" }, "name", "A name can't contain control characters."],
    [
      { expiresAt: Date.parse("2026-03-01T12:00:00Z") },
      "expiresAt",
      "The expiry date must be in the future.",
    ],
    [{ expiresAt: Number.NaN }, "expiresAt", "The expiry date must be in the future."],
    [{ domain: "example.com:443" }, "domain", "This is not a host name such as example.com."],
  ])("%j is refused for its %s", async (changed, field, problem) => {
    expect(await create(changed)).toEqual({ ok: false, field, problem });
  });

  test("may have a name of 100 characters, each as a reader counts them", async () => {
    expect(await create({ name: "😀".repeat(100) })).toMatchObject({ ok: true });
    expect(await create({ name: "x".repeat(100) })).toMatchObject({ ok: true });
  });

  test("beyond a hundred that work is refused in so many words", async () => {
    for (let count = 0; count < 100; count++) await create();
    expect(await create()).toEqual({
      ok: false,
      field: "key",
      problem: "An account can have 100 working keys; revoke one first.",
    });
  });
});

describe("a key shown", () => {
  test("is judged by what it is, the account's fault before the page's", async () => {
    const verify = async (secret: string | undefined, from = origins) => {
      const verdict = await accounts.keys.verify(secret, from);
      return verdict.ok ? "ok" : verdict.reason;
    };
    const { secret, id } = await createKey({ expiresAt: clock.now + 1 });
    expect(await verify(undefined)).toBe("missing");
    expect(await verify("")).toBe("missing");
    expect(await verify("ls_live_x")).toBe("malformed");
    expect(await verify(makeKey(randomBytes))).toBe("unknown");
    expect(await verify(secret)).toBe("ok");
    expect(await verify(secret, ["https://evil.example"])).toBe("origin");
    expect(await accounts.keys.verify(secret, origins)).toMatchObject({
      found: { key: { id }, used: 0, day: "2026-03-01" },
    });
    clock.now += 1;
    expect(await verify(secret, ["https://evil.example"])).toBe("expired");
    await accounts.keys.revoke({ id, accountId, actor: "account" });
    expect(await verify(secret)).toBe("revoked");
  });

  test("in lists is active, then in grace, expired or revoked", async () => {
    const states = async () =>
      (await accounts.keys.list(accountId)).map(({ id, state }) => [id, state]);
    const old = await createKey();
    const next = await accounts.keys.rotate({
      id: old.id,
      accountId,
      graceHours: 1,
      actor: "account",
    });
    if (!next.ok) throw new Error(next.problem);
    expect(Object.fromEntries(await states())).toEqual({ [old.id]: "grace", [next.id]: "active" });
    clock.now += hourMs;
    expect(Object.fromEntries(await states())).toEqual({
      [old.id]: "expired",
      [next.id]: "active",
    });
    await accounts.keys.revoke({ id: next.id, accountId, actor: "account" });
    expect(Object.fromEntries(await states())).toEqual({
      [old.id]: "expired",
      [next.id]: "revoked",
    });
  });
});

describe("rotation", () => {
  const rotate = (id: string, changed: object = {}) =>
    accounts.keys.rotate({ id, accountId, graceHours: 24, actor: "account", ...changed });
  const notThere = { ok: false, field: "key", problem: "Key not found or no longer active." };

  test("passes name, domain and end on, and says so in the trail", async () => {
    const expiresAt = clock.now + 90 * 24 * hourMs;
    const old = await createKey({ domain: "*.example.com", name: "The shop", expiresAt });
    const next = await rotate(old.id);
    if (!next.ok) throw new Error(next.problem);
    expect(next).toMatchObject({ domain: "*.example.com", lastFour: next.secret.slice(-4) });
    expect(await accounts.keys.find(next.id)).toMatchObject({
      name: "The shop",
      domain: "*.example.com",
      expiresAt,
      replacedBy: null,
    });
    expect(await accounts.keys.find(old.id)).toMatchObject({
      expiresAt: clock.now + 24 * hourMs,
      replacedBy: next.id,
    });
    expect((await trail())[0]).toEqual({
      at: clock.now,
      actor: "account",
      action: "key.rotated",
      subject: old.id,
      details: { lastFour: next.lastFour, replacedBy: next.id, graceHours: 24 },
    });
  });

  test("is refused in words for a wrong time, an unknown key, another's and one that ended", async () => {
    const { id } = await createKey();
    const badTime = { ok: false, field: "key", problem: "Grace period must be 0 to 24 hours." };
    expect(await rotate(id, { graceHours: 24.01 })).toEqual(badTime);
    expect(await rotate(id, { graceHours: -0.01 })).toEqual(badTime);
    expect(await rotate("key_none")).toEqual(notThere);
    expect(await rotate(id, { accountId: "acc_other" })).toEqual(notThere);
    await accounts.keys.revoke({ id, accountId, actor: "account" });
    expect(await rotate(id)).toEqual(notThere);
  });
});

test("a revocation is in the trail with who made it", async () => {
  const { id } = await createKey();
  await accounts.keys.revoke({ id, accountId, actor: "operator" });
  expect((await trail())[0]).toEqual({
    at: clock.now,
    actor: "operator",
    action: "key.revoked",
    subject: id,
    details: {},
  });
});

test("a key that came over plain HTTP is in the trail by its last four", async () => {
  const { id, secret, lastFour } = await createKey();
  await accounts.keys.markExposed(makeKey(randomBytes));
  await accounts.keys.markExposed(secret);
  expect((await trail())[0]).toEqual({
    at: clock.now,
    actor: "program",
    action: "key.exposed",
    subject: id,
    details: { lastFour },
  });
});

test("over plain HTTP only a key that is one, and only its first time, makes the store write", async () => {
  const { secret } = await createKey();
  const asked = { looks: 0, writes: 0 };
  const watched: Store = Object.assign(Object.create(store), {
    findKeyForRequest: (...asking: Parameters<Store["findKeyForRequest"]>) => {
      asked.looks++;
      return store.findKeyForRequest(...asking);
    },
    markKeyExposed: (...marking: Parameters<Store["markKeyExposed"]>) => {
      asked.writes++;
      return store.markKeyExposed(...marking);
    },
  });
  const { keys } = buildAccounts(watched, clock.read);
  for (const given of [undefined, "", `${secret}0`]) await keys.markExposed(given);
  expect(asked).toEqual({ looks: 0, writes: 0 });
  await keys.markExposed(makeKey(randomBytes));
  expect(asked).toEqual({ looks: 1, writes: 0 });
  await keys.markExposed(secret);
  await keys.markExposed(secret);
  expect(asked).toEqual({ looks: 3, writes: 1 });
});
