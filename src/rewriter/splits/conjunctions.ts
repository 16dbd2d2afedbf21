// Joints at "and" and "but" without a comma, and before a second verb of the same subject: "We walked there
// and they drove", "The plan cuts costs and saves time". The subject is said again where it has to be.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { findFiniteVerb, startsClause, wordSet } from "../sentence/clauses.ts";
import {
  HELPERS,
  hangsOn,
  hasListBefore,
  isBracketed,
  isInListBehind,
  isPluralNoun,
  LONG,
  MODALS,
  marksClause,
  sentenceEnd,
  standsAlone,
  wordsBetween,
} from "../sentence/ground.ts";
import { isInside } from "../sentence/main-clauses.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { findWideSubject } from "../sentence/wide-subjects.ts";
import { cut, stripSpaceBefore } from "./cuts.ts";

/** "We walked there and they drove." and "The plan cuts costs and saves time." in a long sentence. */
export function splitAtConjunction(
  sentence: Sentence,
  at: number,
  words: number,
): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const joint = tokens[at]?.lower ?? "";
  const hasComma = tokens[at - 1]?.text === ",";
  if (words < LONG - 2 || isBracketed(sentence, at)) return undefined;
  if (!hasComma && !tokens[at - 1]?.isWord) return undefined;
  // "more and more people"
  if (tokens[at - 1]?.lower === tokens[at + 1]?.lower) return undefined;
  const mark = hasComma ? at - 1 : at;
  if (wordsBetween(sentence, 0, mark) < 6 || wordsBetween(sentence, at + 1, end) < 5)
    return undefined;
  if (!standsAlone(sentence, 0, mark) || hangsOn(sentence, mark)) return undefined;
  const opener = joint === "but" ? "But " : "";
  const why = `long sentence split at "${joint}"`;
  const next = tokens[at + 1]?.lower ?? "";
  // "where the work is hard and the pay is low": both stand in the clause that has begun.
  const isFree = !hasComma && !isInside(sentence, mark, at + 1);
  if (isFree && words >= VERY_LONG && CLAUSE_OPENERS.has(next)) {
    if (startsWholeClause(sentence, at + 1, end)) return cut(sentence, mark, at + 1, opener, why);
  }
  if (!hasComma && PRONOUN_STARTS.has(next) && next !== "that" && next !== "you") {
    return isFree && startsClause(sentence, at + 1, end) && tokens[at + 2]?.lower !== "'s"
      ? cut(sentence, mark, at + 1, opener, why)
      : undefined;
  }
  // A second verb of the same subject: the subject is said again as a pronoun.
  const found = findWideSubject(sentence);
  const subject = found && { pronoun: found.again, verb: found.verb };
  // "When the water boils, it lifts the lid and makes a noise": the condition is one of both.
  if (holdsBoth(sentence, found?.verb ?? 0) || hidesReport(sentence, found?.verb ?? 0))
    return undefined;
  // "…, but eventually decides": the adverb goes along.
  const second = isAdverb(sentence, at + 1) ? at + 2 : at + 1;
  // "was overcome and forced to go": two participles behind one helper.
  const isPair =
    /(?:ed|en|wn)$/.test(tokens[mark - 1]?.lower ?? "") && sentence.is(mark - 1, "Verb");
  if (isPair && /(?:ed|en|wn)$/.test(tokens[second]?.lower ?? "")) return undefined;
  // "fast and reliably is": two adverbs of one verb.
  if (second === at + 2 && sentence.is(at - 1, "Adverb")) return undefined;
  const begin = tokens[at + 1];
  const verb = tokens[second];
  if (
    subject === undefined ||
    verb === undefined ||
    begin === undefined ||
    subject.verb >= mark ||
    !isSameKindOfVerb(sentence, subject.verb, second, found?.isPlural === true)
  ) {
    return undefined;
  }
  // A preposition left at the end ("is aware of and has …") shares its object, and a name said twice is stiff.
  if (
    sentence.is(mark - 1, "Preposition") ||
    /^(?:of|to|for|with|in)$/.test(tokens[mark - 1]?.lower ?? "")
  )
    return undefined;
  if (/^\p{Lu}\p{Ll}/u.test(subject.pronoun)) return undefined;
  // "He aimed and fired the shot": both verbs share what stands behind the second.
  if (!hasOwnObject(sentence, subject.verb, mark)) return undefined;
  const series = seriesOfThree(sentence, subject, at);
  if (series !== undefined) return series;
  const isClosed = hasComma && hasTailsOnly(sentence, subject.verb, mark);
  if (
    !isClosed &&
    (isInListBehind(sentence, subject.verb, mark) || hasListBefore(sentence, subject.verb, mark))
  )
    return undefined;
  for (let i = subject.verb + 1; i < mark; i++) {
    // Another clause in between might own the second verb.
    // Only a bare verb can hang on a "to": "refused to come and has left" is plain.
    const isTo = tokens[i]?.lower === "to" && /^(?:is|was|has|had)$/.test(verb.lower);
    if (!isTo && marksClause(sentence, i, mark)) return undefined;
    if (tokens[i]?.text === "," && !isClosed) return undefined;
    if (/^[;:—–]$/.test(tokens[i]?.text ?? "")) return undefined;
    // "This unproven claim has caused harm and sparked …": the helper tells that the verb found was none.
    if (i > subject.verb + 1 && FINITE_HELPERS.test(tokens[i]?.lower ?? "")) return undefined;
    // "The court heard she was ill and was …": another subject stands between.
    if (/^(?:i|he|she|we|they)$/.test(tokens[i]?.lower ?? "")) return undefined;
    // "They aim to find the facts and make a list": the second verb may hang on the "to".
    if (tokens[i]?.lower === "to" && PLURALS.has(subject.pronoun)) return undefined;
  }
  const from = tokens[mark];
  if (from === undefined) return undefined;
  const start = stripSpaceBefore(text, from.start);
  const put = `. ${opener}${opener === "" ? capitalise(subject.pronoun) : subject.pronoun} `;
  return { start, end: begin.start, options: [put], kind: "split", why };
}

/** Whether a condition that opens the sentence holds for all that its subject does. */
export function holdsBoth(sentence: Sentence, verb: number): boolean {
  const first = sentence.tokens[0]?.lower ?? "";
  if (!/^(?:if|when|whenever|unless|once|until)$/.test(first)) return false;
  // What happened once can be told step by step.
  const word = sentence.tokens[verb]?.lower ?? "";
  const isPast = sentence.is(verb, "PastTense") || /^(?:was|were|had|did)$/.test(word);
  return !(isPast && (first === "when" || first === "once"));
}

/** "The lawyers claim the news could …": a report that the tagger took for a part of the subject. */
export function hidesReport({ tokens }: Sentence, verb: number): boolean {
  for (let i = 1; i + 1 < verb; i++) {
    const isReport =
      /^(?:claim|say|think|believe|argue|hope|fear|report|suggest|state)s?$|^said$/.test(
        tokens[i]?.lower ?? "",
      ) && /^(?:the|a|an|this|that|his|her|their|its)$/.test(tokens[i + 1]?.lower ?? "");
    if (isReport) return true;
  }
  return false;
}

/** Whether something stands between the first verb itself and the joint that is its own. */
export function hasOwnObject(sentence: Sentence, verb: number, mark: number): boolean {
  let last = verb;
  while (last + 1 < mark && (sentence.is(last + 1, "Verb") || sentence.is(last + 1, "Adverb")))
    last++;
  const before = sentence.tokens[mark - 1]?.lower ?? "";
  if (sentence.is(mark - 1, "Preposition") || ENDS_OPEN.test(before)) return false;
  return wordsBetween(sentence, last + 1, mark) >= 1;
}

function isAdverb(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  return (
    sentence.is(at, "Adverb") &&
    /^(?:\w{3,}ly|also|then|later|soon|even|still|often|now)$/.test(word)
  );
}

/**
 * Whether all that stands between the first verb and ", and" goes with that verb: things joined by "and", and
 * tails between commas ("He rose, brushing off the dust, and left").
 */
function hasTailsOnly(sentence: Sentence, verb: number, mark: number): boolean {
  for (let i = verb + 1; i < mark; i++) {
    const { text, lower } = sentence.tokens[i] ?? { text: "", lower: "" };
    const next = sentence.tokens[i + 1]?.lower ?? "";
    if (/^[;:—–()"“”]$/.test(text)) return false;
    const isNext = sentence.is(i + 1, "Verb") && !sentence.is(i + 1, "Noun", "Adjective", "Gerund");
    if (/^(?:and|or|but)$/.test(lower) && (isNext || startsClause(sentence, i + 1, mark)))
      return false;
    if (text !== ",") continue;
    const isTail =
      sentence.is(i + 1, "Gerund") ||
      /^(?:its|his|her|their|each|one|a|an|with)$/.test(next) ||
      (/ed$/.test(next) && sentence.is(i + 2, "Preposition"));
    if (!isTail || startsClause(sentence, i + 1, mark)) return false;
  }
  return true;
}

/** "… and the rest were left": a thing and a form of "be" or "have" that agrees with it. */
function startsWholeClause(sentence: Sentence, from: number, end: number): boolean {
  if (!startsClause(sentence, from, end)) return false;
  const verb = findFiniteVerb(sentence, from, end);
  const word = verb === undefined ? "" : (sentence.tokens[verb]?.lower ?? "");
  if (verb === undefined || verb > from + 4) return false;
  if (/^(?:is|was|has)$/.test(word)) return !isPluralNoun(sentence, verb - 1);
  return /^(?:are|were|have)$/.test(word) && isPluralNoun(sentence, verb - 1);
}

/** "It cuts A, saves B, and lowers C." → "It cuts A and saves B. It lowers C." */
function seriesOfThree(
  sentence: Sentence,
  subject: { pronoun: string; verb: number },
  at: number,
): Edit | undefined {
  const { tokens, text } = sentence;
  const verb = tokens[at + 1];
  if (tokens[at]?.lower !== "and" || tokens[at - 1]?.text !== "," || verb === undefined)
    return undefined;
  const commas = tokens.flatMap(({ text: mark }, i) =>
    mark === "," && i > subject.verb && i < at - 1 ? [i] : [],
  );
  const [first] = commas;
  if (first === undefined || commas.length !== 1) return undefined;
  if (!isSameKindOfVerb(sentence, subject.verb, first + 1)) return undefined;
  for (let i = subject.verb + 1; i < at - 1; i++) {
    const word = tokens[i]?.lower ?? "";
    if (marksClause(sentence, i, at) || word === "or") return undefined;
    // A pair of things may stand in the first part: with one in the second, "and" would come twice.
    if (word === "and" && (i > first || !sentence.is(i + 1, "Noun", "Adjective"))) return undefined;
  }
  const from = tokens[first];
  const end = tokens[at - 1];
  if (from === undefined || end === undefined) return undefined;
  const middle = text.slice(from.end, end.start).trim();
  return {
    start: from.start,
    end: verb.start,
    options: [` and ${middle}. ${capitalise(subject.pronoun)} `],
    kind: "split",
    why: "long list of actions split",
  };
}

/** "cuts … saves", "cut … saved": two finite verbs in one tense, neither part of a chain. */
function isSameKindOfVerb(
  sentence: Sentence,
  first: number,
  second: number,
  isPlural = false,
): boolean {
  const one = sentence.tokens[first]?.lower ?? "";
  const two = sentence.tokens[second]?.lower ?? "";
  // A modal after "and" or "but" is a verb of its own, and so is a form of "be" or "have".
  if (MODALS.has(two) && sentence.is(second + 1, "Verb", "Adverb")) return !HELPERS_FIRST.has(one);
  if (/^(?:is|was|has)$/.test(two) && !isPlural && sentence.tokens[second + 1]?.isWord) {
    return !MODALS.has(one);
  }
  if (/^(?:are|were|have)$/.test(two) && isPlural && sentence.tokens[second + 1]?.isWord) {
    return !MODALS.has(one);
  }
  const next = sentence.tokens[second + 1];
  if (next === undefined || !next.isWord || MODALS.has(one) || MODALS.has(two)) return false;
  if (PRESENT_HELPERS.has(one) && (two === "is" || two === "has" || two === "does"))
    return one.endsWith("s");
  if (PAST_HELPERS.has(one) && PAST_HELPERS.has(two)) return one !== "had" && two !== "had";
  if (HELPERS.has(two) || !sentence.is(second, "Verb")) return false;
  // "checks and balances necessary for …": two plurals, unless an object follows the second.
  const isBehindPlural = isPluralNoun(sentence, second - 2) && /[^s]s$/.test(two);
  if (
    isBehindPlural &&
    sentence.is(second + 1, "Adjective", "Noun") &&
    !sentence.is(second + 1, "Pronoun", "Possessive", "Determiner")
  )
    return false;
  // "scrutiny and concerns about …" is no second verb.
  if (NOUN_OR_VERB.test(two) && !sentence.is(second + 1, "Determiner", "Possessive")) return false;
  if (sentence.is(second, "Gerund", "Noun", "Adjective")) return false;
  // "is … and provides": the second can't be a participle. "was … and opened" could.
  if (one === "is" || one === "has" || one === "does")
    return /[^s]s$/.test(two) && sentence.is(second, "PresentTense");
  if (HELPERS.has(one)) return false;
  if (sentence.is(first, "PastTense")) {
    // "secrets and whispered truths": with a noun right behind it, it may belong to that.
    const isAttribute =
      two.endsWith("ed") &&
      sentence.is(second + 1, "Noun", "Adjective", "Gerund") &&
      !isOpener(sentence, second + 1);
    return sentence.is(second, "PastTense") && !two.endsWith("ing") && !isAttribute;
  }
  if (isPlural) {
    // "Trees clean the air and give shade": two bare verbs, the second with an object.
    return (
      sentence.is(first, "Infinitive", "PresentTense") &&
      !/s$/.test(one) &&
      sentence.is(second, "Infinitive") &&
      sentence.is(second + 1, "Determiner", "Possessive", "Adjective", "Noun", "Preposition")
    );
  }
  return /[^s]s$/.test(one) && /[^s]s$/.test(two) && sentence.is(second, "PresentTense");
}

function isOpener(sentence: Sentence, at: number): boolean {
  return (
    sentence.is(at, "Determiner", "Possessive", "Pronoun") ||
    /^(?:the|a|an|its|their|his|her|our|my|your|many|some|several|both|each)$/.test(
      sentence.tokens[at]?.lower ?? "",
    )
  );
}

const ENDS_OPEN = /^(?:of|to|for|with|in|on|at|by|from|into|about|the|a|an|and|not)$/;
export const FINITE_HELPERS = /^(?:is|are|was|were|has|have|had)$/;
const HELPERS_FIRST = wordSet("should must");
const PLURALS = wordSet("they we I you");
// From here on a clause without a comma before it is cut off too.
const VERY_LONG = 22;
const CLAUSE_OPENERS = wordSet("the my his her its our their this these those");
const PRESENT_HELPERS = wordSet("is has does");
const PAST_HELPERS = wordSet("was were had did");
const NOUN_OR_VERB =
  /^(?:concerns|needs|demands|calls|plans|questions|results|changes|issues|costs|benefits|risks|fears|hopes|doubts|works|reports|studies|claims|attacks|efforts|uses|views|limits|effects|impacts|sounds|looks|smells|tastes|influences|challenges|practices|experiences|attempts|struggles|visits|returns|delays|losses|gains|turns|moves|cries|shouts|whispers|touches|loves|promises|designs|matches|tests|trials|walks|talks|drives|rises|falls|drops|starts|ends|stops|balances|shocks|dreams|fights)$/;
export const PRONOUN_STARTS = wordSet("i you he she it we they this that these those there");
