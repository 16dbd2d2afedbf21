// Scores of single segments from the same pass as the document's: the mean of a segment's token logits, compared with
// its neighbours' and pulled towards the document's.
import type { SegmentCalibration } from "./calibration.ts";
import { sigmoid } from "./calibration.ts";
import type { Reading } from "./reader.ts";
import { wordsIn } from "./words.ts";

/** Token evidence for one prose segment. */
export type SegmentEvidence = { readonly sum: number; readonly tokens: number };

/** The tokens [from, to) of each segment; undefined for headings and data. */
export function segmentTokens(
  reading: Pick<Reading, "text" | "tokens">,
): ({ from: number; to: number } | undefined)[] {
  const { starts } = reading.tokens;
  let token = 0;
  return reading.text.segments.map(({ prose }) => {
    if (prose === undefined) return undefined;
    // A token belongs to the segment in which its first letter lies; it may begin with a space.
    while (token < starts.length && (starts[token] ?? 0) + 1 < prose.start) token++;
    const from = token;
    while (token < starts.length && (starts[token] ?? 0) < prose.end) token++;
    return { from, to: token };
  });
}

/** Sum and number of the token logits in a range. */
export function evidenceOf(
  range: { from: number; to: number } | undefined,
  tokenLogits: Float32Array,
): SegmentEvidence | undefined {
  if (range === undefined) return undefined;
  let sum = 0;
  for (let token = range.from; token < range.to; token++) sum += tokenLogits[token] ?? 0;
  return { sum, tokens: range.to - range.from };
}

/** Token evidence and word count of each segment; undefined and 0 for headings and data. */
export function evidenceOfSegments(reading: Pick<Reading, "text" | "tokens" | "tokenLogits">): {
  evidence: (SegmentEvidence | undefined)[];
  counts: number[];
} {
  const { segments, prose: all } = reading.text;
  return {
    evidence: segmentTokens(reading).map((range) => evidenceOf(range, reading.tokenLogits)),
    counts: segments.map(({ prose }) =>
      prose === undefined ? 0 : wordsIn(all.text.slice(prose.start, prose.end)),
    ),
  };
}

export type SegmentScore = {
  /** 0…1. */
  readonly probability: number;
  /** Whether its own words say more than its neighbours and the document do. */
  readonly isOwn: boolean;
};

/** The score of each segment; headings take that of their surroundings. */
export function scoreSegments(
  evidence: readonly (SegmentEvidence | undefined)[],
  documentLogit: number,
  calibration: SegmentCalibration,
): SegmentScore[] {
  return evidence.map((_, i) => {
    const { local, near } = segmentFeatures(evidence, i);
    // What a sentence would get that reads just like its neighbours, and what its own words change in that.
    const around =
      calibration.bias +
      (calibration.local + calibration.near) * near +
      calibration.document * documentLogit;
    const own = calibration.local * (local - near);
    return { probability: sigmoid(around + own), isOwn: Math.abs(own) >= Math.abs(around) };
  });
}

/** A segment's own mean token logit, and that of the two segments on each side. */
export function segmentFeatures(
  evidence: readonly (SegmentEvidence | undefined)[],
  at: number,
): { local: number; near: number } {
  let sum = 0;
  let tokens = 0;
  for (let distance = -NEAR; distance <= NEAR; distance++) {
    const other = evidence[at + distance];
    if (other === undefined || distance === 0) continue;
    const weight = 1 / Math.abs(distance);
    sum += weight * other.sum;
    tokens += weight * other.tokens;
  }
  const own = evidence[at];
  const near =
    tokens > 0 ? sum / tokens : own !== undefined && own.tokens > 0 ? own.sum / own.tokens : 0;
  const local = own !== undefined && own.tokens > 0 ? own.sum / own.tokens : near;
  return { local, near };
}

const NEAR = 2;
