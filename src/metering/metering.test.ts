// The metered flow with a real store: what is charged, what is kept, and what the caller is told.
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyReply } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildAccounts, buildClock, buildKey } from "../../testing/build-accounts.ts";
import type { Accounts, Caller } from "../accounts/accounts.ts";
import { DetectorError } from "../detector/detector.ts";
import { ReporterError } from "../report/report.ts";
import { openStore, type Store } from "../store/store.ts";
import { asOverload, createMeteredWork, createRequester, type Task } from "./metering.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-metering-"));
const clock = buildClock("2026-03-01T10:00:00Z");
const never = new AbortController().signal;
let store: Store;
let accounts: Accounts;
let caller: Caller;
let rounds = 0;
let kept: unknown[] = [];

beforeAll(async () => {
  store = await openStore({ dataDir: folder, clock: clock.read });
  accounts = buildAccounts(store, clock.read);
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const { accountId } = await buildKey(accounts, `m${rounds++}@example.com`);
  caller = (await accounts.callerFor(accountId)) as Caller;
  kept = [];
});

const summary = { inputType: "text", verdict: null, probability: null, words: null };
const history = { keep: (...words: unknown[]) => void kept.push(words) };
const used = async () => (await accounts.callerFor(caller.accountId))?.used;
const run = (payer: Caller | null, changed: Partial<Task<string>> = {}) =>
  createMeteredWork({ accounts, history, clock: clock.read })(payer, {
    endpoint: "detect",
    body: "a text",
    idempotencyKey: undefined,
    signal: never,
    checks: 1,
    work: async () => ({ result: "done", charged: 1 }),
    kept: (result) => [{ content: "a text", summary, answer: { result } }],
    ...changed,
  });

/** Just what a requester looks at. */
function buildReply() {
  const raw = Object.assign(new EventEmitter(), {
    destroyed: false,
    closed: false,
    writableFinished: false,
  });
  return { raw, reply: { raw } as unknown as FastifyReply };
}

test("a check is counted, and kept as of the time it was made", async () => {
  const checkedAt = clock.now;
  const outcome = await run(caller, {
    async work() {
      clock.now += 5000;
      return { result: "done", charged: 1 };
    },
  });
  expect(outcome).toMatchObject({ ok: true, counted: 1, checkedAt, day: { remaining: 49 } });
  expect(kept).toEqual([
    [
      caller,
      [{ endpoint: "detect", content: "a text", summary, answer: { result: "done" } }],
      checkedAt,
    ],
  ]);
});

test("an answer that costs nothing is given, not counted and not kept, and leaves its check to others", async () => {
  const accountId = caller.accountId;
  await accounts.enrolment.setQuota(accountId, 1);
  caller = (await accounts.callerFor(accountId)) as Caller;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      run(caller, { work: async () => ({ result: "done", charged: n < 5 ? 0 : 1 }) }),
    ),
  );
  expect(answers.map((outcome) => (outcome.ok ? outcome.counted : outcome.reason))).toEqual([
    ...Array.from({ length: 5 }, () => 0),
    1,
    ...Array.from({ length: 6 }, () => "quota_exceeded"),
  ]);
  expect([await used(), kept.length]).toEqual([1, 1]);
});

test("an Idempotency-Key stays bound to its body when the answer cost nothing, and costs nothing later", async () => {
  const free = async () => ({ result: "no verdict", charged: 0 });
  const ask = (changed: Partial<Task<string>>) => run(caller, { idempotencyKey: "k", ...changed });
  expect(await ask({ work: free })).toMatchObject({ ok: true, counted: 0 });
  expect(await ask({ work: free })).toMatchObject({ ok: true, counted: 0 });
  expect(await ask({ body: "other" })).toMatchObject({ ok: false, reason: "idempotency_mismatch" });
  // A model that came between may have a verdict: the repetition was promised to be free.
  expect(await ask({})).toMatchObject({ ok: true, result: "done", counted: 0 });
  expect([await used(), kept.length]).toEqual([0, 0]);
});

test("a repetition says when the first check was made", async () => {
  const checkedAt = clock.now;
  await run(caller, { idempotencyKey: "once" });
  clock.now += 3_600_000;
  expect(await run(caller, { idempotencyKey: "once" })).toMatchObject({ checkedAt });
  expect([await used(), kept.length]).toEqual([1, 1]);
});

test("what is stopped is neither charged nor kept, and fails with the reason it was stopped for", async () => {
  const gone = new AbortController();
  const reason = new Error("left");
  const begun = Promise.withResolvers<void>();
  const running = run(caller, {
    signal: gone.signal,
    async work() {
      begun.resolve();
      await once(gone.signal, "abort");
      throw new Error("the detector put it in words of its own");
    },
  });
  await begun.promise;
  gone.abort(reason);
  await expect(running).rejects.toBe(reason);
  // Before the work begins, and when it does not notice.
  await expect(run(caller, { signal: gone.signal })).rejects.toBe(reason);
  const late = new AbortController();
  const unaware = run(caller, {
    signal: late.signal,
    async work() {
      late.abort(reason);
      return { result: "done", charged: 1 };
    },
  });
  await expect(unaware).rejects.toBe(reason);
  expect([await used(), kept]).toEqual([0, []]);
});

test("without an account nothing is charged or kept", async () => {
  expect(await run(null)).toMatchObject({ ok: true, result: "done", day: null });
  expect(kept).toEqual([]);
});

test("an answer that takes too long is an overload, long before the connection is closed", async () => {
  const { raw, reply } = buildReply();
  const { signal } = createRequester("acc_1", reply, 1);
  if (!signal.aborted) await once(signal, "abort");
  expect(signal.reason).toMatchObject({ code: "overloaded", status: 503 });
  raw.emit("close");
});

test("a client that leaves is no fault of ours, and one that has its answer has not left", () => {
  const leaving = buildReply();
  const left = createRequester("acc_1", leaving.reply).signal;
  leaving.raw.emit("close");
  expect(left.reason).toMatchObject({ status: 400, message: "The client disconnected." });
  const answered = buildReply();
  const { signal } = createRequester("acc_1", answered.reply);
  answered.raw.writableFinished = true;
  answered.raw.emit("close");
  expect(signal.aborted).toBe(false);
  const before = buildReply();
  before.raw.destroyed = true;
  expect(createRequester("acc_1", before.reply).signal.aborted).toBe(true);
});

test("a report that takes too long is refused, not asked for again", () => {
  expect(asOverload(new ReporterError("busy", ""))).toMatchObject({ code: "overloaded" });
  expect(asOverload(new ReporterError("too_slow", ""))).toMatchObject({ status: 400 });
});

test("a detector that is closed by an orderly stop is an overload, not an internal error", () => {
  for (const code of ["overloaded", "closed"] as const) {
    expect(asOverload(new DetectorError(code, ""))).toMatchObject({ code: "overloaded" });
  }
  const failed = new DetectorError("failed", "");
  expect(asOverload(failed)).toBe(failed);
});
