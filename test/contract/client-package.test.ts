// The clients a server offers are installed from it, as the docs say, and work against it.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Program, startProgram } from "../program.ts";

const run = promisify(execFile);
const root = new URL("../../", import.meta.url).pathname;

let program: Program;
let folder: string;
beforeAll(async () => {
  // The directory alone: the clients are offered whatever else is.
  program = await startProgram({ SERVICES: "locations" });
  folder = mkdtempSync(join(tmpdir(), "lodestone-install-"));
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
});
afterAll(async () => {
  await program.stop();
  rmSync(folder, { recursive: true });
});

test("npm installs the server's own package, which asks the server", async () => {
  await run("npm", ["install", `${program.http}/client.tgz`], { cwd: folder });
  const installed = join(folder, "node_modules/@lodestone/client");
  const about = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  expect(about.version).toBe(JSON.parse(readFileSync(`${root}package.json`, "utf8")).version);
  expect(readFileSync(join(installed, "docs/install.md"), "utf8")).toContain("/client.tgz");
  writeFileSync(
    join(folder, "program.cjs"),
    `const { createClient } = require("@lodestone/client");
    createClient({ baseUrl: "${program.http}" }).locations.getStats().then(({ data }) => console.log(data.states));`,
  );
  const { stdout } = await run(process.execPath, [join(folder, "program.cjs")]);
  expect(stdout).toBe("36\n");
});

test("the Python client is offered as it lies in the project", async () => {
  const reply = await fetch(`${program.http}/lodestone.py`);
  expect(reply.headers.get("content-type")).toBe("text/x-python; charset=utf-8");
  expect(await reply.text()).toBe(readFileSync(join(root, "client/lodestone.py"), "utf8"));
});
