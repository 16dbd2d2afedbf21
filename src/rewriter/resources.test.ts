import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { RELEASED_MODELS } from "../release.ts";
import { checkRewriterFiles, openResources } from "./resources.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder with the released manifest and links to the released files, but for one of them. */
function buildFolder(name: string, content: string | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-rewriter-"));
  folders.push(folder);
  cpSync(join(RELEASED_MODELS, "manifest.json"), join(folder, "manifest.json"));
  cpSync(join(RELEASED_MODELS, "rewriter"), join(folder, "rewriter"), { recursive: true });
  rmSync(join(folder, name));
  if (content !== undefined) writeFileSync(join(folder, name), content);
  return folder;
}

test("the released folder has every file, and its manifest names them", () => {
  expect(() => checkRewriterFiles(RELEASED_MODELS)).not.toThrow();
});

test("a file that is missing is named", () => {
  const folder = buildFolder("rewriter/cloze.bin", undefined);
  expect(() => checkRewriterFiles(folder)).toThrow(
    `${join(folder, "rewriter/cloze.bin")} cannot be read`,
  );
});

test("a manifest that names no checksum of a file is refused", () => {
  const folder = buildFolder("manifest.json", JSON.stringify({ version: "v1.0", files: {} }));
  expect(() => checkRewriterFiles(folder)).toThrow("manifest.json names no checksum of");
});

test("a file that is not the one of the manifest is refused when it is read", () => {
  const folder = buildFolder("rewriter/known-words.bin", "no words");
  expect(() => openResources(folder).lexicon()).toThrow(
    `${join(folder, "rewriter/known-words.bin")} is not the released file`,
  );
});
