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
  eachStretch(rows, words, (mean) => {
    high = Math.max(high, mean);
    low = Math.min(low, mean);
  });
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
    item === undefined ? [] : [{ ...item, words: wordCounts[i] ?? 0 }],
  );
  // How many stretches of each kind begin, less those that ended, at each row.
  const ai = new Int32Array(rows.length + 1);
  const human = new Int32Array(rows.length + 1);
  eachStretch(rows, calibration.words, (mean, first, last) => {
    for (const kind of [mean >= calibration.ai ? ai : [], mean <= calibration.human ? human : []]) {
      kind[first] = (kind[first] ?? 0) + 1;
      kind[last + 1] = (kind[last + 1] ?? 0) - 1;
    }
  });
  const middle = (calibration.ai + calibration.human) / 2;
  let [inAi, inHuman, aiWords, allWords] = [0, 0, 0, 0];
  rows.forEach(({ sum, tokens, words }, i) => {
    inAi += ai[i] ?? 0;
    inHuman += human[i] ?? 0;
    allWords += words;
    if (inAi > 0 && (inHuman === 0 || sum >= middle * tokens)) aiWords += words;
  });
  return Math.min(99, Math.max(1, Math.round((100 * aiWords) / Math.max(allWords, 1))));
}

type Row = SegmentEvidence & { readonly words: number };

/** Visits every shortest run of rows that has enough words, with its mean token logit, in one pass. */
function eachStretch(
  rows: readonly Row[],
  words: number,
  visit: (mean: number, first: number, last: number) => void,
): void {
  let [first, sum, tokens, count] = [0, 0, 0, 0];
  rows.forEach((row, last) => {
    sum += row.sum;
    tokens += row.tokens;
    count += row.words;
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
    if (count >= words && tokens > 0) visit(sum / tokens, first, last);
  });
}
