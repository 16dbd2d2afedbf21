// What two outside linters say of an OpenAPI document. They run in a process of their own: they hold up an event loop
// for seconds, and their packages are not part of `npm ci`.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { toolsDir } from "../tools.ts";

export async function lintDocument(
  linter: "redocly" | "spectral",
  document: object,
): Promise<string[]> {
  const child = spawn(process.execPath, [join(toolsDir, "lint-openapi.mjs"), linter], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(document));
  return JSON.parse(await text(child.stdout)) as string[];
}
