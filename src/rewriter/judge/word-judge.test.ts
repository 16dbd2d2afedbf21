import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSentence } from "../../../testing/build-rewriter.ts";
import { readCloze } from "./cloze.ts";
import { writeJudgeWeights } from "./judge-weights.ts";
import { INPUT_LENGTH, type ReadWord, readWordJudge, wordJudgeWith } from "./word-judge.ts";

const MODELS = new URL("../../../models/rewriter/", import.meta.url);
const FILE = readFileSync(new URL("word-judge.bin", MODELS));
const released = readWordJudge(FILE);
const cloze = readCloze(readFileSync(new URL("cloze.bin", MODELS)));

/** The word in square brackets, and another in its place. */
function buildWord(marked: string, to: string): ReadWord {
  const start = marked.indexOf("[");
  const text = marked.replace(/[[\]]/g, "");
  const sentence = readSentence(text);
  const at = sentence.tokens.findIndex((token) => token.start === start);
  const from = sentence.tokens[at]?.lower ?? "";
  const gap = cloze.read(text, start, start + from.length);
  return { sentence, at, from, to, isFormal: false, gap };
}

test.each([
  ["The plan gives [numerous] reasons for the delay.", "many"],
  ["Prices rose [rapidly] in the spring.", "quickly"],
  ["This is the [primary] reason for the move.", "main"],
  ["He gave a [genuine] smile at last.", "real"],
])("a plainer word that fits is held to be right: %s → %s", (marked, to) => {
  expect(released.judge(buildWord(marked, to))).toBeGreaterThan(0.66);
});

test.each([
  // A term of another trade.
  ["The [solution] turned blue when salt was added to it.", "answer"],
  // Another sense.
  ["He took a short [position] in oil before the fall.", "post"],
  ["The judge will [consider] the case in May.", "think"],
])("one that doesn't is doubted: %s → %s", (marked, to) => {
  expect(released.judge(buildWord(marked, to))).toBeLessThan(0.66);
});

test("a judge that was written and read again judges alike", () => {
  const weights = {
    shift: 0.25,
    marks: Float32Array.from({ length: 64 }, (_, i) => (i % 7) / 70),
    means: new Float32Array(INPUT_LENGTH),
    units: Float32Array.from({ length: 2 * INPUT_LENGTH }, (_, i) => (i % 5) / 900),
    biases: Float32Array.of(0.1, -0.2),
    outputs: Float32Array.of(-0.3, 0.4),
  };
  const word = buildWord("The plan gives [numerous] reasons for the delay.", "many");
  expect(readWordJudge(writeJudgeWeights(weights)).judge(word)).toBeCloseTo(
    wordJudgeWith(weights).judge(word),
    2,
  );
});

test("a file of the wrong size is refused", () => {
  expect(() => readWordJudge(FILE.subarray(0, -4))).toThrow("length");
});
