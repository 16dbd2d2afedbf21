// "… a new method that finds …": a thing that is only now brought in, and told by more than the clause behind
// it, can be told in two steps: "… a new method. This method finds …". Where the clause tells which thing is
// meant, or the thing is wished for, denied or supposed, it stays.

import type { Edit } from "../edit.ts";
import { isAnimate } from "../sentence/animate.ts";
import { findFiniteVerb, startsClause, wordSet } from "../sentence/clauses.ts";
import {
  isBracketed,
  isPluralNoun,
  lastClauseStart,
  MODALS,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import { holdsClause, isReported } from "../sentence/main-clauses.ts";
import { findSubject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";

/** "… is a widely used tool that helps …" → "… is a widely used tool. It helps …" */
export function splitAtThat(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const noun = tokens[at - 1];
  const isWho = tokens[at]?.lower === "who";
  if (noun === undefined || !/^(?:that|who)$/.test(tokens[at]?.lower ?? "")) return undefined;
  if (isBracketed(sentence, at)) return undefined;
  if (!/^\p{Ll}+$/u.test(noun.text) || !sentence.is(at - 1, "Noun") || EMPTY.has(noun.lower))
    return undefined;
  if (wordsBetween(sentence, 0, at) < 5 || wordsBetween(sentence, at + 1, end) < 4)
    return undefined;
  const thing = thingBefore(sentence, at);
  const kind = noun.lower.replace(/s$/, "");
  // Who is told of by "who" is somebody, whatever the word; what is told of by "that" must be a thing.
  if (thing === undefined || (!isWho && isAnimate(kind) && kind !== "model")) return undefined;
  const verb = isAdverb(sentence, at + 1) ? at + 2 : at + 1;
  if (!agrees(sentence, verb, thing.isMany)) return undefined;
  if (DEGREES.test(text.slice(tokens[thing.first]?.start, noun.end))) return undefined;
  if (!holdsClause(sentence, at) || isReported(sentence, at)) return undefined;
  const isCopula = isNamedBy(sentence, thing.first);
  if (isCopula && isWho) return undefined;
  // "A closed loop is a loop that …" says nothing without the clause.
  if (isCopula && tokens.slice(0, thing.first).some(({ lower }) => lower === noun.lower))
    return undefined;
  if (!isCopula && !(thing.isDescribed && isBroughtIn(sentence, thing.first))) return undefined;
  // "…, the cook made a stew, and …": one clause of several.
  for (let i = at + 1; i + 2 < end; i++) {
    if (tokens[i]?.text === "," && startsClause(sentence, i + 1, end)) return undefined;
  }
  if (!thing.isMany && goesOn(sentence, verb, end)) return undefined;
  // "several rules that shape it, including A": the list tells of the rules.
  if (thing.isMany && /, (?:including|such as|like)\b/.test(text.slice(noun.end))) return undefined;
  // "It mattered, as it was a great feat that …": the clause is part of the reason.
  for (let i = 1; i < thing.first; i++) {
    const word = tokens[i]?.lower ?? "";
    const isReason = /^(?:because|since|although|though)$/.test(word);
    if (isReason || (word === "as" && startsClause(sentence, i + 1, at))) return undefined;
  }
  if (strandsVerb(sentence, at + 1, end) || /[;:—–]/.test(text.slice(noun.end))) return undefined;
  const again = isWho
    ? [thing.isMany ? `These ${noun.lower}` : `The ${noun.lower}`]
    : sayAgain(sentence, noun.lower, thing.isMany, isCopula);
  if (again === undefined) return undefined;
  return {
    start: noun.end,
    end: tokens[at + 1]?.start ?? noun.end,
    options: again.map((words) => `. ${words} `),
    kind: "split",
    why: `long sentence split at "${isWho ? "who" : "that"}"`,
  };
}

/** "a tool that works and show how": a plural verb behind "and" is that of the main clause. */
export function goesOn(sentence: Sentence, verb: number, end: number): boolean {
  const word = sentence.tokens[verb]?.lower ?? "";
  if (!/s$/.test(word)) return false;
  for (let i = verb + 1; i + 1 < end; i++) {
    if (sentence.tokens[i]?.lower === "to") return false;
    if (sentence.tokens[i]?.lower !== "and") continue;
    if (sentence.is(i + 1, "Infinitive") && !sentence.is(i + 1, "Noun")) return true;
    // "and derive a method": whatever it was taken for, an article behind it makes it a verb.
    const isBare = /^(?!\w{2,20}(?:ing|ed|s)$)[a-z]{4,}$/.test(sentence.tokens[i + 1]?.lower ?? "");
    if (isBare && /^(?:a|an|the)$/.test(sentence.tokens[i + 2]?.lower ?? "")) return true;
    if (
      /^(?:show|use|test|find|report|compare|study|argue)$/.test(
        sentence.tokens[i + 1]?.lower ?? "",
      )
    )
      return true;
  }
  return false;
}

type Thing = {
  readonly first: number;
  readonly isMany: boolean;
  /** Whether an adjective or a participle tells more of it. */
  readonly isDescribed: boolean;
};

/** "a small wooden door", "several old rules": where it begins, if it is new and told by more than its name. */
export function thingBefore(sentence: Sentence, at: number): Thing | undefined {
  const { tokens } = sentence;
  let first = at - 2;
  let told = 0;
  let isDescribed = false;
  while (first > 0) {
    const word = tokens[first]?.lower ?? "";
    const isJoint =
      /^(?:and|,)$/.test(word) &&
      sentence.is(first - 1, "Adjective") &&
      sentence.is(first + 1, "Adjective");
    if (!isJoint && !sentence.is(first, "Adjective", "Noun", "Adverb", "PastTense", "Gerund"))
      break;
    if (sentence.is(first, "Pronoun") || QUANTITIES.has(word)) break;
    if (!isJoint) told++;
    isDescribed ||=
      sentence.is(first, "Adjective", "PastTense", "Participle") || word.includes("-");
    first--;
  }
  const opener = tokens[first]?.lower ?? "";
  if (/^an?$/.test(opener)) {
    return told > 0 &&
      (!isPluralNoun(sentence, at - 1) || /^(?:series|species)$/.test(tokens[at - 1]?.lower ?? ""))
      ? { first, isMany: false, isDescribed }
      : undefined;
  }
  return QUANTITIES.has(opener) && isPluralNoun(sentence, at - 1)
    ? { first, isMany: true, isDescribed }
    : undefined;
}

export function agrees(sentence: Sentence, verb: number, isMany: boolean): boolean {
  const word = sentence.tokens[verb]?.lower ?? "";
  if (MODALS.has(word)) return true;
  if (/^(?:is|was|has|does|isn't|wasn't|doesn't)$/.test(word)) return !isMany;
  if (/^(?:are|were|have|do|aren't|weren't|don't)$/.test(word)) return isMany;
  if (/^(?:had|did|didn't)$/.test(word)) return true;
  if (!sentence.is(verb, "Verb") || sentence.is(verb, "Gerund", "Noun")) return false;
  if (sentence.is(verb, "PastTense")) return true;
  return isMany ? sentence.is(verb, "Infinitive") : /[^s]s$/.test(word);
}

/** "It is a …", "The mill was once a …": what the subject is. */
export function isNamedBy(sentence: Sentence, first: number): boolean {
  const verb = isAdverb(sentence, first - 1) ? first - 2 : first - 1;
  const word = sentence.tokens[verb]?.lower ?? "";
  if (!/^(?:is|was|are|were|it's)$/.test(word)) return false;
  const start = lastClauseStart(sentence, first);
  const own = sentence.tokens[start]?.lower ?? "";
  if (sentence.tokens[verb - 1]?.lower === "there") return false;
  if (SUPPOSED.test(sentence.tokens[verb - 1]?.lower ?? "")) return false;
  // "There was a small door that …", "What we need is a …".
  if (/^(?:there|what|who|all|how|one)$/.test(own)) return false;
  return !isDoubtful(sentence, start, first);
}

/** Whether the clause brings the thing in as a fact: as the object of its verb, or behind a plain preposition. */
export function isBroughtIn(sentence: Sentence, first: number): boolean {
  const { tokens } = sentence;
  const start = lastClauseStart(sentence, first);
  // "A good house has a wide door that …" tells which door a house must have.
  if (/^(?:there|what|who|if|how|an?|any|every|each)$/.test(tokens[start]?.lower ?? ""))
    return false;
  if (isDoubtful(sentence, start, first)) return false;
  const main = findFiniteVerb(sentence, start, first);
  if (main === undefined) return false;
  for (let i = main + 1; i < first; i++) {
    const word = tokens[i]?.lower ?? "";
    if (/^(?:or|but|which|who|where|when)$/.test(word)) return false;
    // "…, forming a …" goes on with the same deed.
    if (word === "," && !sentence.is(i + 1, "Gerund")) return false;
    // "saw it and built a …", "shows that it has a …": the nearer verb brings it in.
    if (word === "and" && !sentence.is(i + 1, "PastTense", "PresentTense")) return false;
    if (word === "that" && !sentence.is(i - 1, "Verb")) return false;
  }
  const lead = tokens[first - 1]?.lower ?? "";
  const isObject = sentence.is(first - 1, "Verb") || isAdverb(sentence, first - 1);
  return isObject || /^(?:with|into|on|through|in|from|out|up|as|by|to)$/.test(lead);
}

/** Whether something in [from, to) makes what follows a wish, a purpose, a likeness, a denial or a guess. */
export function isDoubtful(sentence: Sentence, from: number, to: number): boolean {
  const { tokens } = sentence;
  for (let i = from; i < to; i++) {
    const { lower, text } = tokens[i] ?? { lower: "", text: "" };
    if ((MODALS.has(lower) && text !== "May") || lower.endsWith("n't")) return true;
    if (DOUBTS.test(lower)) return true;
    if (lower === "to" && sentence.is(i + 1, "Verb")) return true;
    if (
      sentence.is(i, "Gerund") &&
      lower !== "using" &&
      !/^(?:by|,)$/.test(tokens[i - 1]?.lower ?? "")
    ) {
      // "the problem of graph clustering": a thing, for nothing hangs on it.
      if (sentence.is(i + 1, "Preposition") && sentence.is(i - 1, "Noun", "Adjective")) continue;
      // "is using a new tool that": the helper makes it the main verb.
      if (!/^(?:is|are|was|were|been|am)$/.test(tokens[i - 1]?.lower ?? "")) return true;
    }
  }
  return false;
}

/** The words for the thing in the second sentence: a pronoun where only it can be meant. */
export function sayAgain(
  sentence: Sentence,
  noun: string,
  isMany: boolean,
  isCopula: boolean,
): readonly string[] | undefined {
  const subject = findSubject(sentence);
  if (isCopula) {
    const own = sentence.tokens[lastClauseStart(sentence, sentence.tokens.length)]?.lower ?? "";
    if (subject?.isPerson === true || /^(?:i|he|she|we|you|they)$/.test(own)) return undefined;
    // "Lamps are a great tool that …": neither "It" nor "They" says so.
    if (subject !== undefined && subject.isPlural !== isMany) return undefined;
    return [isMany ? "They" : "It"];
  }
  if (isMany) return [`These ${noun}`, `The ${noun}`];
  // Who does something is no "it".
  return subject?.isPerson === true ? [`This ${noun}`, "It"] : [`This ${noun}`, `The ${noun}`];
}

function isAdverb(sentence: Sentence, at: number): boolean {
  return (
    sentence.is(at, "Adverb") ||
    /^(?:also|often|then|now|still|once|only|never|always)$/.test(sentence.tokens[at]?.lower ?? "")
  );
}

const QUANTITIES = wordSet("several many various numerous two three four five multiple");
export const EMPTY = wordSet(
  "way ways thing things place places point points time times moment moments day days world fact facts kind kinds sort type one ones someone something anything nothing everything idea belief feeling sense notion claim evidence sign signs proof reminder hope fear view question truth testament realization extent manner future life base line side end piece part state statement message report concern concerns reason reasons",
);
// "The greater risk is a law that …": what might come, or what is asked for.
export const SUPPOSED =
  /^(?:risk|danger|alternative|solution|answer|option|goal|aim|ideal|result|outcome|question|problem|issue|challenge|point|key|need|fear|hope|idea|plan|dream|point|trick|threat|consequence|remedy)s?$/;
export const DEGREES =
  /\b(?:such|so|too|only|first|last|same|very|most|more|single|better|worse|certain|specific|particular|enough)\b/i;
const DOUBTS =
  /^(?:not|no|never|without|nor|neither|if|unless|whether|perhaps|maybe|likely|like|than|hardly|rarely|seldom|hop(?:e|es|ed|ing)|wish(?:es|ed)?|want(?:s|ed)?|need(?:s|ed)?|seek(?:s|ing)?|sought|search(?:es|ed|ing)?|look(?:s|ed|ing)?|aim(?:s|ed)?|plan(?:s|ned)?|tr(?:y|ies|ied)|requires?|required|dream(?:s|ed|t)?|imagine[sd]?|lack(?:s|ed)?|instead|prefer(?:s|red)?|choose|chose|every|any|each|avoid(?:s|ed)?|refers?|referred|defin(?:e|es|ed)|denotes?|means?|meant|called|compel(?:s|led)?|demand(?:s|ed)?|prevent(?:s|ed)?)$/;
