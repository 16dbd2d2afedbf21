// The bare form of a verb, whatever form it has in its sentence.

import { formsOfVerb } from "../sentence/tokens.ts";

/** "uses", "used" and "use" → "use"; a word that is no known form is given back as it is. */
export function baseOfVerb(word: string): string {
  if (word.endsWith("s")) {
    const bare = [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`];
    return bare.find((base) => formsOfVerb(base)?.s === word) ?? word;
  }
  return formsOfVerb(word)?.base ?? word;
}
