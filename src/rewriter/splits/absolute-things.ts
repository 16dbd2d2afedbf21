// The thing a closing part has for its own subject ("its pale light", "most of the shops"): where it ends, whether
// it is several, and the verb that goes with it.

import { isPluralNoun } from "../sentence/ground.ts";
import { formsOfGerund, type Sentence } from "../sentence/tokens.ts";

/** Whether the thing in [from, to) is several; undefined where it can't be told. */
export function isPluralThing(sentence: Sentence, from: number, to: number): boolean | undefined {
  const { tokens } = sentence;
  const first = tokens[from]?.lower ?? "";
  // A sentence does not begin with a figure, and "the rest" may be one or many.
  if (/^\d/.test(first)) return undefined;
  let head = to - 1;
  if (sentence.is(head, "Adverb") && !isThingEnd(sentence, head)) head--;
  for (let i = from + 1; i < to; i++) {
    if (/^(?:of|in|for|from|at|on|among|between)$/.test(tokens[i]?.lower ?? "")) {
      head = i - 1;
      break;
    }
    // "with bright lamps and music playing": the lamps play nothing.
    if (joinsThings(sentence, i) && sentence.is(i - 1, "Noun")) {
      if (/^(?:the|both|its|his|her|their|my|our|several|many|some)$/.test(first)) return true;
      const last = sentence.is(to - 1, "Adverb") ? to - 2 : to - 1;
      return isPluralNoun(sentence, i - 1) === isPluralNoun(sentence, last) ? true : undefined;
    }
  }
  const word = tokens[head]?.lower ?? "";
  if (
    /^(?:rest|number|majority|lot|percent|half|series|range|variety|host|team|staff|couple)$/.test(
      word,
    )
  )
    return /^(?:number|majority|lot|host|couple)$/.test(word) && tokens[head + 1]?.lower === "of"
      ? true
      : undefined;
  if (word === "each" || /^each$/.test(first)) return false;
  if (/^(?:many|some|others|most|both|several|few)$/.test(word)) return true;
  // A name in "-s" is one person.
  const isName = /^\p{Lu}/u.test(tokens[head]?.text ?? "");
  if (isPluralNoun(sentence, head) && !isName) return true;
  return sentence.is(head, "Singular", "Noun") ? false : undefined;
}

export function joinsThings(sentence: Sentence, at: number): boolean {
  return (
    sentence.tokens[at]?.lower === "and" &&
    sentence.is(at - 1, "Noun", "Adjective") &&
    sentence.is(at + 1, "Noun", "Adjective")
  );
}

export function isThingEnd(sentence: Sentence, at: number): boolean {
  return (
    sentence.is(at, "Noun") ||
    sentence.tokens[at - 1]?.lower === "of" ||
    /^(?:many|some|others|most|both|each|%)$/.test(sentence.tokens[at]?.lower ?? "")
  );
}

/** "newly opened shops": a participle that belongs to the noun behind it. */
export function isLead(sentence: Sentence, at: number): boolean {
  return sentence.is(at, "PastTense", "Participle") && sentence.is(at + 1, "Noun");
}

export function finiteOf(
  gerund: string,
  tense: "past" | "present",
  isPlural: boolean,
): string | undefined {
  if (gerund === "being")
    return tense === "past" ? (isPlural ? "were" : "was") : isPlural ? "are" : "is";
  if (gerund === "having") return tense === "past" ? "had" : isPlural ? "have" : "has";
  const forms = formsOfGerund(gerund);
  if (forms === undefined) return undefined;
  return tense === "past" ? forms.past : isPlural ? forms.base : forms.s;
}
