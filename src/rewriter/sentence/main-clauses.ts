// What a tail or a second clause at the end of a sentence needs from the clause before it: that there is one, and
// that it tells a fact of its own rather than what somebody said, asked or supposed.

import { findFiniteVerb, hasMainVerb, startsClause, wordSet } from "./clauses.ts";
import { MODALS, REPORTS } from "./ground.ts";
import type { Sentence } from "./tokens.ts";

/**
 * Whether [0, to) holds a main clause. Looser than a search for the verb itself: a tail behind a comma already
 * shows that a clause ends there, so that any verb will do, also one that gives an order.
 */
export function holdsClause(sentence: Sentence, to: number): boolean {
  const { tokens } = sentence;
  const first = /^(?:and|but|so|yet)$/.test(tokens[0]?.lower ?? "") ? 1 : 0;
  let start = first;
  if (FRAMES.has(tokens[first]?.lower ?? "") || sentence.is(first, "Gerund")) {
    const comma = tokens.findIndex(({ text }, i) => text === "," && i < to);
    if (comma === -1 && !sentence.is(first, "Gerund")) return false;
    start = comma === -1 ? first : comma + 1;
  }
  let owed = 0;
  for (let i = start; i < to; i++) {
    const word = tokens[i]?.lower ?? "";
    if (CLAUSES.has(word) && i > start) return false;
    // "Rules that bind us": the first verb behind it is that of the rules' own clause.
    if (word === "that" && i > start && sentence.is(i - 1, "Noun")) owed++;
    if (SURE.has(word)) {
      if (owed === 0) return true;
      if (!MODALS.has(word)) owed--;
      continue;
    }
    if (!sentence.is(i, "Verb") || sentence.is(i, "Gerund")) continue;
    const before = tokens[i - 1]?.lower ?? "";
    if (before === "to" || DETERMINERS.has(before)) continue;
    // "Click on the button": an order opens its sentence.
    if (i === start) {
      if (sentence.is(i, "Infinitive")) return true;
      continue;
    }
    // "A land ravaged by war": a passive without its helper is no verb of a clause.
    if (sentence.is(i, "PastTense", "Participle") && tokens[i + 1]?.lower === "by") continue;
    // "Learning the rules used in music": a title, not a clause.
    const isPart = sentence.is(i, "PastTense", "Participle") && sentence.is(first, "Gerund");
    if (isPart && sentence.is(i + 1, "Preposition")) continue;
    if (owed === 0) return true;
    owed--;
  }
  return false;
}

/** Whether what stands before the mark is told as somebody's words, thoughts or a condition. */
export function isReported(sentence: Sentence, mark: number): boolean {
  const { tokens } = sentence;
  const isFramed = FRAMES.has(tokens[0]?.lower ?? "");
  const comma = isFramed ? tokens.findIndex(({ text }, i) => text === "," && i < mark) : 0;
  for (let i = Math.max(0, comma); i < mark; i++) {
    const word = tokens[i]?.lower ?? "";
    if (/^(?:according|allegedly|reportedly|supposedly)$/.test(word)) return true;
    if (i > 0 && CONDITIONS.has(word)) return true;
    if (tokens[i]?.text === ":" && i > 3) return true;
    if (word === "that" && tokens[i - 1]?.lower === "out") return true;
    if (word === "that" && DOUBTS.test(tokens[i - 1]?.lower ?? "")) return true;
    if (word === "that" && sentence.is(i - 1, "Verb") && !sentence.is(i - 1, "Noun", "Gerund")) {
      if (!SHOWN.test(tokens[i - 1]?.lower ?? "")) return true;
    }
    if (!REPORTS.test(word) || !sentence.is(i, "Verb")) continue;
    // What was agreed to be done was done.
    if (word.startsWith("agree") && tokens[i + 1]?.lower === "to") continue;
    if (OPENS_REPORT.test(tokens[i + 1]?.lower ?? "") || startsClause(sentence, i + 1, mark))
      return true;
    // "The board said group O was vital": whatever the words in between, a verb behind it is a report.
    if (/^(?:said|says|say)$/.test(word) && findFiniteVerb(sentence, i + 2, mark) !== undefined)
      return true;
  }
  return false;
}

/**
 * Whether a phrase behind a later comma belongs to the main clause rather than to the tail that begins at `from`:
 * "He spoke to Berg, who was on leave, about his plans".
 */
export function resumesWithPhrase(sentence: Sentence, from: number, end: number): boolean {
  const { tokens } = sentence;
  for (let i = from; i + 2 < end; i++) {
    if (tokens[i]?.text !== "," || !RESUMING.has(tokens[i + 1]?.lower ?? "")) continue;
    if (tokens[i + 1]?.lower !== "to" || sentence.is(i + 2, "Verb", "Noun")) return true;
  }
  return false;
}

/** Whether a clause inside the first half has begun and may go on behind the joint. */
export function isInside(sentence: Sentence, mark: number, start: number): boolean {
  const { tokens } = sentence;
  const subject = tokens[0]?.lower ?? "";
  const isSame = NOMINATIVE.has(subject) && subject === (tokens[start]?.lower ?? "");
  for (let i = 1; i < mark; i++) {
    const word = tokens[i]?.lower ?? "";
    if (/^(?:between|both|either|neither|whether)$/.test(word)) return true;
    const isTaking = TAKES_CLAUSE.test(word) && (sentence.is(i, "Verb") || word === "sure");
    if (isTaking && !isSame) return true;
    // "when my mother and I heard it": its verb stands behind the joint.
    const isOpen = /^(?:when|where|while|if|because|who|which|whose)$/.test(word);
    const isWhole = hasMainVerb(sentence, i + 1, mark);
    if (isOpen && !isWhole && i + 1 < mark) return true;
    if (INNER.has(word) && isWhole && !isSame) return true;
  }
  return false;
}

export const NOMINATIVE = wordSet("i he she we they");
export const INNER = wordSet(
  "where when which who whose that how why what while as until before after once than if because since",
);
// "I think the price and the size will change": a thing behind such a verb may open a clause.
const TAKES_CLAUSE =
  /^(?:think|thinks|thought|believe[sd]?|hope[sd]?|feels?|felt|says?|said|ensur(?:es?|ed|ing)|means?|meant|sure|shows?|showed|suggests?|suggested|wish|guess|imagine|make|makes|made|let|lets|see|sees|saw|watch|hear|heard|know|knew|find|found|knowing|realizing|realising|saying|thinking|hoping|noting|showing|meaning|believing|feeling|seeing)$/;
const RESUMING = wordSet(
  "about for with to from by at of in on into over after before during under",
);
const FRAMES = wordSet(
  "if when whenever while although though even because since as after before unless until once whether given despite whereas provided where wherever by in with without for to from at on during through upon following based unlike like among throughout under over within across beyond",
);
const CLAUSES = wordSet("which who whose whom where when while if because although though unless");
const SURE = wordSet(
  "is are was were am has have had does do did can could may might must shall should will would it's he's she's there's they're we're you're i'm isn't aren't wasn't weren't don't doesn't didn't can't couldn't won't wouldn't",
);
const DETERMINERS = wordSet("a an the this these those its his her their our my your of");
const CONDITIONS = wordSet("if unless whether lest");
const DOUBTS = /^(?:not|possible|possibly|likely|unlikely|hope|hopes|hoped|so|such)$/;
const SHOWN =
  /^(?:mean[s]?|meant|show[sn]?|showed|demonstrate[sd]?|find[s]?|found|reveal(?:s|ed)?|prove[sdn]?|discover(?:s|ed)?|ensure[sd]?|learn(?:s|ed)?|realize[sd]?|realise[sd]?|highlight(?:s|ed)?|note[sd]?|confirm(?:s|ed)?|is|was)$/;
const OPENS_REPORT = /^(?:that|how|whether|if|what|why|who|it|they|he|she|to|:|,)$/;
