// Joints between two things that hang on one verb, which is said again: "It aims to find A and measure B" →
// "It also aims to measure B", "It allows firms to cut A and raise B" → "It also allows them to raise B".
import { startsClause, wordSet } from "./clauses.ts";
import type { Edit } from "./edit.ts";
import { type Governor, governorOf } from "./governors.ts";
import { capitalise } from "./inflect.ts";
import { isReported } from "./main-clauses.ts";
import {
  hangsOn,
  isBracketed,
  isUnrealised,
  marksClause,
  sentenceEnd,
  strandsVerb,
  stripSpaceBefore,
  wordsBetween,
} from "./split-ground.ts";
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
  const governor = governorOf(sentence, subject, mark);
  if (governor === undefined || !governor.fits(second)) return undefined;
  if (isReported(sentence, mark)) return undefined;
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
  const stop = stripSpaceBefore(text, tokens[mark]?.start ?? 0);
  const start = list === 0 ? stop : (tokens[list]?.start ?? stop);
  // "cut A, raise B, and save C": what is left before the cut needs an "and" of its own.
  const rest = list === 0 ? "" : ` and${text.slice(tokens[list]?.end, stop)}`;
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

const BE = /^(?:is|are|was|were)$/;
const PREPOSITIONS = wordSet(
  "in on at for with from by to about between into over under as like through",
);
const ARTICLES = wordSet(
  "the a an its their his our all both many most such these those more other",
);
