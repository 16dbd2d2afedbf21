// Whole clauses joined by a comma and "and", "but", "so" or "yet": "The bridge was closed, and the town built
// a road." What the second clause may hang on depends on the word: behind "but" it answers the whole first
// half, behind "and" it may go on with a report, a reason or a condition inside it.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { opensClause, startsCall } from "../sentence/clause-starts.ts";
import {
  findFiniteVerb,
  hasMainVerb,
  startsClause,
  startsSentence,
  wordSet,
} from "../sentence/clauses.ts";
import { HELPERS, isInList, MODALS, standsAlone } from "../sentence/ground.ts";
import { formsOfVerb, type Sentence } from "../sentence/tokens.ts";
import { splitAtSecondName } from "./copulas.ts";
import { cut } from "./cuts.ts";
import { isDegree, isHeld, isOrder, OPENS, openingEnd } from "./held.ts";
import { hasPlainVerb } from "./marks.ts";
import { isBareVerb } from "./predicates.ts";

/** "We walked there, and they drove." → "We walked there. They drove." */
export function splitAtJoinedClause(
  sentence: Sentence,
  comma: number,
  end: number,
): Edit | undefined {
  const { tokens } = sentence;
  const joint = tokens[comma + 1]?.lower ?? "";
  const isWhole =
    standsAlone(sentence, 0, comma) ||
    isUnseenClause(sentence, comma, end) ||
    thanks(sentence) ||
    (isOrder(sentence) &&
      PRONOUNS.has(tokens[comma + 2]?.lower ?? "") &&
      // "Think of a place where all have work, but they share it": that is said of the place.
      !tokens.slice(0, comma).some(({ lower }) => /^(?:where|who|which|when|if)$/.test(lower)));
  if (!isWhole || isHeld(sentence, comma, comma + 2, joint, end)) return undefined;
  // "Watching films, shows, and listening to songs can help": deeds in a row.
  if (sentence.is(0, "Gerund") && sentence.is(comma + 2, "Gerund")) return undefined;
  const name = joint === "and" ? splitAtSecondName(sentence, comma, end) : undefined;
  if (name !== undefined) return name;
  // Only "and" closes a list, and not behind a tail such as "…, offering a choice, and the room is warm".
  if (
    joint === "and" &&
    isInList(sentence, comma) &&
    !thanks(sentence) &&
    !isBehindTail(sentence, comma) &&
    !isBehindAside(sentence, comma, end) &&
    !isBehindOpenings(sentence, comma) &&
    !isBehindPhrase(sentence, comma, end) &&
    !isBehindClosedList(sentence, comma, end)
  )
    return undefined;
  const second = tokens[comma + 2]?.lower ?? "";
  // "It means that …, and that children …": both hang on the verb.
  const isAgain = tokens.slice(0, comma).some(({ lower }) => lower === "that");
  const isThat =
    /^(?:is|was|has|had|will|would|can|could|makes|made|means|meant)$/.test(
      tokens[comma + 3]?.lower ?? "",
    ) ||
    (joint === "but" && !isAgain && startsClause(sentence, comma + 2, end));
  if (second === "that" && !isThat) return undefined;
  // "…, but their presence felt in the leaves": without a verb that is plainly one.
  if (OWNED.has(second) && !hasPlainVerb(sentence, comma + 3, end)) return undefined;
  // "not the nest itself, but a copy": no clause of its own on either side.
  if (joint === "but" && endsInDenial(sentence, comma)) return undefined;
  if (joint === "so" && tellsPurpose(sentence, comma + 2)) return undefined;
  // "…, so quietly that nobody heard": how, not what came of it.
  if (joint === "so" && isDegree(sentence, comma + 1) && tokens[comma + 3]?.text !== ",")
    return undefined;
  const isClause =
    startsSentence(sentence, comma + 2, end) || opensClause(sentence, comma + 2, end);
  // "…, so keep at it": what is to be done follows from what is so.
  const isCall =
    (joint !== "and" && startsCall(sentence, comma + 2)) ||
    (joint === "so" && isBareVerb(sentence, comma + 2) && !LIKE.has(second));
  const isTurned = isInverted(sentence, comma + 1);
  if (joint === "nor" ? !isTurned : !isClause && !isCall && !isTurned) return undefined;
  // "It isn't from the north, but from an island I know": put right, not answered.
  const isPhrase = /^(?:from|to|in|for|by|with|on|at|of|about)$/.test(second);
  const denied = tokens.findIndex(({ lower }) => /^not$|n't$/.test(lower));
  const isPutRight =
    denied !== -1 && tokens.slice(denied, comma).some(({ lower }) => lower === second);
  if (joint === "but" && isPhrase && isPutRight) return undefined;
  if (isThingOfClause(sentence, comma + 2, end)) return undefined;
  if (joint === "and" && isBareThing(sentence, comma + 2, end)) return undefined;
  const opener = joint === "and" ? "" : `${capitalise(joint)} `;
  return cut(sentence, comma, comma + 2, opener, `long sentence split at "${joint}"`);
}

/** "Once again, thank you for …": a sentence without a subject. */
function thanks({ tokens }: Sentence): boolean {
  const at = tokens.findIndex(({ lower }) => lower === "thank");
  return at >= 0 && at < 5 && tokens[at + 1]?.lower === "you" && tokens[at + 2]?.lower === "for";
}

/** "…, nor would it", "…, and so is the price": the helper goes before its subject. */
function isInverted({ tokens }: Sentence, at: number): boolean {
  const isNor = tokens[at]?.lower === "nor";
  const lead = isNor ? at : at + 1;
  if (!isNor && !/^(?:so|neither|nor)$/.test(tokens[lead]?.lower ?? "")) return false;
  const helper = tokens[lead + 1]?.lower ?? "";
  const next = tokens[lead + 2]?.lower ?? "";
  return (HELPERS.has(helper) || MODALS.has(helper)) && AFTER_HELPER.has(next);
}

/** "There are notes in the book, and notes in a box carved from …": what was done to the box is no verb of a clause. */
function isBareThing(sentence: Sentence, from: number, end: number): boolean {
  // "…, and I'm glad": a subject and its verb in one word.
  if (PRONOUNS.has((sentence.tokens[from]?.lower ?? "").split("'")[0] ?? "")) return false;
  const main = findFiniteVerb(sentence, 0, from - 2);
  if (!/^(?:is|are|has|have)$/.test(sentence.tokens[main ?? -1]?.lower ?? "")) return false;
  let isBehindPhrase = false;
  for (let i = from; i < end; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (HELPERS.has(word) || MODALS.has(word)) return false;
    if (sentence.is(i, "Preposition")) isBehindPhrase = true;
    if (!sentence.is(i, "Verb") || sentence.is(i, "Gerund")) continue;
    const isDone = sentence.is(i, "PastTense") && /(?:ed|en|wn)$/.test(word);
    return isDone && isBehindPhrase && sentence.is(i + 1, "Preposition");
  }
  return true;
}

/** "…, and the days we spent there": the only verb belongs to those who spent them. */
function isThingOfClause(sentence: Sentence, from: number, end: number): boolean {
  if (
    !/^(?:the|a|an|all|every|my|his|her|their|our|its|this|that|those|these)$/.test(
      sentence.tokens[from]?.lower ?? "",
    )
  )
    return false;
  for (let i = from + 2; i < Math.min(end, from + 7); i++) {
    if (/^[,;:—–]$/.test(sentence.tokens[i]?.text ?? "")) return false;
    if (sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective")) return false;
    // "the songs the men would sing": another subject right behind the thing.
    const word = sentence.tokens[i]?.lower ?? "";
    const isSubject =
      /^(?:i|we|he|she|they|you)$/.test(word) ||
      (/^(?:the|a|an|my|his|her|their|our|your)$/.test(word) && sentence.is(i - 1, "Noun"));
    if (!isSubject) continue;
    const own = findFiniteVerb(sentence, i + 1, end);
    return own !== undefined && findFiniteVerb(sentence, own + 1, end) === undefined;
  }
  return false;
}

/** "so he can", "so that it would": what for, not what came of it. */
function tellsPurpose({ tokens }: Sentence, from: number): boolean {
  if (tokens[from]?.lower === "that") return true;
  return tokens.slice(from, from + 4).some(({ lower }) => PURPOSES.has(lower));
}

/**
 * A first half whose verb the tagger has missed ("The average orange yields about four ounces, so it …"): with a
 * pronoun and its verb behind the joint, and no other comma before it, it can be nothing but a clause.
 */
function isUnseenClause(sentence: Sentence, comma: number, end: number): boolean {
  const { tokens } = sentence;
  if (!PRONOUNS.has(tokens[comma + 2]?.lower ?? "")) return false;
  if (!startsClause(sentence, comma + 2, end)) return false;
  if (OPENS.has(tokens[0]?.lower ?? "") || NO_CLAUSE.has(tokens[0]?.lower ?? "")) return false;
  if (sentence.is(0, "Gerund", "Adjective", "Infinitive")) return false;
  for (let i = 0; i < comma; i++) if (/^[,;:—–()"“”]$/.test(tokens[i]?.text ?? "")) return false;
  for (let i = 1; i < comma; i++) {
    const word = tokens[i]?.lower ?? "";
    if (!sentence.is(i - 1, "Noun", "Adverb") || !/^[a-z]{3,}$/.test(word)) continue;
    const base = word.replace(/s$/, "");
    const forms = formsOfVerb(base) ?? formsOfVerb(word);
    if (forms !== undefined && [forms.s, forms.past].includes(word)) return true;
  }
  return false;
}

/**
 * "He is a hard worker, always on the move, and his shoes are worn": a clause with a sure verb, something said
 * aside, and a clause with a sure verb again make no list of things.
 */
function isBehindAside(sentence: Sentence, comma: number, end: number): boolean {
  const { tokens } = sentence;
  const start = openingEnd(sentence, comma);
  const from = start === 0 ? 0 : start + 1;
  const commas: number[] = [];
  for (let i = from; i < comma; i++) if (tokens[i]?.text === ",") commas.push(i);
  const [first] = commas;
  const last = commas.at(-1);
  if (first === undefined || last === undefined || !startsClause(sentence, from, first))
    return false;
  const verb = findFiniteVerb(sentence, from, first);
  if (verb === undefined || !isSureVerb(sentence, verb)) return false;
  const second = findFiniteVerb(sentence, comma + 2, end);
  const isPronoun = PRONOUNS.has(tokens[comma + 2]?.lower ?? "");
  if (second === undefined || (!isPronoun && !isSureVerb(sentence, second))) return false;
  // "the exits, the stairs, and the rails were in place": a thing before the joint and one behind it.
  if (!isPronoun && sentence.is(last + 1, "Noun", "Determiner", "Possessive", "Value"))
    return false;
  // "…, tried them, and it worked" and "A was bad, B was worse, and C …" are lists of their own kind.
  return commas.every(
    (at) =>
      !startsClause(sentence, at + 1, comma) &&
      !hasMainVerb(sentence, at + 1, comma) &&
      !(sentence.is(at + 1, "Verb") && !sentence.is(at + 1, "Gerund", "Adjective")),
  );
}

function isSureVerb(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  if (HELPERS.has(word) || MODALS.has(word) || /'(?:s|re|m|ve|d|ll)$|n't$/.test(word)) return true;
  return sentence.is(at, "PastTense") && !/ed$/.test(word);
}

/**
 * "He has a slow, quiet voice, and he's always kind": a pronoun that can only be a subject is no item of a list, and
 * what stands since the last comma has no verb that would make it a row of clauses or deeds.
 */
function isBehindPhrase(sentence: Sentence, comma: number, end: number): boolean {
  const { tokens } = sentence;
  const first = (tokens[comma + 2]?.lower ?? "").split("'")[0] ?? "";
  if (!/^(?:i|he|she|we|they|it|there)$/.test(first)) return false;
  if (!startsClause(sentence, comma + 2, end)) return false;
  const last = tokens.findLastIndex(({ text }, i) => text === "," && i < comma);
  if (last < 3 || !standsAlone(sentence, 0, last)) return false;
  for (let i = 0; i <= last; i++) {
    if (tokens[i]?.text !== ",") continue;
    const isDeed = sentence.is(i + 1, "Verb") && !sentence.is(i + 1, "Gerund", "Adjective", "Noun");
    if (isDeed || (hasMainVerb(sentence, 0, i) && startsClause(sentence, i + 1, comma)))
      return false;
  }
  return !hasMainVerb(sentence, last + 1, comma);
}

/** "So, in short, a model is …, and it …", "Overall, while A is new, B is old, and …": commas of openings only. */
function isBehindOpenings(sentence: Sentence, comma: number): boolean {
  const { tokens } = sentence;
  const isJoined = /^(?:and|but|so|yet)$/.test(tokens[0]?.lower ?? "") && tokens[1]?.isWord;
  let from = isJoined === true ? 1 : 0;
  const start = from;
  let isAnswered = false;
  for (let i = from + 1; i < comma; i++) {
    if (tokens[i]?.text !== ",") continue;
    const isGranted = GRANTS.has(tokens[from]?.lower ?? "");
    if (isAnswered || (!isGranted && hasMainVerb(sentence, from, i))) return false;
    // "In cities, towns, and …": things in a row.
    const first = tokens[from]?.lower ?? "";
    const isLead = isGranted || OPENS.has(first) || LEADS.has(first) || /^\w{4,}ly$/.test(first);
    if (!isLead) return false;
    if (isGranted) isAnswered = true;
    from = i + 1;
  }
  return from > start && startsClause(sentence, from, comma);
}

/** "The shop sold bread, milk, and fruit, and it was cheap": the list has its own "and" already. */
function isBehindClosedList(sentence: Sentence, comma: number, end: number): boolean {
  const { tokens } = sentence;
  const commas: number[] = [];
  for (let i = 1; i < comma; i++) if (tokens[i]?.text === ",") commas.push(i);
  const last = commas.at(-1);
  const [first] = commas;
  if (first === undefined || last === undefined || commas.length < 2) return false;
  if (!/^(?:and|or)$/.test(tokens[last + 1]?.lower ?? "")) return false;
  const verb = findFiniteVerb(sentence, 0, first);
  if (verb === undefined || !startsClause(sentence, 0, first)) return false;
  // Things only: no other verb may stand between.
  for (let i = first; i < comma; i++)
    if (sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective", "PastTense")) return false;
  const second = findFiniteVerb(sentence, comma + 2, end);
  const isPronoun = PRONOUNS.has(tokens[comma + 2]?.lower ?? "");
  return second !== undefined && (isPronoun || isSureVerb(sentence, second));
}

/** Whether the stretch since the last comma is an "-ing" or "which" tail of a whole clause. */
function isBehindTail(sentence: Sentence, comma: number): boolean {
  for (let i = comma - 1; i > 3; i--) {
    if (sentence.tokens[i]?.text !== ",") continue;
    const opens = sentence.is(i + 1, "Gerund") || sentence.tokens[i + 1]?.lower === "which";
    if (!opens || !hasMainVerb(sentence, 0, i)) return false;
    for (let k = 0; k < i; k++) if (sentence.tokens[k]?.text === "," && k > 4) return false;
    return true;
  }
  return false;
}

/** "…, not by force": a denial without a verb right before the mark. */
function endsInDenial(sentence: Sentence, mark: number): boolean {
  for (let i = mark - 1; i > mark - 8 && i > 0; i--) {
    const word = sentence.tokens[i]?.lower ?? "";
    // "was not merely brick, but a web of lives": what was denied is put right, not answered.
    if (word === "not" && /^(?:merely|just|only|simply)$/.test(sentence.tokens[i + 1]?.lower ?? ""))
      return true;
    if (word === "not") return !HELPERS.has(sentence.tokens[i - 1]?.lower ?? "");
    if (HELPERS.has(word) || MODALS.has(word)) return false;
  }
  return false;
}

// "…, so close it made her start": how near, and no call to close anything.
const LIKE = wordSet(
  "close open clean clear free slow calm cool warm dry quiet smooth still thin even",
);
const GRANTS = wordSet("while although though despite");
const LEADS = wordSet("so overall however also still now thus therefore today first second third");
const AFTER_HELPER = wordSet(
  "i you he she it we they this that these those the a an my his her its our their any anyone most many some all there",
);
const OWNED = wordSet("its his her their my our your");
const PURPOSES = wordSet("can could would");
const PRONOUNS = wordSet("i he she we they it this there i'm it's they're we're he's she's");
const NO_CLAUSE = wordSet("not no nothing none never neither what how who which that");
