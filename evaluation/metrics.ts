// The measures of quality that calibration and benchmark share: ranking, hits at a fixed false-alarm
// rate, calibration error, and intervals by resampling.
import { mulberry32 } from "./seeded-random.ts";

export type Scored = { readonly score: number; readonly isAi: boolean };

/** The chance that an AI text scores higher than a human one; ties count half. */
export function auroc(rows: readonly Scored[]): number {
  const sorted = [...rows].sort((a, b) => a.score - b.score);
  let humanBelow = 0;
  let wins = 0;
  for (let i = 0; i < sorted.length; ) {
    let j = i;
    let ai = 0;
    let human = 0;
    for (; j < sorted.length && sorted[j]?.score === sorted[i]?.score; j++) {
      if (sorted[j]?.isAi) ai++;
      else human++;
    }
    wins += ai * (humanBelow + human / 2);
    humanBelow += human;
    i = j;
  }
  const ai = rows.length - humanBelow;
  return wins / (ai * humanBelow);
}

/** The lowest threshold that at most the given share of human texts lies above. */
export function thresholdAt(rows: readonly Scored[], falseAlarms: number): number {
  const human = rows.filter((row) => !row.isAi).map((row) => row.score);
  return quantile(human, 1 - falseAlarms);
}

/** The value that the given share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1));
  return sorted[at] ?? Number.NaN;
}

/** The share of AI texts above the threshold that lets so many human texts through. */
export function hitRate(rows: readonly Scored[], falseAlarms: number): number {
  return shareAbove(
    rows.filter((row) => row.isAi),
    thresholdAt(rows, falseAlarms),
  );
}

export function shareAbove(rows: readonly { score: number }[], threshold: number): number {
  return rows.filter((row) => row.score > threshold).length / rows.length;
}

/**
 * Expected calibration error over 15 bins of equal width, the classes weighted equally, because the
 * score is a probability under equal priors.
 */
export function calibrationError(rows: readonly Scored[], bins = 15): number {
  const ai = rows.filter((row) => row.isAi).length;
  const human = rows.length - ai;
  const cells = Array.from({ length: bins }, () => ({ weight: 0, score: 0, ai: 0 }));
  for (const row of rows) {
    const weight = row.isAi ? 0.5 / ai : 0.5 / human;
    const cell = cells[Math.min(bins - 1, Math.floor(row.score * bins))];
    if (cell === undefined) continue;
    cell.weight += weight;
    cell.score += weight * row.score;
    if (row.isAi) cell.ai += weight;
  }
  return cells.reduce((sum, cell) => sum + Math.abs(cell.score - cell.ai), 0);
}

/** The 95 % interval of a measure by resampling whole groups, with a fixed seed. */
export function interval<Row extends { group: string }>(
  rows: readonly Row[],
  measure: (rows: Row[]) => number,
  rounds = 200,
): [number, number] {
  const groups = [...Map.groupBy(rows, (row) => row.group).values()];
  const random = mulberry32(7);
  const results: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const drawn: Row[] = [];
    for (let i = 0; i < groups.length; i++) {
      drawn.push(...(groups[Math.floor(random() * groups.length)] ?? []));
    }
    const value = measure(drawn);
    if (!Number.isNaN(value)) results.push(value);
  }
  return [quantile(results, 0.025), quantile(results, 0.975)];
}
