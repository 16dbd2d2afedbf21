// A command nobody can read about is a forgotten step: each has to be on one of the pages.
import { execFileSync } from "node:child_process";
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
  const isShown = [`lodestone ${name}`, `lodestone.js ${name}`, `\`${name}`].some((text) =>
    pages.includes(text),
  );
  expect(isShown).toBe(true);
});

/** A package runner that finds no program of that name in the folder fetches one from the public registry, where the
 * name is anybody's. */
const BY_NAME =
  / (?:npx|bunx|(?:npm|pnpm|yarn) (?:exec|x|dlx))(?: args)?(?: (?!--no\b)-\S+)* lodestone\b/;

function startsByName(text: string): boolean {
  return BY_NAME.test(` ${text.replace(/["'`,:[\]\s]+/g, " ")}`);
}

test("nothing that people read or run starts lodestone by its bare name from a registry", () => {
  const root = new URL("../../", import.meta.url);
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => /\.(?:md|tsx?|html|ya?ml|json|py|service|conf)$|Dockerfile$/.test(file))
    .filter((file) => !file.startsWith("test/") && !/lock\.json$|^(?:bench|training)\//.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => startsByName(readFileSync(new URL(file, root), "utf8")));
  expect(found).toEqual([]);
});

test.each([
  ["npx lodestone detect", true],
  ["npx -y lodestone detect", true],
  ["npm exec -- lodestone", true],
  ["pnpm dlx lodestone mcp", true],
  ['"command": "npx", "args": ["lodestone", "mcp"]', true],
  ['"command": "npx", "args": ["-y", "lodestone"]', true],
  ["npx --no-install lodestone detect", false],
  ["npm exec --no -- lodestone detect", false],
  ["node bin/lodestone.js detect", false],
])("whether %j names a package is told: %s", (command, isByName) => {
  expect(startsByName(command)).toBe(isByName);
});

/** The words of every command that does something by itself. */
function namesOf(program: Command): string[] {
  return program.commands.flatMap((command) => {
    const inside = namesOf(command).map((name) => `${command.name()} ${name}`);
    const isGroup = inside.length > 0 && command.registeredArguments.length === 0;
    return isGroup ? inside : [command.name(), ...inside];
  });
}
