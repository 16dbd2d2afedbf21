// Each benchmark owns one section of bench/RESULTS.md between two marks and leaves the others alone.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";

const file = new URL("../bench/RESULTS.md", import.meta.url);
const HEAD = `# Results

Every figure comes from a benchmark in this folder; the command above each table repeats it.
Machines differ and are noisy: read the ratios, which compare things measured in one run, in turns.
`;

export function writeSection(name: string, text: string): void {
  const open = `<!-- ${name} -->`;
  const close = `<!-- /${name} -->`;
  let page = HEAD;
  try {
    page = readFileSync(file, "utf8");
  } catch {
    // The first benchmark makes the page.
  }
  const section = `${open}\n${text.trim()}\n${close}`;
  const from = page.indexOf(open);
  const to = page.indexOf(close);
  const next =
    from === -1 || to === -1
      ? `${page.trimEnd()}\n\n${section}\n`
      : page.slice(0, from) + section + page.slice(to + close.length);
  writeFileSync(file, next);
}

/** One line on where and when a section was measured. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  let revision = "";
  try {
    revision = `, commit ${execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim()}`;
  } catch {
    // Outside a checkout there is no commit to name.
  }
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${process.arch}, ${model}, ${availableParallelism()} cores, Node ${process.versions.node}${revision}`;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
