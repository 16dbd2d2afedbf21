// "… offers quiet rooms that look onto the lake": a verb that brings things in tells that they are there, so that
// what they are like can be told apart: "… offers quiet rooms. These rooms look onto the lake." Behind any other
// verb ("likes quiet rooms that …") the clause tells which ones, and it stays.

import type { Edit } from "../edit.ts";
import { findMainVerb, mainTense, startsClause, wordSet } from "../sentence/clauses.ts";
import {
  HELPERS,
  hasSpeech,
  isBracketed,
  isPluralNoun,
  lastClauseStart,
  marksClause,
  strandsVerb,
  subjectStart,
  wordsBetween,
} from "../sentence/ground.ts";
import { holdsClause, isReported } from "../sentence/main-clauses.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { agrees, DEGREES, EMPTY, goesOn, isDoubtful } from "./that.ts";

/** "She built a wall that keeps the wind out." → "She built a wall. This wall keeps the wind out." */
export function splitAtBroughtThing(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const last = tokens[at - 1];
  const word = tokens[at]?.lower ?? "";
  if (last === undefined || !/^(?:that|who|which)$/.test(word) || isBracketed(sentence, at))
    return undefined;
  if (wordsBetween(sentence, 0, at) < 6 || wordsBetween(sentence, at + 1, end) < 5)
    return undefined;
  const verb = isAdverb(sentence, at + 1) ? at + 2 : at + 1;
  const thing = thingBefore(sentence, at, verb);
  if (thing === undefined || hasSpeech(text)) return undefined;
  const noun = tokens[thing.head]?.text ?? "";
  if (!/^\p{Ll}{3,}$/u.test(noun) || EMPTY.has(noun) || SAID.test(noun)) return undefined;
  if (DEGREES.test(text.slice(tokens[thing.first]?.start, last.end))) return undefined;
  const isTold = tokens
    .slice(thing.first, at - 1)
    .some((_, i) => sentence.is(thing.first + i, "Adjective", "PastTense"));
  if (!isBroughtIn(sentence, thing.first, isTold)) return undefined;
  // "We wrote a song." would be left with too little to say.
  if (!isTold && wordsBetween(sentence, 0, at) < 9 && /^an?$/.test(tokens[at - 2]?.lower ?? ""))
    return undefined;
  // "has a shape that fits the hand": every thing has one, and only the clause tells of it.
  if (!isTold && /^(?:has|have|had|having)$/.test(tokens[thing.first - 1]?.lower ?? ""))
    return undefined;
  if (!holdsClause(sentence, at) || isReported(sentence, at)) return undefined;
  for (let i = at + 1; i + 2 < end; i++) {
    if (tokens[i]?.text === "," && startsClause(sentence, i + 1, end)) return undefined;
  }
  const rest = text.slice(last.end);
  if (!thing.isMany && goesOn(sentence, verb, end)) return undefined;
  if (thing.isMany && /, (?:including|such as|like)\b/.test(rest)) return undefined;
  if (/[;:—–()]/.test(rest) || strandsVerb(sentence, at + 1, end)) return undefined;
  return {
    start: last.end,
    end: tokens[at + 1]?.start ?? last.end,
    options: [`. ${thing.isMany ? "These" : "This"} ${noun} `],
    kind: "split",
    why: `long sentence split at "${word}"`,
  };
}

type Thing = { readonly first: number; readonly head: number; readonly isMany: boolean };

/** "quiet rooms", "a wide range of rooms", "a system of small locks": where it begins and which noun tells it. */
function thingBefore(sentence: Sentence, at: number, verb: number): Thing | undefined {
  const { tokens } = sentence;
  if (!sentence.is(at - 1, "Noun") || sentence.is(at - 1, "Pronoun", "Possessive"))
    return undefined;
  const inner = phraseStart(sentence, at - 1);
  const lead = tokens[inner - 1]?.lower ?? "";
  const isMany = isPluralNoun(sentence, at - 1);
  const isOpen = /^an?$/.test(tokens[inner]?.lower ?? "");
  if (lead !== "of") {
    if (!agrees(sentence, verb, isMany && !isOpen)) return undefined;
    if (isOpen) return isMany ? undefined : { first: inner, head: at - 1, isMany: false };
    // "hair that frames her face": a bare noun needs a word that tells more of it.
    const isTold = at - 1 > inner && !DETERMINERS.has(tokens[inner]?.lower ?? "");
    return isMany && isTold ? { first: inner, head: at - 1, isMany } : undefined;
  }
  if (DETERMINERS.has(tokens[inner]?.lower ?? "") || isOpen) return undefined;
  const first = phraseStart(sentence, inner - 2);
  if (!/^an?$/.test(tokens[first]?.lower ?? "") || isPluralNoun(sentence, inner - 2))
    return undefined;
  const isQuantity = QUANTITIES.has(tokens[inner - 2]?.lower ?? "");
  if (isMany && agrees(sentence, verb, true)) {
    // "a set of rules that govern": the verb, or the word for many of them, tells that the rules are meant.
    const isSure = !agrees(sentence, verb, false) || isQuantity;
    return isSure ? { first, head: at - 1, isMany: true } : undefined;
  }
  if (!agrees(sentence, verb, false) || isQuantity) return undefined;
  return { first, head: inner - 2, isMany: false };
}

/** Where the noun at `last` begins with all that stands before it: its adjectives and its article. */
function phraseStart(sentence: Sentence, last: number): number {
  const { tokens } = sentence;
  let first = last;
  while (first > 1) {
    const word = tokens[first - 1]?.lower ?? "";
    const isJoint =
      /^(?:and|,)$/.test(word) &&
      sentence.is(first, "Adjective") &&
      sentence.is(first - 2, "Adjective");
    const isInside =
      sentence.is(first - 1, "Adjective", "Noun", "PastTense", "Gerund") &&
      !sentence.is(first - 1, "Pronoun") &&
      !isVerbOf(sentence, first - 1) &&
      !BRINGS.test(word);
    const isManner =
      sentence.is(first - 1, "Adverb") && sentence.is(first, "Adjective", "PastTense");
    if (!isJoint && !isInside && !isManner) break;
    first--;
  }
  return DETERMINERS.has(tokens[first - 1]?.lower ?? "") ||
    /^an?$/.test(tokens[first - 1]?.lower ?? "")
    ? first - 1
    : first;
}

/** "has influenced young …", "the team hired young …": behind a helper or a noun it is the verb. */
function isVerbOf(sentence: Sentence, at: number): boolean {
  if (!sentence.is(at, "PastTense", "Gerund")) return false;
  const before = sentence.is(at - 1, "Adverb") ? at - 2 : at - 1;
  return (
    sentence.is(before, "Noun", "Pronoun", "Copula", "Auxiliary") ||
    HELPERS.has(sentence.tokens[before]?.lower ?? "")
  );
}

/** Whether the thing that begins at `first` hangs on a verb of a plain clause that says that it is there. */
function isBroughtIn(sentence: Sentence, first: number, isTold: boolean): boolean {
  const { tokens } = sentence;
  const link = tokens[first - 1]?.lower ?? "";
  const isLinked = LINKS.has(link);
  const lead = isLinked || isAdverb(sentence, first - 1) ? first - 2 : first - 1;
  const start = Math.max(subjectStart(sentence), lastClauseStart(sentence, first));
  if (NO_FACTS.has(tokens[start]?.lower ?? "") || NO_FRONTS.has(tokens[0]?.lower ?? ""))
    return false;
  if (lead <= start || isDoubtful(sentence, start, first)) return false;
  for (let i = start; i < first; i++) {
    if (/^[;:—–]$/.test(tokens[i]?.text ?? "")) return false;
    if (i > start && marksClause(sentence, i, first)) return false;
    if (/^(?:or|but|let|help|helps|helped)$/.test(tokens[i]?.lower ?? "")) return false;
  }
  const main = findMainVerb(sentence, start, first);
  if (main === undefined) return false;
  const word = tokens[lead]?.lower ?? "";
  // "was tested in long trials that", "hired young men who": what happened once happened to those that were there.
  const isPast =
    /^(?:was|were|had)$/.test(tokens[main]?.lower ?? "") ||
    (sentence.is(main, "PastTense") && mainTense(sentence, start, first) === "past");
  const isEvent = isPast && sentence.is(lead, "PastTense") && !NO_EVENTS.test(word);
  const isThere = isLinked
    ? isEvent || (link === "with" && FILLED.test(word))
    : isEvent || BRINGS.test(word);
  if (!isThere) return false;
  // "saw it and built a …", "…, offering a …", "was filled with …": one deed or state of the same clause.
  const before = tokens[lead - 1]?.lower ?? "";
  const isHelped = lead <= main + 2 && /^(?:has|have|had)$/.test(tokens[main]?.lower ?? "");
  if (lead === main || isLinked || isHelped) return true;
  // "…, forming a wall" would be left with too little to say.
  if (!isTold) return false;
  if (sentence.is(lead, "Gerund")) return /^(?:,|is|are|was|were|by)$/.test(before);
  return before === "and";
}

function isAdverb(sentence: Sentence, at: number): boolean {
  return (
    sentence.is(at, "Adverb") ||
    /^(?:also|often|then|now|still|once|only|never|always)$/.test(sentence.tokens[at]?.lower ?? "")
  );
}

// Verbs whose object is there once the deed is told.
const BRINGS =
  /^(?:has|have|had|having|(?:offer|contain|develop|present|display|showcase|add|deliver|reveal|show|leverag|employ|wear|receiv|discover|form|build|establish|launch|release|publish|host|stock|encounter|impart)(?:s|ed|ing)?|(?:includ|featur|provid|creat|produc|generat|introduc|shar|combin|incorporat|us|utiliz|utilis|weav|leverag|receiv|compil|releas|fac|giv)(?:e|es|ed|ing)|built|brings?|brought|bringing|gives?|gave|wears?|wore|found|finds|writes?|wrote|wove|held|holds?|told|tells?|sells?|sold|serves?|served|serving|boasts?|boasted|boasting|proposes?|proposed|designs?|designed|implement(?:s|ed)?|constructs?|constructed|adopts?|adopted|devised?|derives?|derived?)$/;
const FILLED =
  /^(?:equipped|filled|packed|adorned|lined|covered|decorated|fitted|furnished|comes?|came|dotted|stocked|littered|endowed|blessed|faced)$/;
const QUANTITIES = wordSet(
  "range variety series set number array collection group team list wealth host multitude mix mixture combination plethora selection handful cast host pair network spectrum",
);
const DETERMINERS = wordSet(
  "the this that these those its his her their our my your some any no every each all both more most such other another many few several two three",
);
const LINKS = wordSet("with by through in on into from");
const NO_FACTS = wordSet("there what who if how a an any every each no nobody nothing few when");
const NO_FRONTS = wordSet("if unless whenever whether");
// What somebody is, likes, fears or looks for is told by its clause.
const NO_EVENTS =
  /^(?:was|were|been|became|seemed|liked|loved|hated|feared|preferred|enjoyed|admired|respected|favou?red|supported|opposed|valued|avoided|missed|disliked|praised|welcomed|sought|wanted|needed|required|involved|based|aimed|focused|interested|trusted|believed|remembered|recalled|imagined|knew|thought|depended|relied|struggled|dealt|used|limited|known|defined|said|told)$/;
// What somebody says or thinks is told by its clause.
const SAID =
  /^(?:claims?|beliefs?|ideas?|theor(?:y|ies)|arguments?|evidence|reports?|news|rumou?rs?|statements?|suggestions?|views?|opinions?|assumptions?|stor(?:y|ies)|letters?|messages?|results?|findings?|data|proof|conclusions?|promises?|questions?|solutions?|decisions?|people|individuals?|those)$/;
