import { expect, test } from "vitest";
import { TINY_CALIBRATION } from "../../testing/tiny-model.ts";
import type { Calibration } from "./calibration.ts";
import { isContradictory } from "./disagreement.ts";
import type { Reading } from "./reader.ts";

const english = TINY_CALIBRATION.languages["en"];
if (english === undefined) throw new Error("the tiny model knows English");

function calibrate(weights: number[]): Calibration {
  return {
    ...TINY_CALIBRATION,
    features: ["encoder", "tokens", "ngrams"],
    center: [0, 0, 0],
    scale: [1, 1, 1],
    languages: { en: { ...english, weights, bias: 0 } as NonNullable<typeof english> },
  };
}

/** A reading with these outputs of the encoder and the n-gram model. */
function buildReading(encoder: number, tokens: number, ngramLogit: number): Reading {
  return {
    language: { language: "en", isMixed: false },
    windows: [{ start: 0, end: 1, logit: encoder }],
    tokenLogits: Float32Array.of(tokens),
    ngramLogit,
  } as Partial<Reading> as Reading;
}

const disagrees = (reading: Reading, weights = [1, 1, 1]): boolean =>
  isContradictory(reading, calibrate(weights), [], []);

test("members that point in opposite directions contradict one another, weak ones do not", () => {
  expect(disagrees(buildReading(2, 2, -2))).toBe(true);
  expect(disagrees(buildReading(-2, -2, 2))).toBe(true);
  expect(disagrees(buildReading(0.2, 0.2, -0.2))).toBe(false);
  expect(disagrees(buildReading(2, 2, 2))).toBe(false);
});

test("the encoder's two outputs are one member", () => {
  expect(disagrees(buildReading(3, -3, 0.1))).toBe(false);
});

test("a member that does not count in a language can't contradict", () => {
  expect(disagrees(buildReading(2, 2, -8), [1, 1, 0])).toBe(false);
});

test("parts of a text contradict one another when each has a quarter of the words", () => {
  const reading = buildReading(0, 0, 0);
  const scores = [0.9, 0.1, 0.5].map((probability) => ({ probability, isOwn: true }));
  const judge = (words: number[]) => isContradictory(reading, calibrate([1, 1, 1]), scores, words);
  expect(judge([25, 25, 50])).toBe(true);
  expect(judge([25, 24, 51])).toBe(false);
});
