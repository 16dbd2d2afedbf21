// Whether a document has both a long AI-like and a long human-like stretch. A stretch is a run of
// neighbouring segments of at least so many words; what counts is the mean of its token logits.
import type { MixtureCalibration } from "./calibration.ts";
import type { SegmentEvidence } from "./segment-scores.ts";

export type Stretches = {
  /** The highest and the lowest mean token logit of any long stretch. */
  readonly high: number;
  readonly low: number;
};

/** The extremes over all runs of segments that just reach `words` words, in one pass. */
export function findStretches(
  evidence: readonly (SegmentEvidence | undefined)[],
  wordCounts: readonly number[],
  words: number,
): Stretches | undefined {
  const rows = evidence.flatMap((item, i) =>
    item === undefined ? [] : [{ ...item, words: wordCounts[i] ?? 0 }],
  );
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  let first = 0;
  let sum = 0;
  let tokens = 0;
  let count = 0;
  for (const row of rows) {
    sum += row.sum;
    tokens += row.tokens;
    count += row.words;
    // The shortest run that still has enough words and ends here.
    for (
      let head = rows[first];
      head !== undefined && count - head.words >= words;
      head = rows[first]
    ) {
      sum -= head.sum;
      tokens -= head.tokens;
      count -= head.words;
      first++;
    }
    if (count < words || tokens === 0) continue;
    high = Math.max(high, sum / tokens);
    low = Math.min(low, sum / tokens);
  }
  return high >= low ? { high, low } : undefined;
}

/** Whether the stretches are far enough apart to speak of two authors. */
export function isMixture(
  stretches: Stretches | undefined,
  calibration: MixtureCalibration,
): boolean {
  return mixtureMargin(stretches, calibration) >= 0;
}

/** How far, in logits, both limits could be moved out before the text is no longer mixed; negative if it isn't. */
export function mixtureMargin(
  stretches: Stretches | undefined,
  { ai, human }: MixtureCalibration,
): number {
  if (stretches === undefined) return Number.NEGATIVE_INFINITY;
  return Math.min(stretches.high - ai, human - stretches.low);
}

/**
 * The share of the words, 1…99 per cent, that lie in AI-like stretches of a mixture. Where an AI-like and a
 * human-like stretch overlap, a segment goes to the one its own tokens are nearer to.
 */
export function aiShareOf(
  evidence: readonly (SegmentEvidence | undefined)[],
  wordCounts: readonly number[],
  calibration: MixtureCalibration,
): number {
  const rows = evidence.flatMap((item, i) =>
    item === undefined ? [] : [{ ...item, words: wordCounts[i] ?? 0, isAi: false, isHuman: false }],
  );
  rows.forEach((_, last) => {
    // The shortest run that has enough words and ends here, as in `findStretches`.
    let [sum, tokens, words, first] = [0, 0, 0, last + 1];
    while (first > 0 && words < calibration.words) {
      const row = rows[--first];
      sum += row?.sum ?? 0;
      tokens += row?.tokens ?? 0;
      words += row?.words ?? 0;
    }
    if (words < calibration.words || tokens === 0) return;
    const mean = sum / tokens;
    for (const row of rows.slice(first, last + 1)) {
      if (mean >= calibration.ai) row.isAi = true;
      if (mean <= calibration.human) row.isHuman = true;
    }
  });
  const middle = (calibration.ai + calibration.human) / 2;
  let ai = 0;
  let all = 0;
  for (const { isAi, isHuman, sum, tokens, words } of rows) {
    all += words;
    if (isAi && (!isHuman || sum >= middle * tokens)) ai += words;
  }
  return Math.min(99, Math.max(1, Math.round((100 * ai) / Math.max(all, 1))));
}
