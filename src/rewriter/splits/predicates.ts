// Joints before a second verb of the same subject where the first has a helper: "can cut costs and raise
// profits", "has bought land and built a school", "was closed in May and sold in June". The new sentence
// says the subject and its helper again, so that ability, duty and time stay what they were.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { NO_OBJECT, startsClause, wordSet } from "../sentence/clauses.ts";
import {
  hangsOn,
  isBracketed,
  isInListBehind,
  isPluralNoun,
  marksClause,
  sentenceEnd,
  standsAlone,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import type { Subject } from "../sentence/subjects.ts";
import { formsOfVerb, type Sentence } from "../sentence/tokens.ts";
import { findWideSubject } from "../sentence/wide-subjects.ts";
import { holdsBoth } from "./conjunctions.ts";
import { stripSpaceBefore } from "./cuts.ts";

/** "It can cut costs and raise profits." → "It can cut costs. It can also raise profits." */
export function splitAtPredicate(sentence: Sentence, at: number): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const hasComma = tokens[at - 1]?.text === ",";
  const mark = hasComma ? at - 1 : at;
  if (isBracketed(sentence, at) || wordsBetween(sentence, 0, mark) < 6) return undefined;
  const subject = findWideSubject(sentence);
  if (subject === undefined || subject.verb >= mark - 2) return undefined;
  const helper = helperOf(sentence, subject);
  if (helper === undefined || holdsBoth(sentence, subject.verb)) return undefined;
  let second = at + 1;
  let adverb = "";
  if (ADVERBS.test(tokens[second]?.lower ?? "")) {
    adverb = `${tokens[second]?.lower} `;
    second++;
  }
  if (wordsBetween(sentence, second, end) < 4 || !helper.fits(second)) return undefined;
  const commas = commasBetween(sentence, helper.first, mark, helper.fits);
  if (commas === undefined || !isPlain(sentence, helper.first, mark, commas)) return undefined;
  if (!standsAlone(sentence, 0, mark) || hangsOn(sentence, mark)) return undefined;
  if (commas.length === 0 && isInListBehind(sentence, subject.verb, mark)) return undefined;
  if (strandsVerb(sentence, second + 1, end)) return undefined;
  // "Sewing machines should …": two words that may be a thing or a deed.
  const isThing = subject.again === "this" && isPluralNoun(sentence, subject.verb - 1);
  if (isThing && sentence.is(subject.verb - 2, "Gerund")) return undefined;
  if (/^(?:is|are|was|were)$/.test(helper.words)) {
    // "was torn between the two, but decided on one": a state, and then a deed.
    if (tokens[at]?.lower === "but") return undefined;
    // "was found wearing a coat and tied with ropes": found so, not tied then.
    if (sentence.is(helper.first + 1, "Gerund")) return undefined;
    // "by fears of being weak and left behind": the second goes with the adjective.
    if (sentence.is(mark - 1, "Adjective") && !sentence.is(mark - 1, "Noun")) return undefined;
    if (NO_OBJECT.test(tokens[second]?.lower ?? "") || holdsBe(sentence, second + 1, end))
      return undefined;
  }
  // A name said twice is stiff.
  if (/^\p{Lu}\p{Ll}/u.test(subject.again) || sentence.is(mark - 1, "Preposition"))
    return undefined;
  const from = tokens[mark];
  const verb = tokens[second];
  const last = tokens[commas.at(-1) ?? -1];
  if (from === undefined || verb === undefined) return undefined;
  const opener = tokens[at]?.lower === "but" ? `But ${subject.again}` : capitalise(subject.again);
  // "will then read it and decide": what comes next does not come besides.
  const isNext = tokens
    .slice(subject.verb, helper.first)
    .some(({ lower }) => /^(?:then|first)$/.test(lower));
  // Nor does what is done to a thing after the first: "is washed and dried".
  const isStep = isNext || /^(?:is|are|was|were)$/.test(helper.words);
  const also = adverb !== "" ? adverb : opener.startsWith("But") || isStep ? "" : "also ";
  const put = `. ${opener} ${helper.words} ${also}`;
  const why = "long list of actions split";
  if (last === undefined) {
    const start = stripSpaceBefore(text, from.start);
    return { start, end: verb.start, options: [put], kind: "split", why };
  }
  // "can A, B, and C" → "can A and B. It can also C"
  const joint = commas.length > 1 ? ", and" : " and";
  const middle = text.slice(last.end, stripSpaceBefore(text, from.start));
  return {
    start: last.start,
    end: verb.start,
    options: [`${joint}${middle}${put}`],
    kind: "split",
    why,
  };
}

/** "… and hidden in its walls is a map": the second participle has a verb and a subject of its own. */
function holdsBe(sentence: Sentence, from: number, end: number): boolean {
  for (let i = from; i < end; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (/^(?:is|are|was|were)$/.test(word)) return true;
    if (word !== "to" && marksClause(sentence, i, end)) return false;
  }
  return false;
}

type Helper = {
  /** What is said again behind the subject. */
  readonly words: string;
  /** Where the first verb itself stands. */
  readonly first: number;
  /** Whether the token can be a second verb of the same kind. */
  readonly fits: (at: number) => boolean;
};

function helperOf(sentence: Sentence, subject: Subject): Helper | undefined {
  const { tokens } = sentence;
  const word = tokens[subject.verb]?.lower ?? "";
  let first = subject.verb + 1;
  while (sentence.is(first, "Adverb") && first < subject.verb + 4) first++;
  const next = tokens[first]?.lower ?? "";
  if (next === "not" || NEVER_AGAIN.has(next)) return undefined;
  if (MODALS.has(word) && isBareVerb(sentence, first) && !TAKES_VERB.test(next)) {
    return { words: word, first, fits: (at) => isBareVerb(sentence, at) };
  }
  if (/^(?:has|have|had)$/.test(word) && isParticiple(sentence, first)) {
    if (!agrees(word, subject) || next === "been" || next === "had") return undefined;
    return {
      words: word,
      first,
      fits: (at) =>
        isParticiple(sentence, at) &&
        isPlainVerb(sentence, at) &&
        !isPlainPast(tokens[at]?.lower ?? ""),
    };
  }
  if (/^(?:is|are|was|were)$/.test(word) && isParticiple(sentence, first)) {
    if (!agrees(word, subject)) return undefined;
    // "was founded in May and opened a shop": with an object the second is no passive.
    return {
      words: word,
      first,
      fits: (at) =>
        isParticiple(sentence, at) &&
        !isPlainPast(tokens[at]?.lower ?? "") &&
        AFTER_PASSIVE.has(tokens[at + 1]?.lower ?? ""),
    };
  }
  return undefined;
}

function agrees(word: string, subject: Subject): boolean {
  if (word === "had") return true;
  if (subject.again === "I") return word === "have" || word === "was";
  return subject.isPlural ? /^(?:have|are|were)$/.test(word) : /^(?:has|is|was)$/.test(word);
}

/** A verb without an ending that the tagger knows, or one with an article behind it. */
export function isBareVerb(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  const isObject = OBJECTS.has(sentence.tokens[at + 1]?.lower ?? "");
  if (!/^[a-z]{2,}$/.test(word) || (NOUN_TOO.has(word) && !isObject)) return false;
  if (/^(?:is|are|was|were|am|been|has|does|did)$/.test(word)) return false;
  // "songs like Anna and Madden": a capital inside is a name.
  if (at > 0 && sentence.tokens[at]?.text !== word) return false;
  // "clean and free of dust", "open to all and close to home": what something is like.
  const isLike = sentence.is(at, "Adjective") || /^(?:free|clean|open|close|clear)$/.test(word);
  if (isLike && /^(?:of|from|to)$/.test(sentence.tokens[at + 1]?.lower ?? "")) return false;
  if (/(?:ing|[^s]s|ed)$/.test(word) && !/^(?:bring|sing|cling|fling|need|feed|embed)$/.test(word))
    return false;
  const forms = formsOfVerb(word);
  if (forms?.base !== word) return false;
  if (!sentence.is(at, "Verb")) return false;
  return isObject || (sentence.is(at, "Infinitive", "PresentTense") && !sentence.is(at, "Noun"));
}

function isParticiple(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  if (!/^[a-z]{3,}$/.test(word) || sentence.is(at, "Noun")) return false;
  // "the town and loved ones": it belongs to the noun behind it.
  if (sentence.is(at + 1, "Plural") || /^ones?$/.test(sentence.tokens[at + 1]?.lower ?? ""))
    return false;
  if (word.endsWith("ing")) return false;
  return sentence.is(at, "PastTense", "Participle");
}

/** "and increased loyalty", "and improved service" may be things; an article or a preposition settles it. */
function isPlainVerb(sentence: Sentence, at: number): boolean {
  return /^(?:the|a|an|its|their|his|her|our|your|my|this|these|those|it|them|him|us|me|many|some|several|both|each|to|in|on|at|by|with|from|for|into|as|that|how|out|up|down|back|away|over|through)$/.test(
    sentence.tokens[at + 1]?.lower ?? "",
  );
}

/** "began", "took", "was": a past that is no participle. */
function isPlainPast(word: string): boolean {
  return /^(?:over|under|re|with|out|fore|mis|a)?(?:began|became|came|did|drank|drew|drove|fell|flew|gave|grew|knew|ran|rang|rose|sang|saw|spoke|swam|threw|took|went|woke|wore|wrote|was|were|had|chose|broke|froze|stole|ate|forgot|hid|bit|shook|showed)$/.test(
    word,
  );
}

/** The commas that part a list of such verbs; undefined when one of them parts something else. */
function commasBetween(
  sentence: Sentence,
  first: number,
  mark: number,
  fits: (at: number) => boolean,
): number[] | undefined {
  const commas: number[] = [];
  for (let i = first + 1; i < mark; i++) {
    if (sentence.tokens[i]?.text !== ",") continue;
    if (!fits(i + 1)) return undefined;
    commas.push(i);
  }
  return commas;
}

/** Whether nothing between the first verb and the mark could own the second one. */
function isPlain(
  sentence: Sentence,
  first: number,
  mark: number,
  commas: readonly number[],
): boolean {
  const { tokens } = sentence;
  for (let i = first + 1; i < mark; i++) {
    const word = tokens[i]?.lower ?? "";
    if (word === "to" ? sentence.is(i + 1, "Verb") : marksClause(sentence, i, mark)) return false;
    if (/^(?:not|never|no|nor|or|without)$/.test(word)) return false;
    if (word === "by" && sentence.is(i + 1, "Gerund")) return false;
    if (/[;:()"“”—–]/.test(word)) return false;
    // A second "and" is harmless between two nouns, but not where a clause or a verb begins.
    if (word === "and") {
      if (startsClause(sentence, i + 1, mark) || sentence.is(i + 1, "Verb")) return false;
      if (commas.length > 0) return false;
    }
  }
  // The first verb has something of its own: "monitor and update the list" shares its object.
  const firstEnd = commas[0] ?? mark;
  return wordsBetween(sentence, first, firstEnd) >= 2;
}

const MODALS = wordSet("can could may might must should will would");
const OBJECTS = wordSet("the a an their its his her our your my these this those it them");
const NEVER_AGAIN = wordSet("be been being have");
// "can help people find work and learn": the second verb may belong to the people.
const TAKES_VERB =
  /^(?:help|let|make|see|hear|watch|feel|have|want|need|try|aim|choose|decide|learn|start|begin|continue|seek|go|come|enable|allow|encourage|require|empower|inspire|force|teach|invite|urge|cause|lead)$/;
const ADVERBS = /^(?:also|then|even|later|eventually|subsequently|ultimately|thus|\w{3,}ly)$/;
const NOUN_TOO = wordSet(
  "cost health risk work support trust access care demand research design practice policy process impact benefit value use need plan change result test study report view interest concern force power light sound play love hope fear time place face hand head back water land field form part point state rate level line order group class market trade account record share stock stress conflict contact contract conduct project progress produce present object subject access experience influence challenge effort exercise exchange feature focus function",
);
const AFTER_PASSIVE = wordSet(
  "in by from to with on at as into for through during under over within using across after before",
);
