// Teaches the judge of cuts (models/rewriter/cut-judge.bin): logistic regression over the marks of a cut, on cuts
// that were read and judged one by one. The cuts of every seventh text are left out at first, to measure with;
// then all of them teach the model that is written.
//
//   node training/rewriter-cuts.ts training/work/cuts.jsonl
import { createReadStream, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { bucketsOf } from "../src/rewriter/joints/cut-judge.ts";
import { readSentence } from "../src/rewriter/sentence/tokens.ts";

/** A line of the input; `id` names the text it comes from. */
export type JudgedCut = {
  id: string;
  sentence: string;
  start: number;
  end: number;
  to: string;
  isLearned: boolean;
  why: string;
  chance?: number;
  wording?: number;
  isRight: boolean;
};

type Example = { buckets: Uint32Array; isRight: boolean; isHeld: boolean };
type Model = { weights: Float64Array; shift: number };

const BUCKETS = 1 << 18;
const DECAY = 12;
const STEPS = 250;
const RATE = 0.04;

const [input = "training/work/cuts.jsonl", output = "models/rewriter/cut-judge.bin"] =
  process.argv.slice(2);
const examples: Example[] = [];
for await (const line of createInterface({ input: createReadStream(input) })) {
  if (line === "") continue;
  const { id, sentence, isRight, chance, wording, ...cut } = JSON.parse(line) as JudgedCut;
  const read = { ...cut, sentence: readSentence(sentence), chance, wording };
  const buckets = Uint32Array.from(bucketsOf(read, BUCKETS));
  examples.push({ buckets, isRight, isHeld: foldOf(id) === 0 });
}
measure(
  fit(examples.filter(({ isHeld }) => !isHeld)),
  examples.filter(({ isHeld }) => isHeld),
);
const file = quantise(fit(examples));
writeFileSync(output, file);
console.log(`${output}: ${file.length} bytes, ${examples.length} cuts`);

/** Cuts of one text stay together. */
function foldOf(id: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) value = Math.imul(value ^ id.charCodeAt(i), 0x01000193);
  return (value >>> 8) % 7;
}

/** Whole-set gradient steps by Adam, with a ridge. */
function fit(all: readonly Example[]): Model {
  const weights = new Float64Array(BUCKETS);
  const mean = new Float64Array(BUCKETS);
  const square = new Float64Array(BUCKETS);
  const gradient = new Float64Array(BUCKETS);
  let shift = Math.log(all.filter(({ isRight }) => isRight).length / all.length / 0.15);
  for (let step = 1; step <= STEPS; step++) {
    gradient.fill(0);
    let shiftGradient = 0;
    for (const { buckets, isRight } of all) {
      const miss = 1 / (1 + Math.exp(-sumOf(weights, buckets) - shift)) - (isRight ? 1 : 0);
      for (const bucket of buckets) gradient[bucket] = (gradient[bucket] ?? 0) + miss;
      shiftGradient += miss;
    }
    shift -= shiftGradient / all.length;
    const rate = RATE * (1 - (step - 1) / STEPS);
    for (let i = 0; i < BUCKETS; i++) {
      const weight = weights[i] ?? 0;
      const slope = (gradient[i] ?? 0) + 2 * DECAY * weight;
      if (slope === 0) continue;
      const first = 0.9 * (mean[i] ?? 0) + 0.1 * slope;
      const second = 0.99 * (square[i] ?? 0) + 0.01 * slope * slope;
      mean[i] = first;
      square[i] = second;
      weights[i] =
        weight -
        (rate * (first / (1 - 0.9 ** step))) / (Math.sqrt(second / (1 - 0.99 ** step)) + 1e-8);
    }
  }
  return { weights, shift };
}

function sumOf(weights: Float64Array, buckets: Uint32Array): number {
  let sum = 0;
  for (const bucket of buckets) sum += weights[bucket] ?? 0;
  return sum;
}

/** Of the cuts held to be right at a threshold, how many are, and how many of the right ones are kept. */
function measure({ weights, shift }: Model, held: readonly Example[]): void {
  const judged = held.map(({ buckets, isRight }) => ({
    sure: 1 / (1 + Math.exp(-sumOf(weights, buckets) - shift)),
    isRight,
  }));
  const right = judged.filter(({ isRight }) => isRight).length;
  console.log(`${held.length} cuts left out, ${held.length - right} of them wrong`);
  const ranked = judged.toSorted((a, b) => a.sure - b.sure);
  let below = 0;
  let pairs = 0;
  for (const { isRight } of ranked) {
    if (isRight) pairs += below;
    else below++;
  }
  console.log(`AUROC ${(pairs / right / (held.length - right)).toFixed(4)}`);
  for (const threshold of [0.5, 0.7, 0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98]) {
    const kept = judged.filter(({ sure }) => sure >= threshold);
    const good = kept.filter(({ isRight }) => isRight).length;
    console.log(
      `sure of ${threshold}: ${kept.length} kept, ${((100 * (kept.length - good)) / Math.max(1, kept.length)).toFixed(1)} % wrong, ${((100 * good) / right).toFixed(1)} % of the right ones`,
    );
  }
}

function quantise({ weights, shift }: Model): Uint8Array {
  const most = weights.reduce((high, weight) => Math.max(high, Math.abs(weight)), 0);
  const scale = most / 127;
  const file = new Uint8Array(8 + BUCKETS);
  const view = new DataView(file.buffer);
  view.setFloat32(0, scale, true);
  view.setFloat32(4, shift, true);
  const bytes = new Int8Array(file.buffer, 8);
  for (let i = 0; i < BUCKETS; i++) bytes[i] = Math.round((weights[i] ?? 0) / scale);
  return file;
}
