// Closing "-ing" parts of an instruction: "Stir the sauce, scraping the sides" → "Scrape the sides". And of a
// line in a list of duties, which has no subject either: "Led a team, providing …" → "Provided …".

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { findMainVerb, wordSet } from "../sentence/clauses.ts";
import { isUnrealised, MODALS, wordsBetween } from "../sentence/ground.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { formsOf, isGerund, writeTail } from "./participle-tails.ts";
import { EFFECTIVE, EFFECTS, MENTAL, OF_THINGS } from "./participle-verbs.ts";

/** Whether the sentence begins with a verb and has no other before the mark: somebody is told to do it. */
export function isCommand(sentence: Sentence, mark: number): boolean {
  return moodOf(sentence, mark) !== undefined;
}

/** "Stir it well, scraping the sides." → "Stir it well. Scrape the sides.", in an instruction only. */
export function splitAtOrderTail(
  sentence: Sentence,
  comma: number,
  at: number,
  adverb: string,
  end: number,
): Edit | undefined {
  const { tokens } = sentence;
  const word = tokens[at]?.lower ?? "";
  const mood = moodOf(sentence, comma);
  if (mood === undefined || !isGerund(sentence, at) || isUnrealised(sentence, comma))
    return undefined;
  // "Plan short routes, reducing the cost": advice, and what comes of it.
  const isAdvice = mood === "order" && !hasPlainObject(sentence);
  if (isAdvice && !EFFECTIVE.has(word) && !EFFECTS.has(word)) return undefined;
  if (wordsBetween(sentence, 0, comma) < 5 || wordsBetween(sentence, at, end) < 4) return undefined;
  if (!isAdvice && NOT_ORDERED.has(word)) return undefined;
  if (MENTAL.has(word) || OF_THINGS.has(word)) return undefined;
  for (let i = 1; i < comma; i++) {
    // A list, a clause or a second part might own the "-ing".
    if (/^[,;:—–(]$/.test(tokens[i]?.text ?? "")) return undefined;
    if (CLAUSES.has(tokens[i]?.lower ?? "") || MODALS.has(tokens[i]?.lower ?? "")) return undefined;
  }
  // "…, scraping the sides, until it is smooth": how long to stir.
  for (let i = at + 1; i < end; i++) {
    if (tokens[i]?.text === "," && /^(?:until|till|for|before)$/.test(tokens[i + 1]?.lower ?? ""))
      return undefined;
  }
  const isEffect = isAdvice || (EFFECTS.has(word) && word !== "ensuring");
  const write = (gerund: string): string => {
    const forms = formsOf(gerund);
    if (forms === undefined) return "";
    if (mood === "past") return forms.past;
    return isEffect ? forms.s : forms.base;
  };
  const verb = write(word);
  if (verb === "") return undefined;
  const opening = isEffect ? `This ${adverb}${verb}` : capitalise(`${adverb}${verb}`);
  return writeTail(sentence, comma, at, end, opening, write);
}

function moodOf(sentence: Sentence, mark: number): "order" | "past" | undefined {
  const first = sentence.tokens[0];
  if (first === undefined || !/^\p{Lu}\p{Ll}+$/u.test(first.text)) return undefined;
  const at = verbOf(sentence);
  const { lower } = sentence.tokens[at] ?? first;
  if (THINKS.has(lower) || findMainVerb(sentence, at + 1, mark) !== undefined) return undefined;
  if (!hasPlainObject(sentence)) {
    // "Plan short routes": a verb that is no noun, and things behind it.
    const isVerb = at === 0 && sentence.is(0, "Infinitive") && !sentence.is(0, "Noun", "Adjective");
    return isVerb && sentence.is(1, "Adjective", "Noun") && !sentence.is(1, "Pronoun", "Verb")
      ? "order"
      : undefined;
  }
  if (sentence.is(at, "Infinitive") || ORDERS.has(lower)) return "order";
  return sentence.is(at, "PastTense") && /(?:ed|ld|nt|ade|ote|ed)$/.test(lower)
    ? "past"
    : undefined;
}

/** Where the verb of an order stands: first, or behind "Gently". */
function verbOf(sentence: Sentence): number {
  return /^\w{3,}ly$/.test(sentence.tokens[0]?.lower ?? "") && sentence.is(1, "Infinitive") ? 1 : 0;
}

/** "Stir the sauce": an article or a pronoun shows that the first word is a verb. */
function hasPlainObject(sentence: Sentence): boolean {
  const next = verbOf(sentence) + 1;
  return (
    sentence.is(next, "Determiner", "Possessive") ||
    /^(?:the|a|an|your|each|all|any|it|them|this|these|some|both)$/.test(
      sentence.tokens[next]?.lower ?? "",
    )
  );
}

const CLAUSES = wordSet(
  "that which who where when while if because although though as than until unless so or",
);
const THINKS = wordSet(
  "imagine picture remember note think suppose consider recall assume believe know let given provided based compared",
);
// What the tagger takes for a noun at the start of a sentence.
const ORDERS = wordSet(
  "simmer roast bake fry boil mash grease dice slice drain toss stir pour whisk coat drizzle sprinkle season preheat place insert press cut fold roll spread brush scoop gather trim rinse",
);
const NOT_ORDERED = wordSet("being having making resulting looking waiting working");
