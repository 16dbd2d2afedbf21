// Whether a word that opens a sentence is a name. Every word has a capital there; one that is no word of the
// language in small letters can only be a name ("Jax", "Torren").
import type { Sentence } from "./tokens.ts";

/** Whether the token is a name, also at the start of a sentence and where the tagger doesn't know it. */
export function isName(sentence: Sentence, at: number): boolean {
  return sentence.is(at, "ProperNoun") || isStrange(sentence, at);
}

/** A word with a capital that is none in small letters. */
export function isStrange(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.text ?? "";
  // "Rheumatism", "cryonics": a rare word with the ending of a common noun.
  if (!/^\p{Lu}\p{Ll}{2,}$/u.test(word) || COMMON.test(word)) return false;
  return !sentence.lexicon.words.known.has(word.toLowerCase());
}

const COMMON = /(?:tion|sion|ment|ness|ity|ism|ology|ship|ics|osis|itis)s?$/;
