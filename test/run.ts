// `npm test`: installs what the tests need (test/setup.ts), checks the code, runs every test and prints a summary.
// Under CI a skipped test counts as a failure. The parts have names of their own: `npm run test:unit` and so on.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pruneInstall } from "../bin/prune-install.js";
import { installDebianPackages } from "./setup.ts";
import { describeSummary, filesToRepeat, type Report, summarise } from "./summary.ts";
import { installPackages } from "./tools.ts";

const root = new URL("..", import.meta.url).pathname;

pruneInstall(root);
installPackages();
// Neither needs the other, and neither uses two cores all the time.
const check = spawn("node", ["test/check.ts"], { cwd: root, stdio: "inherit" });
const checked = once(check, "exit") as Promise<[number | null]>;
installDebianPackages();
const [checkStatus] = await checked;
const isChecked = checkStatus === 0;
const first = runTests(process.argv.slice(2));
const toRepeat = filesToRepeat(first.report);
const second = toRepeat.length === 0 ? undefined : runTests(toRepeat);
const summary = summarise(first.report, second?.report);
// The runner can fail without a failed test: an error outside of them all, a report that wasn't written.
const isClean = (second ?? first).status === 0 || summary.failed > 0;

console.log("");
if (!isChecked) console.log("The code check failed (npm run check).");
if (!isClean) console.log("The test runner failed.");
console.log(describeSummary(summary));
const mayNotSkip = process.env.CI !== undefined && summary.skipped.length > 0;
const isGood = isChecked && isClean && summary.failed === 0 && summary.passed > 0 && !mayNotSkip;
process.exitCode = isGood ? 0 : 1;

function runTests(words: string[]): { status: number; report: Report } {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-test-"));
  const file = join(folder, "report.json");
  const status = run("node_modules/.bin/vitest", [
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...words,
  ]);
  let report: Report = { testResults: [] };
  try {
    report = JSON.parse(readFileSync(file, "utf8")) as Report;
  } catch {
    console.log("The test runner left no report.");
  }
  rmSync(folder, { recursive: true, force: true });
  return { status, report };
}

function run(command: string, words: string[]): number {
  return spawnSync(command, words, { cwd: root, stdio: "inherit" }).status ?? 1;
}
