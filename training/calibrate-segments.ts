// Fits the segments' part of the calibration: how much a segment's own tokens, its neighbours and the
// document count, and from where on a document counts as written by two hands.

import { fitLogistic } from "../evaluation/fit.ts";
import { auroc } from "../evaluation/metrics.ts";
import type { MixtureCalibration, SegmentCalibration } from "../src/detector/calibration.ts";
import { findStretches, isMixture, type Stretches } from "../src/detector/mixture.ts";
import {
  evidenceOf,
  type SegmentEvidence,
  segmentFeatures,
} from "../src/detector/segment-scores.ts";
import { type ReadRow, unpackLogits } from "./readings.ts";

export type SegmentRow = {
  group: string;
  isAi: boolean;
  /** Whether its document has both human and AI sentences. */
  isLabelled: boolean;
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
        ...segmentFeatures(evidence, i),
        document: documentLogit,
      },
    ];
  });
}

function evidenceOfRow(row: ReadRow): (SegmentEvidence | undefined)[] {
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

// Whole documents are many and easy; too much weight on them flattens the segments of mixed ones.
const WHOLE_SHARE = 0.25;

export function fitSegments(rows: readonly SegmentRow[]): SegmentCalibration {
  // Labelled documents teach telling sentences apart, whole ones teach keeping to the document.
  const sizes = new Map<string, number>();
  const keyOf = (row: SegmentRow): string => `${row.isLabelled}:${row.isAi}`;
  for (const row of rows) sizes.set(keyOf(row), (sizes.get(keyOf(row)) ?? 0) + 1);
  const fit = fitLogistic(
    rows.map((row) => [row.local, row.near, row.document]),
    rows.map((row) => row.isAi),
    rows.map((row) => (row.isLabelled ? 1 : WHOLE_SHARE) / (sizes.get(keyOf(row)) ?? 1)),
    1e-4,
  );
  const [local = 0, near = 0, document = 0] = fit.weights.map(round4);
  return { bias: round4(fit.bias), local, near, document };
}

export function segmentAuroc(rows: readonly SegmentRow[], fit: SegmentCalibration): number {
  return auroc(
    rows.map((row) => ({
      score: fit.local * row.local + fit.near * row.near + fit.document * row.document,
      isAi: row.isAi,
    })),
  );
}

/**
 * The thresholds that find most of the spliced documents while so few human and so few AI documents
 * look like the work of two hands. A human text must show both an AI-like and a human-like stretch
 * to be taken for a mixture, so the two thresholds are searched for together.
 */
export function fitMixture(
  rows: readonly (ReadRow & { isAi: boolean })[],
  splices: readonly ReadRow[],
  words: number,
  shares: { human: number; ai: number },
): MixtureCalibration {
  const stretchesOf = (part: readonly ReadRow[]): Stretches[] =>
    part.flatMap((row) => stretchesOfRow(row, words) ?? []);
  const human = stretchesOf(rows.filter((row) => !row.isAi));
  const ai = stretchesOf(rows.filter((row) => row.isAi));
  const spliced = stretchesOf(splices);
  let best: { found: number; calibration: MixtureCalibration } | undefined;
  for (let high = 1; high <= 3.6; high += 0.1) {
    for (let low = -3; low <= Math.min(1.5, high - 1); low += 0.1) {
      const calibration = { words, ai: round4(high), human: round4(low) };
      const count = (part: Stretches[]): number =>
        part.filter((found) => isMixture(found, calibration)).length;
      // Shares are of all documents, also of those too short to have a long stretch.
      if (count(human) > shares.human * rows.filter((row) => !row.isAi).length) continue;
      if (count(ai) > shares.ai * rows.filter((row) => row.isAi).length) continue;
      const found = count(spliced);
      if (best === undefined || found > best.found) best = { found, calibration };
    }
  }
  return best?.calibration ?? { words, ai: 99, human: -99 };
}

export function stretchesOfRow(row: ReadRow, words: number) {
  const counts = row.reading.segments.map((segment) => segment.words);
  return findStretches(evidenceOfRow(row), counts, words);
}

const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;
