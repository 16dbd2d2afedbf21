// People a text names, with the pronoun it uses for them, and whether a sentence can mean only one of them.

import { findFiniteVerb, findMainVerb, wordSet } from "./clauses.ts";
import { lastClauseStart, subjectStart } from "./ground.ts";
import { isName } from "./names.ts";
import { pronounOfName } from "./subject-pronouns.ts";
import type { Sentence } from "./tokens.ts";

/** The pronoun of a person whom the text calls so elsewhere, if nobody else in the sentence could be meant. */
export function onlyPerson(sentence: Sentence, name: string): "he" | "she" | undefined {
  const pronoun = sentence.people?.get(name);
  if (pronoun === undefined) return undefined;
  const rival = pronoun === "he" ? /^(?:she|her|hers|herself)$/ : /^(?:he|him|his|himself)$/;
  for (const { text, lower, start } of sentence.tokens) {
    if (rival.test(lower)) return undefined;
    if (start > 0 && text !== name && text !== "I" && /^\p{Lu}/u.test(text)) return undefined;
  }
  return pronoun;
}

/**
 * People with the pronoun their text uses for them: "Mara lifted her lamp". A name for which both are
 * found is left out.
 */
export function findPeople(sentences: readonly Sentence[]): ReadonlyMap<string, "he" | "she"> {
  const found = new Map<string, "he" | "she">();
  const refused = new Set<string>();
  for (const sentence of sentences) {
    const start = mainStart(sentence);
    const name = sentence.tokens[start]?.text ?? "";
    if (!/^\p{Lu}\p{Ll}{2,}$/u.test(name) || (start === 0 && !isName(sentence, 0))) continue;
    const verb = findMainVerb(sentence, start, Math.min(sentence.tokens.length, start + 4));
    if (verb === undefined || verb > start + 2 || verb === start) continue;
    const pronoun = pronounOfName(sentence, start, verb);
    if (pronoun === undefined) continue;
    if ((found.get(name) ?? pronoun) !== pronoun) refused.add(name);
    found.set(name, pronoun);
  }
  for (const name of refused) found.delete(name);
  return found;
}

/** Where the subject of the main clause begins, past a phrase or a clause that opens the sentence. */
export function mainStart(sentence: Sentence): number {
  const start = subjectStart(sentence);
  const later = lastClauseStart(sentence, sentence.tokens.length);
  let at = Math.max(start, later);
  // "Meanwhile, in the far north, the mines …": one phrase behind another.
  for (let i = at; i < at + 12 && PHRASES.has(sentence.tokens[at]?.lower ?? ""); i++) {
    if (sentence.tokens[i]?.text !== ",") continue;
    if (findFiniteVerb(sentence, at + 1, i) !== undefined) break;
    at = i + 1;
    break;
  }
  while (JOINERS.has(sentence.tokens[at]?.lower ?? "")) at++;
  return at;
}

const PHRASES = wordSet("in on at with by for from during after before under over amid amidst");
const JOINERS = wordSet("and but so yet also then");
