// Packages that `npm ci` need not bring: the formatter, linters, generators and what a few tests start are in tools, what
// benchmarks compare with is in bench and evaluation. Each folder has a package.json and a lock file of its own; `npm run test:setup`
// installs them.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;
export const toolsDir = join(root, "tools");
export const toolsModules = join(toolsDir, "node_modules");

/** Whether what is installed in tools is what its lock file says. */
export function areToolsInstalled(): boolean {
  return isInstalled(toolsDir);
}

export function installPackages(): void {
  for (const folder of [toolsDir, join(root, "bench"), join(root, "evaluation")]) {
    if (isInstalled(folder)) continue;
    console.log(`Installing the packages of ${folder.slice(root.length)} …`);
    const words = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
    const { status } = spawnSync("npm", words, { cwd: folder, stdio: "inherit" });
    if (status !== 0)
      console.log("npm ci failed there: what needs these packages fails or is skipped.");
  }
}

function isInstalled(folder: string): boolean {
  const installed = readLock(join(folder, "node_modules/.package-lock.json"));
  const wanted = readLock(join(folder, "package-lock.json"));
  if (installed === undefined || wanted === undefined) return false;
  // Packages for other systems are left out by the installer.
  return Object.entries(wanted).every(
    ([path, about]) =>
      path === "" || about.optional === true || installed[path]?.version === about.version,
  );
}

type Locked = Record<string, { version?: string; optional?: boolean }>;

function readLock(file: string): Locked | undefined {
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, "utf8")) as { packages: Locked }).packages;
}
