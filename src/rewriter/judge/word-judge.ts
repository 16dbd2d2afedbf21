// Says whether a plainer word may stand in place of another, the way a copy editor does: does it mean the same here,
// and does it go with the words around it? Plain marks, each with a weight (the two words, what stands around them,
// how well either fits the gap), and a small network over what the cloze network holds of the gap are summed; both
// were taught with words that were read and judged one by one (training/rewriter-words.ts).
import { headOf } from "../english/grammar.ts";
import type { Sentence, Tag } from "../english/tokens.ts";
import type { Gap } from "./cloze.ts";
import { type JudgeWeights, judgeBy, readJudgeWeights } from "./judge-weights.ts";

/** A word of a sentence, and what would stand in its place. */
export type ReadWord = {
  readonly sentence: Sentence;
  /** The index of its token. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly isFormal: boolean;
  /** What the words around say of the place where it stands. */
  readonly gap: Gap;
};

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

export function wordFeatures(word: ReadWord): string[] {
  const { sentence, at, from, to, gap } = word;
  const [fromScore, toScore] = [gap.scoreOf(from), gap.scoreOf(to)];
  const { tokens } = sentence;
  const lowerAt = (i: number): string => tokens[i]?.lower ?? (i < 0 ? "^" : "$");
  const kinds = [-2, -1, 0, 1, 2].map((step) => kindOf(sentence, at + step));
  const [before2, before, own, after, after2] = kinds;
  const pair = `${from}>${to}`;
  const head = headOf(sentence, at + 1);
  const gain =
    fromScore === undefined || toScore === undefined ? "none" : step(toScore - fromScore);
  const features = [
    `pair ${pair}`,
    `to ${to}`,
    `from ${from}`,
    `own ${own}`,
    `pair ${pair} own ${own}`,
    `pair ${pair} before ${lowerAt(at - 1)}`,
    `pair ${pair} after ${lowerAt(at + 1)}`,
    `pair ${pair} before ${before}`,
    `pair ${pair} after ${after}`,
    `pair ${pair} kinds ${before} ${after}`,
    `pair ${pair} head ${head}`,
    `pair ${pair} formal ${word.isFormal}`,
    `from ${from} before ${lowerAt(at - 1)}`,
    `from ${from} after ${lowerAt(at + 1)}`,
    `to ${to} before ${lowerAt(at - 1)}`,
    `to ${to} after ${lowerAt(at + 1)}`,
    `to ${to} before ${before}`,
    `to ${to} after ${after}`,
    `to ${to} head ${head}`,
    `kinds ${before} ${own} ${after}`,
    `kinds ${before2} ${before} ${own}`,
    `kinds ${own} ${after} ${after2}`,
    `own ${own} after ${lowerAt(at + 1)}`,
    `own ${own} before ${lowerAt(at - 1)}`,
    `formal ${word.isFormal} own ${own}`,
    `gain ${gain}`,
    `gain ${gain} own ${own}`,
    `fits ${toScore === undefined ? "none" : step(toScore / 2)}`,
    `paired ${lowerAt(at + 1) === "and" || lowerAt(at - 1) === "and"} own ${own}`,
    `words ${to === "" ? 0 : to.split(" ").length}`,
  ];
  for (let i = Math.max(0, at - NEAR); i <= at + NEAR; i++) {
    const other = tokens[i];
    if (i === at || other === undefined || !other.isWord || other.lower.length < 4) continue;
    features.push(`pair ${pair} near ${other.lower}`);
  }
  return features;
}

const NEAR = 5;

function step(value: number): string {
  return String(Math.round(Math.max(-12, Math.min(12, value))));
}

/** A small word itself, or the kind of any other one. */
export function kindOf(sentence: Sentence, at: number): string {
  const token = sentence.tokens[at];
  if (token === undefined) return at < 0 ? "^" : "$";
  if (!token.isWord || token.lower.length <= 3) return token.lower;
  return KINDS.find((kind) => sentence.is(at, kind)) ?? "Other";
}

const KINDS: readonly Tag[] = [
  "ProperNoun",
  "Gerund",
  "Modal",
  "Copula",
  "PastTense",
  "Participle",
  "PresentTense",
  "Infinitive",
  "Adjective",
  "Adverb",
  "Possessive",
  "Pronoun",
  "Value",
  "Plural",
  "Noun",
  "Verb",
];
