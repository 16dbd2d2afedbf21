// The subject of a sentence where something stands between it and its verb ("Berg, 28, has …", "the children, aged
// three and five, have …", "the boats built here are …"), or before it without a comma ("In 2013 he moved …"). Only
// for joints at which a second verb shows that the first one has a subject.

import { findFiniteVerb, wordSet } from "./clauses.ts";
import { HELPERS, isPluralNoun, MODALS, subjectStart } from "./ground.ts";
import { findSubject, type Subject, subjectBetween } from "./subjects.ts";
import type { Sentence } from "./tokens.ts";

/** The subject of the first main clause, also past an insertion, a participle or a short phrase. */
export function findWideSubject(sentence: Sentence): Subject | undefined {
  const found = findSubject(sentence);
  if (found !== undefined) return found;
  const wide = behindShortPhrase(sentence) ?? beforeInsertion(sentence) ?? withParticiple(sentence);
  const verb = sentence.tokens[wide?.verb ?? -1]?.lower ?? "";
  if (wide === undefined || /^(?:i|you|we)$/i.test(wide.again)) return wide;
  if (/^(?:is|was|has|does)(?:n't)?$/.test(verb)) return wide.isPlural ? undefined : wide;
  if (/^(?:are|were|have)(?:n't)?$/.test(verb)) return wide.isPlural ? wide : undefined;
  return wide;
}

/** "In 2013 he moved", "But by April they had": a pronoun that can only be a subject, behind a phrase without a comma. */
function behindShortPhrase(sentence: Sentence): Subject | undefined {
  const { tokens } = sentence;
  const start = /^(?:and|but|so|yet)$/.test(tokens[0]?.lower ?? "") ? 1 : 0;
  if (!PHRASES.has(tokens[start]?.lower ?? "")) return undefined;
  for (let i = start + 1; i < start + 6; i++) {
    const { lower, isWord } = tokens[i] ?? { lower: "", isWord: false };
    if (!isWord) return undefined;
    if (/^(?:i|he|she|we|they)$/.test(lower)) {
      // "In the house he built": what was built is not said to be the only deed.
      const verb = findFiniteVerb(sentence, i + 1, i + 4);
      const isSure =
        /^\d{4}$/.test(tokens[i - 1]?.text ?? "") || TIMES.test(tokens[i - 1]?.text ?? "");
      if (verb === undefined || !isSure) return undefined;
      return subjectBetween(sentence, i, verb, i + 1);
    }
    if (!sentence.is(i, "Noun", "Adjective", "Determiner", "Value", "Possessive")) return undefined;
  }
  return undefined;
}

/** "Berg, 28, has …", "radio waves, on the other hand, have …". */
function beforeInsertion(sentence: Sentence): Subject | undefined {
  const { tokens } = sentence;
  const start = tokens[1]?.text === "," && sentence.is(0, "Adverb") ? 2 : 0;
  const from = /^(?:and|but|so|yet)$/.test(tokens[start]?.lower ?? "") ? start + 1 : start;
  const open = commaBehind(sentence, from, from + 7);
  if (open === undefined || open === from || findFiniteVerb(sentence, from, open) !== undefined)
    return undefined;
  // "Also, in the north, rain fell": what stands before the comma must be a thing, and no phrase or opening.
  if (!sentence.is(open - 1, "Noun") || PHRASES.has(tokens[from]?.lower ?? "")) return undefined;
  if (sentence.is(from, "Adverb", "Gerund", "Conjunction", "Verb", "Preposition")) return undefined;
  const close = commaBehind(sentence, open + 1, open + 16);
  if (close === undefined || !isInsertion(sentence, open, close)) return undefined;
  const at = sentence.is(close + 1, "Adverb") ? close + 2 : close + 1;
  const verb = findFiniteVerb(sentence, at, at + 1) ?? (isPast(sentence, at) ? at : undefined);
  const found = verb === undefined ? undefined : subjectBetween(sentence, from, verb, open);
  // "The MP, 52, has …": who has an age is no thing.
  const isAged = /^(?:aged|\d{1,3})$/.test(tokens[open + 1]?.lower ?? "");
  return isAged && found?.again === "it" ? undefined : found;
}

/** An age, a place, a comment or a description; one bare thing may be an item of a list. */
function isInsertion(sentence: Sentence, open: number, close: number): boolean {
  const { tokens } = sentence;
  const first = tokens[open + 1]?.lower ?? "";
  for (let i = open + 1; i < close; i++)
    if (!tokens[i]?.isWord && tokens[i]?.text !== "-") return false;
  if (/^\d{1,3}$/.test(first)) return close === open + 2;
  if (COMMENTS.has(first) && close === open + 2) return true;
  // What "who" and "which" tell has a joint of its own.
  if (/^(?:a|an|the|aged|on|in|with|by|from|for|at|of)$/.test(first)) return true;
  return sentence.is(open + 1, "PastTense", "Participle") && sentence.is(open + 2, "Preposition");
}

/** "The boats built here are …", "straps binding her arms were …": a helper that agrees shows where the thing ends. */
function withParticiple(sentence: Sentence): Subject | undefined {
  const { tokens } = sentence;
  const start = subjectStart(sentence);
  if (!/^(?:the|these|those|this|our|its|their|my|his|her)$/.test(tokens[start]?.lower ?? ""))
    return undefined;
  for (let i = start + 1; i < start + 7; i++) {
    if (!tokens[i]?.isWord || PHRASES.has(tokens[i]?.lower ?? "")) return undefined;
    const isPart =
      sentence.is(i, "Gerund") ||
      (sentence.is(i, "PastTense", "Participle") &&
        /(?:ed|en|wn|ilt|ade|ught)$/.test(tokens[i]?.lower ?? ""));
    if (!isPart || !sentence.is(i - 1, "Noun") || i - 1 === start) continue;
    const isMany = isPluralNoun(sentence, i - 1);
    for (let k = i + 1; k < i + 9; k++) {
      const { lower, isWord } = tokens[k] ?? { lower: "", isWord: false };
      if (!isWord || NEVER_INSIDE.has(lower)) return undefined;
      if (MODALS.has(lower)) return subjectBetween(sentence, start, k, i);
      if (!HELPERS.has(lower)) continue;
      const agrees = /^(?:are|were|have)$/.test(lower) === isMany;
      const isSure = /^(?:is|are|was|were|has|have)$/.test(lower);
      return agrees && isSure && k > i + 1 ? subjectBetween(sentence, start, k, i) : undefined;
    }
    return undefined;
  }
  return undefined;
}

function commaBehind({ tokens }: Sentence, from: number, to: number): number | undefined {
  for (let i = from; i < to; i++) if (tokens[i]?.text === ",") return i;
  return undefined;
}

function isPast(sentence: Sentence, at: number): boolean {
  return sentence.is(at, "PastTense") && sentence.tokens[at + 1]?.lower !== "by";
}

const PHRASES = wordSet(
  "in on at by for with from during after before since until through under over",
);
const TIMES =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|year|years|month|months|week|weeks|day|days|morning|evening|night|time|end)$/;
const COMMENTS = wordSet(
  "however therefore though meanwhile too instead also nevertheless nonetheless",
);
const NEVER_INSIDE = wordSet(
  "that which who whom whose where when while if because and or but i he she we they you it",
);
