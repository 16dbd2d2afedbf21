// Builds the package as it would be published and installs it in a folder of its own.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildClient } from "../packaging/pack-client.ts";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

export type Consumer = {
  folder: string;
  /** Where the installed package lies. */
  installed: string;
  /** What the compiler says about these files, which are written first; nothing when all is well. */
  compile(files: Record<string, string>, options: object): string;
};

export async function installBuiltPackage(): Promise<Consumer> {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-consumer-"));
  const installed = join(folder, "node_modules/@lodestone/client");
  mkdirSync(installed, { recursive: true });
  await buildClient(installed);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  return {
    folder,
    installed,
    compile(files, options) {
      for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
      const compilerOptions = {
        target: "es2022",
        lib: ["es2022", "dom", "dom.iterable"],
        module: "nodenext",
        types: [],
        typeRoots: [join(modules, "@types")],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        verbatimModuleSyntax: true,
        erasableSyntaxOnly: true,
        noEmit: true,
        ...options,
      };
      const config = { compilerOptions, files: Object.keys(files) };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
      return runCompiler(["-p", folder], folder);
    },
  };
}

function runCompiler(words: string[], cwd: string): string {
  const compiler = join(modules, "typescript/bin/tsc");
  const { status, stdout, error } = spawnSync(compiler, words, { cwd, encoding: "utf8" });
  if (error) throw error;
  return status === 0 ? "" : stdout || `The compiler ended with ${status}.`;
}
