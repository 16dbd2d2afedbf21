// Whole clauses joined without a comma before "and" or "but" ("The loo was clean and they had nice soap"), and three
// clauses in a row ("The food was bad, the room was cold, and nobody came"). A verb that can be nothing else must
// show that a clause begins.

import type { Edit } from "../edit.ts";
import { findFiniteVerb, hasMainVerb, startsClause, wordSet } from "../sentence/clauses.ts";
import {
  HELPERS,
  isBracketed,
  isPluralNoun,
  MODALS,
  sentenceEnd,
  standsAlone,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import { INNER, isInside, NOMINATIVE } from "../sentence/main-clauses.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { cut } from "./cuts.ts";
import { isHeld } from "./held.ts";

/** "We walked there and they drove." → "We walked there. They drove." */
export function splitAtPlainJoint(sentence: Sentence, at: number, words: number): Edit | undefined {
  const { tokens } = sentence;
  const end = sentenceEnd(sentence);
  const joint = tokens[at]?.lower ?? "";
  if (words < WORDS_MIN || isBracketed(sentence, at) || !tokens[at - 1]?.isWord) return undefined;
  if (wordsBetween(sentence, 0, at) < 4 || wordsBetween(sentence, at + 1, end) < 4)
    return undefined;
  const isLed = /^(?:then|now|soon|later|yet|still|finally|suddenly)$/.test(
    tokens[at + 1]?.lower ?? "",
  );
  const start = isLed ? at + 2 : at + 1;
  const verb = findFiniteVerb(sentence, start, Math.min(end, start + 7));
  if (verb === undefined || !startsClause(sentence, start, end)) return undefined;
  if (!opensSurely(sentence, start, verb) || !hasOwnVerb(sentence, at, start)) return undefined;
  if (!standsAlone(sentence, 0, at) || isHeld(sentence, at, start, joint, end)) return undefined;
  if (isInside(sentence, at, start)) return undefined;
  if (strandsVerb(sentence, verb + 1, stateStart(sentence, verb, end))) return undefined;
  return cut(
    sentence,
    at,
    at + 1,
    joint === "but" ? "But " : "",
    `long sentence split at "${joint}"`,
  );
}

/** Where a closing "…, surrounded by her sons" begins, which goes along with its clause. */
function stateStart(sentence: Sentence, verb: number, end: number): number {
  const { tokens } = sentence;
  const last = tokens.findLastIndex(({ text }, i) => text === "," && i < end);
  const word = tokens[last + 1]?.lower ?? "";
  const isState = /(?:ed|en|wn)$/.test(word) && tokens[last + 2]?.lower === "by";
  return last > verb && isState ? last : end;
}

/** "A was bad, B was worse, and C was loud." → "A was bad. B was worse, and C was loud." */
export function splitAtClauseList(
  sentence: Sentence,
  comma: number,
  end: number,
): Edit | undefined {
  const { tokens } = sentence;
  const commas = tokens.flatMap(({ text }, i) => (text === "," && i < end ? [i] : []));
  const [first, second] = commas;
  if (first !== comma || second === undefined || commas.length !== 2) return undefined;
  if (tokens[second + 1]?.lower !== "and" || wordsBetween(sentence, 0, end) < WORDS_MIN)
    return undefined;
  if (OPENS.has(tokens[0]?.lower ?? "") || /[;:—–()"“”]/.test(sentence.text)) return undefined;
  const isThree =
    startsClause(sentence, 0, first) &&
    startsClause(sentence, first + 1, second) &&
    startsClause(sentence, second + 2, end) &&
    [0, first + 1].every((start) => isPlainStart(sentence, start)) &&
    tokens[first - 1]?.lower !== "that";
  if (!isThree || isHeld(sentence, first, first + 1, "and", end)) return undefined;
  if (isInside(sentence, first, first + 1)) return undefined;
  if (wordsBetween(sentence, 0, first) < 4) return undefined;
  return cut(sentence, first, first + 1, "", "long list of clauses split");
}

/**
 * Whether the clause before the joint has its verb already, so that the thing behind it is no part of its subject
 * ("doubt and fear would claw at him"), and no list of clauses goes before it.
 */
function hasOwnVerb(sentence: Sentence, at: number, start: number): boolean {
  const { tokens } = sentence;
  let from = 0;
  for (let i = 1; i < at; i++) {
    const { text, lower } = tokens[i] ?? { text: "", lower: "" };
    if (/^[,;:—–]$/.test(text)) {
      if (
        startsClause(sentence, i + 1, at) &&
        hasMainVerb(sentence, 0, i) &&
        !OPENS.has(tokens[0]?.lower ?? "")
      )
        return false;
      from = i + 1;
    } else if (INNER.has(lower)) from = i + 1;
  }
  const second = tokens[start]?.lower ?? "";
  if (NOMINATIVE.has(second.split("'")[0] ?? "") || second === "that's") return true;
  const verb = findFiniteVerb(sentence, from, at);
  const word = verb === undefined ? "" : (tokens[verb]?.lower ?? "");
  const isSure =
    HELPERS.has(word) ||
    MODALS.has(word) ||
    CLEAR_PAST.test(word) ||
    /n't$|'(?:s|re|m|ve|d|ll)$/.test(word) ||
    (verb !== undefined &&
      sentence.is(verb, "PastTense") &&
      OBJECTS.has(tokens[verb + 1]?.lower ?? ""));
  return isSure && isPlainStart(sentence, start);
}

/** "the joy she had felt" is a thing, not a clause: another subject stands before the verb. */
function isPlainStart(sentence: Sentence, start: number): boolean {
  const verb = findFiniteVerb(sentence, start, start + 8);
  if (verb === undefined) return false;
  return !sentence.tokens
    .slice(start + 1, verb)
    .some(({ lower }) => NOMINATIVE.has(lower) || lower === "it" || lower === "you");
}

/** A subject that can be nothing else, or a verb that can be nothing else and agrees with what stands before it. */
function opensSurely(sentence: Sentence, start: number, verb: number): boolean {
  const first = (sentence.tokens[start]?.lower ?? "").split("'")[0] ?? "";
  if (NOMINATIVE.has(first) || sentence.tokens[start]?.lower === "that's") return true;
  const word = sentence.tokens[verb]?.lower ?? "";
  if (/^(?:it|this|there)$/.test(first)) return verb <= start + 2;
  const isPlural = isPluralNoun(sentence, verb - 1);
  if (/^(?:is|was|has|does)$/.test(word)) return !isPlural;
  if (/^(?:are|were|have|do)$/.test(word)) return isPlural;
  return HELPERS.has(word) || MODALS.has(word) || CLEAR_PAST.test(word);
}

const WORDS_MIN = 14;
const OBJECTS = wordSet("the a an its their his her our my us me him them it each one up out off");
const OPENS = wordSet(
  "if when whenever while although though even because since as after before unless until once given despite where by in with without for to from at on during through upon like",
);
const CLEAR_PAST =
  /^(?:began|became|came|chose|drank|drew|drove|fell|flew|gave|grew|knew|ran|rang|rose|sang|saw|spoke|swam|threw|took|went|woke|wore|wrote|ate|broke|froze|forgot|hid|shook|stole|tore|sank|sprang|swore|arose)$/;
