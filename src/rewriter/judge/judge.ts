// Reads an edit the way a copy editor reads a proof: does the sentence still say what it said, and is it good English?
// One judge for other wordings of every kind, the sum of two members: plain marks of the edit, each with a weight, and a small
// network over what the cloze network holds of its place. Both were taught with edits that were
// read and judged one by one (training/editor/judge.py): of those it holds to be right with 0.95, 95 in 100 are.
import type { Draft, Edit, EditKind } from "../edit.ts";
import { headOf } from "../english/grammar.ts";
import type { Sentence, Tag } from "../english/tokens.ts";
import { trim } from "../gate/gate.ts";
import type { Cloze, Gap } from "./cloze.ts";
import { type JudgeWeights, judgeBy, readJudgeWeights } from "./judge-weights.ts";

/** An edit of a sentence: `to` in place of [start, end). */
export type ReadEdit = {
  /** The sentence before it in its paragraph, or "". */
  readonly before: string;
  readonly sentence: Sentence;
  readonly kind: EditKind;
  readonly start: number;
  readonly end: number;
  readonly to: string;
  /** Whether it follows a rule that was reviewed with its examples, not a table or a model. */
  readonly isReviewed?: boolean | undefined;
};

/** How sure the judge has to be of an edit, by its kind: reviewed phrases fail less than single words. */
export type SureMin = Readonly<Record<"phrase" | "word", number>>;

export type EditJudge = {
  /** How likely the edit may stand, from 0 to 1. */
  judge(edit: ReadEdit): number;
};

/** Reads the judge from its file. */
export function readEditJudge(file: Uint8Array, cloze: Cloze): EditJudge {
  return judgeWith(readJudgeWeights(file, INPUT_LENGTH), cloze);
}

export function judgeWith(weights: JudgeWeights, cloze: Cloze): EditJudge {
  return {
    judge(edit) {
      const { marks, numbers } = describeEdit(edit, cloze);
      return judgeBy(weights, marks, numbers);
    },
  };
}

/** Of the wordings of one place those that are sure enough: the surest, and the others of the same stretch behind it. */
export function settle(
  { before, sentence }: Pick<Draft, "before" | "sentence">,
  wordings: readonly Edit[],
  { judge }: EditJudge,
  sureMin: SureMin,
): Edit | undefined {
  const [best, ...rest] = wordings
    .flatMap((edit) => {
      const put = trim(sentence.text, edit);
      if (put === undefined) return [];
      const { kind, isReviewed } = edit;
      const sure = judge({ before, sentence, kind, isReviewed, ...put });
      const least = sureMin[kind === "word" ? kind : "phrase"];
      return sure >= least ? [{ ...edit, sure }] : [];
    })
    .sort((a, b) => b.sure - a.sure);
  if (best === undefined) return undefined;
  const { start, end } = best;
  const { text } = sentence;
  // Another wording that changes less fits into the place of the surest.
  const others = rest
    .filter((other) => other.start >= start && other.end <= end)
    .map((other) => text.slice(start, other.start) + other.to + text.slice(other.end, end));
  return { ...best, others };
}

/** What the judge is told of an edit. */
export function describeEdit(
  edit: ReadEdit,
  cloze: Cloze,
): { marks: string[]; numbers: Float32Array } {
  const { before, sentence, start, end, to } = edit;
  const numbers = new Float32Array(INPUT_LENGTH);
  const lead = before === "" ? "" : `${before} `;
  const gap = cloze.read(lead + sentence.text, lead.length + start, lead.length + end);
  numbers.set(gap.held);
  numbers[KIND_AT + KINDS_OF_EDITS.indexOf(kindOfEdit(edit))] = 1;
  const from = sentence.text.slice(start, end).toLowerCase().trim();
  const put = to.toLowerCase().trim();
  const [fromScore, toScore] = [gap.scoreOf(from), gap.scoreOf(put)];
  numbers.set(gap.compare(put, from), HELD_LENGTH);
  numbers.set(
    [(toScore ?? 0) - (fromScore ?? 0), toScore ?? 0, toScore === undefined ? 0 : 1],
    2 * HELD_LENGTH,
  );
  return { marks: wordingFeatures(edit, gap), numbers };
}

const HELD_LENGTH = 256;
const KINDS_OF_EDITS = ["drop", "word", "phrase", "connective", "contraction", "repair"];
const KIND_AT = 2 * HELD_LENGTH + 3;
/** Twice what the cloze network holds with three scores, and the kind. */
export const INPUT_LENGTH = KIND_AT + KINDS_OF_EDITS.length;

function kindOfEdit({ kind, to, sentence, start, end }: ReadEdit): string {
  if (to.trim() === "") return "drop";
  if (kind !== "phrase") return kind;
  return /\s/.test(`${sentence.text.slice(start, end)}${to}`.trim()) ? "phrase" : "word";
}

/** The marks of other words in a place: what goes, what comes, and what stands around it. */
function wordingFeatures(edit: ReadEdit, gap: Gap): string[] {
  const { sentence, start, end, to } = edit;
  const { tokens } = sentence;
  const first = tokens.findIndex((token) => token.end > start);
  const own = tokens.filter((token) => token.end > start && token.start < end);
  const at = first === -1 ? tokens.length : first;
  const behind = at + own.length;
  const lowerAt = (i: number): string => tokens[i]?.lower ?? (i < 0 ? "^" : "$");
  const from = own.map(({ lower }) => lower).join(" ");
  const put = to.toLowerCase().trim();
  const pair = `${from}>${put}`;
  const [before, after] = [kindOf(sentence, at - 1), kindOf(sentence, behind)];
  const kinds = own.map((_, i) => kindOf(sentence, at + i)).join(" ");
  const head = headOf(sentence, behind);
  const [last, next] = [lowerAt(at - 1), lowerAt(behind)];
  const [fromScore, toScore] = [gap.scoreOf(from), gap.scoreOf(put)];
  const gain =
    fromScore === undefined || toScore === undefined ? "none" : step(toScore - fromScore);
  const kind = kindOfEdit(edit);
  const features = [
    `kind ${kind}`,
    `pair ${pair}`,
    `to ${put}`,
    `from ${from}`,
    `own ${kinds}`,
    `pair ${pair} own ${kinds}`,
    `pair ${pair} before ${last}`,
    `pair ${pair} after ${next}`,
    `pair ${pair} before ${before}`,
    `pair ${pair} after ${after}`,
    `pair ${pair} kinds ${before} ${after}`,
    `pair ${pair} head ${head}`,
    `from ${from} before ${last}`,
    `from ${from} after ${next}`,
    `to ${put} before ${last}`,
    `to ${put} after ${next}`,
    `to ${put} before ${before}`,
    `to ${put} after ${after}`,
    `to ${put} head ${head}`,
    `${kind} kinds ${before} ${kinds} ${after}`,
    `${kind} kinds ${kindOf(sentence, at - 2)} ${before} ${kinds}`,
    `${kind} kinds ${kinds} ${after} ${kindOf(sentence, behind + 1)}`,
    `${kind} own ${kinds} after ${next}`,
    `${kind} own ${kinds} before ${last}`,
    `${kind} before ${lowerAt(at - 2)} ${last}`,
    `${kind} after ${next} ${lowerAt(behind + 1)}`,
    `${kind} begins ${at === 0} ends ${behind >= tokens.length - 1}`,
    `gain ${gain}`,
    `gain ${gain} own ${kinds}`,
    `fits ${toScore === undefined ? "none" : step(toScore / 2)}`,
    `${kind} paired ${next === "and" || last === "and"} own ${kinds}`,
    `${kind} words ${Math.min(8, own.length)} ${put === "" ? 0 : put.split(" ").length}`,
  ];
  if (edit.isReviewed === true) features.push("reviewed", `reviewed ${kind}`);
  for (const word of wordsNear(sentence, at, behind))
    features.push(`pair ${pair} near ${word}`, `${kind} near ${word}`);
  return features;
}

/** The longer words close to a place. */
function wordsNear({ tokens }: Sentence, at: number, behind: number): string[] {
  const near = [
    ...tokens.slice(Math.max(0, at - NEAR), at),
    ...tokens.slice(behind, behind + NEAR),
  ];
  return near.flatMap(({ isWord, lower }) => (isWord && lower.length >= 4 ? [lower] : []));
}

const NEAR = 5;

function step(value: number): string {
  return String(Math.round(Math.max(-12, Math.min(12, value))));
}

/** A small word itself, or the kind of any other one. */
function kindOf(sentence: Sentence, at: number): string {
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
