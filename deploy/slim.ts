// `npm run slim`: leaves only what running here needs. Builds the pages, removes the development packages, and from the
// others what is made for other systems or for debugging. `npm ci` brings everything back.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const root = new URL("../", import.meta.url).pathname;
const modules = join(root, "node_modules");
const { platform, arch } = process;

/** Paths below node_modules, and why they are not needed. */
const NEEDLESS: ReadonlyArray<[pattern: string, why: string]> = [
  ["onnxruntime-node/bin/napi-v*/!(PLATFORM)", "onnxruntime for other systems"],
  ["onnxruntime-node/bin/napi-v*/PLATFORM/!(ARCH)", "onnxruntime for other processors"],
  ["better-sqlite3/prebuilds/!(PLATFORM*-ARCH.node)", "SQLite for other systems"],
  ["better-sqlite3/deps", "SQLite's sources"],
  ["node-linux-*/include", "headers of the pinned Node"],
  ["**/*.map", "source maps"],
];

const before = sizeOf(modules);
execFileSync(process.execPath, [join(root, "src/dashboard/build-command.ts")], {
  cwd: root,
  stdio: "inherit",
});
execFileSync("npm", ["prune", "--omit=dev", "--ignore-scripts"], { cwd: root, stdio: "inherit" });
console.log(`${megabytes(before - sizeOf(modules))}  development packages`);
for (const [pattern, why] of NEEDLESS) {
  const found = globSync(pattern.replaceAll("PLATFORM", platform).replaceAll("ARCH", arch), {
    cwd: modules,
  }).map((path) => join(modules, path));
  const bytes = found.reduce((sum, path) => sum + sizeOf(path), 0);
  for (const path of found) rmSync(path, { recursive: true, force: true });
  console.log(`${megabytes(bytes)}  ${why}`);
}
console.log(`${megabytes(sizeOf(modules))}  left of ${megabytes(before).trim()}`);

function sizeOf(path: string): number {
  if (!existsSync(path)) return 0;
  const found = lstatSync(path);
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`.padStart(8);
}
