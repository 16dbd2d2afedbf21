// The outside tools that a few tests start. They have a package.json of their own, so that `npm ci` need not bring
// them; `npm run test:setup` installs them.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const toolsDir = new URL("../tools", import.meta.url).pathname;
export const toolsModules = join(toolsDir, "node_modules");

/** Whether what is installed is what the lock file says. */
export function areToolsInstalled(): boolean {
  const installed = readLock(join(toolsModules, ".package-lock.json"));
  const wanted = readLock(join(toolsDir, "package-lock.json"));
  if (installed === undefined || wanted === undefined) return false;
  // Packages for other systems are left out by the installer.
  return Object.entries(wanted).every(
    ([path, about]) =>
      path === "" || about.optional === true || installed[path]?.version === about.version,
  );
}

export function installTools(): void {
  if (areToolsInstalled()) return;
  console.log("Installing the tools of tools …");
  const words = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", words, { cwd: toolsDir, stdio: "inherit" });
  if (status !== 0) console.log("npm ci in tools failed: tests that need it are skipped.");
}

type Locked = Record<string, { version?: string; optional?: boolean }>;

function readLock(file: string): Locked | undefined {
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, "utf8")) as { packages: Locked }).packages;
}
