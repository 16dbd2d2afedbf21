// What else in the sentence may do what an "-ing" part tells: a thing the clause has just brought in, the object of
// its verb, somebody in an aside.

import { isAnimate } from "../sentence/animate.ts";
import { wordSet } from "../sentence/clauses.ts";
import { type Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { ASIDES } from "./participle-verbs.ts";

/** "spinning like a top", "falling to the ground": an "-ing" without an object. */
export function takesNothing(sentence: Sentence, at: number, end: number): boolean {
  const next = sentence.tokens[at + 1]?.lower ?? "";
  if (next === "to" && AIMS.test(sentence.tokens[at]?.lower ?? "")) return false;
  return (
    at + 1 >= end ||
    sentence.is(at + 1, "Adverb") ||
    (sentence.is(at + 1, "Preposition") &&
      !/^(?:on|for|with|as)$/.test(next) &&
      !takesPair(sentence, at + 1)) ||
    /^(?:like|to)$/.test(next)
  );
}

/** "pointing out landmarks": the small word belongs to the verb, and the object follows. */
function takesPair(sentence: Sentence, at: number): boolean {
  return (
    /^(?:out|up|off|down|away|back|over)$/.test(sentence.tokens[at]?.lower ?? "") &&
    sentence.is(at + 1, "Noun", "Determiner", "Possessive", "Adjective") &&
    !sentence.is(at + 1, "Preposition")
  );
}

export function hasObject(sentence: Sentence, verb: number): boolean {
  const next = sentence.is(verb + 1, "Adverb") ? verb + 2 : verb + 1;
  const word = sentence.tokens[next]?.lower ?? "";
  return (
    sentence.is(next, "Determiner", "Possessive", "Noun", "Adjective", "Pronoun") ||
    /^(?:the|a|an|it|them|him|her|us|me)$/.test(word)
  );
}

export function hasInnerDeed(sentence: Sentence, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (!sentence.is(i, "Gerund") || !sentence.is(i - 1, "Noun")) continue;
    // "face painting", "machine learning tools": a kind of thing, not a deed.
    const isKind = sentence.is(i + 1, "Noun") && !sentence.is(i + 1, "Pronoun", "Possessive");
    const isLast = /^(?:,|and|or|in|for|with|of|by)$/.test(sentence.tokens[i + 1]?.lower ?? "");
    const seeks = SEEKS.test(sentence.tokens[i]?.lower ?? "");
    if (!isKind && (seeks || !(isLast && !sentence.is(i - 1, "Pronoun", "Plural")))) return true;
  }
  return false;
}

// What has an aim, which stands behind its "to" as an object would.
const AIMS =
  /^(?:aiming|catering|appealing|contributing|adding|responding|adapting|adhering|helping|seeking|trying|attempting|striving|pointing|hoping|wanting|promising|threatening)$/;

/** Whether the comma at `at` opens an aside or stands in a list that is closed before the tail. */
export function isAside(sentence: Sentence, at: number, tail: number): boolean {
  if (ASIDES.has(sentence.tokens[at + 1]?.lower ?? "")) return true;
  let last = at;
  for (let i = at; i < tail; i++) {
    if (sentence.tokens[i]?.text === ",") last = i;
    if (sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective")) return false;
  }
  return /^(?:and|or)$/.test(sentence.tokens[last + 1]?.lower ?? "");
}

/** "is a fine cook", "has worked as a clerk": what the clause ends in is what the subject is. */
export function namesSubject(sentence: Sentence, subject: Subject, comma: number): boolean {
  if (subject.isPerson === false) return false;
  let article = comma - 1;
  while (article > subject.verb && !/^an?$/.test(sentence.tokens[article]?.lower ?? "")) {
    if (!sentence.is(article, "Noun", "Adjective")) return false;
    article--;
  }
  const before = sentence.tokens[article - 1]?.lower ?? "";
  const isAdverb = sentence.is(article - 1, "Adverb");
  const verb = isAdverb ? (sentence.tokens[article - 2]?.lower ?? "") : before;
  return before === "as" || /^(?:is|was|\w+'s)$/.test(verb);
}

const PLACES =
  /^(?:to|at|in|into|on|onto|near|through|by|inside|under|behind|towards?|across|along)$/;

/** Whether the clause ends in "a …": a thing just brought in may be what the tail is about. */
export function endsInNewThing(sentence: Sentence, comma: number, isSomebody: boolean): boolean {
  // "pulsed a final time" tells when or how often.
  if (
    /^(?:time|moment|while|day|night|year|week|hour|minute|second|mile|step|bit|little|manner|way|fashion|pace|rate|extent|degree)$/.test(
      sentence.tokens[comma - 1]?.lower ?? "",
    )
  )
    return false;
  for (let i = comma - 1; i > comma - 6 && i > 0; i--) {
    const word = sentence.tokens[i]?.lower ?? "";
    // "went to a small inn, hoping …": somebody goes, and the place does nothing.
    if (word === "a" || word === "an")
      return !(isSomebody && PLACES.test(sentence.tokens[i - 1]?.lower ?? ""));
    if (!sentence.is(i, "Noun", "Adjective") || sentence.is(i, "Pronoun")) return false;
  }
  return false;
}

/**
 * Whether the subject does it though the clause has just brought in another thing: "Our tool uses a small table,
 * sorting …" may be read of either, and "it" says no more; somebody with a thing does it rather than the thing.
 */
export function isStillSubject(
  sentence: Sentence,
  subject: Subject,
  comma: number,
  at: number,
): boolean {
  const { tokens } = sentence;
  const thing = tokens[comma - 1]?.lower ?? "";
  if (
    !sentence.is(comma - 1, "Noun") ||
    isAnimate(thing) ||
    /^\p{Lu}/u.test(tokens[comma - 1]?.text ?? "")
  )
    return false;
  const word = tokens[at]?.lower ?? "";
  // "Ada's love of music began early, playing …": Ada plays, not her love.
  for (let i = subject.verb - 1; i >= 0 && i > subject.verb - 7; i--) {
    const { text, lower } = tokens[i] ?? { text: "", lower: "" };
    if ((/^\p{Lu}/u.test(text) && /['’]s$/.test(text)) || /^(?:his|her|my)$/.test(lower))
      return false;
  }
  if (subject.again === "it") return subject.isPerson === false && !LOOKS.has(word);
  if (subject.isPlural && subject.isPerson !== true) return !SPEAKS.has(word) && !LOOKS.has(word);
  return subject.isPerson !== false && !SPEAKS.has(word) && !LOOKS.has(word);
}

// What a letter, a sign or a map does as well as the one who made it.
const SPEAKS = wordSet(
  "explaining showing revealing describing telling stating saying asking inviting offering giving providing leading marking reading depicting detailing outlining listing claiming suggesting promising warning calling urging demanding seeking highlighting covering featuring including covering making bringing setting aiming allowing creating forming turning filling",
);
// What something looks or sounds like.
const LOOKS = wordSet(
  "resembling looking sounding smelling tasting shining glowing hanging standing sitting lying rising falling growing becoming remaining turning running flowing spinning moving",
);

// "a paper looking for clicks": a deed, for all the preposition behind it.
const SEEKS =
  /^(?:looking|searching|waiting|hoping|fighting|working|living|standing|sitting|running|walking|coming|going|asking|calling|longing|dealing|aiming|trying|pushing|fishing|hunting|consisting)$/;

/** Whether the object behind the "-ing" is the subject itself: "he … giving him", "they … leaving them". */
export function comesBack({ tokens }: Sentence, at: number, subject: Subject | undefined): boolean {
  const own = OBJECTS.get(subject?.again ?? "");
  if (own === undefined || tokens[at + 1]?.lower !== own) return false;
  if (
    !/^(?:giving|earning|leaving|granting|bringing|keeping|putting|saving|sending|costing)$/.test(
      tokens[at]?.lower ?? "",
    )
  )
    return false;
  // "giving her hand": hers, not her.
  return (
    own !== "her" || /^(?:an?|the|two|three|four|more|some|no)$/.test(tokens[at + 2]?.lower ?? "")
  );
}

const OBJECTS: ReadonlyMap<string, string> = new Map([
  ["he", "him"],
  ["she", "her"],
  ["they", "them"],
  ["I", "me"],
  ["we", "us"],
]);

/** "The viewer is kept on edge, mirroring the thieves": what happens to somebody does, nobody himself. */
export function isLikening(sentence: Sentence, at: number, subject: Subject | undefined): boolean {
  if (!/^(?:mirroring|reflecting|echoing|paralleling)$/.test(sentence.tokens[at]?.lower ?? ""))
    return false;
  // "reflecting on the past" is a deed.
  if (/^(?:on|upon|about|off)$/.test(sentence.tokens[at + 1]?.lower ?? "")) return false;
  const who = sentence.tokens[(subject?.verb ?? 0) - 1]?.lower ?? "";
  return (
    subject?.isPerson === true ||
    who === "they" ||
    isAnimate(who) ||
    isAnimate(who.replace(/s$/, ""))
  );
}
