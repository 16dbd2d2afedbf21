// The latest refused requests of keys, on every store: bounded, and gone with their key's account or after a month.
import { afterAll, describe, expect, test } from "vitest";
import { prepareStores, storeKinds } from "../../test/services/stores.ts";
import { buildAccounts, buildKey } from "../../testing/build-accounts.ts";

const at = Date.UTC(2026, 4, 20, 10);
const stores = prepareStores();
afterAll(() => stores.closeAll());

describe.each(storeKinds)("$name store", ({ name, isHere }) => {
  test.skipIf(!isHere)("keeps the last hundred of a key and a thousand of an account", async () => {
    const store = await stores.open(await stores.newTarget(name), () => at);
    const accounts = buildAccounts(store, () => at);
    const { accountId, keyId } = await buildKey(accounts);
    const refuse = (key: string, numbers: readonly number[]) =>
      store.addRefusedRequests(
        numbers.map((number) => ({
          accountId,
          keyId: key,
          at: at + number,
          times: 1,
          reason: "origin",
          origin: `https://${number}.example`,
          endpoint: null,
        })),
      );
    const listed = async (key: string) =>
      (await store.listRefusedRequests(key)).map((each) => each.at - at);
    const range = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => from + n);

    await refuse(keyId, range(0, 90));
    await refuse(keyId, range(90, 120));
    expect(await listed(keyId)).toEqual(range(20, 120).toReversed());
    expect((await store.listRefusedRequests(keyId))[0]).toEqual({
      at: at + 119,
      times: 1,
      reason: "origin",
      origin: "https://119.example",
      endpoint: null,
    });

    for (let n = 0; n < 10; n++) {
      const made = await accounts.keys.create({
        accountId,
        domain: "a.example",
        actor: "operator",
      });
      if (!made.ok) throw new Error(made.problem);
      await refuse(made.id, range(200 + 100 * n, 300 + 100 * n));
      expect(await listed(made.id)).toHaveLength(100);
    }
    expect(await listed(keyId)).toEqual([]);
    await refuse("key_gone", [1]);
    expect(await listed("key_gone")).toEqual([]);

    const monthMs = 30 * 86_400_000;
    await store.sweepExpired({ at: at + 299 + monthMs, sessionSeenBefore: 0 });
    const counts = await Promise.all(
      (await store.listKeys(accountId, "2026-05-20")).map(
        async ({ id }) => (await listed(id)).length,
      ),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(900);
    await accounts.enrolment.remove(accountId, "operator");
    expect(await store.listKeys(accountId, "2026-05-20")).toEqual([]);
  });
});
