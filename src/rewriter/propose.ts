// All edits the rewriter can think of for a text, sentence by sentence, with what must not be touched.
import { proposeLighterCommas } from "./commas.ts";
import { proposeContractions } from "./contractions.ts";
import { proposeDashes } from "./dashes.ts";
import { withoutEchoes } from "./echoes.ts";
import type { Edit } from "./edit.ts";
import { linkEdit } from "./links.ts";
import { matchRules } from "./match-rules.ts";
import type { Passage, Prose } from "./passages.ts";
import { proposeRecasts } from "./recasts.ts";
import type { Register } from "./register.ts";
import { proposeRepairs } from "./repairs.ts";
import { findJoins, proposeOpeners } from "./rhythm.ts";
import type { RuleTable } from "./rule-table.ts";
import type { Proposal } from "./search.ts";
import type { Lexicon } from "./sentence/lexicon.ts";
import { findPeople } from "./sentence/people.ts";
import { readSentence, type Sentence } from "./sentence/tokens.ts";
import { proposeSplits } from "./splits/splits.ts";

/** Sentences of fewer words are not split. */
export const SPLIT_WORDS_MIN = { light: 24, medium: 11, strong: 10 } as const;

export type ProposeOptions = {
  readonly strength: keyof typeof SPLIT_WORDS_MIN;
  readonly register: Register;
  readonly lexicon: Lexicon;
  readonly rules: RuleTable;
};

/** A sentence with the edits that were thought of for it; their offsets are in the sentence. */
export type Draft = {
  readonly passage: Passage;
  /** The sentence before it in its paragraph, or "". */
  readonly before: string;
  readonly sentence: Sentence;
  readonly edits: readonly Edit[];
};

/** What the rules think of, sentence by sentence. */
export function draftEdits(
  text: string,
  { passages }: Prose,
  { strength, register, lexicon, rules }: ProposeOptions,
): Draft[] {
  const { isFormal, allowsContractions, apostrophe } = register;
  const settings = { isFormal, isStrong: strength === "strong" };
  const read = passages.map(({ text: own }) => readSentence(own, lexicon));
  const people = findPeople(read);
  const sentences = read.map((sentence) => ({ ...sentence, people }));
  const drafts = passages.flatMap((passage, index): Draft[] => {
    const sentence = sentences[index];
    if (sentence === undefined) return [];
    const edits: Edit[] = [
      ...matchRules(sentence, rules, settings),
      ...proposeSplits(sentence, SPLIT_WORDS_MIN[strength]),
      ...proposeRecasts(sentence),
      ...proposeDashes(sentence),
      ...proposeLighterCommas(sentence),
      ...proposeRepairs(sentence, lead(text, passages, index)),
      ...proposeOpeners(sentence, neighbours(text, passages, sentences, index)),
    ];
    // "didn't" fits all but formal prose; "it's" only where somebody speaks to somebody.
    if (!isFormal) {
      const isSpoken = allowsContractions || strength === "strong";
      edits.push(...proposeContractions(sentence, apostrophe, isSpoken));
    }
    const before = isRunningOn(text, passages, index) ? (passages[index - 1]?.text ?? "") : "";
    return [{ passage, before, sentence, edits }];
  });
  return drafts.map((draft, index) => {
    const { before, sentence, edits } = draft;
    const next = drafts[index + 1];
    const after = next === undefined || next.before === "" ? "" : next.passage.text;
    const made = before === "" ? [] : (drafts[index - 1]?.edits ?? []);
    return { ...draft, edits: withoutEchoes(sentence.text, edits, { before, after, made }) };
  });
}

/** The drafts as proposals for the search: in the text's own offsets, short sentences with those they may join. */
export function proposeEdits(
  text: string,
  drafts: readonly Draft[],
  { isFormal }: Register,
): Proposal[] {
  const editsOf = (draft: Draft | undefined): Edit[] => {
    if (draft === undefined) return [];
    const { passage, sentence, edits } = draft;
    return edits.map((edit) => ({
      ...edit,
      start: edit.start + passage.start,
      end: edit.end + passage.start,
      // A paper or a contract has no sentences that begin with "And".
      others: [...(edit.others ?? []), ...(isFormal ? [] : linkEdit(edit, sentence.text))],
    }));
  };
  const joins = findJoins(text, drafts);
  const proposals: Proposal[] = [];
  for (let i = 0; i < drafts.length; i++) {
    const draft = drafts[i];
    const join = joins.get(i);
    if (draft === undefined) continue;
    if (join === undefined) proposals.push({ passage: draft.passage, edits: editsOf(draft) });
    else {
      proposals.push({
        passage: join.passage,
        edits: [join.edit, ...editsOf(draft), ...editsOf(drafts[i + 1])],
      });
      i++;
    }
  }
  return proposals;
}

/** The sentences right before one in its own paragraph, at most two. */
function neighbours(
  text: string,
  passages: readonly Passage[],
  sentences: readonly Sentence[],
  index: number,
): Sentence[] {
  const found: Sentence[] = [];
  for (let i = index; i > 0 && found.length < 2; i--) {
    const previous = sentences[i - 1];
    if (previous === undefined || !isRunningOn(text, passages, i)) break;
    found.unshift(previous);
  }
  return found;
}

/** Whether a sentence follows the one before it in the same paragraph. */
function isRunningOn(text: string, passages: readonly Passage[], index: number): boolean {
  if (index === 0) return false;
  return /^ ?$/.test(text.slice(passages[index - 1]?.end, passages[index]?.start));
}

/** What stands between a sentence and the one before the last, in its own paragraph. */
function lead(text: string, passages: readonly Passage[], index: number): string {
  const own = passages[index];
  if (own === undefined) return "";
  const from = Math.max(passages[index - 1]?.start ?? 0, own.start - 400);
  return text.slice(from, own.start).replace(/^[^]*\n/, "");
}
