// Reads a query as its parts: words that a name must hold, words that any name could carry, short forms,
// PIN codes.
import { hasOtherScript, normaliseName, SUFFIX, splitWords } from "./normalise.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Something a record, its district or its state must hold. */
export type QueryPart = {
  /** As it was typed, but for case and accents. */
  text: string;
  /** What is looked for: the word itself, and what it can be short for. */
  variants: readonly string[];
  isNative: boolean;
  /** The records of a short form. */
  shortFormOf: readonly number[];
  /** It is looked for as it is, without misspellings. */
  isFixed: boolean;
  /** A PIN code, or the first three digits of one. */
  pin: string | null;
};

export type ParsedQuery = {
  /** All words joined, without a closing suffix; empty for a text with no letter or digit. */
  joined: string;
  /** Only one word or short form, so that nothing has to be put together. */
  isOneWord: boolean;
  parts: QueryPart[];
  /** Words that may be in a name and need not, such as "mandi" or "onion". */
  optional: string[];
  commodities: string[];
  /** Words beyond the limit. */
  beyond: string[];
};

/** More parts than any address has are only there to keep the search busy. */
const PARTS_MAX = 10;

export function parseQuery(text: string, vocabulary: Vocabulary): ParsedQuery {
  const words = splitWords(text);
  const { words: named } = normaliseName(text);
  const joined = named.join("");
  const parts: QueryPart[] = [];
  const optional: string[] = [];
  const commodities: string[] = [];
  const beyond: string[] = [];
  const take = (part: QueryPart) => {
    if (parts.some((other) => other.text === part.text)) return;
    if (parts.length < PARTS_MAX) parts.push(part);
    else beyond.push(part.text);
  };
  for (let at = 0; at < words.length; ) {
    if (words[at] === SUFFIX) {
      at += 1;
      continue;
    }
    const pin = readPin(words, at);
    if (pin !== null) {
      take({ ...plainPart(pin.text), pin: pin.text });
      at += pin.length;
      continue;
    }
    const phrase = readPhrase(words, at, vocabulary);
    if (phrase === null) {
      take(plainPart(words[at] ?? ""));
      at += 1;
      continue;
    }
    const { own, length, shortFormOf, expansions, kind } = phrase;
    if (shortFormOf !== undefined) take({ ...plainPart(own), shortFormOf });
    else if (expansions !== undefined) {
      take({ ...plainPart(own), variants: [own.replaceAll(" ", ""), ...expansions.map(join)] });
    } else {
      if (kind === "commodity") commodities.push(own);
      optional.push(...own.split(" ").filter((word) => word !== SUFFIX));
    }
    at += length;
  }
  const [first] = parts;
  const isOneWord =
    first?.pin == null &&
    (named.length === 1 || joined === SUFFIX || (parts.length === 1 && first?.text === joined));
  return { joined, isOneWord, parts, optional, commodities, beyond };
}

/** A query of words that any name could carry can only mean the names that do: commodities first. */
export function readWithoutNames(query: ParsedQuery): ParsedQuery[] {
  const partsOf = (words: readonly string[]) =>
    [...new Set(words)].slice(0, PARTS_MAX).map((word) => ({ ...plainPart(word), isFixed: true }));
  const { commodities, optional } = query;
  const ways = [commodities.flatMap((phrase) => phrase.split(" ")), optional];
  return ways.map((words) => ({ ...query, parts: partsOf(words), commodities: [] }));
}

const join = (phrase: string) => phrase.replaceAll(" ", "");

function plainPart(text: string): QueryPart {
  const isNative = hasOtherScript(text);
  return {
    text,
    variants: [text.replaceAll(" ", "")],
    isNative,
    shortFormOf: [],
    isFixed: false,
    pin: /^[1-9]\d\d$/.test(text) ? text : null,
  };
}

/** "422306" or "422 306". */
function readPin(words: readonly string[], at: number) {
  const [word = "", next = ""] = [words[at], words[at + 1]];
  if (/^[1-9]\d{5}$/.test(word)) return { text: word, length: 1 };
  if (/^[1-9]\d\d$/.test(word) && /^\d{3}$/.test(next)) return { text: word + next, length: 2 };
  return null;
}

/** The longest phrase of the vocabulary that begins here. */
function readPhrase(words: readonly string[], at: number, vocabulary: Vocabulary) {
  const most = Math.min(vocabulary.longest, words.length - at);
  for (let length = most; length > 0; length -= 1) {
    const own = words.slice(at, at + length);
    const phrase = own.join(" ");
    const isInitials = own.every((word) => word.length <= 2);
    const shortFormOf =
      vocabulary.shortForms.get(phrase) ??
      (isInitials ? vocabulary.shortForms.get(own.join("")) : undefined);
    const expansions = vocabulary.expansions.get(phrase);
    const kind = vocabulary.kinds.get(phrase);
    if (shortFormOf ?? expansions ?? kind) {
      return { own: shortFormOf ? own.join("") : phrase, length, shortFormOf, expansions, kind };
    }
  }
  return null;
}
