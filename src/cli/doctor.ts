// `lodestone doctor`: checks everything a server needs on this machine, with the settings it would run with, and
// says how to fix what is wrong. Changes nothing, except that a missing store is created.
import type { Command } from "commander";
import { type Config, readConfig } from "../config.ts";
import { type Finding, findings } from "./doctor-checks.ts";
import { listProblems } from "./terminal.ts";

export function addDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("check versions, settings, ports, store, certificate, model and memory")
    .option("--json", "write the findings as JSON")
    .action(async (options: { json?: true }) => {
      const found = await examine();
      if (options.json) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
      else for (const finding of found) process.stdout.write(describe(finding));
      if (found.some(({ outcome }) => outcome === "fault")) process.exitCode = 1;
    });
}

type Named = Finding & { name: string };

async function examine(): Promise<Named[]> {
  const read = readConfig();
  if (!read.ok) {
    const advice = "Correct these settings (docs/settings.md) and run doctor again.";
    const found = listProblems(read.problems);
    return [{ name: "settings", outcome: "fault", found, advice }];
  }
  const named: Named[] = [{ name: "settings", outcome: "ok", found: "every setting can be used" }];
  for (const [name, find] of findings) named.push({ name, ...(await attempt(find, read.config)) });
  return named;
}

/** An unexpected error is a finding too. */
async function attempt(
  find: (config: Config) => Promise<Finding>,
  config: Config,
): Promise<Finding> {
  try {
    return await find(config);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return { outcome: "fault", found, advice: "Fix this and run doctor again." };
  }
}

const MARKS = { ok: "ok     ", warning: "warning", fault: "fault  " } as const;

function describe({ name, outcome, found, advice }: Named): string {
  const line = `${MARKS[outcome]}  ${name.padEnd(12)} ${found}\n`;
  return advice === undefined ? line : `${line}${" ".repeat(22)}→ ${advice}\n`;
}
