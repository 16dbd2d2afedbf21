// Batches with a detector that the test controls: what failures cost, who gets the last checks, and what happens when
// the client disconnects.
import { request } from "node:https";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeKey } from "../../test/contract/v1.ts";
import { buildService, type Service } from "../../testing/build-service.ts";
import { type Detection, type Detector, DetectorError } from "../detector/detector.ts";

const WORKERS = 2;
const found = (text: string) =>
  ({ verdict: "Uncertain", segments: [text], warnings: [] }) as unknown as Detection;
let answer: Detector["detect"];
let service: Service;
/** Texts being analysed, and the most there were at once. */
let running = 0;
let runningMost = 0;

beforeAll(async () => {
  service = await buildService(
    async (text, options) => {
      runningMost = Math.max(runningMost, ++running);
      try {
        return await answer(text, options);
      } finally {
        running--;
      }
    },
    { workers: WORKERS },
  );
});
afterAll(() => service.stop());
beforeEach(() => {
  runningMost = 0;
  service.logged.length = 0;
  answer = async (text) => {
    await new Promise(setImmediate);
    if (text.startsWith("broken")) throw new DetectorError("failed", "the secret reason");
    if (text.startsWith("busy")) throw new DetectorError("overloaded", "too many");
    return found(text);
  };
});

type Entry = { id?: string; segments?: string[]; error?: { type: string } | string };
type Reply = {
  status: number;
  body: { results: Entry[]; checks: object; error: { type: string } };
};

function post(
  key: string,
  items: unknown[],
  {
    httpsPort: port = service.httpsPort,
    body = JSON.stringify({ items }),
  }: { httpsPort?: number; body?: string } = {},
) {
  const asked = request({
    port,
    path: "/v1/detect/batch",
    method: "POST",
    rejectUnauthorized: false,
    headers: {
      "x-api-key": key,
      origin: "https://example.com",
      "content-type": "application/json",
    },
  });
  const reply = new Promise<Reply>((resolve, reject) => {
    asked.on("error", reject);
    asked.on("response", async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
  });
  reply.catch(() => {});
  asked.end(body);
  return { asked, reply };
}

const texts = (...contents: string[]) => contents.map((content) => ({ content }));
const used = async (accountId: string) => (await service.accounts.callerFor(accountId))?.used;
const typesOf = ({ body }: Reply) =>
  body.results.map(({ error }) => (typeof error === "object" ? error.type : (error ?? "found")));

test("a text that fails costs nothing and leaves its check to the next one", async () => {
  const { key, accountId } = await makeKey(service.accounts, { quota: 2 });
  const reply = await post(key, texts("one", "broken", "two", "three", "four")).reply;
  expect(reply.status).toBe(200);
  expect(typesOf(reply)).toEqual([
    "found",
    "api_error",
    "found",
    "quota_exceeded_error",
    "quota_exceeded_error",
  ]);
  expect(reply.body.checks).toEqual({ counted: 2, refused: 2 });
  expect(JSON.stringify(reply.body)).not.toContain("secret reason");
  expect(service.logged).toHaveLength(1);
  expect(await used(accountId)).toBe(2);
});

test("a text without a verdict costs nothing and leaves its check to the next one", async () => {
  const { key, accountId } = await makeKey(service.accounts, { quota: 2 });
  answer = async (text) =>
    text.startsWith("short") ? { ...found(text), uncertain_because: "short" } : found(text);
  const batch = texts("short one", "one", "short two", "two", "three");
  const [reply] = [await post(key, batch).reply];
  expect(typesOf(reply)).toEqual(["found", "found", "found", "found", "quota_exceeded_error"]);
  expect(reply.body.results.map((entry) => Object(entry).counted)).toEqual([
    false,
    true,
    false,
    true,
    undefined,
  ]);
  expect(reply.body.checks).toEqual({ counted: 2, refused: 1 });
  expect(await used(accountId)).toBe(2);
});

// 6 MB of them stalled the server for a second; the deeply nested one was a 500.
test.each([
  ["700,000 idle keys", `{"items":[{"content":"one"}],${'"k":1,'.repeat(700_000)}"l":1}`],
  ["100,000 items", `{"items":[${"1,".repeat(100_000)}1]}`],
  ["5,000 levels", `{"items":[{"content":"one","x":${"[".repeat(5000)}${"]".repeat(5000)}}]}`],
])("a batch of %s is refused with 400 before it is parsed", async (_what, body) => {
  const { key, accountId } = await makeKey(service.accounts);
  const reply = await post(key, [], { body }).reply;
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatch(/^The JSON body (has too many values|is nested too deeply)/);
  expect(await used(accountId)).toBe(0);
});

test("when not one text can be analysed, the answer is that of a call of its own", async () => {
  const { key, accountId } = await makeKey(service.accounts);
  const broken = await post(key, texts("broken", "broken too")).reply;
  expect([broken.status, broken.body.error.type]).toEqual([500, "api_error"]);
  const busy = await post(key, texts("busy", "busy too")).reply;
  expect([busy.status, busy.body.error.type]).toEqual([503, "overloaded_error"]);
  const some = await post(key, texts("busy", "fine")).reply;
  expect(typesOf(some)).toEqual(["overloaded_error", "found"]);
  expect(await used(accountId)).toBe(1);
});

test("checks another copy took meanwhile are not given twice: the last results are refused", async () => {
  const { key, accountId } = await makeKey(service.accounts, { quota: 5 });
  const begun = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  answer = async (text) => {
    begun.resolve();
    await taken.promise;
    return found(text);
  };
  const { reply } = post(key, texts("one", "two", "three", "four"));
  await begun.promise;
  const other = await service.anotherCopy();
  const caller = await other.callerFor(accountId);
  if (caller === null) throw new Error("the account is gone");
  const reserved = await other.quota.reserve(caller, { endpoint: "detect", checks: 3 });
  if (!reserved.ok) throw new Error(reserved.reason);
  expect(await reserved.check.count()).toMatchObject({ ok: true, counted: 3 });
  taken.resolve();
  expect(typesOf(await reply)).toEqual([
    "found",
    "found",
    "quota_exceeded_error",
    "quota_exceeded_error",
  ]);
  expect((await reply).body.checks).toEqual({ counted: 2, refused: 2 });
  expect(await used(accountId)).toBe(5);
});

test("texts of one batch are worked on at once, two for each worker and no more", async () => {
  const { key } = await makeKey(service.accounts);
  const contents = Array.from({ length: 30 }, (_, n) => `text ${n}`);
  const replies = await Promise.all([
    post(key, texts(...contents.slice(0, 15))).reply,
    post(key, texts(...contents.slice(15))).reply,
  ]);
  const answered = replies.flatMap(({ body }) => body.results.map(({ segments }) => segments?.[0]));
  expect(answered).toEqual(contents);
  expect(runningMost).toBe(2 * WORKERS);
});

test("batches take turns: a short one need not wait for a long one that came first", async () => {
  const { key } = await makeKey(service.accounts, { quota: 1000 });
  const order: string[] = [];
  answer = async (text) => {
    await new Promise(setImmediate);
    order.push(text);
    return found(text);
  };
  const long = post(key, texts(...Array.from({ length: 100 }, (_, n) => `long ${n}`))).reply;
  while (order.length === 0) await new Promise(setImmediate);
  await post(key, texts("short")).reply;
  await long;
  expect(order.indexOf("short")).toBeLessThan(100);
});

test("a caller that leaves stops the work and pays nothing", async () => {
  const { key, accountId } = await makeKey(service.accounts);
  const begun = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  let count = 0;
  answer = (_text, { signal } = {}) => {
    count++;
    begun.resolve();
    return new Promise((_, reject) => {
      signal?.addEventListener("abort", () => {
        stopped.resolve();
        reject(signal.reason);
      });
    });
  };
  const { asked, reply } = post(key, texts(...Array.from({ length: 20 }, (_, n) => `text ${n}`)));
  await begun.promise;
  asked.destroy();
  await expect(reply).rejects.toThrow("socket hang up");
  await stopped.promise;
  while (running > 0) await new Promise(setImmediate);
  expect(count).toBeLessThanOrEqual(2 * WORKERS);
  expect(await used(accountId)).toBe(0);
  expect(service.logged).toEqual([]);
});

test("a batch that takes too long is answered with what is done; the rest costs nothing", async () => {
  const hasty = await buildService(
    (text, { signal } = {}) =>
      text.startsWith("endless")
        ? new Promise((_, reject) => {
            signal?.addEventListener("abort", () => reject(signal.reason));
          })
        : Promise.resolve(found(text)),
    { workers: 1, batchTimeLimitMs: 2000 },
  );
  try {
    const { key, accountId } = await makeKey(hasty.accounts);
    const items = texts("quick", "endless 1", "endless 2", "endless 3");
    const { status, body } = await post(key, items, hasty).reply;
    expect([status, body.checks]).toEqual([200, { counted: 1, refused: 0 }]);
    expect(body.results[0]?.segments).toEqual(["quick"]);
    for (const { error } of body.results.slice(1)) {
      expect(error).toMatchObject({ type: "overloaded_error" });
    }
    expect((await hasty.accounts.callerFor(accountId))?.used).toBe(1);
    expect(hasty.logged).toEqual([]);
  } finally {
    await hasty.stop();
  }
});
