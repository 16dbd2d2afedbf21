// Keys as a program manages them, on every store: pages, changes that don't undo each other, and management keys.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { prepareStores, storeKinds } from "../../test/services/stores.ts";
import { buildAccounts, buildClock, buildKey } from "../../testing/build-accounts.ts";
import type { Accounts } from "./accounts.ts";

const stores = prepareStores();
afterAll(() => stores.closeAll());
const clock = buildClock("2026-03-01T12:00:00Z");
const actor = "management_key" as const;
const address = "192.0.2.1";

describe.each(storeKinds)("managed keys on the $name store", ({ name, isHere }) => {
  let accounts: Accounts;
  let accountId: string;
  let keyId: string;
  let secret: string;
  beforeEach(async () => {
    if (!isHere) return;
    const target = await stores.newTarget(name);
    accounts = buildAccounts(await stores.open(target, clock.read), clock.read);
    ({ accountId, keyId, secret } = await buildKey(accounts));
  });
  const makeManagement = async () => {
    const made = await accounts.keys.create({ accountId, domain: "", isManagement: true, actor });
    if (!made.ok) throw new Error(made.problem);
    return made;
  };

  test.skipIf(!isHere)("a management key manages and does nothing else", async () => {
    const made = await makeManagement();
    expect(made.secret).toMatch(/^ls_manage_[0-9A-Za-z]{36}$/);
    const managed = await accounts.admitManager({ key: made.secret, address });
    expect(managed).toMatchObject({ ok: true, manager: { accountId, keyId: made.id } });
    for (const origins of [[], ["https://example.com"]]) {
      const asLive = await accounts.admit({ key: made.secret, origins, address });
      expect(asLive).toMatchObject({ reason: "unauthorized", refused: { reason: "wrong_kind" } });
    }
    const asManager = await accounts.admitManager({ key: secret, address });
    expect(asManager).toMatchObject({ reason: "unauthorized", refused: { reason: "wrong_kind" } });
    await accounts.keys.revoke({ id: made.id, accountId, actor: "account" });
    const revoked = await accounts.admitManager({ key: made.secret, address });
    expect(revoked).toMatchObject({ reason: "unauthorized", refused: { reason: "revoked" } });
  });

  test.skipIf(!isHere)("changes of different fields at once are all kept", async () => {
    const changes = [
      { ratePerMinute: 5 },
      { checksPerDay: 7 },
      { endpoints: ["detect"] },
      { metadata: { plan: "pro" } },
      { externalId: "customer-7" },
      { domain: "*.Example.ORG", name: " Shop " },
      { expiresAt: clock.now + 1000 },
    ];
    const made = changes.map((change) =>
      accounts.keys.update({ id: keyId, accountId, changes: change, actor }),
    );
    expect(await Promise.all(made)).toEqual(changes.map(() => ({ ok: true })));
    expect(await accounts.keys.find(keyId)).toMatchObject(
      Object.assign({}, ...changes, { domain: "*.example.org", name: "Shop" }),
    );
    const audit = await accounts.listAudit(accountId, { limit: 20 });
    expect(audit.filter(({ action }) => action === "key.updated")).toHaveLength(changes.length);
  });

  test.skipIf(!isHere)("only one's own working keys can be changed", async () => {
    const change = (id: string, owner = accountId) =>
      accounts.keys.update({ id, accountId: owner, changes: { ratePerMinute: 5 }, actor });
    const stranger = await buildKey(accounts, "stranger@example.com");
    const { id: managementId } = await makeManagement();
    expect(await change(stranger.keyId)).toMatchObject({ ok: false, field: "key" });
    expect(await change(managementId)).toMatchObject({ ok: false, field: "key" });
    expect(await change("key_nobody")).toMatchObject({ ok: false, field: "key" });
    await accounts.keys.rotate({ id: keyId, accountId, graceHours: 1, actor });
    expect(await change(keyId)).toMatchObject({ ok: false, field: "key" });
    expect(await accounts.keys.find(stranger.keyId)).toMatchObject({ ratePerMinute: null });
  });

  test.skipIf(!isHere)(
    "pages show each of the account's keys once, and no management key",
    async () => {
      await buildKey(accounts, "stranger@example.com");
      await makeManagement();
      const ids = [keyId];
      for (let n = 0; n < 6; n++) {
        clock.now += (n + 1) % 2;
        const made = await accounts.keys.create({
          accountId,
          domain: "example.com",
          externalId: n < 2 ? "one" : "other",
          actor,
        });
        if (made.ok) ids.push(made.id);
      }
      const seen: string[] = [];
      for (let before: string | undefined; ; before = seen.at(-1)) {
        const page = await accounts.keys.listPage(accountId, { limit: 2, before });
        if (page.length === 0) break;
        seen.push(...page.map(({ id }) => id));
      }
      expect(seen.toSorted()).toEqual(ids.toSorted());
      expect(seen.at(-1)).toBe(keyId);
      const found = await accounts.keys.listPage(accountId, { limit: 9, externalId: "one" });
      expect(found.map(({ id }) => id).toSorted()).toEqual(ids.slice(1, 3).toSorted());
    },
  );
});
