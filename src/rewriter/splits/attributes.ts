// Closing parts that tell what something has: "…, with a rich history" → "It has a rich history", and, where
// the thing can't own it, "There was …".

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { mainTense, wordSet } from "../sentence/clauses.ts";
import {
  hangsOn,
  hasSpeech,
  isPluralNoun,
  isUnrealised,
  lastClauseStart,
  MODALS,
  marksClause,
  standsAlone,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import type { Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";
import { LIKE } from "./participle-verbs.ts";
import { isWholeBefore, tailClauseStart, tailTense } from "./tail-clauses.ts";
import { findTailSubject, lastJoinedClause } from "./tail-subjects.ts";

/** "The town is old, with a long history of trade." → "The town is old. It has a long history of trade." */
export function splitAtAttribute(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const first = tokens[comma + 2];
  const from = tokens[comma];
  if (tokens[comma + 1]?.lower !== "with" || first === undefined || from === undefined)
    return undefined;
  if (hasSpeech(text) || wordsBetween(sentence, comma + 2, end) < 3) return undefined;
  const focus = splitAtFocus(sentence, comma, end);
  if (focus !== undefined) return focus;
  const later = lastJoinedClause(sentence, comma);
  const subject = findTailSubject(sentence, comma, later);
  if (subject === undefined || subject.verb >= comma) return undefined;
  const head = headOfThing(sentence, comma + 2, end);
  if (head === undefined || isManner(sentence, comma + 2, head)) return undefined;
  const modal = modalOf(sentence, subject, comma);
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
  if (modal === undefined && isUnrealised(sentence, comma)) return undefined;
  for (let i = subject.verb + 1; i < comma; i++) {
    // What is told may belong to a thing in between.
    if (marksClause(sentence, i, comma) && tokens[i]?.lower !== "to") return undefined;
    // "a gruff, friendly man": the comma parts two adjectives.
    const isPair =
      tokens[i]?.text === "," &&
      sentence.is(i - 1, "Adjective") &&
      sentence.is(i + 1, "Adjective", "Noun");
    if (/^[,;:—–(]$/.test(tokens[i]?.text ?? "") && i > subject.verb + 1 && !isPair)
      return undefined;
  }
  const tense =
    modal === undefined
      ? mainTense(sentence, later ?? lastClauseStart(sentence, comma), comma)
      : "present";
  if (tense === undefined || strandsVerb(sentence, comma + 2, end)) return undefined;
  const opening =
    modal === undefined
      ? openingFor(sentence, subject, comma, head, tense)
      : subject.isPerson === false
        ? `${capitalise(subject.again)} ${modal} have`
        : undefined;
  if (opening === undefined) return undefined;
  return {
    start: stripSpaceBefore(text, from.start),
    end: first.start,
    options: [`. ${opening} `],
    kind: "split",
    why: "long sentence split before what goes with it",
  };
}

/** "…, with a special focus on the poor." → "The special focus is on the poor." */
function splitAtFocus(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const from = tokens[comma];
  const first = tokens[comma + 3];
  if (from === undefined || first === undefined) return undefined;
  if (!/^an?$/.test(tokens[comma + 2]?.lower ?? "")) return undefined;
  const head = /^(?:focus|emphasis)$/.test(first.lower) ? comma + 3 : comma + 4;
  if (!/^(?:focus|emphasis)$/.test(tokens[head]?.lower ?? "")) return undefined;
  // "with a greater emphasis on speed and a lower price": less or more than before, and not all of it.
  const isOther = /er$/.test(first.lower) || /\b(?:and|or) an?\b/.test(text.slice(first.start));
  if (isOther) return undefined;
  if (tokens[head + 1]?.lower !== "on" || wordsBetween(sentence, head + 2, end) < 1)
    return undefined;
  if (!isWholeBefore(sentence, comma) || hangsOn(sentence, comma) || isUnrealised(sentence, comma))
    return undefined;
  if (strandsVerb(sentence, head + 2, end)) return undefined;
  const later = lastJoinedClause(sentence, comma);
  const tense = tailTense(sentence, tailClauseStart(sentence, comma, later), comma);
  if (tense === undefined) return undefined;
  const what = text.slice(first.start, tokens[head]?.end);
  return {
    start: stripSpaceBefore(text, from.start),
    end: tokens[head]?.end ?? from.end,
    options: [`. The ${what} ${tense === "past" ? "was" : "is"}`],
    kind: "split",
    why: "long sentence split before what goes with it",
  };
}

/** "The film will be dark, with …": the modal of what will be or have something, if it is the only one. */
function modalOf(sentence: Sentence, subject: Subject, comma: number): string | undefined {
  const { tokens } = sentence;
  const word = tokens[subject.verb]?.lower ?? "";
  if (!/^(?:will|would|should|could|may|might|can|must)$/.test(word)) return undefined;
  const next = sentence.is(subject.verb + 1, "Adverb") ? subject.verb + 2 : subject.verb + 1;
  if (!/^(?:be|have)$/.test(tokens[next]?.lower ?? "")) return undefined;
  if (sentence.is(next + 1, "PastTense", "Participle", "Gerund")) return undefined;
  for (let i = 0; i < comma; i++) {
    const own = tokens[i]?.lower ?? "";
    const isSecond = MODALS.has(own) && i !== subject.verb;
    if (isSecond || /^(?:not|no|never|if|unless|\w+n't)$/.test(own)) return undefined;
  }
  return word;
}

function openingFor(
  sentence: Sentence,
  subject: Subject,
  comma: number,
  head: number,
  tense: "past" | "present",
): string | undefined {
  const { tokens } = sentence;
  const main = tokens[subject.verb]?.lower ?? "";
  const isCopula = /^(?:is|are|was|were)$/.test(main);
  const next = sentence.is(subject.verb + 1, "Adverb") ? subject.verb + 2 : subject.verb + 1;
  // "is expected", "was running": something happens; what goes with it belongs to the event.
  const isLike = LIKE.test(tokens[next]?.lower ?? "") || sentence.is(next, "Adjective");
  const isState = isCopula && (isLike || !sentence.is(next, "Gerund")) && !isDone(sentence, next);
  // "has a rich past, with …": what it has besides.
  const holds =
    HOLDS.test(main) ||
    (/^(?:has|have|had)$/.test(main) &&
      !sentence.is(next, "PastTense", "Participle") &&
      tokens[next]?.lower !== "been" &&
      tokens[next]?.lower !== "to");
  // "This work helps to …, with potential uses in …": what is of use has uses.
  const isOfUse = USES.test(tokens[head]?.lower ?? "") && subject.isPerson === false && !isCopula;
  const owner = ownerOf(sentence, subject);
  const isPlural = isPluralNoun(sentence, head);
  const there = tense === "past" ? (isPlural ? "were" : "was") : isPlural ? "are" : "is";
  const denies = tokens[comma + 2]?.lower === "no" || tokens[comma + 2]?.lower === "little";
  if (isState && (AMBIENT.test(owner) || (denies && subject.isPerson !== false)))
    return `There ${there}`;
  // "The town offers a calm air, with fewer crowds": they are there; whose they are is left open.
  const isThere = subject.isPerson === false && OFFERS.test(main) && !/^(?:it|this)$/.test(owner);
  if (!isState && !holds && !isOfUse) return isThere ? `There ${there}` : undefined;
  if (subject.again === "this") return undefined;
  // People have looks and pasts; what they do something with is another matter.
  const isSomebody = /^(?:he|she)$|^the |^\p{Lu}\p{Ll}/u.test(subject.again);
  const isThey = subject.again === "they" && (isState || /^(?:have|had)$/.test(main));
  if (subject.isPerson !== false && !isThey && !((isState || holds) && isSomebody))
    return undefined;
  const has = tense === "past" ? "had" : subject.isPlural ? "have" : "has";
  return `${capitalise(subject.again)} ${has}`;
}

function isDone(sentence: Sentence, at: number): boolean {
  return (
    sentence.is(at, "PastTense", "Participle") &&
    !sentence.is(at + 1, "Noun") &&
    !/^(?:located|situated|made|built|designed|set|known|grilled|cooked|seasoned|decorated|furnished|equipped|balanced|prepared|presented|dressed|filled|packed|named)$/.test(
      sentence.tokens[at]?.lower ?? "",
    )
  );
}

/** The noun the subject hangs on: the last one before its verb or a preposition. */
function ownerOf(sentence: Sentence, subject: Subject): string {
  let owner = "";
  for (let i = subject.verb - 1; i >= 0 && i > subject.verb - 9; i--) {
    if (sentence.tokens[i]?.text === ",") break;
    if (sentence.is(i + 1, "Preposition") || i === subject.verb - 1)
      owner = sentence.tokens[i]?.lower ?? "";
  }
  return owner;
}

/** Where the head of "a wide range of dishes" stands, or undefined where no plain thing begins. */
function headOfThing(sentence: Sentence, from: number, end: number): number | undefined {
  const { tokens } = sentence;
  const first = tokens[from]?.lower ?? "";
  if (NO_THINGS.has(first) || /^\p{Lu}/u.test(tokens[from]?.text ?? "")) return undefined;
  if (hasDeed(sentence, from, end)) return undefined;
  // "with sales up two per cent" tells how they went.
  for (let i = from; i + 1 < end; i++) {
    const isChange = /^(?:up|down)$/.test(tokens[i]?.lower ?? "");
    if (isChange && /^(?:\d|by$|from$|to$)/.test(tokens[i + 1]?.lower ?? "")) return undefined;
  }
  let head: number | undefined;
  for (let i = from; i < Math.min(end, from + 8); i++) {
    const token = tokens[i];
    if (token === undefined) break;
    // "free Wi-Fi, power outlets, …": the first item tells.
    if (head !== undefined && (!token.isWord || ENDS_THING.has(token.lower))) break;
    if (!token.isWord && token.text !== "-" && token.text !== ",") return undefined;
    if (sentence.is(i, "Gerund") && head !== undefined && !sentence.is(i + 1, "Noun")) {
      return STATIVE.has(token.lower) ? head : undefined;
    }
    if (head !== undefined && sentence.is(i, "PastTense", "Participle")) {
      // "a view blocked by trees" is one thing; "two men arrested" is an event.
      return /^an?$/.test(first) ? head : undefined;
    }
    if (sentence.is(i, "Noun") && !sentence.is(i, "Possessive")) head = i;
    else if (
      head !== undefined &&
      (sentence.is(i, "Preposition") || marksClause(sentence, i, end) || token.lower === "and")
    )
      break;
  }
  return head;
}

/** "with the mill and the inn working together": a thing that does something is not had. */
function hasDeed(sentence: Sentence, from: number, end: number): boolean {
  for (let i = from + 1; i < Math.min(end, from + 16); i++) {
    const { text, lower } = sentence.tokens[i] ?? { text: ";", lower: "" };
    // "with farms, inns, and shops closing": the last of a row tells it of all.
    if (/^[;:—–]$/.test(text) || /^(?:that|which|who|where|when)$/.test(lower)) return false;
    const isBehind = sentence.is(i - 1, "Noun", "Adverb") && !sentence.is(i - 1, "Possessive");
    if (isBehind && sentence.is(i, "Gerund") && !STATIVE.has(lower) && !sentence.is(i + 1, "Noun"))
      return true;
  }
  return false;
}

/** "with great care", "with ease": how it was done, not what it had. */
function isManner(sentence: Sentence, from: number, head: number): boolean {
  for (let i = from; i <= head; i++) if (MANNERS.has(sentence.tokens[i]?.lower ?? "")) return true;
  return false;
}

const MANNERS = wordSet(
  "respect regard regards reference relation view aim aims goal goals intention intent purpose hope hopes help exception addition care ease precision confidence pride joy understanding knowledge aid assistance thanks caution eye gusto enthusiasm vigor grace success result results effect immediate consequences consequence time passing mind tears smile grin laugh shrug nod sigh flourish bang start jolt distance",
);
const NO_THINGS = wordSet(
  "the its his her their my our your this that these those each every all both him it them us me you which whom what one others some most more less regard respect only just not nearly over about around almost up",
);
const ENDS_THING = wordSet("of in for from on at to that which who and or with as like such by");
export const STATIVE = wordSet(
  "spanning ranging dating consisting featuring containing including stretching offering overlooking covering showing depicting exceeding reaching averaging totaling involving linking connecting leading facing",
);
const USES = /^(?:applications?|implications?|potential|uses|benefits)$/;
const OFFERS =
  /^(?:offer|provide|feature|boast|exude|present|serve|include|show|bring)(?:s|ed|d)?$/;
const HOLDS =
  /^(?:remains?|remained|feels?|felt|looks?|looked|seems?|seemed|stands?|stood|sits?|sat|lies|lay|features?|featured)$/;
// What these are like is told by what is around; they own nothing.
const AMBIENT =
  /^(?:service|experience|atmosphere|ambiance|ambience|weather|mood|scene|setting|air|night|day|morning|evening|situation|room|section|crowd|evening|party|street|streets|market|place|staff|trip|journey|ride|road|sky|nightmare|event|game|match|meal|dinner|food|presentation|selection|parking|location|area|neighborhood|neighbourhood|beach|view|outlook|future|demand|market|amenities|facilities|options)$/;
