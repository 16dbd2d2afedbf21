// `npm run slim`: leaves only what running here needs. Builds the pages, removes the development packages, and from the
// others what is made for other systems or for debugging. `npm ci` brings everything back.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pruneInstall, sizeOf } from "../bin/prune-install.js";

const root = new URL("../", import.meta.url).pathname;
const modules = join(root, "node_modules");

const before = sizeOf(modules);
execFileSync(process.execPath, [join(root, "src/dashboard/build-command.ts")], {
  cwd: root,
  stdio: "inherit",
});
execFileSync("npm", ["prune", "--omit=dev", "--ignore-scripts"], { cwd: root, stdio: "inherit" });
console.log(`${megabytes(before - sizeOf(modules))}  development packages`);
console.log(`${megabytes(pruneInstall(root) * 1e6)}  for other systems and for debugging`);
console.log(`${megabytes(sizeOf(modules))}  left of ${megabytes(before).trim()}`);

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`.padStart(8);
}
