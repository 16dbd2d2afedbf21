// `npm test`: installs what the tests need beyond npm (from Debian: a browser, Postgres, Redis,
// nginx, LibreOffice, strace), checks the code, runs every test and prints a summary. Where something can't be installed
// its tests are skipped by name; under CI a skip counts as a failure. A test of real processes that failed
// is run a second time, alone, and named in the summary: what fails twice is a failure.
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
  ["strace", "/usr/bin/strace"],
  ["iproute2", "/usr/sbin/ip"],
];

/** Browsers, servers and kills: what a pause of the whole machine can upset. At most so many files are run again. */
const REAL_PROCESSES =
  /\/test\/(browser|cli|contract|deploy|distributed|docs|faults|files|http|operating)\//;
const RERUN_MAX = 3;

installPackages();
const isChecked = run("node", ["test/check.ts"]) === 0;
const first = runTests(process.argv.slice(2));
const second = mayRunAgain(first) ? runTests(first.failedFiles) : undefined;
// The second run replaces what the first said of the same files.
const passed = first.passed - (second ? first.passedBeside : 0) + (second?.passed ?? 0);
const failed = (second ?? first).failed;
const isClean = (second ?? first).isClean;
const skipped = first.skipped;

console.log("");
if (second?.failed === 0) {
  for (const name of first.failedNames) console.log(`passed at the second try: ${name}`);
}
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

function mayRunAgain({ isClean, failedFiles }: ReturnType<typeof runTests>): boolean {
  const areReal = failedFiles.every((file) => REAL_PROCESSES.test(file));
  return isClean && failedFiles.length > 0 && failedFiles.length <= RERUN_MAX && areReal;
}

function runTests(words: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-test-"));
  const report = join(folder, "report.json");
  const status = run("node_modules/.bin/vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...words,
  ]);
  type Case = { status: string; fullName: string };
  type File = { name: string; status: string; assertionResults: Case[] };
  let files: File[] = [];
  try {
    files = JSON.parse(readFileSync(report, "utf8")).testResults as File[];
  } catch {
    console.log("The test runner left no report.");
  }
  rmSync(folder, { recursive: true, force: true });
  const casesOf = (some: File[], ...statuses: string[]): string[] =>
    some
      .flatMap((file) => file.assertionResults)
      .filter(({ status: found }) => statuses.includes(found))
      .map(({ fullName }) => fullName);
  const failedFiles = files.filter((file) => casesOf([file], "failed").length > 0);
  const failedNames = casesOf(files, "failed");
  return {
    passed: casesOf(files, "passed").length,
    failed: failedNames.length,
    failedNames,
    failedFiles: failedFiles.map(({ name }) => name),
    /** Passed tests of the files that hold a failed one. */
    passedBeside: casesOf(failedFiles, "passed").length,
    skipped: files
      .flatMap((file) => file.assertionResults)
      .filter(({ status: found }) => found !== "passed" && found !== "failed")
      .map(({ fullName }) => fullName),
    // A file that could not be loaded fails the run without failing a test.
    isClean: status === 0 || (failedNames.length > 0 && !files.some(isUnread)),
  };

  function isUnread(file: File): boolean {
    return (
      file.status === "failed" && file.assertionResults.every((test) => test.status !== "failed")
    );
  }
}

function run(command: string, words: string[]): number {
  return spawnSync(command, words, { cwd: root, stdio: "inherit" }).status ?? 1;
}
