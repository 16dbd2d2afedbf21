// Trains the rewriter's preference model on texts by people and by machines, among them human originals
// beside machine-polished versions, and writes models/rewriter/preference.bin. Groups whose fold is odd
// are left out: the benchmark's judge is trained on those (bench/rewriter-judge.ts).
//
//   node training/rewriter-preference.ts [CORPORA] [--models models]

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type CorpusRow, readRows } from "../evaluation/corpus-rows.ts";
import { foldOf } from "../evaluation/row-splits.ts";
import { countFeatures, damped } from "../src/rewriter/preference.ts";

/** Sources that hold an original and what machines made of it. */
const SOURCES: ReadonlySet<string> = new Set(["hppt", "imbd", "raidar", "l2r"]);

const BUCKETS = 1 << 18;
const EPOCHS = 8;
const RATE = 1;
const DECAY = 1e-5;
const PER_SOURCE_AND_CLASS_MAX = 4000;
const CHARACTERS_MAX = 4000;
const PER_GROUP_AND_CLASS_MAX = 4;
const WORDS_MIN = 40;

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { models: { type: "string", default: "models" } },
  });
  const [corpora = "../shared/data/detector"] = positionals;
  const examples = shuffle(await readExamples(corpora));
  const held = examples.filter((_, i) => i % 20 === 0);
  const train = examples.filter((_, i) => i % 20 !== 0);
  const weights = fit(train);
  console.log(
    `${train.length} texts; held out: ${(100 * accuracy(held, weights)).toFixed(1)} % right`,
  );
  const file = quantise(weights);
  const folder = join(values.models, "rewriter");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "preference.bin"), file);
  console.log(`preference.bin: ${file.length} bytes`);
}

type Example = { buckets: Uint32Array; values: Float32Array; isAi: boolean };

async function readExamples(corpora: string): Promise<Example[]> {
  const files = readdirSync(corpora).filter((name) =>
    /^train-(?:core|mixed)-\d+\.jsonl\.xz$/.test(name),
  );
  const seen = new Map<string, number>();
  const taken = new Map<string, number>();
  const examples: Example[] = [];
  for (const file of files.sort()) {
    for await (const row of readRows(join(corpora, file))) {
      if (row.lang !== "en" || row.mixed === true || foldOf(row.group, 2) === 1) continue;
      if (row.words < WORDS_MIN || row.attack !== undefined) continue;
      const sort = `${row.source} ${row.label}`;
      const inSort = taken.get(sort) ?? 0;
      const inGroup = seen.get(`${row.group} ${row.label}`) ?? 0;
      // Pairs on one topic tell style from topic; more of them are read.
      const sortMax = PER_SOURCE_AND_CLASS_MAX * (SOURCES.has(row.source) ? 3 : 1);
      if (inSort >= sortMax || inGroup >= PER_GROUP_AND_CLASS_MAX) continue;
      taken.set(sort, inSort + 1);
      seen.set(`${row.group} ${row.label}`, inGroup + 1);
      examples.push(exampleOf(row));
    }
  }
  const ai = examples.filter(({ isAi }) => isAi);
  const human = examples.filter(({ isAi }) => !isAi);
  console.log(`${human.length} texts by people, ${ai.length} by machines`);
  const count = Math.min(ai.length, human.length);
  return [...shuffle(human).slice(0, count), ...shuffle(ai).slice(0, count)];
}

function exampleOf({ text, label }: CorpusRow): Example {
  const counts = countFeatures(text.slice(0, CHARACTERS_MAX), BUCKETS);
  const values = Float32Array.from(counts.values(), damped);
  const norm = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return {
    buckets: Uint32Array.from(counts.keys()),
    values: values.map((value) => value / norm),
    isAi: label === "ai",
  };
}

/** Logistic regression; the weights are the mean over the epochs. */
function fit(examples: readonly Example[]): Float64Array {
  const weights = new Float64Array(BUCKETS);
  const sums = new Float64Array(BUCKETS);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = RATE / (1 + epoch);
    for (const example of examples) {
      const step = rate * ((example.isAi ? 1 : 0) - 1 / (1 + Math.exp(-logitOf(example, weights))));
      const { buckets, values } = example;
      for (let i = 0; i < buckets.length; i++) {
        const bucket = buckets[i] ?? 0;
        weights[bucket] = (weights[bucket] ?? 0) * (1 - DECAY) + step * (values[i] ?? 0);
      }
    }
    for (let i = 0; i < BUCKETS; i++) sums[i] = (sums[i] ?? 0) + (weights[i] ?? 0);
  }
  return sums.map((sum) => sum / EPOCHS);
}

function logitOf({ buckets, values }: Example, weights: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < buckets.length; i++)
    sum += (weights[buckets[i] ?? 0] ?? 0) * (values[i] ?? 0);
  return sum;
}

function accuracy(examples: readonly Example[], weights: Float64Array): number {
  const right = examples.filter((example) => logitOf(example, weights) > 0 === example.isAi).length;
  return right / examples.length;
}

function quantise(weights: Float64Array): Uint8Array {
  // The few largest weights are clipped, so that the many small ones keep their steps.
  const sizes = Float64Array.from(weights, Math.abs).sort();
  const limit = sizes[Math.floor(sizes.length * 0.9995)] ?? 1;
  const scale = limit / 127;
  const file = new Uint8Array(4 + weights.length);
  new DataView(file.buffer).setFloat32(0, scale, true);
  const steps = new Int8Array(file.buffer, 4);
  weights.forEach((weight, i) => {
    steps[i] = Math.max(-127, Math.min(127, Math.round(weight / scale)));
  });
  return file;
}

function shuffle<Item>(items: Item[]): Item[] {
  let state = 11;
  for (let i = items.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const j = state % (i + 1);
    const held = items[i] as Item;
    items[i] = items[j] as Item;
    items[j] = held;
  }
  return items;
}
