// Kept results on every store: what is written only while an account wants it, who sees it, and when
// it is gone.
import Database from "better-sqlite3";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { prepareStores, type StoreTarget, storeKinds } from "../../test/services/stores.ts";
import type { KeptFilter, ResultToKeep, Store } from "./store.ts";

const DAY_MS = 86_400_000;
const start = Date.UTC(2026, 4, 1, 12);
const stores = prepareStores();
afterAll(() => stores.closeAll());

describe.each(storeKinds)("history on the $name store", ({ name, isHere }) => {
  let target: StoreTarget;
  let store: Store;
  beforeEach(async () => {
    if (!isHere) return;
    target = await stores.newTarget(name);
    store = await stores.open(target, () => start);
    for (const id of ["acc_1", "acc_2"]) await addAccount(store, id);
  });
  const ids = async (accountId: string, at = start) =>
    (await store.listKept(accountId, { at, limit: 100 })).map(({ id }) => id);

  test.skipIf(!isHere)("nothing is kept for an account that did not ask for it", async () => {
    expect(await store.readHistoryDays("acc_1")).toBeNull();
    expect(await store.keepResult(result("acc_1", "a"))).toBe(false);
    expect(await store.keepResult(result("acc_none", "b"))).toBe(false);
    expect(await store.countKept("acc_1", start)).toBe(0);
    expect(await switchOn(store, "acc_none", 3)).toBe(false);
  });

  test.skipIf(!isHere)(
    "a result comes back as it was kept, also with odd letters in it",
    async () => {
      await switchOn(store, "acc_1", 30);
      const content = `"quotes" <script> \u202E \u{1F9ED} ${"x".repeat(100_000)}`;
      const sent = { ...result("acc_1", "a"), content, name: "ünï.pdf", result: '{"words":3}' };
      expect(await store.keepResult(sent)).toBe(true);
      const { accountId: _, ...expected } = sent;
      expect(await store.findKept("acc_1", "a", start)).toEqual({
        ...expected,
        seq: expect.any(Number),
        expiresAt: start + 30 * DAY_MS,
        keyName: null,
        keyLastFour: null,
      });
      const [listed] = await store.listKept("acc_1", { at: start, limit: 1 });
      expect(listed).toMatchObject({ id: "a", name: "ünï.pdf", probability: 40 });
      expect(listed).not.toHaveProperty("content");
    },
  );

  test.skipIf(!isHere)("another account sees and deletes nothing of it", async () => {
    await switchOn(store, "acc_1", 30);
    await switchOn(store, "acc_2", 30);
    await store.keepResult(result("acc_1", "a"));
    expect(await ids("acc_2")).toEqual([]);
    expect(await store.findKept("acc_2", "a", start)).toBeNull();
    expect(await store.deleteKept("acc_2", "a", 1)).toBe(false);
    expect(await store.deleteSomeKept("acc_2", 9, audit("acc_2"))).toBe(0);
    expect(await ids("acc_1")).toEqual(["a"]);
    expect(await store.deleteKept("acc_1", "a", 1)).toBe(true);
    expect(await ids("acc_1")).toEqual([]);
  });

  test.skipIf(!isHere)(
    "what was deleted is shown nowhere, can be restored for a while, and is then removed",
    async () => {
      await switchOn(store, "acc_1", 30);
      for (const id of ["a", "b"]) await store.keepResult(result("acc_1", id));
      await store.deleteKept("acc_1", "a", start + 5);
      expect(await store.deleteKept("acc_1", "a", start + 6)).toBe(false);
      expect(await ids("acc_1")).toEqual(["b"]);
      expect(await store.findKept("acc_1", "a", start)).toBeNull();
      expect(await store.countKept("acc_1", start)).toBe(1);
      expect(await store.restoreKept("acc_2", "a", start)).toBe(false);
      expect(await store.restoreKept("acc_1", "a", start + 5)).toBe(false);
      expect(await store.restoreKept("acc_1", "a", start)).toBe(true);
      expect(await ids("acc_1")).toEqual(["b", "a"]);
      await store.deleteKept("acc_1", "a", start + 5);
      expect(await store.sweepKept({ at: start, deletedBefore: start + 4 }, 9)).toBe(0);
      expect(await store.sweepKept({ at: start, deletedBefore: start + 5 }, 9)).toBe(1);
      expect(await store.restoreKept("acc_1", "a", start)).toBe(false);
    },
  );

  test.skipIf(!isHere)(
    "a search finds names and openings, and only of the verdicts asked for",
    async () => {
      await switchOn(store, "acc_1", 30);
      const rows = [
        { id: "essay", name: "My Essay.pdf", verdict: "Mixed" },
        { id: "plain", opening: "100% of the ESSAY form_s", verdict: "AI-generated" },
        { id: "again", opening: "rewritten", verdict: null },
      ];
      for (const row of rows) await store.keepResult({ ...result("acc_1", row.id), ...row });
      const found = async (filter: KeptFilter) => {
        const page = await store.listKept("acc_1", { at: start, limit: 9, filter });
        expect(await store.countKept("acc_1", start, filter)).toBe(page.length);
        return page.map(({ id }) => id).toSorted();
      };
      expect(await found({ words: "essay" })).toEqual(["essay", "plain"]);
      expect(await found({ words: "essay", verdicts: ["Mixed"] })).toEqual(["essay"]);
      expect(await found({ verdicts: ["AI-generated", null] })).toEqual(["again", "plain"]);
      // Signs that mean something in a pattern mean themselves.
      expect(await found({ words: "100%" })).toEqual(["plain"]);
      expect(await found({ words: "m_s" })).toEqual(["plain"]);
      expect(await found({ words: "1_0" })).toEqual([]);
      expect(await found({ words: "' or 1=1 --" })).toEqual([]);
    },
  );

  test.skipIf(!isHere)("pages lead through all of them, newest first", async () => {
    await switchOn(store, "acc_1", 30);
    const names = Array.from({ length: 7 }, (_, at) => `r${at}`);
    for (const id of names) await store.keepResult(result("acc_1", id));
    const seen: string[] = [];
    for (let beforeSeq: number | undefined; ; ) {
      const page = await store.listKeptWithTexts("acc_1", { at: start, limit: 3, beforeSeq });
      seen.push(...page.map(({ id }) => id));
      if (page.length < 3) break;
      beforeSeq = page.at(-1)?.seq;
    }
    expect(seen).toEqual(names.toReversed());
  });

  test.skipIf(!isHere)(
    "what has expired is not shown, swept or not, and the sweep takes it in bits",
    async () => {
      await switchOn(store, "acc_1", 2);
      for (const id of ["a", "b", "c"]) await store.keepResult(result("acc_1", id));
      const later = start + 2 * DAY_MS;
      expect(await ids("acc_1", later - 1)).toHaveLength(3);
      expect(await ids("acc_1", later)).toEqual([]);
      expect(await store.findKept("acc_1", "a", later)).toBeNull();
      expect(await store.countKept("acc_1", later)).toBe(0);
      expect(await store.sweepKept({ at: later - 1, deletedBefore: 0 }, 2)).toBe(0);
      expect(await store.sweepKept({ at: later, deletedBefore: 0 }, 2)).toBe(2);
      expect(await store.sweepKept({ at: later, deletedBefore: 0 }, 2)).toBe(1);
      expect(await ids("acc_1", start)).toEqual([]);
    },
  );

  test.skipIf(!isHere)("another number of days moves the end of what is kept already", async () => {
    await switchOn(store, "acc_1", 365);
    await store.keepResult({ ...result("acc_1", "old"), at: start - 10 * DAY_MS });
    await store.keepResult(result("acc_1", "new"));
    await switchOn(store, "acc_1", 400);
    expect((await store.findKept("acc_1", "old", start))?.expiresAt).toBe(start + 390 * DAY_MS);
    await switchOn(store, "acc_1", 7);
    expect(await ids("acc_1")).toEqual(["new"]);
    expect((await store.findKept("acc_1", "new", start))?.expiresAt).toBe(start + 7 * DAY_MS);
  });

  test.skipIf(!isHere)("a lower limit of the operator's holds for everybody", async () => {
    await switchOn(store, "acc_1", 365);
    await switchOn(store, "acc_2", 5);
    await store.keepResult(result("acc_1", "a"));
    await store.keepResult(result("acc_2", "b"));
    await store.capHistoryDays(10);
    expect(await store.readHistoryDays("acc_1")).toBe(10);
    expect(await store.readHistoryDays("acc_2")).toBe(5);
    expect((await store.findKept("acc_1", "a", start))?.expiresAt).toBe(start + 10 * DAY_MS);
    expect((await store.findKept("acc_2", "b", start))?.expiresAt).toBe(start + 5 * DAY_MS);
  });

  test.skipIf(!isHere)(
    "switched off, it writes no more; what is kept stays or goes as asked",
    async () => {
      await switchOn(store, "acc_1", 30);
      await store.keepResult(result("acc_1", "a"));
      await store.endHistory("acc_1", audit("acc_1"));
      expect(await store.readHistoryDays("acc_1")).toBeNull();
      expect(await store.keepResult(result("acc_1", "b"))).toBe(false);
      expect(await ids("acc_1")).toEqual(["a"]);
      expect(await store.deleteSomeKept("acc_1", 9)).toBe(1);
      expect(await ids("acc_1")).toEqual([]);
    },
  );

  test.skipIf(!isHere)(
    "whatever is being written when a history is wiped, nothing is left of it",
    async () => {
      const other = await stores.open(target, () => start);
      await switchOn(store, "acc_1", 30);
      const writes = Array.from({ length: 40 }, (_, at) =>
        (at % 2 ? store : other).keepResult(result("acc_1", `r${at}`)),
      );
      const wiping = store
        .endHistory("acc_1", audit("acc_1"))
        .then(() => store.deleteSomeKept("acc_1", 100));
      await Promise.all([...writes, wiping]);
      expect(await ids("acc_1")).toEqual([]);
    },
  );

  test.skipIf(!isHere)("it goes with its account, while results are being written", async () => {
    const other = await stores.open(target, () => start);
    await switchOn(store, "acc_1", 30);
    await store.keepResult(result("acc_1", "first"));
    const writes = Array.from({ length: 20 }, (_, at) =>
      other.keepResult(result("acc_1", `r${at}`)).catch(() => false),
    );
    const entry = { ...audit(null), action: "account.deleted" };
    const [gone] = await Promise.all([store.deleteAccount("acc_1", entry), ...writes]);
    expect(gone).toBe(true);
    expect(await store.countKept("acc_1", 0)).toBe(0);
    expect(await store.readHistoryDays("acc_1")).toBeNull();
  });
});

test("a deleted text is not left in the embedded store's file", async () => {
  const target = await stores.newTarget("embedded");
  const store = await stores.open(target, () => start);
  await addAccount(store, "acc_1");
  await switchOn(store, "acc_1", 30);
  const secret = "nobody must find this sentence again";
  await store.keepResult({ ...result("acc_1", "a"), content: secret, opening: secret });
  const file = `${target.dataDir}/lodestone.db`;
  const raw = new Database(file);
  const bytes = () => {
    // The write-ahead log is folded into the file first, as SQLite does by itself sooner or later.
    raw.pragma("wal_checkpoint(TRUNCATE)");
    return raw.serialize().includes(secret);
  };
  expect(bytes()).toBe(true);
  await store.deleteKept("acc_1", "a", 1);
  await store.sweepKept({ at: 1, deletedBefore: 1 }, 10);
  expect(bytes()).toBe(false);
  raw.close();
});

function result(accountId: string, id: string): ResultToKeep {
  return {
    id,
    accountId,
    keyId: null,
    at: start,
    endpoint: "detect",
    inputType: "text",
    name: null,
    verdict: "Uncertain",
    probability: 40,
    words: 3,
    hash: "0".repeat(64),
    opening: "Three plain words",
    content: "Three plain words",
    result: "{}",
  };
}

function switchOn(store: Store, accountId: string, days: number): Promise<boolean> {
  return store.setHistoryDays({ accountId, days }, audit(accountId));
}

function addAccount(store: Store, id: string): Promise<boolean> {
  const account = {
    id,
    email: `${id}@test.example`,
    passwordHash: null,
    createdAt: start,
    createdDay: "2026-05-01",
    quotaOverride: null,
    madeBy: null,
  };
  return store.insertAccount(account, audit(id));
}

function audit(accountId: string | null) {
  return { at: start, accountId, actor: "account" as const, action: "test" };
}
