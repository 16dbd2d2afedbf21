// Closing parts with a subject of their own: "…, its lights fading", "…, with sales rising", "…, his eyes
// fixed on the door". The verb takes the tense of the clause before.
import { hasMainVerb, mainTense, wordSet } from "./clauses.ts";
import type { Edit } from "./edit.ts";
import { capitalise } from "./inflect.ts";
import { formsOf, isGerund, writeTail } from "./participle-tails.ts";
import {
  hangsOn,
  hasSpeech,
  isPluralNoun,
  isUnrealised,
  lastClauseStart,
  resumesAfter,
  standsAlone,
  stripSpaceBefore,
  subjectStart,
  wordsBetween,
} from "./split-ground.ts";
import { formsOfGerund, type Sentence } from "./tokens.ts";

/** "The lamp burned, its light fading." → "The lamp burned. Its light faded."; "with sales rising" too. */
export function splitAtAbsolute(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const lead = tokens[comma + 1]?.lower ?? "";
  const isWith = lead === "with";
  if (!isWith && !OWNERS.has(lead)) return undefined;
  const from = comma + (isWith ? 2 : 1);
  if (wordsBetween(sentence, comma + 1, end) < 5 || hasSpeech(text)) return undefined;
  const at = gerundAfterThing(sentence, from, end);
  if (lead === "the" && (at === undefined || !isAbsolute(sentence, comma, at, end)))
    return undefined;
  if (at === undefined) return isWith ? undefined : splitAtState(sentence, comma, end);
  // "…, the hum echoing in her mind, knowing …": the last one is hers, not the hum's.
  if (hasTailBehind(sentence, at + 1, end)) return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma) || isUnrealised(sentence, comma))
    return undefined;
  const tense = mainTense(sentence, lastClauseStart(sentence, comma), comma);
  if (tense === undefined) return undefined;
  let head = at - 1;
  for (let i = from; i < at; i++) {
    if (/^(?:of|in|for|from|at|on)$/.test(tokens[i]?.lower ?? "")) {
      head = i - 1;
      break;
    }
  }
  // A name in "-s" is one person; with a second one, "and Elara going on", both would need a verb.
  const isName = /^\p{Lu}/u.test(tokens[head]?.text ?? "");
  if (hasSecondThing(sentence, at + 1, end)) return undefined;
  const isPlural = isPluralNoun(sentence, head) && !isName;
  const isSome = /^(?:many|some|others|most|both)$/.test(tokens[head]?.lower ?? "");
  if (!isPlural && !isSome && !sentence.is(head, "Singular", "Noun")) return undefined;
  const gerund = tokens[at]?.lower ?? "";
  const perfect = SAYS.test(gerund) ? undefined : perfectBefore(sentence, comma);
  const participle = formsOf(gerund)?.participle;
  const verb = isInProgress(sentence, comma)
    ? `${finiteOf("being", tense, isPlural || isSome)} ${gerund}`
    : perfect !== undefined && participle !== undefined
      ? `${perfect === "had" ? "had" : isPlural || isSome ? "have" : "has"} ${participle}`
      : finiteOf(gerund, tense, isPlural || isSome);
  if (verb === undefined) return undefined;
  const start = tokens[from]?.start ?? 0;
  const thing = capitalise(text.slice(start, tokens[at]?.start ?? start));
  const write = (word: string): string => finiteOf(word, tense, isPlural || isSome) ?? "";
  return writeTail(sentence, comma, at, end, `${thing}${verb}`, write);
}

/** Whether "the …ing" is all there is: no list before it, no verb of its own, nothing that goes on. */
function isAbsolute(sentence: Sentence, comma: number, at: number, end: number): boolean {
  for (let i = 0; i < comma; i++) {
    if (/^[:;—–]$/.test(sentence.tokens[i]?.text ?? "")) return false;
    const isListed = sentence.tokens[i]?.text === "," && i > subjectStart(sentence);
    if (isListed && !sentence.is(i + 1, "Gerund")) return false;
  }
  if (/-|^\p{Lu}/u.test(sentence.tokens[at - 1]?.text ?? "")) return false;
  return !hasMainVerb(sentence, at + 1, end) && !resumesAfter(sentence, at + 1, end);
}

function hasSecondThing(sentence: Sentence, from: number, end: number): boolean {
  for (let i = from; i + 2 < end; i++) {
    if (sentence.tokens[i]?.lower !== "and") continue;
    for (let k = i + 2; k < Math.min(end, i + 5); k++) {
      if (isGerund(sentence, k) && sentence.is(k - 1, "Noun")) return true;
    }
  }
  return false;
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
  while (at < Math.min(end, comma + 5) && sentence.is(at, "Noun") && !isState(sentence, at)) at++;
  if (at === comma + 2 || !isState(sentence, at) || !sentence.is(at - 1, "Noun")) return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma) || isUnrealised(sentence, comma))
    return undefined;
  if (resumesAfter(sentence, at + 1, end) || hasMainVerb(sentence, at, end)) return undefined;
  const tense = mainTense(sentence, lastClauseStart(sentence, comma), comma);
  const from = tokens[comma];
  const owner = tokens[comma + 1];
  const last = tokens[at - 1];
  if (tense === undefined || from === undefined || owner === undefined || last === undefined)
    return undefined;
  const isPlural = isPluralNoun(sentence, at - 1);
  const be = tense === "past" ? (isPlural ? "were" : "was") : isPlural ? "are" : "is";
  return {
    start: stripSpaceBefore(text, from.start),
    end: last.end,
    options: [`. ${capitalise(text.slice(owner.start, last.end))} ${be}`],
    kind: "split",
    why: "long sentence split before a state",
  };
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
    return isGerund(sentence, sentence.is(i + 1, "Adverb") ? i + 2 : i + 1);
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

function finiteOf(
  gerund: string,
  tense: "past" | "present",
  isPlural: boolean,
): string | undefined {
  if (gerund === "being")
    return tense === "past" ? (isPlural ? "were" : "was") : isPlural ? "are" : "is";
  if (gerund === "having") return tense === "past" ? "had" : isPlural ? "have" : "has";
  const forms = formsOfGerund(gerund);
  if (forms === undefined) return undefined;
  return tense === "past" ? forms.past : isPlural ? forms.base : forms.s;
}

function isThingEnd(sentence: Sentence, at: number): boolean {
  return (
    sentence.is(at, "Noun") ||
    /^(?:many|some|others|most|both|each)$/.test(sentence.tokens[at]?.lower ?? "")
  );
}

/** Where the "-ing" stands behind a plain thing such as "its pale light" or "most of the shops". */
function gerundAfterThing(sentence: Sentence, from: number, end: number): number | undefined {
  for (let i = from + 1; i < Math.min(end, from + 8); i++) {
    const token = sentence.tokens[i];
    if (token === undefined || !token.isWord) return undefined;
    const isBehindOwner = OWNERS.has(sentence.tokens[i - 1]?.lower ?? "");
    if (isGerund(sentence, i) && isThingEnd(sentence, i - 1) && !isBehindOwner) return i;
    if (sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective")) return undefined;
    if (NOT_IN_THING.has(token.lower)) return undefined;
  }
  return undefined;
}

const OWNERS = wordSet("its his her their my our each the");
const NOT_IN_THING = wordSet(
  "and or but that which who whom whose where when while if because although though than as so yet not to with by each",
);
