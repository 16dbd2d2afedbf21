// Names that an endpoint doesn't know are refused, so that a mistyped option is noticed; the directory ignores them.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { type Program, startProgram } from "../program.ts";
import { call, makeKey, openAccounts, TEXT } from "./v1.ts";

let modelDir: string;
let program: Program;
let key: string;
let used: () => Promise<number | undefined>;
let close: () => Promise<void>;
beforeAll(async () => {
  modelDir = await buildTinyModel();
  program = await startProgram({ MODEL_DIR: modelDir, WORKERS: "1", RATE_PER_MINUTE: "10000" });
  const opened = await openAccounts(program);
  const made = await makeKey(opened.accounts);
  key = made.key;
  used = async () => (await opened.accounts.callerFor(made.accountId))?.used;
  close = opened.close;
});
afterAll(async () => {
  await close();
  await program.stop();
  rmSync(modelDir, { recursive: true });
});

const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";
const PARTS = "multipart/form-data; boundary=b";
const part = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

function ask(path: string, type: string, body: string | undefined, method = "POST") {
  const headers = { "x-api-key": key, origin: "https://example.com", "content-type": type };
  return call(program, { method, path, headers, ...(body === undefined ? {} : { body }) });
}

const json = (fields: object) => JSON.stringify(fields);
const parts = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join("")}--b--\r\n`;

test.each([
  ["/v1/regenerate", JSON_TYPE, json({ content: TEXT, strenght: "light" }), "strenght", "strength"],
  ["/v1/regenerate", FORM, `content=a+word&strenght=light`, "strenght", "strength"],
  [
    "/v1/regenerate",
    PARTS,
    parts({ content: "a word", strenght: "light" }),
    "strenght",
    "strength",
  ],
  ["/v1/regenerate", PARTS, parts({ content: "a word", fiel: "x" }), "fiel", "file"],
  ["/v1/detect", JSON_TYPE, json({ contnet: TEXT }), "contnet", "content"],
  ["/v1/detect", JSON_TYPE, json({ content: TEXT, strength: "light" }), "strength", null],
  ["/v1/detect", JSON_TYPE, `{"content":"a word","__proto__":{}}`, "__proto__", null],
  ["/v1/report", JSON_TYPE, json({ content: TEXT, formats: "pdf" }), "formats", "format"],
  [
    "/v1/detect/batch",
    JSON_TYPE,
    json({ items: [{ content: TEXT }], explain: true }),
    "explain",
    null,
  ],
  [
    "/v1/detect/batch",
    JSON_TYPE,
    json({ items: [{ content: TEXT }, { content: TEXT, Id: "a" }] }),
    "items[1].Id",
    "id",
  ],
  ["/v1/jobs", JSON_TYPE, json({ items: [{ contnet: TEXT }] }), "items[0].contnet", "content"],
  [
    "/v1/jobs",
    JSON_TYPE,
    json({ content: TEXT, webhok: "https://example.com" }),
    "webhok",
    "webhook",
  ],
  ["/v1/jobs", FORM, "content=a+word&tsak=detect", "tsak", "task"],
] as const)(
  "%s with %s and %s: %s is refused by name",
  async (path, type, body, param, nearest) => {
    const reply = await ask(path, type, body);
    const hint = nearest === null ? "" : ` Did you mean '${nearest}'?`;
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      error: `Unknown field '${param}'.${hint}`,
      code: "unknown_field",
      param,
    });
    expect(await used()).toBe(0);
  },
);

test.each([
  ["POST", "/v1/detect?explain=true", "explain", " Send it in the body."],
  ["POST", "/v1/detect?a%27b", "a?b", ""],
  ["GET", "/v1/jobs?limt=3", "limt", " Did you mean 'limit'?"],
  ["GET", "/v1/usage?days=3", "days", ""],
  ["GET", "/v1/models?x", "x", ""],
] as const)("%s %s: the query parameter %s is refused", async (method, path, param, hint) => {
  const reply = await ask(
    path,
    JSON_TYPE,
    method === "GET" ? undefined : json({ content: TEXT }),
    method,
  );
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({
    error: `Unknown query parameter '${param}'.${hint}`,
    code: "unknown_parameter",
    param,
  });
  expect(await used()).toBe(0);
});

test("a body without a text gets the specification's message, whatever else it holds", async () => {
  const { status, body } = await ask("/v1/detect", JSON_TYPE, json({ question: TEXT }));
  expect([status, body.error]).toEqual([400, "Parameter 'content' is required"]);
});

test("nothing about names is said to who has no key", async () => {
  const reply = await call(program, { method: "GET", path: "/v1/usage?days=3" });
  expect(reply.status).toBe(401);
});

test("the directory ignores parameters it doesn't know", async () => {
  const path = "/api/search?q=pune&lmit=1";
  expect((await call(program, { method: "GET", path, isPlain: true })).status).toBe(200);
});
