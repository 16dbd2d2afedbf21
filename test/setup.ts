// `npm run test:setup`: installs what the tests need beyond `npm ci`: from Debian a browser, Postgres, Redis, nginx,
// LibreOffice, strace, openssl; from npm the packages of tools, bench and evaluation. Where something can't be installed its tests are skipped by
// name.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installPackages } from "./tools.ts";

/** Debian package, and a file that shows it is there. */
const PACKAGES: ReadonlyArray<[name: string, file: string]> = [
  ["chromium-headless-shell", "/usr/bin/chromium-headless-shell"],
  ["postgresql", "/usr/bin/pg_ctlcluster"],
  ["redis-server", "/usr/bin/redis-server"],
  ["nginx-light", "/usr/sbin/nginx"],
  ["libreoffice-writer", "/usr/bin/soffice"],
  ["strace", "/usr/bin/strace"],
  ["iproute2", "/usr/sbin/ip"],
  ["openssl", "/usr/bin/openssl"],
];

export function installDebianPackages(): void {
  const missing = PACKAGES.filter(([, file]) => !existsSync(file)).map(([name]) => name);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    console.log(`Not installed, and can't be here: ${missing.join(", ")}.`);
    return;
  }
  console.log(`Installing ${missing.join(", ")} …`);
  // The services' own start is not wanted: tests start their own copies on free ports.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  for (const words of [["update"], ["install", "-y", "--no-install-recommends", ...missing]]) {
    const { status, stdout, stderr } = spawnSync("apt-get", ["-qq", ...words], {
      env,
      encoding: "utf8",
    });
    if (status !== 0) console.log(`apt-get ${words[0]} failed:\n${stdout}${stderr}`.slice(0, 4000));
  }
}

if (import.meta.main) {
  installPackages();
  installDebianPackages();
}
