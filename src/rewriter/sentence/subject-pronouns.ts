// The pronoun for the subject of a sentence where its form alone tells it: "I", "the results", "Elias … his".

import { findMainVerb, wordSet } from "./clauses.ts";
import { isPluralNoun, PEOPLE, subjectStart } from "./ground.ts";
import { isName } from "./names.ts";
import type { Sentence } from "./tokens.ts";

/** The pronoun for the subject of the first main clause, and where its verb stands. */
export function subjectPronoun(sentence: Sentence): { pronoun: string; verb: number } | undefined {
  const { tokens } = sentence;
  const start = subjectStart(sentence);
  const first = tokens[start]?.lower ?? "";
  const verb = findMainVerb(sentence, start, Math.min(tokens.length, start + 10));
  if (verb === undefined || verb === start) return undefined;
  if (REPEATABLE.has(first)) {
    return verb <= start + 2 ? { pronoun: first === "i" ? "I" : first, verb } : undefined;
  }
  if (first === "this" && verb === start + 1) return { pronoun: "it", verb };
  const named = pronounOfName(sentence, start, verb);
  if (named !== undefined) return { pronoun: named, verb };
  const isBare =
    verb === start + 1 &&
    sentence.is(start, "Noun") &&
    !sentence.is(start, "ProperNoun", "Pronoun", "Possessive") &&
    (start === 0 || /^\p{Ll}/u.test(tokens[start]?.text ?? ""));
  if (isBare) {
    // At the start of a sentence a name looks like any noun: Liora, Hughes.
    const isKnown =
      start > 0 ||
      ABSTRACT.test(first) ||
      PLURAL_OPENERS.has(first) ||
      THINGS.has(first) ||
      isPlainWord(sentence, start);
    if (!isKnown) return undefined;
    if (isPluralNoun(sentence, start)) return { pronoun: "they", verb };
    return sentence.is(start, "Singular") && !PEOPLE.test(first)
      ? { pronoun: "it", verb }
      : undefined;
  }
  if (!THING_OPENERS.has(first) || verb < start + 2) return undefined;
  let head = verb - 1;
  for (let i = start + 1; i < verb; i++) {
    const token = tokens[i];
    if (token === undefined || !token.isWord || NOT_IN_THING.has(token.lower)) return undefined;
    // "The return of these bands": what comes first is what the verb belongs to.
    if (token.lower === "of" || token.lower === "in" || token.lower === "for")
      head = Math.min(head, i - 1);
    else if (/^\p{Lu}/u.test(token.text)) return undefined;
  }
  if (sentence.is(head, "Adverb")) head--;
  const word = tokens[head]?.lower ?? "";
  if (head <= start || !sentence.is(head, "Noun")) return undefined;
  if (isPluralNoun(sentence, head)) return { pronoun: "they", verb };
  if (!sentence.is(head, "Singular")) return undefined;
  if (ABSTRACT.test(word) || THINGS.has(word)) return { pronoun: "it", verb };
  // Nobody can say whether a person is a he or a she; the noun itself is always right.
  return /^(?:the|this|a|an)$/.test(first) ? { pronoun: `the ${word}`, verb } : undefined;
}

/** "Sunlight fills the room": a word of the language, in a sentence without anybody it might be the name of. */
function isPlainWord(sentence: Sentence, at: number): boolean {
  return (
    /^\p{Lu}?\p{Ll}{4,}$/u.test(sentence.tokens[at]?.text ?? "") &&
    !isName(sentence, at) &&
    !sentence.is(at, "Verb", "Adjective") &&
    !sentence.tokens.some(({ lower }) => /^(?:he|she|his|her|hers|him|who)$/.test(lower))
  );
}

/** "Elias held his ground": one person, whose own "his" or "her" tells the pronoun. */
export function pronounOfName(
  sentence: Sentence,
  start: number,
  verb: number,
): "he" | "she" | undefined {
  const { tokens } = sentence;
  if (verb > start + 2) return undefined;
  for (let i = start; i < verb; i++) {
    const token = tokens[i];
    if (token === undefined || !/^\p{Lu}\p{Ll}+$/u.test(token.text)) return undefined;
    if (i === 0 && !isName(sentence, i)) return undefined;
  }
  let names = 0;
  let he = 0;
  let she = 0;
  for (let i = verb + 1; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined) continue;
    if (/^(?:his|himself)$/.test(token.lower)) he++;
    if (/^(?:her|herself)$/.test(token.lower)) she++;
    if (/^\p{Lu}/u.test(token.text) && token.text !== "I") names++;
  }
  // A second person in the sentence might own the "his".
  if (names > 0 || (he > 0 && she > 0)) return undefined;
  return he > 0 ? "he" : she > 0 ? "she" : undefined;
}

export const ABSTRACT =
  /(?:tion|sion|ment|ness|ity|ism|ance|ence|ology|ship|ture|ics|education|technology|music|art|history|science|exercise|sleep|water|money|research)s?$/;
export const THINGS = wordSet(
  "company system method tool study paper report book film movie game program programme city town village building house car machine software device plan law policy project organization organisation approach model framework process app application technique design service product website platform network school university hospital government bank museum restaurant place room door song album story novel article event festival war disease virus vaccine drug plant tree animal bird dog cat river lake ocean sea sky sun moon earth planet star light air wind rain snow storm fire ice stone road street bridge tunnel train bus plane ship boat engine computer phone screen camera data information idea concept theory law rule right problem issue question answer reason result effect change step part food meal dish menu coffee price cost market industry economy country state region world space time day night morning evening year life mind body heart brain skin blood voice sound music word language text sentence title name letter message email image picture photo painting sculpture garden park forest mountain hill valley beach island field farm shop store office factory kitchen table chair bed window wall floor roof paper pen knife key box bag ring stage show series season episode match team club league group band army institution agency committee council court party movement tradition culture religion dream memory vision journey trip path way door clock bell lantern lamp",
);
const PLURAL_OPENERS = wordSet(
  "people researchers scientists students teachers companies businesses parents children workers employees employers users customers officials experts critics supporters opponents proponents doctors patients nurses women men governments schools schools animals plants trees dogs cats cars books games movies films computers machines robots cities countries families leaders players others many some adults teenagers consumers investors analysts authorities police residents visitors tourists readers writers artists engineers developers scholars economists citizens voters politicians lawmakers policymakers farmers birds insects stars planets cells drugs vaccines viruses laws rules sanctions",
);
const REPEATABLE = wordSet("i we you he she it they");
const THING_OPENERS = wordSet(
  "the this our its their a an these those my his her your many some most several other such",
);
const NOT_IN_THING = wordSet("on to with from by and or that which who as");
