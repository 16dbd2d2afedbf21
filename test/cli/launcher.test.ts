// The command as the README has it typed: `npx lodestone` runs the file itself, so that it has to be executable.
import { execFileSync } from "node:child_process";
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
