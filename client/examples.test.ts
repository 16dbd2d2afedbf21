// Every example of the package compiles against what is published, and runs: the directory's against
// the real service, the text service's against answers in the shape of the contract.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../src/config.ts";
import { createLog } from "../src/http/http.ts";
import { type Running, start } from "../src/main.ts";
import { type Consumer, installBuiltPackage } from "./testing/built-package.ts";
import { type Example, exportedNames, findExamples, findUndocumented } from "./testing/examples.ts";
import { type ScriptedServer, startScriptedServer } from "./testing/scripted-server.ts";
import { answerAsTextService } from "./testing/text-service.ts";

const dataDir = mkdtempSync(join(tmpdir(), "lodestone-examples-"));
const examples = findExamples();
const fileOf = (_: Example, at: number) => `example-${at}.ts`;
let consumer: Consumer;
let running: Running;
let textService: ScriptedServer;

beforeAll(async () => {
  consumer = installBuiltPackage();
  const settings = { SERVICES: "locations", HTTP_PORT: "0", HTTPS_PORT: "0" };
  const read = readConfig({ ...settings, DATA_DIR: dataDir });
  if (!read.ok) throw new Error(read.problems.join("\n"));
  running = await start(read.config, createLog({ level: "silent" }));
  textService = await startScriptedServer(answerAsTextService);
});
afterAll(async () => {
  await textService.stop();
  await running.stop();
  rmSync(dataDir, { recursive: true });
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
  const words = [String(examples.length), `http://127.0.0.1:${running.httpPort}`, textService.url];
  const { stdout } = await promisify(execFile)(process.execPath, ["run.mjs", ...words], {
    cwd: consumer.folder,
  });
  const outcomes = JSON.parse(stdout) as string[];
  const failed = outcomes.flatMap((outcome, at) =>
    outcome === "" ? [] : [`${examples[at]?.where}: ${outcome}`],
  );
  expect(failed).toEqual([]);
  expect(outcomes).toHaveLength(examples.length);
});

/** Leads the examples' address to the two servers, imports one after the other, tells what failed. */
const RUNNER = `
const [, , count, directory, textService] = process.argv;
const realFetch = globalThis.fetch;
globalThis.fetch = (url, init) => {
  const { origin, pathname, search } = new URL(url);
  if (origin !== "https://lodestone.example") throw new Error("Another host: " + origin);
  return realFetch((pathname.startsWith("/v1/") ? textService : directory) + pathname + search, init);
};
console.log = () => {};
const outcomes = [];
for (let at = 0; at < Number(count); at += 1) {
  outcomes.push(await import("./example-" + at + ".ts").then(() => "", String));
}
process.stdout.write(JSON.stringify(outcomes));
`;
