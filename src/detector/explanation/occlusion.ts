// How the score changes when phrases are left out: the test that every piece of evidence must pass.
import {
  type Calibration,
  combine,
  documentFeatures,
  type LanguageCalibration,
} from "../calibration.ts";
import type { NgramText } from "../ngrams.ts";
import type { Reader, Reading } from "../reader.ts";
import type { Candidate } from "./candidates.ts";
import type { Piece } from "./pieces.ts";

/** The text without some ranges; of two spaces that meet one goes. */
export function removeRanges(
  text: string,
  ranges: readonly { start: number; end: number }[],
): string {
  let left = "";
  let done = 0;
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    left += text.slice(done, start);
    const meetsSpace = left === "" || /\s$/.test(left);
    done = meetsSpace && /\s/.test(text.charAt(end)) ? end + 1 : end;
  }
  return left + text.slice(done);
}

export type Occluder = {
  /** How far the document's logit falls when one phrase alone is left out; reads one window. */
  dropWithout(candidate: Candidate): Promise<number>;
};

/**
 * Reads the window in which a phrase stands most centrally once more without it. Where windows overlap, the
 * other one is taken to change as much. For a text of one window this is exactly the score of the rest.
 */
export function createOccluder(
  reader: Pick<Reader, "readTokens">,
  reading: Reading,
  pieces: readonly Piece[],
  ngrams: NgramText,
  { calibration, language }: { calibration: Calibration; language: LanguageCalibration },
): Occluder {
  const before = combine(documentFeatures(reading), calibration, language);
  return {
    async dropWithout(candidate) {
      const range = tokensOf(candidate, reading, pieces);
      const central = centralWindow(range, reading.windows);
      const window = reading.windows[central];
      const old = reading.windowLogits[central];
      if (window === undefined || old === undefined || range.to <= range.from) return 0;
      // Of a text too long to be read whole, a phrase outside the sample moved nothing.
      if (range.from < window.start || range.to > window.end) return 0;
      const ids = dropRange(reading.tokens.ids.subarray(window.start, window.end), {
        from: range.from - window.start,
        to: range.to - window.start,
      });
      if (ids.length === 0) return 0;
      const read = await reader.readTokens(ids);
      const tokenLogits = Float32Array.from(reading.tokenLogits);
      const size = range.to - range.from;
      for (let token = window.start; token < window.end; token++) {
        if (token >= range.from && token < range.to) continue;
        const place = token - window.start + 1;
        const now = read.tokens[token < range.from ? place : place - size] ?? 0;
        tokenLogits[token] = (tokenLogits[token] ?? 0) + now - (old[place] ?? 0);
      }
      const change = read.document - window.logit;
      const features = documentFeatures({
        windows: reading.windows.map(({ start, end, logit }) => {
          const holds = start <= range.from && range.to <= end;
          return { start, end: holds ? end - size : end, logit: holds ? logit + change : logit };
        }),
        tokenLogits: dropRange(tokenLogits, range),
        ngramLogit: ngrams.without(candidate.from, candidate.to),
      });
      return before - combine(features, calibration, language);
    },
  };
}

type TokenRange = { from: number; to: number };

/** The tokens that begin inside the phrase, or with the space before it. */
function tokensOf(
  { from, to }: Candidate,
  { tokens, text }: Reading,
  pieces: readonly Piece[],
): TokenRange {
  const start = pieces[from]?.start ?? 0;
  const end = pieces[to - 1]?.end ?? 0;
  const first = tokens.starts.findIndex(
    (place, i) => (tokens.starts[i + 1] ?? text.prose.text.length) > start && place < end,
  );
  const after = tokens.starts.findIndex((place) => place >= end);
  return { from: Math.max(first, 0), to: after < 0 ? tokens.starts.length : after };
}

function centralWindow(range: TokenRange, windows: Reading["windows"]): number {
  let best = 0;
  let widest = Number.NEGATIVE_INFINITY;
  windows.forEach(({ start, end }, i) => {
    const margin = Math.min(range.from - start, end - range.to);
    if (margin > widest) {
      widest = margin;
      best = i;
    }
  });
  return best;
}

function dropRange<T extends Int32Array | Float32Array>(values: T, { from, to }: TokenRange): T {
  return values.filter((_: number, i: number) => i < from || i >= to) as T;
}
