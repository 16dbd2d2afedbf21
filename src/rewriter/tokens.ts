// A sentence as words and marks with their places, and parts of speech from compromise where a rule
// asks for them. Tags are a help for choosing and refusing edits; no edit rests on a tag alone.
import nlp from "compromise/two";

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
  /** Whether the token with this index carries one of these tags. */
  is(index: number, ...tags: Tag[]): boolean;
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
  | "Value";

const TOKEN = /[\p{L}\p{N}]+(?:['’.\-‑/&][\p{L}\p{N}]+)*['’]?(?=\s|[^\p{L}\p{N}]|$)|\S/gu;

/** Reads a sentence; tags are looked up on first use. */
export function readSentence(text: string): Sentence {
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
  let tags: (ReadonlySet<string> | undefined)[] | undefined;
  return {
    text,
    tokens,
    is(index, ...wanted) {
      tags ??= tagsOf(text, tokens);
      const own = tags[index];
      return own !== undefined && wanted.some((tag) => own.has(tag));
    },
  };
}

/** The forms of the verb behind an "-ing" word, or undefined when it isn't one. */
export function formsOfGerund(word: string): { base: string; s: string; past: string } | undefined {
  const { verb } = verbTransforms();
  const base = verb.toInfinitive(word, nlp.model(), "Gerund");
  const forms = verb.conjugate(base, nlp.model());
  if (forms.Gerund !== word || forms.PastTense === "" || forms.PresentTense === "")
    return undefined;
  return { base, s: forms.PresentTense, past: forms.PastTense };
}

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

function tagsOf(text: string, tokens: readonly Token[]): (ReadonlySet<string> | undefined)[] {
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
  const tags = tokens.map(({ start }) => byStart.get(start));
  return tags.map((own, i) =>
    isMistakenNoun(tokens, tags, i)
      ? THIRD_PERSON
      : isMistakenBase(tokens, tags, i)
        ? BARE_VERB
        : isUnmarkedPast(tokens, i)
          ? PAST
          : own?.has("PastTense") === true && MAKING.test(tokens[i]?.lower ?? "")
            ? BARE_VERB
            : own,
  );
}

// "soften" is no past, whatever its ending.
const MAKING =
  /^(?:soft|wid|strength|broad|less|deep|happ|op|list|dark|bright|fright|hard|weak|wors|threat|tight|loos|short|sharp|length|height|awak|hast|fast|flatt|straight|thick|rip|sweet|tough|quick|whit|redd|sadd|moist|glist|enlight|enliv|reop|black|damp|stiff|fresh)en$/;
const BARE_VERB: ReadonlySet<string> = new Set(["Verb", "PresentTense", "Infinitive"]);
const PAST: ReadonlySet<string> = new Set(["Verb", "PastTense"]);

/** "These images cover a …", "they shape the …": a verb the tagger takes for a noun. */
function isMistakenBase(
  tokens: readonly Token[],
  tags: readonly (ReadonlySet<string> | undefined)[],
  at: number,
): boolean {
  if (!tags[at]?.has("Singular") || !/^[a-z]+$/.test(tokens[at]?.text ?? "")) return false;
  if (!/^(?:the|a|an|its|their|his|her|our|your|my|this|these)$/.test(tokens[at + 1]?.lower ?? ""))
    return false;
  const before = tokens[at - 1]?.lower ?? "";
  return /^(?:they|we|i|you)$/.test(before) || (tags[at - 1]?.has("Plural") === true && at > 1);
}

/** "She spread the map": one form for all tenses, and no "-s" after "she". */
function isUnmarkedPast(tokens: readonly Token[], at: number): boolean {
  return (
    /^(?:spread|put|set|cut|hit|let|shut|cost|hurt|split|burst|cast|quit|bet)$/.test(
      tokens[at]?.lower ?? "",
    ) && /^(?:he|she|it)$/.test(tokens[at - 1]?.lower ?? "")
  );
}

const THIRD_PERSON: ReadonlySet<string> = new Set(["Verb", "PresentTense"]);

/** "The framework leverages a …", "… and lowers the …": the tagger takes such verbs for plurals. */
function isMistakenNoun(
  tokens: readonly Token[],
  tags: readonly (ReadonlySet<string> | undefined)[],
  at: number,
): boolean {
  if (!tags[at]?.has("Plural") || !/[^s]s$/.test(tokens[at]?.text ?? "")) return false;
  if (!/^(?:the|a|an|its|their|his|her|our|this|these)$/.test(tokens[at + 1]?.lower ?? ""))
    return false;
  const before = tags[at - 1];
  return (
    /^(?:and|also|that|which|it|who)$/.test(tokens[at - 1]?.lower ?? "") ||
    (before?.has("Singular") === true && before.has("Noun"))
  );
}
