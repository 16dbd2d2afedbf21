// Joints between two things that hang on one verb, which is said again: "It aims to find A and measure B" →
// "It also aims to measure B", "It allows firms to cut A and raise B" → "It also allows them to raise B".
import { startsClause, wordSet } from "./clauses.ts";
import type { Edit } from "./edit.ts";
import { capitalise } from "./inflect.ts";
import {
  hangsOn,
  isBracketed,
  isPluralNoun,
  isUnrealised,
  marksClause,
  sentenceEnd,
  strandsVerb,
  stripSpaceBefore,
  wordsBetween,
} from "./split-ground.ts";
import { isBareVerb } from "./split-predicates.ts";
import { findSubject } from "./subjects.ts";
import type { Sentence } from "./tokens.ts";

/** "The study aims to count the birds and find their nests." → "…. It also aims to find their nests." */
export function splitAtSecondAim(sentence: Sentence, at: number): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const mark = tokens[at - 1]?.text === "," ? at - 1 : at;
  const second = tokens[at + 1]?.lower === "to" ? at + 2 : at + 1;
  if (tokens[at]?.lower !== "and" || isBracketed(sentence, at)) return undefined;
  if (wordsBetween(sentence, 0, mark) < 6 || wordsBetween(sentence, second, end) < 4)
    return undefined;
  const subject = findSubject(sentence);
  if (subject === undefined || subject.verb >= mark - 2) return undefined;
  // A name said twice is stiff.
  if (/^\p{Lu}\p{Ll}/u.test(subject.again)) return undefined;
  // "only serves to …": what is said to be the only thing can't be two.
  if (tokens.slice(0, mark).some(({ lower }) => /^(?:only|just|merely|simply)$/.test(lower)))
    return undefined;
  const governor = governorOf(sentence, subject.verb, mark);
  if (governor === undefined || !governor.fits(second)) return undefined;
  if (hangsOn(sentence, mark) || (isUnrealised(sentence, mark) && governor.words.length === 0))
    return undefined;
  // Nothing between the two may own the second: no other "to", clause, list or "-ing".
  for (let i = governor.first + 1; i < mark; i++) {
    const word = tokens[i]?.lower ?? "";
    if (word === "to" ? sentence.is(i + 1, "Verb") : marksClause(sentence, i, mark))
      return undefined;
    if (/^(?:not|never|no|nor|or|without|by|and|but|,)$/.test(word)) return undefined;
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
  return {
    start: stripSpaceBefore(text, tokens[mark]?.start ?? 0),
    end: verb.start,
    options: [`. ${capitalise(subject.again)} ${words} `],
    kind: "split",
    why: "long list of actions split",
  };
}

/** "The club offers courses, as well as a bar." → "The club offers courses. It also offers a bar." */
export function splitAtAsWellAs(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const next = tokens[comma + 4];
  if (tokens[comma + 2]?.lower !== "well" || tokens[comma + 3]?.lower !== "as") return undefined;
  if (next === undefined || sentence.is(comma + 4, "Verb", "Preposition", "Pronoun"))
    return undefined;
  if (!sentence.is(comma + 4, "Noun", "Adjective") && !ARTICLES.has(next.lower)) return undefined;
  if (wordsBetween(sentence, 0, comma) < 5 || wordsBetween(sentence, comma + 4, end) < 4)
    return undefined;
  const subject = findSubject(sentence);
  if (subject === undefined || subject.verb >= comma - 1 || hangsOn(sentence, comma))
    return undefined;
  if (/^\p{Lu}\p{Ll}/u.test(subject.again)) return undefined;
  const verb = tokens[subject.verb]?.lower ?? "";
  // Only what stands right behind a plain verb hangs on that verb alone.
  if (BE.test(verb) || isUnrealised(sentence, comma) || !sentence.is(subject.verb, "Verb"))
    return undefined;
  if (sentence.is(subject.verb + 1, "Verb", "Preposition", "Adverb")) return undefined;
  for (let i = subject.verb + 1; i < comma; i++) {
    if (marksClause(sentence, i, comma) || sentence.is(i, "Gerund")) return undefined;
    if (sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective")) return undefined;
    if (PREPOSITIONS.has(tokens[i]?.lower ?? "")) return undefined;
  }
  if (strandsVerb(sentence, comma + 4, end) || tokens.some(({ lower }) => lower === "also"))
    return undefined;
  return {
    start: stripSpaceBefore(text, tokens[comma]?.start ?? 0),
    end: next.start,
    options: [`. ${capitalise(subject.again)} also ${verb} `],
    kind: "split",
    why: 'long sentence split at "as well as"',
  };
}

type Governor = {
  /** What is said again behind the subject, "also" included. */
  readonly words: string;
  /** Where the first of the two begins. */
  readonly first: number;
  readonly fits: (at: number) => boolean;
};

function governorOf(sentence: Sentence, verb: number, to: number): Governor | undefined {
  const { tokens } = sentence;
  const word = tokens[verb]?.lower ?? "";
  if (AIMS.test(word) && tokens[verb + 1]?.lower === "to" && isBareVerb(sentence, verb + 2)) {
    return { words: `also ${word} to`, first: verb + 2, fits: (at) => isBareVerb(sentence, at) };
  }
  const asked = tokens[verb + 1]?.lower ?? "";
  if (BE.test(word) && ASKED.test(asked) && tokens[verb + 2]?.lower === "to") {
    if (!isBareVerb(sentence, verb + 3)) return undefined;
    const words = `${word} also ${asked} to`;
    return { words, first: verb + 3, fits: (at) => isBareVerb(sentence, at) };
  }
  const prepositions = DOINGS.get(word.replace(/(?<=[a-z]{3})(?:s|ed|d)$/, "")) ?? DOINGS.get(word);
  if (prepositions !== undefined) {
    const next = tokens[verb + 1]?.lower ?? "";
    const first = prepositions === "" ? verb + 1 : next === prepositions ? verb + 2 : -1;
    if (first > 0 && sentence.is(first, "Gerund")) {
      return {
        words: `also ${word}${prepositions === "" ? "" : ` ${prepositions}`}`,
        first,
        fits: (at) =>
          sentence.is(at, "Gerund") &&
          !sentence.is(at + 1, "Gerund") &&
          !OF_THINGS.test(tokens[at]?.lower ?? ""),
      };
    }
  }
  if (!LETS.test(word)) return undefined;
  return governorWithObject(sentence, verb, to);
}

/** "allows small firms to cut": those who are let do it are "them" the second time. */
function governorWithObject(sentence: Sentence, verb: number, to: number): Governor | undefined {
  const { tokens } = sentence;
  const word = tokens[verb]?.lower ?? "";
  const isHelp = word.startsWith("help");
  for (let i = verb + 1; i < Math.min(to, verb + 7); i++) {
    const own = tokens[i]?.lower ?? "";
    const isTo = own === "to" && sentence.is(i + 1, "Verb");
    const isBare = isHelp && isBareVerb(sentence, i) && isPluralNoun(sentence, i - 1);
    if (!isTo && !isBare) {
      if (!sentence.is(i, "Noun", "Adjective", "Determiner", "Possessive") && !ARTICLES.has(own))
        return undefined;
      if (sentence.is(i, "Pronoun") && own !== "them" && !ARTICLES.has(own)) return undefined;
      continue;
    }
    const first = isTo ? i + 1 : i;
    const isMany = isPluralNoun(sentence, i - 1) || tokens[i - 1]?.lower === "them";
    if (i === verb + 1 || !isMany || !isBareVerb(sentence, first)) return undefined;
    if (/^(?:us|you|me|him|her)$/.test(tokens[i - 1]?.lower ?? "")) return undefined;
    return {
      words: `also ${word} them${isTo ? " to" : ""}`,
      first,
      fits: (at) => isBareVerb(sentence, at),
    };
  }
  return undefined;
}

const AIMS =
  /^(?:aim|aims|aimed|seek|seeks|sought|hope|hopes|hoped|want|wants|wanted|plan|plans|planned|tr(?:y|ies|ied)|strives?|strove|intends?|intended|works?|worked|serves?|served|helps?|helped)$/;
// "and corresponding texts": things of that kind, not deeds.
const OF_THINGS =
  /^(?:corresponding|existing|remaining|surrounding|underlying|ongoing|competing|growing|emerging|leading|outstanding|supporting|following|matching|accompanying|increasing|decreasing|varying|conflicting|opposing)$/;
const BE = /^(?:is|are|was|were)$/;
const ASKED = /^(?:expected|designed|intended|used|set|meant|ready|built)$/;
const LETS =
  /^(?:allow(?:s|ed)?|enable[sd]?|help(?:s|ed)?|encourage[sd]?|empower(?:s|ed)?|inspire[sd]?|prompt(?:s|ed)?|motivate[sd]?|urge[sd]?|invite[sd]?|force[sd]?)$/;
const DOINGS = new Map([
  ["involve", ""],
  ["include", ""],
  ["focuse", "on"],
  ["focus", "on"],
  ["focused", "on"],
  ["focuses", "on"],
  ["recommend", ""],
  ["enjoy", ""],
  ["mean", ""],
]);
const PREPOSITIONS = wordSet(
  "in on at for with from by to about between into over under as like through",
);
const ARTICLES = wordSet(
  "the a an its their his our all both many most such these those more other",
);
