// Builds the web page and the client's package into the folder named on the command line: an HTML file for each page, and
// every file compressed once so that the server need not. Started by src/dashboard/web-build.ts and by `npm run build`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { packClient } from "../client/packaging/pack-client.ts";

const MANIFEST = "manifest.json";
const outDir = resolve(process.argv[2] ?? "web/dist/build");

await build({
  root: fileURLToPath(new URL(".", import.meta.url)),
  configFile: false,
  logLevel: "error",
  // Only what runs in the browser: nothing of the machine's environment gets in.
  envDir: false,
  // Whatever NODE_ENV says: a development build is larger and names the source files with their folders.
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    // Small files are not put into others as data: addresses; the policy allows none but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: MANIFEST,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // What several pages share travels in two files: a request costs more than a few bytes too many.
          groups: [
            { name: "shared", test: isShared, minShareCount: 2, priority: 1 },
            { name: "result", test: /\/web\/pages\/check\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
writePages();

// Pages are worth having without it: a machine may have Node alone.
await packClient(join(outDir, "client.tgz")).catch((error: unknown) => {
  process.stderr.write(`The client's package could not be made: ${error}\n`);
});

for (const name of readdirSync(outDir, { recursive: true, encoding: "utf8" })) {
  if (!/\.(html|js|css|svg)$/.test(name)) continue;
  const path = join(outDir, name);
  const body = readFileSync(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params }));
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
}

/** All but the views of a result, which the check, files and history pages alone have in common. */
function isShared(id: string): boolean {
  const isOfResult = id.includes("/web/pages/check/") && !id.endsWith("/kept-work.ts");
  return /\/(?:web|client|preact)\//.test(id) && !isOfResult;
}

type Chunk = { file: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean };

/**
 * `keys.html` for `/keys`, and so on, and index.html for checking a text: what Vite wrote, with links to the files that
 * only this page needs. The browser then fetches them with the first script instead of after it has run.
 */
function writePages(): void {
  const index = readFileSync(join(outDir, "index.html"), "utf8");
  const chunks = JSON.parse(readFileSync(join(outDir, MANIFEST), "utf8")) as Record<string, Chunk>;
  for (const [source, { isDynamicEntry }] of Object.entries(chunks)) {
    const name = /^pages\/[\w-]+\/([\w-]+)-page\.tsx$/.exec(source)?.[1];
    if (name === undefined || isDynamicEntry !== true) continue;
    const links = filesOf(source, chunks)
      .map((file) => `/${file}`)
      .filter((path) => !index.includes(path))
      .map((path) =>
        path.endsWith(".css")
          ? `<link rel="stylesheet" href="${path}">`
          : `<link rel="modulepreload" href="${path}">`,
      );
    const page = index.replace("</head>", `${links.join("")}</head>`);
    writeFileSync(join(outDir, `${name === "check" ? "index" : name}.html`), page);
  }
}

/** The file of a chunk, with its styles and those of everything it imports. */
function filesOf(
  source: string,
  chunks: Readonly<Record<string, Chunk>>,
  seen = new Set<string>(),
): string[] {
  const chunk = chunks[source];
  if (chunk === undefined || seen.has(source)) return [];
  seen.add(source);
  const { file, css = [], imports = [] } = chunk;
  return [file, ...css, ...imports.flatMap((next) => filesOf(next, chunks, seen))];
}
