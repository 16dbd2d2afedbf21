// `npm run mutation -- quota guard`: changes the code of these groups (all without a name) one place
// at a time and sees whether their tests notice. What was judged before and has not changed since is
// not run again. --only FILE takes one file of the group, --concurrency N that many mutants at once;
// --write puts the table of everything that has been run so far into bench/RESULTS.md.
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeMachine, writeSection } from "../../evaluation/results.ts";
import { installPackages } from "../tools.ts";
import { groups } from "./groups.ts";

const folder = "var/mutation";
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: "boolean" },
    only: { type: "string" },
    concurrency: { type: "string", default: "1" },
  },
});
const chosen = positionals.length > 0 ? positionals : values.write ? [] : Object.keys(groups);
if (chosen.length > 0) installPackages();
mkdirSync(folder, { recursive: true });
for (const name of chosen) {
  const group = groups[name];
  if (!group) throw new Error(`There is no group "${name}": ${Object.keys(groups).join(", ")}`);
  const files = values.only === undefined ? group.mutate : [values.only];
  for (const file of files) {
    if (mutate(name, group.timeoutMS, file) !== 0) process.exitCode = 1;
  }
}
if (values.write) writeSection("mutation", describeAll());

/** One file at a time: a run that is stopped loses one file and not all of them. */
function mutate(group: string, timeoutMS: number, file: string): number {
  // The state of a stopped run lets the next one continue; it is not a result.
  const incrementalFile = `${reportOf(file)}.incremental`;
  const options = { mutate: file, incrementalFile, timeoutMS, concurrency: values.concurrency };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`]);
  const { status } = spawnSync(
    "tools/node_modules/.bin/stryker",
    ["run", "--incremental", ...words],
    {
      stdio: "inherit",
      env: {
        ...process.env,
        MUTATION_GROUP: group,
        // Thousands of stores are opened and closed; a disk would make each wait for its writes.
        ...(existsSync("/dev/shm") ? { TMPDIR: "/dev/shm" } : {}),
      },
    },
  );
  if (status === 0) copyFileSync(incrementalFile, reportOf(file));
  return status ?? 1;
}

function reportOf(file: string): string {
  return `${folder}/${file.replaceAll("/", ".")}.json`;
}

type Report = { files: Record<string, { mutants: { status: string }[] }> };

function describeAll(): string {
  const rows: string[] = [];
  const missing: string[] = [];
  for (const [name, { mutate }] of Object.entries(groups)) {
    for (const file of mutate) {
      if (!existsSync(reportOf(file))) {
        missing.push(`\`${file}\``);
        continue;
      }
      const report = JSON.parse(readFileSync(reportOf(file), "utf8")) as Report;
      const all = (report.files[file]?.mutants ?? []).map(({ status }) => status);
      const count = (...states: string[]) => all.filter((state) => states.includes(state)).length;
      // Mutants that can't run at all say nothing about the tests.
      const hanging = count("Timeout");
      const noticed = count("Killed") + hanging;
      const missed = count("Survived", "NoCoverage");
      const score = (100 * noticed) / (noticed + missed);
      rows.push(
        `| ${name} | \`${file}\` | ${noticed + missed} | ${noticed} | ${hanging} | ${missed} | ${score.toFixed(1)} % | ${score >= 80 ? "met" : "missed"} |`,
      );
    }
  }
  return `## Mutation testing

\`npm run mutation\` (hours), or a group alone: \`npm run mutation -- quota\`; the table: \`npm run mutation -- --write\` — ${describeMachine()}; Stryker with vitest. Each mutant is one small change to the code, noticed when a test fails or hangs. Bar: 80 % of each file. What was not noticed stands in [test/mutation/survivors.md](../test/mutation/survivors.md), with the reason.

| group | file | mutants | noticed | of these hanging | not noticed | score | bar |
|---|---|---|---|---|---|---|---|
${rows.join("\n")}${missing.length === 0 ? "" : `\n\nNot run to its end yet: ${missing.join(", ")}.`}`;
}
