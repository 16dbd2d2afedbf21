// Fits the segments' part of the calibration: how much a segment's own tokens, its neighbours and the
// document count, and from where on a document counts as written by two hands.
import { auroc, quantile } from "../bench/detector-metrics.ts";
import type { MixtureCalibration, SegmentCalibration } from "../src/detector/calibration.ts";
import { findStretches } from "../src/detector/mixture.ts";
import {
  evidenceOf,
  type SegmentEvidence,
  segmentFeatures,
} from "../src/detector/segment-scores.ts";
import { fitLogistic } from "./fit.ts";
import { type ReadRow, unpackLogits } from "./readings.ts";

export type SegmentRow = {
  group: string;
  isAi: boolean;
  /** Whether its document has both human and AI sentences. */
  isLabelled: boolean;
  tokens: number;
  local: number;
  near: number;
  document: number;
};

/** The prose segments of a document as rows, each with the label of the span it lies in. */
export function segmentRows(
  row: ReadRow & { isAi: boolean },
  documentLogit: number,
  labels: readonly [number, number, number][] | undefined,
): SegmentRow[] {
  const evidence = evidenceOfRow(row);
  return row.reading.segments.flatMap((segment, i) => {
    const label = labels === undefined ? row.isAi : labelOf(segment, labels);
    if (label === undefined) return [];
    return [
      {
        group: row.group,
        isAi: label,
        isLabelled: labels !== undefined,
        tokens: segment.to - segment.from,
        ...segmentFeatures(evidence, i),
        document: documentLogit,
      },
    ];
  });
}

export function evidenceOfRow(row: ReadRow): (SegmentEvidence | undefined)[] {
  const logits = unpackLogits(row.reading);
  return row.reading.segments.map((segment) => evidenceOf(segment, logits));
}

/** The label of the spans that cover most of a segment; undefined when it is cut in two. */
function labelOf(
  segment: { start: number; end: number },
  labels: readonly [number, number, number][],
): boolean | undefined {
  const covered = [0, 0];
  for (const [start, end, label] of labels) {
    const overlap = Math.min(end, segment.end) - Math.max(start, segment.start);
    if (overlap > 0) covered[label] = (covered[label] ?? 0) + overlap;
  }
  const [human = 0, ai = 0] = covered;
  if (Math.max(human, ai) < 0.8 * (human + ai) || human + ai === 0) return undefined;
  return ai > human;
}

export function fitSegments(rows: readonly SegmentRow[], half: number): SegmentCalibration {
  // Labelled documents teach telling sentences apart, whole ones teach keeping to the document.
  const sizes = new Map<string, number>();
  const keyOf = (row: SegmentRow): string => `${row.isLabelled}:${row.isAi}`;
  for (const row of rows) sizes.set(keyOf(row), (sizes.get(keyOf(row)) ?? 0) + 1);
  const fit = fitLogistic(
    rows.map((row) => {
      const trust = row.tokens / (row.tokens + half);
      return [trust * row.local + (1 - trust) * row.near, row.near, row.document];
    }),
    rows.map((row) => row.isAi),
    rows.map((row) => 1 / (sizes.get(keyOf(row)) ?? 1)),
    1e-4,
  );
  const [local = 0, near = 0, document = 0] = fit.weights.map(round4);
  return { bias: round4(fit.bias), local, near, document, half };
}

export function segmentAuroc(rows: readonly SegmentRow[], fit: SegmentCalibration): number {
  return auroc(
    rows.map((row) => {
      const trust = row.tokens / (row.tokens + fit.half);
      const local = trust * row.local + (1 - trust) * row.near;
      return {
        score: fit.local * local + fit.near * row.near + fit.document * row.document,
        isAi: row.isAi,
      };
    }),
  );
}

/** Thresholds at which so few human and so few AI documents look like the work of two hands. */
export function fitMixture(
  rows: readonly (ReadRow & { isAi: boolean })[],
  words: number,
  shares: { human: number; ai: number },
): MixtureCalibration {
  const stretches = rows.flatMap((row) => {
    const found = stretchesOfRow(row, words);
    return found === undefined ? [] : [{ ...found, isAi: row.isAi }];
  });
  const count = rows.filter((row) => !row.isAi).length;
  const humanHigh = stretches.filter((row) => !row.isAi).map((row) => row.high);
  const aiLow = stretches.filter((row) => row.isAi).map((row) => row.low);
  // Shares are of all human documents, also of those too short to have a long stretch.
  const ai = quantile(humanHigh, 1 - (shares.human * count) / Math.max(humanHigh.length, 1));
  const human = quantile(aiLow, shares.ai);
  return { words, ai: round4(ai + 0.05), human: round4(Math.min(human, ai - 1)) };
}

export function stretchesOfRow(row: ReadRow, words: number) {
  const counts = row.reading.segments.map((segment) => segment.words);
  return findStretches(evidenceOfRow(row), counts, words);
}

const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;
