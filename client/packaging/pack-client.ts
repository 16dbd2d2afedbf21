// Makes the npm package of the client as it is published: modules, CommonJS and declarations, in one file
// that `npm install` and `npm publish` take.
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const client = fileURLToPath(new URL("..", import.meta.url));
const compiler = fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url));

const BUILDS = [
  ["tsconfig.json", "dist"],
  ["tsconfig.cjs.json", "dist/cjs"],
] as const;

/** Fills the folder with what an installed package holds. */
export async function buildClient(folder: string): Promise<void> {
  for (const [config, out] of BUILDS) {
    const words = [compiler, "-p", join(client, config), "--outDir", join(folder, out)];
    await run(process.execPath, words, { cwd: client });
  }
  // The package is one of modules; this says of the folder with the CommonJS build that it is not.
  writeFileSync(join(folder, "dist/cjs/package.json"), '{ "type": "commonjs" }\n');
  for (const name of ["package.json", "README.md", "LICENSE", "lodestone.py", "docs"]) {
    cpSync(join(client, name), join(folder, name), { recursive: true });
  }
}

if (import.meta.main) {
  const file = resolve(process.argv[2] ?? "lodestone-client.tgz");
  await packClient(file);
  process.stdout.write(`${file}\n`);
}

/** Writes the package to `file`. The same sources give the same bytes. */
export async function packClient(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-client-"));
  try {
    const sources = join(folder, "package");
    mkdirSync(sources);
    await buildClient(sources);
    const words = ["pack", sources, "--ignore-scripts", "--silent", "--pack-destination", folder];
    const { stdout } = await run("npm", words, { cwd: folder });
    cpSync(join(folder, stdout.trim()), `${file}.draft`);
    renameSync(`${file}.draft`, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
