// The rules of the history: what is kept for whom, that keeping never affects a response, and that nothing is kept
// longer than chosen. On a real embedded store with a manual clock.
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeEach, expect, test } from "vitest";
import { prepareStores } from "../../test/services/stores.ts";
import { type Store, StoreAwayError } from "../store/store.ts";
import { createHistory, type History } from "./history.ts";

const DAY_MS = 86_400_000;
const stores = prepareStores();
afterAll(() => stores.closeAll());

let now: number;
let store: Store;
let history: History;
let logged: unknown[];
beforeEach(async () => {
  now = Date.UTC(2026, 4, 1, 12);
  logged = [];
  store = await stores.open(await stores.newTarget("embedded"), () => now);
  await addAccount("acc_1");
  await addAccount("acc_2");
  history = build(store);
});

function build(on: Store, daysMax = 365): History {
  const note = (...words: unknown[]) => void logged.push(words);
  const log = { info: note, warn: note, error: note };
  return createHistory({ store: on, clock: () => now, random: randomBytes, daysMax, log });
}

const owner = { accountId: "acc_1", keyId: null };
const summary = { inputType: "text", verdict: "Mixed", probability: 61, words: 2 };
const kept = (content: string) => ({
  endpoint: "detect",
  content,
  summary,
  answer: { verdict: "Mixed" },
});
const texts = async (accountId = "acc_1") => {
  const seen: string[] = [];
  for await (const { content } of history.readAll(accountId)) seen.push(content);
  return seen;
};

test("nothing is kept until it is switched on, and for that account alone", async () => {
  history.keep(owner, [kept("before")]);
  await history.settled();
  expect(await history.switchOn("acc_1", 30)).toEqual({ ok: true });
  expect(await texts()).toEqual([]);
  history.keep(owner, [kept("after")]);
  history.keep({ accountId: "acc_2", keyId: null }, [kept("somebody else's")]);
  expect(await texts()).toEqual(["after"]);
  expect(await texts("acc_2")).toEqual([]);
  expect(logged).toEqual([]);
});

test("a result comes back with its summary and with the answer as it was given", async () => {
  const answer = { any_field: ["of", 1, "answer"], verdict: "not looked at" };
  await history.switchOn("acc_1", 30);
  history.keep(owner, [
    {
      ...kept("Read from a file"),
      name: "a.pdf",
      summary: { ...summary, inputType: "pdf" },
      answer,
    },
    {
      ...kept("Rewritten"),
      endpoint: "regenerate",
      summary: { inputType: "text", verdict: null, probability: 70.6, words: null },
    },
  ]);
  const { kept: rows } = await history.list("acc_1", { limit: 10 });
  expect(rows).toMatchObject([
    { endpoint: "regenerate", verdict: null, probability: 71, inputType: "text", name: null },
    { endpoint: "detect", verdict: "Mixed", probability: 61, inputType: "pdf", name: "a.pdf" },
  ]);
  const whole = await history.read("acc_1", rows[1]?.id ?? "");
  expect(JSON.parse(whole?.result ?? "")).toEqual(answer);
  // The hash anybody can make of the text: printf 'Read from a file' | sha256sum
  expect(whole?.hash).toBe("62955f116ecca9af84788e6cccb8dd31ac7178b29bf35227ecc437c42608b291");
});

test("any text comes back as long as it was, so that offsets into it stay true", async () => {
  await history.switchOn("acc_1", 30);
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary", minLength: 1, maxLength: 400, size: "max" }),
      async (text) => {
        history.keep(owner, [kept(text)]);
        const { kept: rows } = await history.list("acc_1", { limit: 1 });
        const found = await history.read("acc_1", rows[0]?.id ?? "");
        expect(found?.content.length).toBe(text.length);
        if (text.isWellFormed() && !text.includes("\0")) expect(found?.content).toBe(text);
      },
    ),
    { numRuns: 60 },
  );
  expect(logged).toEqual([]);
});

test("pages hold what was asked for and lead to the end", async () => {
  await history.switchOn("acc_1", 30);
  history.keep(
    owner,
    Array.from({ length: 5 }, (_, at) => kept(`text ${at}`)),
  );
  const first = await history.list("acc_1", { limit: 3 });
  expect(first.kept.map(({ opening }) => opening)).toEqual(["text 4", "text 3", "text 2"]);
  const second = await history.list("acc_1", { limit: 3, before: first.next ?? 0 });
  expect(second.kept.map(({ opening }) => opening)).toEqual(["text 1", "text 0"]);
  expect(second.next).toBeNull();
  expect((await history.list("acc_1", { limit: 5 })).next).toBeNull();
});

test("a result is gone for its owner at its hour, and from the store with the next sweep", async () => {
  await history.switchOn("acc_1", 1);
  history.keep(owner, [kept("short-lived")]);
  const [row] = (await history.list("acc_1", { limit: 1 })).kept;
  now += DAY_MS - 1;
  expect(await texts()).toEqual(["short-lived"]);
  now += 1;
  expect(await texts()).toEqual([]);
  expect(await history.read("acc_1", row?.id ?? "")).toBeNull();
  expect(await history.count("acc_1")).toBe(0);
  await history.sweep();
  expect(await store.countKept("acc_1", 0)).toBe(0);
});

test("the number of days is checked, and an operator can rule a history out", async () => {
  for (const days of [0, -1, 366, 1.5, Number.NaN]) {
    expect(await history.switchOn("acc_1", days)).toMatchObject({ ok: false });
  }
  expect(await history.switchOn("acc_gone", 3)).toMatchObject({ ok: false });
  await history.switchOn("acc_1", 365);
  const without = build(store, 0);
  expect(await without.switchOn("acc_1", 1)).toMatchObject({
    ok: false,
    problem: expect.stringContaining("operator"),
  });
  without.keep(owner, [kept("not any more")]);
  await without.settled();
  expect(await texts()).toEqual([]);
});

test("a start applies a lower limit of the operator's and sweeps; a stop waits for what is written", async () => {
  await history.switchOn("acc_1", 300);
  history.keep(owner, [kept("old")]);
  await history.settled();
  now += 5 * DAY_MS;
  const limited = build(store, 5);
  const cleanup = limited.startCleanup();
  limited.keep(owner, [kept("new")]);
  await cleanup.stop();
  expect(await history.days("acc_1")).toBe(5);
  expect(await texts()).toEqual(["new"]);
  expect(await store.countKept("acc_1", 0)).toBe(1);
});

test("a store that fails costs no answer, and no text gets into the log", async () => {
  await history.switchOn("acc_1", 30);
  const failing = build({
    ...store,
    keepResult: () => Promise.reject(new Error("Failing row contains (the secret text)")),
    sweepKept: () => Promise.reject(new StoreAwayError("away")),
  });
  failing.keep(owner, [kept("the secret text")]);
  await failing.settled();
  await failing.sweep();
  expect(logged).toHaveLength(2);
  expect(JSON.stringify(logged)).not.toContain("secret");
});

test("more texts than memory should hold are dropped, and what follows is kept again", async () => {
  await history.switchOn("acc_1", 30);
  const huge = kept("x".repeat(30_000_000));
  const slow = Promise.withResolvers<boolean>();
  const waiting = build({ ...store, keepResult: () => slow.promise });
  waiting.keep(owner, [huge]);
  waiting.keep(owner, [huge]);
  expect(JSON.stringify(logged)).toContain("results were not kept");
  slow.resolve(true);
  await waiting.settled();
  logged.length = 0;
  waiting.keep(owner, [huge]);
  await waiting.settled();
  expect(logged).toEqual([]);
});

function addAccount(id: string): Promise<boolean> {
  const entry = { at: now, accountId: id, actor: "account" as const, action: "account.created" };
  const email = `${id}@test.example`;
  const times = { createdAt: now, createdDay: "2026-05-01", quotaOverride: null, madeBy: null };
  return store.insertAccount({ id, email, passwordHash: null, ...times }, entry);
}
