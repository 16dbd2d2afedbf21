// Reads a sentence that was cut in two, the way a copy editor reads a proof: are both parts sentences, and do
// they still say what the one said? An ensemble of two members, summed: plain marks of the cut, each with a weight
// (cut-features.ts), and a small network over what the model of joints holds of the words around it. Both were
// taught with cuts that were read and judged one by one (training/rewriter-cuts.ts).
import { type JudgeWeights, judgeBy, readJudgeWeights } from "../judge-weights.ts";
import { cutFeatures, cutKind, type ReadCut } from "./cut-features.ts";

export type CutJudge = {
  /** How likely the cut may stand, from 0 to 1. */
  judge(cut: ReadCut): number;
};

/** Reads the judge from its file. */
export function readCutJudge(file: Uint8Array): CutJudge {
  return judgeWith(readJudgeWeights(file, STATES_LENGTH + KIND_LENGTH));
}

export function judgeWith(weights: JudgeWeights): CutJudge {
  return { judge: (cut) => judgeBy(weights, cutFeatures(cut), inputOf(cut, weights.means)) };
}

/** What the network is given: the states, and how the cut is made. */
export function inputOf(cut: ReadCut, means: Float32Array): Float32Array {
  const input = new Float32Array(means.length + KIND_LENGTH);
  if (cut.states === undefined) input.set(means);
  else cut.states.forEach((state, i) => input.set(state, i * state.length));
  input.set(cutKind(cut), means.length);
  return input;
}

/** Three states of the model of joints. */
const STATES_LENGTH = 3 * 384;
/** How many numbers `cutKind` gives. */
export const KIND_LENGTH = 49;
