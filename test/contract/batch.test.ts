// POST /v1/detect/batch as its callers see it: over real HTTPS, with the released model, every reply
// checked against the OpenAPI document.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { type Program, startProgram } from "../program.ts";
import { createReplyChecker, type ReplyChecker } from "./openapi.ts";
import { call, FORM, form, makeKey, openAccounts, type Reply, TEXT } from "./v1.ts";

let program: Program;
let accounts: Accounts;
let closeAccounts: () => Promise<void>;
let check: ReplyChecker;

beforeAll(async () => {
  program = await startProgram({
    SERVICES: "authenticity",
    RATE_PER_MINUTE: "1000",
    CONCURRENT_PER_KEY: "1000",
  });
  ({ accounts, close: closeAccounts } = await openAccounts(program));
  const { body } = await call(program, { method: "GET", path: "/v1/openapi.json" });
  check = createReplyChecker(body);
});
afterAll(async () => {
  await closeAccounts();
  await program.stop();
});

const path = "/v1/detect/batch";
const origin = "https://example.com";

async function send(
  key: string,
  body: string | object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const all = { "x-api-key": key, origin, "content-type": "application/json", ...headers };
  const reply = await call(program, {
    path,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  check("POST", path, reply.status, String(reply.headers["content-type"]), reply.body);
  return reply;
}

const detect = (key: string, content: string) =>
  call(program, {
    path: "/v1/detect",
    headers: { "x-api-key": key, origin, "content-type": FORM },
    body: form(content),
  });
const used = async (accountId: string) => (await accounts.callerFor(accountId))?.used;
const items = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({
    id: `n${from + n}`,
    content: `${TEXT} Words of ${from + n}.`,
  }));
type Entry = { id?: string; error?: { type: string } | string };
const found = ({ body }: Reply): number =>
  body.results.filter((entry: Entry) => entry.error === undefined).length;

const details = (code: string, param?: string) => ({
  code,
  ...(param === undefined ? {} : { param }),
  doc_url: `${program.https}/errors#${code}`,
});
const wrong = (param: string) => details("invalid_parameter", param);
const REQUIRED = {
  error: "Parameter 'content' is required",
  code: "content_required",
  param: "content",
  doc_url: expect.stringMatching(/\/errors#content_required$/),
};

describe("answers", () => {
  test("each text gets what a call of its own would, in order, and its id back", async () => {
    const { key, accountId } = await makeKey(accounts);
    const contents = [TEXT, "hello", `${TEXT} And so we went home.`];
    const { status, body, headers } = await send(key, {
      items: contents.map((content, n) => (n === 1 ? { content } : { id: `text ${n}`, content })),
    });
    expect(status).toBe(200);
    // "hello" gets no verdict, and costs nothing.
    expect(body.checks).toEqual({ counted: 2, refused: 0 });
    expect(headers.ratelimit).toContain('"day";r=48;');
    for (const [n, content] of contents.entries()) {
      const alone = await detect(key, content);
      const id = n === 1 ? {} : { id: `text ${n}` };
      expect(body.results[n]).toEqual({ ...id, ...alone.body });
    }
    expect(await used(accountId)).toBe(4);
    const { usage } = await accounts.quota.history(accountId, 1);
    const checks = Object.fromEntries(usage.map((row) => [row.endpoint, row.checks]));
    expect(checks).toEqual({ detect: 2, "detect/batch": 2 });
  });

  test("100 texts are taken, as one request of the rate", async () => {
    const { key } = await makeKey(accounts, { quota: 1000 });
    const { status, body, headers } = await send(key, { items: items(100) });
    expect(status).toBe(200);
    expect(body.results.map((entry: Entry) => entry.id)).toEqual(
      Array.from({ length: 100 }, (_, n) => `n${n}`),
    );
    expect(headers.ratelimit).toContain('"minute";r=999;');
  });

  test("what is wrong with a text is its own error and costs nothing", async () => {
    const { key, accountId } = await makeKey(accounts);
    const { status, body } = await send(key, {
      items: [
        { id: "good", content: TEXT },
        { id: "missing" },
        { id: "blank", content: " \n" },
        { id: "number", content: 7 },
        { id: "long", content: "a".repeat(100_001) },
        { id: "nul", content: "a\0b" },
        { id: "wordless", content: "… !!" },
        "a text",
        null,
        { id: 7, content: TEXT },
        { id: "x".repeat(201), content: TEXT },
      ],
    });
    expect(status).toBe(200);
    const id = "Parameter 'id' must be a string of at most 200 characters.";
    const item = 'An item must be an object such as {"content": "…"}.';
    expect(body.results[0]).toMatchObject({ id: "good", verdict: expect.any(String) });
    expect(body.results.slice(1)).toEqual([
      { id: "missing", ...REQUIRED },
      { id: "blank", ...REQUIRED },
      { id: "number", error: "Parameter 'content' must be a string.", ...wrong("content") },
      {
        id: "long",
        error: "Text is too long: at most 100000 characters.",
        ...details("text_too_long", "content"),
      },
      {
        id: "nul",
        error: "Parameter 'content' must not contain a NUL character.",
        ...wrong("content"),
      },
      {
        id: "wordless",
        error: "The text has no words.",
        ...details("text_without_words", "content"),
      },
      { error: item, ...wrong("items") },
      { error: item, ...wrong("items") },
      { error: id, ...wrong("id") },
      { error: id, ...wrong("id") },
    ]);
    expect(body.checks).toEqual({ counted: 1, refused: 0 });
    expect(await used(accountId)).toBe(1);
  });

  test("a batch without one good text is answered all the same, also with no check left", async () => {
    const { key } = await makeKey(accounts, { quota: 0 });
    const { status, body } = await send(key, { items: [{ content: "" }] });
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [REQUIRED],
      checks: { counted: 0, refused: 0 },
    });
  });
});

describe("bodies that can't be meant are 400 and cost nothing", () => {
  const one = { items: [{ content: "Some words." }] };
  const count = "Parameter 'items' must list 1 to 100 texts.";
  const long = "The texts are too long: at most 1000000 characters in all.";
  test.each<[string, string | object, string, Record<string, string>?]>([
    ["nothing", "", "Parameter 'items' is required"],
    ["no type and nothing", "", "Parameter 'items' is required", { "content-type": "" }],
    ["null", { items: null }, "Parameter 'items' is required"],
    ["bad JSON", '{"items": [', "The body is not valid JSON."],
    ["a list", "[]", 'The JSON body must be an object such as {"items": [{"content": "…"}]}.'],
    ["an object", { items: {} }, "Parameter 'items' must be a list."],
    ["no items", { items: [] }, count],
    ["101 items", { items: Array.from({ length: 101 }, () => one.items[0]) }, count],
    [
      "over the length in all",
      { items: items(11).map(() => ({ content: "ab ".repeat(33_000) })) },
      long,
    ],
    ["30 MB", `{"items": [${" ".repeat(30_000_000)}]}`, long],
    [
      "a content twice",
      '{"items": [{"content": "a", "content": "b"}]}',
      "Parameter 'content' was given more than once.",
    ],
    ["items twice", '{"items": [], "items": []}', "Parameter 'items' was given more than once."],
    [
      "a form",
      form(TEXT),
      "The content type is not supported: send application/json.",
      { "content-type": FORM },
    ],
    [
      "gzip",
      one,
      "Content-Encoding is not supported: send the body as it is.",
      { "content-encoding": "gzip" },
    ],
    [
      "an odd idempotency key",
      one,
      "Idempotency-Key must be 1 to 255 visible ASCII characters, given once.",
      { "idempotency-key": "x".repeat(256) },
    ],
  ])("%s", async (_name, body, message, headers) => {
    const { key, accountId } = await makeKey(accounts);
    const reply = await send(key, body, headers);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      error: message,
      request_id: reply.headers["x-request-id"],
    });
    expect(await used(accountId)).toBe(0);
  });

  test("ten texts of the greatest length are within it", async () => {
    const { key } = await makeKey(accounts, { quota: 0 });
    const content = "\u20ac".repeat(100_000);
    const { status } = await send(key, { items: items(10).map(() => ({ content })) });
    expect(status).toBe(200);
  });
});

test("without a key, with another domain, by another method: as for a single text", async () => {
  const { key } = await makeKey(accounts);
  const body = { items: items(1) };
  for (const reply of [
    await send("", body),
    await send(`ls_live_${"a".repeat(36)}`, body),
    await send(key, body, { origin: "https://evil.example" }),
  ]) {
    expect(reply.status).toBe(401);
    expect(reply.body.error.type).toBe("authentication_error");
  }
  const get = await call(program, { method: "GET", path, headers: { "x-api-key": key, origin } });
  expect([get.status, get.headers.allow]).toEqual([405, "POST, OPTIONS"]);
});

describe("quota", () => {
  test("the first texts get the checks that are left, the others say so", async () => {
    const { key, accountId } = await makeKey(accounts, { quota: 3 });
    const batch = { items: [{ content: "" }, ...items(5)] };
    const { status, body, headers } = await send(key, batch);
    expect(status).toBe(200);
    expect(body.checks).toEqual({ counted: 3, refused: 2 });
    expect(body.results[0].error).toBe("Parameter 'content' is required");
    for (const entry of body.results.slice(1, 4)) expect(entry.counted).toBe(true);
    for (const [n, entry] of body.results.slice(4).entries()) {
      const error = {
        message: "No checks left today",
        type: "quota_exceeded_error",
        ...details("quota_exceeded"),
      };
      expect(entry).toEqual({ id: `n${n + 3}`, error });
    }
    expect(headers.ratelimit).toContain('"day";r=0;');
    const none = await send(key, batch);
    expect(none.status).toBe(429);
    expect(none.body.error.type).toBe("quota_exceeded_error");
    expect(Number(none.headers["retry-after"])).toBeGreaterThan(0);
    expect(await used(accountId)).toBe(3);
  });

  test("batches and single calls at once give exactly as many answers as checks are left", async () => {
    const { key, accountId } = await makeKey(accounts, { quota: 61 });
    const [batches, singles] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, (_, n) => send(key, { items: items(9, 9 * n) }))),
      Promise.all(
        Array.from({ length: 20 }, (_, n) => detect(key, `${TEXT} Single words of ${n}.`)),
      ),
    ]);
    const answered = batches.filter(({ status }) => status === 200);
    for (const { status } of [...batches, ...singles]) expect([200, 429]).toContain(status);
    for (const { body } of answered) expect(body.checks.counted).toBeGreaterThan(0);
    const total =
      answered.reduce((sum, reply) => sum + found(reply), 0) +
      singles.filter(({ status }) => status === 200).length;
    expect(total).toBe(61);
    expect(await used(accountId)).toBe(61);
  });

  test("another account's checks are its own", async () => {
    const mine = await makeKey(accounts, { quota: 2 });
    const other = await makeKey(accounts, { quota: 4 });
    await send(mine.key, { items: items(5) });
    const { body } = await send(other.key, { items: items(4) });
    expect(body.checks).toEqual({ counted: 4, refused: 0 });
    expect([await used(mine.accountId), await used(other.accountId)]).toEqual([2, 4]);
  });

  test("an idempotency key covers the batch: repeated, it gives the same answer and costs nothing", async () => {
    const { key, accountId } = await makeKey(accounts, { quota: 3 });
    const headers = { "idempotency-key": "batch-1" };
    const batch = { items: items(5) };
    const first = await send(key, batch, headers);
    expect(first.body.checks).toEqual({ counted: 3, refused: 2 });
    await accounts.enrolment.setQuota(accountId, 100);
    const again = await Promise.all([send(key, batch, headers), send(key, batch, headers)]);
    for (const reply of again) expect(reply.body).toEqual(first.body);
    expect(await used(accountId)).toBe(3);
    const other = await send(key, { items: items(4) }, headers);
    expect(other.status).toBe(400);
    expect(other.body.error).toBe("Idempotency-Key was used with another body.");
  });
});
