// A query in the form the matching works on: the words of the text as code units, and all of them
// joined, because spacing does not count.
import { normaliseName, SUFFIX } from "./normalise.ts";

export type Query = {
  /** All words joined, without a closing suffix. */
  joined: Uint16Array;
  /** The different words, each once; the suffix is left out where anything else is left. */
  words: Uint16Array[];
  /** The only word is all there is, so matching word by word would find nothing more. */
  isOneWord: boolean;
  /** The query is the suffix and nothing else. */
  isSuffix: boolean;
};

/** Null when the text has no letter or digit, so that nothing can match. */
export function prepareQuery(text: string): Query | null {
  const { words } = normaliseName(text);
  if (words.length === 0) return null;
  const joined = words.join("");
  const others = words.filter((word) => word !== SUFFIX);
  return {
    joined: toUnits(joined),
    words: [...new Set(others.length > 0 ? others : words)].map(toUnits),
    isOneWord: words.length === 1,
    isSuffix: joined === SUFFIX,
  };
}

export function toUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i += 1) units[i] = text.charCodeAt(i);
  return units;
}
