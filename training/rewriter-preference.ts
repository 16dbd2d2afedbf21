// Trains the rewriter's sentence-preference model on human originals and machine-polished versions of
// them, and writes models/rewriter/preference.bin. Groups whose fold is odd are left out: the benchmark's
// judge is trained on those (bench/rewriter-judge.ts).
//
//   node training/rewriter-preference.ts [CORPORA]
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { segmentText } from "../src/detector/detector.ts";
import { featuresOf } from "../src/rewriter/preference.ts";
import { readRows } from "./corpus-rows.ts";

export const SOURCES: ReadonlySet<string> = new Set(["hppt", "imbd", "raidar", "l2r"]);

/** Documents on one prompt or one original share a fold. */
export function foldOf(group: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < group.length; i++) value = Math.imul(value ^ group.charCodeAt(i), 0x01000193);
  return (value >>> 8) & 1;
}

const BUCKETS = 1 << 16;
const EPOCHS = 4;
const RATE = 0.08;
const DECAY = 2e-6;
const SENTENCES_MAX = 8;
const AI_PER_GROUP_MAX = 2;

if (import.meta.main) {
  const corpora = process.argv[2] ?? "../shared/data/detector";
  const examples = await readExamples(corpora);
  const held = examples.filter((_, i) => i % 20 === 0);
  const train = examples.filter((_, i) => i % 20 !== 0);
  const weights = fit(train);
  console.log(
    `${train.length} sentences; held out: ${(100 * accuracy(held, weights)).toFixed(1)} % right`,
  );
  const file = quantise(weights);
  mkdirSync("models/rewriter", { recursive: true });
  writeFileSync("models/rewriter/preference.bin", file);
  console.log(`models/rewriter/preference.bin: ${file.length} bytes`);
}

type Example = { features: Int32Array; isAi: boolean };

async function readExamples(corpora: string): Promise<Example[]> {
  const files = readdirSync(corpora).filter((name) =>
    /^train-(?:core|mixed)-\d+\.jsonl\.xz$/.test(name),
  );
  const seen = new Map<string, number>();
  const human: Example[] = [];
  const ai: Example[] = [];
  for (const file of files.sort()) {
    for await (const row of readRows(join(corpora, file))) {
      if (row.lang !== "en" || !SOURCES.has(row.source) || foldOf(row.group) === 1) continue;
      if (row.label === "ai") {
        const count = seen.get(row.group) ?? 0;
        if (count >= AI_PER_GROUP_MAX) continue;
        seen.set(row.group, count + 1);
      }
      const sentences = segmentText(row.text).segments.filter(({ kind }) => kind === "sentence");
      for (const { start, end } of sentences.slice(0, SENTENCES_MAX)) {
        const features = Int32Array.from(featuresOf(row.text.slice(start, end), BUCKETS));
        if (features.length < 12) continue;
        (row.label === "ai" ? ai : human).push({ features, isAi: row.label === "ai" });
      }
    }
  }
  // As many of one kind as of the other, mixed by a fixed order.
  const count = Math.min(ai.length, human.length);
  console.log(`${human.length} human and ${ai.length} polished sentences`);
  return shuffle([...shuffle(human).slice(0, count), ...shuffle(ai).slice(0, count)]);
}

function fit(examples: readonly Example[]): Float64Array {
  const weights = new Float64Array(BUCKETS);
  const sums = new Float64Array(BUCKETS);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const rate = RATE / (1 + epoch);
    for (const { features, isAi } of examples) {
      let logit = 0;
      for (const bucket of features) logit += weights[bucket] ?? 0;
      const step =
        (rate * ((isAi ? 1 : 0) - 1 / (1 + Math.exp(-logit)))) / Math.sqrt(features.length);
      for (const bucket of features) {
        weights[bucket] = (weights[bucket] ?? 0) * (1 - DECAY) + step;
      }
    }
    for (let i = 0; i < BUCKETS; i++) sums[i] = (sums[i] ?? 0) + (weights[i] ?? 0);
  }
  return sums.map((sum) => sum / EPOCHS);
}

function accuracy(examples: readonly Example[], weights: Float64Array): number {
  let right = 0;
  for (const { features, isAi } of examples) {
    let logit = 0;
    for (const bucket of features) logit += weights[bucket] ?? 0;
    if (logit > 0 === isAi) right++;
  }
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
