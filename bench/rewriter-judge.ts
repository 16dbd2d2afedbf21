// A judge that takes no part in rewriting: a document classifier on runs of letters and of words, trained
// on groups the preference model never saw (odd folds) and sharing no code with it or with the detector.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readRows } from "../evaluation/corpus-rows.ts";
import { foldOf } from "../evaluation/row-splits.ts";

export type Judge = {
  /** Log-odds that a machine wrote the text. */
  score(text: string): number;
  /** Share of held-out documents it tells right. */
  readonly accuracy: number;
};

const SIZE = 1 << 19;
const PER_CLASS = 3000;
const EPOCHS = 4;

/** Trains the judge, or gives undefined when the corpora are not there. */
export async function trainJudge(corpora: string): Promise<Judge | undefined> {
  const shards = [2, 4].map((n) => join(corpora, `train-core-${n}.jsonl.xz`));
  if (!shards.every((path) => existsSync(path))) return undefined;
  const documents: { slots: Uint32Array; values: Float32Array; isAi: boolean }[] = [];
  const left = { human: PER_CLASS, ai: PER_CLASS };
  for (const path of shards) {
    for await (const row of readRows(path)) {
      if (row.lang !== "en" || row.mixed === true || foldOf(row.group, 2) === 0) continue;
      if (left[row.label] <= 0) continue;
      left[row.label]--;
      documents.push({ ...vectorOf(row.text), isAi: row.label === "ai" });
    }
  }
  const held = documents.filter((_, i) => i % 10 === 0);
  const train = documents.filter((_, i) => i % 10 !== 0);
  const weights = new Float64Array(SIZE);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    // Steps through the documents in a fixed, scattered order.
    for (let k = 0; k < train.length; k++) {
      const document = train[(k * 7919 + epoch * 13) % train.length];
      if (document === undefined) continue;
      const error = (document.isAi ? 1 : 0) - 1 / (1 + Math.exp(-dot(weights, document)));
      const rate = 4 / (1 + epoch);
      document.slots.forEach((slot, i) => {
        weights[slot] = (weights[slot] ?? 0) + rate * error * (document.values[i] ?? 0);
      });
    }
  }
  const right = held.filter((document) => dot(weights, document) > 0 === document.isAi).length;
  return {
    score: (text) => dot(weights, vectorOf(text)),
    accuracy: right / Math.max(held.length, 1),
  };
}

function dot(
  weights: Float64Array,
  { slots, values }: { slots: Uint32Array; values: Float32Array },
): number {
  let sum = 0;
  for (let i = 0; i < slots.length; i++) sum += (weights[slots[i] ?? 0] ?? 0) * (values[i] ?? 0);
  return sum;
}

/** Counts of letter runs of four and of word pairs, damped and scaled to length one. */
function vectorOf(text: string): { slots: Uint32Array; values: Float32Array } {
  const plain = text.toLowerCase().replace(/\d+/g, "0").replace(/\s+/g, " ");
  const counts = new Map<number, number>();
  const add = (run: string): void => {
    let value = 5381;
    for (let i = 0; i < run.length; i++) value = (Math.imul(value, 33) ^ run.charCodeAt(i)) >>> 0;
    const slot = (value ^ (value >>> 11)) % SIZE;
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
  };
  for (let i = 0; i + 4 <= plain.length; i++) add(plain.slice(i, i + 4));
  const words = plain.split(" ");
  for (let i = 0; i < words.length; i++) {
    add(`w ${words[i]}`);
    if (i + 1 < words.length) add(`b ${words[i]} ${words[i + 1]}`);
  }
  const slots = Uint32Array.from(counts.keys());
  const values = Float32Array.from(counts.values(), (count) => 1 + Math.log(count));
  const norm = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return { slots, values: values.map((value) => value / norm) };
}
