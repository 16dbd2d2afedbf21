// A relative clause between the subject and its verb: "The canal, which opened in 1869, links …" → "The canal
// opened in 1869. It links …". What "which" and "who" stand for is the subject, so that nothing is left open.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { hasMainVerb, wordSet } from "../sentence/clauses.ts";
import {
  CLAUSE_MARKS,
  hasSpeech,
  isPluralNoun,
  MODALS,
  sentenceEnd,
  wordsBetween,
} from "../sentence/ground.ts";
import { subjectBetween } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { LEADS, tenseAt } from "./middles.ts";

/** "The mill, which burned down in 1902, was rebuilt." → "The mill burned down in 1902. It was rebuilt." */
export function splitAtRelativeMiddle(sentence: Sentence, comma: number): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const relative = tokens[comma + 1]?.lower ?? "";
  if (!/^(?:which|who)$/.test(relative) || /[:;—–]/.test(text) || hasSpeech(text)) return undefined;
  const start = tokens[1]?.text === "," && LEADS.has(tokens[0]?.lower ?? "") ? 2 : 0;
  // "A clerk, who has not been named, said": one clerk of many is brought in by what he did.
  const isUnnamed =
    /^an?$/.test(tokens[start]?.lower ?? "") &&
    /^, who [^,]{0,20}\bnot\b/.test(text.slice(tokens[comma]?.start));
  if (
    isUnnamed ||
    comma <= start ||
    comma > start + SUBJECT_MAX ||
    !isPlainThing(sentence, start, comma)
  )
    return undefined;
  const first = isAdverb(sentence, comma + 2) ? comma + 3 : comma + 2;
  if (!isVerb(sentence, first)) return undefined;
  const close = closingComma(sentence, first, end);
  if (close === undefined || wordsBetween(sentence, close, end) < 5) return undefined;
  if (wordsBetween(sentence, comma, close) < 4) return undefined;
  const verb = isAdverb(sentence, close + 1) ? close + 2 : close + 1;
  const again = sayAgain(sentence, start, comma, [first, verb], relative === "who");
  const main = tokens[close + 1];
  const from = tokens[comma];
  if (again === undefined || main === undefined || from === undefined) return undefined;
  const told = text.slice(tokens[comma + 2]?.start, tokens[close]?.start);
  return {
    start: from.start,
    end: main.start,
    options: [` ${told}. ${capitalise(again)} `],
    kind: "split",
    why: `long sentence split at "${relative}"`,
  };
}

/** Whether [from, to) is one thing with nothing behind a preposition that could be meant instead. */
function isPlainThing(sentence: Sentence, from: number, to: number): boolean {
  if (NEVER_FIRST.has(sentence.tokens[from]?.lower ?? "") || hasMainVerb(sentence, from, to))
    return false;
  // "Drawing the tide line, which marks …": the line marks it, not the drawing.
  if (sentence.is(from, "Gerund")) return false;
  for (let i = from; i < to; i++) {
    const { isWord, lower, text } = sentence.tokens[i] ?? { isWord: false, lower: "", text: "" };
    if (!isWord && text !== "-") return false;
    if (CLAUSE_MARKS.has(lower) || /^(?:and|or|not|like|such|including)$/.test(lower)) return false;
    // "The Bank of England" is one name; "the roof of the mill" is two things.
    const isName =
      /^\p{Lu}/u.test(sentence.tokens[i - 1]?.text ?? "") &&
      /^\p{Lu}/u.test(sentence.tokens[i + 1]?.text ?? "");
    if (lower === "of" && !isName) return false;
  }
  const isNamed = to > from + 1 && /^\p{Lu}/u.test(sentence.tokens[to - 1]?.text ?? "");
  if (sentence.is(to - 1, "Pronoun", "Possessive")) return false;
  return isNamed || sentence.is(to - 1, "Noun");
}

/** The comma behind the relative clause: the only one that a finite verb follows. */
function closingComma(sentence: Sentence, from: number, end: number): number | undefined {
  const { tokens } = sentence;
  let found: number | undefined;
  for (let i = from + 1; i + 2 < end; i++) {
    const token = tokens[i];
    if (token?.text !== ",") continue;
    // "…, will stay, while the other, a guest, has left": another clause with commas of its own.
    if (found !== undefined && /^(?:while|although|though|as)$/.test(tokens[i + 1]?.lower ?? ""))
      return found;
    // "which rose, fell, and is now gone, …": one verb of several.
    const isJoined = /^(?:and|or|but)$/.test(tokens[i + 1]?.lower ?? "");
    const at = isJoined ? i + 2 : i + 1;
    const verb = isAdverb(sentence, at) ? at + 1 : at;
    const isPast = NO_PASSIVE.test(tokens[verb]?.lower ?? "") && sentence.is(verb, "PastTense");
    const isModal = MODALS.has(tokens[verb]?.lower ?? "");
    const isClosed = isPast || isModal || tenseAt(sentence, verb) !== undefined;
    if (!isClosed) continue;
    if (isJoined && found === undefined) return undefined;
    if (isJoined) continue;
    if (found !== undefined) return undefined;
    found = i;
  }
  return found;
}

function isVerb(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  // Right behind "which" a past can only be its verb.
  const isPast = sentence.is(at, "PastTense") && !sentence.is(at, "Noun", "Adjective");
  return MODALS.has(word) || FINITE.has(word) || isPast || tenseAt(sentence, at) !== undefined;
}

/** The subject said again: its number is told by its own two verbs, if not by its noun. */
function sayAgain(
  sentence: Sentence,
  start: number,
  comma: number,
  verbs: readonly [number, number],
  isWho: boolean,
): string | undefined {
  const numbers = verbs.map((verb) => isSingular(sentence, verb));
  if (numbers.includes(true) && numbers.includes(false)) return undefined;
  const told = numbers.includes(true) ? true : numbers.includes(false) ? false : undefined;
  // "The Treaty of Versailles": a name that ends in "-s" tells nothing.
  if (told === undefined && /^\p{Lu}\p{Ll}+s$/u.test(sentence.tokens[comma - 1]?.text ?? ""))
    if (sentence.tokens.slice(start, comma).some(({ lower }) => lower === "of")) return undefined;
  const isOne = told ?? !isPluralNoun(sentence, comma - 1);
  if (!isWho) return isOne ? "it" : "they";
  if (!isOne) return "they";
  const subject = subjectBetween(sentence, start, verbs[1], comma);
  if (subject === undefined || subject.isPlural || subject.isPerson === false) return undefined;
  return /^(?:it|this)$/.test(subject.again) ? undefined : subject.again;
}

/** Whether the form can only belong to one (true), only to several (false), or to either. */
function isSingular(sentence: Sentence, at: number): boolean | undefined {
  const word = sentence.tokens[at]?.lower ?? "";
  if (/^(?:is|was|has|does)(?:n't)?$/.test(word)) return true;
  if (/^(?:are|were|have|do)(?:n't)?$/.test(word)) return false;
  if (MODALS.has(word) || sentence.is(at, "PastTense") || !sentence.is(at, "PresentTense"))
    return undefined;
  return /[^s]s$/.test(word);
}

function isAdverb(sentence: Sentence, at: number): boolean {
  return (
    sentence.is(at, "Adverb") ||
    /^(?:also|now|still|once|often|first|soon)$/.test(sentence.tokens[at]?.lower ?? "")
  );
}

const SUBJECT_MAX = 8;
// Pasts with a preposition of their own, which are no passives.
const NO_PASSIVE =
  /^(?:insisted|agreed|relied|depended|focused|looked|turned|returned|moved|refused|tried|decided|managed|belonged|contributed|resulted|led|participated|apologi[sz]ed|succeeded|failed|served|started|ended|died|lived|worked|walked|arrived|appeared|emerged)$/;
const FINITE = wordSet("is are was were has have had does do did");
const NEVER_FIRST = wordSet(
  "even only just not no each every any either neither few one in on at by with for from to as after before during despite unlike like among there it that what who how if when while because although though since once",
);
