// What the published package promises: no dependencies, nothing of Node, small, and only what is
// imported goes into a bundle.
import { execFile } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Consumer, installBuiltPackage } from "./testing/built-package.ts";
import { bundle as bundleIn } from "./testing/bundle.ts";
import { sourceFiles } from "./testing/examples.ts";

const run = promisify(execFile);
/** Where `npm run test:setup` installs it. */
const attw = new URL("../tools/node_modules/.bin/attw", import.meta.url).pathname;
let consumer: Consumer;
beforeAll(async () => {
  consumer = await installBuiltPackage();
});
afterAll(() => rmSync(consumer.folder, { recursive: true }));

test("the sources import one another and nothing else", () => {
  const files = sourceFiles();
  expect(files).toContain("request.ts");
  for (const file of files) {
    const text = readFileSync(new URL(file, import.meta.url), "utf8").replace(/^ \*.*$/gm, "");
    const imported = [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
      ([, path]) => path,
    );
    for (const path of imported) expect(files).toContain(path?.replace(/^\.\//, ""));
    // One file looks for an environment, and does without.
    if (file === "environment.ts") continue;
    expect(text).not.toMatch(/\b(process|Buffer|require|__dirname)\b/);
  }
});

test("the package has no dependencies and points at files that the build makes", () => {
  const about = JSON.parse(readFileSync(join(consumer.installed, "package.json"), "utf8"));
  expect(Object.keys(about)).not.toContain("dependencies");
  expect(about).toMatchObject({ name: "@lodestone/client", license: "Apache-2.0", type: "module" });
  const ways = Object.values<Record<string, string>>(about.exports["."]);
  for (const file of [about.main, about.types, ...ways.flatMap(Object.values<string>)]) {
    expect(readFileSync(join(consumer.installed, file), "utf8")).not.toBe("");
  }
});

test.skipIf(!existsSync(attw))("are-the-types-wrong finds nothing wrong", async () => {
  const options = { cwd: consumer.installed };
  const { stdout: packed } = await run("npm", ["pack", "--ignore-scripts", "--silent"], options);
  const words = [packed.trim(), "--no-emoji", "--no-color", "--format", "json"];
  const { stdout } = await run(attw, words, options);
  const { analysis } = JSON.parse(stdout);
  expect(analysis.problems).toEqual([]);
  expect(Object.keys(analysis.entrypoints["."].resolutions)).toEqual([
    "node10",
    "node16-cjs",
    "node16-esm",
    "bundler",
  ]);
});

test("a CommonJS program requires it", async () => {
  const code = `
    const { createClient, LodestoneError } = require("@lodestone/client");
    const client = createClient({ baseUrl: "https://lodestone.example" });
    console.log(typeof client.locations.search, typeof LodestoneError);
  `;
  writeFileSync(join(consumer.folder, "program.cjs"), code);
  const { stdout } = await run(process.execPath, [join(consumer.folder, "program.cjs")]);
  expect(stdout).toBe("function function\n");
});

test("the declarations serve a Node project without the browser's library, and a browser's without Node's", () => {
  const code = `
    import { createClient, type Download, LodestoneError } from "@lodestone/client";
    const client = createClient({ baseUrl: "https://lodestone.example", fetch });
    export const download: Promise<Download> = client.locations.exportDataset();
    export const isOurs = (error: unknown) => error instanceof LodestoneError && error.requestId;
  `;
  const ofNode = { lib: ["es2022"], types: ["node"], skipLibCheck: false };
  const ofBrowser = { lib: ["es2022", "dom"], types: [], skipLibCheck: false };
  expect(consumer.compile({ "node.ts": code }, ofNode)).toBe("");
  expect(consumer.compile({ "browser.ts": code }, ofBrowser)).toBe("");
});

const bundle = (code: string) => bundleIn(consumer.folder, code);
const sizeOf = (code: string) => gzipSync(code, { level: 9 }).length;

test("the whole client takes at most 8,200 bytes of a page, minified and compressed", async () => {
  const all = await bundle('export * from "@lodestone/client";');
  expect(all).toContain("/detect/batch");
  expect(sizeOf(all)).toBeLessThanOrEqual(8_200);
});

test("a page that uses one service carries nothing of the other", async () => {
  const locations = await bundle('export { createLocations } from "@lodestone/client";');
  expect(locations).toContain("/districts");
  expect(locations).not.toContain("/detect");
  expect(locations).not.toContain("x-api-key");
  const authenticity = await bundle('export { createAuthenticity } from "@lodestone/client";');
  expect(authenticity).toContain("/detect");
  expect(authenticity).not.toContain("/districts");
  expect(await bundle('import "@lodestone/client"; export const nothing = 1;')).not.toContain(
    "Error",
  );
});
