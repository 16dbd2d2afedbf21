// Fits the document's part of the calibration: how the voices are combined into the score, and where
// `final_probability` has its anchors.

import { fitLogistic } from "../evaluation/fit.ts";
import { quantile } from "../evaluation/metrics.ts";
import { type Origin, rowWeights } from "../evaluation/row-splits.ts";
import {
  combine,
  documentFeatures,
  type FinalMap,
  type LanguageCalibration,
} from "../src/detector/calibration.ts";
import { type ReadRow, unpackLogits } from "./readings.ts";

export type FeatureRow = ReadRow & {
  features: Record<string, number>;
  isAi: boolean;
  origin: Origin;
};

export type Scaling = { features: string[]; center: number[]; scale: number[] };

export function withFeatures(row: ReadRow, origin: Origin): FeatureRow {
  const { reading } = row;
  const features = documentFeatures({ ...reading, tokenLogits: unpackLogits(reading) });
  return { ...row, features, isAi: row.label === "ai", origin };
}

/** Mean and spread of each feature, so that one ridge fits all. */
export function fitScaling(rows: readonly FeatureRow[], features: string[]): Scaling {
  const column = (name: string): number[] => rows.map((row) => row.features[name] ?? 0);
  const center = features.map((name) => mean(column(name)));
  const scale = features.map((name, i) =>
    Math.max(1e-6, Math.sqrt(mean(column(name).map((value) => (value - (center[i] ?? 0)) ** 2)))),
  );
  return { features, center, scale };
}

export type DocumentOptions = {
  ridge: number;
  /** How much each feature counts against the others, once standardised. */
  proportions: readonly number[];
  /** Shares of human texts that may reach 70 and 90: of all, of the sources left out, and of each band of lengths. */
  flagged: number;
  accused: number;
  /** The share of any one human source that may reach 70, for sources of so many texts. */
  worst: number;
  sourceMin: number;
  /** Shares of AI texts of at least 50 words that may lie under 30 and 10, of each origin. */
  missed: number;
  cleared: number;
};

/**
 * The combining weights and anchors for one language. The voices keep fixed proportions and only slope
 * and shift are fitted: the voices agree so much that weights fitted freely wander from one half of the
 * texts to the other, and what they gain in likelihood they lose in ranking.
 */
export function fitDocument(
  rows: readonly FeatureRow[],
  scaling: Scaling,
  options: DocumentOptions,
): LanguageCalibration {
  const { proportions } = options;
  const sumOf = (row: FeatureRow): number =>
    standardise(row, scaling).reduce((sum, value, i) => sum + value * (proportions[i] ?? 0), 0);
  const slope = fitLogistic(
    rows.map((row) => [sumOf(row)]),
    rows.map((row) => row.isAi),
    rowWeights(rows),
    options.ridge,
  );
  const weights = proportions.map((share) => share * (slope.weights[0] ?? 0));
  const fit = { weights, bias: slope.bias };
  return { ...fit, final: fitFinal(rows, scaling, fit, options) };
}

function standardise(row: FeatureRow, { features, center, scale }: Scaling): number[] {
  return features.map(
    (name, i) => ((row.features[name] ?? 0) - (center[i] ?? 0)) / (scale[i] ?? 1),
  );
}

export function logitOf(
  row: FeatureRow,
  scaling: Scaling,
  fit: Pick<LanguageCalibration, "weights" | "bias">,
): number {
  return combine(row.features, scaling, fit);
}

// How much further out, in logits, the anchors lie for short texts: the score is calibrated at any
// length, but a wrong accusation weighs more than a missed one where there is little to go by.
const LENGTHS = [50, 100, 200];
const CAUTION = [0.8, 0.4, 0];
const CAUTION_MAX = Math.max(...CAUTION);
// The last half per cent below 70, as a share of the way from 30 to 70.
const VERGE = 0.5 / 40;

/** The lowest anchors at which few enough human texts, and few enough of each source, are flagged. */
function fitFinal(
  rows: readonly FeatureRow[],
  scaling: Scaling,
  fit: Pick<LanguageCalibration, "weights" | "bias">,
  options: DocumentOptions,
): FinalMap {
  const logits = new Map(rows.map((row) => [row, logitOf(row, scaling, fit)]));
  const human = rows.filter((row) => !row.isAi);
  // What counts is how far a text's logit lies above what its length asks for.
  const excess = (row: FeatureRow): number =>
    row.reading.words < 50
      ? Number.NEGATIVE_INFINITY
      : (logits.get(row) ?? 0) - cautionAt(row.reading.words);
  // The lowest boundary with which a further human text of the same kind lies above it with at most this probability
  // (split conformal: k of n texts above it promise (k + 1) / (n + 1)).
  const lowest = (part: readonly FeatureRow[], share: number): number => {
    const allowed = Math.floor(share * (part.length + 1)) - 1;
    const sorted = part.map(excess).sort((a, b) => b - a);
    return (sorted[Math.max(allowed, 0)] ?? Number.NEGATIVE_INFINITY) + 1e-3;
  };
  const sources = [...Map.groupBy(human, (row) => row.source).values()].filter(
    (own) => own.length >= options.sourceMin,
  );
  const leftOut = human.filter((row) => row.origin === "left out");
  const populations = [human, ...(leftOut.length > 0 ? [leftOut, ...byLength(leftOut)] : [])];
  const ai = rows.filter((row) => row.isAi && row.reading.words >= 50);
  const aiQuantile = (share: number): number =>
    Math.min(
      ...[...Map.groupBy(ai, (row) => row.origin).values()].map((part) =>
        quantile(
          part.map((row) => logits.get(row) ?? 0),
          share,
        ),
      ),
    );
  // Where the classes lie far apart, the human side still ends at a score well under one half.
  const at30 = Math.min(aiQuantile(options.missed), -0.8);
  const boundary = Math.max(
    ...populations.map((part) => lowest(part, options.flagged)),
    ...sources.map((own) => lowest(own, options.worst)),
  );
  // 69.5 is given out as 70 and accuses already, so the anchor lies a little above the boundary.
  const at70 = boundary + (VERGE / (1 - VERGE)) * (boundary - at30 + 2 * CAUTION_MAX);
  const at90 = Math.max(...populations.map((part) => lowest(part, options.accused)), at70 + 0.7);
  const at10 = Math.min(aiQuantile(options.cleared), at30 - 1);
  return {
    words: LENGTHS,
    anchors: CAUTION.map((extra): [number, number, number, number] => [
      round3(at10 - extra),
      round3(at30 - extra),
      round3(at70 + extra),
      round3(at90 + extra),
    ]),
  };
}

/** The bands of lengths between the anchors. */
function byLength(rows: readonly FeatureRow[]): FeatureRow[][] {
  const bandOf = ({ reading }: FeatureRow): number =>
    LENGTHS.findLastIndex((words) => reading.words >= words);
  return [...Map.groupBy(rows, bandOf).values()];
}

function cautionAt(words: number): number {
  const [near = 0, middle = 0, far = 0] = CAUTION;
  const x = Math.log2(Math.max(words, 50) / 50);
  if (x <= 1) return near + x * (middle - near);
  return x <= 2 ? middle + (x - 1) * (far - middle) : far;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
const round3 = (value: number): number => Math.round(value * 1000) / 1000;
