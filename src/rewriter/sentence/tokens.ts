// A sentence as words and marks with their places, and parts of speech from compromise where a rule
// asks for them. Tags are a help for choosing and refusing edits; no edit rests on a tag alone.
import nlp from "compromise/two";
import { verbForms } from "../inflect.ts";
import type { Lexicon } from "./lexicon.ts";
import {
  isMistakenBase,
  isMistakenFinite,
  isMistakenNoun,
  isMistakenPast,
  isMistakenThing,
  isMistakenThird,
  isUnmarkedPast,
  isVerbOfOne,
  missedBareVerb,
  missedVerb,
} from "./tag-repairs.ts";
import type { WordClasses } from "./word-classes.ts";

export type Token = {
  readonly text: string;
  readonly lower: string;
  /** Offsets in the sentence. */
  readonly start: number;
  readonly end: number;
  readonly isWord: boolean;
};

export type Sentence = {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** What it was read with; parts of it are read with the same. */
  readonly lexicon: Lexicon;
  /** Whether the token with this index carries one of these tags. */
  is(index: number, ...tags: Tag[]): boolean;
  /** People the text names, each with the pronoun it uses for them. */
  readonly people?: ReadonlyMap<string, "he" | "she">;
};

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

const TOKEN = /[\p{L}\p{N}]+(?:['’.\-‑/&][\p{L}\p{N}]+)*['’]?(?=\s|[^\p{L}\p{N}]|$)|\S/gu;

/** Reads a sentence; tags are looked up on first use. */
export function readSentence(text: string, lexicon: Lexicon): Sentence {
  const tokens = tokensIn(text);
  let tags: (ReadonlySet<string> | undefined)[] | undefined;
  return {
    text,
    tokens,
    lexicon,
    is(index, ...wanted) {
      tags ??= tagsOf(text, tokens, lexicon.classes);
      const own = tags[index];
      return own !== undefined && wanted.some((tag) => own.has(tag));
    },
  };
}

/** Words and marks of a text with their places. */
export function tokensIn(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const word = match[0];
    tokens.push({
      text: word,
      lower: word.toLowerCase().replaceAll("’", "'"),
      start: match.index,
      end: match.index + word.length,
      isWord: /^[\p{L}\p{N}]/u.test(word),
    });
  }
  return tokens;
}

/** The forms of the verb behind an "-ing" word, or undefined when it isn't one. */
export function formsOfGerund(word: string): { base: string; s: string; past: string } | undefined {
  // Who is lying may lie on the ground or tell a lie: the past would have to say which.
  if (word === "lying") return undefined;
  const { verb } = verbTransforms();
  // "mimicking" comes from "mimic".
  const base = verb.toInfinitive(word, nlp.model(), "Gerund").replace(/(?<=[a-z]{2}ic)k$/, "");
  const forms = verb.conjugate(base, nlp.model());
  if (forms.Gerund !== word || forms.PastTense === "" || forms.PresentTense === "")
    return undefined;
  // The library has a few pasts wrong ("bow", "flit"): only some verbs have none of their own.
  const isOdd = forms.PastTense === base && !UNCHANGED.test(base);
  const past = WRONG_PASTS.get(base) ?? (isOdd ? verbForms(base).past : forms.PastTense);
  return { base, s: forms.PresentTense, past };
}

const WRONG_PASTS: ReadonlyMap<string, string> = new Map([
  ["swing", "swung"],
  ["forsake", "forsook"],
  ["stride", "strode"],
  ["mislead", "misled"],
  ["speed", "sped"],
  ["tread", "trod"],
  ["stink", "stank"],
  ["bid", "bade"],
  ["cast", "cast"],
  ["reel", "reeled"],
  ["broadcast", "broadcast"],
  ["forecast", "forecast"],
]);

const UNCHANGED =
  /^(?:re|over|under|out|up|off|broad|fore)?(?:beat|bet|burst|cast|cost|cut|hit|hurt|let|put|quit|read|rid|set|shed|shut|slit|split|spread|thrust|upset|wed)$/;

/** The forms of the verb behind a past, a participle or a bare form, or undefined when it isn't one. */
export function formsOfVerb(
  word: string,
): { base: string; s: string; past: string; ing: string } | undefined {
  const { verb } = verbTransforms();
  for (const form of ["PastTense", "Participle", "Infinitive"]) {
    const base = form === "Infinitive" ? word : verb.toInfinitive(word, nlp.model(), form);
    const forms = verb.conjugate(base, nlp.model());
    if (forms.PastTense === "" || forms.PresentTense === "" || forms.Gerund === "") continue;
    const isIt =
      forms.PastTense === word ||
      forms.Participle === word ||
      (form === "Infinitive" && base === word);
    if (isIt) return { base, s: forms.PresentTense, past: forms.PastTense, ing: forms.Gerund };
  }
  return undefined;
}

type VerbTransforms = {
  verb: {
    toInfinitive(word: string, model: object, form: string): string;
    conjugate(
      base: string,
      model: object,
    ): Record<"PastTense" | "PresentTense" | "Gerund", string> & { Participle?: string };
  };
};

/** The library's own conjugation, which its types leave out. */
function verbTransforms(): VerbTransforms {
  return (nlp.methods() as { two: { transform: VerbTransforms } }).two.transform;
}

function tagsOf(
  text: string,
  tokens: readonly Token[],
  classes: WordClasses,
): (ReadonlySet<string> | undefined)[] {
  const byStart = new Map<number, ReadonlySet<string>>();
  let from = 0;
  // A text this long is no sentence; tagging it would cost more than it tells.
  if (text.length > 4000) return [];
  for (const terms of nlp(text).document) {
    for (const term of terms) {
      if (term.text === "") continue;
      const at = text.indexOf(term.text, from);
      if (at === -1) continue;
      if (!byStart.has(at)) byStart.set(at, term.tags ?? new Set<string>());
      from = at + term.text.length;
    }
  }
  const tags = settle(
    tokens,
    tokens.map(({ start }) => byStart.get(start)),
    classes,
  );
  const missed = missedVerb(tokens, tags);
  const bare = missed === undefined ? missedBareVerb(tokens, tags) : undefined;
  return tags.map((own, i) => {
    if (i === bare) return BARE_VERB;
    if (i === missed || isMistakenNoun(tokens, tags, i) || isVerbOfOne(tokens, tags, i))
      return THIRD_PERSON;
    if (isMistakenThird(tokens, tags, i)) return PLURAL;
    if (isVerbOfOne(tokens, tags, i - 1) || isMistakenThing(tokens, tags, i)) return SINGULAR;
    if (isMistakenFinite(tokens, tags, i)) return ADJECTIVE;
    if (isMistakenBase(tokens, tags, i)) return BARE_VERB;
    const isNeverBare = own?.has("Infinitive") === true && NEVER_BARE.test(tokens[i]?.lower ?? "");
    const isPast =
      isNeverBare || isUnmarkedPast(tokens, tags, i) || isMistakenPast(tokens, tags, i);
    if (isPast || tokens[i]?.lower === "got") return PAST;
    const isMaking = own?.has("PastTense") === true && MAKING.test(tokens[i]?.lower ?? "");
    return isMaking ? BARE_VERB : own;
  });
}

/** Corrects tags where the classifier is sure of another part of speech. */
function settle(
  tokens: readonly Token[],
  tags: readonly (ReadonlySet<string> | undefined)[],
  classes: WordClasses,
): (ReadonlySet<string> | undefined)[] {
  const found = classes.classify(tokens.map(({ text }) => text));
  return tags.map((own, i) => {
    const word = tokens[i]?.lower ?? "";
    const { kind, margin } = found[i] ?? { kind: "other", margin: 0 };
    if (own === undefined || margin < MARGIN_MIN || !/^[a-z]{2,}(?:-[a-z]+)*$/.test(word))
      return own;
    const isVerb = own.has("Verb");
    if (kind === "noun") {
      // "training" may be both, and the rules for "-ing" look at its neighbours themselves.
      // An article behind it can only open an object.
      const hasObject = OBJECT_OPENERS.test(tokens[i + 1]?.lower ?? "");
      const isBare = isVerb && !own.has("PastTense") && !own.has("Gerund") && !hasObject;
      if ((isBare && !word.endsWith("ing")) || (own.has("Adjective") && !isVerb))
        return /[^suia]s$/.test(word) ? PLURAL : SINGULAR;
    } else if (kind === "verb") {
      const isBeforeNoun = found[i + 1]?.kind === "noun";
      if (!isVerb && !(own.has("Adjective") && isBeforeNoun)) return verbTags(word);
    } else if (kind === "adjective") {
      const isParticiple = own.has("PastTense") || own.has("Participle") || own.has("Gerund");
      const isBeforeNoun = found[i + 1]?.kind === "noun";
      if (!own.has("Adjective") && !isParticiple && isBeforeNoun && (isVerb || own.has("Noun")))
        return ADJECTIVE;
    } else if (kind === "adverb") {
      if (!own.has("Adverb") && (isVerb || own.has("Noun") || own.has("Adjective"))) return ADVERB;
    } else if (kind === "preposition") {
      if (!own.has("Preposition") && (isVerb || own.has("Adverb") || own.has("Adjective")))
        return PREPOSITION;
    }
    return own;
  });
}

/** What the ending of a verb tells. */
function verbTags(word: string): ReadonlySet<string> {
  if (word.endsWith("ing")) return GERUND;
  if (word.endsWith("ed")) return PAST;
  const forms = formsOfVerb(word);
  if (forms !== undefined && forms.past === word && forms.base !== word) return PAST;
  return /[^s]s$/.test(word) ? THIRD_PERSON : BARE_VERB;
}

// "The brothers went down": pasts that are no bare verbs, whatever the tagger says.
const NEVER_BARE =
  /^(?:went|came|took|gave|became|began|brought|grew|knew|saw|said|told|kept|stood|sat|ran|drew|rose|spoke|wrote|wore|threw|flew|shook|broke|chose|drove|sought|taught|thought|caught|bought|fought|slept|wept|swept|crept|sent|spent|built|dealt|swung|sank|sang|drank|held|made|paid|sold|met|won|lost)$/;
const OBJECT_OPENERS = /^(?:the|a|an|its|their|his|her|our|your|my|this|these|it|them|him|us|me)$/;
const MARGIN_MIN = 60;
const PLURAL: ReadonlySet<string> = new Set(["Noun", "Plural"]);
const SINGULAR: ReadonlySet<string> = new Set(["Noun", "Singular"]);
const ADJECTIVE: ReadonlySet<string> = new Set(["Adjective"]);
const ADVERB: ReadonlySet<string> = new Set(["Adverb"]);
const PREPOSITION: ReadonlySet<string> = new Set(["Preposition"]);
const GERUND: ReadonlySet<string> = new Set(["Verb", "PresentTense", "Gerund"]);

// "soften" is no past, whatever its ending.
const MAKING =
  /^(?:soft|wid|strength|broad|less|deep|happ|op|list|dark|bright|fright|hard|weak|wors|threat|tight|loos|short|sharp|length|height|awak|hast|fast|flatt|straight|thick|rip|sweet|tough|quick|whit|redd|sadd|moist|glist|enlight|enliv|reop|black|damp|stiff|fresh)en$/;
const BARE_VERB: ReadonlySet<string> = new Set(["Verb", "PresentTense", "Infinitive"]);
const PAST: ReadonlySet<string> = new Set(["Verb", "PastTense"]);

const THIRD_PERSON: ReadonlySet<string> = new Set(["Verb", "PresentTense"]);
