// Builds the web page and the client's package into the folder named on the command line, and compresses every file once so
// that the server need not. Started by src/dashboard/web-build.ts and by `npm run build`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { packClient } from "../client/packaging/pack-client.ts";

const outDir = resolve(process.argv[2] ?? "web/dist/build");

await build({
  root: fileURLToPath(new URL(".", import.meta.url)),
  configFile: false,
  logLevel: "error",
  // Only what runs in the browser: nothing of the machine's environment gets in.
  envDir: false,
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir,
    emptyOutDir: true,
    target: "es2022",
    // Small files are not put into others as data: addresses; the policy allows none but pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

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
