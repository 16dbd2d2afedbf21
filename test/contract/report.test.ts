// POST /v1/report as its callers see it: over real HTTPS, with the released model, every reply checked
// against the OpenAPI document.
import { createHash } from "node:crypto";
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
  program = await startProgram({ SERVICES: "authenticity", RATE_PER_MINUTE: "1000" });
  ({ accounts, close: closeAccounts } = await openAccounts(program));
  const { body } = await call(program, { method: "GET", path: "/v1/openapi.json" });
  check = createReplyChecker(body);
});
afterAll(async () => {
  await closeAccounts();
  await program.stop();
});

const path = "/v1/report";
const origin = "https://example.com";
const JSON_TYPE = { "content-type": "application/json" };

async function ask(
  key: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const all = { "x-api-key": key, origin, "content-type": FORM, ...headers };
  const reply = await call(program, { path, headers: all, body });
  const type = String(reply.headers["content-type"]);
  check("POST", path, reply.status, type, reply.body ?? reply.text);
  return reply;
}
const used = async (accountId: string) => (await accounts.callerFor(accountId))?.used;

describe("documents", () => {
  test("an HTML page that may do nothing, named after its title, for one check", async () => {
    const { key, accountId } = await makeKey(accounts);
    const { status, headers, text } = await ask(key, `${form(TEXT)}&title=Ann%27s+essay`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-disposition": 'attachment; filename="ann-s-essay-report.html"',
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
      "access-control-allow-origin": origin,
    });
    expect(headers["access-control-expose-headers"]).toContain("content-disposition");
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox$/,
    );
    expect(text).toContain("Ann&#39;s essay");
    expect(text).toContain(createHash("sha256").update(TEXT).digest("hex"));
    expect(text).not.toMatch(/https?:\/\//);
    expect(headers.ratelimit).toContain('"day";r=49;');
    expect(await used(accountId)).toBe(1);
  });

  test("the verdict is that of /v1/detect, and the released model's card is in it", async () => {
    const { key } = await makeKey(accounts);
    const detected = await call(program, {
      path: "/v1/detect",
      headers: { "x-api-key": key, origin, "content-type": FORM },
      body: form(TEXT),
    });
    const { text } = await ask(key, JSON.stringify({ content: TEXT }), JSON_TYPE);
    expect(text).toContain(`>${detected.body.verdict}</h2>`);
    expect(text).toContain(`Appendix: the model, ${detected.body.model_version}`);
    expect(text).toContain("AUROC");
  });

  test("a file's report carries its name and its own hash, and is free under the key of its check", async () => {
    const { key, accountId } = await makeKey(accounts);
    const bytes = `# Ferry\r\n\r\n${TEXT}`;
    const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="Ferry <1>.md"\r\nContent-Type: text/markdown\r\n\r\n${bytes}\r\n--b--\r\n`;
    const headers = {
      "content-type": "multipart/form-data; boundary=b",
      "idempotency-key": "ferry",
    };
    const detected = await call(program, {
      path: "/v1/detect",
      headers: { "x-api-key": key, origin, ...headers },
      body,
    });
    expect(detected.body.input_type).toBe("markdown");
    const { status, text, headers: given } = await ask(key, body, headers);
    expect(status).toBe(200);
    expect(given["content-disposition"]).toBe('attachment; filename="ferry-1-md-report.html"');
    expect(text).toContain("<bdi>Ferry &#60;1&#62;.md</bdi>");
    const hashOf = (content: string) => createHash("sha256").update(content).digest("hex");
    expect(text).toContain(hashOf(bytes));
    expect(text).toContain(hashOf(detected.body.content));
    expect(text).toContain("<dd>markdown</dd>");
    expect(await used(accountId)).toBe(1);
  });

  test("a PDF on either paper", async () => {
    const { key } = await makeKey(accounts);
    for (const [paper, size] of [
      ["a4", "[0 0 595.28 841.89]"],
      ["letter", "[0 0 612 792]"],
    ]) {
      const { status, headers, text } = await ask(key, `${form(TEXT)}&format=pdf&paper=${paper}`);
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("application/pdf");
      expect(headers["content-disposition"]).toBe('attachment; filename="lodestone-report.pdf"');
      expect(text.slice(0, 5)).toBe("%PDF-");
      expect(text).toContain(size);
    }
  });

  test("100,000 characters get a PDF, and the service goes on answering meanwhile", async () => {
    const { key } = await makeKey(accounts);
    const long = `${TEXT} `.repeat(300).slice(0, 100_000);
    let isDone = false;
    const writing = ask(key, `${form(long)}&format=pdf`).finally(() => (isDone = true));
    let answers = 0;
    while (!isDone) {
      const models = await call(program, { method: "GET", path: "/v1/models" });
      expect(models.status).toBe(200);
      answers++;
    }
    const { status, text } = await writing;
    expect(status).toBe(200);
    expect(text.length).toBeGreaterThan(100_000);
    expect(answers).toBeGreaterThan(10);
  });
});

describe("cost", () => {
  test("under the Idempotency-Key of a check of the same text it is free; with another text 400", async () => {
    const { key, accountId } = await makeKey(accounts, { quota: 1 });
    const headers = { "idempotency-key": "essay-1" };
    const detected = await call(program, {
      path: "/v1/detect",
      headers: { "x-api-key": key, origin, "content-type": FORM, ...headers },
      body: form(TEXT),
    });
    expect(detected.status).toBe(200);
    expect((await ask(key, form(TEXT), headers)).status).toBe(200);
    expect((await ask(key, `${form(TEXT)}&format=pdf`, headers)).status).toBe(200);
    const other = await ask(key, form(`${TEXT} More.`), headers);
    expect(other.status).toBe(400);
    expect(other.body.error).toBe("Idempotency-Key was used with another body.");
    expect(await used(accountId)).toBe(1);
  });

  test("with no check left it is 429, and ten at once with three left are three", async () => {
    const { key, accountId } = await makeKey(accounts, { quota: 3 });
    const replies = await Promise.all(Array.from({ length: 10 }, () => ask(key, form(TEXT))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
      expect([status, body.error.type]).toEqual([429, "quota_exceeded_error"]);
    }
    expect(await used(accountId)).toBe(3);
  });
});

describe("refusals cost nothing", () => {
  test.each([
    ["nothing", "", "Parameter 'content' is required"],
    ["no words", form("…"), "The text has no words."],
    ["too long", form("a ".repeat(50_001)), "Text is too long: at most 100000 characters."],
    ["another format", `${form(TEXT)}&format=docx`, "Parameter 'format' must be one of html, pdf."],
    ["another paper", `${form(TEXT)}&paper=a3`, "Parameter 'paper' must be one of a4, letter."],
    [
      "a long title",
      `${form(TEXT)}&title=${"x".repeat(201)}`,
      "Parameter 'title' must be a string of at most 200 characters.",
    ],
  ])("%s", async (_name, body, message) => {
    const { key, accountId } = await makeKey(accounts);
    const reply = await ask(key, body);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      error: message,
      request_id: reply.headers["x-request-id"],
    });
    expect(await used(accountId)).toBe(0);
  });

  test("no key, another domain, another method", async () => {
    const { key } = await makeKey(accounts);
    expect((await ask("", form(TEXT))).status).toBe(401);
    expect((await ask(key, form(TEXT), { origin: "https://evil.example" })).status).toBe(401);
    const get = await call(program, { method: "GET", path, headers: { "x-api-key": key, origin } });
    expect([get.status, get.headers.allow]).toEqual([405, "POST, OPTIONS"]);
  });
});
