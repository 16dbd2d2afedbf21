// Candidate phrases that may have moved the score: runs of whole words inside one sentence with accumulated
// evidence, strongest first and without overlaps. occlusion.ts tests which of them really did.
import type { Piece } from "./pieces.ts";

export type Direction = "ai" | "human";

export type Candidate = {
  /** Pieces [from, to). */
  readonly from: number;
  readonly to: number;
  readonly direction: Direction;
};

export type CandidateOptions = {
  /** How many of each direction. */
  readonly count: number;
  readonly wordsMax: number;
  /** Whether the counts of a phrase are known and support the direction. */
  isSupported(candidate: Candidate): boolean;
};

/** The strongest phrases of both directions. */
export function findCandidates(
  pieces: readonly Piece[],
  { count, wordsMax, isSupported }: CandidateOptions,
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

type Run = Candidate & { readonly strength: number };

function rankRuns(
  pieces: readonly Piece[],
  wordsMax: number,
  isSupported: CandidateOptions["isSupported"],
): Run[] {
  const isLong = pieces.length * wordsMax > RUNS_MAX;
  const runs: Run[] = [];
  pieces.forEach((_, from) => {
    const own = runsFrom(pieces, from, wordsMax, isLong ? () => false : isSupported);
    runs.push(...(isLong ? strongestOf(own) : own));
  });
  return runs.sort((a, b) => b.strength - a.strength || a.from - b.from);
}

/** All phrases that begin with one piece. */
function runsFrom(
  pieces: readonly Piece[],
  from: number,
  wordsMax: number,
  isSupported: CandidateOptions["isSupported"],
): Run[] {
  const first = pieces[from];
  const runs: Run[] = [];
  if (first?.isWord !== true) return runs;
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
  return runs;
}

/** The best of each direction. */
function strongestOf(runs: readonly Run[]): Run[] {
  return (["ai", "human"] as const).flatMap((direction) => {
    const own = runs.filter((run) => run.direction === direction);
    return own.length === 0 ? [] : [own.reduce((a, b) => (b.strength > a.strength ? b : a))];
  });
}

/** Beyond this, a text of full length would have millions of runs: only the best from each word are ranked. */
const RUNS_MAX = 100_000;

/** A single word is seldom a convincing reason. */
const WORDS_MIN = 2;

/** A phrase supported by its counts is preferred to a longer one that adds hardly anything. */
const SUPPORTED_BONUS = 1.5;
