// Phrases that may have moved the score: runs of whole words inside one sentence in which the evidence adds
// up, strongest first and without overlaps. They are guesses; occlusion.ts finds out which are true.
import type { Piece } from "./pieces.ts";

export type Direction = "ai" | "human";

export type Candidate = {
  /** Pieces [from, to). */
  readonly from: number;
  readonly to: number;
  readonly direction: Direction;
};

export type CandidateSettings = {
  /** How many of each direction. */
  readonly count: number;
  readonly wordsMax: number;
  /** Whether the counts of a phrase are known and speak for the direction. */
  isSupported(candidate: Candidate): boolean;
};

/** The strongest phrases of both directions. */
export function findCandidates(
  pieces: readonly Piece[],
  { count, wordsMax, isSupported }: CandidateSettings,
): Candidate[] {
  const taken = new Uint8Array(pieces.length);
  const chosen: Candidate[] = [];
  const left = { ai: count, human: count };
  for (const { strength, ...candidate } of rankRuns(pieces, wordsMax, isSupported)) {
    if (left.ai + left.human === 0 || strength <= 0) break;
    const { from, to, direction } = candidate;
    if (left[direction] === 0 || taken.subarray(from, to).includes(1)) continue;
    taken.fill(1, from, to);
    left[direction]--;
    chosen.push(candidate);
  }
  return chosen;
}

function rankRuns(
  pieces: readonly Piece[],
  wordsMax: number,
  isSupported: CandidateSettings["isSupported"],
): (Candidate & { strength: number })[] {
  const runs: (Candidate & { strength: number })[] = [];
  pieces.forEach((first, from) => {
    if (!first.isWord) return;
    let sum = 0;
    let words = 0;
    for (let at = from; at < pieces.length && words < wordsMax; at++) {
      const piece = pieces[at];
      if (piece === undefined || piece.segment !== first.segment) break;
      sum += piece.evidence;
      if (!piece.isWord) continue;
      words++;
      if (words < WORDS_MIN) continue;
      const direction = sum > 0 ? "ai" : "human";
      const bonus = isSupported({ from, to: at + 1, direction }) ? SUPPORTED_BONUS : 1;
      runs.push({ from, to: at + 1, direction, strength: bonus * Math.abs(sum) });
    }
  });
  return runs.sort((a, b) => b.strength - a.strength || a.from - b.from);
}

/** A single word is seldom a reason anybody could follow. */
const WORDS_MIN = 2;

/** A phrase that its counts bear out is preferred to a longer one that says hardly more. */
const SUPPORTED_BONUS = 1.5;
