// What the reviewed phrases propose for a text, sentence by sentence; the learned models add to it.
import { type Draft, type Edit, textAfter } from "./edit.ts";
import { type Lexicon, readSentence } from "./english/tokens.ts";
import type { Passage } from "./passages.ts";
import { proposeContractions } from "./phrases/contractions.ts";
import { withoutEchoes } from "./phrases/echoes.ts";
import { matchPhrases } from "./phrases/match-phrases.ts";
import type { PhraseTable } from "./phrases/phrase-table.ts";
import { proposeRepairs } from "./phrases/repairs.ts";
import type { Register } from "./register.ts";
import type { Proposal } from "./search.ts";

export type ProposeOptions = {
  readonly isStrong: boolean;
  readonly register: Register;
  readonly lexicon: Lexicon;
  readonly phrases: PhraseTable;
};

/** Each sentence with what the phrases propose for it. */
export function draftEdits(
  text: string,
  passages: readonly Passage[],
  { isStrong, register, lexicon, phrases }: ProposeOptions,
): Draft[] {
  const { isFormal, allowsContractions, apostrophe } = register;
  const drafts = passages.map((passage, index): Draft => {
    const sentence = readSentence(passage.text, lexicon);
    const edits: Edit[] = [
      ...matchPhrases(sentence, phrases, { isFormal, isStrong }),
      ...proposeRepairs(sentence, leadOf(text, passages, index)),
    ];
    // "didn't" fits all but formal prose; "it's" only where somebody speaks to somebody.
    if (!isFormal)
      edits.push(...proposeContractions(sentence, apostrophe, allowsContractions || isStrong));
    const before = isRunningOn(text, passages, index) ? (passages[index - 1]?.text ?? "") : "";
    return { passage, before, sentence, edits };
  });
  return drafts.map((draft, index) => {
    const { before, sentence, edits } = draft;
    const made = before === "" ? [] : (drafts[index - 1]?.edits ?? []);
    const after = textAfter(drafts, index);
    return { ...draft, edits: withoutEchoes(sentence.text, edits, { before, after, made }) };
  });
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

/** Whether a sentence follows the one before it in the same paragraph. */
export function isRunningOn(text: string, passages: readonly Passage[], index: number): boolean {
  if (index === 0) return false;
  return /^ ?$/.test(text.slice(passages[index - 1]?.end, passages[index]?.start));
}

/** What stands between a sentence and the one before the last, in its own paragraph. */
function leadOf(text: string, passages: readonly Passage[], index: number): string {
  const own = passages[index];
  if (own === undefined) return "";
  const from = Math.max(passages[index - 1]?.start ?? 0, own.start - 400);
  return text.slice(from, own.start).replace(/^[^]*\n/, "");
}
