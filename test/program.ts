// Starts the whole program for a test: real store, real ports on loopback, data in a folder that is
// removed again.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../src/config.ts";
import { createLog } from "../src/http/http.ts";
import { start } from "../src/main.ts";

export type Program = {
  /** Base addresses without a slash at the end. */
  http: string;
  https: string;
  httpPort: number;
  httpsPort: number;
  /** The local authority's certificate, to be trusted by the test's requests. */
  ca: string;
  dataDir: string;
  env: Record<string, string>;
  stop(): Promise<void>;
};

export async function startProgram(overrides: Record<string, string> = {}): Promise<Program> {
  const dataDir = overrides.DATA_DIR ?? mkdtempSync(join(tmpdir(), "lodestone-"));
  const env = {
    HTTP_PORT: "0",
    HTTPS_PORT: "0",
    LOG_LEVEL: "silent",
    ...overrides,
    DATA_DIR: dataDir,
  };
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.problems.join("\n"));
  const running = await start(read.config, createLog({ level: read.config.logLevel }));
  return {
    http: `http://127.0.0.1:${running.httpPort}`,
    https: `https://127.0.0.1:${running.httpsPort}`,
    httpPort: running.httpPort,
    httpsPort: running.httpsPort,
    ca: running.caFile === null ? "" : readFileSync(running.caFile, "utf8"),
    dataDir,
    env,
    async stop() {
      await running.stop();
      if (overrides.DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
