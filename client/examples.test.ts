// Every example of the package compiles against what is published, and runs against the real program.
import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, makeManagementKey, openAccounts } from "../test/contract/v1.ts";
import { type Program, startProgram } from "../test/program.ts";
import { buildTinyModel } from "../testing/tiny-model.ts";
import { type Consumer, installBuiltPackage } from "./testing/built-package.ts";
import { type Example, exportedNames, findExamples, findUndocumented } from "./testing/examples.ts";

const examples = findExamples();
const fileOf = (_: Example, at: number) => `example-${at}.ts`;
let consumer: Consumer;
let modelDir: string;
let program: Program;

beforeAll(async () => {
  consumer = await installBuiltPackage();
  modelDir = await buildTinyModel();
  program = await startProgram({ MODEL_DIR: modelDir, WORKERS: "1" });
});
afterAll(async () => {
  await program.stop();
  rmSync(modelDir, { recursive: true });
  rmSync(consumer.folder, { recursive: true });
});

test("everything the package exports is documented with an example", () => {
  expect(exportedNames().length).toBeGreaterThan(60);
  expect(findUndocumented()).toEqual([]);
});

test("every example compiles against the published declarations", () => {
  const files = Object.fromEntries(
    examples.map((example, at) => [fileOf(example, at), example.code]),
  );
  const problems = consumer.compile(files, {});
  // The compiler names files by their number; a reader wants to know where they come from.
  expect(problems.replace(/example-(\d+)\.ts/g, (_, at) => String(examples[at]?.where))).toBe("");
});

test("an example with a mistake would not compile", () => {
  const code = 'import { createClient } from "@lodestone/client";\ncreateClient({ baseUrl: 7 });\n';
  expect(consumer.compile({ "mistake.ts": code }, {})).toMatch(/mistake\.ts\(2,16\): error TS2322/);
});

test("every example runs", async () => {
  for (const [at, example] of examples.entries()) {
    writeFileSync(join(consumer.folder, fileOf(example, at)), example.code);
  }
  writeFileSync(join(consumer.folder, "run.mjs"), RUNNER);
  const { https, dataDir } = program;
  const { accounts, close } = await openAccounts(program);
  const { key, accountId } = await makeKey(accounts, { isTest: true });
  const managementKey = await makeManagementKey(accounts, accountId);
  await close();
  const words = ["run.mjs", String(examples.length), https, key, managementKey];
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    cwd: consumer.folder,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: join(dataDir, "tls/ca.pem") },
  });
  const outcomes = JSON.parse(stdout) as string[];
  const failed = outcomes.flatMap((outcome, at) =>
    outcome === "" ? [] : [`${examples[at]?.where}: ${outcome}`],
  );
  expect(failed).toEqual([]);
  expect(outcomes).toHaveLength(examples.length);
});

/** Leads the examples to the program with a test key, as they say, imports one after the other, tells what failed. */
const RUNNER = `
const [, , count, program, key, managementKey] = process.argv;
const realFetch = globalThis.fetch;
globalThis.fetch = (url, init) => {
  const { origin, pathname, search } = new URL(url);
  if (origin !== "https://lodestone.example") throw new Error("Another host: " + origin);
  const { headers } = init;
  if (headers.get("x-api-key") === "ls_test_your_key") headers.set("x-api-key", key);
  if (headers.get("x-api-key") === "ls_manage_your_key") headers.set("x-api-key", managementKey);
  return realFetch(program + pathname + search, init);
};
console.log = () => {};
const outcomes = [];
for (let at = 0; at < Number(count); at += 1) {
  outcomes.push(await import("./example-" + at + ".ts").then(() => "", String));
}
process.stdout.write(JSON.stringify(outcomes));
`;
