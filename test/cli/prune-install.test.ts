import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { pruneInstall } from "../../bin/prune-install.js";

const { platform, arch } = process;
const otherArch = arch === "x64" ? "arm64" : "x64";
const OWN = [
  `onnxruntime-node/bin/napi-v6/${platform}/${arch}/libonnxruntime.so.1`,
  `better-sqlite3/prebuilds/${platform}-${arch}.node`,
  `node-${platform}-${arch}/bin/node`,
  "pdfjs-dist/legacy/build/pdf.mjs",
  "a/index.js",
];
const NEEDLESS = [
  `onnxruntime-node/bin/napi-v6/${platform}/${otherArch}/libonnxruntime.so.1`,
  "onnxruntime-node/bin/napi-v6/other/x64/onnxruntime.dll",
  `better-sqlite3/prebuilds/${platform}-${otherArch}.node`,
  "better-sqlite3/deps/sqlite3.c",
  `node-${platform}-${arch}/include/node/v8.h`,
  "pdfjs-dist/build/pdf.mjs",
  "a/deep/index.js.map",
];

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function install(): { root: string; path: (name: string) => string } {
  const root = mkdtempSync(join(tmpdir(), "lodestone-prune-"));
  folders.push(root);
  const path = (name: string) => join(root, "node_modules", name);
  for (const name of [...OWN, ...NEEDLESS, ".package-lock.json"]) {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), Buffer.alloc(200_000));
  }
  return { root, path };
}

test("what is for other systems goes, and everything this one uses stays", () => {
  const { root, path } = install();
  expect(pruneInstall(root)).toBe(1);
  expect(NEEDLESS.filter((name) => existsSync(path(name)))).toEqual([]);
  expect(OWN.filter((name) => !existsSync(path(name)))).toEqual([]);
});

test("a second start looks at nothing, the first start after another install does", () => {
  const { root, path } = install();
  pruneInstall(root);
  writeFileSync(path("a/index.js.map"), "{}");
  expect(pruneInstall(root)).toBe(0);
  expect(existsSync(path("a/index.js.map"))).toBe(true);
  rmSync(path(".pruned"));
  pruneInstall(root);
  expect(existsSync(path("a/index.js.map"))).toBe(false);
});

test("without an installation there is nothing to do and nothing fails", () => {
  expect(pruneInstall(join(tmpdir(), "lodestone-nothing-here"))).toBe(0);
});
