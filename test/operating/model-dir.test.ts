// MODEL_DIR governs every model file: a server that is given another folder takes the detector's and the rewriter's
// files from there, and doesn't start when one is missing.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { RELEASED_MODELS } from "../../src/release.ts";
import { call, FORM, form, makeKey, openAccounts } from "../contract/v1.ts";
import { startProgram } from "../program.ts";

const cleaning: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).toReversed()) await clean();
});

function copyModels(): string {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-models-"));
  cleaning.push(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(RELEASED_MODELS, folder, { recursive: true });
  return folder;
}

/** A text that the rewriter changes. */
const readStiffText = () =>
  readFileSync(new URL("../../examples/essay.txt", import.meta.url), "utf8");

async function rewriteOn(modelDir: string) {
  const program = await startProgram({ MODEL_DIR: modelDir, WORKERS: "1" });
  cleaning.push(() => program.stop());
  const { accounts, close } = await openAccounts(program);
  cleaning.push(close);
  const { key } = await makeKey(accounts);
  const headers = { "x-api-key": key, origin: "https://example.com", "content-type": FORM };
  return call(program, { path: "/v1/regenerate", headers, body: form(readStiffText()) });
}

test("a server with another MODEL_DIR takes the detector's and the rewriter's files from there", async () => {
  const modelDir = copyModels();
  const manifest = JSON.parse(readFileSync(join(modelDir, "manifest.json"), "utf8"));
  writeFileSync(join(modelDir, "manifest.json"), JSON.stringify({ ...manifest, version: "v77.0" }));
  const released = await rewriteOn(RELEASED_MODELS);
  expect(released.body).toMatchObject({ regenerated: true });
  const copied = await rewriteOn(modelDir);
  expect(copied.body).toEqual({ ...released.body, model_version: "v77.0" });

  // Only the network in this folder is damaged, and only a server with this folder refuses to start.
  for (const name of ["encoder.onnx", "rewriter/cloze.bin"]) {
    const file = join(modelDir, name);
    const released = readFileSync(file);
    writeFileSync(file, "no network");
    await expect(rewriteOn(modelDir)).rejects.toThrow(`${file} is not the released file`);
    writeFileSync(file, released);
  }
});

test.each(["rewriter/edit-judge.bin", "encoder.onnx"])(
  "a server doesn't start when %s is missing in MODEL_DIR, and names the file",
  async (name) => {
    const modelDir = copyModels();
    rmSync(join(modelDir, name));
    await expect(startProgram({ MODEL_DIR: modelDir, WORKERS: "1" })).rejects.toThrow(
      `${join(modelDir, name)} cannot be read`,
    );
  },
);

test("a folder without a model is refused with the other settings", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-models-"));
  cleaning.push(() => rmSync(folder, { recursive: true, force: true }));
  await expect(startProgram({ MODEL_DIR: folder })).rejects.toThrow(
    "MODEL_DIR must be a folder with a manifest.json",
  );
});
