// The words that mean something else than a name: those any market could carry, noise, commodities,
// short forms of states and of words.
import type { Dataset } from "../data/dataset.ts";
import type { SearchWordKind } from "../data/places.ts";
import { splitWords } from "./normalise.ts";
import type { SearchedRecords } from "./searched-records.ts";

export type Vocabulary = {
  /** Words and phrases, their words parted by blanks. */
  kinds: ReadonlyMap<string, SearchWordKind>;
  /** The records a short form stands for; as a phrase, and joined ("j k", "jk"). */
  shortForms: ReadonlyMap<string, readonly number[]>;
  /** What a short word can stand for, the usual first. */
  expansions: ReadonlyMap<string, readonly string[]>;
  /** The most words a phrase has. */
  longest: number;
};

/** Every record lies in it. */
const COUNTRY = "India|Bharat|भारत|इंडिया|ভারত|ਭਾਰਤ|ભારત|ଭାରତ|இந்தியா|భారతదేశం|ಭಾರತ|ഇന്ത്യ|بھارت".split("|");

export function buildVocabulary({ places }: Dataset, records: SearchedRecords): Vocabulary {
  const kinds = new Map<string, SearchWordKind>();
  const shortForms = new Map<string, number[]>();
  const expansions = new Map<string, string[]>();
  const phraseOf = (text: string) => splitWords(text).join(" ");
  for (const name of COUNTRY) kinds.set(phraseOf(name), "noise");
  for (const { word, kind } of places.searchWords) kinds.set(phraseOf(word), kind);
  for (const { kind, id, word, shortForm } of places.shortForms) {
    if (kind === "word") {
      const form = phraseOf(shortForm);
      expansions.set(form, [...(expansions.get(form) ?? []), phraseOf(word)]);
      continue;
    }
    const record = records.numberOf(kind, id);
    if (record === undefined) continue;
    const words = splitWords(shortForm);
    for (const form of new Set([words.join(" "), words.join("")])) {
      shortForms.set(form, [...(shortForms.get(form) ?? []), record]);
    }
  }
  const phrases = [...kinds.keys(), ...shortForms.keys(), ...expansions.keys()];
  const longest = phrases.reduce((most, phrase) => Math.max(most, phrase.split(" ").length), 1);
  return { kinds, shortForms, expansions, longest };
}
