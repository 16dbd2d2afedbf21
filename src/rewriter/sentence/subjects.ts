// Who or what a sentence is about, and how a second sentence can say so again: by a pronoun where it is
// certain, otherwise by the noun or the one-word name itself. What is unclear is not said at all.

import { FEMALE, isAnimate, MALE, SERVES, TITLES } from "./animate.ts";
import { findMainVerb, wordSet } from "./clauses.ts";
import { fullNameIn, genderOf } from "./full-names.ts";
import { isPluralNoun, PEOPLE } from "./ground.ts";
import { isName, isStrange } from "./names.ts";
import { mainStart, onlyPerson } from "./people.ts";
import { ABSTRACT, subjectPronoun, THINGS } from "./subject-pronouns.ts";
import type { Sentence } from "./tokens.ts";

export type Subject = {
  /** How a new sentence names it, in small letters unless it is a name or "I". */
  readonly again: string;
  /** Where its verb stands. */
  readonly verb: number;
  readonly isPlural: boolean;
  /** Whether it can feel, say and decide; undefined where nobody can tell. */
  readonly isPerson: boolean | undefined;
};

/** The subject of the clause that begins at `start`, behind "and" or "but". */
export function findLaterSubject(sentence: Sentence, start: number): Subject | undefined {
  const end = Math.min(sentence.tokens.length, start + REACH);
  const verb = findMainVerb(sentence, start, end);
  if (verb === undefined || verb <= start) return undefined;
  let last = verb;
  while (last > start + 1 && sentence.is(last - 1, "Adverb")) last--;
  return subjectBetween(sentence, start, verb, last);
}

/** The subject of the first main clause, with the words to say it again. */
export function findSubject(sentence: Sentence): Subject | undefined {
  const found = subjectOf(sentence);
  if (found === undefined || !agreesWithVerb(sentence, found)) return undefined;
  return found.again === "it" && isCalledThey(sentence, found.verb)
    ? asSeveral(sentence, found)
    : found;
}

/** "The team showed their skill": one word for several, whom the sentence itself calls so. */
function isCalledThey(sentence: Sentence, verb: number): boolean {
  const { tokens } = sentence;
  const at = tokens.findIndex(({ lower }, i) => i > verb && /^their$|^themselves$/.test(lower));
  if (at === -1 || at > verb + 5) return false;
  // "This can limit their reach" tells of others: only many under one name can be called so.
  const isGroup = tokens
    .slice(0, verb)
    .some(
      ({ lower, text, start }) => MANY_IN_ONE.test(lower) || (start > 0 && /^\p{Lu}/u.test(text)),
    );
  if (!isGroup && !isName(sentence, 0)) return false;
  // Something else in the plural may be meant.
  for (let i = 0; i < at; i++) {
    if (isPluralNoun(sentence, i) || /^(?:they|them|these|those|and)$/.test(tokens[i]?.lower ?? ""))
      return false;
  }
  return true;
}

const MANY_IN_ONE =
  /^(?:team|family|band|couple|group|crew|staff|company|duo|trio|pair|club|government|committee|council|squad|class|audience|crowd|party|firm|board|community|army|brand|business|organi[sz]ation|store|shop|restaurant|hotel|department|side|public|generation|tribe|village|nation|school|agency|league|choir|orchestra|cast|jury|panel|gang|fleet|troop|unit)$/;

/** What is called "they" and has a verb for one can't be said again without a clash. */
function asSeveral(sentence: Sentence, found: Subject): Subject | undefined {
  if (isSingularVerb(sentence, found.verb) === true) return undefined;
  return { ...found, again: "they", isPlural: true, isPerson: undefined };
}

/** "The marsh behind the dunes is …": whoever takes the dunes for the subject is told so by the verb. */
function agreesWithVerb({ tokens }: Sentence, { again, verb, isPlural }: Subject): boolean {
  if (/^(?:i|you|we)$/i.test(again)) return true;
  const word = tokens[verb]?.lower ?? "";
  if (/^(?:is|was|has|does)(?:n't)?$/.test(word)) return !isPlural;
  if (/^(?:are|were|have)(?:n't)?$/.test(word)) return isPlural;
  return true;
}

/** "A group of thieves broke in": they did; with a verb for one, "the group" did. */
function severalOf(sentence: Sentence): Subject | undefined {
  const start = mainStart(sentence);
  const of = sentence.tokens.findIndex(({ lower }, i) => i > start && lower === "of");
  if (of === -1 || of > start + 4 || !/^(?:a|an|the)$/.test(sentence.tokens[start]?.lower ?? ""))
    return undefined;
  const group = sentence.tokens[of - 1]?.lower ?? "";
  if (!GROUPS.test(group)) return undefined;
  const verb = findMainVerb(sentence, start, Math.min(sentence.tokens.length, of + 5));
  if (verb === undefined || !isPluralNoun(sentence, verb - 1)) return undefined;
  if (isSingularVerb(sentence, verb) === true)
    return { again: `the ${group}`, verb, isPlural: false, isPerson: undefined };
  return { again: "they", verb, isPlural: true, isPerson: undefined };
}

const GROUPS =
  /^(?:group|crowd|band|gang|pair|trio|team|bunch|handful|crew|party|army|swarm|flock|herd|pack|mob|panel|couple)$/;

function subjectOf(sentence: Sentence): Subject | undefined {
  const several = severalOf(sentence);
  if (several !== undefined) return several;
  if (isManyOfAKind(sentence, mainStart(sentence))) return undefined;
  const known = subjectPronoun(sentence);
  const isTwo =
    known !== undefined &&
    // "They provide tailored care": behind a pronoun stands its verb.
    !/^(?:i|you|he|she|it|we|they)$/.test(sentence.tokens[known.verb - 1]?.lower ?? "") &&
    !HELPS.test(sentence.tokens[known.verb]?.lower ?? "") &&
    sentence.is(known.verb + 1, "PastTense");
  if (known !== undefined && !isTwo) {
    const { pronoun, verb } = known;
    const noun = /^the (.+)$/.exec(pronoun)?.[1];
    if (noun !== undefined && !isAnimate(noun)) {
      return { again: "it", verb, isPlural: false, isPerson: false };
    }
    return {
      again: pronoun,
      verb,
      isPlural: PLURAL.has(pronoun),
      isPerson: PERSONAL.has(pronoun) ? true : pronoun === "it" ? false : undefined,
    };
  }
  const start = mainStart(sentence);
  const verb = findMainVerb(sentence, start, Math.min(sentence.tokens.length, start + REACH));
  if (verb === undefined || verb <= start) return undefined;
  // "The twin suns rose": with a past right behind it the first was no verb.
  if (!HELPS.test(sentence.tokens[verb]?.lower ?? "") && sentence.is(verb + 1, "PastTense"))
    return undefined;
  return subjectBetween(sentence, start, verb);
}

/** The subject that fills [start, end), whose verb stands at `verb` (at its end, unless told). */
export function subjectBetween(
  sentence: Sentence,
  start: number,
  verb: number,
  end = verb,
): Subject | undefined {
  const first = sentence.tokens[start];
  if (first === undefined || end <= start) return undefined;
  // "Aids such as printed maps": no verb stands right behind a preposition.
  if (sentence.is(verb - 1, "Preposition") && !sentence.is(verb - 1, "Noun")) return undefined;
  // "The meek", "the poor": several, whom no word of theirs tells.
  if (isManyOfAKind(sentence, start)) return undefined;
  const pronoun = first.lower === "i" ? "I" : first.lower;
  let last = end;
  while (last > start + 1 && sentence.is(last - 1, "Adverb")) last--;
  if (last === start + 1 && (PLURAL.has(pronoun) || PERSONAL.has(pronoun) || pronoun === "it")) {
    return { again: pronoun, verb, isPlural: PLURAL.has(pronoun), isPerson: PERSONAL.has(pronoun) };
  }
  const found =
    namedSubject(sentence, start, verb, end) ?? describedSubject(sentence, start, verb, end);
  // "Saltmarshes play a role": one thing would have "plays".
  const word = sentence.tokens[verb]?.lower ?? "";
  const isBare =
    sentence.is(verb, "Infinitive") && !sentence.is(verb, "PastTense") && !word.endsWith("s");
  return found?.isPlural === false && isBare ? undefined : found;
}

function isManyOfAKind(sentence: Sentence, start: number): boolean {
  if (sentence.tokens[start]?.lower !== "the") return false;
  if (!MEN_OF_A_KIND.test(sentence.tokens[start + 1]?.lower ?? "")) return false;
  const isVerb =
    sentence.is(start + 2, "Verb") || HELPS.test(sentence.tokens[start + 2]?.lower ?? "");
  return isVerb || !sentence.is(start + 2, "Noun", "Adjective");
}

const MEN_OF_A_KIND =
  /^(?:meek|affluent|vulnerable|marginalized|underprivileged|unvaccinated|uninsured|obese|illiterate|poor|rich|young|old|elderly|sick|wealthy|homeless|unemployed|disabled|brave|weak|strong|powerful|wise|dead|living|wounded|injured|faithful|privileged|oppressed|hungry|blind|deaf|innocent|guilty|righteous|accused|two|three|four)$/;

/** "Elias turned", "the FA refused": one word with a capital, which is said again as it stands. */
function namedSubject(
  sentence: Sentence,
  start: number,
  verb: number,
  end = verb,
): Subject | undefined {
  const { tokens } = sentence;
  let last = end - 1;
  while (last > start && sentence.is(last, "Adverb")) last--;
  const first = tokens[start];
  if (first === undefined) return undefined;
  const name = tokens[last]?.text ?? "";
  if (first.lower === "the" && last === start + 1 && /^\p{Lu}{2,6}$/u.test(name)) {
    return isSingularVerb(sentence, verb) === false
      ? undefined
      : { again: "it", verb, isPlural: false, isPerson: undefined };
  }
  // "The National Health Institute (NHI) has …": the last word of the name says that it is a thing.
  const close = /^\)$/.test(name) ? last - 3 : last;
  const isLong = close > start + (first.lower === "the" ? 1 : 0) && close < start + 7;
  if (
    isLong &&
    INSTITUTIONS.test(tokens[close]?.text ?? "") &&
    isAllNames(sentence, start, close)
  ) {
    return isSingularVerb(sentence, verb) === false
      ? undefined
      : { again: "it", verb, isPlural: false, isPerson: undefined };
  }
  const title = TITLES.get(first.lower.replace(/\.$/, ""));
  if (title !== undefined && last <= start + 3 && /^\p{Lu}/u.test(name)) {
    return { again: title, verb, isPlural: false, isPerson: true };
  }
  // "Coach Maria Lopez", "Ray Hill from the board": the surname says who it is.
  const full = fullNameIn(sentence, start, last);
  if (full !== undefined) {
    if (isSingularVerb(sentence, verb) === false) return undefined;
    const pronoun = genderOf(sentence, tokens[full]?.text ?? "");
    return { again: pronoun ?? tokens[full]?.text ?? "", verb, isPlural: false, isPerson: true };
  }
  if (last !== start || !/^\p{Lu}\p{Ll}{2,}$/u.test(first.text)) return undefined;
  // At the start of a sentence every word has a capital; only a name may be said again.
  if (first.start === 0 && !isName(sentence, start)) return undefined;
  if (sentence.is(start, "Pronoun", "Possessive")) return undefined;
  if (sentence.is(start, "Plural") && !isStrange(sentence, start)) return undefined;
  if (isSingularVerb(sentence, verb) === false) return undefined;
  // A country, a city or a firm the tagger knows is a thing.
  if (sentence.is(start, "Country", "City", "Organization") && !sentence.is(start, "Person")) {
    return { again: "it", verb, isPlural: false, isPerson: undefined };
  }
  const pronoun = onlyPerson(sentence, first.text);
  return pronoun === undefined
    ? { again: first.text, verb, isPlural: false, isPerson: undefined }
    : { again: pronoun, verb, isPlural: false, isPerson: true };
}

function isAllNames(sentence: Sentence, start: number, last: number): boolean {
  for (let i = start; i <= last; i++) {
    const { text, lower } = sentence.tokens[i] ?? { text: "", lower: "" };
    if (!/^\p{Lu}/u.test(text) && !/^(?:the|of|for|and|on)$/.test(lower)) return false;
  }
  return true;
}

const INSTITUTIONS =
  /^(?:Institute|Council|Committee|Commission|Agency|Department|Ministry|Government|Court|University|College|Association|Bank|Board|Company|Corporation|Union|Foundation|Organization|Organisation|Society|Authority|Administration|Bureau|Museum|Library|Hospital|Act|Project|Programme|Program|League|Federation|Academy|Assembly|Parliament|Senate|Congress|Fund|Trust|Network|Centre|Center)$/;

/** "The heat from the vents", "public campaigns and private plans". */
function describedSubject(
  sentence: Sentence,
  start: number,
  verb: number,
  to = verb,
): Subject | undefined {
  const { tokens } = sentence;
  // "Help the children find …": an order, and those who find are not its subject.
  if (sentence.is(start, "Infinitive") && !sentence.is(start, "Noun", "Adjective"))
    return undefined;
  let end = to;
  while (end > start && sentence.is(end - 1, "Adverb")) end--;
  let head = end - 1;
  let isJoined = false;
  let isBehindPreposition = false;
  for (let i = start; i < end; i++) {
    const token = tokens[i];
    // "Factors such as diet": what stands for an example is no head.
    if (token?.lower === "such" && tokens[i + 1]?.lower === "as" && i > start) {
      if (!isBehindPreposition) head = i - 1;
      isBehindPreposition = true;
      i++;
      continue;
    }
    const isEither = token?.lower === "or" && sentence.is(start, "Gerund");
    if (token === undefined || !token.isWord) return undefined;
    if (NEVER_IN_SUBJECT.has(token.lower) && !isEither) return undefined;
    if (PREPOSITIONS.has(token.lower) && i > start) {
      if (!isBehindPreposition) head = i - 1;
      isBehindPreposition = true;
      continue;
    }
    if (token.lower === "and" && !isBehindPreposition) isJoined = true;
    // "Homes built on sand", "firms using coal": the head is no longer plain.
    const isVerb = sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective");
    if (isVerb && i > start && sentence.is(i - 1, "Noun")) return undefined;
  }
  const first = tokens[start]?.lower ?? "";
  // "Trusting strangers can be a risk": the deed is the subject.
  if (sentence.is(start, "Gerund") || /^[a-z]{2,}ing$/.test(first)) {
    // "Finding Home is a film": a title, and no deed.
    if (/^\p{Lu}/u.test(tokens[start + 1]?.text ?? "")) return undefined;
    return isSingularVerb(sentence, verb) === false
      ? undefined
      : { again: "this", verb, isPlural: false, isPerson: false };
  }
  // At the start of a sentence a common noun has a capital too; names are left alone.
  const isOpening = head === 0 && !sentence.is(0, "ProperNoun") && isCommonOpener(sentence);
  const word = (isOpening ? tokens[head]?.lower : tokens[head]?.text) ?? "";
  // "The old Internet", "the Committee": a word of the language with a capital is a thing by that name.
  const isTitled =
    /^(?:the|this|our)$/.test(first) &&
    head > start &&
    (INSTITUTIONS.test(word) || word === "Internet" || THINGS.has(word.toLowerCase())) &&
    !sentence.is(head, "Person", "Plural") &&
    isSingularVerb(sentence, verb) !== false &&
    !isAnimate(word.toLowerCase());
  if (isTitled) return { again: "it", verb, isPlural: false, isPerson: false };
  if (head < start || !/^\p{Ll}+$/u.test(word) || !sentence.is(head, "Noun")) return undefined;
  if (sentence.is(head, "Pronoun") || VAGUE.has(word)) return undefined;
  const agrees = isSingularVerb(sentence, verb);
  if (isJoined) {
    if (agrees === true || /^(?:each|every|no|both)$/.test(first)) return undefined;
    return { again: "they", verb, isPlural: true, isPerson: undefined };
  }
  if (isPluralNoun(sentence, head)) {
    if (agrees === true || /^(?:no|few)$/.test(first)) return undefined;
    return {
      again: "they",
      verb,
      isPlural: true,
      isPerson: PEOPLE.test(word) ? undefined : false,
    };
  }
  // "Their music", "this knowledge": what can't be counted is one thing too.
  const isMass = agrees !== undefined || sentence.is(verb, "Modal", "PastTense");
  const isOne =
    sentence.is(head, "Singular") ||
    (isMass && !word.endsWith("s") && !sentence.is(head, "Verb", "Adjective", "Person"));
  if (!isOne || agrees === false) return undefined;
  if (/^(?:no|each|every|any|either|neither|many)$/.test(first)) return undefined;
  // "Our waiter" is "the waiter" from then on, and our server is no machine.
  const isServing = /^(?:our|my)$/.test(first) && SERVES.test(word);
  if (!isAnimate(word) && !isServing)
    return { again: "it", verb, isPlural: false, isPerson: false };
  const pronoun = MALE.test(word) ? "he" : FEMALE.test(word) ? "she" : undefined;
  const own = pronoun === "he" ? /^(?:he|him|his|himself)$/ : /^(?:she|her|hers|herself)$/;
  const rival = pronoun === "he" ? /^(?:she|her|hers|herself)$/ : /^(?:he|him|his|himself)$/;
  const isSaid = tokens.slice(verb).some(({ lower }) => own.test(lower));
  if (pronoun !== undefined && isSaid && !tokens.some(({ lower }) => rival.test(lower)))
    return { again: pronoun, verb, isPlural: false, isPerson: true };
  if (
    !isServing &&
    !/^(?:the|this|that|a|an|one|another)$/.test(first) &&
    !/['’]s$/.test(tokens[head - 1]?.text ?? "")
  )
    return undefined;
  return { again: `the ${word}`, verb, isPlural: false, isPerson: undefined };
}

/** "Judges assess …", "Education is …": a plural, or a word whose ending shows what it is. */
function isCommonOpener(sentence: Sentence): boolean {
  const word = sentence.tokens[0]?.lower ?? "";
  return (sentence.is(0, "Plural") && /s$/.test(word)) || ABSTRACT.test(word) || THINGS.has(word);
}

/** Whether the verb can only belong to one thing (true), only to several (false), or to either. */
function isSingularVerb(sentence: Sentence, verb: number): boolean | undefined {
  const word = sentence.tokens[verb]?.lower ?? "";
  if (/^(?:is|was|has|does|isn't|wasn't|hasn't|doesn't)$/.test(word)) return true;
  if (/^(?:are|were|have|do|aren't|weren't|haven't|don't)$/.test(word)) return false;
  if (sentence.is(verb, "PastTense", "Modal")) return undefined;
  if (/^(?:can|could|may|might|must|shall|should|will|would)$/.test(word)) return undefined;
  if (sentence.is(verb, "PresentTense")) return /[^s]s$/.test(word);
  return undefined;
}

// What may have a participle right behind it: helpers, and verbs that tell a state.
const HELPS =
  /^(?:is|are|was|were|am|has|have|had|be|been|got|gets|get|\w+n't|(?:remain|stay|feel|seem|look|keep|stand|lie|appear)(?:s|ed)?|felt|kept|became|becomes?|stood|sat|lay)$/;
const REACH = 14;
const PLURAL = wordSet("i we you they I");
const PERSONAL = wordSet("i we you he she I");
const PREPOSITIONS = wordSet(
  "of in for on at to with from by between among against about across around behind above below under over within into through near beside beneath beyond during",
);
const NEVER_IN_SUBJECT = wordSet(
  "or but nor that which who whom whose where when while if because although though than as so yet not it he she they we i you there what how why",
);
// Words that stand for something else, which the noun alone would not say again.
const VAGUE = wordSet(
  "one ones others some many most all both none each thing things kind sort type part number lot majority rest half pair couple series range variety set group",
);
