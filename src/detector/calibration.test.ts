import { describe, expect, it } from "vitest";
import { documentFeatures, type ScoreCurve, scoreOf, sigmoid } from "./calibration.ts";

const featuresAt = (logit: number) =>
  documentFeatures({
    windows: [{ start: 0, end: 2, logit }],
    tokenLogits: Float32Array.of(logit, logit),
    ngramLogit: logit,
  });

describe("document features", () => {
  it.each([-8, -3.5, 0, 4, 8])("a logit of %d counts in full", (logit) => {
    expect(featuresAt(logit)).toEqual({ encoder: logit, tokens: logit, ngrams: logit });
  });

  it.each([
    [12, 9],
    [-12, -9],
    [16, 10],
  ])("beyond eight a logit counts a quarter: %d as %d", (logit, counted) => {
    expect(featuresAt(logit)).toEqual({ encoder: counted, tokens: counted, ngrams: counted });
  });

  it("of two texts a voice is very sure of, the one with less evidence has the lower score", () => {
    expect(featuresAt(11).ngrams).toBeLessThan(featuresAt(11.5).ngrams ?? 0);
  });
});

describe("the score of a document", () => {
  const curve: ScoreCurve = [
    [-4, -5],
    [0, -1],
    [2, 5],
  ];

  it.each([
    [-4, -5],
    [-2, -3],
    [0, -1],
    [1, 2],
    [2, 5],
  ])("at a logit of %d has the log-odds %d of the curve", (logit, logOdds) => {
    expect(scoreOf(logit, curve)).toBeCloseTo(sigmoid(logOdds), 12);
  });

  it("rises everywhere, beyond the ends of the curve too", () => {
    const scores = Array.from({ length: 161 }, (_, i) => scoreOf(i / 10 - 8, curve));
    for (const [i, score] of scores.entries()) expect(score).toBeGreaterThan(scores[i - 1] ?? 0);
  });

  it("is the logit's own where a language has no curve", () => {
    expect(scoreOf(1.5, undefined)).toBe(sigmoid(1.5));
    expect(scoreOf(1.5, [])).toBe(sigmoid(1.5));
  });
});
