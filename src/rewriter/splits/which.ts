// A closing ", which …" as a sentence of its own. What "which" means is said by the noun where one thing stands
// right before it, by "These" where its verb is plural, and by "This" where all of it is meant.

import type { Edit } from "../edit.ts";
import { isAnimate } from "../sentence/animate.ts";
import { findFiniteVerb, wordSet } from "../sentence/clauses.ts";
import {
  isPluralNoun,
  lastClauseStart,
  MODALS,
  strandsVerb,
  subjectStart,
  wordsBetween,
} from "../sentence/ground.ts";
import { holdsClause, isReported, resumesWithPhrase } from "../sentence/main-clauses.ts";
import { findSubject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { replaceJoint } from "./cuts.ts";

/** "…, which makes it slow." → "…. This makes it slow.", "a shop, which sells" → "The shop sells". */
export function splitAtWhich(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const turn = /^which,? in turn,? /i.exec(text.slice(tokens[comma + 1]?.start))?.[0] ?? "";
  const from =
    turn === "" ? comma + 2 : tokens.findIndex((t, i) => i > comma + 2 && t.lower === "turn") + 1;
  const first = tokens[from]?.text === "," ? from + 1 : from;
  let at = first;
  while (isAdverb(sentence, at) && at < first + 2) at++;
  const form = verbForm(sentence, at);
  if (form === undefined || wordsBetween(sentence, first, end) < 3) return undefined;
  if (!holdsClause(sentence, comma) || isReported(sentence, comma)) return undefined;
  if (resumesWithPhrase(sentence, first, end)) return undefined;
  if (strandsVerb(sentence, at, end) || /[;:—–]/.test(text.slice(tokens[at]?.start)))
    return undefined;
  const subject = subjectOf(sentence, comma, at, form);
  if (subject === undefined) return undefined;
  const put = (words: string) =>
    replaceJoint(
      sentence,
      comma,
      first,
      turn === "" ? `${words} ` : `In turn, ${lowerFirst(words)} `,
      'long sentence split at "which"',
    );
  const edit = put(subject);
  // Where the subject is one thing, "They" can only be the several things right before.
  const rest = tokens.slice(first, end).map(({ lower }) => lower);
  const isPlain =
    isPluralNoun(sentence, comma - 1) && !rest.some((word) => /^the(?:ir|m)$/.test(word));
  const other =
    subject === "These" && form !== "modal" && isPlain && isOneThing(sentence)
      ? put("They")
      : undefined;
  return edit === undefined || other === undefined
    ? edit
    : { ...edit, options: [...edit.options, ...other.options] };
}

function isOneThing(sentence: Sentence): boolean {
  const subject = findSubject(sentence);
  return subject !== undefined && !subject.isPlural;
}

type Form = "modal" | "singular" | "plural" | "past";

/** What the form of the verb behind "which" tells about its subject. */
function verbForm(sentence: Sentence, at: number): Form | undefined {
  const word = sentence.tokens[at]?.lower ?? "";
  if (MODALS.has(word) || /^(?:can't|couldn't|won't|wouldn't|shouldn't)$/.test(word))
    return "modal";
  if (SINGULAR_VERBS.has(word)) return "singular";
  if (PLURAL_VERBS.has(word)) return "plural";
  // "which put an end to it": the form tells neither number nor time.
  if (/^(?:put|set|cut|hit|let|shut|cost|hurt|read|spread|split|burst|cast|beat|upset)$/.test(word))
    return undefined;
  if (/^(?:had|did|hadn't|didn't)$/.test(word)) return "past";
  if (sentence.is(at, "PastTense") && !sentence.is(at, "Noun", "Gerund")) return "past";
  if (sentence.is(at, "PresentTense") && /[^s]s$/.test(word)) return "singular";
  if (sentence.is(at, "Infinitive") && !sentence.is(at, "Noun")) return "plural";
  // "which states that …": taken for a noun, but behind "which" only a verb opens what follows.
  if (/^[a-z]{3,}[^s]s$/.test(word) && OPENS_OBJECT.test(sentence.tokens[at + 1]?.lower ?? ""))
    return "singular";
  return undefined;
}

/** How the second sentence says what "which" stands for, or undefined where nobody can tell. */
function subjectOf(sentence: Sentence, comma: number, at: number, form: Form): string | undefined {
  const { tokens } = sentence;
  const word = tokens[comma - 1]?.lower ?? "";
  const isMany = isPluralNoun(sentence, comma - 1) || endsInPair(sentence, comma);
  const isName = /^\p{Lu}/u.test(tokens[comma - 1]?.text ?? "");
  const deed = tokens[deedAt(sentence, at, form)]?.lower ?? "";
  const isAllOfIt = ALL_OF_IT.test(deed) || hasEffect(sentence, at, form);
  if (isMany && isName && form !== "plural")
    return form === "singular" && isAllOfIt ? "This" : undefined;
  // "chips are used instead, which …": what is meant stands further back, unless all of it is meant.
  if (
    /^(?:instead|too|also|together|here|there|again|back|alone|it|them|others|those|ones)$/.test(
      word,
    )
  )
    return form === "singular" && EFFECT_VERBS.test(deed) ? "This" : undefined;
  if (form === "plural") {
    if (PLURAL_VERBS.has(tokens[at]?.lower ?? "")) return "These";
    const near = tokens.slice(0, comma).some((_, i) => i > comma - 9 && isPluralNoun(sentence, i));
    // "the faults of older tools, which hinder their use": whose?
    const hasTheir = tokens.slice(at, at + 5).some(({ lower }) => /^the(?:ir|m)$/.test(lower));
    if (hasTheir && !isOnlyThing(sentence, comma)) return undefined;
    return near || isMany ? "These" : undefined;
  }
  // "which" is never said of people, so that all of it must be meant.
  if (isAnimate(word.replace(/s$/, "")) && !COLLECTIVES.has(word)) {
    return isMany && form !== "past" ? "This" : undefined;
  }
  // "a firm, which makes shoes": the firm does, and not that it was named.
  if (COLLECTIVES.has(word)) return thingBefore(sentence, comma, form);
  // An effect is told of the whole event: "…, which makes", "…, which can lead to".
  if (EFFECT_VERBS.test(deed)) {
    // "Many lack good seed, which can raise …": the seed can, and not that they lack it.
    if (/^(?:improve|increase|reduce|help|enhance|raise|boost|save|ease|prevent)s?$/.test(deed))
      if (lacks(sentence, comma)) return undefined;
    // "services, which can provide help": the things themselves may do so.
    const isOwn = isMany && form === "modal" && /^(?:provide|give|add|keep|leave)$/.test(deed);
    return isOwn ? undefined : "This";
  }
  if (judges(sentence, at, form)) return isMany && form === "modal" ? undefined : "This";
  if (isMany) {
    if (form === "singular") return "This";
    // "did not win any prizes, which shocked us": what is not there does nothing.
    if (tokens.slice(0, comma).some(({ lower }) => /^(?:not|no|never|few)$|n't$/.test(lower)))
      return undefined;
    // "the effects of heat on the bars, which can": a verb that fits any number may tell of either.
    return isOnlyThing(sentence, comma) ? "These" : undefined;
  }
  const thing = thingBefore(sentence, comma, form) ?? nameBefore(sentence, comma);
  if (thing !== undefined) return thing;
  if (namesAgain(sentence, at)) return "This";
  if (isAllOfIt || (!isName && endsInJudgement(sentence, at))) return "This";
  const isThing = sentence.is(comma - 1, "Noun", "Value") || isName || /^\d/.test(word);
  // "three years ago, which": what is told of is further back.
  return !isThing && form !== "past" && !AGO.test(word) ? "This" : undefined;
}

/** "lack access to", "without": what is told behind it may be told of what is missing. */
function lacks({ tokens }: Sentence, comma: number): boolean {
  return tokens
    .slice(0, comma)
    .some(({ lower }) => /^(?:lack(?:s|ed|ing)?|without|no|need(?:s|ed)?)$|^not$|n't$/.test(lower));
}

/** "which has a great impact on", "which could have grave consequences": what all of it does. */
function hasEffect(sentence: Sentence, at: number, form: Form): boolean {
  const { tokens } = sentence;
  const have = form === "modal" ? deedAt(sentence, at, form) - 1 : at;
  if (!/^(?:has|had|have)$/.test(tokens[have]?.lower ?? "")) return false;
  return tokens
    .slice(have + 1, have + 5)
    .some(({ lower }) =>
      /^(?:impacts?|effects?|influence|implications?|consequences?)$/.test(lower),
    );
}

/** Whether no other noun holds the things right before the comma: "a net of roads" might be either. */
function isOnlyThing(sentence: Sentence, comma: number): boolean {
  let i = comma - 1;
  while (
    i > 0 &&
    (sentence.is(i, "Noun", "Adjective", "Determiner", "Possessive", "Value", "Gerund") ||
      /^(?:,|and|or|the|a|an|its|their|his|her|our)$/.test(sentence.tokens[i]?.lower ?? ""))
  )
    i--;
  const lead = sentence.tokens[i]?.lower ?? "";
  if (/^(?:including|as|like)$/.test(lead)) return false;
  return !(PREPOSITIONS.has(lead) && sentence.is(i - 1, "Noun", "PastTense", "Participle"));
}

/** Where the word stands that tells the deed: "could have led", "has now made". */
function deedAt(sentence: Sentence, at: number, form: Form): number {
  let deed = at;
  if (form === "modal" || HELPING.test(sentence.tokens[at]?.lower ?? "")) deed++;
  while (deed < at + 4 && (isAdverb(sentence, deed) || sentence.tokens[deed]?.lower === "have"))
    deed++;
  return deed;
}

const HELPING = /^(?:has|have|had)$/;

/** "which is great", "which was a relief", "which is why": a word on all that was said. */
function judges(sentence: Sentence, at: number, form: Form): boolean {
  const { tokens } = sentence;
  const be = form === "modal" ? at + 1 : at;
  if (!/^(?:is|was|be|isn't|wasn't)$/.test(tokens[be]?.lower ?? "")) return false;
  let next = be + 1;
  while (
    next < be + 4 &&
    (isAdverb(sentence, next) ||
      /^(?:an?|not|so|such|of|[a-z]{3,20}ly)$/.test(tokens[next]?.lower ?? ""))
  )
    next++;
  const word = tokens[next]?.lower ?? "";
  if (/^(?:why|how|what|when|where)$/.test(word)) return true;
  return JUDGEMENTS.test(word) || JUDGEMENTS.test(tokens[next + 1]?.lower ?? "");
}

/** "which is deeply unfair.": one word at the end, where no thing stands before that it could be said of. */
function endsInJudgement(sentence: Sentence, at: number): boolean {
  const { tokens } = sentence;
  if (!/^(?:is|was)$/.test(tokens[at]?.lower ?? "")) return false;
  const next = /^[a-z]{3,20}ly$/.test(tokens[at + 1]?.lower ?? "") ? at + 2 : at + 1;
  return sentence.is(next, "Adjective") && !tokens[next + 1]?.isWord && next + 2 >= tokens.length;
}

/** "which is a group of …": what is called by another name may be "this", whatever it is. */
function namesAgain(sentence: Sentence, at: number): boolean {
  return (
    /^(?:is|was)$/.test(sentence.tokens[at]?.lower ?? "") &&
    /^(?:a|an|the|one|another)$/.test(sentence.tokens[at + 1]?.lower ?? "")
  );
}

/** "anxiety and depression, which can": two things right before the comma. */
function endsInPair(sentence: Sentence, comma: number): boolean {
  let i = comma - 1;
  while (i > 1 && sentence.is(i, "Noun", "Adjective", "Gerund") && !sentence.is(i, "Pronoun")) i--;
  return (
    sentence.tokens[i]?.lower === "and" && sentence.is(i - 1, "Noun", "Gerund") && i < comma - 1
  );
}

/** "We saw Holm Hall, which was": a name that hangs on the verb of somebody or of several, neither of whom is "it". */
function nameBefore(sentence: Sentence, comma: number): string | undefined {
  const { tokens } = sentence;
  let first = comma;
  while (first > 1 && /^\p{Lu}[\p{L}\p{N}'’-]*$/u.test(tokens[first - 1]?.text ?? "")) first--;
  if (first === comma || sentence.is(comma - 1, "Plural", "Person", "Possessive")) return undefined;
  const lead = tokens[first - 1]?.lower === "the" ? first - 2 : first - 1;
  const subject = findSubject(sentence);
  const isApart = subject?.isPerson === true || subject?.isPlural === true;
  if (!isApart || !sentence.is(lead, "Verb") || sentence.is(lead, "Noun")) return undefined;
  for (let i = subject.verb + 1; i < lead; i++) {
    if (sentence.is(i, "Noun") && !sentence.is(i, "Pronoun")) return undefined;
  }
  return "It";
}

/** The thing a relative clause is about, as a subject: "a shop" → "The shop", "coal" → "Coal". */
function thingBefore(sentence: Sentence, comma: number, form: Form): string | undefined {
  const { tokens } = sentence;
  const noun = tokens[comma - 1];
  if (noun === undefined || !noun.isWord || !sentence.is(comma - 1, "Noun")) return undefined;
  if (sentence.is(comma - 1, "Plural", "Pronoun", "ProperNoun")) return undefined;
  if (!/^\p{Ll}+$/u.test(noun.text) || EMPTY.has(noun.lower)) return undefined;
  if (isAnimate(noun.lower) && !COLLECTIVES.has(noun.lower)) return undefined;
  let first = comma - 2;
  while (
    first > 0 &&
    (sentence.is(first, "Adjective", "Noun", "Adverb") ||
      (tokens[first]?.text === "," && sentence.is(first - 1, "Adjective"))) &&
    !sentence.is(first, "Pronoun", "Possessive")
  )
    first--;
  const opener = tokens[first]?.lower ?? "";
  const lead = tokens[first - 1];
  // After "a picture of the hall" it might be either of the two.
  if (lead?.lower === "of") return undefined;
  if (lead !== undefined && PREPOSITIONS.has(lead.lower) && sentence.is(first - 2, "Noun")) {
    return undefined;
  }
  // "a mark left on the wall, which": so it might after a participle.
  const isBehindState =
    lead !== undefined &&
    PREPOSITIONS.has(lead.lower) &&
    sentence.is(first - 2, "PastTense", "Participle", "Adjective") &&
    sentence.is(first - 3, "Noun");
  if (!KNOWN_THING.has(opener) || isBehindState) return undefined;
  // Behind a preposition it is one of several things that might be meant, or all of it is; where the verb belongs
  // to one thing, those that are several are not meant.
  const start = Math.max(subjectStart(sentence), lastClauseStart(sentence, comma));
  const main = findFiniteVerb(sentence, start, comma);
  for (let i = (main ?? start) + 1; i < first - 1; i++) {
    // "those who need a car to reach their work, which": an inner clause has things of its own.
    if (/^(?:who|that|which|if|because|when)$/.test(tokens[i]?.lower ?? "")) return undefined;
    const isOther = form !== "singular" || !isPluralNoun(sentence, i);
    if (sentence.is(i, "Noun") && !sentence.is(i, "Pronoun") && isOther) return undefined;
  }
  // "this coffee's flavor profile": both words of a compound are said again.
  const pair =
    first < comma - 2 &&
    sentence.is(comma - 2, "Noun") &&
    /^\p{Ll}+$/u.test(tokens[comma - 2]?.text ?? "");
  return pair ? `The ${tokens[comma - 2]?.lower} ${noun.lower}` : `The ${noun.lower}`;
}

function isAdverb(sentence: Sentence, at: number): boolean {
  return (
    sentence.is(at, "Adverb") ||
    /^(?:also|often|then|now|still|later|once|only|already)$/.test(sentence.tokens[at]?.lower ?? "")
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const AGO = /^(?:ago|earlier|later|today|yesterday|now|then|before|onwards?)$/;
const EFFECT_VERBS =
  /^(?:make[sd]?|made|lead[s]?|led|mean(?:s|t)?|allow(?:s|ed)?|enable[sd]?|help(?:s|ed)?|cause[sd]?|result(?:s|ed)?|create[sd]?|reduce[sd]?|increase[sd]?|improve[sd]?|affect(?:s|ed)?|ensure[sd]?|prevent(?:s|ed)?|show(?:s|ed)?|give[s]?|gave|keep[s]?|kept|let[s]?|lower(?:s|ed)?|raise[sd]?|save[sd]?|leave[s]?|left|add(?:s|ed)?|contribute[sd]?|impact(?:s|ed)?|enhance[sd]?|provide[sd]?|emphasi[sz]e[sd]?|highlight(?:s|ed)?|underscore[sd]?|demonstrate[sd]?|prove[sd]?|suggest(?:s|ed)?|reinforce[sd]?|indicate[sd]?)$/;
// In the present these too tell what all of it does, rather than one thing of it.
const ALL_OF_IT =
  /^(?:(?:earn|translate|perpetuate|eliminate|drive|force|undermine|weaken|strengthen|boost|limit|harm|hinder|threaten|foster|promote|encourage|spark|trigger|complicate|fuel|worsen)(?:s|d|ed)?|drove|fits|sets|puts|tells|erodes|stifles|hinders|tarnishes|signifies|suggests|speaks|reflects|forces|undermines|weakens|strengthens|boosts|limits|harms|hurts|slows|speeds|drives|pushes|brings|adds|turns|requires|involves|poses|triggers|sparks|fosters|promotes|encourages|discourages|threatens|complicates|simplifies|gets|takes|ruins|explains|proves|confirms|illustrates|exemplifies|ties|fuels|worsens|deepens|widens|opens|invites|eases|frees|saves|costs|serves|exposes|translates|amplifies|minimizes|maximizes|optimizes|facilitates|supports|demands|calls)$/;
const JUDGEMENTS =
  /^(?:great|amazing|awesome|nice|good|bad|better|best|perfect|wonderful|fantastic|impressive|critical|crucial|vital|essential|important|key|necessary|helpful|useful|valuable|beneficial|harmful|dangerous|difficult|hard|easy|frustrating|annoying|disappointing|surprising|shocking|sad|unfortunate|fortunate|understandable|interesting|exciting|concerning|alarming|remarkable|refreshing|convenient|common|normal|typical|rare|unusual|true|false|wrong|right|plus|perk|bonus|relief|shame|pity|problem|issue|concern|testament|sign|reminder|reason|step|challenge|benefit|advantage|drawback|mistake|feat|achievement|undertaking|significance|importance|thing|possible|impossible|evident|clear|unlikely|surprise|success|failure|disaster|blow|choice|decision|first|rarity|release|same)$/;
// What has members and is still a thing, of which "which" can be said.
const COLLECTIVES = wordSet(
  "company firm government community village army band choir orchestra squad class panel jury party club",
);
const EMPTY = wordSet(
  "way thing place point time moment day fact factor reason kind sort type one year week month",
);
const PREPOSITIONS = wordSet("of in on at for with from by to about between into over under as");
const KNOWN_THING = wordSet("a an the this that its his her their our my your another");
const OPENS_OBJECT = /^(?:that|the|a|an|its|their|his|her|our|to|how|what|both|all)$/;
const SINGULAR_VERBS = wordSet("is was has does isn't wasn't hasn't doesn't");
const PLURAL_VERBS = wordSet("are were have do aren't weren't haven't don't");
