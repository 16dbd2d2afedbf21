// A second finite verb of the same subject behind "and" or "but": "She took the lamp from the shelf and placed it
// on the table." Its form must show that it is a verb and whose it is: no other verb between the two may own it.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { hasMainVerb, startsClause, wordSet } from "../sentence/clauses.ts";
import {
  HELPERS,
  hasSpeech,
  isBracketed,
  isPluralNoun,
  MODALS,
  REPORTS,
  sentenceEnd,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import type { Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { findWideSubject } from "../sentence/wide-subjects.ts";
import { FINITE_HELPERS, hasOwnObject, hidesReport, holdsBoth } from "./conjunctions.ts";
import { stripSpaceBefore } from "./cuts.ts";
import { isBareVerb } from "./predicates.ts";

/** "She took the lamp and placed it there." → "She took the lamp. She placed it there." */
export function splitAtSecondVerb(sentence: Sentence, at: number, words: number): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const joint = tokens[at]?.lower ?? "";
  const mark = tokens[at - 1]?.text === "," ? at - 1 : at;
  if (words < WORDS_MIN || isBracketed(sentence, at)) return undefined;
  if (wordsBetween(sentence, 0, mark) < 4) return undefined;
  if (HOLDS_ALL.has(tokens[0]?.lower ?? "") || HOLDS_BOTH.test(text)) return undefined;
  if (hasSpeech(text.slice(0, tokens[mark]?.start))) return undefined;
  const subject = subjectOf(sentence);
  if (subject === undefined || subject.verb >= mark - 1) return undefined;
  if (holdsBoth(sentence, subject.verb) || hidesReport(sentence, subject.verb)) return undefined;
  let second = at + 1;
  while (second < at + 3 && ADVERBS.test(tokens[second]?.lower ?? "")) second++;
  if (wordsBetween(sentence, second, end) < 4) return undefined;
  const kind = kindOfVerb(sentence, second, subject);
  if (kind === undefined || !agrees(sentence, subject, kind, second)) return undefined;
  if (!hasOwnObject(sentence, subject.verb, mark)) return undefined;
  if (!isPlainBetween(sentence, subject.verb, mark, kind, second)) return undefined;
  if (strandsVerb(sentence, second + 1, end)) return undefined;
  const from = tokens[mark];
  const begin = tokens[at + 1];
  if (from === undefined || begin === undefined) return undefined;
  const isName = /^\p{Lu}\p{Ll}/u.test(subject.again);
  // A name said twice is stiff, unless it adds to what was said.
  const adds = isName && joint === "and" && second === at + 1;
  const two = tokens[second]?.lower ?? "";
  if (isName && !HELPERS.has(two) && !MODALS.has(two) && !(adds && STATEMENTS.test(two)))
    return undefined;
  const who = joint === "but" ? `But ${subject.again}` : capitalise(subject.again);
  return {
    start: stripSpaceBefore(text, from.start),
    end: begin.start,
    options: [`. ${who}${adds && STATEMENTS.test(two) ? " also" : ""} `],
    kind: "split",
    why: `long sentence split at "${joint}"`,
  };
}

/** The subject, also where it is one word with its verb: "it's", "they've". */
function subjectOf(sentence: Sentence): Subject | undefined {
  const { tokens } = sentence;
  const comma = tokens.findIndex(({ text }) => text === ",");
  const isOpening = comma > 0 && comma < 8 && !hasMainVerb(sentence, 0, comma);
  const start = isOpening ? comma + 1 : 0;
  const short = /^(i|you|he|she|it|we|they)'(?:m|s|re|ve|d|ll)$/.exec(tokens[start]?.lower ?? "");
  if (short === null) return findWideSubject(sentence);
  const again = short[1] === "i" ? "I" : (short[1] ?? "");
  const isPlural = /^(?:I|you|we|they)$/.test(again);
  return { again, verb: start, isPlural, isPerson: again === "they" ? undefined : again !== "it" };
}

type Kind = "modal" | "singular" | "plural" | "past" | "bare";

/** What the form of a second verb shows, or undefined where it may be no verb or no finite one. */
function kindOfVerb(sentence: Sentence, at: number, subject: Subject): Kind | undefined {
  const word = sentence.tokens[at]?.lower ?? "";
  const next = sentence.tokens[at + 1]?.lower ?? "";
  if (!sentence.tokens[at + 1]?.isWord) return undefined;
  if (MODALS.has(word) || /^(?:could|would|should|ca|wo)n't$/.test(word))
    return sentence.is(at + 1, "Verb", "Adverb") || next === "not" ? "modal" : undefined;
  if (/^(?:is|has|does)$/.test(word)) return "singular";
  if (/^(?:are|have|do)$/.test(word)) return "plural";
  if (/^(?:was|were|had|did)$/.test(word)) return "past";
  if (!sentence.is(at, "Verb") || sentence.is(at, "Gerund", "Noun", "Adjective")) return undefined;
  const isBeforeObject = OBJECT_OPENERS.has(next) || next === "that" || next === "how";
  if (CLEAR_PAST.test(word) || (TAKES_TO.test(word) && next === "to")) return "past";
  if (sentence.is(at, "PastTense")) {
    if (word.endsWith("ing")) return undefined;
    // "its colonies and exported goods" may be two things; an article settles it.
    // "remained humble and dedicated to her art" is no second verb.
    const isBehindAdjective =
      sentence.is(at - 2, "Adjective") || /[a-z]{2}ed$/.test(sentence.tokens[at - 2]?.lower ?? "");
    // "a tool made of iron and used to …": it may go with another participle.
    const isAlone =
      isPersonal(subject) ||
      (next !== "by" && !holdsParticiple(sentence, subject.verb + 1, at - 1));
    const isVerb = isBeforeObject || (AFTER_VERB.has(next) && isAlone && !isBehindAdjective);
    return isVerb ? "past" : undefined;
  }
  if (subject.isPlural && sentence.is(at, "Infinitive"))
    return isBeforeObject && isBareVerb(sentence, at) ? "bare" : undefined;
  if (!/[^s]s$/.test(word) || !sentence.is(at, "PresentTense")) return undefined;
  // "twists and reveals keep": two plurals.
  const isBehindPlural = isPluralNoun(sentence, at - 2);
  const isVerb = isBeforeObject || (AFTER_VERB.has(next) && !isBehindPlural);
  return isVerb ? "singular" : undefined;
}

function holdsParticiple(sentence: Sentence, from: number, to: number): boolean {
  for (let i = from; i < to; i++)
    if (
      sentence.is(i, "PastTense", "Participle") ||
      /[a-z]{2}ed$/.test(sentence.tokens[i]?.lower ?? "")
    )
      return true;
  return false;
}

function isPersonal({ again }: Subject): boolean {
  return /^(?:I|you|he|she|we|they)$/.test(again);
}

/** Whether the second verb can belong to the subject: its number, and the time of the first verb. */
function agrees(sentence: Sentence, subject: Subject, kind: Kind, second: number): boolean {
  const { tokens } = sentence;
  const one = tokens[subject.verb]?.lower ?? "";
  const two = tokens[second]?.lower ?? "";
  if (kind === "singular" && subject.isPlural) return false;
  if (kind === "plural" && !subject.isPlural) return false;
  if (two === "was" && subject.isPlural && subject.again !== "I") return false;
  if (two === "were" && !subject.isPlural && subject.again !== "you") return false;
  if (two === "am" || (/^(?:are|were)$/.test(two) && subject.again === "I")) return false;
  if (kind === "modal") return true;
  // "They find the facts and make a list": the first must be such a verb itself.
  if (kind === "bare")
    return !/s$/.test(one) && sentence.is(subject.verb, "Infinitive", "PresentTense");
  const isHelper = HELPERS.has(one) || /'(?:m|s|re|ve|d|ll)$/.test(one);
  // "He had enjoyed the rooms and services the inn had": a plural, whatever stands behind it.
  const isTwice = isPluralNoun(sentence, second - 2) && !HELPERS.has(two);
  if (kind === "singular" && isTwice && /^(?:was|were|had|did)$/.test(one)) return false;
  // "can hold two and is cheaper", "can hold two and are cheaper": no modal goes with that form.
  if (kind === "singular" || two === "are") return true;
  if (kind === "plural") return !MODALS.has(one);
  if (/^(?:was|were|had|did)$/.test(two)) return !MODALS.has(one);
  if (MODALS.has(one)) return false;
  // "I had high hopes but found it dull": a verb of its own where no form of another follows.
  const isOwn = one === "had" && !sentence.is(subject.verb + 1, "Verb", "Adverb");
  if (!isHelper || isOwn)
    return isOwn || sentence.is(subject.verb, "PastTense") || CLEAR_PAST.test(one);
  // "was shocked and rushed me there": with an object it is no passive. After "has" it would be no past.
  const next = tokens[second + 1]?.lower ?? "";
  if (TAKES_TO.test(two) && next === "to") return one !== "has" && one !== "have";
  if (one === "did") return CLEAR_PAST.test(two) || OBJECT_OPENERS.has(next);
  return /^(?:was|were)$/.test(one) && (CLEAR_PAST.test(two) || OBJECT_OPENERS.has(next));
}

/** Whether nothing between the two verbs can own the second: no clause with a verb like it, no report, no list. */
function isPlainBetween(
  sentence: Sentence,
  first: number,
  mark: number,
  kind: Kind,
  second: number,
): boolean {
  const { tokens } = sentence;
  const isPlural = kind === "plural" || kind === "bare";
  if (tokens[mark]?.text === "," && isOpenList(sentence, first, mark)) return false;
  // "to solve it and have taken steps": a participle behind it makes "have" a helper.
  const isHelper = sentence.is(second + 1, "PastTense", "Participle");
  const isBare =
    kind === "bare" || (/^(?:have|do)$/.test(tokens[second]?.lower ?? "") && !isHelper);
  let isInClause = false;
  let hasOther = false;
  let isClosed = false;
  for (let i = first; i < mark; i++) {
    const { lower, text } = tokens[i] ?? { lower: "", text: "" };
    // "the letter β (beta)": a few words in brackets own nothing.
    const close = text === "(" ? tokens.findIndex((later, k) => k > i && later.text === ")") : -1;
    if (close !== -1 && close < Math.min(mark, i + 6)) {
      i = close;
      continue;
    }
    if (/^[;:—–()]$/.test(text)) return false;
    if (text === "," && (startsClause(sentence, i + 1, mark) || isVerbLike(sentence, i + 1)))
      return false;
    if (i === first) {
      if (isBare && TAKES_VERB.test(lower)) return false;
      // "They claim the news could break the silence": a clause without "that".
      const isClause = reports(sentence, i + 1) || hasMainVerb(sentence, i + 2, mark);
      if (REPORTS.test(lower) && isClause) return false;
      continue;
    }
    // "the line between work and life": both things are named before the joint.
    if (lower === "between" && !tokens.slice(i, mark).some((later) => later.lower === "and"))
      return false;
    if (/^(?:both|either|neither|nor|or)$/.test(lower)) return false;
    if (/^(?:and|but)$/.test(lower)) {
      // "was born and raised there": two forms behind one helper.
      const isPair =
        i <= first + 3 && sentence.is(i - 1, "PastTense") && sentence.is(i + 1, "PastTense");
      if (isPair && HELPERS.has(tokens[first]?.lower ?? "")) continue;
      if (startsClause(sentence, i + 1, mark) || isVerbLike(sentence, i + 1)) return false;
    }
    if (REPORTS.test(lower) && sentence.is(i, "Verb") && reports(sentence, i + 1)) return false;
    // A bare verb may hang on a "to", a modal or a verb such as "help"; "have" and "do" look like one.
    if (isBare && (lower === "to" || MODALS.has(lower) || TAKES_VERB.test(lower))) return false;
    const isOfTo = lower === "have" && tokens[i - 1]?.lower === "to";
    if (!isInClause && i > first + 1 && FINITE_HELPERS.test(lower) && !isOfTo) return false;
    // "The court heard she was ill and was …": another subject stands between.
    if (NEVER_BETWEEN.has(lower) || /^(?:i|he|she|we|they)$/.test(lower)) return false;
    if (MAY_HOLD.has(lower) && hasMainVerb(sentence, i + 1, mark)) return false;
    if (RELATIVES.has(lower)) {
      isInClause = true;
      // "makers who paint doors …, and covers": only a helper shows its number for certain.
      isClosed = HELPERS.has(tokens[second]?.lower ?? "") && isOfOtherNumber(sentence, i, kind);
      if (isClosed) hasOther = true;
    }
    // "rules that shape how the town thinks and works": a clause further in may own it all the same.
    const isLike = isPlural
      ? /^(?:are|have)$/.test(lower) || sentence.is(i, "Infinitive")
      : /[^s]s$/.test(lower) && sentence.is(i, "PresentTense");
    if (isClosed && isLike && tokens[i - 1]?.lower !== "to") return false;
    if (!isInClause || isClosed) continue;
    // A verb of a clause in between may own the second one if it looks like it.
    if (!sentence.is(i, "Verb") && !HELPERS.has(lower) && !MODALS.has(lower)) continue;
    // "that was built": the helper tells.
    if (HELPERS.has(tokens[i - 1]?.lower ?? "") && !HELPERS.has(lower)) continue;
    const isPast = sentence.is(i, "PastTense") || /^(?:was|were|had|did)$/.test(lower);
    const isOther =
      kind === "past" ? !isPast && /s$/.test(lower) : isPlural ? /s$/.test(lower) : isPast;
    if (!isOther || kind === "modal") return false;
    hasOther = true;
  }
  // "a place that welcomes and understands the children": a verb the tagger has missed may own it.
  if (isInClause && !hasOther) return false;
  const two = tokens[second]?.lower ?? "";
  return HELPERS.has(two) || MODALS.has(two) || !isVerbLike(sentence, second + 1);
}

/** "a breed that came from the north and are known": what "that" tells of is one, and the second verb of several. */
function isOfOtherNumber(sentence: Sentence, at: number, kind: Kind): boolean {
  const { tokens } = sentence;
  const next = tokens[at + 1]?.lower ?? "";
  const isSubject = /^(?:that|which|who)$/.test(tokens[at]?.lower ?? "");
  if (!isSubject || !(sentence.is(at + 1, "Verb") || HELPERS.has(next) || MODALS.has(next)))
    return false;
  const noun = tokens[at - 1]?.text === "," ? at - 2 : at - 1;
  const isMany = isPluralNoun(sentence, noun);
  if (kind === "singular") return isMany;
  // "one of a kind of dogs", "people in the town who": a plural before it may be meant.
  const hasMany = [2, 3, 4].some((back) => isPluralNoun(sentence, noun - back + 1));
  return kind === "plural" && !isMany && !hasMany && sentence.is(noun, "Singular");
}

/** "was warm, soft, and had": the last comma parts a list that only the joint closes. */
function isOpenList(sentence: Sentence, first: number, mark: number): boolean {
  for (let i = mark - 1; i > first; i--) {
    if (sentence.tokens[i]?.text !== ",") continue;
    const next = sentence.tokens[i + 1]?.lower ?? "";
    const isClosed = next === "and" || next === "or";
    const isPhrase = sentence.is(i + 1, "Preposition", "Gerund") || PLACES.test(next);
    return !isClosed && !isPhrase && !RELATIVES.has(next);
  }
  return false;
}

/** "said that", "knew he": a clause may follow; "seemed to" and "agreed to" are followed by a deed. */
function reports(sentence: Sentence, from: number): boolean {
  const next = sentence.tokens[from]?.lower ?? "";
  if (/^(?:that|how|whether|if|what|why|who|it|they|he|she|we|i|you|there|:|,)$/.test(next))
    return true;
  return next !== "to" && startsClause(sentence, from, sentence.tokens.length);
}

function isVerbLike(sentence: Sentence, at: number): boolean {
  return sentence.is(at, "Verb") && !sentence.is(at, "Gerund", "Noun", "Adjective");
}

const WORDS_MIN = 14;
// What such a word opens may hold for both verbs.
const HOLDS_ALL = wordSet("according as wherever provided help let make have see watch");
const HOLDS_BOTH = /\bnot (?:only|just|merely|simply)\b|\bso that\b/i;
const ADVERBS = /^(?:also|then|now|later|soon|still|often|even|thus|never|always|\w{3,}ly)$/;
const OBJECT_OPENERS = wordSet(
  "the a an its their his her our your my this these those it them him us me you each every another some many several all both one two three",
);
const AFTER_VERB = wordSet(
  "to in on at by with from for into onto as about over through towards toward out up down back away off around across along behind beside forward",
);
const PLACES =
  /^(?:outside|inside|near|north|south|east|west|in|on|at|by|with|from|for|after|before)$/;
const RELATIVES = wordSet("which who whom whose where that");
const NEVER_BETWEEN = wordSet(
  "because if when while whenever although though unless whether how what why",
);
// "than ever", "as a child", "before dawn": with a verb behind them they open a clause.
const MAY_HOLD = wordSet("than as so until since after before once");
const TAKES_TO =
  /^(?:continued|decided|agreed|managed|tried|refused|promised|hoped|attempted|wanted|struggled|proceeded|offered|chose|failed|hesitated)$/;
const TAKES_VERB = /^(?:help|let|make|see|hear|watch|feel|have|helps|lets|makes|helping|letting)$/;
const STATEMENTS =
  /^(?:stated|said|added|noted|claimed|argued|believed|emphasized|emphasised|stressed|hinted|encouraged|urged|called|praised|thanked|expressed|mentioned|suggested|warned|won|received|served|worked|played|helped|holds|serves|works|offers|provides|includes)$/;
// Past tenses that are never participles.
const CLEAR_PAST =
  /^(?:began|became|came|chose|drank|drew|drove|fell|flew|gave|grew|knew|ran|rang|rose|sang|saw|spoke|swam|threw|took|went|woke|wore|wrote|ate|broke|froze|forgot|hid|shook|stole|tore|bit|sank|shrank|sprang|swore|arose|overcame)$/;
