// What is proposed for a text, sentence by sentence. Reviewed phrases and the table of plainer words propose other wordings, of
// which the judge must be sure; repairs of plain slips and cuts of long sentences follow rules alone.
import { setImmediate as turn } from "node:timers/promises";
import { proposeCut } from "./cuts.ts";
import { type Draft, type Edit, textAfter } from "./edit.ts";
import { type Lexicon, readSentence } from "./english/tokens.ts";
import { settle } from "./judge/judge.ts";
import type { Passage } from "./passages.ts";
import { proposeAlso } from "./phrases/also.ts";
import { withoutEchoes } from "./phrases/echoes.ts";
import { matchPhrases } from "./phrases/match-phrases.ts";
import type { PhraseTable } from "./phrases/phrase-table.ts";
import { proposeRepairs } from "./phrases/repairs.ts";
import { wordProposer } from "./phrases/words.ts";
import type { Register } from "./register.ts";
import type { RewriterResources } from "./resources.ts";
import type { Proposal } from "./search.ts";
import type { StrengthSettings } from "./strengths.ts";

export type ProposeOptions = {
  readonly isStrong: boolean;
  readonly register: Register;
  readonly lexicon: Lexicon;
  readonly phrases: PhraseTable;
  /** Whether a sentence may be rewritten; all by default. */
  readonly isSelected?: ((passage: Passage) => boolean) | undefined;
};

/** Each sentence with what the phrases propose for it. */
export function draftEdits(
  text: string,
  passages: readonly Passage[],
  { isStrong, register, lexicon, phrases, isSelected = () => true }: ProposeOptions,
): Draft[] {
  const drafts = passages.map((passage, index): Draft => {
    const sentence = readSentence(passage.text, lexicon);
    const edits: Edit[] = isSelected(passage)
      ? [
          ...matchPhrases(sentence, phrases, { ...register, isStrong }),
          ...proposeAlso(sentence),
          ...proposeRepairs(sentence, leadOf(text, passages, index)),
        ]
      : [];
    const before = textBefore(text, passages, index);
    return { passage, before, sentence, edits };
  });
  const got = new Set<string>();
  return drafts.map((draft, index) => {
    const { before, sentence, edits } = draft;
    const made = before === "" ? [] : (drafts[index - 1]?.edits ?? []);
    const after = textAfter(drafts, index);
    const fitting = withoutEchoes(sentence.text, edits, { before, after, made });
    return { ...draft, edits: fitting.filter((edit) => isFirst(edit, got)) };
  });
}

/** Whether the text gets this "But" or "many" for the first time: readers dislike a second. */
function isFirst({ to }: Edit, got: Set<string>): boolean {
  const [wording] = ONCE.exec(to) ?? [];
  if (wording === undefined) return true;
  const isNew = !got.has(wording);
  got.add(wording);
  return isNew;
}

const ONCE = /^(?:(?:But|Also|So|Still)\b|many$)/i;

export type JudgeOptions = {
  readonly resources: RewriterResources;
  readonly register: Register;
  /** Whether the text reads as a person's own. */
  readonly isOwn: boolean;
  readonly settings: Pick<StrengthSettings, "cutWordsMin" | "isStrong" | "sureMin">;
  readonly signal?: AbortSignal | undefined;
  readonly isSelected?: ((passage: Passage) => boolean) | undefined;
  /** Told how much of the sentences is done, 0…1. */
  readonly onProgress?: ((share: number) => void) | undefined;
};

/** The drafts with plainer words and cuts beside the phrases, without the wordings of which the judge isn't sure. */
export async function judgeDrafts(
  text: string,
  drafts: readonly Draft[],
  { resources, register, isOwn, settings, signal, isSelected, onProgress }: JudgeOptions,
): Promise<Draft[]> {
  const judge = resources.judge();
  const proposeWords = wordProposer(text, drafts, {
    table: resources.plainerWords(),
    phrases: resources.phrases(),
    settings: { ...register, isStrong: settings.isStrong },
  });
  const done: Draft[] = [];
  for (const [index, draft] of drafts.entries()) {
    // A cancelled rewrite hears of it between two sentences.
    await turn();
    signal?.throwIfAborted();
    if (isSelected?.(draft.passage) === false) {
      done.push({ ...draft, edits: [] });
      continue;
    }
    const settled = (places: readonly Edit[][]): Edit[] =>
      places.flatMap((wordings) => settle(draft, wordings, judge, settings.sureMin) ?? []);
    const phrases = draft.edits.flatMap((edit) =>
      edit.isSettled === true ? [edit] : settled([[{ ...edit, isReviewed: true }]]),
    );
    const words = isOwn
      ? []
      : withoutEchoes(draft.sentence.text, settled(proposeWords(index, phrases)), {
          before: draft.before,
          after: textAfter(drafts, index),
          made: draft.before === "" ? [] : (done.at(-1)?.edits ?? []),
        });
    const cut = isOwn ? undefined : proposeCut(draft.sentence, settings.cutWordsMin);
    const cuts = cut === undefined ? [] : [cut];
    done.push({ ...draft, edits: [...phrases, ...words, ...cuts] });
    onProgress?.(done.length / drafts.length);
  }
  return done;
}

/** The drafts as proposals for the search, in the text's own offsets. */
export function proposalsOf(drafts: readonly Draft[]): Proposal[] {
  return drafts.map(({ passage, edits }) => ({
    passage,
    edits: edits.map((edit) => ({
      ...edit,
      start: edit.start + passage.start,
      end: edit.end + passage.start,
    })),
  }));
}

/** The sentence before one in the same paragraph, or "". */
export function textBefore(text: string, passages: readonly Passage[], index: number): string {
  const last = passages[index - 1];
  const isRunningOn = /^ ?$/.test(text.slice(last?.end, passages[index]?.start));
  return last !== undefined && isRunningOn ? last.text : "";
}

/** What stands between a sentence and the one before the last, in its own paragraph. */
function leadOf(text: string, passages: readonly Passage[], index: number): string {
  const own = passages[index];
  if (own === undefined) return "";
  const from = Math.max(passages[index - 1]?.start ?? 0, own.start - 400);
  return text.slice(from, own.start).replace(/^[^]*\n/, "");
}
