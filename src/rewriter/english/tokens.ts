// A sentence as words and marks with their offsets, and parts of speech where an edit asks for them: those of
// compromise, corrected where the classifier of word classes is sure of another kind of word ("small firms").
// Tags help to choose and refuse edits; no edit rests on a tag alone.
import nlp from "compromise/two";

import type { KnownWords } from "./known-words.ts";
import type { WordClass, WordClasses } from "./word-classes.ts";

export type Token = {
  readonly text: string;
  readonly lower: string;
  /** Offsets in the sentence. */
  readonly start: number;
  readonly end: number;
  readonly isWord: boolean;
};

/** What sentences are read with. */
export type Lexicon = { readonly words: KnownWords; readonly classes: WordClasses };

export type Sentence = {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** What it was read with; parts of it are read with the same. */
  readonly lexicon: Lexicon;
  /** Whether the token with this index carries one of these tags. */
  is(index: number, ...tags: Tag[]): boolean;
};

const TOKEN = /[\p{L}\p{N}]+(?:['’.\-‑/&][\p{L}\p{N}]+)*['’]?(?=\s|[^\p{L}\p{N}]|$)|\S/gu;

/** Reads a sentence; tags are looked up on first use. */
export function readSentence(text: string, lexicon: Lexicon): Sentence {
  const tokens = tokensIn(text);
  let tags: readonly (ReadonlySet<string> | undefined)[] | undefined;
  return {
    text,
    tokens,
    lexicon,
    is(index, ...wanted) {
      tags ??= tagWords(text, tokens, lexicon.classes);
      const own = tags[index];
      return own !== undefined && wanted.some((tag) => own.has(tag));
    },
  };
}

/** Words and marks of a text with their offsets. */
export function tokensIn(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match) => ({
    text: match[0],
    lower: match[0].toLowerCase().replaceAll("’", "'"),
    start: match.index,
    end: match.index + match[0].length,
    isWord: /^[\p{L}\p{N}]/u.test(match[0]),
  }));
}

export const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(" "));

export type Tag =
  | "Noun"
  | "Plural"
  | "Singular"
  | "Pronoun"
  | "ProperNoun"
  | "Verb"
  | "PastTense"
  | "PresentTense"
  | "Gerund"
  | "Infinitive"
  | "Participle"
  | "Copula"
  | "Modal"
  | "Auxiliary"
  | "Adjective"
  | "Adverb"
  | "Determiner"
  | "Possessive"
  | "Preposition"
  | "Conjunction"
  | "Value"
  | "Country"
  | "City"
  | "Organization"
  | "Person";

type Tags = ReadonlySet<string> | undefined;

/** The tags of each word of a sentence. */
function tagWords(text: string, words: readonly Token[], classes: WordClasses): Tags[] {
  // A text this long is no sentence; tagging it would cost more than it tells.
  if (text.length > LENGTH_MAX) return [];
  const byStart = new Map<number, ReadonlySet<string>>();
  let from = 0;
  for (const term of nlp(text).document.flat()) {
    const at = term.text === "" ? -1 : text.indexOf(term.text, from);
    if (at === -1) continue;
    if (!byStart.has(at)) byStart.set(at, term.tags ?? new Set<string>());
    from = at + term.text.length;
  }
  const found = classes.classify(words.map((word) => word.text));
  return words.map(({ start, lower }, i) => {
    const own = byStart.get(start);
    const { kind, margin } = found[i] ?? { kind: "other", margin: 0 };
    if (own === undefined || margin < MARGIN_MIN || !/^[a-z]{2,}(?:-[a-z]+)*$/.test(lower))
      return own;
    const next = { kind: found[i + 1]?.kind, word: words[i + 1]?.lower ?? "" };
    return corrected(own, lower, kind, next) ?? own;
  });
}

/** The tags of another kind of word, where that is what the classifier found and it can be. */
function corrected(
  own: ReadonlySet<string>,
  word: string,
  kind: WordClass,
  next: { kind: WordClass | undefined; word: string },
): Tags {
  const isVerb = own.has("Verb");
  if (kind === "noun") {
    // "training" may be both; and only a verb has an object behind it.
    const isBare = isVerb && !own.has("PastTense") && !own.has("Gerund");
    const isNoun = isBare && !OBJECT_OPENERS.test(next.word) && !word.endsWith("ing");
    if (isNoun || (own.has("Adjective") && !isVerb))
      return /[^suia]s$/.test(word) ? PLURAL : SINGULAR;
  }
  if (kind === "verb" && !isVerb && !(own.has("Adjective") && next.kind === "noun"))
    return verbTags(word);
  if (kind === "adjective" && next.kind === "noun") {
    const isParticiple = own.has("PastTense") || own.has("Participle") || own.has("Gerund");
    if (!own.has("Adjective") && !isParticiple && (isVerb || own.has("Noun"))) return ADJECTIVE;
  }
  const isOther = isVerb || own.has("Adjective");
  if (kind === "adverb" && !own.has("Adverb") && (isOther || own.has("Noun"))) return ADVERB;
  if (kind === "preposition" && !own.has("Preposition") && (isOther || own.has("Adverb")))
    return PREPOSITION;
  return undefined;
}

/** What the ending of a verb tells. */
function verbTags(word: string): ReadonlySet<string> {
  if (word.endsWith("ing")) return GERUND;
  if (word.endsWith("ed")) return PAST;
  return /[^s]s$/.test(word) ? THIRD_PERSON : BARE_VERB;
}

const LENGTH_MAX = 4000;
const MARGIN_MIN = 60;
const OBJECT_OPENERS = /^(?:the|a|an|its|their|his|her|our|your|my|this|these|it|them|him|us|me)$/;
const PLURAL: ReadonlySet<string> = new Set(["Noun", "Plural"]);
const SINGULAR: ReadonlySet<string> = new Set(["Noun", "Singular"]);
const ADJECTIVE: ReadonlySet<string> = new Set(["Adjective"]);
const ADVERB: ReadonlySet<string> = new Set(["Adverb"]);
const PREPOSITION: ReadonlySet<string> = new Set(["Preposition"]);
const GERUND: ReadonlySet<string> = new Set(["Verb", "PresentTense", "Gerund"]);
const PAST: ReadonlySet<string> = new Set(["Verb", "PastTense"]);
const THIRD_PERSON: ReadonlySet<string> = new Set(["Verb", "PresentTense"]);
const BARE_VERB: ReadonlySet<string> = new Set(["Verb", "PresentTense", "Infinitive"]);
