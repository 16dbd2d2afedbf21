// A command nobody can read about is a forgotten step: each has to be on one of the pages.
import { readdirSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { buildProgram } from "../../src/cli.ts";

const docs = new URL("../../docs/", import.meta.url);
const pages = readdirSync(docs)
  .filter((name) => name.endsWith(".md"))
  .map((name) => readFileSync(new URL(name, docs), "utf8"))
  .join("\n");

test.each(namesOf(buildProgram()))("the docs show `lodestone %s`", (name) => {
  const isShown = pages.includes(`lodestone ${name}`) || pages.includes(`\`${name}`);
  expect(isShown).toBe(true);
});

/** The words of every command that does something by itself. */
function namesOf(program: Command): string[] {
  return program.commands.flatMap((command) => {
    const inside = namesOf(command).map((name) => `${command.name()} ${name}`);
    const isGroup = inside.length > 0 && command.registeredArguments.length === 0;
    return isGroup ? inside : [command.name(), ...inside];
  });
}
