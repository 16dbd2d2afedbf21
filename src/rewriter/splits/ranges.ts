// Closing parts that tell how far a number of things reaches: "a wide range of dishes, from soups to cakes" → "These
// range from soups to cakes". Only where the things stand right before the comma and are said to be many or different.

import type { Edit } from "../edit.ts";
import { findMainVerb, mainTense, wordSet } from "../sentence/clauses.ts";
import {
  hasSpeech,
  isBracketed,
  isPluralNoun,
  lastClauseStart,
  MODALS,
  marksClause,
  wordsBetween,
} from "../sentence/ground.ts";
import { holdsClause, isReported } from "../sentence/main-clauses.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";
import { baseOfVerb } from "./verb-bases.ts";

/** "It has many rooms, from small cells to wide halls." → "It has many rooms. These range from …" */
export function splitAtRange(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const from = tokens[comma + 1]?.lower === "ranging" ? comma + 2 : comma + 1;
  if (tokens[from]?.lower !== "from" || isBracketed(sentence, comma) || hasSpeech(text))
    return undefined;
  if (wordsBetween(sentence, 0, comma) < 6 || wordsBetween(sentence, from, end) < 4)
    return undefined;
  if (!areMany(sentence, comma - 1) || !isPlainReach(sentence, from + 1, end)) return undefined;
  if (!holdsClause(sentence, comma) || isReported(sentence, comma)) return undefined;
  const start = lastClauseStart(sentence, comma);
  const verb = findMainVerb(sentence, start, comma);
  const word = verb === undefined ? "" : (tokens[verb]?.lower ?? "");
  // "sent many parcels, from the hills to the port": a way, not a range.
  const isWay = tokens.slice(0, comma).some(({ lower }) => MOVES.has(baseOfVerb(lower)));
  if (isWay && from === comma + 1) return undefined;
  const isNow = /^(?:can|will|may|has|have)$/.test(word);
  if (MODALS.has(word) && !isNow) return undefined;
  const tense = isNow ? "present" : mainTense(sentence, start, comma);
  if (tense === undefined) return undefined;
  return {
    start: stripSpaceBefore(text, tokens[comma]?.start ?? 0),
    end: tokens[from]?.start ?? 0,
    options: [`. These ${tense === "past" ? "ranged" : "range"} `],
    kind: "split",
    why: "long sentence split before a range",
  };
}

/** "a variety of rooms", "many small rooms": several things, said to be so. */
function areMany(sentence: Sentence, last: number): boolean {
  if (!isPluralNoun(sentence, last) || !/^\p{Ll}/u.test(sentence.tokens[last]?.text ?? ""))
    return false;
  for (let i = last - 1; i > Math.max(0, last - 5); i--) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (MANY.has(word)) return true;
    if (word === "of") return AMOUNTS.has(sentence.tokens[i - 1]?.lower ?? "");
    if (!sentence.is(i, "Noun", "Adjective", "PastTense")) return false;
  }
  return false;
}

/** Whether [from, end) is "A to B", two things and nothing else. */
function isPlainReach(sentence: Sentence, from: number, end: number): boolean {
  let reaches = 0;
  for (let i = from; i < end; i++) {
    const { text, lower } = sentence.tokens[i] ?? { text: "", lower: "" };
    if (/^[,;:—–()]$/.test(text) || (lower !== "to" && marksClause(sentence, i, end))) return false;
    if (lower === "to") {
      if (i === from || sentence.is(i + 1, "Infinitive")) return false;
      reaches++;
    }
    const isPart = sentence.is(i + 1, "Noun", "Adjective");
    if (sentence.is(i, "Gerund") && !isPart) return false;
    if (sentence.is(i, "Verb") && !isPart && !sentence.is(i, "Noun", "Adjective")) return false;
  }
  return reaches === 1;
}

const MOVES = wordSet(
  "send travel move go walk bring take carry ship fly drive run march sail come return ride lead pass follow",
);
const MANY = wordSet("many several various numerous different diverse multiple");
const AMOUNTS = wordSet(
  "range variety array selection spectrum collection assortment host choice mix",
);
