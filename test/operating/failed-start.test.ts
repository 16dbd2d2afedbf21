// A start that fails leaves nothing open: the next one may come from the same process.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { startProgram } from "../program.ts";

test("a start that finds its port taken closes the store and what else it had opened", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "lodestone-"));
  const modelDir = await buildTinyModel();
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  const env = { DATA_DIR: dataDir, MODEL_DIR: modelDir, WORKERS: "1" };
  await expect(startProgram({ ...env, HTTPS_PORT: String(port) })).rejects.toThrow("EADDRINUSE");
  // SQLite keeps its write-ahead log beside the database for as long as anybody has it open.
  const left = readdirSync(dataDir).filter((name) => name.startsWith("lodestone.db"));
  expect(left.sort()).toEqual(["lodestone.db", "lodestone.db.exists"]);

  taken.close();
  const program = await startProgram(env);
  await program.stop();
  expect(readdirSync(dataDir).filter((name) => name.startsWith("lodestone.db"))).toEqual(left);
  for (const folder of [dataDir, modelDir]) rmSync(folder, { recursive: true });
});
