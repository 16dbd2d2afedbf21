// Rules and model together: the rules propose cuts, the model of joints proposes more, and a cut stands only
// where the judge of cuts holds it to be right. Of several wordings at one joint the surest stands.
import type { Edit } from "../edit.ts";
import type { Draft } from "../propose.ts";
import type { Span } from "../protect.ts";
import { passGate } from "../search.ts";
import { hasMainVerb } from "../sentence/clauses.ts";
import type { Lexicon } from "../sentence/lexicon.ts";
import { readSentence, type Sentence } from "../sentence/tokens.ts";
import { mayBeCut } from "../splits/splits.ts";
import type { ReadCut } from "./cut-features.ts";
import type { CutJudge } from "./cut-judge.ts";
import { jointWords } from "./joint-classes.ts";
import { type JointReading, judgeCut, likelyCuts, writeCut } from "./joint-edits.ts";
import type { JointModel } from "./joint-model.ts";
import { takeApart } from "./joint-parts.ts";

export type Readers = { readonly joints: JointModel; readonly cuts: CutJudge };

export type SettleOptions = {
  readonly spans: readonly Span[];
  /** Sentences of fewer words are not cut. */
  readonly wordsMin: number;
  readonly readers: Readers;
  readonly signal?: AbortSignal | undefined;
  /** Told how much of the sentences is done, 0…1. */
  readonly onProgress?: ((share: number) => void) | undefined;
};

/** The drafts with the cuts that may stand, each as sure as it is. */
export async function settleCuts(
  text: string,
  drafts: readonly Draft[],
  settings: SettleOptions,
): Promise<Draft[]> {
  const settled: Draft[] = [];
  for (const draft of drafts) {
    settings.signal?.throwIfAborted();
    const others = draft.edits.filter(({ kind }) => kind !== "split");
    settled.push({ ...draft, edits: [...others, ...(await cutsOf(text, draft, settings))] });
    settings.onProgress?.(settled.length / drafts.length);
  }
  return settled;
}

async function cutsOf(input: string, draft: Draft, settings: SettleOptions): Promise<Edit[]> {
  const { text } = draft.passage;
  const { spans, wordsMin, readers } = settings;
  const best = new Map<number, Edit & { sure: number }>();
  const right = new Map<number, Edit[]>();
  for (const cut of await passedCuts(input, draft, { spans, wordsMin, joints: readers.joints })) {
    const sure = readers.cuts.judge({ ...cut, sentence: draft.sentence });
    const other = best.get(cut.joint);
    if (sure < leastFor(draft.sentence, cut) || leavesNoVerb(draft.sentence, cut)) continue;
    const edit = { ...cut.edit, options: [cut.option], sure };
    right.set(cut.joint, [...(right.get(cut.joint) ?? []), edit]);
    if (other === undefined || sure > other.sure) best.set(cut.joint, edit);
  }
  // Another wording that changes less fits into the place of the surest.
  return [...best].map(([joint, edit]) => ({
    ...edit,
    others: (right.get(joint) ?? []).flatMap(({ start, end, options }) =>
      start < edit.start || end > edit.end
        ? []
        : options
            .map((to) => text.slice(edit.start, start) + to + text.slice(end, edit.end))
            .filter((to) => to !== edit.options[0]),
    ),
  }));
}

/** A cut that passes the gate, in one wording; offsets in the sentence, `to` without what stays as it is. */
export type PassedCut = Omit<ReadCut, "sentence"> & {
  readonly edit: Edit;
  readonly option: string;
  /** Cuts with the same number are wordings of one. */
  readonly joint: number;
};

/** All cuts of a sentence that pass the gate, those of the rules first, each result once. */
export async function passedCuts(
  text: string,
  { passage, before, sentence, edits }: Draft,
  { spans, wordsMin, joints }: { spans: readonly Span[]; wordsMin: number; joints: JointModel },
): Promise<PassedCut[]> {
  if (!mayBeCut(sentence, wordsMin)) return [];
  const reading = await joints.read(before, sentence.text);
  const ruled = edits.filter(({ kind }) => kind === "split");
  const seen = new Set<string>();
  const passed: PassedCut[] = [];
  for (const edit of [...ruled, ...learnedCuts(sentence, reading)]) {
    const place = { ...edit, start: edit.start + passage.start, end: edit.end + passage.start };
    for (const option of edit.options) {
      const put = passGate(text, passage, place, option, spans);
      if (put === undefined) continue;
      const cut = { start: put.start - passage.start, end: put.end - passage.start, to: put.to };
      const after = passage.text.slice(0, cut.start) + cut.to + passage.text.slice(cut.end);
      if (seen.has(after)) continue;
      seen.add(after);
      const parts = takeApart(passage.text, cut);
      const { chance, wording } = parts === undefined ? NO_WORDS : judgeCut(reading, parts);
      const isLearned = !ruled.includes(edit);
      const joint = parts?.at ?? -1 - cut.start;
      const states = statesAround(passage.text, cut, reading);
      passed.push({
        edit,
        option,
        ...cut,
        isLearned,
        why: edit.why,
        chance,
        wording,
        states,
        joint,
      });
    }
  }
  return passed;
}

/** What the network holds of the joint, of the first word in it and of the first word behind it. */
export function statesAround(
  text: string,
  { start, end }: { start: number; end: number },
  reading: JointReading,
): Float32Array[] | undefined {
  const word = start + (/^[\s,;:—–-]*/.exec(text.slice(start))?.[0].length ?? 0);
  const behind = end + (text.charAt(end) === " " ? 1 : 0);
  const found = [start, word, behind].map((at) => reading.stateAt(Math.min(text.length - 1, at)));
  return found.every((state) => state !== undefined) ? found : undefined;
}

const NO_WORDS = { chance: undefined, wording: undefined };

/** The cuts the model of joints would make. */
function learnedCuts(sentence: Sentence, reading: JointReading): Edit[] {
  return likelyCuts(reading).flatMap(({ parts, chance, wording }) => {
    if (chance < CHANCE_MIN || wording < WORDING_MIN) return [];
    const edit = writeCut(sentence, parts);
    return edit === undefined ? [] : [{ ...edit, why: reasonAt(sentence.text, parts.at) }];
  });
}

/** "long sentence split at "which"", or at the mark that stands there. */
function reasonAt(text: string, at: number): string {
  const [first, second] = jointWords(text.slice(at)).map((word) => word.text.toLowerCase());
  const mark = MARKS.get(first ?? "");
  const word = mark === undefined ? first : mark === "comma" ? second : undefined;
  if (word !== undefined && (JOINING.has(word) || /^[a-z]{3,}ing$/.test(word)))
    return `long sentence split at "${word}"`;
  return `long sentence split ${mark === undefined ? "in two" : `at a ${mark}`}`;
}

const MARKS: ReadonlyMap<string, string> = new Map([
  [",", "comma"],
  [";", "semicolon"],
  [":", "colon"],
  ["-", "dash"],
  ["–", "dash"],
  ["—", "dash"],
]);
const JOINING: ReadonlySet<string> = new Set(
  "and but so yet or nor which who where when whose that while whereas although though as because since with without like including such especially particularly by to for from through".split(
    " ",
  ),
);
// What is less likely is not worth a second reading.
const CHANCE_MIN = 0.3;
const WORDING_MIN = 0.1;

/** How sure the judge has to be of a cut. */
function leastFor({ text, lexicon }: Sentence, cut: Written): number {
  if (isHard(text, cut)) return SURE_OF_HARD_MIN;
  if (hasVerb(text.slice(0, cut.start), lexicon)) return SURE_MIN;
  return SURE_OF_HEAD_MIN;
}

type Written = { readonly start: number; readonly end: number; readonly to: string };

/** "A paper analysing … and shows" → "It shows", "; in this case, a storm": a verb that the other part lacks. */
function leavesNoVerb({ text, lexicon }: Sentence, { start, end, to }: Written): boolean {
  const from = text.slice(start, end);
  if (/^,? ?(?:and|but)$/.test(from.trimEnd()) && DOER_ADDED.test(to))
    return !hasVerb(text.slice(0, start), lexicon);
  return /^ ?[;:—–-]/.test(from) && !hasVerb(to.replace(/^\. /, "") + text.slice(end), lexicon);
}

const DOER_ADDED = /^\. (?:But )?(?:I|it|they|he|she|we|you)$/i;

function hasVerb(part: string, lexicon: Lexicon): boolean {
  const sentence = readSentence(part, lexicon);
  return hasMainVerb(sentence, 0, sentence.tokens.length);
}

const SURE_MIN = 0.86;
// Before the cut no verb is found: it may be one that the tagger doesn't know, or there is none.
const SURE_OF_HEAD_MIN = 0.92;

/** ", a silent witness" → "It was …", ", which" → "These": what the new word means is the hardest to tell. */
function isHard(text: string, { start, end, to }: Written): boolean {
  if (NAMES_THING.test(to)) return true;
  return /^(?:, which|,? that)\b/.test(text.slice(start, end).trim()) && POINTS.test(to);
}

const POINTS = /^\. (?:These|That|This|It)$/;
const NAMES_THING = /^\. (?:It|This|They|These) (?:is|are|was|were)$/;
const SURE_OF_HARD_MIN = 0.97;
