// Limits on what an account may have, asked for many times at once through several copies: none lets one too many
// through, on any store.
import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { prepareStores, storeKinds } from "../../test/services/stores.ts";
import type { ApiKey, Store } from "./store.ts";

const at = Date.UTC(2026, 4, 20, 10);
const accountId = "acc_1";
const entry = { at, accountId, actor: "account", action: "made" } as const;
const stores = prepareStores();
afterAll(() => stores.closeAll());

describe.each(storeKinds)("$name store", ({ name, isHere }) => {
  let copies: Store[];
  beforeEach(async () => {
    if (!isHere) return;
    const target = await stores.newTarget(name);
    copies = [];
    for (let n = 0; n < 3; n++) copies.push(await stores.open(target, () => at));
    const account = { id: accountId, email: "ada@example.com", passwordHash: null };
    const made = { createdAt: at, createdDay: "2026-05-20", quotaOverride: null, madeBy: null };
    await one().insertAccount({ ...account, ...made }, entry);
  });
  const one = (n = 0) => copies[n % 3] as Store;
  const atOnce = <T>(times: number, ask: (store: Store) => Promise<T>) =>
    Promise.all(Array.from({ length: times }, (_, n) => ask(one(n))));

  test.skipIf(!isHere)("keys that work", async () => {
    const made = await atOnce(30, (store) => store.insertKey(buildKey(), 5, entry));
    expect(made.filter((isMade) => isMade)).toHaveLength(5);
    expect(await one().listKeys(accountId, "2026-05-20")).toHaveLength(5);
  });

  test.skipIf(!isHere)("links to one result", async () => {
    await one().setHistoryDays({ accountId, days: 30 }, entry);
    await one().keepResult({
      id: "res_1",
      accountId,
      keyId: null,
      at,
      endpoint: "detect",
      inputType: "text",
      name: null,
      verdict: null,
      probability: null,
      words: null,
      hash: "",
      opening: "",
      content: "the text",
      result: "{}",
    });
    const share = { accountId, resultId: "res_1", createdAt: at, expiresAt: at + 1000 };
    const made = await atOnce(30, (store) => {
      const [id, tokenHash] = [randomUUID(), randomUUID()];
      return store.insertShare({ ...share, id, tokenHash }, 10, entry);
    });
    expect(made.filter((link) => link !== null)).toHaveLength(10);
    expect(await one().listShares(accountId, "res_1", at)).toHaveLength(10);
  });

  test.skipIf(!isHere)("recovery codes", async () => {
    await one().offerSecondFactor(accountId, { secret: "s", at });
    await one().confirmSecondFactor(accountId, { secret: "s", step: 1, codeHashes: ["a"] }, entry);
    const renew = (store: Store) => {
      const codes = Array.from({ length: 10 }, () => randomUUID());
      return store.replaceRecoveryCodes(accountId, codes, entry);
    };
    await atOnce(12, renew);
    expect(await one().countRecoveryCodes(accountId)).toBe(10);
  });
});

function buildKey(): ApiKey {
  const id = randomUUID();
  return {
    id,
    accountId,
    hash: id,
    lastFour: "0000",
    name: "n",
    domain: "example.com",
    createdAt: at,
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
  };
}
