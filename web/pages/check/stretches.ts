// Where the AI-like stretches of a mixed text lie. Nothing here draws.
import type { Segment } from "../../../client/authenticity-types.ts";
import { countWords } from "./counts.ts";

export type Stretch = {
  /** Indices of its first and last segment. */
  from: number;
  to: number;
  /** How it begins. */
  opening: string;
};

/** A sentence or two in between say little: a stretch has at least so many words. */
const WORDS_MIN = 40;
const OPENING_WORDS = 6;

type Run = { from: number; to: number; words: number };

/** Runs of sentences that are rather an AI's; what is not prose neither ends nor begins one. */
export function findStretches(segments: readonly Segment[]): Stretch[] {
  const runs: Run[] = [];
  let open: Run | undefined;
  for (const [at, { is_data, ai_prob, text }] of segments.entries()) {
    if (is_data) continue;
    if (ai_prob < 50) {
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { from: at, to: at, words: 0 };
      runs.push(open);
    }
    open.to = at;
    open.words += countWords(text);
  }
  return runs
    .filter(({ words }) => words >= WORDS_MIN)
    .map(({ from, to }) => ({ from, to, opening: openingOf(segments[from]?.text ?? "") }));
}

function openingOf(text: string): string {
  return text.trim().split(/\s+/, OPENING_WORDS).join(" ");
}
