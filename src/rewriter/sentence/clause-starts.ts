// Clauses that begin with something else than their subject, or with a subject that is long: what may stand behind
// ", and" or ", but" and open a sentence of its own all the same.

import { findFiniteVerb, startsClause, startsSentence, wordSet } from "./clauses.ts";
import { HELPERS, MODALS } from "./ground.ts";
import { verbBehindThing } from "./noun-phrases.ts";
import type { Sentence } from "./tokens.ts";

/**
 * What can open a sentence though it doesn't begin with its subject: "thankfully nobody was hurt", "in practice
 * it fails", "since the bus is slow, there …", "what I got was …", "closing the road will …".
 */
export function opensClause(sentence: Sentence, from: number, end: number): boolean {
  const { tokens } = sentence;
  const first = tokens[from]?.lower ?? "";
  if ((/^\w{4,}ly$/.test(first) && first !== "only") || LEADS.has(first)) {
    const next = tokens[from + 1]?.text === "," ? from + 2 : from + 1;
    return startsSentence(sentence, next, end);
  }
  // "to our surprise, it was open": whose feeling it is.
  const isFelt = first === "to" && FEELINGS.test(tokens[from + 2]?.lower ?? "");
  if (INTRODUCES.has(first) || isFelt) {
    for (let i = from + 2; i < Math.min(end, from + 14); i++) {
      const { text, lower } = tokens[i] ?? { text: "", lower: "" };
      if (lower === "and" || lower === "or" || /[;:—–()"“”]/.test(text)) return false;
      if (text === ",")
        return (
          startsClause(sentence, i + 1, end) || verbBehindThing(sentence, i + 1, end) !== undefined
        );
      // "in the end they came": a pronoun that can only be a subject needs no comma.
      const isShort = i < from + 5 && PLACES.has(first) && !sentence.is(i - 1, "Verb");
      if (isShort && NOMINATIVE.has(lower)) return startsClause(sentence, i, end);
    }
    return false;
  }
  if (first === "what") {
    const isSaid =
      NOMINATIVE.has(tokens[from + 1]?.lower ?? "") || sentence.is(from + 1, "PastTense");
    if (!isSaid) return false;
    return tokens
      .slice(from + 2, from + 8)
      .some(({ lower }) => /^(?:is|was|are|were)$/.test(lower));
  }
  return (
    startsWithDeed(sentence, from, end) ||
    startsWithLongSubject(sentence, from, end) ||
    startsWithDescribed(sentence, from, end) ||
    startsWithPair(sentence, from) ||
    verbBehindThing(sentence, from, end) !== undefined
  );
}

/** "closing the road will …": a deed as the subject, with a helper for its verb. */
function startsWithDeed(sentence: Sentence, from: number, end: number): boolean {
  if (!sentence.is(from, "Gerund")) return false;
  const verb = findFiniteVerb(sentence, from, Math.min(end, from + 12));
  if (verb === undefined || verb < from + 2 || !sentence.is(verb - 1, "Noun", "Adverb"))
    return false;
  // "It involves calling them, checking the list, and making sure …": one deed of several.
  for (let i = 1; i < from; i++)
    if (sentence.tokens[i - 1]?.text === "," && sentence.is(i, "Gerund")) return false;
  const word = sentence.tokens[verb]?.lower ?? "";
  for (let i = from + 1; i < verb; i++) {
    // "losing all he cares for": the verb has a subject of its own.
    const { lower, isWord } = sentence.tokens[i] ?? { lower: "", isWord: false };
    if (!isWord || /^(?:i|he|she|we|they|you)$/.test(lower)) return false;
  }
  if (/^(?:is|was|has|does)$/.test(word) || MODALS.has(word)) return true;
  // "closing it poses a risk": a verb that is no plural, with something behind it.
  return (
    /[^s]s$/.test(word) &&
    sentence.is(verb, "PresentTense") &&
    !sentence.is(verb, "Noun") &&
    sentence.is(verb + 1, "Determiner", "Adjective", "Preposition", "Possessive")
  );
}

/** "the bonds between the men and their families are …": a thing with "of", "in" or "between" and a sure verb. */
function startsWithLongSubject(sentence: Sentence, from: number, end: number): boolean {
  const { tokens } = sentence;
  if (!OPENS_THING.has(tokens[from]?.lower ?? "")) return false;
  let isBehindPreposition = false;
  for (let i = from + 1; i < Math.min(end, from + 18); i++) {
    const { lower, isWord } = tokens[i] ?? { lower: "", isWord: false };
    if (!isWord || NEVER_INSIDE.has(lower)) return false;
    const isVerb = HELPERS.has(lower) || MODALS.has(lower);
    const isNear = i < from + 5;
    if (isVerb) return (isBehindPreposition || isNear) && sentence.is(i - 1, "Noun", "Adverb");
    if (/^(?:and|or)$/.test(lower) && (!isBehindPreposition || sentence.is(i + 1, "Verb")))
      return false;
    if (PREPOSITIONS.has(lower)) isBehindPreposition = true;
  }
  return false;
}

/** "a boat that is too small may …": a thing with a clause of its own, and a sure verb behind that. */
function startsWithDescribed(sentence: Sentence, from: number, end: number): boolean {
  const { tokens } = sentence;
  if (!OPENS_THING.has(tokens[from]?.lower ?? "")) return false;
  let at = from + 1;
  while (at < from + 6 && !/^(?:that|who|which)$/.test(tokens[at]?.lower ?? "")) at++;
  if (at === from + 6 || !sentence.is(at - 1, "Noun")) return false;
  let verbs = 0;
  for (let i = at + 1; i < Math.min(end, at + 12); i++) {
    const { lower, isWord } = tokens[i] ?? { lower: "", isWord: false };
    if (!isWord || NEVER_INSIDE.has(lower)) return false;
    const isHelper = HELPERS.has(lower) || MODALS.has(lower);
    if (isHelper && verbs > 0 && !HELPERS.has(tokens[i - 1]?.lower ?? ""))
      return !MODALS.has(tokens[i - 1]?.lower ?? "");
    if (isHelper || sentence.is(i, "PastTense", "PresentTense")) verbs++;
  }
  return false;
}

/** "food and drink were …": two things and the verb of several. */
function startsWithPair(sentence: Sentence, from: number): boolean {
  const { tokens } = sentence;
  const at = tokens[from + 1]?.lower === "and" ? from + 1 : from + 2;
  if (tokens[at]?.lower !== "and" || !sentence.is(at - 1, "Noun")) return false;
  const last = sentence.is(at + 1, "Adjective") ? at + 2 : at + 1;
  if (!sentence.is(last, "Noun") || sentence.is(from, "Verb")) return false;
  return /^(?:are|were|have)$/.test(tokens[last + 1]?.lower ?? "");
}

/** "…, but be prepared for a wait", "…, so make sure to book": a call on the reader. */
export function startsCall({ tokens }: Sentence, from: number): boolean {
  const three = [0, 1, 2].map((i) => tokens[from + i]?.lower ?? "").join(" ");
  return /^(?:be (?:sure|prepared|careful|aware|ready|warned)|make sure|keep in mind|remember to|note that)\b/.test(
    three,
  );
}

const LEADS = wordSet(
  "alas tonight today yesterday tomorrow meanwhile perhaps maybe otherwise overall indeed afterwards afterward again sometimes soon later then now instead still",
);
const INTRODUCES = wordSet(
  "in on at for with by during after before when since given thanks because if while although unlike due despite as from without once",
);
const FEELINGS =
  /^(?:surprise|relief|delight|horror|dismay|amazement|astonishment|shock|joy|credit)$/;
const PLACES = wordSet("in at for on with by after during from");
const NOMINATIVE = wordSet("i he she we they it there");
const OPENS_THING = wordSet(
  "the a an my your his her its our their these those this some many most any no another every each several all",
);
const NEVER_INSIDE = wordSet(
  "that which who whom whose where when while if because although though than so yet not but to",
);
const PREPOSITIONS = wordSet("of in between among for on at with from about against across within");
