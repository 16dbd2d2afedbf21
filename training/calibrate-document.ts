// Fits the document's part of the calibration: how the voices are combined into the score, and where
// `final_probability` has its anchors.
import { mulberry32, quantile } from "../bench/detector-metrics.ts";
import {
  combine,
  documentFeatures,
  type FinalMap,
  type LanguageCalibration,
} from "../src/detector/calibration.ts";
import { fitLogistic } from "./fit.ts";
import { type ReadRow, unpackLogits } from "./readings.ts";

export type FeatureRow = ReadRow & { features: Record<string, number>; isAi: boolean };

export type Scaling = { features: string[]; center: number[]; scale: number[] };

export function withFeatures(row: ReadRow): FeatureRow {
  const { reading } = row;
  const features = documentFeatures({ ...reading, tokenLogits: unpackLogits(reading) });
  return { ...row, features, isAi: row.label === "ai" };
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

/** Classes count equally, and inside a class a source counts by the root of its size. */
export function rowWeights(rows: readonly { isAi: boolean; source: string }[]): number[] {
  const sizes = new Map<string, number>();
  const keyOf = (row: { isAi: boolean; source: string }): string => `${row.isAi}:${row.source}`;
  for (const row of rows) sizes.set(keyOf(row), (sizes.get(keyOf(row)) ?? 0) + 1);
  const raw = rows.map((row) => 1 / Math.sqrt(sizes.get(keyOf(row)) ?? 1));
  const totals = [0, 0];
  rows.forEach((row, i) => {
    totals[Number(row.isAi)] = (totals[Number(row.isAi)] ?? 0) + (raw[i] ?? 0);
  });
  return rows.map((row, i) => (raw[i] ?? 0) / (totals[Number(row.isAi)] ?? 1));
}

export type DocumentSettings = {
  ridge: number;
  /** Shares of human texts of at least 50 words that may reach 70 and 90. */
  flagged: number;
  accused: number;
  /** Shares of AI texts of at least 50 words that may lie under 30 and 10. */
  missed: number;
  cleared: number;
};

/** The combining weights and anchors for one language. */
export function fitDocument(
  rows: readonly FeatureRow[],
  scaling: Scaling,
  settings: DocumentSettings,
): LanguageCalibration {
  const fit = fitLogistic(
    rows.map((row) => standardise(row, scaling)),
    rows.map((row) => row.isAi),
    rowWeights(rows),
    settings.ridge,
  );
  return { ...fit, final: fitFinal(rows, scaling, fit, settings) };
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

const LENGTHS = [50, 100, 200, 400];

/**
 * Anchors by length. For each length, the texts within a factor of two of it decide; the shape over
 * lengths is then lifted as a whole until the pooled share of human texts over the 70 anchor is met.
 */
function fitFinal(
  rows: readonly FeatureRow[],
  scaling: Scaling,
  fit: Pick<LanguageCalibration, "weights" | "bias">,
  settings: DocumentSettings,
): FinalMap {
  const judged = rows
    .filter((row) => row.reading.words >= 50)
    .map((row) => ({
      logit: logitOf(row, scaling, fit),
      words: row.reading.words,
      isAi: row.isAi,
    }));
  const near = (length: number, isAi: boolean): number[] =>
    judged
      .filter((row) => row.isAi === isAi && row.words >= length / 2 && row.words < length * 2)
      .map((row) => row.logit);
  const pooled = (isAi: boolean): number[] =>
    judged.filter((row) => row.isAi === isAi).map((row) => row.logit);
  // The 95th percentile is steady in samples of this size; the far tail is taken from all lengths.
  const shape = LENGTHS.map((length) => quantile(near(length, false), 0.95));
  const lift = (share: number): number[] => {
    const map = (offset: number): number[] => shape.map((value) => value + offset);
    let low = -10;
    let high = 20;
    for (let round = 0; round < 40; round++) {
      const middle = (low + high) / 2;
      const over = judged.filter((row) => !row.isAi && row.logit >= at(map(middle), row.words));
      if (over.length > share * pooled(false).length) low = middle;
      else high = middle;
    }
    return map(high);
  };
  const at70 = lift(settings.flagged);
  const at90 = lift(settings.accused);
  const lowAi = quantile(pooled(true), settings.missed);
  const veryLowAi = quantile(pooled(true), settings.cleared);
  const anchors = LENGTHS.map((_, i): [number, number, number, number] => {
    const seventy = at70[i] ?? 0;
    const ninety = Math.max(at90[i] ?? 0, seventy + 0.5);
    const thirty = Math.min(lowAi, seventy - 0.5);
    return [Math.min(veryLowAi, thirty - 0.5), thirty, seventy, ninety].map(round3) as [
      number,
      number,
      number,
      number,
    ];
  });
  return { words: LENGTHS, anchors };
}

function at(values: readonly number[], words: number): number {
  const x = Math.log(words);
  for (let i = 1; i < LENGTHS.length; i++) {
    const low = Math.log(LENGTHS[i - 1] ?? 1);
    const high = Math.log(LENGTHS[i] ?? 1);
    if (x <= high || i === LENGTHS.length - 1) {
      const share = Math.max(0, Math.min(1, (x - low) / (high - low)));
      return (values[i - 1] ?? 0) + share * ((values[i] ?? 0) - (values[i - 1] ?? 0));
    }
  }
  return values[0] ?? 0;
}

/** Two halves of the rows, whole groups together, drawn with a fixed seed. */
export function splitByGroup<Row extends { group: string }>(rows: readonly Row[]): [Row[], Row[]] {
  const random = mulberry32(11);
  const side = new Map<string, boolean>();
  const halves: [Row[], Row[]] = [[], []];
  for (const row of rows) {
    if (!side.has(row.group)) side.set(row.group, random() < 0.5);
    halves[side.get(row.group) ? 0 : 1].push(row);
  }
  return halves;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
const round3 = (value: number): number => Math.round(value * 1000) / 1000;
