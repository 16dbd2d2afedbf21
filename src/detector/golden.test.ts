// Training and serving must agree: golden.json was written by the training side, with its own tokenizer, network and
// n-gram code, and is replayed here by the serving code. The final scores in it were written by calibration and hold
// the rest of the pipeline.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Detector, openDetector } from "./detector.ts";
import { openEncoder } from "./encoder.ts";
import { createNgramModel, type NgramFile } from "./ngrams.ts";
import { segmentText } from "./segment.ts";
import { createTokenizer, type TokenizerFile } from "./tokenizer.ts";

type Entry = {
  text: string;
  prose: string;
  ids: number[];
  document_logit: number;
  token_logits: number[];
  ngram_logit: number;
  score: number;
  final_probability: number;
  verdict: string;
};

const modelDir = new URL("../../models/", import.meta.url).pathname;
const read = (name: string): Buffer => readFileSync(modelDir + name);
const { entries } = JSON.parse(read("golden.json").toString()) as { entries: Entry[] };

test("the normaliser gives the prose that training expects", () => {
  for (const entry of entries) expect(segmentText(entry.text).prose.text).toBe(entry.prose);
});

test("the tokenizer gives training's ids", () => {
  const tokenizer = createTokenizer(JSON.parse(read("tokenizer.json").toString()) as TokenizerFile);
  for (const { prose, ids } of entries) {
    expect([tokenizer.special.cls, ...tokenizer.encode(prose).ids]).toEqual(ids);
  }
});

test("the encoder gives training's logits to a tenth", async () => {
  // The training side imitates 8-bit arithmetic in double precision; a rounding that falls to the other
  // side of a step moves a logit by a few hundredths.
  const encoder = await openEncoder(`${modelDir}encoder.onnx`);
  for (const entry of entries) {
    const found = await encoder.score(Int32Array.from(entry.ids));
    expect(Math.abs(found.document - entry.document_logit)).toBeLessThan(0.1);
    const errors = entry.token_logits.map((logit, i) => Math.abs((found.tokens[i] ?? 0) - logit));
    expect(Math.max(...errors)).toBeLessThan(0.3);
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.1);
  }
  await encoder.release();
});

test("the n-gram model gives training's logits", () => {
  const file = JSON.parse(read("ngrams.json").toString()) as NgramFile;
  const ngrams = createNgramModel(file, new Int8Array(read("ngrams.bin")));
  for (const entry of entries) expect(ngrams.score(entry.prose)).toBeCloseTo(entry.ngram_logit, 3);
});

describe("through the front door", () => {
  let detector: Detector;
  beforeAll(async () => {
    detector = await openDetector({ modelDir, workers: 1, queueMax: 100 });
  });
  afterAll(() => detector.close());

  test("scores and verdicts are those of the release", async () => {
    for (const entry of entries) {
      const found = await detector.detect(entry.text);
      // Other processors round 8-bit sums differently, so the last digits may differ.
      expect(Math.abs(found.score - entry.score)).toBeLessThan(0.03);
      expect(Math.abs(found.final_probability - entry.final_probability)).toBeLessThanOrEqual(5);
    }
  });
});
