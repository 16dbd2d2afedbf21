import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { RESOURCES, readSentence } from "../../../testing/build-rewriter.ts";
import { statesAround } from "../proposer/cuts.ts";
import type { JointModel } from "../proposer/joint-model.ts";
import { cutKind, judgeWith, KIND_LENGTH, type ReadCut, readCutJudge } from "./cut-judge.ts";
import { writeJudgeWeights } from "./judge-weights.ts";

const released = readCutJudge(
  readFileSync(new URL("../../../models/rewriter/cut-judge.bin", import.meta.url)),
);
let joints: JointModel;

beforeAll(async () => {
  joints = await RESOURCES.joints();
});

/** A learned cut that the model of joints likes. */
async function buildCut(text: string, from: string, to: string): Promise<ReadCut> {
  const start = text.indexOf(from);
  const place = { start, end: start + from.length };
  return {
    sentence: readSentence(text),
    ...place,
    to,
    chance: 0.97,
    wording: 0.9,
    states: statesAround(text, place, await joints.read("", text)),
  };
}

test.each([
  [
    "The bakery opens at six every morning, and the first guests are there before the doors.",
    ", and the",
    ". The",
  ],
  [
    "The old bridge was closed in the spring, but nobody told the drivers of the northern line.",
    ", but",
    ". But",
  ],
])("a plain cut is held to be right: %s", async (text, from, to) => {
  expect(released.judge(await buildCut(text, from, to))).toBeGreaterThan(0.9);
});

test.each([
  // No sentence at all.
  ["The alternative is far worse: a brittle peace built on insult and anger.", ": a", ". A"],
])("a broken cut is doubted: %s", async (text, from, to) => {
  expect(released.judge(await buildCut(text, from, to))).toBeLessThan(0.9);
});

test("the likelier the model of joints finds a cut, the surer the judge", async () => {
  const text = "The bakery opens at six every morning, and the first guests wait before the doors.";
  const cut = await buildCut(text, ", and the", ". The");
  expect(released.judge({ ...cut, chance: 0.99 })).toBeGreaterThan(
    released.judge({ ...cut, chance: 0.5 }),
  );
});

test("a sentence too long for the network is judged by its marks", async () => {
  const text = "The bakery opens at six every morning, and the first guests wait before the doors.";
  const cut = await buildCut(text, ", and the", ". The");
  expect(released.judge({ ...cut, states: undefined })).toBeGreaterThan(0.5);
});

test("how a cut is made has a number for each kind", async () => {
  const cut = await buildCut("The dog barked, waking the cat.", ", waking", ". It woke");
  expect(cutKind(cut)).toHaveLength(KIND_LENGTH);
});

test("a judge that was written and read again judges alike", async () => {
  const cut = await buildCut("The dog barked, waking the cat.", ", waking", ". It woke");
  const weights = {
    shift: 0.25,
    marks: Float32Array.from({ length: 64 }, (_, i) => (i % 7) / 70),
    means: new Float32Array(3 * 384).fill(0.1),
    units: Float32Array.from({ length: 2 * (3 * 384 + KIND_LENGTH) }, (_, i) => (i % 5) / 900),
    biases: Float32Array.of(0.1, -0.2),
    outputs: Float32Array.of(-0.3, 0.4),
  };
  const again = readCutJudge(writeJudgeWeights(weights));
  for (const one of [cut, { ...cut, states: undefined }])
    expect(again.judge(one)).toBeCloseTo(judgeWith(weights).judge(one), 2);
});

test("a file of the wrong size is refused", () => {
  const file = readFileSync(new URL("../../../models/rewriter/cut-judge.bin", import.meta.url));
  expect(() => readCutJudge(file.subarray(0, -4))).toThrow("length");
});
