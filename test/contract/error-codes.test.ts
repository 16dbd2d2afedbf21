// One list of errors: the table in src/http/errors.ts. The server's page, the OpenAPI documents and docs/api.md say the
// same, and every error that is answered leads to its entry.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errors } from "../../src/http/http.ts";
import { type Program, startProgram } from "../program.ts";
import { call, makeKey, openAccounts } from "./v1.ts";

let program: Program;
let key: string;

beforeAll(async () => {
  program = await startProgram({ WORKERS: "1" });
  const { accounts, close } = await openAccounts(program);
  ({ key } = await makeKey(accounts));
  await close();
});
afterAll(() => program.stop());

type Row = { status: number; type: string };

/** Code, status and type of each row, by the heading above it. */
function readTables(page: string): Map<string, Map<string, Row>> {
  const sections = new Map<string, Map<string, Row>>();
  for (const part of page.slice(page.indexOf("\n## Errors\n")).split("\n### ").slice(1)) {
    const title = part.slice(0, part.indexOf("\n"));
    const rows = [...part.matchAll(/^\| `(\w+)` \| (\d+) \| `(\w+)` \| (.+) \| (.+) \|$/gm)];
    sections.set(
      title,
      new Map(
        rows.map(([, code = "", status, type = ""]) => [code, { status: Number(status), type }]),
      ),
    );
  }
  return sections;
}

const tables = readTables(readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8"));
const codesIn = (...titles: string[]) =>
  titles.flatMap((title) => [...(tables.get(title)?.keys() ?? [])]);

async function codesOf(service: "api" | "v1"): Promise<string[]> {
  const { body } = await call(program, { method: "GET", path: `/${service}/openapi.json` });
  return body.components.schemas.ErrorCode.enum;
}

test("docs/api.md lists every code once, with the status and type it is answered with", () => {
  const listed = [...tables.values()].flatMap((rows) => [...rows]);
  // What a test key simulates is answered like a real failure.
  const { simulated_failure: _, ...known } = errors;
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(
      Object.entries(known).map(([code, [status, , type]]) => [code, { status, type }]),
    ),
  );
  expect(listed).toHaveLength(Object.keys(known).length);
});

test("the OpenAPI documents list the codes of their service", async () => {
  expect(await codesOf("api")).toEqual(codesIn("Both services", "Location directory"));
  expect(await codesOf("v1")).toEqual(codesIn("Both services", "Text authenticity"));
});

test("the server's page has an entry for each code, over HTTP and HTTPS", async () => {
  for (const isPlain of [true, false]) {
    const { status, text } = await call(program, { method: "GET", path: "/errors", isPlain });
    expect(status).toBe(200);
    for (const code of codesIn(...tables.keys())) expect(text).toContain(`id="${code}"`);
  }
});

const JSON_TYPE = { "content-type": "application/json" };

test.each([
  ["GET", "/api/search", {}, "", "query_required", "q"],
  ["GET", "/api/states?limit=0", {}, "", "invalid_parameter", "limit"],
  ["GET", "/api/states/999999", {}, "", "state_not_found", undefined],
  ["GET", "/api/nope", {}, "", "endpoint_not_found", undefined],
  ["POST", "/v1/detect", JSON_TYPE, "{", "invalid_json", undefined],
  ["POST", "/v1/detect", JSON_TYPE, "[]", "not_an_object", undefined],
  ["POST", "/v1/detect", JSON_TYPE, "{}", "content_required", "content"],
  ["POST", "/v1/detect", JSON_TYPE, '{"content":7}', "invalid_parameter", "content"],
  ["POST", "/v1/detect", JSON_TYPE, '{"content":"…"}', "text_without_words", "content"],
  [
    "POST",
    "/v1/detect",
    JSON_TYPE,
    '{"content":"a","content":"b"}',
    "repeated_parameter",
    "content",
  ],
  [
    "POST",
    "/v1/detect",
    { "content-type": "text/plain" },
    "a",
    "unsupported_content_type",
    "Content-Type",
  ],
  [
    "POST",
    "/v1/detect",
    { "idempotency-key": "é", ...JSON_TYPE },
    '{"content":"word"}',
    "invalid_idempotency_key",
    "Idempotency-Key",
  ],
  ["POST", "/v1/regenerate", JSON_TYPE, '{"content":"word"}', "text_too_short", "content"],
  ["POST", "/v1/detect/batch", JSON_TYPE, "{}", "parameter_required", "items"],
  [
    "POST",
    "/v1/jobs",
    JSON_TYPE,
    '{"content":"a","items":[]}',
    "conflicting_parameters",
    "content",
  ],
  [
    "POST",
    "/v1/jobs",
    JSON_TYPE,
    '{"content":"word","webhook":"https://example.com"}',
    "webhooks_disabled",
    "webhook",
  ],
  ["GET", "/v1/jobs/job_aaaaaaaaaaaaaaaaaaaa", {}, "", "job_not_found", undefined],
  ["GET", "/v1/detect", {}, "", "method_not_allowed", undefined],
] as const)(
  "%s %s %j %s is %s with the parameter and a link that leads there",
  async (method, path, headers, body, code, param) => {
    const reply = await call(program, {
      method,
      path,
      headers: { "x-api-key": key, origin: "https://example.com", ...headers },
      ...(body === "" ? {} : { body }),
    });
    const where = typeof reply.body.error === "object" ? reply.body.error : reply.body;
    const doc_url = `${program.https}/errors#${code}`;
    expect(where).toMatchObject({ code, doc_url });
    expect(where.param).toBe(param);
    expect(reply.status).toBe(errors[code][0]);
  },
);

test.each([
  ["empty.txt", "", "file_without_text"],
  ["essay.pdf", "%PDF-1.7 and no more", "file_damaged"],
  ["essay.docx", "%PDF-1.7", "file_misnamed"],
  ["essay.rtf", "{\\rtf1 text}", "unsupported_file"],
  ["essay.txt", Buffer.from([0x61, 0xff, 0x61]), "invalid_file_encoding"],
  ["essay.txt", "a ".repeat(60_000), "text_too_long"],
] as const)("a file %s with %j is %s", async (name, bytes, code) => {
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const reply = await call(program, {
    path: "/v1/detect/file",
    headers: {
      "x-api-key": key,
      origin: "https://example.com",
      "content-type": "multipart/form-data; boundary=b",
    },
    body: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from("\r\n--b--\r\n")]),
  });
  expect([reply.status, reply.body.code, reply.body.param]).toEqual([400, code, "file"]);
});
