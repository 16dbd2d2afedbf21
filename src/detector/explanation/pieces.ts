// The words and marks of the prose, each with the evidence the ensemble members see in it: what the n-gram
// model's weights add, and how far the encoder's token logits lie above or below the document's mean.
import type { Calibration, LanguageCalibration } from "../calibration.ts";
import type { NgramText } from "../ngrams.ts";
import type { Reading } from "../reader.ts";

export type Piece = {
  /** Offsets in the prose. */
  readonly start: number;
  readonly end: number;
  readonly isWord: boolean;
  /** The prose segment it lies in. */
  readonly segment: number;
  /** About how far the document's logit would fall without it; negative for human-like pieces. */
  readonly evidence: number;
};

/** All pieces of the prose in order; one for each token of the n-gram model. */
export function findPieces(
  reading: Reading,
  ngrams: NgramText,
  calibration: Calibration,
  language: LanguageCalibration,
): Piece[] {
  const prose = reading.text.prose.text;
  const perUnit = (name: string): number => {
    const at = calibration.features.indexOf(name);
    return at < 0 ? 0 : (language.weights[at] ?? 0) / (calibration.scale[at] ?? 1);
  };
  const encoderEvidence = evidenceOfTokens(reading, ngrams, perUnit("encoder") + perUnit("tokens"));
  const ngramWeight = perUnit("ngrams");
  const segments = reading.text.segments.flatMap(({ prose: range }) => range ?? []);
  let segment = 0;
  return Array.from(ngrams.starts, (start, i) => {
    const end = ngrams.ends[i] ?? start;
    while (segment < segments.length - 1 && start >= (segments[segment]?.end ?? 0)) segment++;
    return {
      start,
      end,
      isWord: WORD.test(prose.slice(start, end)),
      segment,
      evidence: ngramWeight * (ngrams.contributions[i] ?? 0) + (encoderEvidence[i] ?? 0),
    };
  });
}

const WORD = /[\p{L}\p{N}]/u;

/** The encoder's tokens, summed up for the piece each lies in. */
function evidenceOfTokens(reading: Reading, ngrams: NgramText, weight: number): Float64Array {
  const { tokenLogits, tokens } = reading;
  const mean = tokenLogits.reduce((sum, logit) => sum + logit, 0) / Math.max(tokenLogits.length, 1);
  const evidence = new Float64Array(ngrams.starts.length);
  let piece = 0;
  tokenLogits.forEach((logit, token) => {
    // A token may begin with the space before its word.
    const letter = (tokens.starts[token + 1] ?? reading.text.prose.text.length) - 1;
    while (piece < evidence.length - 1 && letter >= (ngrams.ends[piece] ?? 0)) piece++;
    evidence[piece] = (evidence[piece] ?? 0) + (weight * (logit - mean)) / tokenLogits.length;
  });
  return evidence;
}
