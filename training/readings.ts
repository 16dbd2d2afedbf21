// Runs texts through the real serving pipeline up to the models' raw answers and keeps those in a
// file, so that calibration can be tried again in seconds.
import { createHash } from "node:crypto";
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { type CorpusRow, unitOffsets } from "../evaluation/corpus-rows.ts";
import { type Manifest, readJson } from "../src/detector/model-files.ts";
import { startPool } from "../src/detector/pool.ts";
import type { Reading } from "../src/detector/reader.ts";
import { disableTelemetry } from "../src/inference/inference.ts";

/** What is kept of a reading: enough for every document and segment feature. */
export type StoredReading = {
  words: number;
  language: string;
  isMixedLanguage: boolean;
  windows: Reading["windows"];
  ngramLogit: number;
  /** Token logits × 256 as 16-bit numbers in base64. */
  tokenLogits: string;
  /** Prose segments: first and last token, words, and offsets in the input. */
  segments: { from: number; to: number; words: number; start: number; end: number }[];
};

/** A corpus row with its reading instead of its text; label spans count UTF-16 units here. */
export type ReadRow = Omit<CorpusRow, "text"> & { reading: StoredReading };

export type ReadingOptions = {
  modelDir: string;
  workDir: string;
  workers: number;
  /** The corpus that the rows come from. */
  corpus: string;
};

/** Reads all rows, or takes them from the file of an earlier run with the same models and code. */
export async function readAll(
  name: string,
  rows: AsyncIterable<CorpusRow>,
  options: ReadingOptions,
): Promise<ReadRow[]> {
  const folder = join(options.workDir, "readings", await readingKey(options));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.jsonl`);
  if (existsSync(path)) return loadRows(path);

  disableTelemetry();
  const pool = startPool<StoredReading>({
    size: options.workers,
    queueMax: Number.POSITIVE_INFINITY,
    isLong: () => false,
    startWorker: () =>
      new Worker(new URL("./reading-worker.ts", import.meta.url), {
        workerData: { modelDir: options.modelDir },
      }),
  });
  await pool.ready;
  const running: Promise<ReadRow>[] = [];
  const done: ReadRow[] = [];
  for await (const row of rows) {
    const { text, ...rest } = row;
    if (rest.sentence_labels !== undefined) {
      const units = unitOffsets(text);
      const at = (point: number): number => units[point] ?? text.length;
      rest.sentence_labels = rest.sentence_labels.map(([start, end, label]) => [
        at(start),
        at(end),
        label,
      ]);
    }
    running.push(pool.run(text).then((reading) => ({ ...rest, reading })));
    if (running.length >= 4 * options.workers)
      done.push(await (running.shift() as Promise<ReadRow>));
    if (done.length % 1000 === 999) console.error(`${name}: ${done.length + 1} texts read`);
  }
  done.push(...(await Promise.all(running)));
  await pool.close();
  writeFileSync(`${path}.part`, done.map((row) => `${JSON.stringify(row)}\n`).join(""));
  renameSync(`${path}.part`, path);
  return done;
}

async function loadRows(path: string): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const line of createInterface({ input: createReadStream(path) })) {
    rows.push(JSON.parse(line) as ReadRow);
  }
  return rows;
}

/** A name for everything that readings depend on: texts, models, windows, and the code between them. */
async function readingKey({ modelDir, corpus }: ReadingOptions): Promise<string> {
  const hash = createHash("sha256").update(await readFile(corpus));
  for (const name of ["encoder.onnx", "ngrams.json", "ngrams.bin", "tokenizer.json"]) {
    hash.update(await readFile(join(modelDir, name)));
  }
  const code = new Set<string>();
  for (const name of ["./reading-worker.ts", "./changed-texts.ts"]) {
    filesBehind(fileURLToPath(new URL(name, import.meta.url)), code);
  }
  for (const path of [...code].sort()) hash.update(readFileSync(path));
  const { window } = await readJson<Manifest>(modelDir, "manifest.json");
  hash.update(JSON.stringify(window));
  return hash.digest("hex").slice(0, 12);
}

/** Adds a source file and all that it imports of this project, types apart, by reading its imports. */
function filesBehind(path: string, found: Set<string>): void {
  if (found.has(path)) return;
  found.add(path);
  if (!path.endsWith(".ts")) return;
  for (const [, name = ""] of readFileSync(path, "utf8").matchAll(IMPORT)) {
    filesBehind(join(dirname(path), name), found);
  }
}

const IMPORT = /^(?:import|export) (?!type )[^;"]*from "(\.[^"]+)"/gm;

/** The stored form's token logits. */
export function unpackLogits(stored: StoredReading): Float32Array {
  const bytes = Buffer.from(stored.tokenLogits, "base64");
  const logits = new Float32Array(bytes.length / 2);
  for (let i = 0; i < logits.length; i++) logits[i] = bytes.readInt16LE(2 * i) / 256;
  return logits;
}
