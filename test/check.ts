// `npm run check`: types, lint, format, import rules, generated files, lock file, size, licences, known
// vulnerabilities. Every step runs, all problems are shown, and the exit code is 1 if there are any.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pruneInstall } from "../bin/prune-install.js";
import { auditDependencies } from "../deploy/audit.ts";
import { findLicenceProblems } from "../deploy/licences.ts";
import { readProductionPackages } from "../deploy/production-packages.ts";
import { findBrokenImports, readDrawing, readSources } from "./import-rules.ts";
import { installPackages } from "./tools.ts";

const root = new URL("..", import.meta.url).pathname;
const SIZE_MAX_MB = 450;

const steps: Array<[name: string, run: () => string]> = [
  ["types", () => command("node_modules/.bin/tsc", "--noEmit", "-p", ".")],
  ["lint", () => command("tools/node_modules/.bin/oxlint", "--deny-warnings")],
  [
    "format",
    () => command("tools/node_modules/.bin/biome", "ci", "--linter-enabled=false", "--colors=off"),
  ],
  ["import rules", checkImports],
  ["generated files", () => command(process.execPath, "docs/generate.ts", "--check")],
  ["lock file", checkLockFile],
  ["size of dependencies", checkSize],
  [
    "licences",
    () => findLicenceProblems(readProductionPackages(`${root}package-lock.json`)).join("\n"),
  ],
];

pruneInstall(root);
installPackages();
let failed = 0;
for (const [name, run] of steps) {
  const problems = run();
  console.log(`${problems === "" ? "ok    " : "failed"}  ${name}`);
  if (problems !== "") {
    failed += 1;
    console.log(problems);
  }
}
// Without a network nothing is known. That is reported and is not a failure: the pinned packages are still the same.
const audit = auditDependencies(root);
console.log(`${audit.outcome.padEnd(6)}  known vulnerabilities${audit.words}`);
if (audit.outcome === "failed") failed += 1;
process.exitCode = failed === 0 ? 0 : 1;

/** What the command printed when it failed, or nothing. */
function command(name: string, ...words: string[]): string {
  const result = spawnSync(name, words, { cwd: root, encoding: "utf8" });
  if (result.error) return result.error.message;
  return result.status === 0 ? "" : `${result.stdout}${result.stderr}` || `exit ${result.status}`;
}

function checkImports(): string {
  const drawing = readDrawing(readFileSync(`${root}ARCHITECTURE.md`, "utf8"));
  return findBrokenImports(readSources(root), drawing).join("\n");
}

/** What `npm ci` brings, without what is for other systems. What only a few tests use belongs in tools or bench. */
function checkSize(): string {
  // The bundler and the test runner keep their caches there (.vite, .vite-temp, .vitest-cache).
  const words = ["-sk", "--exclude=.vite*", "node_modules"];
  const { stdout } = spawnSync("du", words, { cwd: root, encoding: "utf8" });
  const megabytes = Math.ceil(Number.parseInt(stdout, 10) / 1024);
  return megabytes <= SIZE_MAX_MB ? "" : `node_modules takes ${megabytes} MB of ${SIZE_MAX_MB} MB.`;
}

/** Packages are pinned by integrity; an address would tie the project to one registry. */
function checkLockFile(): string {
  return ["", "tools/", "bench/", "evaluation/"]
    .map((folder) => `${folder}package-lock.json`)
    .filter((file) => readFileSync(`${root}${file}`, "utf8").includes('"resolved"'))
    .map(
      (file) => `${file} records download addresses: install with omit-lockfile-registry-resolved.`,
    )
    .join("\n");
}
