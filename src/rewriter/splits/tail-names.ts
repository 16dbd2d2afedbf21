// Subjects of a tail that only their shape tells: names of things ("GPT-4", "the United States"), people with a
// title ("Dr. Hale"), two of whom one is the writer ("my sister and I"), things with a participle behind them.

import { isAnimate } from "../sentence/animate.ts";
import { findMainVerb, wordSet } from "../sentence/clauses.ts";
import { genderOf } from "../sentence/full-names.ts";
import { isPluralNoun, MODALS } from "../sentence/ground.ts";
import { isName, isStrange } from "../sentence/names.ts";
import { type Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";

/** The subject of the clause that begins at `start`, by its shape alone. */
export function subjectByShape(
  sentence: Sentence,
  start: number,
  mark: number,
): Subject | undefined {
  const verb = findMainVerb(sentence, start, Math.min(mark, start + REACH));
  if (verb === undefined || verb <= start) return undefined;
  let last = verb - 1;
  while (
    last > start &&
    (sentence.is(last, "Adverb") || /^(?:now|also|just)$/.test(wordAt(sentence, last)))
  )
    last--;
  return (
    coinedName(sentence, start, last, verb) ??
    titledPerson(sentence, start, last, verb) ??
    withWriter(sentence, start, last, verb) ??
    namedPair(sentence, start, last, verb) ??
    titledThing(sentence, start, last, verb) ??
    namedPlace(sentence, start, last, verb) ??
    namedMany(sentence, start, last, verb) ??
    markedThing(sentence, start, verb) ??
    series(sentence, start, last, verb)
  );
}

const wordAt = ({ tokens }: Sentence, at: number): string => tokens[at]?.lower ?? "";

/** "LapNet employs", "the DA-GCN offers": a word with capitals inside it, or with a figure, names a thing. */
function coinedName(
  sentence: Sentence,
  start: number,
  last: number,
  verb: number,
): Subject | undefined {
  const isLed = /^(?:the|our|this|these|their|its)$/.test(wordAt(sentence, start));
  const name = sentence.tokens[last]?.text ?? "";
  if ((!isLed && last !== start) || last > start + 4) return undefined;
  for (let i = start + 1; i < last; i++) if (!sentence.is(i, "Noun", "Adjective")) return undefined;
  // "Our small model": a thing, though a model may be somebody.
  const isModel = isLed && last > start && wordAt(sentence, last) === "model";
  if (!isModel && (!isCoined(name) || PERSONS.test(name))) return undefined;
  const isMany = /\p{Lu}s$/u.test(name);
  if (isMany !== (takesMany(sentence, verb) ?? isMany)) return undefined;
  return { again: isMany ? "they" : "it", verb, isPlural: isMany, isPerson: false };
}

/** "Dr. Hale wrote": the name, or the pronoun the sentence uses. */
function titledPerson(
  sentence: Sentence,
  start: number,
  last: number,
  verb: number,
): Subject | undefined {
  const { tokens } = sentence;
  if (!TITLES.has(wordAt(sentence, start)) || tokens[start + 1]?.text !== ".") return undefined;
  if (last < start + 2 || last > start + 4) return undefined;
  for (let i = start + 2; i <= last; i++)
    if (!/^\p{Lu}\p{Ll}+$/u.test(tokens[i]?.text ?? "")) return undefined;
  const name = tokens[last]?.text ?? "";
  if (takesMany(sentence, verb) === true) return undefined;
  return { again: genderOf(sentence, name) ?? name, verb, isPlural: false, isPerson: true };
}

/** "My sister and I": we. */
function withWriter(
  sentence: Sentence,
  start: number,
  last: number,
  verb: number,
): Subject | undefined {
  if (sentence.tokens[last]?.text !== "I" || wordAt(sentence, last - 1) !== "and") return undefined;
  for (let i = start; i < last - 1; i++)
    if (!sentence.is(i, "Noun", "Adjective", "Determiner", "Possessive")) return undefined;
  return { again: "we", verb, isPlural: true, isPerson: true };
}

/** "Ada and Tom": they. */
function namedPair(
  sentence: Sentence,
  start: number,
  last: number,
  verb: number,
): Subject | undefined {
  if (last !== start + 2 || wordAt(sentence, start + 1) !== "and") return undefined;
  const areNames = [start, last].every((at) =>
    /^\p{Lu}\p{Ll}{2,}$/u.test(sentence.tokens[at]?.text ?? ""),
  );
  if (!areNames || !isName(sentence, start) || !isName(sentence, last)) return undefined;
  if (takesMany(sentence, verb) === false) return undefined;
  return { again: "they", verb, isPlural: true, isPerson: undefined };
}

/** "The Collective grew": a word of the language with a capital is a thing by that name. */
function titledThing(
  sentence: Sentence,
  start: number,
  last: number,
  verb: number,
): Subject | undefined {
  const { text, lower } = sentence.tokens[last] ?? { text: "", lower: "" };
  if (last !== start + 1 || wordAt(sentence, start) !== "the") return undefined;
  if (!/^\p{Lu}\p{Ll}{3,}$/u.test(text) || isStrange(sentence, last)) return undefined;
  if (sentence.is(last, "Person", "Plural") || isAnimate(lower) || lower.endsWith("s"))
    return undefined;
  if (takesMany(sentence, verb) === true) return undefined;
  return { again: "it", verb, isPlural: false, isPerson: false };
}

/** "The United States", "PC Magazine": names whose last word says that it is a thing. */
function namedPlace(
  sentence: Sentence,
  start: number,
  last: number,
  verb: number,
): Subject | undefined {
  const first = wordAt(sentence, start) === "the" ? start + 1 : start;
  if (last <= first || last > first + 4 || !THING_NAMES.has(wordAt(sentence, last)))
    return undefined;
  for (let i = first; i <= last; i++) {
    const { text, lower } = sentence.tokens[i] ?? { text: "", lower: "" };
    if (!/^\p{Lu}/u.test(text) && !/^(?:of|for|and|the)$/.test(lower)) return undefined;
  }
  if (takesMany(sentence, verb) === true) return undefined;
  return { again: "it", verb, isPlural: false, isPerson: undefined };
}

/** "Early Romans", "the Normans", "Harvard teachers": several, by the ending and by the verb. */
function namedMany(
  sentence: Sentence,
  start: number,
  last: number,
  verb: number,
): Subject | undefined {
  const head = sentence.tokens[last]?.text ?? "";
  if (last > start + 3 || !/^\p{L}{3,}[^s]s$/u.test(head) || !sentence.is(last, "Plural"))
    return undefined;
  // "The Simpsons is …": one thing of that name.
  const isNamed = /^\p{Lu}/u.test(head) && last > start;
  const isLed = /^\p{Lu}/u.test(sentence.tokens[start]?.text ?? "") && last === start + 1;
  if (!(isNamed || isLed) || takesMany(sentence, verb) === false) return undefined;
  for (let i = start; i < last; i++) {
    const word = wordAt(sentence, i);
    if (!sentence.is(i, "Noun", "Adjective") && !/^(?:the|these|those|many|most|some)$/.test(word))
      return undefined;
    if (sentence.is(i, "Verb")) return undefined;
  }
  return { again: "they", verb, isPlural: true, isPerson: undefined };
}

/** "The maps printed by hand were …": what stands before the participle has the helper's number. */
function markedThing(sentence: Sentence, start: number, verb: number): Subject | undefined {
  const { tokens } = sentence;
  const isMany = takesMany(sentence, verb);
  const first = wordAt(sentence, start);
  if (isMany === undefined || !OPENERS.has(first)) return undefined;
  for (let i = start + 2; i < verb; i++) {
    const token = tokens[i];
    if (token === undefined || !token.isWord || BREAKS.has(token.lower)) return undefined;
    if (!sentence.is(i, "PastTense", "Participle") || !sentence.is(i - 1, "Noun")) continue;
    if (!/^(?:by|in|on|at|from|to|for|with|during|through)$/.test(wordAt(sentence, i + 1)))
      return undefined;
    if (isPluralNoun(sentence, i - 1) !== isMany || !/^\p{Ll}+$/u.test(tokens[i - 1]?.text ?? ""))
      return undefined;
    if (isAnimate(wordAt(sentence, i - 1)) && !isMany) return undefined;
    const isPerson = isAnimate(wordAt(sentence, i - 1).replace(/s$/, "")) ? undefined : false;
    return { again: isMany ? "they" : "it", verb, isPlural: isMany, isPerson };
  }
  return undefined;
}

/** "The series has …": one thing, where the verb says so. */
function series(
  sentence: Sentence,
  start: number,
  last: number,
  verb: number,
): Subject | undefined {
  if (!/^(?:the|this)$/.test(wordAt(sentence, start)) || last > start + 3) return undefined;
  for (let i = start + 1; i < last; i++) if (!sentence.is(i, "Noun", "Adjective")) return undefined;
  const head = wordAt(sentence, last);
  // "The staff were kind": those who work there.
  if (/^(?:staff|police|cast|crew)$/.test(head) && takesMany(sentence, verb) === true)
    return { again: "they", verb, isPlural: true, isPerson: undefined };
  if (!/^(?:series|set|range|group|collection)$/.test(head)) return undefined;
  return takesMany(sentence, verb) === false
    ? { again: "it", verb, isPlural: false, isPerson: false }
    : undefined;
}

/** Whether the verb is that of several, of one, or tells neither. */
function takesMany(sentence: Sentence, verb: number): boolean | undefined {
  const word = wordAt(sentence, verb);
  if (/^(?:are|were|have|do)$/.test(word)) return true;
  if (/^(?:is|was|has|does)$/.test(word)) return false;
  if (MODALS.has(word) || sentence.is(verb, "PastTense")) return undefined;
  if (sentence.is(verb, "Infinitive")) return true;
  return /[^s]s$/.test(word) ? false : undefined;
}

const REACH = 14;
/** A capital and, further on, one more or a figure: no plain name. */
const isCoined = (name: string): boolean =>
  /^\p{Lu}[\p{L}\d-]{2,40}$/u.test(name) && /[\p{Lu}\d]/u.test(name.slice(1));
const PERSONS =
  /^(?:Mac|Mc|De|Di|Du|La|Le|Van|Fitz|O['’])\p{Lu}\p{Ll}+$|^\p{Lu}\p{Ll}+-\p{Lu}\p{Ll}+$/u;
const TITLES = wordSet("dr prof gen sen rep rev capt lt col sgt gov pres hon");
const THING_NAMES = wordSet(
  "states kingdom nations emirates house army navy party church empire republic magazine times post journal group inc corporation school service office festival studios studio press station airport hotel",
);
const OPENERS = wordSet("the these those this our their its my his her all most many some several");
const BREAKS = wordSet("and or but that which who whose where when while if as than");
