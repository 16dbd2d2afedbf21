// Whether a second clause may belong to what was begun before it: a report, a reason, a condition, a case. What is
// known is so, what the speaker thinks he goes on to say himself, and "but" answers all that was said.

import { findFiniteVerb, hasMainVerb, wordSet } from "../sentence/clauses.ts";
import {
  HELPERS,
  MODALS,
  REPORTS,
  reportsClause,
  SAYING,
  SUBORDINATORS,
} from "../sentence/ground.ts";
import type { Sentence } from "../sentence/tokens.ts";

/**
 * Whether the clause behind the comma may belong to a report, a reason or a condition before it. What is known
 * is so, what the speaker thinks he goes on to say himself, and "but" answers all that was said.
 */
export function isHeld(
  sentence: Sentence,
  comma: number,
  right: number,
  joint: string,
  end: number,
): boolean {
  const { tokens } = sentence;
  const answers = joint === "but" || joint === "yet";
  const opening = openingEnd(sentence, comma);
  for (let i = opening; i < comma; i++) {
    const word = tokens[i]?.lower ?? "";
    // "They come according to a plan" names no source.
    const isSource = word === "according" && (i === 0 || tokens[i - 1]?.text === ",");
    if (isSource || word === "allegedly" || word === "reportedly") return true;
    if (tokens[i]?.text === ":" && i > 3) return true;
    // "is expected to rise", "claimed to know": a deed hangs on it, and no second clause can.
    // "a sign of hope, but …": with nothing behind it, it reports nothing.
    const isOfDeed = tokens[i + 1]?.lower === "to" || i + 1 === comma;
    if (
      !isOfDeed &&
      REPORTS.test(word) &&
      sentence.is(i, "Verb") &&
      reportsClause(sentence, i + 1, comma)
    ) {
      if (isReport(sentence, i, right, end, joint)) return true;
      continue;
    }
    if (i > opening && SUBORDINATORS.has(word) && !answers) {
      // "since May", "so many people": no clause of its own.
      const isClause = !/^(?:since|so)$/.test(word) || hasMainVerb(sentence, i + 1, comma);
      if (isClause && !isDegree(sentence, i)) return true;
    }
    // "a game where one player throws, and the other catches": both make up the game.
    if (joint === "and" && isInnerCase(sentence, i) && !tellsPast(sentence, right, end))
      return true;
    if (SAYING.test(word) && tokens[i + 1]?.lower === "that" && !answers) return true;
    const isBehindVerb = sentence.is(i - 1, "Verb") && !sentence.is(i - 1, "Gerund", "Noun");
    // "The paper mentioned that she was saved, but she died": that stood in the paper too.
    // "It is important to note that A, and B": the writer's own frame, and both are told as facts.
    if (word === "that" && isOwnFrame(sentence, opening === 0 ? 0 : opening + 1, i)) continue;
    if (word !== "that" || (answers && !sentence.is(i - 1, "PastTense"))) continue;
    // "A tax was introduced that applies to …": behind such a passive, a verb makes it a "which".
    const isWhich = HELPERS.has(tokens[i - 2]?.lower ?? "") && sentence.is(i - 1, "PastTense");
    const isVerb = sentence.is(i + 1, "PresentTense", "PastTense", "Modal", "Copula");
    if (isWhich && isVerb && /^[a-z]+$/.test(tokens[i + 1]?.lower ?? "")) continue;
    // "We are sorry to hear that it was cold, and we will …": who writes goes on in his own name.
    if (speaks(sentence, opening === 0 ? 0 : opening + 1) && speaks(sentence, right)) continue;
    // "The nurse reveals that he is ill, and they are …": what is told of may go on.
    if (joint === "and" && TOLD.test(tokens[i - 1]?.lower ?? "")) return true;
    if (UNREALISED.test(tokens[i - 1]?.lower ?? "")) return true;
    if (isBehindVerb && !FACTS.test(tokens[i - 1]?.lower ?? "")) return true;
  }
  if (joint === "and" && holdsOn(sentence, opening, right, end)) return true;
  // "Ask for the sauce, and you'll have a feast": a condition in the form of an order.
  if (joint === "and" && isOrder(sentence) && promises(sentence, right)) return true;
  // "…; starve the soil, and the crop fails": the same behind a mark.
  const mark = tokens.findLastIndex(({ text }, i) => i < comma && /^[;:—–]$/.test(text));
  return joint === "and" && mark > 0 && isOrder(sentence, mark + 1);
}

/** "When it rains, we stay in, and the children play": a condition that opens the sentence holds for all of it. */
function holdsOn(sentence: Sentence, opening: number, right: number, end: number): boolean {
  const { tokens } = sentence;
  const first = tokens[0]?.lower ?? "";
  if (opening === 0 || !/^(?:if|when|whenever|unless|once|until|as)$/.test(first)) return false;
  if (first === "once" && /^(?:again|more)$/.test(tokens[1]?.lower ?? "")) return false;
  if (first === "as" && /^(?:a|an|for|well|such|of|to|per|part)$/.test(tokens[1]?.lower ?? ""))
    return false;
  if (tellsPast(sentence, right, end)) return false;
  // "As she rose, the floor gave way, and she couldn't hold on": what was possible then.
  const verb = findFiniteVerb(sentence, right, end);
  const isThen = /^could(?:n't)?$/.test(verb === undefined ? "" : (tokens[verb]?.lower ?? ""));
  return !(isThen && tellsPast(sentence, opening + 1, right - 2));
}

/** "it is important to note that", "it's worth remembering that". */
function isOwnFrame({ tokens }: Sentence, start: number, at: number): boolean {
  if (!/^it(?:'s)?$/.test(tokens[start]?.lower ?? "") || at > start + 8) return false;
  const verb = tokens[at - 1]?.lower ?? "";
  return (
    (tokens[at - 2]?.lower === "to" && /^(?:note|recogni[sz]e|remember|acknowledge)$/.test(verb)) ||
    (tokens[at - 2]?.lower === "worth" && /^(?:noting|remembering|mentioning)$/.test(verb))
  );
}

/** Whether "I" or "we" is the subject that begins at `at`. */
function speaks({ tokens }: Sentence, at: number): boolean {
  return /^(?:i|we)$/.test((tokens[at]?.lower ?? "").split("'")[0] ?? "");
}

/** Whether the clause that begins at `right` tells what happened once. */
function tellsPast(sentence: Sentence, right: number, end: number): boolean {
  const verb = findFiniteVerb(sentence, right, end);
  if (verb === undefined) return false;
  const word = sentence.tokens[verb]?.lower ?? "";
  return (
    sentence.is(verb, "PastTense") || /^(?:was|were|had|did)$|(?:was|were|had|did)n't$/.test(word)
  );
}

/** "where", "when" and "in which" without a comma: what follows belongs to the thing before. */
function isInnerCase({ tokens }: Sentence, at: number): boolean {
  const word = tokens[at]?.lower ?? "";
  const before = tokens[at - 1];
  if (at < 2 || before === undefined) return false;
  if (/^[—–,]$/.test(before.text)) return word === "where";
  if (!before.isWord) return false;
  return (
    /^(?:where|whereby|when|whenever)$/.test(word) || (word === "which" && before.lower === "in")
  );
}

/** Whether somebody else's words or thoughts may go on behind the comma. */
function isReport(
  sentence: Sentence,
  verb: number,
  right: number,
  end: number,
  joint: string,
): boolean {
  const { tokens } = sentence;
  const word = tokens[verb]?.lower ?? "";
  const next = tokens[verb + 1]?.lower ?? "";
  // "He seemed to know" and "it added to the trouble" report nothing.
  if (/^(?:seem|add)/.test(word) && (next === "to" || !/^(?:that|as|like|it)$/.test(next)))
    return false;
  const answers = joint === "but" || joint === "yet";
  if (/^kn[eo]w/.test(word)) {
    // "They knew that the rain would come, and the river would rise": all of it was known.
    const second = findFiniteVerb(sentence, right, end);
    return !answers && MODALS.has(second === undefined ? "" : (tokens[second]?.lower ?? ""));
  }
  const isOwn = isSpeaker(sentence, verb);
  if (isOwn) return !answers && WISHES.test(word);
  // "Critics argue that it costs too much, but …": the text answers them.
  return !(answers && /^(?:argue|claim|believe|think|say|suggest)s?$/.test(word));
}

/** "I think", "please note", "we also believe": the one who writes. */
function isSpeaker({ tokens }: Sentence, verb: number): boolean {
  for (let i = verb - 1; i >= 0 && i > verb - 4; i--) {
    const word = tokens[i]?.lower ?? "";
    if (/^(?:i|we|please)$/.test(word)) return true;
    if (!/(?:ly|also|do|don't|still|just|always|would|can|'d)$/.test(word)) return false;
  }
  return verb === 0;
}

/** "so much", "so many people". */
export function isDegree(sentence: Sentence, at: number): boolean {
  return sentence.tokens[at]?.lower === "so" && sentence.is(at + 1, "Adjective", "Adverb");
}

/** "Ask …", "Just make sure …": an order opens the sentence. */
export function isOrder(sentence: Sentence, from = 0): boolean {
  let first = from;
  while (/^(?:just|please|so|simply|then|also|and)$/.test(sentence.tokens[first]?.lower ?? ""))
    first++;
  return sentence.is(first, "Infinitive");
}

function promises({ tokens }: Sentence, from: number): boolean {
  return tokens
    .slice(from, from + 5)
    .some(({ lower }) => /^(?:will|can|might|may|could|would)$|'ll$/.test(lower));
}

export function openingEnd({ tokens }: Sentence, comma: number): number {
  if (!OPENS.has(tokens[0]?.lower ?? "")) return 0;
  const first = tokens.findIndex(({ text }) => text === ",");
  return first === -1 || first >= comma ? 0 : first;
}

export const OPENS = wordSet(
  "if when whenever while although though even because since as after before unless until once whether given despite whereas provided where wherever by in with without for to from at on during through upon following based unlike like among throughout",
);
const WISHES = /^(?:hope|wish|fear|wonder|ask|imagine|suggest|propose|expect|predict)/;
const UNREALISED =
  /^(?:not|no|never|hoping|likely|possible|perhaps|maybe|if|unless|expected|supposed|meant)$/;
const TOLD = /^(?:reveal|confirm|note|highlight|ensure|demonstrate|discover)(?:s|d|ed)?$/;
const FACTS =
  /^(?:mean[s]?|meant|show[sn]?|showed|demonstrate[sd]?|find[s]?|found|reveal(?:s|ed)?|prove[sdn]?|discover(?:s|ed)?|ensure[sd]?|learn(?:s|ed)?|realize[sd]?|realise[sd]?|highlight(?:s|ed)?|note[sd]?|confirm(?:s|ed)?|notice[sd]?|remember(?:s|ed)?|kn[eo]ws?)$/;
