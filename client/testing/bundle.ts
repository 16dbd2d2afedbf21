// Bundles a program for browsers as a page would have it: minified, with what it uses and no more.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Rolldown } from "vite";

/** The bundle of a program in `folder`, where its packages are installed. */
export async function bundle(folder: string, code: string): Promise<string> {
  const input = join(folder, "entry.js");
  writeFileSync(input, code);
  const result = (await build({
    root: folder,
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: true,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input, preserveEntrySignatures: "strict" },
    },
  })) as Rolldown.RolldownOutput;
  return result.output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("");
}
