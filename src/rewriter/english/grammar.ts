// The little grammar that edits need: whether words hold a finite verb, who does what a verb tells, and which noun heads what follows it.
import { type Sentence, wordSet } from "./tokens.ts";

/** Whether the tokens [from, to) hold a finite verb outside relative and other inner clauses. */
export function hasMainVerb(sentence: Sentence, from: number, to: number): boolean {
  let isInner = false;
  for (let i = from; i < to; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (word === ",") isInner = false;
    else if (i > from && INNER.has(word) && sentence.tokens[i - 1]?.lower !== "such")
      isInner = true;
    else if (isFiniteVerb(sentence, i) && (!isInner || endsInner(sentence, from, i))) return true;
  }
  return false;
}

/** "People who walk a lot sleep well": behind a noun, the second verb is that of the people. */
function endsInner(sentence: Sentence, from: number, at: number): boolean {
  if (!sentence.is(at - 1, "Noun", "Adverb")) return false;
  for (let i = at - 1; i > from && !INNER.has(sentence.tokens[i]?.lower ?? ""); i--)
    if (isFiniteVerb(sentence, i)) return true;
  return false;
}

/** Whether the token is a verb that a subject stands before: "they walk", but not "to walk" or "walking". */
export function isFiniteVerb(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  const before = sentence.tokens[at - 1]?.lower ?? "";
  if (NEVER_BEFORE_FINITE.has(before)) return false;
  if (FINITE.has(word) || /^\p{L}+(?:n't|'(?:re|ve|ll|d|m))$/u.test(word)) return true;
  if (!sentence.is(at, "Verb") || sentence.is(at, "Gerund") || NEVER_FINITE.has(word)) return false;
  // A bare verb is finite behind a plural subject only, also past adverbs: "they always look", "she put".
  if (sentence.is(at, "Infinitive")) {
    let back = at - 1;
    while (back > 0 && sentence.is(back, "Adverb")) back--;
    const subject = sentence.tokens[back]?.lower ?? "";
    if (/^(?:he|she|it)$/.test(subject)) return UNCHANGED.test(word);
    return PLURAL_SUBJECTS.has(subject) || isPluralNoun(sentence, back);
  }
  if (sentence.is(at, "PastTense", "Participle")) {
    // "the buried gold", "the model trained on …": a participle that tells more of a noun.
    if (!INNER.has(before) && sentence.is(at - 1, "Determiner", "Possessive", "Preposition"))
      return false;
    const next = sentence.tokens[at + 1]?.lower ?? "";
    if (AFTER_PARTICIPLES.has(next)) return sentence.is(at - 1, "Pronoun");
    return !FINITE.has(next);
  }
  return sentence.is(at, "PresentTense", "Copula", "Modal");
}

/** Whether the token is a noun that means several; the tagger misses some. */
function isPluralNoun(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  if (ONE_IN_S.test(word)) return false;
  if (sentence.is(at, "Plural") || word === "people" || word === "children") return true;
  return sentence.is(at, "Noun") && /[^suia]s$/.test(word) && !word.endsWith("'s");
}

/** Who or what does what the verb at `at` tells, as far as the word before it can say. */
export function doerOf(sentence: Sentence, at: number): "person" | "thing" | "unclear" {
  let i = at - 1;
  while (i > 0 && (sentence.is(i, "Adverb") || PASSED.has(sentence.tokens[i]?.lower ?? ""))) i--;
  const { text, lower } = sentence.tokens[i] ?? { text: "", lower: "" };
  if (PERSONS.has(lower)) return "person";
  if (POINTERS.has(lower)) return "thing";
  const isName = /^\p{Lu}/u.test(text) && (i > 0 || sentence.is(i, "ProperNoun"));
  if (isName) return sentence.is(i, "Country", "City", "Organization") ? "unclear" : "person";
  if (!sentence.is(i, "Noun") || sentence.is(i, "Pronoun", "Possessive")) return "unclear";
  return MAY_BE_PERSON.test(lower) ? "unclear" : "thing";
}

/** The noun that heads the thing which begins at `from`: "strict new rules of the club" → "rules". */
export function headOf(sentence: Sentence, from: number): string {
  const at = headIndex(sentence, from);
  return at === undefined ? "" : (sentence.tokens[at]?.lower ?? "");
}

/** Whether several things begin at `from`, with nothing that says which: "young people", but not "the people". */
export function isBarePlural(sentence: Sentence, from: number): boolean {
  const first = sentence.tokens[from];
  if (first === undefined || !/^\p{Ll}/u.test(first.text) || DETERMINERS.has(first.lower))
    return false;
  if (sentence.is(from, "Determiner", "Possessive", "Pronoun", "Value", "Verb")) return false;
  const head = headIndex(sentence, from);
  return head !== undefined && isPluralNoun(sentence, head);
}

/** Whether one of the words stands before `at` in its own clause: "if it remains". */
export function isLedBy(
  { tokens }: Sentence,
  at: number,
  words: { has(word: string): boolean },
): boolean {
  for (let i = at - 1; i >= 0 && !/^[,;:—–]$/.test(tokens[i]?.text ?? ""); i--) {
    if (words.has(tokens[i]?.lower ?? "")) return true;
  }
  return false;
}

function headIndex(sentence: Sentence, from: number): number | undefined {
  let head: number | undefined;
  for (let i = from; i < from + THING_MAX; i++) {
    const token = sentence.tokens[i];
    if (token === undefined || !token.isWord || ENDS_THING.has(token.lower)) break;
    // "the rules set by the club": what a verb opens belongs to the thing no more.
    if (head !== undefined && sentence.is(i, "Verb") && !sentence.is(i, "Gerund")) break;
    if (sentence.is(i, "Pronoun") && !sentence.is(i, "Possessive")) break;
    if (sentence.is(i, "Noun", "Gerund") && !sentence.is(i, "Adverb")) head = i;
  }
  return head;
}

const INNER = wordSet(
  "that which who whom whose where when while if because although though unless until as since whether than what how why",
);
const FINITE = wordSet(
  "is are was were am has have had does do did can could may might must shall should will would cannot it's he's she's there's that's",
);
const NEVER_BEFORE_FINITE = wordSet(
  "to a an the of in for with on at by from be been being have has had having is are was were am do does did not can could may might must shall should will would let make",
);
// Participles that are no past tense.
const NEVER_FINITE = wordSet(
  "gone done seen known given taken shown written driven chosen broken grown drawn thrown hidden forgotten spoken worn torn born risen fallen eaten beaten woven sworn stolen frozen begun been being",
);
const PLURAL_SUBJECTS = wordSet("i you we they these those who some many most others few");
const AFTER_PARTICIPLES = wordSet("by with in on at from for to as of into through using during");
// One thing that looks like several.
const ONE_IN_S =
  /^(?:its|his|hers|theirs|ours|yours|this|thus|plus|us|yes|as|is|was|has|news|series|species|\w+sis|(?:polit|econom|mathemat|phys|eth|linguist|genet|athlet|electron|robot|mechan)ics)$/;
const UNCHANGED =
  /^(?:re|over|under|out|up|off|broad|fore)?(?:beat|bet|burst|cast|cost|cut|hit|hurt|let|put|quit|read|rid|set|shed|shut|slit|split|spread|thrust|upset|wed)$/;
const THING_MAX = 6;
const PASSED = wordSet("also not often always never still only just both further");
const PERSONS = wordSet(
  "i you he she we they who people everyone somebody someone nobody anyone person man men woman women child children boy boys girl girls family families couple couples student students teacher teachers parent parents resident residents citizen citizens worker workers employee employees immigrant immigrants refugee refugees individual individuals mother father brother sister son daughter wife husband friend friends king queen adult adults researcher researchers author authors expert experts critic critics official officials leader leaders speaker speakers writer writers journalist journalists activist activists scientist scientists spokesman spokeswoman spokesperson minister president doctor doctors",
);
// Nouns that often name people; what ends like them and is a thing is left alone as well.
const MAY_BE_PERSON =
  /(?:[eo]rs?|ists?|ians?|ees?|ants?|ents?|men|man|people|folk|staff|team|teams|group|groups|company|companies|firm|firms|police|public|government|council|committee|jury|panel|community|party|army|star|stars|figure|figures|model|models|voice|voices|body|judge|judges|guard|guards|guide|guides|chef|chefs|coach|coaches|pilot|pilots|poet|poets|host|hosts|guest|guests|hero|heroes|analysts?|advocates?|candidates?|athletes?|chiefs?|animals?|creatures?|spirits?|dogs?|cats?|birds?|horses?)$/;
const POINTERS = wordSet("it this that these which all");
const DETERMINERS = wordSet(
  "the a an this that these those my your his her its our their all any some each every them us you it both such no other",
);
const ENDS_THING = wordSet(
  "of in on at for to with by from that which who whom whose where when while as and or but if because than is are was were be been has have had can could may might must will would should do does did not into through during after before about over under between among without within so behind across against around along beyond near like upon toward towards inside outside per via until since despite above below",
);
