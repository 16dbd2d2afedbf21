// A closing reason as a sentence of its own: "… because …".

import type { Edit } from "../edit.ts";
import { mainTense, wordSet } from "../sentence/clauses.ts";
import { lastClauseStart, MODALS, sentenceEnd, wordsBetween } from "../sentence/ground.ts";
import { holdsClause, isReported } from "../sentence/main-clauses.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { cut } from "./cuts.ts";

/** "… because it rains." → "…. This is because it rains." */
export function splitAtBecause(
  sentence: Sentence,
  mark: number,
  because: number,
): Edit | undefined {
  const { tokens } = sentence;
  const end = sentenceEnd(sentence);
  if (wordsBetween(sentence, 0, mark) < 4 || wordsBetween(sentence, because + 1, end) < 5)
    return undefined;
  if (!holdsClause(sentence, mark) || isReported(sentence, mark)) return undefined;
  // "only because" weighs the reason.
  if (WEIGHS.has(tokens[because - 1]?.lower ?? "")) return undefined;
  const from = lastClauseStart(sentence, mark);
  const subject = tokens[from]?.lower ?? "";
  if (/^(?:i|you|we|i'm|you're|we're|it's|one|and|but|my|your|our)$/.test(subject))
    return undefined;
  // "No child should … because …": what is denied of all is one thing with its reason.
  if (/^(?:no|nobody|none|nothing|few)$/.test(subject)) return undefined;
  // "This is vital because …": one "This is" behind another. "This rule is vital" is told of the rule.
  if (/^(?:this|that)$/.test(subject) && !sentence.is(from + 1, "Noun", "Adjective"))
    return undefined;
  for (let i = 0; i < mark; i++) {
    const word = tokens[i]?.lower ?? "";
    // "not … because" may deny the reason rather than the fact; "so big because" weighs it.
    if (/^(?:not|no|never|nor|neither|so|if|perhaps|maybe|but|or)$/.test(word) && i > 0)
      return undefined;
    // Of two deeds the second alone may have the reason; two things have it together.
    if (word === "and" && i > 0 && !joinsThings(sentence, i)) return undefined;
    if (word.endsWith("n't") || /[“”":;—–]/.test(word)) return undefined;
    // In "…, which some call unfair because …" the reason belongs to the clause.
    if (/^(?:which|who|where|that|this|when|while|how|why)$/.test(word) && i > 0) return undefined;
    if (word === "to" && sentence.is(i + 1, "Verb") && i > from) return undefined;
  }
  // Behind "because" a clause must follow; "because of" and "because, like, …" are something else.
  const next = tokens[because + 1];
  if (next === undefined || !next.isWord || /^(?:of|as|no|if|when|even)$/.test(next.lower))
    return undefined;
  // One reason inside another: the first would be left without its own.
  const isNested = tokens.some(
    ({ lower }, i) => i !== because && lower === "because" && tokens[i - 1]?.lower !== "and",
  );
  if (isNested) return undefined;
  const modals = tokens.slice(0, mark).filter(({ lower }) => MODALS.has(lower));
  // What can, must or will be has its reason now; what might be is only supposed.
  const isNow = modals.length === 1 && /^(?:can|must|should|will)$/.test(modals[0]?.lower ?? "");
  const tense =
    modals.length > 0 ? (isNow ? "present" : undefined) : mainTense(sentence, from, mark);
  if (tense === undefined) return undefined;
  const opener = tense === "past" ? "This was because " : "This is because ";
  return cut(sentence, mark, because + 1, opener, 'long sentence split at "because"');
}

function joinsThings(sentence: Sentence, at: number): boolean {
  const isThing = (i: number): boolean =>
    sentence.is(i, "Noun", "Adjective") && !sentence.is(i, "Verb", "Pronoun");
  return isThing(at - 1) && isThing(at + 1);
}

const WEIGHS = wordSet(
  "part but and or only just simply partly mainly largely perhaps mostly not is was precisely possibly probably likely maybe primarily partially especially",
);
