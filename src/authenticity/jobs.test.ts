// Jobs as their callers see them, over real HTTPS with a real store, and a detector that the test controls.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { call, makeKey } from "../../test/contract/v1.ts";
import type { Program } from "../../test/program.ts";
import { buildService, type Service } from "../../testing/build-service.ts";
import { type Detection, type Detector, DetectorError } from "../detector/detector.ts";
import { createTestDetector } from "./test-keys.ts";

const HOUR_MS = 3_600_000;
const clock = { offset: 0, read: () => Date.now() + clock.offset };
const found = (text: string) =>
  ({
    verdict: "Uncertain",
    input_type: "text",
    segments: [text],
    warnings: [],
  }) as unknown as Detection;
const atOnce: Detector["detect"] = async (text) => {
  if (text.startsWith("broken")) throw new DetectorError("failed", "the secret reason");
  return text.startsWith("short") ? { ...found(text), uncertain_because: "short" } : found(text);
};
let answer: Detector["detect"];
let service: Service;

beforeAll(async () => {
  service = await buildService((text, options) => answer(text, options), { clock: clock.read });
});
afterAll(() => service.stop());
beforeEach(() => {
  clock.offset = 0;
  answer = atOnce;
  service.logged.length = 0;
});

type Asked = { path?: string; method?: string; body?: unknown; headers?: Record<string, string> };
const ask = (key: string, { path = "", method, body, headers }: Asked = {}, of = service) =>
  call({ https: `https://127.0.0.1:${of.httpsPort}`, ca: of.ca } as Program, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    path: `/v1/jobs${path}`,
    headers: {
      "x-api-key": key,
      origin: "https://example.com",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const items = (...contents: string[]) => contents.map((content, at) => ({ id: `t${at}`, content }));
const used = async (accountId: string) => (await service.accounts.callerFor(accountId))?.used;
const finished = (key: string, id: string) =>
  vi.waitFor(async () => {
    const { body } = await ask(key, { path: `/${id}` });
    expect(body.status).toBe("done");
    return body;
  }, 20_000);

test("a job is accepted at once, done later, and each result costs one check", async () => {
  const { key, accountId } = await makeKey(service.accounts, { quota: 10 });
  const body = { items: items("one", "", "broken", "two") };
  const accepted = await ask(key, { body });
  expect([accepted.status, accepted.headers.location]).toEqual([
    202,
    `/v1/jobs/${accepted.body.id}`,
  ]);
  expect(accepted.body).toMatchObject({
    id: expect.stringMatching(/^job_[\w-]{20}$/),
    task: "detect",
    status: "queued",
    progress: { total: 4, done: 0, failed: 1, refused: 0 },
  });
  const job = await finished(key, accepted.body.id);
  expect(job.progress).toEqual({ total: 4, done: 2, failed: 2, refused: 0 });
  expect(Date.parse(job.expires_at) - Date.parse(job.finished_at)).toBe(HOUR_MS);
  const result = await ask(key, { path: `/${job.id}/result` });
  expect(result.body).toEqual({
    results: [
      { id: "t0", ...found("one"), counted: true },
      {
        id: "t1",
        error: "Parameter 'content' is required",
        code: "content_required",
        param: "content",
        doc_url: expect.stringMatching(/^https:.*\/errors#content_required$/),
      },
      {
        id: "t2",
        error: {
          message: "Internal server error",
          type: "api_error",
          code: "internal",
          doc_url: expect.stringMatching(/^https:.*\/errors#internal$/),
        },
      },
      { id: "t3", ...found("two"), counted: true },
    ],
    checks: { counted: 2, refused: 0 },
  });
  expect(await used(accountId)).toBe(2);
  expect(JSON.stringify(service.logged)).not.toContain("broken");
  expect((await ask(key)).body).toMatchObject({ jobs: [{ id: job.id }], next: null });
});

test.each([
  ["of no media type", "x", "not read"],
  ["of broken JSON", "application/json", "{"],
  ["of a megabyte", "text/plain", "a".repeat(1_000_000)],
])("a body %s on DELETE means nothing and changes nothing", async (_what, type, sent) => {
  const { key } = await makeKey(service.accounts);
  const { id } = (await ask(key, { body: { content: "some words" } })).body;
  const program = { https: `https://127.0.0.1:${service.httpsPort}`, ca: service.ca } as Program;
  const { status, body } = await call(program, {
    method: "DELETE",
    path: `/v1/jobs/${id}`,
    headers: { "x-api-key": key, origin: "https://example.com", "content-type": type },
    body: sent,
  });
  expect([status, body.status]).toEqual([200, "cancelled"]);
  // The connection goes on behind the body.
  expect((await ask(key, { path: `/${id}` })).body.status).toBe("cancelled");
});

test("when checks run out, the first texts get them and the rest are refused", async () => {
  const { key, accountId } = await makeKey(service.accounts, { quota: 11 });
  const contents = Array.from({ length: 30 }, (_, at) => `text ${at}`);
  const { body } = await ask(key, { body: { items: items(...contents) } });
  const job = await finished(key, body.id);
  expect(job.progress).toEqual({ total: 30, done: 11, failed: 0, refused: 19 });
  const { results, checks } = (await ask(key, { path: `/${job.id}/result` })).body;
  expect(checks).toEqual({ counted: 11, refused: 19 });
  expect(results[29].error.type).toBe("quota_exceeded_error");
  expect(await used(accountId)).toBe(11);
  const refused = await ask(key, { body: { content: "one more" } });
  expect([refused.status, refused.body.error.type]).toEqual([429, "quota_exceeded_error"]);
});

test("a text without a verdict has its result, costs nothing and leaves its check to the next one", async () => {
  const { key, accountId } = await makeKey(service.accounts, { quota: 2 });
  const body = { items: items("short one", "one", "short two", "two", "three") };
  const accepted = await ask(key, { body });
  const job = await finished(key, accepted.body.id);
  expect(job.progress).toEqual({ total: 5, done: 4, failed: 0, refused: 1 });
  const { results, checks } = (await ask(key, { path: `/${job.id}/result` })).body;
  expect(results.map(({ counted }: { counted?: boolean }) => counted)).toEqual([
    false,
    true,
    false,
    true,
    undefined,
  ]);
  expect(checks).toEqual({ counted: 2, refused: 1 });
  expect(await used(accountId)).toBe(2);
});

test("a rewrite, a form and a file are jobs as well", async () => {
  const { key } = await makeKey(service.accounts);
  answer = createTestDetector("v0.1").detect;
  const prose =
    "The committee utilized the hall in order to hold a meeting about the road. ".repeat(3);
  const rewriting = await ask(key, { body: { task: "regenerate", content: prose } });
  const fields = new FormData();
  fields.append("task", "detect");
  fields.append("file", new Blob(["# An essay\n\nSome words."]), "essay.md");
  const form = new Response(fields);
  const upload = await call(
    { https: `https://127.0.0.1:${service.httpsPort}`, ca: service.ca } as Program,
    {
      path: "/v1/jobs",
      headers: {
        "x-api-key": key,
        origin: "https://example.com",
        "content-type": form.headers.get("content-type") ?? "",
      },
      body: Buffer.from(await form.arrayBuffer()),
    },
  );
  await finished(key, rewriting.body.id);
  await finished(key, upload.body.id);
  const rewritten = (await ask(key, { path: `/${rewriting.body.id}/result` })).body.results[0];
  expect(rewritten.humanized_text).toEqual(expect.any(String));
  const [read] = (await ask(key, { path: `/${upload.body.id}/result` })).body.results;
  expect(read).toMatchObject({ input_type: "markdown", content: "# An essay\n\nSome words." });
});

test.each([
  [{}, "Parameter 'content' is required"],
  [{ items: [] }, "Parameter 'items' must list 1 to 5000 texts."],
  [{ items: "one" }, "Parameter 'items' must be a list."],
  [{ items: [{ content: "a" }], content: "b" }, "Send either 'content' or 'items', not both."],
  [{ task: "guess", content: "one" }, "Parameter 'task' must be one of detect, regenerate."],
  [{ task: "regenerate", content: "too short" }, "Text is too short for humanization."],
  [
    { content: "one", strength: "huge" },
    "Parameter 'strength' must be one of light, medium, strong.",
  ],
  [{ content: "one", webhook: 7 }, "Parameter 'webhook' must be a string."],
  [
    { content: "one", webhook: "https://example.com/hook" },
    "Webhooks are switched off on this server: ask for the job's status.",
  ],
  [
    { items: Array.from({ length: 101 }, () => ({ content: "a".repeat(100_000) })) },
    "The texts are too long: at most 10000000 characters in all.",
  ],
])("bad input %# is a 400 with a sentence", async (body, message) => {
  const { key } = await makeKey(service.accounts);
  const reply = await ask(key, { body });
  expect([reply.status, reply.body.error]).toEqual([400, message]);
  expect((await ask(key)).body.jobs).toEqual([]);
});

test("5,000 texts are accepted, 5,001 are not", async () => {
  const { key } = await makeKey(service.accounts, { quota: 5001 });
  const many = items(...Array.from({ length: 5001 }, (_, at) => `text ${at}`));
  expect((await ask(key, { body: { items: many } })).status).toBe(400);
  const { status, body } = await ask(key, { body: { items: many.slice(1) } });
  expect([status, body.progress.total]).toEqual([202, 5000]);
  expect((await ask(key, { path: `/${body.id}/result` })).status).toBe(409);
  expect((await ask(key, { path: `/${body.id}`, method: "DELETE" })).body.status).toBe("cancelled");
});

test("without a key nothing is accepted or told, and another key's job is not there", async () => {
  const [own, other] = [await makeKey(service.accounts), await makeKey(service.accounts)];
  const { body } = await ask(own.key, { body: { content: "one" } });
  await finished(own.key, body.id);
  for (const path of ["", `/${body.id}`, `/${body.id}/result`]) {
    expect((await ask("ls_live_none", { path })).status).toBe(401);
  }
  expect((await ask("ls_live_none", { body: { content: "one" } })).status).toBe(401);
  for (const asked of [
    { path: `/${body.id}` },
    { path: `/${body.id}/result` },
    { path: `/${body.id}`, method: "DELETE" },
    { path: "/job_none" },
  ]) {
    const { status, body: error } = await ask(other.key, asked);
    expect([status, error.error.message]).toEqual([404, "Job not found"]);
  }
  expect((await ask(other.key)).body.jobs).toEqual([]);
  expect((await ask(own.key, { path: `/${body.id}/result` })).status).toBe(200);
});

test("the key that replaces another sees its jobs; a revoked key's jobs are stopped and wiped", async () => {
  const { key, keyId, accountId } = await makeKey(service.accounts);
  const gate = Promise.withResolvers<void>();
  answer = async (text) => {
    await gate.promise;
    return found(text);
  };
  const { body } = await ask(key, { body: { content: "one" } });
  const wanted = { id: keyId, accountId, graceHours: 1, actor: "account" as const };
  const next = await service.accounts.keys.rotate(wanted);
  if (!next.ok) throw new Error(next.problem);
  gate.resolve();
  await finished(next.secret, body.id);
  const begun = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  answer = async (text) => {
    begun.resolve();
    await second.promise;
    return found(text);
  };
  const contents = Array.from({ length: 40 }, (_, at) => `text ${at}`);
  const stopped = await ask(next.secret, { body: { items: items(...contents) } });
  await begun.promise;
  await service.accounts.keys.revoke({ id: next.id, accountId, actor: "account" });
  second.resolve();
  const owner = { accountId, keyId: next.id };
  const job = await vi.waitFor(async () => {
    const seen = await service.jobs.find(owner, stopped.body.id);
    expect(seen?.status).toBe("cancelled");
    return seen;
  }, 20_000);
  // What was being worked on when the key was revoked is done and paid for, nothing else.
  expect(await used(accountId)).toBe(1 + (job?.done ?? 0));
  expect(job?.done).toBeLessThan(contents.length);
});

test("results are wiped an hour after the job is done", async () => {
  const { key } = await makeKey(service.accounts);
  const { body } = await ask(key, { body: { content: "a word that must go" } });
  await finished(key, body.id);
  clock.offset = HOUR_MS + 1000;
  const wiped = await ask(key, { path: `/${body.id}/result` });
  expect([wiped.status, wiped.body.error.message]).toEqual([404, "The job's results were wiped"]);
  await service.jobs.sweep();
  expect((await ask(key, { path: `/${body.id}` })).body.status).toBe("expired");
  expect(await service.findInFiles("a word that must go")).toBe(false);
});

test("cancelling stops the work, charges nothing more and wipes texts", async () => {
  const { key, accountId } = await makeKey(service.accounts);
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  answer = async (text) => {
    begun.resolve();
    await gate.promise;
    return found(text);
  };
  const { body } = await ask(key, { body: { items: items("secret one", "secret two") } });
  await begun.promise;
  const cancelled = await ask(key, { path: `/${body.id}`, method: "DELETE" });
  expect([cancelled.status, cancelled.body.status]).toEqual([200, "cancelled"]);
  gate.resolve();
  answer = atOnce;
  // Another job of the account gets its turn after it.
  const next = await ask(key, { body: { content: "next" } });
  await finished(key, next.body.id);
  expect(await used(accountId)).toBe(1);
  const { status, body: error } = await ask(key, { path: `/${body.id}/result` });
  expect([status, error.error.message]).toEqual([404, "The job's results were wiped"]);
  expect(service.logged).toEqual([]);
});

test("the same Idempotency-Key and body give the same job, another body is refused", async () => {
  const { key, accountId } = await makeKey(service.accounts, { quota: 2 });
  const headers = { "idempotency-key": randomUUID() };
  const body = { items: items("one", "two") };
  const first = await ask(key, { body, headers });
  await finished(key, first.body.id);
  // The day's checks are used up: the repetition is answered all the same.
  const again = await ask(key, { body, headers });
  expect([again.status, again.body.id]).toEqual([202, first.body.id]);
  const other = await ask(key, { body: { ...body, task: "regenerate" }, headers });
  expect([other.status, other.body.error]).toEqual([
    400,
    "Idempotency-Key was used with another body.",
  ]);
  expect(await used(accountId)).toBe(2);
});

test("one account's huge job does not hold up another's", async () => {
  const [huge, small] = [
    await makeKey(service.accounts, { quota: 5000 }),
    await makeKey(service.accounts),
  ];
  const order: string[] = [];
  answer = async (text) => {
    await new Promise(setImmediate);
    order.push(text);
    return found(text);
  };
  const contents = Array.from({ length: 600 }, (_, at) => `huge ${at}`);
  const first = await ask(huge.key, { body: { items: items(...contents) } });
  await vi.waitFor(() => expect(order.length).toBeGreaterThan(0), 20_000);
  const second = await ask(small.key, { body: { content: "small" } });
  await finished(small.key, second.body.id);
  const before = order.indexOf("small");
  await finished(huge.key, first.body.id);
  expect(before).toBeLessThan(order.length - 1);
  expect(order).toHaveLength(601);
});

test("an account may have so many unfinished jobs and no more", async () => {
  const { key } = await makeKey(service.accounts);
  const gate = Promise.withResolvers<void>();
  answer = async (text) => {
    await gate.promise;
    return found(text);
  };
  const replies = [];
  for (let n = 0; n < 21; n++) replies.push(await ask(key, { body: { content: "one" } }));
  const refused = replies.pop();
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 202));
  expect([refused?.status, refused?.body.error]).toEqual([
    429,
    {
      message: "Too many unfinished jobs for this account",
      type: "rate_limit_error",
      code: "too_many_jobs",
      doc_url: expect.stringMatching(/^https:.*\/errors#too_many_jobs$/),
    },
  ]);
  expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
  gate.resolve();
  for (const { body } of replies) await finished(key, body.id);
  const page = (await ask(key, { path: "?limit=15" })).body;
  expect(page.jobs).toHaveLength(15);
  expect((await ask(key, { path: `?limit=15&before=${page.next}` })).body).toMatchObject({
    jobs: { length: 5 },
    next: null,
  });
});

test("a detector that is busy is asked again later, at no cost", async () => {
  const { key, accountId } = await makeKey(service.accounts);
  let isBusy = true;
  answer = async (text) => {
    if (text === "two" && isBusy) {
      isBusy = false;
      throw new DetectorError("overloaded", "too many");
    }
    return found(text);
  };
  const { body } = await ask(key, { body: { items: items("one", "two", "three") } });
  expect((await finished(key, body.id)).progress.done).toBe(3);
  expect(await used(accountId)).toBe(3);
});

test("an account that keeps its results finds those of jobs; others' are not kept", async () => {
  const [keeping, other] = [await makeKey(service.accounts), await makeKey(service.accounts)];
  await service.history.switchOn(keeping.accountId, 7);
  for (const { key } of [keeping, other]) {
    const { body } = await ask(key, { body: { items: items("one", "two") } });
    await finished(key, body.id);
  }
  const { kept } = await service.history.list(keeping.accountId, { limit: 10 });
  expect(kept.map(({ endpoint, opening }) => [endpoint, opening]).toSorted()).toEqual([
    ["jobs", "one"],
    ["jobs", "two"],
  ]);
  expect(await service.history.count(other.accountId)).toBe(0);
});

test("a test key's job has fixed answers and costs nothing", async () => {
  const { accountId } = await makeKey(service.accounts);
  const wanted = { accountId, domain: "example.com", isTest: true, actor: "account" as const };
  const made = await service.accounts.keys.create(wanted);
  if (!made.ok) throw new Error(made.problem);
  const { body } = await ask(made.secret, { body: { items: items("test:ai", "test:quota") } });
  expect((await finished(made.secret, body.id)).progress).toMatchObject({ done: 1, refused: 1 });
  const { results } = (await ask(made.secret, { path: `/${body.id}/result` })).body;
  expect([results[0].verdict, results[1].error.type]).toEqual([
    "AI-generated",
    "quota_exceeded_error",
  ]);
  expect(await used(accountId)).toBe(0);
});

test("a page may cancel: the preflight allows DELETE, other methods are 405", async () => {
  const { key } = await makeKey(service.accounts);
  const preflight = await ask(key, { path: "/job_none", method: "OPTIONS" });
  expect(preflight.headers["access-control-allow-methods"]).toBe("GET, POST, DELETE");
  const put = await ask(key, { path: "/job_none", method: "PUT" });
  expect([put.status, put.headers.allow]).toEqual([405, "GET, HEAD, DELETE, OPTIONS"]);
});
