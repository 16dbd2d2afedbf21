// Closing parts with a subject of their own: "…, its lights fading", "…, with sales rising", "…, his eyes
// fixed on the door". The verb takes the tense of the clause before.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { hasMainVerb, mainTense, wordSet } from "../sentence/clauses.ts";
import {
  CLAUSE_MARKS,
  hangsOn,
  hasSpeech,
  isUnrealised,
  lastClauseStart,
  resumesAfter,
  standsAlone,
  strandsVerb,
  subjectStart,
  wordsBetween,
} from "../sentence/ground.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { finiteOf, isLead, isPluralThing, isThingEnd, joinsThings } from "./absolute-things.ts";
import { STATIVE, splitAtAttribute } from "./attributes.ts";
import { stripSpaceBefore } from "./cuts.ts";
import { formsOf, isGerund, writeTail } from "./participle-tails.ts";
import { splitBehindSpeech } from "./speech.ts";
import { lastJoinedClause } from "./tail-subjects.ts";

/** "The lamp burned, its light fading." → "The lamp burned. Its light faded."; "with sales rising" too. */
export function splitAtAbsolute(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const lead = tokens[comma + 1]?.lower ?? "";
  const isWith = lead === "with";
  if (!isWith && !OWNERS.has(lead)) return undefined;
  const from = comma + (isWith ? 2 : 1);
  if (wordsBetween(sentence, comma + 1, end) < 4) return undefined;
  if (hasSpeech(text)) return splitBehindSpeech(sentence, comma, splitAtAbsolute);
  // "A study found that the lake was shrinking, with many wells running dry": the study found that as well.
  const isFound = tokens.some(
    ({ lower }, i) =>
      lower === "that" && i < comma && sentence.is(i - 1, "Verb") && !sentence.is(i - 1, "Noun"),
  );
  if (isFound) return undefined;
  const at = gerundAfterThing(sentence, from, end);
  if (lead === "the" && (at === undefined || !isAbsolute(sentence, comma, at, end)))
    return undefined;
  if (at === undefined) {
    if (!isWith) return splitAtState(sentence, comma, end);
    return splitAtAttribute(sentence, comma, end) ?? splitAtEvent(sentence, comma, end);
  }
  // "with a history dating back to …": it has that history.
  const gerund = tokens[at]?.lower ?? "";
  const isOwned = isWith && !OWNERS.has(tokens[from]?.lower ?? "") && STATIVE.has(gerund);
  if (isOwned) {
    const owned = splitAtAttribute(sentence, comma, end);
    if (owned !== undefined || isPluralThing(sentence, from, at) !== true) return owned;
  }
  // "He was running, his heart pounding, when he saw it": the last part goes with the first.
  if (/, when\b/.test(text.slice(tokens[at]?.end))) return undefined;
  // "…, the hum echoing in her mind, knowing …": the last one is hers, not the hum's.
  if (hasTailBehind(sentence, at + 1, end)) return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma) || isUnrealised(sentence, comma))
    return undefined;
  const start = lastJoinedClause(sentence, comma) ?? lastClauseStart(sentence, comma);
  const tense = mainTense(sentence, start, comma);
  const isPlural = isPluralThing(sentence, from, at);
  if (tense === undefined || isPlural === undefined) return undefined;
  // "The cloth she had been given was blue, its seams shining": two verbs, and one of them is not the main one.
  const isMixed = /\b(?:has|have|had)\b.{1,60}\b(?:is|are|was|were)\b/.test(
    text.slice(tokens[start]?.start ?? 0, tokens[comma]?.start),
  );
  if (isMixed) return undefined;
  const perfect = SAYS.test(gerund) ? undefined : perfectBefore(sentence, comma);
  const write = (word: string, isSecond: boolean): string => {
    const participle = formsOf(word)?.participle;
    if (isInProgress(sentence, comma) && word !== "being" && word !== "having")
      return `${finiteOf("being", tense, isPlural)} ${word}`;
    if (perfect !== undefined && participle !== undefined) {
      const has = perfect === "had" ? "had" : isPlural ? "have" : "has";
      return isSecond ? participle : `${has} ${participle}`;
    }
    return finiteOf(word, tense, isPlural) ?? "";
  };
  const verb = write(gerund, false);
  if (verb === "") return undefined;
  const begin = tokens[from]?.start ?? 0;
  const adverb = sentence.is(at - 1, "Adverb") && !isThingEnd(sentence, at - 1);
  // "with prices still rising" → "Prices are still rising", "Prices still rose".
  const helper = adverb ? (/^(?:is|are|was|were|has|have|had) (?=.)/.exec(verb)?.[0] ?? "") : "";
  const split = adverb ? (tokens[at - 1]?.start ?? begin) : (tokens[at]?.start ?? begin);
  const thing = capitalise(text.slice(begin, split));
  const manner = adverb ? `${tokens[at - 1]?.text ?? ""} ` : "";
  const opening = `${thing}${helper}${manner}${verb.slice(helper.length)}`;
  const second = secondThing(sentence, at + 1, end);
  if (second !== undefined)
    return writeBoth(sentence, comma, at, second, end, opening, (word) => write(word, true));
  return writeTail(sentence, comma, at, end, opening, (word) =>
    perfect !== undefined ? write(word, true) : (finiteOf(word, tense, isPlural) ?? ""),
  );
}

/** "with many praising it and others calling for …": both get their verb. */
function writeBoth(
  sentence: Sentence,
  comma: number,
  at: number,
  second: { at: number; isPlural: boolean | undefined },
  end: number,
  opening: string,
  write: (gerund: string) => string,
): Edit | undefined {
  const { tokens, text } = sentence;
  const first = tokens[at];
  const last = tokens[second.at];
  const from = tokens[comma];
  if (first === undefined || last === undefined || from === undefined) return undefined;
  const isFirstPlural = isPluralThing(sentence, comma + 2, at);
  if (second.isPlural === undefined || second.isPlural !== isFirstPlural) return undefined;
  if (strandsVerb(sentence, second.at + 1, end)) return undefined;
  const verb = write(last.lower);
  if (verb === "") return undefined;
  return {
    start: stripSpaceBefore(text, from.start),
    end: last.end,
    options: [`. ${opening}${text.slice(first.end, last.start)}${verb}`],
    kind: "split",
    why: `long sentence split before "${first.lower}"`,
  };
}

/** "with new cases reported in the south" → "New cases were reported in the south." */
function splitAtEvent(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const from = comma + 2;
  let at: number | undefined;
  for (let i = from + 1; i < Math.min(end, from + 9); i++) {
    const token = tokens[i];
    if (token === undefined || !token.isWord) return undefined;
    const isBehind =
      isThingEnd(sentence, i - 1) || (sentence.is(i - 1, "Adverb") && isThingEnd(sentence, i - 2));
    if (isDoneTo(sentence, i) && isBehind) {
      at = i;
      break;
    }
    if (sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective") && !isLead(sentence, i))
      return undefined;
    if (NOT_IN_THING.has(token.lower) && !joinsThings(sentence, i)) return undefined;
  }
  const first = tokens[from];
  const mark = tokens[comma];
  if (at === undefined || first === undefined || mark === undefined) return undefined;
  if (/^(?:an?|only|just|not)$|^\d/.test(first.lower)) return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma) || isUnrealised(sentence, comma))
    return undefined;
  // A clause that hangs on the event goes along: "people divided on whether it should …".
  let inner = at + 1;
  while (inner < end && !CLAUSE_MARKS.has(tokens[inner]?.lower ?? "")) inner++;
  if (resumesAfter(sentence, at + 1, end) || hasMainVerb(sentence, at + 1, inner)) return undefined;
  const start = lastJoinedClause(sentence, comma) ?? lastClauseStart(sentence, comma);
  const tense = mainTense(sentence, start, comma);
  const isPlural = isPluralThing(sentence, from, at);
  if (tense === undefined || isPlural === undefined) return undefined;
  const word = tokens[at]?.lower ?? "";
  const hasBeen = tense === "present" && HAPPENED.test(word);
  const be = hasBeen ? `${isPlural ? "have" : "has"} been` : finiteOf("being", tense, isPlural);
  const split = sentence.is(at - 1, "Adverb") ? at - 1 : at;
  const thing = capitalise(text.slice(first.start, tokens[split]?.start));
  return {
    start: stripSpaceBefore(text, mark.start),
    end: tokens[split]?.start ?? first.start,
    options: [`. ${thing}${be} `],
    kind: "split",
    why: "long sentence split before a state",
  };
}

/** "reported in", "carefully handed down": done to the thing before it, which is no noun's own adjective. */
function isDoneTo(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  const next = sentence.tokens[at + 1]?.lower ?? "";
  return (
    /^(?:[a-z]{2,}ed|made|built|held|set|left|sent|lost|found|taken|given|seen|known|shown|drawn|written|sold|told|caught|torn|worn|hung|spread|kept|put|led|brought|bought|paid|laid)$/.test(
      word,
    ) &&
    sentence.is(at, "PastTense", "Participle", "Adjective") &&
    /^(?:on|in|with|by|from|to|against|into|around|at|under|over|for|across|within|between|among|through|throughout|down|out|up|off|as|along|behind|before|after|during|near|every|each|this|last|early|late)$/.test(
      next,
    )
  );
}

/** Whether "the …ing" is all there is: no list before it, no verb of its own, nothing that goes on. */
function isAbsolute(sentence: Sentence, comma: number, at: number, end: number): boolean {
  for (let i = 0; i < comma; i++) {
    if (/^[:;—–]$/.test(sentence.tokens[i]?.text ?? "")) return false;
    const isListed = sentence.tokens[i]?.text === "," && i > subjectStart(sentence);
    const isJoint = lastJoinedClause(sentence, comma) === i + 2;
    if (isListed && !isJoint && !sentence.is(i + 1, "Gerund")) return false;
  }
  if (/-|^\p{Lu}/u.test(sentence.tokens[at - 1]?.text ?? "")) return false;
  return !hasMainVerb(sentence, at + 1, end) && !resumesAfter(sentence, at + 1, end);
}

/** "… and others condemning it": where the second verb stands, and whether its thing is several. */
function secondThing(
  sentence: Sentence,
  from: number,
  end: number,
): { at: number; isPlural: boolean | undefined } | undefined {
  for (let i = from; i + 2 < end; i++) {
    if (!/^(?:and|while)$/.test(sentence.tokens[i]?.lower ?? "")) continue;
    for (let k = i + 2; k < Math.min(end, i + 6); k++) {
      if (isGerund(sentence, k) && isThingEnd(sentence, k - 1))
        return { at: k, isPlural: isPluralThing(sentence, i + 1, k) };
    }
  }
  return undefined;
}

function hasTailBehind(sentence: Sentence, from: number, end: number): boolean {
  for (let i = from; i + 1 < end; i++) {
    if (sentence.tokens[i]?.text === "," && isGerund(sentence, i + 1)) return true;
  }
  return false;
}

/** "He stood there, his eyes fixed on the door." → "He stood there. His eyes were fixed on the door." */
function splitAtState(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  let at = comma + 2;
  while (at < Math.min(end, comma + 6) && isInThing(sentence, at)) at++;
  if (at === comma + 2 || !sentence.is(at - 1, "Noun") || sentence.is(at - 1, "Possessive"))
    return undefined;
  // "its outline barely visible", "her hands still folded": the adverb belongs to what is told.
  const told = sentence.is(at, "Adverb") ? at + 1 : at;
  if (!isState(sentence, told) && !isLikeness(sentence, at) && !isLook(sentence, told, end))
    return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma) || isUnrealised(sentence, comma))
    return undefined;
  if (resumesAfter(sentence, at + 1, end) || hasMainVerb(sentence, at, end)) return undefined;
  const start = lastJoinedClause(sentence, comma) ?? lastClauseStart(sentence, comma);
  const tense = mainTense(sentence, start, comma);
  const from = tokens[comma];
  const owner = tokens[comma + 1];
  const last = tokens[at - 1];
  if (tense === undefined || from === undefined || owner === undefined || last === undefined)
    return undefined;
  const isPlural = isPluralThing(sentence, comma + 1, at);
  // "When he saw her come, her eyes red, his breath caught": the main clause is yet to come.
  if (
    /^(?:when|whenever|as|while|if|after|before|once|although|because|since)$/i.test(
      tokens[0]?.lower ?? "",
    )
  )
    return undefined;
  // "two teachers — his mother a singer, his father a cook": one of several.
  if (isPlural === undefined || /[—–:;]/.test(text.slice(0, from.start))) return undefined;
  // "I have watched as they fell, their walls broken": whose time is it?
  if (/\b(?:has|have)\b.{0,200}\b(?:as|when|while|that)\b/.test(text.slice(0, from.start)))
    return undefined;
  return {
    start: stripSpaceBefore(text, from.start),
    end: last.end,
    options: [
      `. ${capitalise(text.slice(owner.start, last.end))} ${finiteOf("being", tense, isPlural)}`,
    ],
    kind: "split",
    why: "long sentence split before a state",
  };
}

/** A word of "scarred hands" that is not yet what is told of them. */
function isInThing(sentence: Sentence, at: number): boolean {
  if (isState(sentence, at)) return false;
  return (
    joinsThings(sentence, at) ||
    sentence.is(at, "Noun") ||
    (sentence.is(at, "Adjective", "PastTense") &&
      sentence.is(at + 1, "Noun", "Adjective") &&
      !sentence.is(at - 1, "Noun")) ||
    (sentence.is(at, "Adjective") && at > 0 && OWNERS.has(sentence.tokens[at - 1]?.lower ?? ""))
  );
}

/** "his body a coiled spring": what the thing is like. */
function isLikeness(sentence: Sentence, at: number): boolean {
  return /^an?$/.test(sentence.tokens[at]?.lower ?? "") && !sentence.is(at - 1, "ProperNoun");
}

/** "her eyes wide with fear", "his voice low and calm". */
function isLook(sentence: Sentence, at: number, end: number): boolean {
  if (!sentence.is(at, "Adjective") || sentence.is(at, "Noun")) return false;
  const next = sentence.tokens[at + 1]?.lower ?? "";
  return at + 1 >= end || /^(?:and|but|with|as|from|against|in|of|,)$/.test(next);
}

/** "fixed on", "covered in", "woven from": a participle with what belongs to it. */
function isState(sentence: Sentence, at: number): boolean {
  const next = sentence.tokens[at + 1]?.lower ?? "";
  return (
    /(?:ed|en|wn|rn|ught|ung|ost|own)$/.test(sentence.tokens[at]?.lower ?? "") &&
    sentence.is(at, "PastTense", "Participle", "Adjective") &&
    /^(?:on|in|with|by|from|to|against|into|around|of|at|under|over|for)$/.test(next)
  );
}

/** "The debate is growing, with both sides making …": what goes on beside it goes on too. */
function isInProgress(sentence: Sentence, mark: number): boolean {
  for (let i = lastClauseStart(sentence, mark); i + 1 < mark; i++) {
    if (!/^(?:is|are|was|were)$/.test(sentence.tokens[i]?.lower ?? "")) continue;
    const next = sentence.is(i + 1, "Adverb") ? i + 2 : i + 1;
    return isGerund(sentence, next) && !sentence.is(next, "Adjective");
  }
  return false;
}

/** "has been clear …, with sales rising": what came about beside it has come about too. */
function perfectBefore(sentence: Sentence, mark: number): "has" | "had" | undefined {
  for (let i = lastClauseStart(sentence, mark); i + 1 < mark; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (!/^(?:has|have|had)$/.test(word)) continue;
    const next = sentence.is(i + 1, "Adverb") ? i + 2 : i + 1;
    const isPerfect =
      sentence.is(next, "PastTense", "Participle") || sentence.tokens[next]?.lower === "been";
    return isPerfect ? (word === "had" ? "had" : "has") : undefined;
  }
  return undefined;
}

// What people say goes on being said.
const SAYS =
  /^(?:arguing|calling|claiming|saying|suggesting|believing|insisting|urging|hoping|fearing|making|having|being|remaining)$/;

/** Where the "-ing" stands behind a plain thing such as "its pale light" or "most of the shops". */
function gerundAfterThing(sentence: Sentence, from: number, end: number): number | undefined {
  for (let i = from + 1; i < Math.min(end, from + 10); i++) {
    const token = sentence.tokens[i];
    if (token === undefined || (!token.isWord && token.text !== "%")) return undefined;
    const before = sentence.tokens[i - 1]?.lower ?? "";
    const isBehindOwner = OWNERS.has(before) && before !== "each";
    const isBehind =
      isThingEnd(sentence, i - 1) ||
      (sentence.is(i - 1, "Adverb") && i - 2 >= from && isThingEnd(sentence, i - 2));
    const isDeed = isGerund(sentence, i) || /^(?:being|having|following)$/.test(token.lower);
    // "the clock's ticking": a thing of the clock's.
    const isOwned = /['’]s?$/.test(before);
    if (isDeed && isBehind && !isBehindOwner && !isOwned) return i;
    // "the spark of hope flickering": behind "of" stands a thing.
    if (before === "of") continue;
    if (sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective") && !isLead(sentence, i))
      return undefined;
    if (NOT_IN_THING.has(token.lower) && !joinsThings(sentence, i)) return undefined;
  }
  return undefined;
}

const HAPPENED =
  /^(?:reported|recorded|confirmed|killed|injured|arrested|launched|opened|built|found|made|sold|closed|destroyed|displaced|evacuated|cancelled|canceled|lost|selected|chosen|appointed|elected|added|removed|announced|released|signed|forced)$/;
const OWNERS = wordSet("its his her their my our each the");
const NOT_IN_THING = wordSet(
  "and or but that which who whom whose where when while if because although though than as so yet not to with by each",
);
