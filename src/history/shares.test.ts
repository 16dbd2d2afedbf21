// Links to single results on every store: nothing is visible without one, and each ends when it should.
import { randomBytes } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { prepareStores, storeKinds } from "../../test/services/stores.ts";
import type { Store } from "../store/store.ts";
import { createHistory, type History } from "./history.ts";

const DAY_MS = 86_400_000;
const stores = prepareStores();
afterAll(() => stores.closeAll());

describe.each(storeKinds)("shared results on the $name store", ({ name, isHere }) => {
  let store: Store;
  let history: History;
  let now: number;
  let resultId: string;
  beforeEach(async () => {
    if (!isHere) return;
    now = Date.UTC(2026, 4, 1, 12);
    store = await stores.open(await stores.newTarget(name), () => now);
    history = createHistory({ store, clock: () => now, random: randomBytes, daysMax: 365 });
    for (const id of ["acc_1", "acc_2"]) {
      await store.insertAccount(
        {
          id,
          email: `${id}@example.com`,
          passwordHash: null,
          createdAt: now,
          createdDay: "2026-05-01",
          quotaOverride: null,
          madeBy: "sign_up",
        },
        { at: now, accountId: id, actor: "account", action: "account.created" },
      );
      await history.switchOn(id, 30);
    }
    history.keep({ accountId: "acc_1", keyId: null }, [
      {
        endpoint: "detect",
        content: "the text",
        summary: { inputType: "text", verdict: "Mixed", probability: 61, words: 2 },
        answer: { verdict: "Mixed" },
      },
    ]);
    const { kept } = await history.list("acc_1", { limit: 1 });
    resultId = kept[0]?.id ?? "";
  });
  const make = async (days = 7) => {
    const made = await history.shares.make("acc_1", resultId, days);
    if (!made.ok) throw new Error(made.reason);
    return made;
  };

  test.skipIf(!isHere)("a result has no link until its account makes one", async () => {
    expect(await history.shares.list("acc_1", resultId)).toEqual([]);
    const { token, share } = await make();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(share.expiresAt).toBe(now + 7 * DAY_MS);
    expect((await history.shares.open(token))?.kept.content).toBe("the text");
    expect(await history.shares.list("acc_1", resultId)).toEqual([share]);
  });

  test.skipIf(!isHere)("a guessed link opens nothing", async () => {
    const { token, share } = await make();
    const last = token.endsWith("A") ? "B" : "A";
    for (const guess of ["", share.id, resultId, `${token}x`, token.slice(0, -1) + last]) {
      expect(await history.shares.open(guess)).toBeNull();
    }
  });

  test.skipIf(!isHere)("another account can make, see and revoke none", async () => {
    const { token, share } = await make();
    expect(await history.shares.make("acc_2", resultId, 7)).toMatchObject({ reason: "not_found" });
    expect(await history.shares.list("acc_2", resultId)).toBeNull();
    expect(await history.shares.revoke("acc_2", share.id)).toBe(false);
    expect(await history.shares.open(token)).not.toBeNull();
  });

  test.skipIf(!isHere)("an expired and a revoked link open nothing", async () => {
    const short = await make(1);
    const revoked = await make(7);
    now += DAY_MS;
    expect(await history.shares.open(short.token)).toBeNull();
    expect(await history.shares.open(revoked.token)).not.toBeNull();
    expect(await history.shares.revoke("acc_1", revoked.share.id)).toBe(true);
    expect(await history.shares.open(revoked.token)).toBeNull();
    expect(await history.shares.revoke("acc_1", revoked.share.id)).toBe(false);
    expect(await history.shares.list("acc_1", resultId)).toEqual([]);
    expect(await store.sweepExpired({ at: now, sessionSeenBefore: 0 })).toBe(1);
  });

  test.skipIf(!isHere)("a link ends with its result, and comes back with it", async () => {
    const { token, share } = await make(90);
    // The result is kept for 30 days.
    expect(share.expiresAt).toBe(now + 30 * DAY_MS);
    await history.remove("acc_1", resultId);
    expect(await history.shares.open(token)).toBeNull();
    expect(await history.shares.make("acc_1", resultId, 7)).toMatchObject({ reason: "not_found" });
    await history.restore("acc_1", resultId);
    expect(await history.shares.open(token)).not.toBeNull();
    await history.removeAll("acc_1");
    expect(await history.shares.open(token)).toBeNull();
  });

  test.skipIf(!isHere)(
    "there are a few links to a result at most, for a number of days",
    async () => {
      for (const days of [0, 91, 1.5, Number.NaN]) {
        expect(await history.shares.make("acc_1", resultId, days)).toMatchObject({
          reason: "refused",
        });
      }
      for (let n = 0; n < 10; n++) await make();
      expect(await history.shares.make("acc_1", resultId, 7)).toMatchObject({ reason: "refused" });
    },
  );
});
