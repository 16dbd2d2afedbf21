// The lifecycle of keys, on every store and seen from two copies of the program at once.
import { afterAll, describe, expect, test } from "vitest";
import { prepareStores, storeKinds } from "../../test/services/stores.ts";
import { buildAccounts, buildClock, buildKey, makeCheck } from "../../testing/build-accounts.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const hourMs = 3_600_000;

describe.each(storeKinds)("$name store", ({ name, isHere }) => {
  const clock = buildClock("2026-03-01T12:00:00Z");
  const openCopies = async () => {
    const target = await stores.newTarget(name);
    const [one, two] = await Promise.all([
      stores.open(target, clock.read),
      stores.open(target, clock.read),
    ]);
    return { here: buildAccounts(one, clock.read), there: buildAccounts(two, clock.read) };
  };

  test.skipIf(!isHere)("a key works and fails on the next request of every copy", async () => {
    const { here, there } = await openCopies();
    const { accountId, secret, keyId } = await buildKey(here);
    expect(await makeCheck(there, secret)).toBe("answered");
    expect(await here.keys.revoke({ id: keyId, accountId, actor: "account" })).toBe(true);
    expect(await makeCheck(there, secret)).toBe("unauthorized");
    expect(await makeCheck(here, secret)).toBe("unauthorized");
    expect(await here.keys.revoke({ id: keyId, accountId, actor: "account" })).toBe(false);
  });

  test.skipIf(!isHere)("an expired key is refused from its last moment on", async () => {
    const { here } = await openCopies();
    const { accountId } = await buildKey(here);
    const wanted = { accountId, domain: "example.com", actor: "account" } as const;
    const made = await here.keys.create({ ...wanted, expiresAt: clock.now + 1000 });
    if (!made.ok) throw new Error(made.problem);
    clock.now += 999;
    expect(await makeCheck(here, made.secret)).toBe("answered");
    clock.now += 1;
    expect(await makeCheck(here, made.secret)).toBe("unauthorized");
    expect(await here.keys.create({ ...wanted, expiresAt: clock.now })).toMatchObject({
      ok: false,
      field: "expiresAt",
    });
  });

  test.skipIf(!isHere)("rotation: both keys for the time of grace, then the new one", async () => {
    const { here, there } = await openCopies();
    const { accountId, secret, keyId } = await buildKey(here);
    const request = { id: keyId, accountId, graceHours: 2, actor: "account" } as const;
    const next = await here.keys.rotate(request);
    if (!next.ok) throw new Error(next.problem);
    expect(next.domain).toBe("example.com");
    expect(await makeCheck(there, secret)).toBe("answered");
    expect(await makeCheck(there, next.secret)).toBe("answered");
    expect((await here.keys.list(accountId)).map(({ state }) => state).toSorted()).toEqual([
      "active",
      "grace",
    ]);
    // Rotated only once: a second rotation would leave two new keys.
    expect(await here.keys.rotate(request)).toMatchObject({ ok: false });
    clock.now += 2 * hourMs;
    expect(await makeCheck(there, secret)).toBe("unauthorized");
    expect(await makeCheck(there, next.secret)).toBe("answered");
  });

  test.skipIf(!isHere)(
    "rotation without grace ends the old key at once; 24 h is the most",
    async () => {
      const { here } = await openCopies();
      const { accountId, secret, keyId } = await buildKey(here);
      const request = { id: keyId, accountId, actor: "account" } as const;
      for (const graceHours of [-1, 24.5, Number.NaN])
        expect(await here.keys.rotate({ ...request, graceHours })).toMatchObject({ ok: false });
      expect(await makeCheck(here, secret)).toBe("answered");
      expect(await here.keys.rotate({ ...request, graceHours: 0 })).toMatchObject({ ok: true });
      expect(await makeCheck(here, secret)).toBe("unauthorized");
    },
  );

  test.skipIf(!isHere)("of two rotations at once one wins, and there is one new key", async () => {
    const { here, there } = await openCopies();
    const { accountId, keyId } = await buildKey(here);
    const request = { id: keyId, accountId, graceHours: 1, actor: "account" } as const;
    const made = await Promise.all([here.keys.rotate(request), there.keys.rotate(request)]);
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await here.keys.list(accountId)).toHaveLength(2);
  });

  test.skipIf(!isHere)("a key that expires sooner than its grace still does", async () => {
    const { here } = await openCopies();
    const { accountId } = await buildKey(here);
    const expiresAt = clock.now + hourMs;
    const wanted = { accountId, domain: "example.com", actor: "account", expiresAt } as const;
    const made = await here.keys.create(wanted);
    if (!made.ok) throw new Error(made.problem);
    await here.keys.rotate({ id: made.id, accountId, graceHours: 24, actor: "account" });
    expect((await here.keys.find(made.id))?.expiresAt).toBe(expiresAt);
  });

  test.skipIf(!isHere)("nobody can rotate or revoke another account's key", async () => {
    const { here } = await openCopies();
    const mine = await buildKey(here, "me@example.com");
    const theirs = await buildKey(here, "them@example.com");
    const request = { id: theirs.keyId, accountId: mine.accountId, actor: "account" } as const;
    expect(await here.keys.revoke(request)).toBe(false);
    expect(await here.keys.rotate({ ...request, graceHours: 0 })).toMatchObject({ ok: false });
    expect((await here.keys.list(mine.accountId)).map(({ id }) => id)).toEqual([mine.keyId]);
    expect(await makeCheck(here, theirs.secret)).toBe("answered");
  });

  test.skipIf(!isHere)(
    "the list shows last four, last use and counts, and never the key",
    async () => {
      const { here } = await openCopies();
      const { accountId, secret } = await buildKey(here);
      await makeCheck(here, secret);
      clock.now += 24 * hourMs;
      await makeCheck(here, secret);
      await makeCheck(here, secret);
      const [listed] = await here.keys.list(accountId);
      expect(listed).toMatchObject({
        lastFour: secret.slice(-4),
        lastUsedAt: clock.now,
        checks: 3,
        checksToday: 2,
        state: "active",
        name: "example.com",
      });
      expect(Object.keys(listed ?? {})).not.toContain("hash");
      expect(JSON.stringify(listed)).not.toContain(secret.slice(0, -4));
      expect(await here.keys.list(null)).toHaveLength(1);
    },
  );

  test.skipIf(!isHere)(
    "a key sent over plain HTTP is marked once; strangers mark nothing",
    async () => {
      const { here } = await openCopies();
      const { accountId, secret } = await buildKey(here);
      await here.keys.markExposed(undefined);
      await here.keys.markExposed("ls_live_nonsense");
      await here.keys.markExposed(secret);
      const markedAt = clock.now;
      clock.now += 1000;
      await here.keys.markExposed(secret);
      expect((await here.keys.list(accountId))[0]?.exposedAt).toBe(markedAt);
      const trail = await here.listAudit(accountId, { limit: 10 });
      expect(trail.filter(({ action }) => action === "key.exposed")).toHaveLength(1);
    },
  );

  test.skipIf(!isHere)("names and domains that cannot be kept are refused by field", async () => {
    const { here } = await openCopies();
    const { accountId } = await buildKey(here);
    const wanted = { accountId, domain: "example.com", actor: "account" } as const;
    const create = (changed: object) => here.keys.create({ ...wanted, ...changed });
    expect(await create({ domain: "https://example.com" })).toMatchObject({ field: "domain" });
    expect(await create({ name: "x".repeat(101) })).toMatchObject({ field: "name" });
    expect(await create({ name: "a\nb" })).toMatchObject({ field: "name" });
    expect(await create({ name: `<b>"it's"</b> \u202e ok` })).toMatchObject({ ok: true });
  });
});

test("an account has a hundred working keys at most", async () => {
  const clock = buildClock("2026-03-01T12:00:00Z");
  const store = await stores.open(await stores.newTarget("embedded"), clock.read);
  const accounts = buildAccounts(store, clock.read);
  const { accountId, keyId } = await buildKey(accounts);
  const wanted = { accountId, domain: "example.com", actor: "account" } as const;
  for (let i = 1; i < 100; i++) await accounts.keys.create(wanted);
  expect(await accounts.keys.create(wanted)).toMatchObject({ ok: false, field: "key" });
  await accounts.keys.revoke({ id: keyId, accountId, actor: "account" });
  expect(await accounts.keys.create(wanted)).toMatchObject({ ok: true });
});
