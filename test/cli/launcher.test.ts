// The command as the README has it typed: `npx lodestone` runs the file itself, so that it has to be executable.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("npx lodestone starts the command line of a checkout", () => {
  const help = execFileSync("npx", ["--no-install", "lodestone", "--help"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(help).toContain("Usage: lodestone");
});

/** `lodestone --version` with a folder for compiled code. */
function startWith(folder: string): string {
  const launcher = fileURLToPath(new URL("../../bin/lodestone.js", import.meta.url));
  return execFileSync(process.execPath, [launcher, "--version"], {
    cwd: root,
    encoding: "utf8",
    env: { NODE_COMPILE_CACHE: folder },
  });
}

test("compiled code is kept for the next start", () => {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-compiled-"));
  try {
    expect(startWith(folder)).toMatch(/^\d+\.\d+\.\d+/);
    expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(10);
    expect(startWith(folder)).toMatch(/^\d+\.\d+\.\d+/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a folder that cannot be written stops nothing", () => {
  expect(startWith("/dev/null/compiled")).toMatch(/^\d+\.\d+\.\d+/);
});

test("asking for help loads no database, server or model", () => {
  const script = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({
      resolve(name, context, next) {
        const found = next(name, context);
        loaded.push(found.url);
        return found;
      },
    });
    const { main } = await import("./src/cli.ts");
    await main(["--help"]);
    process.stdout.write("\\n" + JSON.stringify(loaded));
  `;
  const words = ["--input-type=module", "-e", script];
  const output = execFileSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  const loaded = JSON.parse(output.slice(output.lastIndexOf("\n"))) as string[];
  const packages = new Set(loaded.map((url) => /.*\/node_modules\/([^/]+)\//.exec(url)?.[1]));
  expect(packages).toContain("commander");
  const heavy = ["better-sqlite3", "fastify", "kysely", "onnxruntime-node", "pg", "redis"];
  expect(heavy.filter((name) => packages.has(name))).toEqual([]);
});
