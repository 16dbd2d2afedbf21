// Checks of meaning: what a sentence denies, allows, demands and counts, and who acts in it, must be the same after
// an edit. Words are counted by class, so that "cannot" may become "can't" and nothing else.
import { countMatches } from "./marks.ts";

/** What of its meaning an edited sentence changes, or undefined where nothing does. */
export function findMeaningFault(before: string, after: string): string | undefined {
  const [old, fresh] = [withoutSetPhrases(before), withoutSetPhrases(after)];
  if (losesSetPhrase(before, old, fresh)) return "set phrase";
  for (const [name, classes] of GUARDED) {
    if (!agreesIn(classes, old, fresh)) return name;
  }
  if (changesPersons(old, fresh)) return "person";
  return losesName(before, after) ? "name" : undefined;
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

/**
 * Whether each class of guarded words occurs as often as before. A modal that a new sentence says again may
 * be there once more; one that stood in both halves before ("A may go, and B may stay") is none too many.
 */
function agreesIn(classes: readonly RegExp[], before: string, after: string): boolean {
  const once = withoutModalsAgain(after);
  return classes.every((pattern) => {
    const had = countMatches(before, pattern);
    return countMatches(once, pattern) <= had && had <= countMatches(after, pattern);
  });
}

/** A sentence with phrases whose guarded words say nothing by themselves in their plain wording. */
function withoutSetPhrases(sentence: string): string {
  return SET_PHRASES.reduce(
    (text, [phrase, plain]) => text.replace(phrase, plain),
    sentence.replaceAll("’", "'"),
  );
}

/** Whether a set phrase went and nothing that says the same came: "not later than 3 May" → "later than 3 May". */
function losesSetPhrase(before: string, old: string, fresh: string): boolean {
  return SET_PHRASES.some(
    ([phrase, , said]) =>
      said !== undefined &&
      before.search(phrase) !== -1 &&
      countMatches(fresh, said) < countMatches(old, said),
  );
}

/** A set phrase, its plain wording, and the words of that which must stand for it. */
const SET_PHRASES: readonly (readonly [RegExp, string, RegExp?])[] = [
  [/\beach and every\b/gi, "every"],
  // "not only A but also B" says A and B.
  [/\bnot (?:only|just)\b(?=.{0,400}\bbut also\b)/gi, "both"],
  [/\b(?:no|not) later than\b/gi, "by", /\bby\b/gi],
  [/\bunable to\b/gi, "cannot", /\b(?:cannot|can't)\b/gi],
  [
    /\bat your earliest (?:possible )?convenience\b/gi,
    "as soon as possible",
    /\bas soon as possible\b/gi,
  ],
  [/\bplease do not hesitate to\b/gi, "please", /\bplease\b/gi],
  // At the head of a sentence nobody informs, notes or asks in these but the letter itself.
  [
    /^(?:this is|I am|I write|I am writing|we are writing|we write|(?:we|I) wish|(?:we|I) would like) to (?:inform|advise|notify) you that\b/i,
    "",
  ],
  [/^you are (?:hereby )?(?:advised|informed) that\b/i, ""],
  [
    /^it (?:should|must|may|will|is to)(?: also| kindly)* be (?:noted|mentioned|emphasi[sz]ed|pointed out) that\b/i,
    "",
  ],
  [
    /^(?:we|I) (?:(?:would|should) be (?:grateful|obliged|thankful)|would appreciate it) if you (?:would|could)\b/i,
    "please",
    /\bplease\b/gi,
  ],
  [/^you are (?:kindly )?requested to\b/i, "please", /\bplease\b/gi],
  [
    /^should you (?=(?:be|have|require|wish|need|experience|find|fail|decide|choose|want|encounter)\b[^?]*$)/i,
    "if you ",
    /\bif you\b/gi,
  ],
];

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

// Each class is counted on its own: "may" and "must" are both modality, and neither can stand for the other.
const GUARDED: readonly (readonly [string, readonly RegExp[]])[] = [
  [
    "polarity",
    [
      /\b(?:not|cannot|no|never|none|nobody|nothing|nowhere|neither|nor)\b|n't\b/gi,
      /\b(?:without|absence)\b/gi,
      /\bhesitat(?:e|es|ed|ing)\b/gi,
      /\b(?:hardly|barely|scarcely|rarely|seldom|unless|lacks?|lacked|fails?|failed)\b/gi,
    ],
  ],
  [
    "modality",
    [
      // Ability, and the lack of it.
      /\b(?:can(?!not|'t)|able|ability|capacity|capable)\b/gi,
      /\b(?:cannot|can't)\b/gi,
      // What may be.
      /\b(?:could|has the potential|have the potential)\b/gi,
      /\b(?:may|might|perhaps|possibly|maybe|probably|likely)\b/gi,
      // What must be, will be and would be.
      /\b(?:must|should|ought|need(?:s|ed)?|necessary|requisite|requires?|required|necessitate[sd]?)\b/gi,
      /\b(?:will|shall|won't)\b|'ll\b/gi,
      /\b(?:would|wouldn't)\b/gi,
      // Hedges: what is suggested is not shown.
      /\b(?:suggests?|suggest(?:ed|ing)|indicates?|indicat(?:ed|ing)|appears?|appeared|seems?|seemed)\b/gi,
    ],
  ],
  [
    "quantity",
    [
      /\b(?:all|every|each|both|any|everyone|everything|entire|whole)\b/gi,
      /\b(?:most|majority)\b/gi,
      /\b(?:few|fewer|little)\b/gi,
      /\b(?:only|solely|just|merely)\b/gi,
      /\b(?:often|frequently|always|sometimes|occasionally|usually)\b/gi,
      // Conditions and reasons.
      /\b(?:if|unless|because|since|due to|owing to|on account of|by reason of|inasmuch as|in the event)\b/gi,
    ],
  ],
];
