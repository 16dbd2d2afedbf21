// The gate each edit passes before it may stand: what a sentence denies, allows, demands and counts must
// be the same afterwards, and its grammar must not show any of the marks a careless edit leaves.
import { articleFor } from "./inflect.ts";

/** Why an edited sentence is refused, or undefined when it may stand. */
export function findFault(before: string, after: string): string | undefined {
  for (const [name, classes] of GUARDED) {
    if (!agreesIn(classes, before, after)) return name;
  }
  if (changesPersons(before, after)) return "person";
  if (losesName(before, after)) return "name";
  for (const [name, pattern] of BLEMISHES) {
    if (countMatches(after, pattern) > countMatches(before, pattern)) return name;
  }
  if (wrongArticles(after) > wrongArticles(before)) return "article";
  if (balance(before) !== balance(after)) return "brackets";
  if (/^\p{Lu}/u.test(before) && !/^\p{Lu}/u.test(after)) return "capital";
  if (before.slice(-1) !== after.slice(-1)) return "ending";
  if (after.length < before.length * 0.3 || after.length > before.length * 1.3 + 12)
    return "length";
  return undefined;
}

/**
 * Nobody may come or go. Only a sentence cut in two may name its subject again, with a pronoun it has
 * as a subject already, once for each cut.
 */
function changesPersons(before: string, after: string): boolean {
  const cuts = countMatches(after, SENTENCE_ENDS) - countMatches(before, SENTENCE_ENDS);
  for (const [subject, other] of PERSONS) {
    if (countMatches(before, other) !== countMatches(after, other)) return true;
    const had = countMatches(before, subject);
    const has = countMatches(after, subject);
    if (has === had) continue;
    const owned = had + countMatches(before, other);
    // A person the sentence calls by name may be "he" or "she" in the second half.
    const isNamed = owned === 0 && /he/.test(subject.source) && NAMED.test(before);
    if (has < had - Math.max(0, -cuts) || has > had + Math.max(0, cuts)) return true;
    if (owned === 0 && !isNamed) return true;
  }
  return false;
}

/** A word with a capital inside a sentence may be said again, but never less often. */
function losesName(before: string, after: string): boolean {
  const names = new Set(before.match(INNER_NAMES));
  if (names.size === 0) return false;
  const count = (text: string, name: string): number => text.split(name).length;
  return [...names].some((name) => count(after, name) < count(before, name));
}

const INNER_NAMES = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}{2,}(?![\p{L}\p{N}])/gu;
const NAMED = /(?:^|[\s"“(])\p{Lu}\p{Ll}{2,}\b/u;
const SENTENCE_ENDS = /[.!?](?=["”’)\]]*(?:\s|$))/g;

/** Each person as a subject, and in every other form. */
const PERSONS: readonly (readonly [RegExp, RegExp])[] = [
  [/\bI\b/g, /\b(?:me|my|mine|myself)\b/gi],
  [/\bwe\b/gi, /\b(?:us|our|ours|ourselves)\b/gi],
  [/\bhe\b/gi, /\b(?:him|his|himself)\b/gi],
  [/\bshe\b/gi, /\b(?:her|hers|herself)\b/gi],
  [/\byou\b/gi, /\b(?:your|yours|yourself|yourselves)\b/gi],
];

type Classes = readonly (readonly [RegExp, string])[];

/**
 * Whether each class of guarded words occurs as often as before. A modal that a new sentence says again may
 * be there once more; one that stood in both halves before ("A may go, and B may stay") is none too many.
 */
function agreesIn(classes: Classes, before: string, after: string): boolean {
  const old = withoutSetPhrases(before);
  const all = withoutSetPhrases(after);
  const once = withoutModalsAgain(all);
  return classes.every(([pattern]) => {
    const had = countMatches(old, pattern);
    return countMatches(once, pattern) <= had && had <= countMatches(all, pattern);
  });
}

function withoutSetPhrases(sentence: string): string {
  return (
    sentence
      .replaceAll("’", "'")
      .replace(/\beach and every\b/gi, "every")
      // "not only A but also B" says A and B.
      .replace(/\bnot (?:only|just)\b(?=.{0,400}\bbut also\b)/gi, "both")
  );
}

/** "It can cut costs. It can also …": a modal said again behind the subject of the next sentence. */
function withoutModalsAgain(text: string): string {
  const parts = text.split(/(?<=[.!?]) /);
  return parts
    .map((part, i) => {
      const modal = SUBJECT_AND_MODAL.exec(part)?.[2];
      if (modal === undefined || i === 0) return part;
      const isAgain = (parts[i - 1] ?? "").split(/[^\p{L}']+/u).includes(modal);
      return isAgain ? part.replace(SUBJECT_AND_MODAL, "$1") : part;
    })
    .join(" ");
}

const SUBJECT_AND_MODAL =
  /^((?:But )?(?:It|They|He|She|We|I|You|This|These|it|they|he|she|we|you|[Tt]he [a-z]+|[A-Z][a-z]+)) (can|could|may|might|must|should|will|would)(?![\w'])/;

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const GUARDED: readonly (readonly [string, Classes])[] = [
  [
    "polarity",
    [
      [/\b(?:not|cannot|no|never|none|nobody|nothing|nowhere|neither|nor)\b|n't\b/gi, "no"],
      [/\b(?:without|absence)\b/gi, "without"],
      [
        /\b(?:hardly|barely|scarcely|rarely|seldom|unless|lacks?|lacked|fails?|failed)\b/gi,
        "near no",
      ],
    ],
  ],
  [
    "modality",
    [
      [/\b(?:can(?!not|'t)|able|ability|capacity|capable)\b/gi, "ability"],
      [/\b(?:cannot|can't)\b/gi, "inability"],
      [/\b(?:could|has the potential|have the potential)\b/gi, "possible"],
      [/\b(?:may|might|perhaps|possibly|maybe|probably|likely)\b/gi, "maybe"],
      [
        /\b(?:must|should|ought|need(?:s|ed)?|necessary|requires?|required|necessitate[sd]?)\b/gi,
        "demand",
      ],
      [/\b(?:will|shall|won't)\b|'ll\b/gi, "future"],
      [/\b(?:would|wouldn't)\b/gi, "conditional"],
      [
        /\b(?:suggests?|suggest(?:ed|ing)|indicates?|indicat(?:ed|ing)|appears?|appeared|seems?|seemed)\b/gi,
        "hedge",
      ],
    ],
  ],
  [
    "quantity",
    [
      [/\b(?:all|every|each|both|any|everyone|everything|entire|whole)\b/gi, "all"],
      [/\b(?:most|majority)\b/gi, "most"],
      [/\b(?:few|fewer|little)\b/gi, "few"],
      [/\b(?:only|solely|just|merely)\b/gi, "only"],
      [/\b(?:often|frequently|always|sometimes|occasionally|usually)\b/gi, "often"],
      [
        /\b(?:if|unless|because|since|due to|owing to the fact|because of the fact|in the event)\b/gi,
        "condition",
      ],
    ],
  ],
];

const BLEMISHES: readonly (readonly [string, RegExp])[] = [
  ["word twice", /\b(?!had\b|that\b)([a-z]+) \1\b/gi],
  ["word twice in a list", /\b([a-z]{4,}),? (?:and|or|but) \1\b/gi],
  ["also twice", /\balso\b[^.]*\balso\b/gi],
  [
    "two small words",
    /\b(?:a|an|the) (?:a|an|the|of|to|and|is|are|be)\b|\bto to\b|\bof (?:of|to)\b|\b(?:to|can|could|will) (?:is|are|was|were)\b/gi,
  ],
  // "nor do they have the ability to" must not become "nor do they can".
  [
    "a modal behind do",
    /\b(?:do|does|did)(?:n't|n’t)? (?:not )?(?:\p{L}+ ){0,3}(?:can|could)\b/giu,
  ],
  ["spacing", / {2,}| [,.;:!?](?!\d)|[,;:]\.|\.[,;]|,,|\.\s?\.(?!\.)/g],
  ["small letter after a stop", /[a-z]{3}\. [a-z]/g],
  [
    "many much",
    /\b(?:many|several) (?:much|many|several)\b|\bvery very\b|\bmore (?:better|easier|harder)\b|\bmost (?:key|hard)\b|\bmore key\b/gi,
  ],
  [
    "many with a mass noun",
    /\bmany (?:information|research|evidence|knowledge|advice|equipment|progress|work|data|content|software|support|help|experience|expertise|music|food)\b/gi,
  ],
];

function wrongArticles(text: string): number {
  let wrong = 0;
  for (const match of text.matchAll(/\b([Aa]n?) ([\p{L}\p{N}][\p{L}\p{N}-]*)/gu)) {
    if (match[1]?.toLowerCase() !== articleFor(match[2] ?? "")) wrong++;
  }
  return wrong;
}

function balance(text: string): string {
  return `${countMatches(text, /[([{]/g)} ${countMatches(text, /[)\]}]/g)} ${countMatches(text, /["“”«»]/g)}`;
}
