// How an order is to be carried out: "Keep the cellar dry by opening the windows at noon" → "Keep the cellar dry. Do
// this by opening the windows at noon". Orders have no subject, so that the second sentence is an order as well.

import type { Edit } from "../edit.ts";
import { wordSet } from "../sentence/clauses.ts";
import { hasSpeech, isBracketed, marksClause, wordsBetween } from "../sentence/ground.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { orderStart } from "./commands.ts";
import { stripSpaceBefore } from "./cuts.ts";
import { isGerund } from "./participle-tails.ts";

/** "Save water by closing the tap." → "Save water. Do this by closing the tap." */
export function splitAtOrderMeans(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  if (tokens[at]?.lower !== "by" || !isGerund(sentence, at + 1)) return undefined;
  if (isBracketed(sentence, at) || hasSpeech(text) || /^\P{L}*\p{Ll}/u.test(text)) return undefined;
  const first = orderStart(sentence);
  if (first === undefined || first > 2 || NO_MEANS.has(tokens[first]?.lower ?? ""))
    return undefined;
  if (wordsBetween(sentence, first, at) < 4 || wordsBetween(sentence, at, end) < 5)
    return undefined;
  for (let i = first + 1; i < at; i++) {
    const { lower, text: mark } = tokens[i] ?? { lower: "", text: "" };
    // Another deed in between may be the one that is done so.
    if (marksClause(sentence, i, at) || /^[,;:—–?]$/.test(mark) || isGerund(sentence, i))
      return undefined;
    if (/^(?:not|never|no|only|or|but)$/.test(lower)) return undefined;
    if (lower === "and" && sentence.is(i + 1, "Verb") && !sentence.is(i + 1, "Noun"))
      return undefined;
  }
  for (let i = at + 2; i < end; i++) {
    const { lower, text: mark } = tokens[i] ?? { lower: "", text: "" };
    if (/^[;:—–?]$/.test(mark) || lower === "but" || lower === "if") return undefined;
    // "…, and pour it out": the next order.
    const isJoint = mark === "," || lower === "and" || lower === "or";
    const isOrder = sentence.is(i + 1, "Infinitive") && !sentence.is(i + 1, "Noun", "Adjective");
    if (isJoint && isOrder) return undefined;
    const isAnd = lower === "and" && tokens[i - 1]?.text === ",";
    if (isAnd && !isGerund(sentence, i + 1)) return undefined;
  }
  return {
    start: stripSpaceBefore(text, tokens[at]?.start ?? 0),
    end: tokens[at]?.start ?? 0,
    options: [". Do this "],
    kind: "split",
    why: 'long sentence split at "by"',
  };
}

// "Start by reading": what is done first, not how something is done.
const NO_MEANS = wordSet(
  "start begin end finish continue respond react stop stand sit go come let do try remember consider avoid",
);
