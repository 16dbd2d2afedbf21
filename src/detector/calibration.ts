// The numbers that turn what the models say into probabilities, as training/calibrate.ts fits and
// writes them to models/calibration.json, and the document features they weigh.
import type { Reading } from "./reader.ts";

export type LanguageCalibration = {
  /** Logistic weights over the standardised features. */
  readonly weights: readonly number[];
  readonly bias: number;
  readonly final: FinalMap;
};

/** At each length, the score logits at which `final_probability` is 10, 30, 70 and 90. */
export type FinalMap = {
  readonly words: readonly number[];
  readonly anchors: readonly (readonly [number, number, number, number])[];
};

export type SegmentCalibration = {
  /** Logit of a segment = bias + local × its own mean token logit + near × that of its surroundings + document × the document's logit. */
  readonly bias: number;
  readonly local: number;
  readonly near: number;
  readonly document: number;
  /** Tokens of evidence at which a segment's own logit counts half. */
  readonly half: number;
};

export type MixtureCalibration = {
  /** Words that a stretch must have to count as long. */
  readonly words: number;
  /** Mean token logits from which a stretch counts as AI-like, and below which as human-like. */
  readonly ai: number;
  readonly human: number;
};

export type Calibration = {
  readonly features: readonly string[];
  readonly center: readonly number[];
  readonly scale: readonly number[];
  /** Languages that are scored; any other is answered with `Uncertain`. */
  readonly languages: Readonly<Record<string, LanguageCalibration>>;
  readonly segments: SegmentCalibration;
  readonly mixture: MixtureCalibration;
};

/** The features of a document that the combining model weighs, by name. */
export function documentFeatures(
  reading: Pick<Reading, "windows" | "tokenLogits" | "ngramLogit" | "words">,
): Record<string, number> {
  const { windows, tokenLogits } = reading;
  let tokens = 0;
  let sum = 0;
  let high = -LOGIT_MAX;
  let low = LOGIT_MAX;
  for (const { start, end, logit } of windows) {
    const clipped = clip(logit);
    tokens += end - start;
    sum += clipped * (end - start);
    high = Math.max(high, clipped);
    low = Math.min(low, clipped);
  }
  const encoder = tokens === 0 ? 0 : sum / tokens;
  const near = tokenLogits.map(clip);
  const tokenMean = mean(near);
  const ngrams = clip(reading.ngramLogit);
  // Measured from 150 words, the middle of the range, so that the products below stay small.
  const length = Math.log(Math.max(reading.words, 20) / 150);
  return {
    encoder,
    encoder_high: windows.length === 0 ? 0 : high - encoder,
    encoder_low: windows.length === 0 ? 0 : encoder - low,
    tokens: tokenMean,
    tokens_spread: Math.sqrt(mean(near.map((logit) => (logit - tokenMean) ** 2))),
    ngrams,
    length,
    encoder_by_length: encoder * length,
    tokens_by_length: tokenMean * length,
    ngrams_by_length: ngrams * length,
  };
}

/** The combined logit of a document. */
export function combine(
  features: Record<string, number>,
  calibration: Pick<Calibration, "features" | "center" | "scale">,
  language: Pick<LanguageCalibration, "weights" | "bias">,
): number {
  let logit = language.bias;
  calibration.features.forEach((name, i) => {
    const value =
      ((features[name] ?? 0) - (calibration.center[i] ?? 0)) / (calibration.scale[i] ?? 1);
    logit += value * (language.weights[i] ?? 0);
  });
  return logit;
}

export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

// A network is sure of itself far beyond what it knows; past this a logit says nothing more.
const LOGIT_MAX = 8;

function clip(logit: number): number {
  return Math.max(-LOGIT_MAX, Math.min(LOGIT_MAX, logit));
}

function mean(values: Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}
