// Closing parts that tell where, when or for whom a statement holds most of all: "…, especially in winter" → "This is
// especially true in winter", "…, regardless of age" → "This is true regardless of age", "…, depending on the size" →
// "This depends on the size". Only what is stated in general can be said to be true.

import type { Edit } from "../edit.ts";
import { mainTense, wordSet } from "../sentence/clauses.ts";
import {
  hasSpeech,
  isBracketed,
  lastClauseStart,
  MODALS,
  wordsBetween,
} from "../sentence/ground.ts";
import { holdsClause, isReported } from "../sentence/main-clauses.ts";
import { findSubject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";
import { baseOfVerb } from "./verb-bases.ts";

/** "Frost is a danger, especially in May." → "Frost is a danger. This is especially true in May." */
export function splitAtFrame(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const frame = frameAt(sentence, comma + 1);
  if (frame === undefined || isBracketed(sentence, comma) || hasSpeech(text)) return undefined;
  if (wordsBetween(sentence, 0, comma) < 6 || wordsBetween(sentence, comma + 1, end) < 4)
    return undefined;
  const isDepending = frame === "depends on";
  if (!isPlainTail(sentence, comma + 2, end) || !isStatement(sentence, comma, isDepending))
    return undefined;
  const be = beFor(sentence, comma, end);
  if (be === undefined) return undefined;
  if (isDepending && (be !== "is" || !isOpen(sentence, comma))) return undefined;
  return {
    start: stripSpaceBefore(text, tokens[comma]?.start ?? 0),
    end: tokens[isDepending ? comma + 3 : comma + 2]?.start ?? 0,
    options: [isDepending ? ". This depends on " : `. This ${be} ${frame} `],
    kind: "split",
    why: `long sentence split at "${tokens[comma + 1]?.lower}"`,
  };
}

/** How the closing part is said of a statement. */
function frameAt({ tokens }: Sentence, at: number): string | undefined {
  const word = tokens[at]?.lower ?? "";
  const next = tokens[at + 1]?.lower ?? "";
  const third = tokens[at + 2]?.lower ?? "";
  // "in its roots": a place in the thing itself, not one where all this holds.
  if (/^(?:its|their|his|her|terms|relation|how)$/.test(third)) return undefined;
  if (next === "in" && /^[a-z]{3,}ing$/.test(third)) return undefined;
  if (word === "especially" || word === "particularly") {
    return PLACES.has(next) ? `${word} true` : undefined;
  }
  if (word === "even") return /^(?:in|for|with|when|during)$/.test(next) ? "true even" : undefined;
  if (word === "regardless" && next === "of") return "true regardless";
  return word === "depending" && next === "on" ? "depends on" : undefined;
}

/** Whether nothing but the frame follows: commas only between things of a list. */
function isPlainTail(sentence: Sentence, from: number, end: number): boolean {
  const { tokens } = sentence;
  let isListed = false;
  // "raises questions about the film, especially when it shows …": "it" would have to look back over the stop.
  const isLoose = /^(?:it|it's|they|they're|he|she)$/.test(tokens[from + 1]?.lower ?? "");
  if (isLoose && tokens[from + 2]?.lower !== "comes") return false;
  // "especially when cut into strips": what is cut stands in the statement.
  const isCut = sentence.is(from + 1, "Verb") && !sentence.is(from + 1, "Gerund", "Noun");
  if (/^(?:when|if|where)$/.test(tokens[from]?.lower ?? "") && isCut) return false;
  for (let i = from; i < end; i++) {
    const { text, lower } = tokens[i] ?? { text: "", lower: "" };
    if (/[;:—–()]/.test(text) || lower === "but") return false;
    if (text !== ",") continue;
    if (isListed) return false;
    const next = tokens[i + 1]?.lower ?? "";
    isListed = next === "and" || next === "or";
    const isThing = sentence.is(i + 1, "Noun", "Adjective") && !sentence.is(i + 1, "Pronoun");
    if (!isListed && (!isThing || !hasJointAhead(sentence, i + 1, end))) return false;
  }
  return true;
}

function hasJointAhead({ tokens }: Sentence, from: number, end: number): boolean {
  return tokens.slice(from, end).some(({ text }, i) => {
    const next = tokens[from + i + 1]?.lower ?? "";
    return text === "," && (next === "and" || next === "or");
  });
}

/** Whether the main clause states something: no order, no wish, no report, no condition. */
function isStatement(sentence: Sentence, comma: number, isDepending: boolean): boolean {
  const { tokens } = sentence;
  const first = tokens[0]?.lower ?? "";
  if (CONDITIONS.has(first) || !holdsClause(sentence, comma) || isReported(sentence, comma))
    return false;
  if (sentence.is(0, "Infinitive") && !sentence.is(0, "Noun")) return false;
  const subject = findSubject(sentence);
  const verb = subject === undefined ? undefined : tokens[subject.verb]?.lower;
  if (subject !== undefined && subject.verb >= comma) return false;
  if (verb !== undefined && WISHES.has(baseOfVerb(verb))) return false;
  // Of two statements the last alone may be meant.
  for (let i = 0; i < comma; i++) {
    const { text, lower } = tokens[i] ?? { text: "", lower: "" };
    if (/[;:—–?]/.test(text) || (TWO.has(lower) && !(isDepending && lower === "or"))) return false;
    // "The goal is to …", "we're watching …": what is meant or goes on is no rule.
    const isGoing = sentence.is(sentence.is(i + 1, "Adverb") ? i + 2 : i + 1, "Gerund");
    if (/'(?:re|m)$/.test(lower) && isGoing) return false;
    if (/^(?:is|was)$/.test(lower) && tokens[i + 1]?.lower === "to") return false;
    // "… to those who need it, especially in spring", "a plan to cut costs, especially …": it may be told of these.
    if (/^(?:who|which|whom|whose|where)$/.test(lower)) return false;
    const isNoun = sentence.is(i - 1, "Noun") && !sentence.is(i - 1, "Verb", "Adjective");
    if (i > 0 && isNoun && (lower === "that" || (lower === "to" && sentence.is(i + 1, "Verb"))))
      return false;
    const isJoined = lower === "and" && sentence.is(i + 1, "Verb", "Pronoun", "Auxiliary");
    if (isJoined && !sentence.is(i + 1, "Noun", "Infinitive", "Gerund")) return false;
    if (text === "," && i > 5 && sentence.is(i + 1, "Gerund", "Pronoun")) return false;
  }
  return true;
}

/** "is", "was" or "would be", as the tense of the statement asks; undefined for a single deed. */
function beFor(sentence: Sentence, comma: number, end: number): string | undefined {
  const { tokens } = sentence;
  const from = lastClauseStart(sentence, comma);
  const subject = findSubject(sentence);
  const verb = subject?.verb;
  const word = verb === undefined ? "" : (tokens[verb]?.lower ?? "");
  if (word === "would") return "would be";
  if (MODALS.has(word)) return /^(?:can|may|will|must|should|might)$/.test(word) ? "is" : undefined;
  if (/^(?:is|are)$/.test(word))
    return verb !== undefined && isGoingOn(sentence, verb) ? undefined : "is";
  if (/^(?:has|have)$/.test(word)) {
    // "has been known, especially in the Middle Ages": what is past needs a past.
    const isDated = tokens.slice(comma, end).some(({ text }) => /^(?:\p{Lu}|\d)/u.test(text));
    return isDated ? undefined : "is";
  }
  const tense = mainTense(sentence, from, comma);
  if (tense === "present") return "is";
  return tense === "past" && /^(?:was|were|played|had|remained)$/.test(word) ? "was" : undefined;
}

function isGoingOn(sentence: Sentence, verb: number): boolean {
  return sentence.is(sentence.is(verb + 1, "Adverb") ? verb + 2 : verb + 1, "Gerund");
}

/** Whether the statement leaves something open that can depend on something. */
function isOpen({ tokens }: Sentence, comma: number): boolean {
  if (/^(?:there|here|you)$/.test(tokens[0]?.lower ?? "")) return false;
  return tokens.slice(0, comma).some(({ lower }) => OPEN.test(lower));
}

const PLACES = wordSet("in for when if among during where at with");
const CONDITIONS = wordSet("if unless when whether while although though please let");
// Words behind which the frame may belong to what they tell of rather than to the statement.
const TWO = wordSet("but or yet nor importance need awareness");
const WISHES = wordSet(
  `address addresse explore investigate examine introduce present discuss describe tackle aim seek want hope plan intend need ask urge recommend suggest propose love like enjoy thank wish trust look yearn report
  highlight underscore emphasize emphasise stress underline serve note say tell claim state mention describe`,
);
const OPEN = /^(?:var(?:y|ies)|differs?|ranges?|or)$/;
