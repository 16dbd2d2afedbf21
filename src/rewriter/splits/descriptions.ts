// Closing descriptions of a thing: "The cutlet is tender, served with rice" → "It is served with rice". Only
// where no other thing stands between that might be meant.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { mainTense, wordSet } from "../sentence/clauses.ts";
import {
  hangsOn,
  hasSpeech,
  isUnrealised,
  lastClauseStart,
  marksClause,
  standsAlone,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import type { Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";
import { beWith } from "./middles.ts";
import { findTailSubject, lastJoinedClause } from "./tail-subjects.ts";

/** "The silence was deep, broken only by the wind." → "The silence was deep. It was broken only by the wind." */
export function splitAtDescription(
  sentence: Sentence,
  comma: number,
  end: number,
): Edit | undefined {
  const { tokens, text } = sentence;
  const at = isManner(sentence, comma + 1) ? comma + 2 : comma + 1;
  const word = tokens[at]?.lower ?? "";
  const from = tokens[comma];
  const first = tokens[comma + 1];
  if (from === undefined || first === undefined || hasSpeech(text)) return undefined;
  const second = tokens[at + 1]?.lower ?? "";
  const next = second === "only" ? (tokens[at + 2]?.lower ?? "") : second;
  const isAdjective = ADJECTIVES.get(word)?.test(next) === true;
  if (!isAdjective && !/(?:ed|en|wn|rn|ught|ung|ilt|ade|eld|set)$/.test(word)) return undefined;
  if (wordsBetween(sentence, 0, comma) < 4 || wordsBetween(sentence, comma, end) < 4)
    return undefined;
  const later = lastJoinedClause(sentence, comma);
  const subject = findTailSubject(sentence, comma, later);
  if (subject === undefined || subject.verb >= comma || subject.again === "this") return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma) || isUnrealised(sentence, comma))
    return undefined;
  if (!isToldOfSubject(sentence, subject, comma, isAdjective)) return undefined;
  const tense = mainTense(sentence, later ?? lastClauseStart(sentence, comma), comma);
  if (tense === undefined || strandsVerb(sentence, at + 1, end)) return undefined;
  const be = isAdjective
    ? tense === "past"
      ? subject.isPlural && subject.again !== "I"
        ? "were"
        : "was"
      : subject.again === "I"
        ? "am"
        : subject.isPlural
          ? "are"
          : "is"
    : beWith(IRREGULAR.has(word) ? "held" : word, next, tense, subject);
  if (be === undefined) return undefined;
  return {
    start: stripSpaceBefore(text, from.start),
    end: first.start,
    options: [`. ${capitalise(subject.again)} ${be} `],
    kind: "split",
    why: "long sentence split before a description",
  };
}

/** Whether nothing between the verb and the mark could be what is described. */
function isToldOfSubject(
  sentence: Sentence,
  subject: Subject,
  comma: number,
  isAdjective: boolean,
): boolean {
  const { tokens } = sentence;
  const main = tokens[subject.verb]?.lower ?? "";
  const isCopula = /^(?:is|are|was|were|remains?|remained|became|becomes?)$/.test(main);
  const start = subject.verb + 1;
  let things = 0;
  for (let i = start; i < comma; i++) {
    const token = tokens[i];
    // "a quiet, bookish child", "a trained and elite team": two words for one thing.
    const isPair = sentence.is(i - 1, "Adjective", "PastTense") && sentence.is(i + 1, "Adjective");
    if (token?.text === "," && isPair) continue;
    if (token === undefined || /^[,;:—–(]$/.test(token.text)) return false;
    if (marksClause(sentence, i, comma)) return false;
    if (/^(?:than|not|no|and|or|but)$/.test(token.lower) && !sentence.is(i - 1, "Adjective")) {
      if (token.lower !== "and" || !isPair) return false;
    }
    // "an elite group of warriors": both words name those who are told of.
    const isGroup =
      token.lower === "of" &&
      /^(?:group|team|band|pair|family|couple|crew)$/.test(tokens[i - 1]?.lower ?? "");
    if (isGroup && isCopula && things === 1) things--;
    if (sentence.is(i, "Noun") && !sentence.is(i, "Possessive", "Adjective")) {
      // A thing behind a preposition is not what the sentence is about, but it may be what follows is.
      if (sentence.is(i + 1, "Noun")) continue;
      things++;
    }
  }
  // "is tender and full of taste", "flashed": nothing else is there to be told of.
  if (things === 0) return true;
  // "is a small town in the hills, known for …": what it is and what it is known for are one.
  if (!isCopula || !/^an?$/.test(tokens[start]?.lower ?? "")) return false;
  return things === 1 || (isAdjective && things === 2);
}

function isManner(sentence: Sentence, at: number): boolean {
  return (
    sentence.is(at, "Adverb") ||
    /^(?:often|always|usually|typically|traditionally|mainly|largely|best)$/.test(
      sentence.tokens[at]?.lower ?? "",
    )
  );
}

// Participles without "-ed" that tell a state, as "held" does.
const IRREGULAR = wordSet("broken woven sewn grown thrown hidden kept lit bound wound strung hung");
// Adjectives that close a sentence, each with what may stand behind it.
const ADJECTIVES: ReadonlyMap<string, RegExp> = new Map([
  ...[...wordSet("perfect ideal suitable great essential crucial vital important responsible")].map(
    (word): [string, RegExp] => [word, /^(?:for|in|to|as)$/],
  ),
  ...[...wordSet("full devoid free reminiscent typical worthy characteristic aware")].map(
    (word): [string, RegExp] => [word, /^of$/],
  ),
  ...[...wordSet("rich low high available visible common popular unique present")].map(
    (word): [string, RegExp] => [word, /^(?:in|at|to|for|from|with|among)$/],
  ),
  ...[...wordSet("similar comparable equivalent prone subject due adjacent close")].map(
    (word): [string, RegExp] => [word, /^to$/],
  ),
]);
