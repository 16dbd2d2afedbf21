// Test keys over real HTTPS: fixed answers, every other rule of a live key, nothing counted, nothing analysed.
import { request as send } from "node:https";
import { text as readAll } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildService, type Service } from "../../testing/build-service.ts";

let service: Service;
let key: string;
let accountId: string;
beforeAll(async () => {
  service = await buildService(() => {
    throw new Error("a test key must not reach the detector");
  });
  const made = await service.accounts.enrolment.findOrCreate("tester@example.com");
  if (!made.ok) throw new Error(made.reason);
  accountId = made.account.id;
  await service.history.switchOn(accountId, 30);
  key = await makeKey({ isTest: true });
});
afterAll(() => service.stop());

async function makeKey(wanted: object): Promise<string> {
  const { keys } = service.accounts;
  const made = await keys.create({ accountId, domain: "example.com", actor: "account", ...wanted });
  if (!made.ok) throw new Error(made.problem);
  return made.secret;
}

async function post(
  path: string,
  fields: object,
  { origin = "https://example.com", secret = key }: { origin?: string; secret?: string } = {},
) {
  const reply = await new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
    send(
      {
        host: "127.0.0.1",
        port: service.httpsPort,
        path: `/v1/${path}`,
        method: "POST",
        rejectUnauthorized: false,
        headers: {
          "x-api-key": secret,
          origin,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
      },
      resolve,
    )
      .on("error", reject)
      .end(JSON.stringify(fields));
  });
  const body = await readAll(reply);
  const isJson = reply.headers["content-type"]?.startsWith("application/json");
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: isJson ? JSON.parse(body) : body,
  };
}

/** The message of a stream of one event. */
const readEvent = (text: string) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? "null");

describe("a test key", () => {
  test.each([
    ["test:ai", "AI-generated", 97, 96],
    ["test:human", "Human-written", 3, 4],
    ["test:mixed", "Mixed", 50, 50],
    ["  test:ai and whatever follows", "AI-generated", 97, 96],
    ["Anything else at all.", "Human-written", 3, 4],
    ["constructor", "Human-written", 3, 4],
  ])("answers %j with %s", async (content, verdict, ai, final) => {
    const { status, body } = await post("detect", { content });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      verdict,
      ai_probability: ai,
      human_probability: 100 - ai,
      final_probability: final,
      warnings: [{ code: "test_key" }],
    });
    // Together the segments give the text back, as those of a live key do.
    const parts = body.segments as Array<{ text: string; start: number; end: number }>;
    for (const { text, start, end } of parts) expect(content.slice(start, end)).toBe(text);
    expect(parts.map(({ text }) => text).join("")).toBe(content.trim());
    expect(body.ai_share).toBe(verdict === "Mixed" ? 50 : undefined);
  });

  test("asks for the two failures a program must be ready for", async () => {
    const quota = await post("detect", { content: "test:quota" });
    expect([quota.status, quota.body.error.type]).toEqual([429, "quota_exceeded_error"]);
    expect(Number(quota.headers["retry-after"])).toBeGreaterThan(0);
    const failed = await post("detect", { content: "test:error" });
    expect([failed.status, failed.body.error]).toEqual([
      500,
      {
        message: "Internal server error",
        type: "api_error",
        code: "internal",
        doc_url: expect.stringMatching(/^https:.*\/errors#internal$/),
      },
    ]);
    // A simulated failure must not alert anybody.
    expect(service.logged).toEqual([]);
  });

  test("rewrites test:ai, also alone, and leaves other texts; a short one is refused", async () => {
    const { body } = await post("regenerate", { content: "test:ai" });
    expect(body).toMatchObject({
      regenerated: true,
      humanized_text: "test:human",
      original_ai_prob: 97,
      new_human_prob: 97,
      changes: [{ start: 0, end: 7, from: "test:ai", to: "test:human" }],
      counted: true,
    });
    const long = "word ".repeat(20).trim();
    expect((await post("regenerate", { content: long })).body).toMatchObject({
      regenerated: false,
      humanized_text: long,
      changes: [],
      counted: false,
    });
    expect((await post("regenerate", { content: "too short" })).status).toBe(400);
  });

  test("answers batches item by item, and reports that say what they are", async () => {
    const items = ["test:ai", "test:quota", "test:error", ""].map((content) => ({ content }));
    const { body } = await post("detect/batch", { items });
    const outcomes = (body.results as Array<{ verdict?: string; error?: unknown }>).map(
      ({ verdict, error }) => verdict ?? Object(error).type ?? error,
    );
    expect(outcomes).toEqual([
      "AI-generated",
      "quota_exceeded_error",
      "api_error",
      "Parameter 'content' is required",
    ]);
    const report = await post("report", { content: "test:human", format: "html" });
    expect(report.body).toContain("Fixed answer of a test key: the text was not analysed.");
  });

  // Otherwise test keys, whose checks are not counted, would give everybody unlimited checks.
  test.each([
    ["check_text", { text: "test:ai" }, { verdict: "AI-generated" }],
    ["check_file", { name: "a.txt", data: btoa("test:ai") }, { verdict: "AI-generated" }],
    ["rewrite_text", { text: "test:ai" }, { humanized_text: "test:human" }],
  ])("is given its fixed answers by the tool %s too", async (name, given, expected) => {
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: given },
    };
    const { status, body } = await post("mcp", message);
    expect(status).toBe(200);
    const { result } = typeof body === "string" ? readEvent(body) : body;
    expect(result.structuredContent).toMatchObject({
      ...expected,
      warnings: [{ code: "test_key" }],
    });
  });

  test("counts nothing, keeps nothing, and obeys its domain and the bad-payload rules", async () => {
    const { quota } = service.accounts;
    const account = await service.accounts.enrolment.get(accountId);
    if (!account) throw new Error("no account");
    expect((await quota.describe(account)).used).toBe(0);
    await service.history.settled();
    expect(await service.history.count(accountId)).toBe(0);
    const elsewhere = await post("detect", { content: "test:ai" }, { origin: "https://b.example" });
    expect([elsewhere.status, elsewhere.body.error.type]).toEqual([401, "authentication_error"]);
    expect((await post("detect", {})).body.error).toBe("Parameter 'content' is required");
  });
});

describe("a key with limits of its own", () => {
  test("is refused what it was not made for in the standard shape", async () => {
    const secret = await makeKey({ isTest: true, endpoints: ["detect"] });
    expect((await post("detect", { content: "test:ai" }, { secret })).status).toBe(200);
    // A file's own path is the same endpoint: neither a way around the limit nor outside it.
    const asFile = (await post("regenerate/file", {}, { secret })).status;
    expect([asFile, (await post("detect/file", {}, { secret })).status]).toEqual([403, 400]);
    const { status, body, headers } = await post("regenerate", { content: "test:ai" }, { secret });
    expect([status, body.error]).toEqual([
      403,
      {
        message: "This key may not use this endpoint",
        type: "permission_error",
        code: "endpoint_not_allowed",
        doc_url: expect.stringMatching(/^https:.*\/errors#endpoint_not_allowed$/),
      },
    ]);
    expect(body.request_id).toBe(headers["x-request-id"]);
    expect(headers.ratelimit).toContain('"minute"');
  });
});
