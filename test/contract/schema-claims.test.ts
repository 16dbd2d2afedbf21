// Requests are checked by the rooms, in the contract's words, and the schemas describe what those accept. So that the
// schemas claim nothing the service doesn't do, every limit they state is tried from both sides: what lies outside is
// refused with 400, what lies on the limit is not.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { type Program, startProgram } from "../program.ts";
import { call, makeKey, makeManagementKey, openAccounts, type Reply, TEXT } from "./v1.ts";

type Schema = {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
};
type Operation = {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

/** Values on the limits a schema states, and values just outside. */
type Limits = { within: unknown[]; outside: unknown[] };

let modelDir: string;
let program: Program;
let documents: Record<"api" | "v1", Document>;
let key: string;
let managementKey: string;
beforeAll(async () => {
  modelDir = await buildTinyModel();
  const limits = { RATE_PER_MINUTE: "1000000", QUOTA_PER_DAY: "1000000" };
  program = await startProgram({ MODEL_DIR: modelDir, WORKERS: "1", ...limits });
  const read = async (path: string) => (await call(program, { method: "GET", path })).body;
  documents = { api: await read("/api/openapi.json"), v1: await read("/v1/openapi.json") };
  const { accounts, close } = await openAccounts(program);
  const made = await makeKey(accounts);
  key = made.key;
  managementKey = await makeManagementKey(accounts, made.accountId);
  await close();
});
afterAll(async () => {
  await program.stop();
  rmSync(modelDir, { recursive: true });
});

function limitsOf(document: Document, given: Schema): Limits {
  const schema = resolve(document, given);
  if (schema.anyOf !== undefined || schema.enum !== undefined) {
    const values = schema.enum ?? schema.anyOf?.flatMap((one) => resolve(document, one).enum ?? []);
    return { within: values ?? [], outside: ["no-such-word"] };
  }
  switch (schema.type) {
    case "integer":
    case "number":
      return {
        within: [schema.minimum, schema.maximum].filter((value) => value !== undefined),
        outside: [
          "word",
          ...[schema.exclusiveMinimum ?? []].flat(),
          ...(schema.minimum === undefined ? [] : [schema.minimum - 1]),
          ...(schema.maximum === undefined ? [] : [schema.maximum + 1]),
          ...(schema.type === "integer" ? [1.5] : []),
        ],
      };
    case "boolean":
      return { within: [true, false], outside: ["perhaps", 3] };
    case "array":
      return {
        within: [],
        outside: [
          "word",
          ...(schema.minItems ? [[]] : []),
          ...(schema.maxItems === undefined ? [] : [manyItems(schema)]),
        ],
      };
    default:
      return {
        within: schema.maxLength === undefined ? [] : ["a".repeat(schema.maxLength)],
        outside: [
          ...(schema.maxLength === undefined ? [] : ["a".repeat(schema.maxLength + 1)]),
          ...(schema.pattern === undefined ? [] : ["0", "x y"]),
        ],
      };
  }
}

function resolve(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (document.components?.schemas?.[name] ?? {});
}

const manyItems = ({ maxItems = 0 }: Schema) =>
  Array.from({ length: maxItems + 1 }, () => ({ content: TEXT }));

const IDS: Readonly<Record<string, string>> = {
  state_id: "20",
  district_id: "361",
  market_id: "1",
  pincode: "411001",
};
const NEEDED: Readonly<Record<string, string>> = { q: "pune", lat: "18.5", lon: "73.8" };

test("every query parameter of the directory keeps the limits its schema states", async () => {
  const tried: string[] = [];
  for (const [path, { get }] of Object.entries(documents.api.paths)) {
    const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => IDS[name] ?? "");
    const needed = get?.parameters?.filter(({ required }) => required) ?? [];
    for (const { in: place, name, schema } of get?.parameters ?? []) {
      if (place !== "query") continue;
      const ask = (value: unknown): Promise<Reply> => {
        const query = new URLSearchParams();
        for (const other of needed)
          if (other.in === "query") query.set(other.name, NEEDED[other.name] ?? "");
        query.set(name, String(value));
        return call(program, { method: "GET", path: `${url}?${query}`, isPlain: true });
      };
      const { within, outside } = limitsOf(documents.api, schema);
      for (const value of within) {
        const { status } = await ask(value);
        // The smallest id may name nobody; then it is not found, and not refused.
        expect([200, 404], `${url} ${name}=${value}`).toContain(status);
      }
      for (const value of outside) {
        expect((await ask(value)).status, `${url} ${name}=${value}`).toBe(400);
        tried.push(`${path} ${name}`);
      }
    }
  }
  expect(new Set(tried).size).toBeGreaterThan(20);
});

test("every field of a body of the text service keeps the limits its schema states", async () => {
  const tried: string[] = [];
  for (const [path, { post }] of Object.entries(documents.v1.paths)) {
    const given = post?.requestBody?.content["application/json"]?.schema;
    // Messages of MCP are checked by its own library.
    if (given === undefined || path === "/v1/mcp") continue;
    // Of a key that is there; its fields are those of creating one.
    if (path.includes("{key_id}")) continue;
    const isManaged = path.startsWith("/v1/manage/");
    const { properties = {}, required = [] } = resolve(documents.v1, given);
    const text = "items" in properties ? { items: [{ content: TEXT }] } : { content: TEXT };
    const whole = isManaged ? { domain: "example.com" } : text;
    const ask = (body: object, headers: Record<string, string> = {}): Promise<Reply> =>
      call(program, {
        path,
        headers: {
          "x-api-key": isManaged ? managementKey : key,
          origin: "https://example.com",
          "content-type": "application/json",
          ...headers,
        },
        body: JSON.stringify(body),
      });
    for (const [name, schema] of Object.entries(properties)) {
      const { within, outside } = limitsOf(documents.v1, schema);
      for (const value of within) {
        const { status } = await ask({ ...whole, [name]: value });
        expect([200, 201, 202], `${path} ${name}=${value}`).toContain(status);
      }
      // Of another type than the schema's, too; one word to keep may still come alone, as in a form.
      const refused = name === "keep" ? outside.filter((value) => value !== "word") : outside;
      const others = name === "metadata" ? [{ a: 1 }, []] : [{ an: "object" }];
      for (const value of [...refused, ...others]) {
        const { status } = await ask({ ...whole, [name]: value });
        expect(status, `${path} ${name}=${JSON.stringify(value).slice(0, 60)}`).toBe(400);
        tried.push(`${path} ${name}`);
      }
    }
    for (const name of required) {
      expect((await ask({ ...whole, [name]: undefined })).status, `${path} no ${name}`).toBe(400);
    }
    for (const { in: place, name, schema } of post?.parameters ?? []) {
      if (place !== "header") continue;
      for (const value of limitsOf(documents.v1, schema).outside) {
        expect((await ask(whole, { [name]: String(value) })).status, `${path} ${name}`).toBe(400);
        tried.push(`${path} ${name}`);
      }
    }
  }
  expect(new Set(tried).size).toBeGreaterThan(10);
});
