// What stands around a word, as far as the rule lists ask: who does what a verb tells, which noun heads the
// thing behind it, and what the clause hangs on.
import { isAnimate } from "./sentence/animate.ts";
import { wordSet } from "./sentence/clauses.ts";
import { isPluralNoun } from "./sentence/ground.ts";
import type { Sentence } from "./sentence/tokens.ts";

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
  // "matters" end like "writers": what one of them is called tells more.
  return isAnimate(lower.replace(/(?<!s)s$/, "")) ? "unclear" : "thing";
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

const THING_MAX = 6;
const PASSED = wordSet("also not often always never still only just both further");
const PERSONS = wordSet(
  "i you he she we they who people everyone somebody someone nobody anyone person man men woman women child children boy boys girl girls family families couple couples student students teacher teachers parent parents resident residents citizen citizens worker workers employee employees immigrant immigrants refugee refugees individual individuals mother father brother sister son daughter wife husband friend friends king queen adult adults researcher researchers author authors expert experts critic critics official officials leader leaders speaker speakers writer writers journalist journalists activist activists scientist scientists spokesman spokeswoman spokesperson minister president doctor doctors",
);
const POINTERS = wordSet("it this that these which all");
const DETERMINERS = wordSet(
  "the a an this that these those my your his her its our their all any some each every them us you it both such no other",
);
const ENDS_THING = wordSet(
  "of in on at for to with by from that which who whom whose where when while as and or but if because than is are was were be been has have had can could may might must will would should do does did not into through during after before about over under between among without within so behind across against around along beyond near like upon toward towards inside outside per via until since despite above below",
);
