// Examples that close a sentence: "…, such as A and B", "…, including A and B", "…, like A and B". They become a
// sentence of their own ("Examples include …", "These include …", "Among them were …") where the list runs to
// the very end, so that nothing behind it loses the clause it belongs to.

import type { Edit } from "../edit.ts";
import { isAnimate } from "../sentence/animate.ts";
import { findMainVerb, wordSet } from "../sentence/clauses.ts";
import {
  isBracketed,
  isPluralNoun,
  lastClauseStart,
  MODALS,
  wordsBetween,
} from "../sentence/ground.ts";
import { holdsClause, isReported } from "../sentence/main-clauses.ts";
import { findSubject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";

/** "… many fields, such as law and art." → "… many fields. Examples include law and art." */
export function splitAtExamples(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const word = tokens[at]?.lower ?? "";
  const isSuch = word === "such";
  if (isSuch && tokens[at + 1]?.lower !== "as") return undefined;
  const from = at + (isSuch ? 2 : 1);
  const mark = tokens[at - 1]?.text === "," ? at - 1 : at;
  const first = tokens[from];
  if (first === undefined || isBracketed(sentence, at)) return undefined;
  if (wordsBetween(sentence, 0, mark) < LEFT_MIN || wordsBetween(sentence, from, end) < 3)
    return undefined;
  if (word === "like" && (mark === at || !sentence.is(from, "Noun"))) return undefined;
  const kinds = kindsBefore(sentence, mark);
  if (kinds === undefined || !holdsClause(sentence, mark) || isReported(sentence, mark))
    return undefined;
  if (opensInnerClause(sentence, mark)) return undefined;
  // Without a comma the examples may tell which things are meant: "factors such as rain".
  if (mark === at && !isTold(sentence, mark - 1)) return undefined;
  // "the figures of the siege to life, including Ann Holm": a name may be one of somebody else.
  const isNear = isPluralNoun(sentence, mark - 1);
  if (!isNear && /^\p{Lu}/u.test(first.text)) return undefined;
  const count = countItems(sentence, from, end);
  if (count === undefined) return undefined;
  const opening = openingFor(sentence, mark, from, word === "including", kinds, count);
  if (opening === undefined) return undefined;
  return {
    start: stripSpaceBefore(text, tokens[mark]?.start ?? 0),
    end: first.start,
    options: opening.map((words) => `. ${words} `),
    kind: "split",
    why: "long sentence split before its examples",
  };
}

/** "how many things such as A and B shape …": the verb of the inner clause is yet to come. */
function opensInnerClause(sentence: Sentence, mark: number): boolean {
  for (let i = mark - 1; i > 0; i--) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (SURE.has(word) || MODALS.has(word)) return false;
    if (sentence.is(i, "Verb") && !sentence.is(i, "Adjective")) return false;
    if (INNER.has(word)) return true;
  }
  return false;
}

type Kinds = "things" | "people" | "one";

/** What the examples are examples of. */
function kindsBefore(sentence: Sentence, mark: number): Kinds | undefined {
  const { tokens } = sentence;
  const last = tokens[mark - 1]?.lower ?? "";
  if (sentence.is(mark - 1, "Noun") && !sentence.is(mark - 1, "Pronoun")) {
    // "nine times, including the last": told of the deed.
    if (/^(?:times|occasions|years|months|weeks|days|decades|seasons)$/.test(last))
      return undefined;
    if (last === "others" || /^\p{Lu}/u.test(tokens[mark - 1]?.text ?? "")) return undefined;
    if (isPluralNoun(sentence, mark - 1)) {
      return isAnimate(last.replace(/s$/, "")) ? "people" : "things";
    }
    if (isAnimate(last) || /\d/.test(last)) return undefined;
    return pluralOf(sentence, mark) ?? relativePlural(sentence, mark) ?? "one";
  }
  return relativePlural(sentence, mark);
}

/** "systems that clean water", "gaps in the chain", "fields relying on it": the plural a longer phrase is about. */
function pluralOf(sentence: Sentence, mark: number): Kinds | undefined {
  const { tokens } = sentence;
  let isInside = false;
  for (let i = mark - 1; i > 1; i--) {
    const word = tokens[i]?.lower ?? "";
    if (/^(?:any|every|each|no|[,;:—–])$/.test(word)) return undefined;
    const isOpener = /^(?:that|who|where|of|in|for|within|to)$/.test(word);
    if (isOpener || (sentence.is(i, "Gerund") && sentence.is(i - 1, "Plural"))) {
      if (isPluralNoun(sentence, i - 1)) {
        return isAnimate((tokens[i - 1]?.lower ?? "").replace(/s$/, "")) ? "people" : "things";
      }
      isInside = true;
    } else if (isInside && sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective")) {
      return undefined;
    }
  }
  return undefined;
}

/** "activities that need no money, such as": the clause belongs to the plural before it. */
function relativePlural(sentence: Sentence, mark: number): Kinds | undefined {
  const { tokens } = sentence;
  for (let i = mark - 1; i > 1; i--) {
    if (/^[,;:—–]$/.test(tokens[i]?.text ?? "") || sentence.is(i, "Plural")) return undefined;
    if (!/^(?:that|who|where)$/.test(tokens[i]?.lower ?? "")) continue;
    if (!isPluralNoun(sentence, i - 1)) return undefined;
    return isAnimate((tokens[i - 1]?.lower ?? "").replace(/s$/, "")) ? "people" : "things";
  }
  return undefined;
}

/** "chronic diseases", "many fields": told by more than the examples. */
function isTold(sentence: Sentence, noun: number): boolean {
  let i = noun - 1;
  while (i > 0 && sentence.is(i, "Noun") && !sentence.is(i, "Pronoun", "Possessive")) i--;
  const word = sentence.tokens[i]?.lower ?? "";
  if (NARROW.test(word)) return false;
  return sentence.is(i, "Adjective") || TELLING.has(word);
}

/** How many examples there are, or undefined where something else follows them. */
function countItems(sentence: Sentence, from: number, end: number): number | undefined {
  const { tokens } = sentence;
  // "videos, including one of him": one of them, whatever follows.
  if (tokens[from]?.lower === "one") return undefined;
  if (sentence.is(from, "Preposition") || OPENS_OTHER.has(tokens[from]?.lower ?? ""))
    return undefined;
  let items = 1;
  let isLast = false;
  let hasJoint = false;
  const isDoing = sentence.is(from, "Gerund");
  // "… in a playful way": how the main clause is done.
  const close = sentence.text.slice(tokens[from]?.start);
  if (/\b(?:in|with) an? [^,]{0,60}\b(?:way|manner|fashion|margin)\b/.test(close)) return undefined;
  if (ADJUNCTS.test(close)) return undefined;
  for (let i = from; i < end; i++) {
    const { text: mark, lower } = tokens[i] ?? { text: "", lower: "" };
    if (/^[;:—–?!]$/.test(mark)) return undefined;
    if (RELATIVE.has(lower) && i > from) {
      // What belongs to the last example goes along with it; an effect is told of all that was said.
      const isState = /^(?:is|are|was|were|has|have)$/.test(tokens[i + 1]?.lower ?? "");
      return items === 1 || !isState ? undefined : items;
    }
    if (SURE.has(lower) || MODALS.has(lower)) return undefined;
    if (lower === "to" && sentence.is(i + 1, "Verb") && !isDoing) return undefined;
    const isComma = mark === ",";
    const isJoint = lower === "and" || lower === "or";
    if (!isComma && !isJoint) {
      if (isFiniteHere(sentence, i)) return undefined;
      continue;
    }
    if (isComma && isLast) return undefined;
    // "A and B, and their use": the second "and" goes on with the main clause.
    if (isComma && hasJoint) return undefined;
    // "ethics, including trade, and our part in it": the main clause goes on.
    if (isComma && items === 1 && /^(?:and|or)$/.test(tokens[i + 1]?.lower ?? "")) return undefined;
    hasJoint ||= isJoint;
    const next = isComma && /^(?:and|or)$/.test(tokens[i + 1]?.lower ?? "") ? i + 2 : i + 1;
    if (next === i + 2 || isJoint) isLast = isLast || next === i + 2 || items > 1;
    const word = tokens[next]?.lower ?? "";
    // "teeth, jaws, and even the face" goes on with the list.
    const isEven = word === "even" && next === i + 2;
    if ((!isEven && GOES_ON.has(word)) || sentence.is(next, "Preposition")) return undefined;
    // "…, also serving tea": the main clause goes on. "physics, engineering, and art" are three things.
    const after = sentence.is(next + 1, "Noun") ? next + 2 : next + 1;
    const isAlone = /^(?:,|and|or)$/.test(tokens[after]?.lower ?? ",") || after >= end;
    if (!isDoing && !isAlone && sentence.is(next, "Gerund") && next === i + 1 && isComma)
      return undefined;
    if (isComma && next === i + 1 && sentence.is(next, "Adverb")) return undefined;
    // "beating her rival Karen, a cook": not one more deed.
    if (isDoing && !sentence.is(next, "Gerund")) return undefined;
    const isVerb = sentence.is(next, "PresentTense", "PastTense") && !sentence.is(next, "Gerund");
    if (isVerb && !sentence.is(next + 1, "Noun", "Adjective")) return undefined;
    if (isVerb && /^(?:the|a|an|its|their|them|it)$/.test(tokens[next + 1]?.lower ?? ""))
      return undefined;
    items++;
    if (next === i + 2) i++;
  }
  return items;
}

/** "wolves eat the …": a verb with its object, not "disorders inherited from". */
function isFiniteHere(sentence: Sentence, at: number): boolean {
  if (sentence.is(at, "Verb") && !sentence.is(at, "Gerund", "Participle", "PastTense")) {
    if (/^(?:still|also|now|often|always|never)$/.test(sentence.tokens[at - 1]?.lower ?? ""))
      return true;
  }
  return (
    sentence.is(at, "PresentTense", "PastTense") &&
    !sentence.is(at, "Gerund", "Adjective") &&
    sentence.is(at - 1, "Noun") &&
    /^(?:the|a|an|its|their|his|her|them|it|him|us|you|that)$/.test(
      sentence.tokens[at + 1]?.lower ?? "",
    )
  );
}

/** The words that open the second sentence, in the tense of the first. */
function openingFor(
  sentence: Sentence,
  mark: number,
  from: number,
  isIncluding: boolean,
  kinds: Kinds,
  count: number,
): readonly string[] | undefined {
  const start = lastClauseStart(sentence, mark);
  const isPast = tellsPast(sentence, start, mark) && !tellsPresent(sentence, mark);
  const s = isPast ? "included" : "includes";
  const many = isPast ? "included" : "include";
  if (kinds === "one") {
    // A name is an example of somebody or something further back.
    const names = sentence.tokens.slice(from, from + 3);
    if (!isIncluding || names.some(({ text }) => /^\p{Lu}/u.test(text))) return undefined;
    if (TIMES.test(sentence.tokens[mark - 1]?.lower ?? "")) return undefined;
    // "many traps along the way, including": several things further back may be meant.
    const verb = findMainVerb(sentence, start, mark) ?? start;
    for (let i = verb; i < mark; i++)
      if (isPluralNoun(sentence, i) && !sentence.is(i, "Pronoun", "Possessive")) return undefined;
    const isOne = /^(?:is|was|has)$/.test(sentence.tokens[verb]?.lower ?? "");
    if (!isOne && findSubject(sentence)?.isPlural === true) return undefined;
    return [`This ${s}`];
  }
  // "… or …" names what might be taken, and what could be done is not there: neither is told as a fact.
  const isOpen =
    sentence.tokens.slice(from).some(({ lower }) => lower === "or") ||
    sentence.tokens.slice(0, mark).some(({ lower }) => /^(?:could|would|might)$/.test(lower));
  if (kinds === "people") {
    if (isOpen || !namesPeople(sentence, from)) return undefined;
    const isSupposed = sentence.tokens.slice(0, mark).some(({ lower }) => MODALS.has(lower));
    return count < 2 || isSupposed ? undefined : [`Among them ${isPast ? "were" : "are"}`];
  }
  const isBoth = sentence.tokens[from]?.lower === "both";
  // "those prone to such ills, like small children": people are no examples of things.
  if (!/^\p{Lu}/u.test(sentence.tokens[from]?.text ?? "") && namesPeople(sentence, from))
    return undefined;
  const among =
    count > 1 && !isBoth && !mayBeOne(sentence, from)
      ? [`Among them ${isPast ? "were" : "are"}`]
      : [];
  const isPlain = !isOpen && !hangsOnOthers(sentence, mark);
  // "…, including a review of them": one thing more, rather than one of them.
  if (isIncluding && count === 1 && /^an?$/.test(sentence.tokens[from]?.lower ?? ""))
    return undefined;
  if (isIncluding) return isPlain ? [`These ${many}`, ...among] : undefined;
  const isName = /^\p{Lu}/u.test(sentence.tokens[from]?.text ?? "");
  const these = isPlain ? [`These ${many}`] : [];
  if (count > 1 && isName) return isPlain ? these : undefined;
  if (count > 1) return [`Examples ${many}`, ...these];
  return wordsBetween(sentence, from, sentence.tokens.length) < 5
    ? undefined
    : [`An example ${isPast ? "was" : "is"}`];
}

/** "the traits of the birds, including": either of the two may be meant, unless "several birds" points at one. */
function hangsOnOthers(sentence: Sentence, mark: number): boolean {
  let i = mark - 1;
  if (!isPluralNoun(sentence, i)) return false;
  while (i > 0 && sentence.is(i, "Noun", "Adjective", "Determiner", "Possessive", "PastTense")) {
    if (POINTING.test(sentence.tokens[i]?.lower ?? "")) return false;
    i--;
  }
  // "the sale of tickets, including": it may be the sale; "a range of tickets" is only tickets.
  const held = sentence.tokens[i - 1]?.lower ?? "";
  const isOf = /^(?:of|for)$/.test(sentence.tokens[i]?.lower ?? "");
  const isHeld = isOf && sentence.is(i - 1, "Noun") && !AMOUNTS.test(held);
  return isPluralNoun(sentence, i - 1) || isHeld || sentence.is(i, "Gerund");
}

/** "cooks, painters", "Ann Holm", "the old mayor": whether the first example is somebody. */
function namesPeople(sentence: Sentence, from: number): boolean {
  for (let i = from; i < from + 6; i++) {
    const { text, lower } = sentence.tokens[i] ?? { text: ",", lower: "," };
    if (/^\p{Lu}/u.test(text)) return true;
    if (/^(?:,|and|or|of)$/.test(lower)) return false;
    if (!sentence.is(i, "Noun") || sentence.is(i, "Pronoun", "Possessive")) continue;
    if (isAnimate(lower.replace(/s$/, "")) && !sentence.is(i + 1, "Noun")) return true;
  }
  return false;
}

/** "the mix of A and B": one thing, or at least nobody can tell that it is two. */
function mayBeOne(sentence: Sentence, from: number): boolean {
  const { tokens } = sentence;
  if (!ARTICLES.test(tokens[from]?.lower ?? "")) return false;
  if (tokens.slice(from).some(({ text }) => text === ",")) return false;
  const joint = tokens.findIndex(({ lower }, i) => i > from && lower === "and");
  return !ARTICLES.test(tokens[joint + 1]?.lower ?? "");
}

/** Whether the first verb of the clause, near its start, is a plain past. */
function tellsPast(sentence: Sentence, start: number, mark: number): boolean {
  const verb = findMainVerb(sentence, start, mark);
  const word = verb === undefined ? "" : (sentence.tokens[verb]?.lower ?? "");
  if (verb === undefined || /^(?:was|were|had|did)$/.test(word)) return verb !== undefined;
  // "gains in quality compared to older tools": no verb, but what goes with a noun.
  const isPart = /^(?:to|with|by|on|in|from|for)$/.test(sentence.tokens[verb + 1]?.lower ?? "");
  return sentence.is(verb, "PastTense") && !(isPart && verb > start + 3);
}

function tellsPresent(sentence: Sentence, to: number): boolean {
  return sentence.tokens.some(
    ({ lower }, i) =>
      i < to &&
      (/^(?:is|are|has|have)$/.test(lower) ||
        (i > 0 &&
          sentence.is(i, "PresentTense") &&
          !BEFORE_BARE.has(sentence.tokens[i - 1]?.lower ?? ""))),
  );
}

const LEFT_MIN = 6;
const POINTING =
  /^(?:many|several|various|numerous|multiple|different|diverse|other|some|three|four|five)$/;
const ARTICLES = /^(?:the|an?|its|their|his|her|our|this)$/;
const AMOUNTS =
  /^(?:range|variety|number|series|list|set|array|host|selection|collection|mix|group|lot|dozens|hundreds|thousands|plenty|types?|kinds?|forms?|areas?|fields?|aspects?|array|wealth|handful|couple|majority)$/;
// What stands behind the last example tells of the main clause.
const ADJUNCTS =
  /\b(?:in (?:terms of|order to|comparison|contrast)|compared (?:to|with)|with respect to|based on|according to|instead of|rather than|due to|because of|thanks to|by \w+ing)\b/;
const INNER = wordSet("how that why whether because which where when while if as although though");
const BEFORE_BARE = wordSet("to did didn't could would might a an the its their his her of");
const TIMES =
  /^(?:day|week|month|year|decade|century|time|past|history|age|era|moment|season|life|way)$/;
const RELATIVE = wordSet("which who whose where");
const SURE = wordSet(
  "is are was were am has have had does do did isn't aren't wasn't weren't don't doesn't didn't it's they're",
);
const GOES_ON = wordSet(
  "to by but so not while as because although though if when it they he she we i you this these there all thereby thus making among then rather just solely even both due thanks owing depending which who",
);
const OPENS_OTHER = wordSet(
  "to when where how if by but that what as this it they he she in on at for with from",
);
const NARROW = /^(?:same|such|certain|specific|particular|similar|only|which|what|no|any)$/;
const TELLING = wordSet(
  "many several various numerous multiple different other these those its their his her our your my some all three four five",
);
