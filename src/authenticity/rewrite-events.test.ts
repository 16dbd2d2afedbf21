// A rewrite as server-sent events over real HTTPS, with the rewriter's own phrases and a detector of the test's.
import { request } from "node:https";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { makeKey } from "../../test/contract/v1.ts";
import { buildService, type Service } from "../../testing/build-service.ts";
import type { Detector } from "../detector/detector.ts";
import { createTestDetector } from "./test-keys.ts";

const STIFF =
  "It is important to note that the committee made a decision to conduct an investigation into the " +
  "matter prior to the commencement of the season. The gate of the hall is green. Due to the fact " +
  "that a number of schools were unable to participate, the results were subsequently utilized.";
const PLAIN =
  "The gate of the hall is green and the boats lie still in the harbour all winter long. ";

const looksMade: Detector["detect"] = async (text) => ({
  ...(await createTestDetector("v0.1").detect(text)),
  score: 0.6 + 0.3 * (text.length / (text.length + 1000)),
});
let detect: Detector["detect"];
let service: Service;
beforeAll(async () => {
  service = await buildService((text, options) => detect(text, options));
});
afterAll(() => service.stop());
beforeEach(() => {
  detect = looksMade;
  service.logged.length = 0;
});

// Events are judged by each test.
// oxlint-disable-next-line typescript/no-explicit-any
type Event = { event: string; data: any };

function ask(key: string, content: string, more: { headers?: object; fields?: object } = {}) {
  const asked = request({
    port: service.httpsPort,
    path: "/v1/regenerate",
    method: "POST",
    rejectUnauthorized: false,
    headers: {
      "x-api-key": key,
      origin: "https://example.com",
      "content-type": "application/json",
      accept: "text/event-stream",
      ...more.headers,
    },
  });
  const reply = new Promise<{ status: number; type: string; text: string; events: Event[] }>(
    (resolve, reject) => {
      asked.on("error", reject);
      asked.on("response", async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        const events = [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(
          ([, event = "", data = ""]) => ({ event, data: JSON.parse(data) }),
        );
        const type = response.headers["content-type"] ?? "";
        resolve({ status: response.statusCode ?? 0, type, text, events });
      });
    },
  );
  asked.end(JSON.stringify({ content, strength: "strong", ...more.fields }));
  return { asked, reply };
}
const used = async (accountId: string) => (await service.accounts.callerFor(accountId))?.used;

test("finished sentences come first, the whole answer last, and it is one check", async () => {
  const { key, accountId } = await makeKey(service.accounts);
  const { status, type, events } = await ask(key, STIFF).reply;
  expect([status, type]).toEqual([200, "text/event-stream; charset=utf-8"]);
  const whole = events.at(-1);
  expect(whole?.event).toBe("done");
  const sentences = events.slice(0, -1);
  expect(new Set(sentences.map(({ event }) => event))).toEqual(new Set(["sentence"]));
  const byIndex = sentences.map(({ data }) => data).toSorted((a, b) => a.index - b.index);
  expect(whole?.data).toMatchObject({ regenerated: true, counted: true, sentences: byIndex });
  expect(sentences[0]?.data.changed).toBe(false);
  const plain = await ask(key, STIFF, { headers: { accept: "application/json" } }).reply;
  expect(JSON.parse(plain.text)).toEqual(whole?.data);
  expect(await used(accountId)).toBe(2);
});

test("a text that stays is told and costs nothing; a repetition of a counted one costs nothing more", async () => {
  const { key, accountId } = await makeKey(service.accounts);
  const unchanged = await ask(key, PLAIN.repeat(3)).reply;
  expect(unchanged.events.at(-1)?.data).toMatchObject({ regenerated: false, counted: false });
  expect(await used(accountId)).toBe(0);
  const headers = { "idempotency-key": "once" };
  for (let n = 0; n < 2; n++) {
    const { events } = await ask(key, STIFF, { headers }).reply;
    expect(events.at(-1)).toMatchObject({ event: "done", data: { counted: true } });
  }
  expect(await used(accountId)).toBe(1);
});

test("what is refused before the work begins is an ordinary error response", async () => {
  const { key } = await makeKey(service.accounts, { quota: 0 });
  const refused = await ask(key, STIFF).reply;
  expect([refused.status, JSON.parse(refused.text).error.type]).toEqual([
    429,
    "quota_exceeded_error",
  ]);
  const short = await ask(key, "Too short.").reply;
  expect([short.status, JSON.parse(short.text).code]).toEqual([400, "text_too_short"]);
});

test("a failure of the work is an event in the usual shape, and costs nothing", async () => {
  const { key, accountId } = await makeKey(service.accounts);
  detect = async () => {
    throw new Error("the secret reason");
  };
  const { status, text, events } = await ask(key, STIFF).reply;
  expect([status, events.length]).toEqual([200, 1]);
  expect(events[0]).toMatchObject({
    event: "error",
    data: { status: 500, error: { type: "api_error", code: "internal" } },
  });
  expect(events[0]?.data.request_id).toEqual(expect.any(String));
  expect(text).not.toContain("secret reason");
  detect = looksMade;
  const missing = await ask(key, STIFF, { fields: { sentences: [99] } }).reply;
  expect(missing.events.at(-1)).toMatchObject({
    event: "error",
    data: { status: 400, param: "sentences" },
  });
  expect(await used(accountId)).toBe(0);
});

test("a client that leaves stops the work and pays nothing", async () => {
  const { key, accountId } = await makeKey(service.accounts);
  const begun = Promise.withResolvers<AbortSignal>();
  detect = (_text, { signal } = {}) =>
    new Promise((_resolve, reject) => {
      if (signal === undefined) return;
      begun.resolve(signal);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  const { asked, reply } = ask(key, STIFF);
  const ended = reply.catch(() => "gone");
  const signal = await begun.promise;
  asked.destroy();
  expect(await ended).toBe("gone");
  await vi.waitFor(() => expect(signal.aborted).toBe(true));
  expect([await used(accountId), service.logged]).toEqual([0, []]);
});
