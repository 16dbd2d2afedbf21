// `npm test`: installs what the tests need beyond npm (from Debian: a browser, Postgres, Redis,
// nginx, LibreOffice), checks the code, runs every test and prints a summary. Where something can't be installed
// its tests are skipped by name; under CI a skip counts as a failure.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;

/** Debian package, and a file that shows it is there. */
const PACKAGES: ReadonlyArray<[name: string, file: string]> = [
  ["chromium", "/usr/bin/chromium"],
  ["postgresql", "/usr/bin/pg_ctlcluster"],
  ["redis-server", "/usr/bin/redis-server"],
  ["nginx-light", "/usr/sbin/nginx"],
  ["libreoffice-writer", "/usr/bin/soffice"],
];

installPackages();
const isChecked = run("node", ["test/check.ts"]) === 0;
const { passed, failed, skipped, isClean } = runTests();

console.log("");
if (!isChecked) console.log("The code check failed (npm run check).");
for (const name of skipped) console.log(`skipped: ${name}`);
const failures = failed + (isChecked ? 0 : 1) + (isClean ? 0 : 1);
console.log(`${passed} passed, ${failures} failed, ${skipped.length} skipped`);
const mayNotSkip = process.env.CI !== undefined && skipped.length > 0;
process.exitCode = failures > 0 || passed === 0 || mayNotSkip ? 1 : 0;

function installPackages(): void {
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

function runTests() {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-test-"));
  const report = join(folder, "report.json");
  const status = run("node_modules/.bin/vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ]);
  type Case = { status: string; fullName: string };
  let cases: Case[] = [];
  try {
    const results = JSON.parse(readFileSync(report, "utf8")).testResults as Array<{
      assertionResults: Case[];
    }>;
    cases = results.flatMap((file) => file.assertionResults);
  } catch {
    console.log("The test runner left no report.");
  }
  rmSync(folder, { recursive: true, force: true });
  const failed = cases.filter((test) => test.status === "failed").length;
  return {
    passed: cases.filter((test) => test.status === "passed").length,
    failed,
    skipped: cases
      .filter((test) => !["passed", "failed"].includes(test.status))
      .map((test) => test.fullName),
    // A file that could not be loaded fails the run without failing a test.
    isClean: status === 0 || failed > 0,
  };
}

function run(command: string, words: string[]): number {
  return spawnSync(command, words, { cwd: root, stdio: "inherit" }).status ?? 1;
}
