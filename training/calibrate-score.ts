// Fits the curve from a document's combined logit to its score: the share of AI texts among those with such a logit.
import { rowWeights } from "../evaluation/row-splits.ts";
import type { LanguageCalibration } from "../src/detector/calibration.ts";
import { type FeatureRow, logitOf, type Scaling } from "./calibrate-document.ts";

const POINTS = 12;
// New texts come from sources like those left out; those of the development set are partly known by heart.
const KNOWN_SOURCES_WEIGHT = 0.3;
// A twelfth of the texts cannot tell 99 in 100 from certainty, and nobody should read "100 %".
const LOG_ODDS_MAX = 4.6;
const RISE_MIN = 0.3;

/** Log-odds of the AI class at ascending combined logits: points with the same weight each, made to rise. */
export function fitScore(
  rows: readonly FeatureRow[],
  scaling: Scaling,
  fit: Pick<LanguageCalibration, "weights" | "bias">,
): [number, number][] {
  const cells = cellsOf(rows, scaling, fit);
  const shares = rising(cells.map(({ ai, weight }) => ({ share: ai / weight, weight })));
  const points: [number, number][] = [];
  for (const [i, { logit, weight }] of cells.entries()) {
    const at = logit / weight;
    const share = shares[i] ?? 0;
    const odds = Math.min(LOG_ODDS_MAX, Math.max(-LOG_ODDS_MAX, Math.log(share / (1 - share))));
    const [atBefore, before] = points.at(-1) ?? [at, Number.NEGATIVE_INFINITY];
    points.push([round3(at), round3(Math.max(odds, before + RISE_MIN * (at - atBefore)))]);
  }
  return points;
}

function cellsOf(
  rows: readonly FeatureRow[],
  scaling: Scaling,
  fit: Pick<LanguageCalibration, "weights" | "bias">,
) {
  const balanced = rowWeights(rows);
  const weighted = rows
    .map((row, i) => {
      const isKnown = row.origin === "dev";
      const share = isKnown ? KNOWN_SOURCES_WEIGHT : 2 - KNOWN_SOURCES_WEIGHT;
      const weight = (balanced[i] ?? 0) * share;
      return { logit: logitOf(row, scaling, fit), isAi: row.isAi, weight };
    })
    .sort((a, b) => a.logit - b.logit);
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const cells = Array.from({ length: POINTS }, () => ({ weight: 0, logit: 0, ai: 0 }));
  let below = 0;
  for (const { logit, isAi, weight } of weighted) {
    const cell = cells[Math.min(POINTS - 1, Math.floor((below / total) * POINTS))];
    below += weight;
    if (cell === undefined) continue;
    cell.weight += weight;
    cell.logit += weight * logit;
    if (isAi) cell.ai += weight;
  }
  return cells;
}

/** The rising row of shares nearest to these: neighbours that fall are merged. */
function rising(cells: readonly { share: number; weight: number }[]): number[] {
  const runs: { share: number; weight: number; count: number }[] = [];
  for (const { share, weight } of cells) {
    let run = { share, weight, count: 1 };
    for (let last = runs.at(-1); last !== undefined && last.share > run.share; last = runs.at(-1)) {
      runs.pop();
      const whole = last.weight + run.weight;
      const mean = (last.share * last.weight + run.share * run.weight) / whole;
      run = { share: mean, weight: whole, count: last.count + run.count };
    }
    runs.push(run);
  }
  return runs.flatMap(({ share, count }) => Array.from({ length: count }, () => share));
}

const round3 = (value: number): number => Math.round(value * 1000) / 1000;
