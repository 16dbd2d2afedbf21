// Trains models/rewriter/word-classes.bin: an averaged perceptron that learns from words with their class
// (one "word<TAB>class" a line, an empty line between sentences; N, V, A, R, P, O, or ? where unknown).
// The labels come from a larger tagger that is not needed afterwards. The last sentences are held out.
import { readFileSync, writeFileSync } from "node:fs";
import {
  BUCKETS,
  bestOf,
  rowsOf,
  START,
  WORD_CLASSES,
} from "../src/rewriter/english/word-classes.ts";

const [input = "", output = ""] = process.argv.slice(2);
const LETTERS = "NVARPO";
const HELD_OUT = 4000;
const EPOCHS = 5;

type Labelled = { words: string[]; lower: string[]; labels: number[] };

const sentences: Labelled[] = readFileSync(input, "utf8")
  .split("\n\n")
  .map((block) => {
    const lines = block.split("\n").filter((line) => line.includes("\t"));
    const words = lines.map((line) => line.split("\t")[0] ?? "");
    return {
      words,
      lower: words.map((word) => word.toLowerCase()),
      labels: lines.map((line) => LETTERS.indexOf(line.split("\t")[1] ?? "?")),
    };
  })
  .filter(({ words }) => words.length > 0);
const training = sentences.slice(0, -HELD_OUT);
const heldOut = sentences.slice(-HELD_OUT);

const size = BUCKETS * WORD_CLASSES.length;
const weights = new Float64Array(size);
const sums = new Float64Array(size);
const last = new Float64Array(size);
let step = 0;

function update(cell: number, by: number): void {
  sums[cell] = (sums[cell] ?? 0) + (step - (last[cell] ?? 0)) * (weights[cell] ?? 0);
  last[cell] = step;
  weights[cell] = (weights[cell] ?? 0) + by;
}

const rows: number[] = [];
for (let epoch = 0; epoch < EPOCHS; epoch++) {
  let wrong = 0;
  let seen = 0;
  // A fixed stride visits every sentence in another order each time.
  for (let k = 0; k < training.length; k++) {
    const sentence = training[(k * 7919 + epoch * 104_729) % training.length];
    if (sentence === undefined) continue;
    let previous = START;
    let earlier = START;
    for (let i = 0; i < sentence.words.length; i++) {
      rowsOf(sentence.words, sentence.lower, i, previous, earlier, rows);
      const { best } = bestOf(weights, rows);
      const label = sentence.labels[i] ?? -1;
      step++;
      if (label !== -1) seen++;
      if (label !== -1 && label !== best) {
        wrong++;
        for (const row of rows) {
          update(row * WORD_CLASSES.length + label, 1);
          update(row * WORD_CLASSES.length + best, -1);
        }
      }
      earlier = previous;
      previous = best;
    }
  }
  console.log(`epoch ${epoch + 1}: ${((100 * wrong) / seen).toFixed(2)} % wrong while learning`);
}
const averaged = new Float64Array(size);
for (let cell = 0; cell < size; cell++) {
  averaged[cell] = ((sums[cell] ?? 0) + (step - (last[cell] ?? 0)) * (weights[cell] ?? 0)) / step;
}
// One byte each: what is larger than almost all others may be cut off.
const sizes = averaged.map(Math.abs).sort();
const top = sizes[Math.floor(size * 0.9995)] ?? 1;
const packed = new Int8Array(size);
for (let cell = 0; cell < size; cell++) {
  packed[cell] = Math.max(-127, Math.min(127, Math.round((127 * (averaged[cell] ?? 0)) / top)));
}
let right = 0;
let all = 0;
for (const { words, lower, labels } of heldOut) {
  let previous = START;
  let earlier = START;
  for (let i = 0; i < words.length; i++) {
    rowsOf(words, lower, i, previous, earlier, rows);
    const { best } = bestOf(packed, rows);
    if (labels[i] !== -1) {
      all++;
      if (labels[i] === best) right++;
    }
    earlier = previous;
    previous = best;
  }
}
console.log(
  `${((100 * right) / all).toFixed(2)} % of ${all} held-out words as the teacher has them`,
);
if (output !== "") writeFileSync(output, packed);
