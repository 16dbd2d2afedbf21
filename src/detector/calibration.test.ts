import { describe, expect, it } from "vitest";
import { documentFeatures } from "./calibration.ts";

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
