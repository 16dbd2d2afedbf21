// All edits the rewriter can think of for a text, sentence by sentence, with what must not be touched.
import { proposeLighterCommas } from "./commas.ts";
import { proposeContractions } from "./contractions.ts";
import { proposeDashes } from "./dashes.ts";
import type { Edit } from "./edit.ts";
import { linkEdit } from "./links.ts";
import { matchRules } from "./match-rules.ts";
import { findProse, type Passage } from "./passages.ts";
import { findProtected, type Span } from "./protect.ts";
import { proposeRecasts } from "./recasts.ts";
import { findRegister } from "./register.ts";
import { proposeRepairs } from "./repairs.ts";
import { findJoins, proposeOpeners } from "./rhythm.ts";
import { compileRules, type RuleTable } from "./rule-table.ts";
import { CONNECTIVES } from "./rules/connectives.ts";
import { PHRASES } from "./rules/phrases.ts";
import { PLAIN_WORDS } from "./rules/plain-words.ts";
import type { Proposal } from "./search.ts";
import { findPeople } from "./sentence/people.ts";
import { readSentence, type Sentence } from "./sentence/tokens.ts";

import { proposeSplits } from "./splits/splits.ts";

/** Sentences of fewer words are not split. */
const SPLIT_WORDS_MIN = { light: 24, medium: 13, strong: 11 } as const;

export function proposeEdits(
  text: string,
  strength: keyof typeof SPLIT_WORDS_MIN,
  keep: readonly string[],
): { proposals: Proposal[]; spans: Span[] } {
  const { passages, starts } = findProse(text);
  const spans = findProtected(text, starts, keep);
  const { isFormal, allowsContractions, apostrophe } = findRegister(text);
  const settings = { isFormal, isStrong: strength === "strong" };
  const read = passages.map(({ text: own }) => readSentence(own));
  const people = findPeople(read);
  const sentences = read.map((sentence) => ({ ...sentence, people }));
  const editsOf = (index: number): Edit[] => {
    const sentence = sentences[index];
    const passage = passages[index];
    if (sentence === undefined || passage === undefined) return [];
    const edits: Edit[] = [
      ...matchRules(sentence, rules(), settings),
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
    const shift = passage.start;
    return edits.map((edit) => ({
      ...edit,
      start: edit.start + shift,
      end: edit.end + shift,
      // A paper or a contract has no sentences that begin with "And".
      others: isFormal ? [] : linkEdit(edit, sentence.text),
    }));
  };
  const joins = findJoins(text, passages);
  const proposals: Proposal[] = [];
  for (let i = 0; i < passages.length; i++) {
    const passage = passages[i];
    const join = joins.get(i);
    if (passage === undefined) continue;
    if (join === undefined) proposals.push({ passage, edits: editsOf(i) });
    else {
      proposals.push({
        passage: join.passage,
        edits: [join.edit, ...editsOf(i), ...editsOf(i + 1)],
      });
      i++;
    }
  }
  return { proposals, spans };
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
    const gap = text.slice(passages[i - 1]?.end, passages[i]?.start);
    const previous = sentences[i - 1];
    if (previous === undefined || !/^ ?$/.test(gap)) break;
    found.unshift(previous);
  }
  return found;
}

/** What stands between a sentence and the one before the last, in its own paragraph. */
function lead(text: string, passages: readonly Passage[], index: number): string {
  const own = passages[index];
  if (own === undefined) return "";
  const from = Math.max(passages[index - 1]?.start ?? 0, own.start - 400);
  return text.slice(from, own.start).replace(/^[^]*\n/, "");
}

let compiled: RuleTable | undefined;

function rules(): RuleTable {
  compiled ??= compileRules([...PLAIN_WORDS, ...PHRASES, ...CONNECTIVES]);
  return compiled;
}
