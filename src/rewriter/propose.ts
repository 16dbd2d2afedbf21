// All edits the rewriter can think of for a text, sentence by sentence, with what must not be touched.
import { proposeContractions } from "./contractions.ts";
import type { Edit } from "./edit.ts";
import { matchRules } from "./match-rules.ts";
import { findProse } from "./passages.ts";
import { findProtected, type Span } from "./protect.ts";
import { findRegister } from "./register.ts";
import { compileRules, type RuleTable } from "./rule-table.ts";
import { CONNECTIVES } from "./rules/connectives.ts";
import { PHRASES } from "./rules/phrases.ts";
import { PLAIN_WORDS } from "./rules/plain-words.ts";
import type { Proposal } from "./search.ts";
import { proposeSplits } from "./splits.ts";
import { readSentence } from "./tokens.ts";

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
  const proposals = passages.map((passage): Proposal => {
    const sentence = readSentence(passage.text);
    const edits: Edit[] = [
      ...matchRules(sentence, rules(), settings),
      ...proposeSplits(sentence, SPLIT_WORDS_MIN[strength]),
    ];
    if (allowsContractions || (strength === "strong" && !isFormal)) {
      edits.push(...proposeContractions(sentence, apostrophe));
    }
    const shift = passage.start;
    return {
      passage,
      edits: edits.map((edit) => ({ ...edit, start: edit.start + shift, end: edit.end + shift })),
    };
  });
  return { proposals, spans };
}

let compiled: RuleTable | undefined;

function rules(): RuleTable {
  compiled ??= compileRules([...PLAIN_WORDS, ...PHRASES, ...CONNECTIVES]);
  return compiled;
}
