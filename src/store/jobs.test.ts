// Jobs on every store: whose turn it is, what a lease protects, and that a result and its check are written together or
// not at all.
import { randomUUID } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { prepareStores, storeKinds } from "../../test/services/stores.ts";
import { ITEM_LENGTH } from "./job-rows.ts";
import type { JobSlice, NewJobItem, Store } from "./store.ts";

const START = Date.UTC(2026, 4, 20, 10);
const day = "2026-05-20";
const LIMITS = { perAccount: 50, lengthPerAccount: 1_000_000, length: 4_000_000 };
const KEPT_MS = 3_600_000;
const stores = prepareStores();
afterAll(() => stores.closeAll());

async function buildOwner(store: Store): Promise<{ accountId: string; keyId: string }> {
  const accountId = `acc_${randomUUID()}`;
  const audit = { at: START, accountId, actor: "operator" as const, action: "test" };
  const email = `${accountId}@example.com`;
  const rest = { passwordHash: null, createdAt: START, createdDay: day, quotaOverride: null };
  await store.insertAccount({ id: accountId, email, ...rest, madeBy: null }, audit);
  return { accountId, keyId: `key_${randomUUID()}` };
}

const texts = (count: number): NewJobItem[] =>
  Array.from({ length: count }, (_, at) => ({ id: `t${at}`, content: `Text ${at}.` }));

async function insert(
  store: Store,
  owner: { accountId: string; keyId: string },
  items: readonly NewJobItem[],
  changed: { limits?: typeof LIMITS; hash?: string; bodyHash?: string; webhookUrl?: string } = {},
) {
  const { limits = LIMITS, hash, bodyHash = "b", webhookUrl = null } = changed;
  const job = {
    ...owner,
    id: `job_${randomUUID()}`,
    isTest: false,
    task: "detect" as const,
    options: "{}",
    createdAt: START,
    webhookUrl,
    idempotency: hash === undefined ? undefined : { hash, bodyHash },
  };
  return store.insertJob(job, items, { limits, keptMs: KEPT_MS, isQuotaSpent: false });
}

const claim = (store: Store, changed: Partial<Parameters<Store["claimJobSlice"]>[0]> = {}) =>
  store.claimJobSlice({
    at: START,
    leaseUntil: START + 30_000,
    lease: randomUUID(),
    except: [],
    itemsMax: 2,
    lengthMax: 1000,
    ...changed,
  });

const recordOf = ({ job, items, lease }: JobSlice, at = START) => ({
  jobId: job.id,
  lease,
  at,
  keptMs: KEPT_MS,
  outcomes: items.map(({ position }) => ({
    position,
    status: "done" as const,
    result: `{"n":${position}}`,
  })),
});

const count = (store: Store, slice: JobSlice, limit = 1000) =>
  store.countCheck({
    accountId: slice.job.accountId,
    keyId: slice.job.keyId,
    endpoint: "jobs",
    day,
    limit,
    checks: slice.items.length,
    at: START,
    record: recordOf(slice),
  });

describe.each(storeKinds)("$name store", ({ name, isHere }) => {
  const open = async () => stores.open(await stores.newTarget(name), () => START);

  test.skipIf(!isHere)("three copies at once do every text once, and each is counted", async () => {
    const target = await stores.newTarget(name);
    const copies = await Promise.all([0, 1, 2].map(() => stores.open(target, () => START)));
    const [store] = copies as [Store];
    const owner = await buildOwner(store);
    const inserted = await insert(store, owner, texts(61));
    if (!("job" in inserted)) throw new Error(inserted.outcome);
    const seen: number[] = [];
    await Promise.all(
      [...copies, ...copies].map(async (copy) => {
        for (;;) {
          const slice = await claim(copy);
          if (slice === null) {
            // Another copy may hold the row of the job for this very moment.
            if ((await store.findJob(owner, inserted.job.id))?.status === "done") return;
            await turn();
            continue;
          }
          seen.push(...slice.items.map(({ position }) => position));
          expect(await count(copy, slice)).toMatchObject({ outcome: "counted" });
        }
      }),
    );
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 61 }, (_, at) => at));
    expect(await store.readUsed(owner.accountId, day)).toBe(61);
    expect(await store.findJob(owner, inserted.job.id)).toMatchObject({
      done: 61,
      finishedAt: START,
      expiresAt: START + KEPT_MS,
    });
    const page = { from: 0, limit: 100, at: START };
    const results = await store.listJobResults(inserted.job.id, page);
    expect(results[7]).toEqual({ position: 7, itemId: '"t7"', result: '{"n":7}' });
    expect(await store.listJobResults(inserted.job.id, { ...page, at: START + KEPT_MS })).toEqual(
      [],
    );
  });

  test.skipIf(!isHere)("accounts take turns, however much one has sent", async () => {
    const store = await open();
    const [huge, small] = [await buildOwner(store), await buildOwner(store)];
    await insert(store, huge, texts(20));
    await insert(store, huge, texts(20));
    await insert(store, small, texts(3));
    const turns: string[] = [];
    for (let at = START; turns.length < 5; at++) {
      const slice = await claim(store, { at });
      turns.push(slice?.job.accountId === huge.accountId ? "huge" : "small");
    }
    expect(turns).toEqual(["huge", "small", "huge", "small", "huge"]);
    expect(await claim(store, { except: [huge.accountId] })).toBeNull();
  });

  test.skipIf(!isHere)(
    "a slice is bounded by length, and a text that was begun before comes alone",
    async () => {
      const store = await open();
      const owner = await buildOwner(store);
      await insert(store, owner, texts(4));
      const first = await claim(store, { itemsMax: 8, lengthMax: 10 });
      expect(first?.items.map(({ position }) => position)).toEqual([0]);
      // Its copy died: the lease ends, and the text is tried without neighbours.
      const later = { at: START + 30_000, leaseUntil: START + 60_000, itemsMax: 8 };
      const again = await claim(store, later);
      expect(again?.items).toMatchObject([{ position: 0, attempt: 2 }]);
      const rest = await claim(store, later);
      expect(rest?.items.map(({ position }) => position)).toEqual([1, 2, 3]);
      await store.releaseJobLease(rest?.lease ?? "");
      expect((await claim(store, { itemsMax: 8 }))?.items).toMatchObject([
        { attempt: 1 },
        { attempt: 1 },
        { attempt: 1 },
      ]);
    },
  );

  test.skipIf(!isHere)("who has lost the lease counts nothing and writes nothing", async () => {
    const store = await open();
    const owner = await buildOwner(store);
    await insert(store, owner, texts(1));
    const slow = await claim(store);
    const quick = await claim(store, { at: START + 30_000, leaseUntil: START + 60_000 });
    if (slow === null || quick === null) throw new Error("nothing was claimed");
    expect(await count(store, slow)).toEqual({ outcome: "lease_lost" });
    expect(await store.settleJobItems(recordOf(slow))).toBe(false);
    expect(await store.renewJobLease(slow.lease, START + 90_000)).toBe(0);
    expect(await store.renewJobLease(quick.lease, START + 90_000)).toBe(1);
    expect(await count(store, quick)).toMatchObject({ outcome: "counted", used: 1 });
    expect(await count(store, quick)).toEqual({ outcome: "lease_lost" });
    expect(await store.readUsed(owner.accountId, day)).toBe(1);
  });

  test.skipIf(!isHere)("only results that could be counted are written", async () => {
    const store = await open();
    const owner = await buildOwner(store);
    const inserted = await insert(store, owner, texts(3));
    const slice = await claim(store, { itemsMax: 3 });
    if (slice === null || !("job" in inserted)) throw new Error("nothing was claimed");
    expect(await count(store, slice, 2)).toMatchObject({ outcome: "counted", counted: 2 });
    expect(await store.findJob(owner, inserted.job.id)).toMatchObject({
      done: 2,
      status: "running",
    });
    const rest = { ...slice, items: slice.items.slice(2) };
    expect(await count(store, rest, 2)).toEqual({ outcome: "quota_exceeded" });
    const record = recordOf(rest);
    const outcomes = record.outcomes.map((one) => ({ ...one, status: "refused" as const }));
    expect(await store.settleJobItems({ ...record, outcomes })).toBe(true);
    expect(await store.findJob(owner, inserted.job.id)).toMatchObject({
      refused: 1,
      status: "done",
    });
  });

  test.skipIf(!isHere)("a cancelled job is not worked on, charged or kept", async () => {
    const store = await open();
    const owner = await buildOwner(store);
    const inserted = await insert(store, owner, texts(120));
    const slice = await claim(store);
    if (slice === null || !("job" in inserted)) throw new Error("nothing was claimed");
    const { id } = inserted.job;
    expect(await store.cancelJob(id, START)).toBe(true);
    expect(await store.renewJobLease(slice.lease, START + 90_000)).toBe(0);
    expect(await count(store, slice)).toEqual({ outcome: "lease_lost" });
    expect(await claim(store, { at: START + 30_000 })).toBeNull();
    // A wipe that was cut off is found again.
    expect(await store.wipeJobItems(id, 50)).toBe(50);
    expect(await store.listJobsToWipe(START)).toEqual([id]);
    expect(await store.wipeJobItems(id, 100)).toBe(70);
    expect(await store.listJobsToWipe(START)).toEqual([]);
    expect(await store.forgetJobs(START)).toBe(0);
    expect(await store.forgetJobs(START + 1)).toBe(1);
  });

  test.skipIf(!isHere)(
    "a repeated request finds its job, and another body is told apart",
    async () => {
      const store = await open();
      const owner = await buildOwner(store);
      const inserted = await Promise.all(
        [0, 1, 2].map(() => insert(store, owner, texts(2), { hash: "h" })),
      );
      expect(inserted.map(({ outcome }) => outcome).toSorted()).toEqual([
        "inserted",
        "repeated",
        "repeated",
      ]);
      expect(new Set(inserted.map((one) => "job" in one && one.job.id)).size).toBe(1);
      const other = await insert(store, owner, texts(2), { hash: "h", bodyHash: "c" });
      expect(other.outcome).toBe("other_body");
    },
  );

  test.skipIf(!isHere)("the queue is bounded for an account and in all", async () => {
    const store = await open();
    const [one, other] = [await buildOwner(store), await buildOwner(store)];
    const textLength = ITEM_LENGTH + 20;
    const limits = { perAccount: 2, lengthPerAccount: 2 * textLength, length: 3 * textLength };
    const text = [{ id: undefined, content: "a".repeat(20) }];
    const outcomes = [];
    for (const owner of [one, one, one, other, other]) {
      outcomes.push((await insert(store, owner, text, { limits })).outcome);
    }
    expect(outcomes).toEqual(["inserted", "inserted", "too_many", "inserted", "full"]);
    const long = [{ id: undefined, content: "a".repeat(2 * textLength) }];
    expect((await insert(store, other, long, { limits })).outcome).toBe("account_full");
    await store.deleteAccount(one.accountId, {
      at: START,
      accountId: null,
      actor: "operator",
      action: "test",
    });
    expect((await insert(store, other, text, { limits })).outcome).toBe("inserted");
    expect((await insert(store, one, text, { limits })).outcome).toBe("account_gone");
  });

  // Refused texts cost no check: without this one key could fill the disk with them.
  test.skipIf(!isHere)("texts that are refused at once take their share of the store", async () => {
    const store = await open();
    const owner = await buildOwner(store);
    const refused = Array.from({ length: 100 }, () => ({ id: undefined, error: '{"error":{}}' }));
    const limits = { ...LIMITS, lengthPerAccount: 250 * ITEM_LENGTH };
    const outcomes = [];
    for (let job = 0; job < 3; job++) {
      outcomes.push((await insert(store, owner, refused, { limits })).outcome);
    }
    expect(outcomes).toEqual(["inserted", "inserted", "account_full"]);
  });

  test.skipIf(!isHere)("a job that can't be done in a day ends, with what is done", async () => {
    const store = await open();
    const owner = await buildOwner(store);
    const inserted = await insert(store, owner, texts(3));
    const slice = await claim(store);
    if (slice === null || !("job" in inserted)) throw new Error("nothing was claimed");
    await count(store, slice);
    const stale = {
      createdBefore: START + 1,
      result: '{"error":"late"}',
      at: START,
      keptMs: KEPT_MS,
    };
    expect(await store.endStaleJobs(stale)).toBe(1);
    expect(await store.findJob(owner, inserted.job.id)).toMatchObject({
      status: "done",
      done: 2,
      failed: 1,
    });
  });

  test.skipIf(!isHere)("texts with half a character come back as they were", async () => {
    const store = await open();
    const owner = await buildOwner(store);
    const content = 'half \ud83d, whole 😀, "quoted"';
    await insert(store, owner, [{ id: "\udc00", content, name: "a\0b\ud83d.txt", format: "text" }]);
    expect((await claim(store))?.items).toEqual([
      { position: 0, content, name: "a\ufffdb\ufffd.txt", format: "text", attempt: 1 },
    ]);
  });

  test.skipIf(!isHere)(
    "a webhook is due once the job is done, for one copy at a time",
    async () => {
      const store = await open();
      const owner = await buildOwner(store);
      await insert(store, owner, texts(1), { webhookUrl: "https://example.com/hook" });
      const due = () => store.claimWebhook({ at: START, heldUntil: START + 30_000, except: [] });
      expect(await due()).toBeNull();
      const slice = await claim(store);
      if (slice === null) throw new Error("nothing was claimed");
      await count(store, slice);
      const taken = await Promise.all([due(), due(), due()]);
      expect(taken.filter((one) => one !== null)).toMatchObject([{ attempt: 1 }]);
      const { id } = slice.job;
      await store.settleWebhook(id, { status: "waiting", attempts: 1, dueAt: START });
      expect(await due()).toMatchObject({ attempt: 2 });
      // The copy of the first attempt reports late: that no longer counts.
      await store.settleWebhook(id, { status: "delivered", attempts: 1, dueAt: null });
      expect((await store.findJob(owner, id))?.webhook).toMatchObject({ status: "waiting" });
      await store.settleWebhook(id, { status: "delivered", attempts: 2, dueAt: null });
      expect((await store.findJob(owner, id))?.webhook).toEqual({
        url: "https://example.com/hook",
        status: "delivered",
        attempts: 2,
      });
      expect(await due()).toBeNull();
    },
  );
});
