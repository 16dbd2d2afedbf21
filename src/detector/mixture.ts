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
  return (
    stretches !== undefined &&
    stretches.high >= calibration.ai &&
    stretches.low <= calibration.human
  );
}
