// The parameters that turn model outputs into probabilities, as training/calibrate.ts fits and writes them to
// models/calibration.json, and the document features they weight.
import type { Reading } from "./reader.ts";

export type LanguageCalibration = {
  /** Logistic weights over the standardised features. */
  readonly weights: readonly number[];
  readonly bias: number;
  /** Log-odds of the score at ascending combined logits; the combined logit itself, when absent. */
  readonly score?: ScoreCurve;
  readonly final: FinalMap;
};

export type ScoreCurve = readonly (readonly [logit: number, logOdds: number])[];

/** At each length, the score logits at which `final_probability` is 10, 30, 70 and 90. */
export type FinalMap = {
  readonly words: readonly number[];
  readonly anchors: readonly (readonly [number, number, number, number])[];
};

/**
 * Logit of a segment = bias + local × its own mean token logit + near × that of its neighbours +
 * document × the document's logit. The encoder blurs a change of author over the sentences around
 * it, so `near` comes out negative: it sharpens.
 */
export type SegmentCalibration = {
  readonly bias: number;
  readonly local: number;
  readonly near: number;
  readonly document: number;
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
  /**
   * Added to the logit of a text whose capitals were restored: names that no list knows stay small, and
   * that makes any text look a little more like a person's.
   */
  readonly restoredCase: number;
  readonly segments: SegmentCalibration;
  readonly mixture: MixtureCalibration;
  /** Identifies the operator's own calibration when one is active; never in the released file. */
  readonly local?: string;
};

/** The features of a document that the combining model weighs, by name. */
export function documentFeatures(
  reading: Pick<Reading, "windows" | "tokenLogits" | "ngramLogit">,
): Record<string, number> {
  let tokens = 0;
  let sum = 0;
  for (const { start, end, logit } of reading.windows) {
    tokens += end - start;
    sum += temper(logit) * (end - start);
  }
  let tokenSum = 0;
  for (const logit of reading.tokenLogits) tokenSum += temper(logit);
  return {
    encoder: sum / Math.max(tokens, 1),
    tokens: tokenSum / Math.max(reading.tokenLogits.length, 1),
    ngrams: temper(reading.ngramLogit),
  };
}

/** The combined logit of a document. */
export function combine(
  features: Record<string, number>,
  calibration: Pick<Calibration, "features" | "center" | "scale">,
  language: Pick<LanguageCalibration, "weights" | "bias">,
): number {
  return weighFeatures(features, calibration, language).reduce(
    (sum, part) => sum + part,
    language.bias,
  );
}

/** What each feature adds to the combined logit, in the order of `calibration.features`. */
export function weighFeatures(
  features: Record<string, number>,
  calibration: Pick<Calibration, "features" | "center" | "scale">,
  language: Pick<LanguageCalibration, "weights">,
): number[] {
  return calibration.features.map((name, i) => {
    const value =
      ((features[name] ?? 0) - (calibration.center[i] ?? 0)) / (calibration.scale[i] ?? 1);
    return value * (language.weights[i] ?? 0);
  });
}

/**
 * The score of a document: straight lines between the points of the curve. Beyond its ends it still rises a little,
 * so that of two texts the likelier one has the higher score.
 */
export function scoreOf(logit: number, curve: ScoreCurve | undefined): number {
  const [first, last] = [curve?.[0], curve?.at(-1)];
  if (curve === undefined || first === undefined || last === undefined) return sigmoid(logit);
  if (logit <= first[0]) return sigmoid(first[1] + BEYOND_WEIGHT * (logit - first[0]));
  const next = curve.findIndex(([at]) => at > logit);
  const [before, after] = [curve[next - 1], curve[next]];
  if (before === undefined || after === undefined)
    return sigmoid(last[1] + BEYOND_WEIGHT * (logit - last[0]));
  const share = (logit - before[0]) / (after[0] - before[0]);
  return sigmoid(before[1] + share * (after[1] - before[1]));
}

export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/**
 * Models are overconfident in the extremes: past this value a logit counts a quarter. Not zero, so that the score
 * stays strictly monotone and an improved text shows it.
 */
function temper(logit: number): number {
  const beyond = Math.abs(logit) - LOGIT_FULL;
  return beyond <= 0 ? logit : Math.sign(logit) * (LOGIT_FULL + BEYOND_WEIGHT * beyond);
}

const LOGIT_FULL = 8;
const BEYOND_WEIGHT = 0.25;
