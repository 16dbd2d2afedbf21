// Joints in sentences that say what something is: "It is a tool that …", "It was a bridge, a way to …", "He
// was a painter, known for …". The subject is said again, and what follows is told of it by its own verb.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { isAnimate } from "../sentence/animate.ts";
import { findFiniteVerb, hasMainVerb, wordSet } from "../sentence/clauses.ts";
import {
  hangsOn,
  isBracketed,
  isPluralNoun,
  isUnrealised,
  MODALS,
  marksClause,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import { findSubject, type Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";
import { splitAtDescription } from "./descriptions.ts";
import { beWith } from "./middles.ts";
import { isAside } from "./tail-owners.ts";
import { findTailSubject, lastJoinedClause } from "./tail-subjects.ts";
import { SUPPOSED } from "./that.ts";

/** "Jeans are sturdy trousers that last for years." → "Jeans are sturdy trousers. They last for years." */
export function splitAtCopulaThat(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  const noun = tokens[at - 1];
  const verb = tokens[at + 1];
  const found = copulaOf(sentence, at) ?? plainCopulaOf(sentence, at);
  if (found === undefined || noun === undefined || verb === undefined) return undefined;
  const { subject, complement } = found;
  if (!/^\p{Ll}+$/u.test(noun.text) || !sentence.is(at - 1, "Noun") || EMPTY.has(noun.lower))
    return undefined;
  if (wordsBetween(sentence, at + 1, end) < 5 || wordsBetween(sentence, 0, at) < 5)
    return undefined;
  // "A closed loop is a loop that …" says nothing without the clause.
  if (tokens.slice(0, complement).some(({ lower }) => lower === noun.lower)) return undefined;
  const isWho = tokens[at]?.lower === "who";
  if (isWho && !isAnimate(noun.lower)) return undefined;
  if (isWho ? subject.isPerson === false : subject.isPerson === true) return undefined;
  // The thing itself must be told by more than its name: "is a scalable, open library that …".
  let told = 0;
  for (let i = complement; i < at; i++) {
    const word = tokens[i]?.lower ?? "";
    if (/^(?:or|not|no|such|so|too|only|same|most|more|than|one|every|any)$/.test(word))
      return undefined;
    if (tokens[i]?.text === "," && !sentence.is(i - 1, "Adjective", "PastTense")) return undefined;
    // "is old, and many people who": a clause of its own begins.
    const isJoint = /^(?:and|but)$/.test(word);
    if (isJoint && (tokens[i - 1]?.text === "," || !sentence.is(i + 1, "Adjective", "Noun")))
      return undefined;
    if (QUANTITIES.test(word)) return undefined;
    if (!tokens[i]?.isWord && tokens[i]?.text !== "," && tokens[i]?.text !== "-") return undefined;
    // "is a choice for those who": what follows may belong to the second noun.
    const isPreposition = sentence.is(i, "Preposition") || tokens[i]?.lower === "to";
    if (isPreposition || (i > complement && marksClause(sentence, i, at))) return undefined;
    if (sentence.is(i, "Adjective", "PastTense", "Noun", "Gerund") && i < at - 1) told++;
  }
  if (SUPPOSED.test(tokens[subject.verb - 1]?.lower ?? "")) return undefined;
  // "Salt and sand are the main things that …": the clause tells which.
  if (/^(?:the|its|their|his|her|our|my|your)$/.test(tokens[complement]?.lower ?? ""))
    return undefined;
  // "It was the wind that broke it" stresses the wind.
  const isStressed = /^(?:it|this|that)$/.test(tokens[subject.verb - 1]?.lower ?? "");
  if (isStressed && !/^an?$/.test(tokens[complement]?.lower ?? "")) return undefined;
  if (told === 0 || isPluralNoun(sentence, at - 1) !== subject.isPlural) return undefined;
  if (!fitsSubject(sentence, at + 1, subject) || strandsVerb(sentence, at + 1, end))
    return undefined;
  return {
    start: noun.end,
    end: verb.start,
    options: [`. ${capitalise(isWho ? subject.again : subject.again.replace(/^the .*/, "it"))} `],
    kind: "split",
    why: `long sentence split at "${tokens[at]?.lower}"`,
  };
}

/** "It was a bridge, a way to the other side." → "It was a bridge. It was a way to the other side." */
export function splitAtSecondName(
  sentence: Sentence,
  comma: number,
  end: number,
): Edit | undefined {
  const { tokens, text } = sentence;
  const found = copulaOf(sentence, comma);
  const next = tokens[comma + 1];
  const from = tokens[comma];
  if (found === undefined || next === undefined || from === undefined) return undefined;
  const { subject, complement } = found;
  if (wordsBetween(sentence, comma, end) < 6 || wordsBetween(sentence, 0, comma) < 4)
    return undefined;
  for (let i = complement; i < comma; i++) {
    if (tokens[i]?.text === "," || /^(?:and|or|not|no|than)$/.test(tokens[i]?.lower ?? ""))
      return undefined;
    if (i > complement && marksClause(sentence, i, comma) && tokens[i]?.lower !== "to")
      return undefined;
    // "a gift from a friend, a man who": it is the friend who is a man.
    if (i > complement && /^an?$/.test(tokens[i]?.lower ?? "")) return undefined;
  }
  // Another comma with "and" or a noun behind it makes a list.
  for (let i = comma + 2; i < end; i++) {
    const mark = tokens[i]?.text ?? "";
    if (/[;:—–("“]/.test(mark)) return undefined;
    if (
      mark === "," &&
      /^(?:and|or|a|an|the|but|yet|\p{L}+s?)$/u.test(tokens[i + 1]?.lower ?? "")
    ) {
      if (!sentence.is(i + 1, "Gerund") && !sentence.is(i - 1, "Adjective")) return undefined;
    }
    if (mark === "and" && /^(?:a|an|the)$/.test(tokens[i + 1]?.lower ?? "")) return undefined;
  }
  const be = tokens[subject.verb]?.lower ?? "";
  // "This is due to the slope, marked by …": it is the slope.
  if (/^(?:due|because|thanks|owing)$/.test(tokens[complement]?.lower ?? "")) return undefined;
  if (subject.isPlural || !/^(?:is|was)$/.test(be)) return undefined;
  if (next.lower === "and") {
    // "It was a sign of hope, and a promise of help": the second is said of it too.
    const thing = tokens[comma + 2];
    if (thing === undefined || !/^(?:a|an)$/.test(thing.lower)) return undefined;
    if (hasMainVerb(sentence, comma + 3, end)) return undefined;
    return put(text, from.start, thing.start, `${capitalise(subject.again)} ${be} also `);
  }
  if (/^(?:a|an)$/.test(next.lower)) {
    if (!/^(?:a|an|the|his|her|its|their|my|our)$/.test(tokens[complement]?.lower ?? ""))
      return undefined;
    if (hasMainVerb(sentence, comma + 2, end)) return undefined;
    // A person is somebody, a thing something: "the host of a show, a weekly …" tells of the show.
    const isSomebody = /^(?:he|she|I)$|^the |^\p{Lu}/u.test(subject.again);
    if (isSomebody !== namesPerson(sentence, comma + 2)) return undefined;
    return put(text, from.start, next.start, `${capitalise(subject.again)} ${be} `);
  }
  const tense = be === "was" ? "past" : "present";
  const form = beWith(next.lower, tokens[comma + 2]?.lower ?? "", tense, subject);
  if (form === undefined || strandsVerb(sentence, comma + 2, end)) return undefined;
  return put(text, from.start, next.start, `${capitalise(subject.again)} ${form} `);
}

/** "She left the hall, unaware of the storm." → "She left the hall. She was unaware of the storm." */
export function splitAtMood(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  // "…, seemingly unaware of": how somebody is so goes along.
  const at = sentence.is(comma + 1, "Adverb") ? comma + 2 : comma + 1;
  const mood = tokens[comma + 1];
  const from = tokens[comma];
  if (mood === undefined || from === undefined) return undefined;
  if (!MOODS.has(tokens[at]?.lower ?? "")) return splitAtDescription(sentence, comma, end);
  if (
    !/^(?:to|that|of|by|about|how|for|with|in|at|if|whether|from|on|as|between|what|why)$/.test(
      tokens[at + 1]?.lower ?? "",
    )
  )
    return undefined;
  if (wordsBetween(sentence, 0, comma) < 4 || wordsBetween(sentence, comma, end) < 5)
    return undefined;
  const later = lastJoinedClause(sentence, comma);
  const subject = findTailSubject(sentence, comma, later);
  if (subject === undefined || subject.isPerson === false || subject.again === "it")
    return undefined;
  // "All eyes are on him as he begins, eager to …": others are eager.
  if (later === undefined && (findSubject(sentence)?.verb ?? subject.verb) !== subject.verb)
    return undefined;
  if (/^others?$/.test(tokens[subject.verb - 1]?.lower ?? "")) return undefined;
  if (subject.verb >= comma || hangsOn(sentence, comma) || isUnrealised(sentence, comma))
    return undefined;
  const main = tokens[subject.verb]?.lower ?? "";
  if (FINDS.test(main) || MODALS.has(main)) return undefined;
  for (let i = subject.verb + 1; i < comma; i++) {
    if (marksClause(sentence, i, comma) && tokens[i]?.lower !== "to") return undefined;
    if (/^[:;—–]$/.test(tokens[i]?.text ?? "")) return undefined;
    // "He was met by the crowd, eager to …", "She watched the man, drawn to …": who is so?
    const own = tokens[i]?.lower ?? "";
    const isOther = sentence.is(i, "Noun") && isAnimate(own.replace(/s$/, ""));
    if (own === "by" || (subject.again !== "I" && (isOther || OTHERS.test(own)))) return undefined;
    if (tokens[i]?.text === "," && !isAside(sentence, i, comma)) return undefined;
  }
  const isPast = sentence.is(subject.verb, "PastTense") || /^(?:was|were|had)$/.test(main);
  const isPresent = sentence.is(subject.verb, "PresentTense") || /^(?:is|are|has|have)$/.test(main);
  if (isPast === isPresent || strandsVerb(sentence, at + 1, end)) return undefined;
  const isMany = subject.isPlural && subject.again !== "I";
  const be = isPast
    ? isMany
      ? "were"
      : "was"
    : subject.again === "I"
      ? "am"
      : isMany
        ? "are"
        : "is";
  return put(text, from.start, mood.start, `${capitalise(subject.again)} ${be} `);
}

/** "a tall man from the north": whether the noun that begins at `from` names somebody. */
function namesPerson(sentence: Sentence, from: number): boolean {
  let at = from;
  while (sentence.is(at + 1, "Noun") || sentence.is(at, "Adjective")) at++;
  return isAnimate(sentence.tokens[at]?.lower ?? "");
}

function put(text: string, from: number, to: number, opening: string): Edit {
  return {
    start: stripSpaceBefore(text, from),
    end: to,
    options: [`. ${opening}`],
    kind: "split",
    why: "long sentence split before a description",
  };
}

/** The subject of "is" or "are" and where what it is begins, if nothing hangs on anything before `to`. */
function copulaOf(
  sentence: Sentence,
  to: number,
): { subject: Subject; complement: number } | undefined {
  const subject = findSubject(sentence);
  if (subject === undefined || subject.verb >= to - 1 || isBracketed(sentence, to))
    return undefined;
  if (!/^(?:is|are|was|were)$/.test(sentence.tokens[subject.verb]?.lower ?? "")) return undefined;
  if (hangsOn(sentence, to) || isUnrealised(sentence, to)) return undefined;
  let complement = subject.verb + 1;
  while (sentence.is(complement, "Adverb") && complement < subject.verb + 3) complement++;
  if (sentence.is(complement, "Verb", "Preposition")) return undefined;
  return { subject, complement };
}

/** "PrEP is a pill that …": whatever it is called, what is a thing "that" does something is "it". */
function plainCopulaOf(
  sentence: Sentence,
  to: number,
): { subject: Subject; complement: number } | undefined {
  const { tokens } = sentence;
  const verb = tokens.findIndex(({ lower }) => /^(?:is|was)$/.test(lower));
  if (verb < 1 || verb > 8 || verb >= to - 1 || tokens[to]?.lower !== "that") return undefined;
  if (!/^(?:a|an)$/.test(tokens[verb + 1]?.lower ?? "") || isBracketed(sentence, to))
    return undefined;
  for (let i = 0; i < verb; i++) {
    const token = tokens[i];
    if (token === undefined || !token.isWord || marksClause(sentence, i, verb)) return undefined;
    if (
      /^(?:there|here|it|this|that|what|he|she|and|or|but|not|no|one|each|every)$/.test(token.lower)
    )
      return undefined;
  }
  if (hangsOn(sentence, to) || isUnrealised(sentence, to)) return undefined;
  const subject: Subject = { again: "it", verb, isPlural: false, isPerson: false };
  return { subject, complement: verb + 1 };
}

/** Whether the verb behind "that" agrees with how the subject is said again. */
function fitsSubject(sentence: Sentence, at: number, subject: Subject): boolean {
  const isAdverb =
    sentence.is(at, "Adverb") ||
    /^(?:never|always|also|often|once|still|now)$/.test(sentence.tokens[at]?.lower ?? "");
  const place = isAdverb ? at + 1 : at;
  const word = sentence.tokens[place]?.lower ?? "";
  if (MODALS.has(word)) return true;
  if (/^(?:is|was|has|does)$/.test(word)) return !subject.isPlural;
  if (/^(?:are|were|have|do)$/.test(word)) return subject.isPlural;
  if (findFiniteVerb(sentence, place, place + 1) === undefined && !sentence.is(place, "Verb"))
    return false;
  if (sentence.is(place, "Gerund")) return false;
  if (sentence.is(place, "PastTense")) return true;
  if (!sentence.is(place, "PresentTense", "Infinitive")) return false;
  return /[^s]s$/.test(word) !== subject.isPlural;
}

const QUANTITIES = /^(?:many|most|some|few|several|all|those|these)$/;
const EMPTY = wordSet(
  "way thing things place point time moment day fact kind sort type one ones someone something anything nothing everything reason reasons people person",
);
const MOODS = wordSet(
  "convinced determined eager unable unaware aware certain uncertain unsure desperate proud confident afraid grateful exhausted terrified ready curious hopeful oblivious captivated mesmerized intrigued overwhelmed haunted surrounded armed unwilling willing anxious keen relieved reluctant content fascinated consumed devastated shocked amazed astonished delighted excited thrilled torn lost forced unprepared undeterred unfazed unmoved conscious mindful fearful resolved resigned lured driven inspired encouraged emboldened transfixed enthralled entranced horrified stunned paralyzed engrossed immersed absorbed trapped drawn dressed clad seated",
);
const OTHERS = /^(?:him|her|them|people|everyone|somebody|someone|others)$/;
const FINDS =
  /^(?:saw|sees|see|heard|hears|found|finds|find|left|leaves|leave|watched|watches|met|meets|made|makes|make|kept|keeps|gave|gives|asked|asks|told|tells)$/;
