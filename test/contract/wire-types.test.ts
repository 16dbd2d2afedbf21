// One source for wire types: the schemas of the server. client/wire-types.ts is made from them;
// here the compiler compares each answer of the client with the schema of its route, field by field and both ways. A
// field that is added, dropped, renamed or made optional on one side alone is an error.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { type Program, startProgram } from "../program.ts";
import { call } from "./v1.ts";

type Schema = {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
};
type Reply = { content: Record<string, { schema: Schema }> };
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Reply> }>>;
  components?: { schemas?: Record<string, Schema> };
};

/** The method of the client that asks each route; `content` comes only with files. */
const ANSWERS: ReadonlyArray<[route: string, type: string]> = [
  ["get /api/health", 'Answer<Locations["getHealth"]>'],
  ["get /api/states", 'Answer<Locations["listStates"]>'],
  ["get /api/states/{state_id}/districts", 'Answer<Locations["listDistricts"]>'],
  ["get /api/districts/{district_id}/markets", 'Answer<Locations["listMarkets"]>'],
  ["get /api/stats", 'Answer<Locations["getStats"]>'],
  ["get /api/search", 'Answer<Locations["search"]>'],
  ["get /api/states/{state_id}", 'Answer<Locations["getState"]>'],
  ["get /api/districts/{district_id}", 'Answer<Locations["getDistrict"]>'],
  ["get /api/markets/{market_id}", 'Answer<Locations["getMarket"]>'],
  ["get /api/nearby", 'Answer<Locations["findNearby"]>'],
  ["get /api/pincodes/{pincode}", 'Answer<Locations["getPincode"]>'],
  ["get /api/languages", 'Answer<Locations["listLanguages"]>'],
  ["get /api/dataset", 'Answer<Locations["getDataset"]>'],
  // Kept results of earlier versions don't say whether they were counted.
  ["post /v1/detect", "Client.Detection & { content?: string; counted: boolean }"],
  // The client also reads servers that answer with the fields of the specification alone.
  ["post /v1/regenerate", "Required<Client.Rewrite> & { content?: string }"],
  ["post /v1/jobs", 'Answer<Jobs["create"]>'],
  ["get /v1/jobs", 'Answer<Jobs["list"]>'],
  ["get /v1/jobs/{id}", 'Answer<Jobs["get"]>'],
  ["delete /v1/jobs/{id}", 'Answer<Jobs["cancel"]>'],
  ["get /v1/manage/keys", 'Awaited<ReturnType<Client.Management["list"]>>'],
  ["post /v1/manage/keys", 'Awaited<ReturnType<Client.Management["create"]>>'],
  ["patch /v1/manage/keys/{key_id}", 'Awaited<ReturnType<Client.Management["update"]>>'],
  ["get /v1/manage/requests", 'Awaited<ReturnType<Client.Management["requests"]>>'],
  ["get /v1/manage/usage", 'Awaited<ReturnType<Client.Management["usage"]>>'],
  ["get /v1/usage", 'Answer<Authenticity["getUsage"]>'],
  ["get /v1/models", 'Answer<Authenticity["listModels"]>'],
];

const root = new URL("../../", import.meta.url).pathname;
let modelDir: string;
let program: Program;
let documents: Document[];
beforeAll(async () => {
  modelDir = await buildTinyModel();
  program = await startProgram({ MODEL_DIR: modelDir, WORKERS: "1" });
  const read = async (path: string) => (await call(program, { method: "GET", path })).body;
  documents = [await read("/api/openapi.json"), await read("/v1/openapi.json")];
});
afterAll(async () => {
  await program.stop();
  rmSync(modelDir, { recursive: true });
});

/** The schema as a TypeScript type. */
function typeOf(document: Document, schema: Schema): string {
  const inside = (one: Schema): string => typeOf(document, one);
  if (schema.$ref !== undefined)
    return inside(document.components?.schemas?.[schema.$ref.split("/").at(-1) ?? ""] ?? {});
  if (schema.anyOf !== undefined) return `(${schema.anyOf.map(inside).join(" | ")})`;
  if (schema.allOf !== undefined) return `(${schema.allOf.map(inside).join(" & ")})`;
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (Array.isArray(schema.type))
    return `(${schema.type.map((type) => inside({ ...schema, type })).join(" | ")})`;
  if (schema.type === "array") {
    const item = inside(schema.items ?? {});
    const isTuple = schema.minItems !== undefined && schema.minItems === schema.maxItems;
    return isTuple
      ? `[${Array.from({ length: schema.minItems ?? 0 }, () => item).join(", ")}]`
      : `(${item})[]`;
  }
  if (schema.type !== "object")
    return schema.type === "integer" ? "number" : (schema.type ?? "unknown");
  if (schema.additionalProperties !== undefined)
    return `Record<string, ${inside(schema.additionalProperties)}>`;
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, one]) =>
      `${JSON.stringify(name)}${schema.required?.includes(name) ? "" : "?"}: ${inside(one)}`,
  );
  return `{ ${fields.join("; ")} }`;
}

function schemaOf(route: string): string {
  const [method = "", path = ""] = route.split(" ");
  for (const document of documents) {
    const replies = document.paths[path]?.[method]?.responses ?? {};
    const reply = replies["200"] ?? replies["201"] ?? replies["202"];
    const schema = reply?.content["application/json"]?.schema;
    if (schema !== undefined) return typeOf(document, schema);
  }
  throw new Error(`${route} is not in the OpenAPI documents`);
}

/** What the compiler says of a file beside the client. */
function compile(source: string): string {
  mkdirSync(join(root, "var"), { recursive: true });
  const folder = mkdtempSync(join(root, "var/wire-types-"));
  try {
    writeFileSync(join(folder, "wire.ts"), source);
    const extended = { extends: join(root, "tsconfig.json"), include: ["wire.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(extended));
    return spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", folder, "--pretty", "false"], {
      encoding: "utf8",
    }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const HEAD = `import type * as Client from "../../client/client.ts";
type Locations = ReturnType<typeof Client.createClient>["locations"];
type Authenticity = ReturnType<typeof Client.createClient>["authenticity"];
type Jobs = ReturnType<typeof Client.createClient>["jobs"];
type Answer<Method extends (...words: never[]) => Promise<unknown>> = Awaited<ReturnType<Method>>;
/** Every field required, so that one that only one side has is missed. */
type Fields<T> = T extends readonly (infer Item)[] ? Fields<Item>[] : T extends object ? { [K in keyof T]-?: Fields<T[K]> } : T;
declare function give<T>(): T;
`;

const compare = (route: string, type: string, wire = schemaOf(route)): string =>
  [
    `// ${route}`,
    `{ type Wire = ${wire}; type Own = ${type};`,
    "const read: Own = give<Wire>(); const written: Wire = give<Own>();",
    "const fields: Fields<Own> = give<Fields<Wire>>(); const others: Fields<Wire> = give<Fields<Own>>();",
    "void [read, written, fields, others]; }",
  ].join("\n");

test("the client's types are those of the server's schemas", () => {
  expect(compile(HEAD + ANSWERS.map(([route, type]) => compare(route, type)).join("\n"))).toBe("");
});

test.each([
  ["a field the client lacks", "{ a: string; b?: number }", "{ a: string }"],
  ["a field the server lacks", "{ a: string }", "{ a: string; b?: number }"],
  ["a field that may be missing", "{ a?: string }", "{ a: string }"],
  ["a word the client doesn't know", '{ a: "x" | "y" }', '{ a: "x" }'],
])("%s is noticed", (_what, wire, own) => {
  expect(compile(HEAD + compare("made up", own, wire))).toContain("error TS");
});
