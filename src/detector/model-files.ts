// The released model's folder: what its manifest says, and that every file is the one it names.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { WindowSettings } from "./windows.ts";

export type Manifest = {
  /** "v<major>.<minor>". */
  readonly version: string;
  readonly window: WindowSettings;
  /** SHA-256 of each file by its name. */
  readonly files: Readonly<Record<string, string>>;
};

/** The files a detector needs; the others (card, golden scores) are for people and tests. */
export const RUN_TIME_FILES = [
  "tokenizer.json",
  "encoder.onnx",
  "ngrams.json",
  "ngrams.bin",
  "calibration.json",
] as const;

/** What explanations quote; a model without them gives shorter explanations. */
export const EXPLANATION_FILES = ["phrases.json", "phrases.bin"] as const;

/** Reads the manifest and checks every file it lists, the rewriter's too; throws naming what is wrong. */
export async function checkModelFiles(folder: string): Promise<Manifest> {
  const manifest = await readJson<Manifest>(folder, "manifest.json");
  for (const name of new Set([...RUN_TIME_FILES, ...Object.keys(manifest.files)])) {
    const expected = manifest.files[name];
    if (expected === undefined)
      throw new Error(`model: manifest.json names no checksum of ${name}`);
    await checkModelFile(join(folder, name), expected);
  }
  return manifest;
}

/** Throws unless a file has this SHA-256. It is read piece by piece, so that no network is held in memory twice. */
export async function checkModelFile(file: string, expected: string | undefined): Promise<void> {
  const hash = createHash("sha256");
  try {
    for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 }))
      hash.update(piece as Buffer);
  } catch (cause) {
    throw new Error(`model: ${file} cannot be read`, { cause });
  }
  if (hash.digest("hex") !== expected) throw new Error(`model: ${file} is not the released file`);
}

export async function readJson<T>(folder: string, name: string): Promise<T> {
  const bytes = await readModelFile(folder, name);
  try {
    return JSON.parse(bytes.toString("utf8")) as T;
  } catch (cause) {
    throw new Error(`model: ${join(folder, name)} is not JSON`, { cause });
  }
}

export async function readModelFile(folder: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, name));
  } catch (cause) {
    throw new Error(`model: ${join(folder, name)} cannot be read`, { cause });
  }
}
