// `npm run release -- 0.3.0`: one version everywhere, the changelog dated, the store kept for later releases' tests,
// a commit and a tag. Pushing the tag publishes (.github/workflows/release.yml).
//   --dry-run      says what is in the way, changes nothing
//   --check-tag T  only tells whether tag T names the version of this tree, for the workflow
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Files with the version, and where it stands in them. */
const PLACES: ReadonlyArray<[file: string, pattern: RegExp]> = [
  ["package.json", /^( {2}"version": ")[^"]+(")/m],
  ["package-lock.json", /^( {2}"version": ")[^"]+(")/m],
  ["package-lock.json", /(^ {4}"": \{\n {6}"name": "lodestone",\n {6}"version": ")[^"]+(")/m],
  ["client/package.json", /^( {2}"version": ")[^"]+(")/m],
  ["deploy/kubernetes/base/lodestone.yaml", /(image: lodestone:)\S+()/],
  ["deploy/kubernetes/overlays/example/kustomization.yaml", /(\/lodestone:)[^"]+(")/],
  ["deploy/helm/lodestone/Chart.yaml", /^(version: )\S+()$/m],
  ["deploy/helm/lodestone/Chart.yaml", /^(appVersion: ")[^"]+(")$/m],
];

export function readVersion(root: string): string {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
}

/** What is in the way of releasing `version`; nothing when all is well. */
export function findObstacles(root: string, version: string): string[] {
  const problems: string[] = [];
  const current = readVersion(root);
  if (!/^\d+\.\d+\.\d+$/.test(version)) problems.push(`${version} is not a version such as 1.2.3.`);
  else if (!isNewer(version, current)) problems.push(`${version} is not newer than ${current}.`);
  if (!readFileSync(join(root, "CHANGELOG.md"), "utf8").includes(heading(version))) {
    problems.push(`CHANGELOG.md has no heading "${heading(version)}".`);
  }
  for (const [file, pattern] of PLACES) {
    if (!pattern.test(readFileSync(join(root, file), "utf8")))
      problems.push(`${file} holds no version.`);
  }
  if (git(root, "status", "--porcelain") !== "")
    problems.push("There are changes that are not committed.");
  if (git(root, "tag", "--list", `v${version}`) !== "")
    problems.push(`The tag v${version} exists.`);
  return problems;
}

/** Writes the version and the day of the release into every file that tells them. */
export function writeVersion(root: string, version: string, day: string): void {
  for (const [file, pattern] of PLACES)
    change(root, file, (text) => text.replace(pattern, `$1${version}$2`));
  change(root, "CHANGELOG.md", (text) => text.replace(heading(version), `## ${version} (${day})`));
}

/** Why the tag does not name this tree's release, or null. */
export function judgeTag(root: string, tag: string): string | null {
  const version = readVersion(root);
  if (tag !== `v${version}`) return `The tag ${tag} does not name version ${version}.`;
  const isDated = new RegExp(`^## ${RegExp.escape(version)} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, "m");
  return isDated.test(readFileSync(join(root, "CHANGELOG.md"), "utf8"))
    ? null
    : `CHANGELOG.md gives no day for ${version}.`;
}

function heading(version: string): string {
  return `## ${version} (unreleased)`;
}

function change(root: string, file: string, edit: (text: string) => string): void {
  const path = join(root, file);
  writeFileSync(path, edit(readFileSync(path, "utf8")));
}

function isNewer(version: string, than: string): boolean {
  const [next, last] = [version, than].map((text) => text.split(".").map(Number));
  for (const at of [0, 1, 2]) {
    const difference = (next?.[at] ?? 0) - (last?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function git(root: string, ...words: string[]): string {
  return execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
}

function run(root: string, command: string, ...words: string[]): void {
  console.log(`${command} ${words.join(" ")}`);
  execFileSync(command, words, { cwd: root, stdio: "inherit" });
}

function release(root: string, version: string): void {
  writeVersion(root, version, new Date().toISOString().slice(0, 10));
  run(root, process.execPath, "test/operating/keep-store.ts");
  run(root, "npm", "run", "docs");
  run(root, "npm", "run", "check");
  run(root, "git", "add", "--all");
  run(root, "git", "commit", "--message", `chore: release ${version}`);
  run(root, "git", "tag", "--annotate", `v${version}`, "--message", `Lodestone ${version}`);
  console.log(`Done. To publish: git push --follow-tags`);
}

if (import.meta.main) {
  const root = new URL("..", import.meta.url).pathname;
  const words = process.argv.slice(2);
  const tagAt = words.indexOf("--check-tag");
  const [version = ""] = words.filter((word) => !word.startsWith("--"));
  const found =
    tagAt === -1 ? findObstacles(root, version) : [judgeTag(root, words[tagAt + 1] ?? "")];
  const problems = found.filter((problem) => problem !== null);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else if (tagAt === -1 && !words.includes("--dry-run")) release(root, version);
}
