// Joints between two things that hang on one verb, which is said again: "It aims to find A and measure B" →
// "It also aims to measure B", "It allows firms to cut A and raise B" → "It also allows them to raise B".

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { startsClause, wordSet } from "../sentence/clauses.ts";
import {
  isBracketed,
  isPluralNoun,
  marksClause,
  sentenceEnd,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import { isReported } from "../sentence/main-clauses.ts";
import { findSubject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { findWideSubject } from "../sentence/wide-subjects.ts";
import { holdsBoth } from "./conjunctions.ts";
import { stripSpaceBefore } from "./cuts.ts";
import type { Governor } from "./frames.ts";
import { coreOf, governorOf } from "./governors.ts";

/** "The study aims to count the birds and find their nests." → "…. It also aims to find their nests." */
export function splitAtSecondAim(sentence: Sentence, at: number): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const mark = tokens[at - 1]?.text === "," ? at - 1 : at;
  const second = tokens[at + 1]?.lower === "to" ? at + 2 : at + 1;
  if (tokens[at]?.lower !== "and" || isBracketed(sentence, at)) return undefined;
  if (wordsBetween(sentence, 0, mark) < 6 || wordsBetween(sentence, second, end) < 4)
    return undefined;
  const subject = findWideSubject(sentence);
  if (subject === undefined || subject.verb >= mark - 2) return undefined;
  // A name said twice is stiff.
  if (/^\p{Lu}\p{Ll}/u.test(subject.again)) return undefined;
  // "only serves to …": what is said to be the only thing can't be two.
  if (tokens.slice(0, mark).some(({ lower }) => /^(?:only|just|merely|simply)$/.test(lower)))
    return undefined;
  // "managed to flee and hide, …": too little to stand alone.
  const stop = tokens.findIndex(({ text: mark }, i) => i > second && /^[,;:—–]$/.test(mark));
  if (stop !== -1 && stop < end && wordsBetween(sentence, second, stop) < 3) return undefined;
  const governor = governorOf(sentence, subject, mark);
  if (governor === undefined || !governor.fits(second)) return undefined;
  if (isReported(sentence, mark) || holdsBoth(sentence, subject.verb)) return undefined;
  // "to easily read and mend the list": two deeds with one object.
  if (
    /^(?:to|\w{2,}ly)$/.test(tokens[mark - 2]?.lower ?? "") &&
    sentence.is(mark - 1, "Verb", "Noun")
  )
    return undefined;
  const list = listBefore(sentence, governor, mark);
  if (list === undefined) return undefined;
  // Nothing between the two may own the second: no other "to", clause, list or "-ing".
  for (let i = governor.first + 1; i < mark; i++) {
    const word = tokens[i]?.lower ?? "";
    if (word === "to" ? sentence.is(i + 1, "Verb") : marksClause(sentence, i, mark))
      return undefined;
    if (/^(?:not|never|no|nor|or|without|by|but)$/.test(word)) return undefined;
    // "design and build a house": two deeds with one object.
    if (word === "and" && (sentence.is(i + 1, "Verb") || !sentence.is(i + 1, "Noun", "Adjective")))
      return undefined;
    if (/[;:()"“”—–]/.test(word) || sentence.is(i, "Gerund")) return undefined;
    if (startsClause(sentence, i, mark)) return undefined;
  }
  if (wordsBetween(sentence, governor.first, mark) < 2 || sentence.is(mark - 1, "Preposition"))
    return undefined;
  if (strandsVerb(sentence, second + 1, end)) return undefined;
  const verb = tokens[second];
  if (verb === undefined) return undefined;
  const isAgain = tokens.slice(0, mark).some(({ lower }) => lower === "also");
  const words = isAgain ? governor.words.replace(/\balso /, "") : governor.words;
  const close = stripSpaceBefore(text, tokens[mark]?.start ?? 0);
  const start = list === 0 ? close : (tokens[list]?.start ?? close);
  // "cut A, raise B, and save C": what is left before the cut needs an "and" of its own.
  const rest = list === 0 ? "" : ` and${text.slice(tokens[list]?.end, close)}`;
  return {
    start,
    end: verb.start,
    options: [`${rest}. ${capitalise(governor.noun ?? subject.again)} ${words} `],
    kind: "split",
    why: "long list of actions split",
  };
}

/** The last comma of a list of deeds before the mark, 0 where there is none, undefined for any other comma. */
function listBefore(sentence: Sentence, governor: Governor, mark: number): number | undefined {
  let last = 0;
  for (let i = governor.first + 1; i < mark; i++) {
    if (sentence.tokens[i]?.text !== ",") continue;
    const next = sentence.tokens[i + 1]?.lower === "to" ? i + 2 : i + 1;
    if (!governor.fits(next) || sentence.tokens[mark]?.text !== ",") return undefined;
    last = i;
  }
  return last;
}

/** "The club offers courses, as well as a bar." → "The club offers courses. It also offers a bar." */
export function splitAtAsWellAs(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const words = tokens.slice(comma + 1, comma + 4).map(({ lower }) => lower);
  const from =
    words.join(" ") === "as well as"
      ? comma + 4
      : /^along with/.test(words.join(" "))
        ? comma + 3
        : 0;
  const next = tokens[from];
  if (from === 0 || next === undefined || /^(?:here|there)/.test(tokens[0]?.lower ?? ""))
    return undefined;
  if (wordsBetween(sentence, 0, comma) < 4 || wordsBetween(sentence, from, end) < 3)
    return undefined;
  const subject = findSubject(sentence);
  if (subject === undefined || subject.verb >= comma - 1 || isReported(sentence, comma))
    return undefined;
  if (/^\p{Lu}\p{Ll}/u.test(subject.again)) return undefined;
  const { core, said } = coreOf(sentence, subject.verb);
  const verb = tokens[core]?.lower ?? "";
  if (BE.test(verb) || !sentence.is(core, "Verb") || sentence.is(core, "Gerund")) return undefined;
  if (/^(?:has|have|had|do|does|did|been|be)$/.test(verb) && core !== subject.verb)
    return undefined;
  // Only what stands right behind the verb, or behind its own preposition, hangs on that verb alone.
  const own = GOVERNED.has(tokens[core + 1]?.lower ?? "") ? (tokens[core + 1]?.lower ?? "") : "";
  const object = own === "" ? core + 1 : core + 2;
  const isDoing = sentence.is(object, "Gerund") && sentence.is(from, "Gerund");
  if (isDoing ? !/^(?:include|involve)(?:s|d)?$/.test(verb) : !opensThing(sentence, from))
    return undefined;
  if (!isDoing && !opensThing(sentence, object)) return undefined;
  for (let i = object; i < comma; i++) {
    const word = tokens[i]?.lower ?? "";
    if ((marksClause(sentence, i, comma) && word !== "to") || (word === "to" && i > object))
      return undefined;
    if (sentence.is(i, "Gerund") && !isDoing) return undefined;
    const isPart = sentence.is(i, "PastTense", "Participle") && sentence.is(i + 1, "Noun");
    if (!isPart && sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective", "Gerund"))
      return undefined;
    if (PREPOSITIONS.has(word) && !standsBeside(sentence, i, comma, from)) return undefined;
    if (/^(?:not|no|never|only|both|[,;:—–])$/.test(word)) return undefined;
  }
  if (strandsVerb(sentence, from, end) || tokens.some(({ lower }) => lower === "also"))
    return undefined;
  // Commas only between examples: "in fields like law, art, and trade".
  const like = tokens.findIndex(({ lower }, i) => i > from && /^(?:like|such)$/.test(lower));
  const joint = tokens.findLastIndex(({ lower }, i) => i < end && lower === "and");
  for (let i = from; i < end; i++) {
    const mark = tokens[i]?.text ?? "";
    const isInList = like > 0 && i > like && i < joint;
    if (/^[;:—–]$/.test(mark) || (mark === "," && !isInList)) return undefined;
  }
  return {
    start: stripSpaceBefore(text, tokens[comma]?.start ?? 0),
    end: next.start,
    options: [`. ${capitalise(subject.again)} ${said} ${own === "" ? "" : `${own} `}`],
    kind: "split",
    why: `long sentence split at "${from === comma + 4 ? "as well as" : "along with"}"`,
  };
}

/**
 * "a pain in the knee, as well as a loss of weight": what is added has the article of the object, and the thing behind
 * the preposition has another one, so that it can't be meant.
 */
function standsBeside(
  sentence: Sentence,
  preposition: number,
  comma: number,
  from: number,
): boolean {
  const { tokens } = sentence;
  const added = tokens[from]?.lower ?? "";
  if (/^an?$/.test(added)) {
    return !tokens.slice(preposition, comma).some(({ lower }) => /^an?$/.test(lower));
  }
  // "courses in law, as well as books": several and several, with one thing in between.
  let last = from;
  while (sentence.is(last + 1, "Noun")) last++;
  if (!isPluralNoun(sentence, last) || !isPluralNoun(sentence, preposition - 1)) return false;
  for (let i = preposition + 1; i < comma; i++) {
    if (isPluralNoun(sentence, i) || tokens[i]?.lower === "and") return false;
  }
  return true;
}

function opensThing(sentence: Sentence, at: number): boolean {
  // "increased costs": a participle before its noun.
  if (sentence.is(at, "PastTense", "Participle") && sentence.is(at + 1, "Noun")) return true;
  if (sentence.is(at, "Verb", "Preposition", "Pronoun") && !sentence.is(at, "Possessive"))
    return ARTICLES.has(sentence.tokens[at]?.lower ?? "");
  return sentence.is(at, "Noun", "Adjective") || ARTICLES.has(sentence.tokens[at]?.lower ?? "");
}

const GOVERNED = wordSet("to from for in on into");
const BE = /^(?:is|are|was|were|be|been)$/;
const PREPOSITIONS = wordSet(
  "in on at for with from by to about between into over under as like through",
);
const ARTICLES = wordSet(
  "the a an its their his our all both many most such these those more other",
);
