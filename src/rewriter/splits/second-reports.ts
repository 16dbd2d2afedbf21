// Joints between two things that are said, shown or known: "The report shows that A and that B" → "It also shows that
// B". The verb that holds them is said again, so that neither of them becomes more than what it was.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { findMainVerb, wordSet } from "../sentence/clauses.ts";
import {
  HELPERS,
  hasSpeech,
  isBracketed,
  MODALS,
  sentenceEnd,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import { findSubject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";

/** "She knew that A and that B." → "She knew that A. She also knew that B." */
export function splitAtSecondReport(sentence: Sentence, at: number): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const opener = tokens[at + 1];
  const next = tokens[at + 2];
  if (opener === undefined || next === undefined || tokens[at]?.lower !== "and") return undefined;
  if (!OPENERS.has(opener.lower) || isBracketed(sentence, at) || hasSpeech(text)) return undefined;
  const mark = tokens[at - 1]?.text === "," ? at - 1 : at;
  if (wordsBetween(sentence, 0, mark) < 7 || wordsBetween(sentence, at + 2, end) < 4)
    return undefined;
  if (CONDITIONS.has(tokens[0]?.lower ?? "") || /[;:—–()]/.test(text)) return undefined;
  const subject = findSubject(sentence);
  if (subject === undefined) return undefined;
  const first = tokens.findIndex(({ lower }, i) => i > subject.verb && lower === opener.lower);
  if (first < 0 || first >= mark - 2 || !isPlainHolder(sentence, subject.verb, first))
    return undefined;
  // "a plan that helps, and that …": of two clauses before it the last may be the one that goes on.
  for (let i = first + 1; i < mark; i++) {
    const word = tokens[i]?.lower ?? "";
    if (word === opener.lower) return undefined;
  }
  if (findMainVerb(sentence, first + 1, mark) === undefined) return undefined;
  if (findMainVerb(sentence, at + 2, Math.min(end, at + 14)) === undefined) return undefined;
  // One more "and that" would be left without its own.
  if (
    tokens.some(({ lower }, i) => i > at + 1 && INNER.has(lower) && tokens[i - 1]?.lower === "and")
  )
    return undefined;
  if (strandsVerb(sentence, at + 2, end)) return undefined;
  // What was said to come on top of something already would come on top of it twice.
  if (tokens.slice(0, first).some(({ lower }) => lower === "also")) return undefined;
  const held = holderAgain(sentence, subject.verb, first);
  return {
    start: stripSpaceBefore(text, tokens[mark]?.start ?? 0),
    end: opener.start,
    options: [`. ${capitalise(subject.again)} ${held} `],
    kind: "split",
    why: `long sentence split at "and ${opener.lower}"`,
  };
}

/** "knew", "has stated", "is important to note": short, affirmed, and without a thing that could own the clause. */
function isPlainHolder(sentence: Sentence, verb: number, first: number): boolean {
  if (first - verb > 6) return false;
  for (let i = verb; i < first; i++) {
    const { lower, isWord } = sentence.tokens[i] ?? { lower: "", isWord: false };
    if (!isWord || NEVER_HOLDS.has(lower) || lower.endsWith("n't")) return false;
    const isNoun = sentence.is(i, "Noun") && !sentence.is(i, "Verb", "Adjective", "Adverb");
    if (i > verb && isNoun && !/^(?:us|you|me|him|her|them|sure)$/.test(lower)) return false;
  }
  return sentence.tokens[verb]?.lower !== "is" || first > verb + 1;
}

/** "knew" → "also knew", "firmly believe" → "also firmly believe", "has stated" → "has also stated". */
function holderAgain(sentence: Sentence, verb: number, first: number): string {
  const { tokens, text } = sentence;
  const word = tokens[verb]?.text ?? "";
  const from = sentence.is(verb - 1, "Adverb") ? verb - 1 : verb;
  const end = tokens[first - 1]?.end;
  const isHelper = HELPERS.has(word) || MODALS.has(word);
  return isHelper && first > verb + 1
    ? `${word} also ${text.slice(tokens[verb + 1]?.start, end)}`
    : `also ${text.slice(tokens[from]?.start, end)}`;
}

const OPENERS = wordSet("that how whether why");
const INNER = wordSet("that how whether why which who what because if although");
const CONDITIONS = wordSet(
  "if unless when whenever whether while although though as because since",
);
const NEVER_HOLDS = wordSet("not never no so such too only just neither enough more less");
