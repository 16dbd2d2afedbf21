// The text service as its callers see it: every row of the specification and of the contract, over
// real HTTPS, replies checked against the OpenAPI document.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Accounts } from "../../src/accounts/accounts.ts";
import { type Program, startProgram } from "../program.ts";
import { createReplyChecker, type ReplyChecker } from "./openapi.ts";
import { type Call, call, FORM, form, makeKey, openAccounts, type Reply, TEXT } from "./v1.ts";

let program: Program;
let accounts: Accounts;
let closeAccounts: () => Promise<void>;
let check: ReplyChecker;
let key: string;

beforeAll(async () => {
  program = await startProgram({ RATE_PER_MINUTE: "100000", BAD_KEYS_PER_MINUTE: "100000" });
  ({ accounts, close: closeAccounts } = await openAccounts(program));
  ({ key } = await makeKey(accounts, { quota: 100_000 }));
  const { body } = await call(program, { method: "GET", path: "/v1/openapi.json" });
  check = createReplyChecker(body);
});
afterAll(async () => {
  await closeAccounts();
  await program.stop();
});

const ORIGIN = "https://example.com";

async function ask(path: string, options: Omit<Call, "path"> = {}): Promise<Reply> {
  const headers = { "x-api-key": key, origin: ORIGIN, "content-type": FORM, ...options.headers };
  for (const [name, value] of Object.entries(headers)) {
    if (value === "") delete headers[name as keyof typeof headers];
  }
  const reply = await call(program, { ...options, path, headers });
  if (reply.status !== 204 && reply.status !== 404) {
    const type = String(reply.headers["content-type"]);
    const method = options.method ?? "POST";
    const isKnown = ["GET", "POST"].includes(method) && reply.status !== 405;
    if (isKnown) check(method, path, reply.status, type, reply.body);
  }
  if (reply.status >= 400) expect(reply.body.request_id).toBe(reply.headers["x-request-id"]);
  return reply;
}

const standard = (message: string, type: string) => ({
  error: expect.objectContaining({ message, type, code: expect.any(String) }),
  request_id: expect.any(String),
});
const simple = (message: string) =>
  expect.objectContaining({
    error: message,
    code: expect.any(String),
    request_id: expect.any(String),
  });
const UNAUTHORIZED = standard("Invalid API Key or Domain Not Authorized", "authentication_error");

describe("POST /v1/detect", () => {
  test("answers with probabilities in per cent, a verdict and segments that give back the text", async () => {
    const { status, body } = await ask("/v1/detect", { body: form(TEXT) });
    expect(status).toBe(200);
    expect(body.human_probability).toBe(100 - body.ai_probability);
    expect(body.ai_probability).toBe(Math.round(100 * body.score));
    expect(body.input_type).toBe("text");
    expect(body.model_version).toMatch(/^v\d+\.\d+$/);
    let at = 0;
    for (const segment of body.segments) {
      expect(segment.human_prob).toBe(100 - segment.ai_prob);
      expect(TEXT.slice(segment.start, segment.end)).toBe(segment.text);
      expect(TEXT.slice(at, segment.start).trim()).toBe("");
      at = segment.end;
    }
    expect(TEXT.slice(at).trim()).toBe("");
  });

  test("explain=true tells why, in a form, as JSON and as multipart; unasked, nothing does", async () => {
    const plain = await ask("/v1/detect", { body: form(TEXT) });
    expect(plain.body).not.toHaveProperty("explanation");
    const boundary = "----lodestone";
    const part = (name: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const replies = [
      await ask("/v1/detect", { body: `${form(TEXT)}&explain=true` }),
      await ask("/v1/detect", {
        body: JSON.stringify({ content: TEXT, explain: true }),
        headers: { "content-type": "application/json" },
      }),
      await ask("/v1/detect", {
        body: `${part("content", TEXT)}${part("explain", "true")}--${boundary}--\r\n`,
        headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      }),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      const { explanation, ...rest } = body;
      expect(rest).toEqual(plain.body);
      expect(explanation).toEqual(replies[0]?.body.explanation);
      expect(explanation.evidence.length).toBeGreaterThan(0);
      expect(explanation.evidence.length).toBeLessThanOrEqual(12);
      for (const { start, end, text, direction, weight } of explanation.evidence) {
        expect(TEXT.slice(start, end)).toBe(text);
        expect(["ai", "human"]).toContain(direction);
        expect(weight).toBeGreaterThan(0);
      }
      for (const { value, human_range, text } of explanation.signs) {
        expect(human_range).toHaveLength(2);
        expect(text).toContain(String(value));
      }
    }
  });

  test("explain=false is no explanation, and anything else is refused", async () => {
    const off = await ask("/v1/detect", { body: `${form(TEXT)}&explain=false` });
    expect(off.body).not.toHaveProperty("explanation");
    for (const value of ["", "1", "yes", "TRUE"]) {
      const { status, body } = await ask("/v1/detect", { body: `${form(TEXT)}&explain=${value}` });
      expect([status, body]).toEqual([400, simple("Parameter 'explain' must be true or false.")]);
    }
  });

  test("an uncertain answer says why, in a word and in a sentence", async () => {
    const short = await ask("/v1/detect", { body: form("The ferry was late again.") });
    expect(short.body).toMatchObject({ verdict: "Uncertain", uncertain_because: "short" });
    const german =
      "Das Schiff lief aus, bevor der Nebel aufstieg, und niemand an Bord sagte auch nur ein Wort. ";
    const foreign = await ask("/v1/detect", { body: form(german.repeat(6)) });
    expect(foreign.body).toMatchObject({ verdict: "Uncertain", uncertain_because: "language" });
    expect(foreign.body.warnings[0].message).toContain("not validated for German");
  });

  test("no verdict, no check: a short text and an unknown language are answered and not counted", async () => {
    const mine = await makeKey(accounts, { quota: 1 });
    const headers = { "x-api-key": mine.key };
    const german = "Das Schiff lief aus, und niemand an Bord sagte auch nur ein einziges Wort. ";
    const kept = { ...headers, "idempotency-key": "short" };
    const short = "The ferry was late again.";
    for (const [text, given] of [
      [short, headers],
      [german.repeat(8), headers],
      [short, kept],
      [short, kept],
    ] as const) {
      const reply = await ask("/v1/detect", { body: form(text), headers: given });
      expect(reply.body).toMatchObject({ verdict: "Uncertain", counted: false });
      expect(reply.headers.ratelimit).toContain('"day";r=1;');
    }
    const report = await call(program, {
      path: "/v1/report",
      headers: { ...headers, origin: ORIGIN, "content-type": FORM },
      body: form(short),
    });
    expect(report.status).toBe(200);
    const other = await ask("/v1/detect", { body: form(TEXT), headers: kept });
    expect([other.status, other.body.code]).toEqual([400, "idempotency_mismatch"]);
    const rewrite = await ask("/v1/regenerate", { body: form(TEXT), headers });
    expect(rewrite.body).toMatchObject({ regenerated: false, counted: false });
    expect((await accounts.callerFor(mine.accountId))?.used).toBe(0);
    const counted = await ask("/v1/detect", { body: form(TEXT), headers });
    expect([counted.body.counted, (await accounts.callerFor(mine.accountId))?.used]).toEqual([
      true,
      1,
    ]);
  });

  test("the same text gets the same answer, in a form, as JSON and as multipart", async () => {
    const first = await ask("/v1/detect", { body: form(TEXT) });
    const json = await ask("/v1/detect", {
      body: JSON.stringify({ content: TEXT }),
      headers: { "content-type": "application/json; charset=utf-8" },
    });
    const boundary = "----lodestone";
    const multipart = await ask("/v1/detect", {
      body: `--${boundary}\r\nContent-Disposition: form-data; name="content"\r\n\r\n${TEXT}\r\n--${boundary}--\r\n`,
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    });
    expect(json.body).toEqual(first.body);
    expect(multipart.body).toEqual(first.body);
  });

  test("a text in other letters arrives unharmed by every way", async () => {
    const text = `Grüße, naïve Œuvre — 東京 😀 ${TEXT}`;
    const { body } = await ask("/v1/detect", { body: form(text) });
    const joined = body.segments.map((segment: { text: string }) => segment.text).join("");
    expect(joined.replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
  });

  test("one word is answered, with Uncertain and a warning", async () => {
    const { status, body } = await ask("/v1/detect", { body: form("hello") });
    expect(status).toBe(200);
    expect(body.verdict).toBe("Uncertain");
    expect(body.warnings.length).toBeGreaterThan(0);
  });

  test("exactly 100,000 characters are taken", async () => {
    const text = `${TEXT} `.repeat(300).slice(0, 99_999).padEnd(100_000, "x");
    const { status } = await ask("/v1/detect", { body: form(text) });
    expect(status).toBe(200);
  });
});

describe("POST /v1/regenerate", () => {
  test("answers with the text and true probabilities of the same detector", async () => {
    const detected = await ask("/v1/detect", { body: form(TEXT) });
    const { status, body } = await ask("/v1/regenerate", { body: form(TEXT) });
    expect(status).toBe(200);
    expect(body.original_ai_prob).toBe(detected.body.ai_probability);
    expect(body.final_probability.before).toBe(detected.body.final_probability);
    expect(body.model_version).toBe(detected.body.model_version);
    expect(body.scores.before).toBe(detected.body.score);
    expect(Math.round(100 * (1 - body.scores.after))).toBe(body.new_human_prob);
    if (!body.regenerated) {
      expect(body.humanized_text).toBe(TEXT);
      expect(body.new_human_prob).toBe(100 - body.original_ai_prob);
    }
  });

  const STIFF =
    "It is important to note that the committee made a decision to conduct an investigation into the " +
    "matter prior to the commencement of the season. The gate of the hall is green. Due to the fact " +
    "that a number of schools were unable to participate, the results were subsequently utilized for " +
    "the purpose of facilitating improvements. In order to utilize the boat, we waited for the tide, " +
    "and a large number of people made a decision to leave due to the fact that it rained.";
  const join = (
    text: string,
    segments: { start: number; end: number }[],
    sentences: { rewritten: string }[],
  ) =>
    segments
      .map(({ start }, n) => text.slice(segments[n - 1]?.end ?? 0, start) + sentences[n]?.rewritten)
      .join("") + text.slice(segments.at(-1)?.end);

  test("each sentence is told, and chosen ones alone change, by JSON and by both forms", async () => {
    const { body: detected } = await ask("/v1/detect", { body: form(STIFF) });
    const whole = await ask("/v1/regenerate", { body: `${form(STIFF)}&alternatives=3` });
    expect(whole.body).toMatchObject({ regenerated: true, counted: true });
    expect(join(STIFF, detected.segments, whole.body.sentences)).toBe(whole.body.humanized_text);
    type Sentence = { index: number; changed: boolean; reason?: { code: string } };
    const changed = whole.body.sentences.flatMap((one: Sentence) => (one.changed ? one.index : []));
    const last = changed.at(-1);
    const fields = { content: STIFF, keep: ["it rained", "boat"], alternatives: 1 };
    const json = await ask("/v1/regenerate", {
      body: JSON.stringify({ ...fields, sentences: [last] }),
      headers: { "content-type": "application/json" },
    });
    for (const one of json.body.sentences as Sentence[]) {
      if (one.index !== last) expect(one.reason?.code).toBe("not_selected");
    }
    const urlencoded = new URLSearchParams({
      content: STIFF,
      keep: "it rained\nboat",
      sentences: String(last),
      alternatives: "1",
    });
    const asForm = await ask("/v1/regenerate", { body: String(urlencoded) });
    expect(asForm.body).toEqual(json.body);
    const multipart = new Response(
      [...urlencoded].reduce(
        (all, [name, value]) => (all.append(name, value), all),
        new FormData(),
      ),
    );
    const asParts = await ask("/v1/regenerate", {
      body: Buffer.from(await multipart.arrayBuffer()),
      headers: { "content-type": multipart.headers.get("content-type") ?? "" },
    });
    // A multipart body writes line ends its own way.
    expect(asParts.body.humanized_text).toBe(json.body.humanized_text);
  });

  test.each([
    ["sentences=a", "Parameter 'sentences' must be a list of segment numbers."],
    ["sentences=-1", "Parameter 'sentences' must be a list of segment numbers."],
    ["sentences=999", /^Parameter 'sentences' names segment 999, but the last is \d+\.$/],
    ["alternatives=4", "Parameter 'alternatives' must be a whole number from 0 to 3."],
  ])("%s is refused in a sentence", async (field, message) => {
    const { status, body } = await ask("/v1/regenerate", { body: `${form(STIFF)}&${field}` });
    expect([status, body.code, body.param]).toEqual([
      400,
      "invalid_parameter",
      field.split("=")[0],
    ]);
    expect(body.error).toEqual(
      typeof message === "string" ? message : expect.stringMatching(message),
    );
  });

  test("under 20 words it says so", async () => {
    const { status, body } = await ask("/v1/regenerate", {
      body: form("Too short a text for that."),
    });
    expect(status).toBe(400);
    expect(body).toEqual(simple("Text is too short for humanization."));
  });

  test("a strength or keep that can't be meant is refused", async () => {
    const strength = await ask("/v1/regenerate", { body: `${form(TEXT)}&strength=brutal` });
    expect(strength.body.error).toContain("'strength'");
    const keep = await ask("/v1/regenerate", {
      body: JSON.stringify({ content: TEXT, keep: [1] }),
      headers: { "content-type": "application/json" },
    });
    expect(keep.body.error).toContain("'keep'");
  });
});

describe.each(["/v1/detect", "/v1/regenerate"])("bad input to %s", (path) => {
  const json = { "content-type": "application/json" };
  test.each<[string, Omit<Call, "path">, string]>([
    ["nothing", { body: "" }, "Parameter 'content' is required"],
    [
      "no content type",
      { body: "", headers: { "content-type": "" } },
      "Parameter 'content' is required",
    ],
    ["another parameter", { body: "text=hello" }, "Parameter 'content' is required"],
    ["empty content", { body: "content=" }, "Parameter 'content' is required"],
    ["blank content", { body: form(" \n\t ") }, "Parameter 'content' is required"],
    ["null", { body: '{"content": null}', headers: json }, "Parameter 'content' is required"],
    ["empty JSON", { body: "{}", headers: json }, "Parameter 'content' is required"],
    [
      "100,001 characters",
      { body: form("a ".repeat(50_001).slice(0, 100_001)) },
      "Text is too long: at most 100000 characters.",
    ],
    [
      "20 MB",
      { body: `content=${"a".repeat(20_000_000)}` },
      "Text is too long: at most 100000 characters.",
    ],
    [
      "20 MB of JSON",
      { body: JSON.stringify({ content: "é".repeat(10_000_000) }), headers: json },
      "Text is too long: at most 100000 characters.",
    ],
    ["bad JSON", { body: '{"content": "x', headers: json }, "The body is not valid JSON."],
    [
      "a JSON list",
      { body: '["x"]', headers: json },
      'The JSON body must be an object such as {"content": "…"}.',
    ],
    [
      "a number",
      { body: '{"content": 7}', headers: json },
      "Parameter 'content' must be a string.",
    ],
    [
      "a list",
      { body: '{"content": ["x"]}', headers: json },
      "Parameter 'content' must be a string.",
    ],
    ["NUL", { body: form(`${TEXT}\0`) }, "Parameter 'content' must not contain a NUL character."],
    [
      "bad UTF-8",
      { body: Buffer.from([...Buffer.from("content=caf"), 0xe9, 0x20]) },
      "The body is not valid UTF-8.",
    ],
    [
      "badly escaped UTF-8",
      { body: "content=%E9%20caf" },
      "The form is not validly escaped UTF-8.",
    ],
    ["half an escape", { body: "content=100%" }, "The form is not validly escaped UTF-8."],
    [
      "bad UTF-8 in JSON",
      {
        body: Buffer.from([...Buffer.from('{"content":"'), 0xff, ...Buffer.from('"}')]),
        headers: json,
      },
      "The body is not valid UTF-8.",
    ],
    [
      "two contents",
      { body: `${form(TEXT)}&${form("other")}` },
      "Parameter 'content' was given more than once.",
    ],
    [
      "XML",
      { body: "<content>x</content>", headers: { "content-type": "application/xml" } },
      "The content type is not supported: send application/json, application/x-www-form-urlencoded or multipart/form-data.",
    ],
    [
      "multipart without a boundary",
      { body: "x", headers: { "content-type": "multipart/form-data" } },
      "The multipart body is not valid.",
    ],
  ])("%s is 400", async (_name, options, message) => {
    const { status, body } = await ask(path, options);
    expect(status).toBe(400);
    expect(body).toEqual(simple(message));
  });

  test("no words is 400", async () => {
    const { status } = await ask(path, { body: form("?! … 😀") });
    expect(status).toBe(400);
  });

  test("two contents in multipart are 400", async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\nhello\r\n';
    const { status, body } = await ask(path, {
      body: `${part}${part}--b--\r\n`,
      headers: { "content-type": "multipart/form-data; boundary=b" },
    });
    expect(status).toBe(400);
    expect(body).toEqual(simple("Parameter 'content' was given more than once."));
  });

  test("a refused request costs nothing", async () => {
    const mine = await makeKey(accounts, { quota: 3 });
    await ask(path, { body: "", headers: { "x-api-key": mine.key } });
    await ask(path, { body: form("x".repeat(100_001)), headers: { "x-api-key": mine.key } });
    const { body } = await ask("/v1/usage", { method: "GET", headers: { "x-api-key": mine.key } });
    expect(body).toMatchObject({ used: 0, remaining: 3, limit: 3 });
  });

  test.each(["GET", "PUT", "DELETE", "PATCH", "PROPFIND"])("%s is 405", async (method) => {
    const { status, body, headers } = await ask(path, { method });
    expect(status).toBe(405);
    expect(headers.allow).toBe("POST, OPTIONS");
    expect(body).toEqual(standard("Method not allowed", "method_not_allowed_error"));
  });
});

test("a path of no endpoint is 404", async () => {
  const { status, body } = await ask("/v1/nope", { body: "x" });
  expect(status).toBe(404);
  expect(body).toEqual(standard("Endpoint not found", "not_found_error"));
});

describe("keys and origins", () => {
  test.each([
    ["no key", { "x-api-key": "" }],
    ["an unknown key", { "x-api-key": `ls_live_${"a".repeat(36)}` }],
    ["half a key", { "x-api-key": "ls_live_" }],
    ["no Origin", { origin: "" }],
    ["another domain", { origin: "https://evil.com" }],
    ["a longer domain", { origin: "https://example.com.evil.com" }],
    ["a fragment", { origin: "https://evil.com#example.com" }],
    ["a user", { origin: "https://example.com@evil.com" }],
    ["user and right host", { origin: "https://user@example.com" }],
    ["null", { origin: "null" }],
    ["a trailing dot", { origin: "https://example.com." }],
    ["a path", { origin: "https://example.com/x" }],
    ["plain http", { origin: "http://example.com" }],
    ["a subdomain", { origin: "https://www.example.com" }],
    ["two Origins", { origin: ["https://example.com", "https://example.com"] }],
    ["a list of Origins", { origin: "https://example.com, https://example.com" }],
  ])("%s is refused with 401, all alike", async (_name, headers) => {
    const {
      status,
      body,
      headers: given,
    } = await ask("/v1/detect", {
      body: form(TEXT),
      headers: headers as Record<string, string>,
    });
    expect(status).toBe(401);
    expect(body).toEqual(UNAUTHORIZED);
    expect(given.ratelimit).toBeUndefined();
  });

  test.each([
    "https://example.com",
    "https://EXAMPLE.com",
    "https://example.com:8443",
    "example.com",
  ])("the registered domain passes as %s", async (origin) => {
    const { status } = await ask("/v1/usage", { method: "GET", headers: { origin } });
    expect(status).toBe(200);
  });

  test("a wildcard covers subdomains of any depth, not the domain itself", async () => {
    const wild = await makeKey(accounts, { domain: "*.school.example" });
    const from = async (origin: string) =>
      (await ask("/v1/usage", { method: "GET", headers: { "x-api-key": wild.key, origin } }))
        .status;
    expect(await from("https://a.school.example")).toBe(200);
    expect(await from("https://a.b.school.example")).toBe(200);
    expect(await from("https://school.example")).toBe(401);
    expect(await from("https://aschool.example")).toBe(401);
  });

  test("an international domain passes in either spelling", async () => {
    const idn = await makeKey(accounts, { domain: "bücher.example" });
    for (const origin of ["https://xn--bcher-kva.example", "https://XN--BCHER-KVA.example"]) {
      const { status } = await ask("/v1/usage", {
        method: "GET",
        headers: { "x-api-key": idn.key, origin },
      });
      expect(status).toBe(200);
    }
  });

  test("a key works on the request after it is made and fails on the one after it is revoked", async () => {
    const made = await makeKey(accounts);
    const use = async () =>
      (await ask("/v1/usage", { method: "GET", headers: { "x-api-key": made.key } })).status;
    expect(await use()).toBe(200);
    await accounts.keys.revoke({ id: made.keyId, accountId: made.accountId, actor: "operator" });
    expect(await use()).toBe(401);
  });

  test("the key is looked at before the body is read", async () => {
    // The body never comes; the answer does.
    const socket = connect({ port: program.httpsPort, host: "127.0.0.1", ca: program.ca });
    socket.write(
      `POST /v1/detect HTTP/1.1\r\nhost: x\r\norigin: ${ORIGIN}\r\nx-api-key: wrong\r\ncontent-type: ${FORM}\r\ncontent-length: 1000\r\n\r\n`,
    );
    const answer = await new Promise<string>((resolve) =>
      socket.once("data", (data) => resolve(String(data))),
    );
    socket.destroy();
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe("browsers", () => {
  test("a preflight echoes the Origin and allows what calls need", async () => {
    for (const path of ["/v1/detect", "/v1/usage"]) {
      const { status, headers } = await call(program, {
        method: "OPTIONS",
        path,
        headers: {
          origin: "https://app.example",
          "access-control-request-method": "POST",
          "access-control-request-headers": "x-api-key",
        },
      });
      expect(status).toBe(204);
      expect(headers["access-control-allow-origin"]).toBe("https://app.example");
      expect(headers["access-control-allow-methods"]).toBe("GET, POST");
      expect(headers["access-control-allow-headers"]).toBe(
        "x-api-key, content-type, idempotency-key",
      );
      expect(headers.vary).toContain("origin");
    }
  });

  test("answers and errors carry the caller's Origin, never a star", async () => {
    const good = await ask("/v1/detect", { body: form(TEXT) });
    const bad = await ask("/v1/detect", { body: "" });
    const refused = await ask("/v1/detect", { headers: { origin: "https://evil.com" } });
    expect(good.headers["access-control-allow-origin"]).toBe(ORIGIN);
    expect(bad.headers["access-control-allow-origin"]).toBe(ORIGIN);
    expect(refused.headers["access-control-allow-origin"]).toBe("https://evil.com");
    for (const { headers } of [good, bad, refused]) {
      expect(headers.vary).toBe("origin");
      expect(headers["access-control-expose-headers"]).toBe(
        "retry-after, ratelimit, ratelimit-policy, x-request-id",
      );
      expect(headers["cache-control"]).toBe("no-store");
    }
  });
});

describe("plain HTTP", () => {
  test("is refused with 403, and the key is marked as exposed", async () => {
    const made = await makeKey(accounts);
    const { status, body } = await call(program, {
      path: "/v1/detect",
      isPlain: true,
      headers: { "x-api-key": made.key, origin: ORIGIN, "content-type": FORM },
      body: form(TEXT),
    });
    expect(status).toBe(403);
    expect(body.error.type).toBe("https_required_error");
    const [listed] = await accounts.keys.list(made.accountId);
    expect(listed?.exposedAt).not.toBeNull();
  });

  test.each(["/v1/models", "/v1/usage", "/v1/nope"])("%s gives no data", async (path) => {
    const { status, body } = await call(program, { method: "GET", path, isPlain: true });
    expect(status).toBe(403);
    expect(body.error.type).toBe("https_required_error");
  });

  test("the documentation is open", async () => {
    expect((await call(program, { method: "GET", path: "/v1/docs", isPlain: true })).status).toBe(
      200,
    );
    const document = await call(program, {
      method: "GET",
      path: "/v1/openapi.json",
      isPlain: true,
    });
    expect(document.body.openapi).toBe("3.1.0");
  });

  test("a stranger's claim of HTTPS is not believed", async () => {
    const { status } = await call(program, {
      method: "GET",
      path: "/v1/models",
      isPlain: true,
      headers: { "x-forwarded-proto": "https" },
    });
    expect(status).toBe(403);
  });

  test("a trusted proxy's is", async () => {
    const proxied = await startProgram({ TRUST_PROXY: "127.0.0.1", SERVICES: "authenticity" });
    const { status } = await call(proxied, {
      method: "GET",
      path: "/v1/models",
      isPlain: true,
      headers: { "x-forwarded-proto": "https" },
    });
    await proxied.stop();
    expect(status).toBe(200);
  });
});

describe("quota and limits", () => {
  test("a new account has 50 checks on its first day, and the headers tell", async () => {
    const mine = await makeKey(accounts);
    const { headers, status } = await ask("/v1/detect", {
      body: form(TEXT),
      headers: { "x-api-key": mine.key },
    });
    expect(status).toBe(200);
    expect(headers["ratelimit-policy"]).toBe('"minute";q=100000;w=60, "day";q=50;w=86400');
    expect(headers.ratelimit).toMatch(/^"minute";r=\d+;t=\d+, "day";r=49;t=\d+$/);
    const { body } = await ask("/v1/usage", { method: "GET", headers: { "x-api-key": mine.key } });
    expect(body).toMatchObject({ limit: 50, used: 1, remaining: 49, bonus_days_left: 30 });
    expect(body.history).toEqual([
      { day: body.day, endpoint: "detect", key_id: mine.keyId, checks: 1 },
    ]);
  });

  test("200 calls at once with 7 checks left give exactly 7 answers", async () => {
    const own = await startProgram({
      SERVICES: "authenticity",
      RATE_PER_MINUTE: "100000",
      CONCURRENT_PER_KEY: "100000",
    });
    const rules = await openAccounts(own);
    const { key: secret, accountId } = await makeKey(rules.accounts, { quota: 7 });
    const replies = await Promise.all(
      Array.from({ length: 200 }, () =>
        call(own, {
          path: "/v1/detect",
          headers: { "x-api-key": secret, origin: ORIGIN, "content-type": FORM },
          body: form(TEXT),
        }),
      ),
    );
    const statuses = replies.map((reply) => reply.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    const refused = replies.filter((reply) => reply.status !== 200);
    for (const { status, body, headers } of refused) {
      expect(status).toBe(429);
      expect(body.error.type).toBe("quota_exceeded_error");
      const toMidnight = 86_400 - (Math.floor(Date.now() / 1000) % 86_400);
      expect(Math.abs(Number(headers["retry-after"]) - toMidnight)).toBeLessThan(60);
    }
    const account = await rules.accounts.enrolment.get(accountId);
    if (account === null) throw new Error("the account is gone");
    expect((await rules.accounts.quota.describe(account)).used).toBe(7);
    await rules.close();
    await own.stop();
  });

  test("over the rate is 429 rate_limit_error with Retry-After, and bad keys by address too", async () => {
    const own = await startProgram({
      SERVICES: "authenticity",
      RATE_PER_MINUTE: "3",
      BAD_KEYS_PER_MINUTE: "2",
    });
    const rules = await openAccounts(own);
    const { key: secret } = await makeKey(rules.accounts);
    const use = (apiKey: string) =>
      call(own, {
        path: "/v1/detect",
        headers: { "x-api-key": apiKey, origin: ORIGIN, "content-type": FORM },
        body: form(TEXT),
      });
    const bad = [await use("wrong"), await use("wrong"), await use("wrong")];
    expect(bad.map((reply) => reply.status)).toEqual([401, 401, 429]);
    const good = [await use(secret), await use(secret), await use(secret), await use(secret)];
    // Bad keys from the same address never keep a valid one out.
    expect(good.map((reply) => reply.status)).toEqual([200, 200, 200, 429]);
    expect(good[3]?.body.error.type).toBe("rate_limit_error");
    expect(Number(good[3]?.headers["retry-after"])).toBeGreaterThan(0);
    expect(good[3]?.headers.ratelimit).toContain('"minute";r=0');
    // Reading is counted apart, and says so.
    const usage = await call(own, {
      method: "GET",
      path: "/v1/usage",
      headers: { "x-api-key": secret, origin: ORIGIN },
    });
    expect(usage.status).toBe(200);
    expect(usage.headers["ratelimit-policy"]).toBe('"reads";q=300;w=60, "day";q=50;w=86400');
    expect(usage.headers.ratelimit).toMatch(/^"reads";r=299;t=6\d, "day";r=47;t=\d+$/);
    await rules.close();
    await own.stop();
  });

  test("an idempotency key makes a repeated call cost one check; with another body it is 400", async () => {
    const mine = await makeKey(accounts, { quota: 5 });
    const headers = { "x-api-key": mine.key, "idempotency-key": "order-7" };
    const first = await ask("/v1/detect", { body: form(TEXT), headers });
    const second = await ask("/v1/detect", { body: form(TEXT), headers });
    expect(second.body).toEqual(first.body);
    const other = await ask("/v1/detect", { body: form(`${TEXT} More.`), headers });
    expect(other.status).toBe(400);
    expect(other.body).toEqual(simple("Idempotency-Key was used with another body."));
    const { body } = await ask("/v1/usage", { method: "GET", headers: { "x-api-key": mine.key } });
    expect(body.used).toBe(1);
    const odd = await ask("/v1/detect", {
      body: form(TEXT),
      headers: { "x-api-key": mine.key, "idempotency-key": "x".repeat(300) },
    });
    expect(odd.status).toBe(400);
  });
});

test("models are public and name the version results carry", async () => {
  const { status, body } = await call(program, { method: "GET", path: "/v1/models" });
  expect(status).toBe(200);
  const { body: result } = await ask("/v1/detect", { body: form(TEXT) });
  expect(body.models[0]).toMatchObject({ version: result.model_version, is_current: true });
  expect(body.models[0].languages).toContain("en");
});

test("neither keys nor texts are in any file of the data folder", async () => {
  const marked = "Xylophone quagmire zeppelins beneath the marmalade observatory.";
  await ask("/v1/detect", {
    body: form(`${TEXT} ${marked}`),
    headers: { "idempotency-key": "find-me-not" },
  });
  const files = readdirSync(program.dataDir, { recursive: true, encoding: "utf8" });
  expect(files.some((file) => file.endsWith("lodestone.db"))).toBe(true);
  for (const file of files) {
    if (file === "tls") continue;
    const bytes = readFileSync(join(program.dataDir, file)).toString("latin1");
    for (const secret of [key, "Xylophone", "find-me-not"]) expect(bytes).not.toContain(secret);
  }
});
