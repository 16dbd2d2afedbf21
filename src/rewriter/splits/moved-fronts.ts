// What a sentence names first as the means or the aim of its deed, told behind it: "By reading the meters at night,
// the firm can find leaks" → "The firm can find leaks. It can do this by reading the meters at night". The deed keeps
// its own words, and so does the front; only what the one points to in the other must not be lost.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { isAnimate } from "../sentence/animate.ts";
import { findMainVerb, hasMainVerb, mainTense, wordSet } from "../sentence/clauses.ts";
import {
  hasSpeech,
  isPluralNoun,
  LONG,
  MODALS,
  marksClause,
  PEOPLE,
  REPORTS,
  sentenceEnd,
  wordsBetween,
} from "../sentence/ground.ts";
import { type Subject, subjectBetween } from "../sentence/subjects.ts";
import { formsOfGerund, type Sentence } from "../sentence/tokens.ts";
import { baseOfVerb } from "./verb-bases.ts";

/** "By doing A, they can do B." → "They can do B. They can do this by doing A." */
export function moveFront(sentence: Sentence): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const start = frontStart(sentence);
  const comma = start === undefined ? undefined : frontEnd(sentence, start, end);
  if (start === undefined || comma === undefined) return undefined;
  if (wordsBetween(sentence, 0, end) < LONG - 1 || hasSpeech(text) || /[;:()—–]/.test(text))
    return undefined;
  const from = tokens[start];
  const first = tokens[comma + 1];
  if (wordsBetween(sentence, start, comma) < frontMin(from?.lower)) return undefined;
  // A stop inside: two sentences that were taken for one.
  if (tokens.slice(0, end).some(({ text: mark }) => /^[.!?]$/.test(mark))) return undefined;
  if (wordsBetween(sentence, comma, end) < 7) return undefined;
  const verb = findMainVerb(sentence, comma + 1, Math.min(end, comma + 12));
  if (verb === undefined || verb <= comma + 1 || !isPlainMain(sentence, verb + 1, end))
    return undefined;
  // "Despite the cold, which was to be expected, the trip …": the main clause has not begun.
  if (
    /^(?:which|who|whose|where|when|as|such|including|what)$/.test(tokens[comma + 1]?.lower ?? "")
  )
    return undefined;
  // "Despite the focus on white, middle-class youths, studies show …": the front goes on behind the comma.
  if (tokens.slice(comma + 1, verb).some(({ isWord }) => !isWord)) return undefined;
  // "They can do this by following this plan": two things, one word.
  if (tokens.slice(start, comma).some(({ lower }) => lower === "this")) return undefined;
  // "He allegedly hid it": that he did this would be told as a fact.
  if (tokens.some(({ lower }) => HEDGES.has(lower))) return undefined;
  // "Despite Reed's doubts, he left": behind the main clause nobody would take "he" for Reed.
  if (/^(?:he|she|they|it)$/.test(first?.lower ?? "") && namesSomebody(sentence, start, comma))
    return undefined;
  const isFact = isCircumstance(sentence, start);
  const said = isFact
    ? factAgain(sentence, start, comma, verb, end)
    : deedOfSubject(sentence, start, comma, verb, end);
  const last = tokens[end - 1];
  const stop = tokens[comma - 1];
  if (said === undefined || from === undefined || first === undefined) return undefined;
  if (last === undefined || stop === undefined) return undefined;
  const lead = text.slice(0, from.start);
  const main = text.slice(first.start, last.end);
  const front = `${from.lower}${text.slice(from.end, stop.end)}`;
  return {
    start: 0,
    end: last.end,
    options: [`${lead}${lead === "" ? capitalise(main) : main}. ${said} ${front}`],
    kind: "split",
    why: "long sentence split, its opening told last",
  };
}

/** "This was despite his love of the sea": a short one would trail behind as an afterthought. */
function frontMin(word: string | undefined): number {
  if (word === "despite") return 8;
  return word === "through" ? 3 : 4;
}

/** Whether the front has a name in it, or somebody the main clause may call "he", "she" or "they". */
function namesSomebody({ tokens }: Sentence, start: number, comma: number): boolean {
  return tokens
    .slice(start + 1, comma)
    .some(
      ({ text, lower }) => /^\p{Lu}/u.test(text) || isAnimate(lower.replace(/(?:['’]s|s)$/, "")),
    );
}

/** "They can do this": who does it, and that it is done. */
function deedOfSubject(
  sentence: Sentence,
  start: number,
  comma: number,
  verb: number,
  end: number,
): string | undefined {
  const subject = subjectBetween(sentence, comma + 1, verb) ?? shortName(sentence, comma + 1, verb);
  // A name said twice is stiff, and "it" and "this" may point anywhere.
  if (subject === undefined || /^\p{Lu}\p{Ll}|^this$/u.test(subject.again)) return undefined;
  if (/^(?:it|this|that|there|one)$/.test(sentence.tokens[comma + 1]?.lower ?? ""))
    return undefined;
  // "To keep warm, you can light a fire": what can be done is not done for anything yet.
  const isAim = /^(?:to|in)$/.test(sentence.tokens[start]?.lower ?? "");
  if (isAim && MODALS.has(sentence.tokens[verb]?.lower ?? "")) return undefined;
  const does = deedAgain(sentence, subject, comma + 1);
  if (does === undefined || !keepsPointers(sentence, start, comma, end, subject)) return undefined;
  return `${capitalise(subject.again)} ${does} this`;
}

/** "This was": what is so in spite of something, or because of it. */
function factAgain(
  sentence: Sentence,
  start: number,
  comma: number,
  verb: number,
  end: number,
): string | undefined {
  const { tokens } = sentence;
  // "…, some say the devices distract": which ones the front has told, and "the incident" too.
  const main = sentence.text.slice(tokens[comma]?.start);
  if (
    /\bthe (?:incident|event|issue|matter|case|situation|device|technolog|practice|move|decision|group|process|problem|policy|measure|plan|pair|couple|attack|crash)/.test(
      main,
    )
  )
    return undefined;
  // Behind the main clause "they" and "it" would come before what they stand for.
  for (let i = comma + 1; i < end; i++) {
    const word = tokens[i]?.lower ?? "";
    if (/^(?:it|they|them|this|these|those|such|there|former|latter)$/.test(word)) return undefined;
    if (/^\p{Lu}\p{Ll}/u.test(tokens[i]?.text ?? "") && tells(sentence, i, start, comma))
      return undefined;
  }
  // "Despite his doubts, Reed joined Hall": behind Hall they might be those of Hall.
  const isOwned = tokens.slice(start, comma).some(({ lower }) => /^(?:his|her)$/.test(lower));
  const isOther = tokens.slice(verb, end).some(({ text }) => /^\p{Lu}\p{Ll}/u.test(text));
  if (isOwned && isOther) return undefined;
  for (let i = start + 1; i < comma; i++) {
    if (/^(?:it|this|that|these|those|such|him|them|who|which)$/.test(tokens[i]?.lower ?? ""))
      return undefined;
  }
  const word = tokens[verb]?.lower ?? "";
  // "Despite the cold, Reed thinks that …": somebody's thought may have it in view.
  if (REPORTS.test(word)) return undefined;
  if (MODALS.has(word)) return /^(?:can|will|may|must|should)$/.test(word) ? "This is" : undefined;
  if (/^(?:has|have)$/.test(word)) return "This is";
  const tense = mainTense(sentence, comma + 1, verb + 2);
  return tense === undefined ? undefined : tense === "past" ? "This was" : "This is";
}

/** Where "by", "using", "to", "through" or "despite" stands, at the start or behind "However,". */
function frontStart(sentence: Sentence): number | undefined {
  const { tokens } = sentence;
  const comma = tokens.findIndex(({ text }) => text === ",");
  const isLed = comma > 0 && comma < 4 && LEADS.test(sentence.text);
  const at = isLed ? comma + 1 : 0;
  const word = tokens[at]?.lower ?? "";
  const isBy = word === "by" && /^[a-z]{3,}ing$/.test(tokens[at + 1]?.lower ?? "");
  const isUsing = word === "using";
  const isTo = word === "to" && sentence.is(at + 1, "Infinitive") && !isUsing;
  const isOrder = word === "in" && tokens[at + 1]?.lower === "order";
  const isPlain = word === "through" || isCircumstance(sentence, at);
  if (!isBy && !isUsing && !isTo && !isOrder && !isPlain) return undefined;
  const deed = tokens[isOrder ? at + 3 : isUsing ? at : at + 1]?.lower ?? "";
  return EMPTY_DEEDS.has(deed) ? undefined : at;
}

/** "despite", "due to", "in addition to", "in response to" before a thing: how the statement stands to something. */
function isCircumstance({ tokens }: Sentence, at: number): boolean {
  const words = tokens.slice(at, at + 3).map(({ lower }) => lower);
  const length = words[0] === "despite" ? 1 : words[0] === "due" && words[1] === "to" ? 2 : 3;
  const isKnown = length < 3 || /^in (?:addition|response) to$/.test(words.join(" "));
  return isKnown && !/ing$/.test(tokens[at + length]?.lower ?? "");
}

/** The comma behind the front: commas of a list in it are passed over. */
function frontEnd(sentence: Sentence, start: number, end: number): number | undefined {
  const { tokens } = sentence;
  let isList = false;
  for (let i = start + 2; i < Math.min(end, start + 34); i++) {
    const { text, lower } = tokens[i] ?? { text: "", lower: "" };
    if (FRONT_REFUSED.has(lower) || (lower === "to" && isReaching(sentence, start, i)))
      return undefined;
    if (text !== ",") continue;
    const next = tokens[i + 1]?.lower ?? "";
    // "By reading A, noting B, and drawing C, they …".
    if (next === "and") {
      const isDeed = sentence.is(sentence.is(i + 2, "Adverb") ? i + 3 : i + 2, "Gerund");
      if (!isList && !isDeed && !hasCommaBefore(sentence, start, i)) return undefined;
      isList = false;
      continue;
    }
    const isItem = sentence.is(i + 1, "Gerund") || isListAhead(sentence, i, end);
    if (!isItem) return i;
    isList = true;
  }
  return undefined;
}

const isReaching = (sentence: Sentence, start: number, at: number): boolean =>
  sentence.tokens[start]?.lower === "to" && sentence.is(at + 1, "Infinitive");

function hasCommaBefore({ tokens }: Sentence, start: number, at: number): boolean {
  return tokens.slice(start, at).some(({ text }) => text === ",");
}

/** "…, noise, and heat, the firm": short stretches without a verb, and then ", and". */
function isListAhead(sentence: Sentence, comma: number, end: number): boolean {
  let from = comma + 1;
  for (let i = from; i < Math.min(end, from + 7); i++) {
    if (sentence.tokens[i]?.text !== ",") continue;
    if (i === from || hasMainVerb(sentence, from, i)) return false;
    if (sentence.tokens[i + 1]?.lower === "and") return true;
    from = i + 1;
  }
  return false;
}

/** "GPM", "NASA": a short name in capitals is said again as it is. */
function shortName(sentence: Sentence, at: number, verb: number): Subject | undefined {
  const name = sentence.tokens[at]?.text ?? "";
  const last = sentence.is(verb - 1, "Adverb") ? verb - 2 : verb - 1;
  if (last !== at || !/^\p{Lu}{2}[\p{Lu}\d-]{0,12}$/u.test(name)) return undefined;
  return { again: name, verb, isPlural: false, isPerson: undefined };
}

/** "can do", "have done", "does", "did": also of what goes on ("are cutting costs" → "do this"). */
function deedAgain(sentence: Sentence, subject: Subject, from: number): string | undefined {
  const { tokens } = sentence;
  const { verb, isPlural } = subject;
  const word = tokens[verb]?.lower ?? "";
  const next = sentence.is(verb + 1, "Adverb") ? verb + 2 : verb + 1;
  const isHelped = MODALS.has(word) || /^(?:has|have|had|is|are|was|were)$/.test(word);
  const deed = tokens[isHelped ? next : verb];
  const base = formsOfGerund(deed?.lower ?? "")?.base ?? baseOfVerb(deed?.lower ?? "");
  if (deed === undefined || NO_DEEDS.has(base)) return undefined;
  const does = isPlural || /^(?:I|we|you)$/.test(subject.again) ? "do" : "does";
  if (/^(?:is|are)$/.test(word)) return isGoingOn(sentence, next) ? does : undefined;
  if (/^(?:was|were)$/.test(word)) return isGoingOn(sentence, next) ? "did" : undefined;
  // What would come of it is no more than supposed.
  if (MODALS.has(word)) {
    const isBare = /^(?:can|could)$/.test(word) && sentence.is(next, "Infinitive");
    return isBare ? `${word} do` : undefined;
  }
  if (isHelped) {
    const isDone = sentence.is(next, "PastTense", "Participle");
    return isDone ? `${word} done` : undefined;
  }
  // "we find that …" tells what came of it, not what was done.
  if (/^f(?:i|ou)nds?$/.test(word) && tokens[verb + 1]?.lower === "that") return undefined;
  const isBare = sentence.is(verb, "Infinitive") && !sentence.is(verb, "PastTense");
  if (isBare && does === "do") return does;
  const tense = mainTense(sentence, from, verb + 2);
  return tense === undefined ? undefined : tense === "past" ? "did" : does;
}

function isGoingOn(sentence: Sentence, at: number): boolean {
  return sentence.is(at, "Gerund") && sentence.tokens[at]?.lower !== "going";
}

/** Whether the main clause is one deed: nothing denied, and no clause of its own that the front could belong to. */
function isPlainMain(sentence: Sentence, from: number, end: number): boolean {
  const { tokens } = sentence;
  for (let i = from; i < end; i++) {
    const { lower: word, text } = tokens[i] ?? { lower: "", text: "" };
    if (/^(?:not|never|no|but|if|because|when|by|although|though|unless)$|n't$/.test(word))
      return false;
    if (text === "," && /^(?:which|who|while|where|so|as|with)$/.test(tokens[i + 1]?.lower ?? ""))
      return false;
    const next = sentence.is(i + 1, "Adverb") ? i + 2 : i + 1;
    if (text === "," && sentence.is(next, "Gerund") && !marksClause(sentence, next, end))
      return false;
  }
  return true;
}

/** Whether no word of either part points to a thing that now stands behind it, or to another thing than before. */
function keepsPointers(
  sentence: Sentence,
  start: number,
  comma: number,
  end: number,
  subject: Subject,
): boolean {
  const { tokens } = sentence;
  let isPluralFront = false;
  let isPeople = false;
  // "By training the net on more data, the net …": whoever trains it is not said.
  const head = tokens[subject.verb - 1]?.lower ?? "";
  if (head.length > 3 && tokens.slice(start, comma).some(({ lower }) => lower === head))
    return false;
  for (let i = start + 1; i < comma; i++) {
    const word = tokens[i]?.lower ?? "";
    if (/^(?:it|they|them|he|she|him|themselves|itself|so)$/.test(word)) return false;
    // "To solve this problem": a link to what was said just before, which must stand next to it.
    const isLink = /^(?:this|that|these|those|such)$/.test(word);
    if (isLink && tokens[start]?.lower !== "by") return false;
    if (/^(?:its|his|her)$/.test(word) && subject.isPlural) return false;
    if (word === "their" && !subject.isPlural) return false;
    if (isPluralNoun(sentence, i)) isPluralFront = true;
    if (isPluralNoun(sentence, i) && (PEOPLE.test(word) || word === "individuals")) isPeople = true;
  }
  const isPerson = /^(?:I|we|you|he|she)$/.test(subject.again);
  const isHelped = MODALS.has(tokens[subject.verb]?.lower ?? "");
  const deed = tokens[isHelped ? subject.verb + 1 : subject.verb]?.lower ?? "";
  for (let i = comma + 1; i < end; i++) {
    const word = tokens[i]?.lower ?? "";
    if (/^(?:it|they|them|this|these|those|such|its|former|latter)$/.test(word) && i > comma + 1) {
      if (word !== "its" || subject.isPlural) return false;
    }
    // "By watching the birds, people can learn their songs": those of the birds.
    const isOwn = subject.isPlural && !isPerson && !isPeople && !STUDIES.has(baseOfVerb(deed));
    if (/^(?:their|theirs)$/.test(word) && isPluralFront && !isOwn) return false;
    if (/^(?:their|theirs)$/.test(word) && isPerson) return false;
    // "By naming the risks, we can cut these risks": the same thing, which was brought in before.
    if (i > subject.verb && /^[a-z]{4,}$/.test(word) && tells(sentence, i, start, comma))
      return false;
  }
  return true;
}

/** Whether a thing the main clause calls "the …" was brought in by the front. */
function tells(sentence: Sentence, at: number, start: number, comma: number): boolean {
  const { tokens } = sentence;
  if (!sentence.is(at, "Noun") || tokens[at - 1]?.lower !== "the") return false;
  const word = tokens[at]?.lower ?? "";
  return tokens.slice(start, comma).some(({ lower }) => lower === word);
}

const LEADS =
  /^(?:However|Additionally|Furthermore|Moreover|Finally|Therefore|Thus|Consequently|Also|Overall|Ultimately|Second|Secondly|First|Firstly|Third|Thirdly|Lastly|For example|For instance|In conclusion|In summary|In addition|In turn|In short|As a result), /;
const HEDGES = wordSet(
  "allegedly reportedly supposedly apparently probably possibly perhaps maybe likely",
);
// "By doing so", "to this end": the front is only a link to what was said before.
const EMPTY_DEEDS = wordSet("doing being having be have do date become this");
const FRONT_REFUSED = wordSet("if when whether because although though unless not never");
// What is done to the things the front names: "their" may be theirs.
const STUDIES = wordSet(
  `learn study determine identify assess evaluate gauge predict reduce minimize minimise improve increase discover show
  analyze analyse examine explore compare reveal capture track estimate measure enhance limit mitigate restore`,
);
// What nobody does by means of something, and what is no deed.
const NO_DEEDS = wordSet(
  `be have seem appear become remain understand know believe think feel want need like love hope promise exist mean
  matter contain include consist belong depend represent suggest indicate imply stand lie tend deserve expect see hear
  notice realize realise require face lack cost experience argue say claim state note observe conclude recommend
  rest risk agree wish begin start continue come go look receive get enjoy benefit suffer`,
);
