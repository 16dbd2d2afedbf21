// Every command of README and docs is run as written, beside a running server, and what it prints is compared
// with what the page shows. A page's blocks share one shell: variables and files carry over.
import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { type Program, startProgram } from "../program.ts";
import {
  type CommandBlock,
  findCommandBlocks,
  findUnmarkedCommands,
  isOutputShown,
} from "./command-blocks.ts";

const root = new URL("../../", import.meta.url).pathname;
const read = (page: string) => readFileSync(join(root, page), "utf8");
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
const PAGES = [
  "README.md",
  "SECURITY.md",
  ...markdownIn("docs"),
  "client/README.md",
  ...markdownIn("client/docs"),
];

describe("commands of the documentation", () => {
  let program: Program;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "lodestone-docs-"));
    program = await startProgram({ DATA_DIR: join(folder, "var"), WORKERS: "1" });
    furnish(folder);
  });
  afterAll(async () => {
    await program.stop();
    rmSync(folder, { recursive: true });
  });

  const withCommands = PAGES.filter((page) =>
    findCommandBlocks(read(page)).some(({ excuse }) => excuse === null),
  );

  // A page has some thirty commands, each a process of its own.
  const options = { timeout: 600_000 };
  test.each(withCommands)(
    "%s: every command runs and prints what is shown",
    options,
    async (page) => {
      const blocks = findCommandBlocks(read(page)).filter(({ excuse }) => excuse === null);
      const outputs = await runBlocks(page, blocks);
      for (const [at, { output, line }] of blocks.entries()) {
        const actual = outputs[at] ?? "";
        if (output === null || isOutputShown(output, actual)) continue;
        expect.fail(`${page}:${line} shows\n${output.text}\n\nbut it is\n${actual}`);
      }
    },
  );

  async function runBlocks(page: string, blocks: CommandBlock[]): Promise<string[]> {
    const outputs = mkdtempSync(join(folder, "outputs-"));
    const steps = blocks.map(
      ({ commands, line }, at) => `at=${line}\n{\n${settle(commands)}\n} > ${outputs}/${at}`,
    );
    const script = ["set -euo pipefail", `trap 'echo "${page}:$at failed" >&2' ERR`, ...steps];
    await promisify(execFile)("bash", ["-c", script.join("\n")], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HTTP_PORT: String(program.httpPort),
        HTTPS_PORT: String(program.httpsPort),
        WORKERS: "1",
      },
    });
    return blocks.map((_, at) => readFileSync(join(outputs, String(at)), "utf8"));
  }

  /** The ports of this run for the standard ones, and its folder for those of a whole machine. */
  function settle(commands: string): string {
    return commands
      .replaceAll(":8080", `:${program.httpPort}`)
      .replaceAll(":8443", `:${program.httpsPort}`)
      .replaceAll(" /backups/", ` ${folder}/backups/`);
  }
});

/** What the program's folder has, and no other files: a page may only name those. */
function furnish(folder: string): void {
  mkdirSync(join(folder, "backups"));
  for (const name of ["bin", "data", "examples"]) symlinkSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, "your-program.js"), "");
}

test("the examples are one essay in three formats, and texts that can be told apart", async () => {
  const { openFileReader } = await import("../../src/files/files.ts");
  const read = readConfig({});
  if (!read.ok) throw new Error(read.problems.join("\n"));
  const reader = openFileReader({ ...read.config, processes: 1, queueMax: 3 });
  try {
    const contents = await Promise.all(
      ["essay.txt", "essay.docx", "essay.pdf"].map(async (name) => {
        const bytes = readFileSync(join(root, "examples", name));
        const outcome = await reader.read(bytes, { name, type: "" });
        return outcome.ok ? outcome.content.trim() : name;
      }),
    );
    expect(contents[0]).toContain("counted gulls");
    expect(new Set(contents).size).toBe(1);
  } finally {
    await reader.close();
  }
  const lines = readFileSync(join(root, "examples/texts.jsonl"), "utf8").trim().split("\n");
  const texts = lines.map((line) => JSON.parse(line) as { id: string; text: string });
  expect(new Set(texts.map(({ id }) => id)).size).toBe(3);
  expect(texts.every(({ text }) => text.split(" ").length >= 40)).toBe(true);
});

test("no command stands in a block that is not run", () => {
  expect(
    PAGES.flatMap((page) => findUnmarkedCommands(read(page)).map((line) => `${page}: ${line}`)),
  ).toEqual([]);
});

describe("comparing outputs", () => {
  const page = (shown: string, language = "text") =>
    findCommandBlocks(`\`\`\`sh\necho\n\`\`\`\n\n\`\`\`${language}\n${shown}\n\`\`\`\n`)[0]
      ?.output ?? expect.fail();

  test("a difference is found, in text and in JSON", () => {
    expect(isOutputShown(page("id  name\n1   Pune"), "id name\n1 Pune\n")).toBe(true);
    expect(isOutputShown(page("id  name\n1   Pune"), "id name\n2 Pune\n")).toBe(false);
    expect(isOutputShown(page("id  name"), "id name\n2 Pune\n")).toBe(false);
    expect(isOutputShown(page('{"a": 1}', "json"), '{"a":2}')).toBe(false);
    expect(isOutputShown(page('{"a": 1}', "json"), '{"a":1,"b":2}')).toBe(false);
    expect(isOutputShown(page("[1]", "json"), "[1,2]")).toBe(false);
    expect(isOutputShown(page("[0.994, 2]", "json"), "[0.99441, 2]")).toBe(true);
    expect(isOutputShown(page("[0.994, 2]", "json"), "[0.99451, 2]")).toBe(false);
    expect(isOutputShown(page("[0.994, 2]", "json"), "[0.99441, 2.1]")).toBe(false);
  });

  test("what is left open may be anything, and no more than that", () => {
    expect(isOutputShown(page("a … c\n…\nend"), "a b c\nx\ny\nend\n")).toBe(true);
    expect(isOutputShown(page("a … c\n…\nend"), "a b d\nx\ny\nend\n")).toBe(false);
    expect(
      isOutputShown(page('{"a": "…", "b": [1, "…"], "…": "…"}', "json"), '{"a":7,"b":[1,2],"c":3}'),
    ).toBe(true);
    expect(isOutputShown(page('{"a": "…", "…": "…"}', "json"), '{"b":7}')).toBe(false);
    expect(isOutputShown(page('"2026-01-01T00:00:00"', "json"), '"2027-02-03T10:20:30"')).toBe(
      true,
    );
    expect(isOutputShown(page('"2026-01-01T00:00:00"', "json"), '"soon"')).toBe(false);
  });
});
