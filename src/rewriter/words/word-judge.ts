// Says whether a plainer word may stand in place of another, the way a copy editor does: does it mean the same here,
// and does it go with the words around it? Plain marks (word-features.ts) and a small network over what the cloze
// network holds of the gap are summed; both were taught with words that were read and judged one by one
// (training/rewriter-words.ts).
import { type JudgeWeights, judgeBy, readJudgeWeights } from "../judge-weights.ts";
import { type ReadWord, wordFeatures } from "./word-features.ts";

export type WordJudge = {
  /** How likely the other word may stand, from 0 to 1. */
  judge(word: ReadWord): number;
};

/** Reads the judge from its file. */
export function readWordJudge(file: Uint8Array): WordJudge {
  return wordJudgeWith(readJudgeWeights(file, INPUT_LENGTH));
}

export function wordJudgeWith(weights: JudgeWeights): WordJudge {
  return { judge: (word) => judgeBy(weights, wordFeatures(word), wordInput(word)) };
}

/** What the network is given: what is held of the gap, how that speaks for the one and against the other. */
export function wordInput({ gap, from, to }: ReadWord): Float32Array {
  const [fromScore, toScore] = [gap.scoreOf(from), gap.scoreOf(to)];
  const input = new Float32Array(INPUT_LENGTH);
  input.set(gap.held);
  input.set(gap.compare(to, from), gap.held.length);
  input.set(
    [(toScore ?? 0) - (fromScore ?? 0), toScore ?? 0, toScore === undefined ? 0 : 1],
    2 * gap.held.length,
  );
  return input;
}

/** Twice what the cloze network holds, and three numbers. */
export const INPUT_LENGTH = 2 * 256 + 3;
