import { readdirSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { checkModelFiles, type Manifest } from "./model-files.ts";

const RELEASED = new URL("../../models/", import.meta.url).pathname;

test("the released manifest has the checksum of every file in rewriter/, and all checksums are right", async () => {
  const { files } = await checkModelFiles(RELEASED);
  const learnt = readdirSync(join(RELEASED, "rewriter")).map((name) => `rewriter/${name}`);
  expect(Object.keys(files), "run training/manifest.py").toEqual(expect.arrayContaining(learnt));
});

test("a changed file of the rewriter is refused by name", async () => {
  const folder = await buildTinyModel();
  const file = join(folder, "manifest.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  const files = { ...manifest.files, "rewriter/known-words.bin": "0".repeat(64) };
  await writeFile(file, JSON.stringify({ ...manifest, files }));
  await expect(checkModelFiles(folder)).rejects.toThrow("known-words.bin is not the released file");
  await rm(folder, { recursive: true });
});
