// `final_probability`: a monotone map of the score that knows the length. Its anchors are set on human text (at most 1
// in 100 of the calibration set may reach 70), and they lie further out for short texts, where the evidence is thin, so
// that the same score is pulled towards 50.
import type { FinalMap } from "./calibration.ts";

/** 1…99 per cent, whole, for the score's logit at a length. */
export function finalProbability(logit: number, words: number, map: FinalMap): number {
  const [at10, at30, at70, at90] = anchorsAt(words, map);
  const points: [number, number][] = [
    [at10 - 2 * (at30 - at10), 1],
    [at10, 10],
    [at30, 30],
    [at70, 70],
    [at90, 90],
    [at90 + 2 * (at90 - at70), 99],
  ];
  return Math.round(interpolate(points, logit));
}

/**
 * The logit from which `final_probability` is given out as 70 at a length, and how far it moves when the anchor
 * moves by one. Numbers are rounded, so the limit lies half a per cent before the anchor.
 */
export function boundaryAt(
  final: 70,
  words: number,
  map: FinalMap,
): { logit: number; share: number } {
  const [, at30, at70] = anchorsAt(words, map);
  const share = (final - 0.5 - 30) / (70 - 30);
  return { logit: at30 + share * (at70 - at30), share };
}

/** The anchors at a length: linear in the logarithm of the words, constant beyond the ends. */
function anchorsAt(words: number, map: FinalMap): [number, number, number, number] {
  const at = (column: 0 | 1 | 2 | 3): number =>
    interpolate(
      map.words.map((count, row): [number, number] => [
        Math.log(count),
        map.anchors[row]?.[column] ?? 0,
      ]),
      Math.log(Math.max(words, 1)),
    );
  return [at(0), at(1), at(2), at(3)];
}

/** Straight lines between points in ascending order, flat outside. */
function interpolate(points: readonly (readonly [number, number])[], x: number): number {
  let before = points[0];
  if (before === undefined) return 0;
  if (x <= before[0]) return before[1];
  for (const point of points) {
    if (x < point[0]) {
      const share = (x - before[0]) / (point[0] - before[0]);
      return before[1] + share * (point[1] - before[1]);
    }
    before = point;
  }
  return before[1];
}
