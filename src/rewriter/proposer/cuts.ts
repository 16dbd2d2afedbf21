// Cuts of long sentences: the proposer says where and how, the gate what may be, and a cut stands only where the
// judge of cuts holds it to be right. Of several wordings at one joint the surest stands.
import type { Draft, Edit } from "../edit.ts";
import { hasMainVerb } from "../english/grammar.ts";
import { type Lexicon, readSentence, type Sentence } from "../english/tokens.ts";
import { canBeCut } from "../gate/cut-checks.ts";
import { passGate } from "../gate/gate.ts";
import type { Span } from "../gate/protect.ts";
import type { CutJudge, ReadCut } from "../judge/cut-judge.ts";
import type { JointModel } from "./joint-model.ts";
import { likelyCuts, type Reading } from "./reading.ts";
import { writeCut } from "./write-cut.ts";

export type CutReaders = { readonly joints: JointModel; readonly cuts: CutJudge };

export type CutOptions = {
  readonly spans: readonly Span[];
  /** Sentences of fewer words are not cut. */
  readonly wordsMin: number;
  /** How sure the judge has to be of a plain cut. */
  readonly sureMin: number;
  readonly readers: CutReaders;
  readonly signal?: AbortSignal | undefined;
  /** Told how much of the sentences is done, 0…1. */
  readonly onProgress?: ((share: number) => void) | undefined;
};

/** The drafts with the cuts that may stand, each as sure as it is. */
export async function addCuts(
  text: string,
  drafts: readonly Draft[],
  settings: CutOptions,
): Promise<Draft[]> {
  const done: Draft[] = [];
  for (const draft of drafts) {
    settings.signal?.throwIfAborted();
    done.push({ ...draft, edits: [...draft.edits, ...(await cutsOf(text, draft, settings))] });
    settings.onProgress?.(done.length / drafts.length);
  }
  return done;
}

async function cutsOf(input: string, draft: Draft, settings: CutOptions): Promise<Edit[]> {
  const { text } = draft.passage;
  const { spans, wordsMin, sureMin, readers } = settings;
  const byJoint = new Map<number, (Edit & { sure: number })[]>();
  for (const cut of await passedCuts(input, draft, { spans, wordsMin, joints: readers.joints })) {
    const sure = readers.cuts.judge(cut);
    if (sure < leastFor(cut, sureMin) || leavesNoVerb(cut)) continue;
    byJoint.set(cut.joint, [...(byJoint.get(cut.joint) ?? []), { ...cut.edit, sure }]);
  }
  return [...byJoint.values()].map((wordings) => {
    const best = wordings.reduce((one, other) => (other.sure > one.sure ? other : one));
    // Another wording that changes less fits into the place of the surest.
    const others = wordings.flatMap(({ start, end, options }) =>
      start < best.start || end > best.end
        ? []
        : options
            .map((to) => text.slice(best.start, start) + to + text.slice(end, best.end))
            .filter((to) => to !== best.options[0]),
    );
    return { ...best, others };
  });
}

/** A cut that passes the gate; offsets in the sentence, `to` without what stays as it is. */
export type PassedCut = ReadCut & {
  readonly edit: Edit;
  /** Cuts with the same number are wordings of one. */
  readonly joint: number;
};

/** All cuts of a sentence that the proposer would make and that pass the gate, each result once. */
export async function passedCuts(
  text: string,
  { passage, before, sentence }: Pick<Draft, "passage" | "before" | "sentence">,
  { spans, wordsMin, joints }: { spans: readonly Span[]; wordsMin: number; joints: JointModel },
): Promise<PassedCut[]> {
  if (sentence.tokens.filter(({ isWord }) => isWord).length < wordsMin) return [];
  if (!canBeCut(passage.text)) return [];
  const reading = await joints.read(before, sentence.text);
  const passed = new Map<string, PassedCut>();
  for (const { parts, chance, wording } of likelyCuts(reading)) {
    if (chance < CHANCE_MIN || wording < WORDING_MIN) continue;
    const edit = writeCut(sentence, parts);
    const option = edit?.options[0];
    if (edit === undefined || option === undefined) continue;
    const place = { ...edit, start: edit.start + passage.start, end: edit.end + passage.start };
    const put = passGate(text, passage, place, option, spans);
    if (put === undefined) continue;
    const cut = { start: put.start - passage.start, end: put.end - passage.start, to: put.to };
    const after = passage.text.slice(0, cut.start) + cut.to + passage.text.slice(cut.end);
    if (passed.has(after)) continue;
    const states = statesAround(passage.text, cut, reading);
    passed.set(after, { ...cut, sentence, edit, chance, wording, states, joint: parts.at });
  }
  return [...passed.values()];
}

/** What the network holds of the joint, of the first word in it and of the first word behind it. */
export function statesAround(
  text: string,
  { start, end }: { start: number; end: number },
  reading: Reading,
): Float32Array[] | undefined {
  const word = start + (/^[\s,;:—–-]*/.exec(text.slice(start))?.[0].length ?? 0);
  const behind = end + (text.charAt(end) === " " ? 1 : 0);
  const found = [start, word, behind].map((at) => reading.stateAt(Math.min(text.length - 1, at)));
  return found.every((state) => state !== undefined) ? found : undefined;
}

// What is less likely is not worth a second reading.
const CHANCE_MIN = 0.3;
const WORDING_MIN = 0.1;

/** How sure the judge has to be of a cut. */
function leastFor({ sentence, start, end, to }: ReadCut, sureMin: number): number {
  const { text, lexicon } = sentence;
  // ", a silent witness" → "It was …", ", which" → "These": what the new word means is the hardest to tell.
  const isHard =
    NAMES_THING.test(to) ||
    (/^(?:, which|,? that)\b/.test(text.slice(start, end).trim()) && POINTS.test(to));
  if (isHard) return SURE_OF_HARD_MIN;
  // Before the cut no verb is found: it may be one that the tagger doesn't know, or there is none.
  return hasVerb(text.slice(0, start), lexicon) ? sureMin : Math.max(sureMin, SURE_OF_HEAD_MIN);
}

/** "A paper analysing … and shows" → "It shows", "; in this case, a storm": a verb that the other part lacks. */
function leavesNoVerb({ sentence: { text, lexicon }, start, end, to }: ReadCut): boolean {
  const from = text.slice(start, end);
  if (/^,? ?(?:and|but)$/.test(from.trimEnd()) && DOER_ADDED.test(to))
    return !hasVerb(text.slice(0, start), lexicon);
  return /^ ?[;:—–-]/.test(from) && !hasVerb(to.replace(/^\. /, "") + text.slice(end), lexicon);
}

function hasVerb(part: string, lexicon: Lexicon): boolean {
  const sentence: Sentence = readSentence(part, lexicon);
  return hasMainVerb(sentence, 0, sentence.tokens.length);
}

const DOER_ADDED = /^\. (?:But )?(?:I|it|they|he|she|we|you)$/i;
const POINTS = /^\. (?:These|That|This|It)$/;
const NAMES_THING = /^\. (?:It|This|They|These|He|She|I|We|You) (?:is|are|was|were|am)$/;
const SURE_OF_HEAD_MIN = 0.93;
const SURE_OF_HARD_MIN = 0.97;
