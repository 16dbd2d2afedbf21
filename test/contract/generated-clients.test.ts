// Clients that outside generators make of the OpenAPI documents: they compile, and they call the running
// service as they are.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";
import { areToolsInstalled, toolsModules } from "../tools.ts";
import { call, makeKey, openAccounts, TEXT } from "./v1.ts";

const root = new URL("../..", import.meta.url).pathname;
const modules = join(root, "node_modules");
const run = promisify(execFile);
let program: Program;
let folder: string;
let key: string;

beforeAll(async () => {
  program = await startProgram({ WORKERS: "1" });
  folder = mkdtempSync(join(tmpdir(), "lodestone-generated-"));
  symlinkSync(toolsModules, join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  mkdirSync(join(folder, "orval"));
  for (const service of ["api", "v1"]) {
    const { text } = await call(program, { method: "GET", path: `/${service}/openapi.json` });
    writeFileSync(join(folder, `${service}.json`), text);
  }
  const { accounts, close } = await openAccounts(program);
  ({ key } = await makeKey(accounts, { quota: 100 }));
  await close();
});
afterAll(async () => {
  await program.stop();
  rmSync(folder, { recursive: true });
});

const node = (...words: string[]) =>
  run(process.execPath, words, {
    cwd: folder,
    env: {
      ...process.env,
      NODE_EXTRA_CA_CERTS: join(program.dataDir, "tls/ca.pem"),
      LODESTONE_API_KEY: key,
      LODESTONE_URL: program.https,
      TEXT,
    },
  });

/** What the compiler says of the file; nothing when all is well. */
async function compile(file: string, options: object = {}): Promise<string> {
  const compilerOptions = {
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    module: "nodenext",
    types: ["node"],
    typeRoots: [join(modules, "@types")],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    ...options,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
  return run(join(modules, "typescript/bin/tsc"), ["-p", folder]).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test.skipIf(!areToolsInstalled())("openapi-typescript with openapi-fetch", async () => {
  for (const service of ["api", "v1"]) {
    const words = [`${service}.json`, "-o", `${service}.ts`];
    await node(join(toolsModules, "openapi-typescript/bin/cli.js"), ...words);
  }
  writeFileSync(join(folder, "use-fetch.ts"), USE_FETCH);
  expect(await compile("use-fetch.ts")).toBe("");
  const { stdout } = await node("use-fetch.ts");
  expect(JSON.parse(stdout)).toEqual({
    state: expect.any(String),
    found: "Pune",
    verdict: expect.any(String),
    upload: "text",
    nearby: "market",
    batch: 2,
    kept: true,
    used: 3,
    refused: "unauthorized",
  });
});

test.skipIf(!areToolsInstalled())("orval", async () => {
  for (const service of ["api", "v1"]) {
    const words = ["--input", `${service}.json`, "--output", `orval/${service}.ts`];
    await node(join(toolsModules, "orval/dist/bin/orval.mjs"), ...words, "--client", "fetch");
  }
  writeFileSync(join(folder, "use-orval.ts"), USE_ORVAL);
  expect(await compile("use-orval.ts")).toBe("");
  const { stdout } = await node("use-orval.ts");
  expect(JSON.parse(stdout)).toEqual({
    states: 36,
    status: 200,
    words: expect.any(Number),
    upload: "text",
  });
});

test.skipIf(!areToolsInstalled())("@hey-api/openapi-ts", async () => {
  writeFileSync(join(folder, "generate-hey.mjs"), GENERATE_HEY);
  await node("generate-hey.mjs");
  writeFileSync(join(folder, "use-hey.ts"), USE_HEY);
  expect(await compile("use-hey.ts")).toBe("");
  const { stdout } = await node("use-hey.ts");
  expect(JSON.parse(stdout)).toEqual({
    states: 36,
    found: "Pune",
    verdict: expect.any(String),
    upload: "text",
    job: "queued",
    fileJob: "queued",
    refused: "unauthorized",
  });
});

const GENERATE_HEY = `
import { createClient } from "@hey-api/openapi-ts";

for (const service of ["api", "v1"]) {
  await createClient({
    input: service + ".json",
    // Node runs what is generated as it stands, and wants the endings of files.
    output: { path: "hey/" + service, module: { extension: ".ts" } },
    logs: { level: "silent" },
  });
}
`;

const USE_HEY = `
import { client as directory } from "./hey/api/client.gen.ts";
import { listStates, search, type State } from "./hey/api/index.ts";
import { client as texts } from "./hey/v1/client.gen.ts";
import { createFileJob, createJob, type Detection, detect, detectFile, getUsage } from "./hey/v1/index.ts";

const baseUrl = process.env.LODESTONE_URL ?? "";
const content = process.env.TEXT ?? "";
directory.setConfig({ baseUrl });
let domain = "https://example.com";
texts.setConfig({
  baseUrl,
  auth: ({ name }) => (name === "Origin" ? domain : process.env.LODESTONE_API_KEY),
});

const states = await listStates();
const list: State[] = states.data?.data ?? [];
const found = await search({ query: { q: "pune", kind: "district", limit: 1 } });
const detected = await detect({ body: { content } });
const detection: Detection | undefined = detected.data;
const file = new File([content], "essay.txt", { type: "text/plain" });
const uploaded = await detectFile({ body: { file, explain: false } });
const job = await createJob({ body: { items: [{ id: "a", content }] } });
const fileJob = await createFileJob({ body: { file, task: "detect" } });
domain = "https://other.example";
const refused = await getUsage();
process.stdout.write(JSON.stringify({
  states: list.length,
  found: found.data?.data.districts[0]?.name,
  verdict: detection?.verdict,
  upload: uploaded.data?.input_type,
  job: job.data?.status,
  fileJob: fileJob.data?.status,
  refused: typeof refused.error?.error === "object" ? refused.error.error.code : refused.data,
}));
`;

const USE_FETCH = `
import createClient from "openapi-fetch";
import type { components as Api, paths as ApiPaths } from "./api.ts";
import type { components as V1, paths as V1Paths } from "./v1.ts";

const baseUrl = process.env.LODESTONE_URL ?? "";
const content = process.env.TEXT ?? "";
// Lists also come as GeoJSON: this client asks for JSON alone.
const directory = createClient<ApiPaths, "application/json">({ baseUrl });
const texts = createClient<V1Paths>({
  baseUrl,
  headers: { "x-api-key": process.env.LODESTONE_API_KEY ?? "", Origin: "https://example.com" },
});

const states = await directory.GET("/api/states", {});
const state: Api["schemas"]["State"] | undefined = states.data?.data[0];
const search = await directory.GET("/api/search", { params: { query: { q: "pune", limit: 1 } } });
const detected = await texts.POST("/v1/detect", { body: { content } });
const detection: V1["schemas"]["Detection"] | undefined = detected.data;
const uploaded = await texts.POST("/v1/detect/file", {
  // This generator has texts where files are binary.
  body: { file: "" },
  bodySerializer() {
    const form = new FormData();
    form.append("file", new Blob([content], { type: "text/plain" }), "essay.txt");
    return form;
  },
});
const nearby = await directory.GET("/api/nearby", {
  params: { query: { lat: 18.52, lon: 73.86, kind: "market", limit: 1 } },
});
const batch = await texts.POST("/v1/detect/batch", {
  body: { items: [{ id: "a", content }, { content: "" }] },
});
const rewritten = await texts.POST("/v1/regenerate", {
  body: { content, strength: "light", keep: ["ticket office"] },
});
const usage = await texts.GET("/v1/usage");
const refused = await texts.GET("/v1/usage", { headers: { Origin: "https://other.example" } });
process.stdout.write(JSON.stringify({
  state: state?.name,
  found: search.data?.data.districts[0]?.name,
  verdict: detection?.verdict,
  upload: uploaded.data?.input_type,
  nearby: nearby.data?.data[0]?.kind,
  batch: batch.data?.results.length,
  kept: rewritten.data?.humanized_text.includes("ticket office"),
  used: usage.data?.used,
  refused: typeof refused.error?.error === "object" ? refused.error.error.code : refused.data,
}));
`;

const USE_ORVAL = `
import { listStates } from "./orval/api.ts";
import { detect, detectFile } from "./orval/v1.ts";

const base = process.env.LODESTONE_URL ?? "";
const realFetch = globalThis.fetch;
// What orval makes calls paths; a page would be on the same origin.
globalThis.fetch = (input, init) => realFetch(base + String(input), init);
const states = await listStates();
const headers = { "x-api-key": process.env.LODESTONE_API_KEY ?? "", Origin: "https://example.com" };
const content = process.env.TEXT ?? "";
const detected = await detect(
  { content },
  { headers: { ...headers, "content-type": "application/json" } },
);
const file = new File([content], "essay.txt", { type: "text/plain" });
const uploaded = await detectFile({ file }, { headers });
process.stdout.write(JSON.stringify({
  states: states.status === 200 ? states.data.count : 0,
  status: detected.status,
  words: detected.status === 200 ? detected.data.words : 0,
  upload: uploaded.status === 200 ? uploaded.data.input_type : uploaded.data,
}));
`;
