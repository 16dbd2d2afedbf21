// Closing relative clauses that can become a sentence of their own: "…, who …", "…, where …", "…, some of
// which …". What they refer to must be plain from the sentence alone.
import { findFiniteVerb, mainTense, startsClause, wordSet } from "./clauses.ts";
import type { Edit } from "./edit.ts";
import { capitalise } from "./inflect.ts";
import {
  cut,
  hangsOn,
  isUnrealised,
  MODALS,
  PEOPLE,
  replaceJoint,
  resumesAfter,
  standsAlone,
  subjectStart,
} from "./split-ground.ts";
import type { Sentence } from "./tokens.ts";

/** "… is a widely used tool that helps …" → "… is a widely used tool. It helps …" */
export function splitAtThat(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const noun = tokens[at - 1];
  const word = tokens[at]?.lower ?? "";
  if (noun === undefined || !sentence.is(at - 1, "Singular") || EMPTY_NOUNS.has(noun.lower))
    return undefined;
  if (!/^\p{Ll}+$/u.test(noun.text) || (word !== "who" && PEOPLE.test(noun.lower)))
    return undefined;
  const verb = tokens[at + 1]?.lower ?? "";
  const isThird =
    (SINGULAR_VERBS.has(verb) && !verb.endsWith("n't")) ||
    (sentence.is(at + 1, "PresentTense") && /[^s]s$/.test(verb));
  const isPast = sentence.is(at + 1, "PastTense") && !sentence.is(at + 2, "Noun");
  if (!isThird && !isPast && !MODALS.has(verb)) return undefined;
  // Only a thing brought in with "a" and told apart by more than the clause can do without it.
  let first = at - 2;
  let told = 0;
  while (first > 0 && sentence.is(first, "Adjective", "Noun", "Adverb", "PastTense")) {
    if (sentence.is(first, "Adjective", "PastTense", "Adverb") && !sentence.is(first, "Pronoun"))
      told++;
    first--;
  }
  if (!/^an?$/.test(tokens[first]?.lower ?? "") || told === 0) return undefined;
  if (DEGREES.test(text.slice(tokens[first]?.start, noun.end))) return undefined;
  if (wordsInStretch(sentence, 0, at) < 6 || wordsInStretch(sentence, at + 1, end) < 6)
    return undefined;
  if (!standsAlone(sentence, 0, at) || hangsOn(sentence, at) || isUnrealised(sentence, at))
    return undefined;
  if (resumesAfter(sentence, at + 1, end)) return undefined;
  const start = subjectStart(sentence);
  for (let i = start; i < first; i++) if (/[,;:—–]/.test(tokens[i]?.text ?? "")) return undefined;
  const main = findFiniteVerb(sentence, start, at);
  const own = tokens[start]?.lower ?? "";
  if (main === undefined || /^(?:there|what|who|which)$/.test(own)) return undefined;
  // "working to find a better way that …": what is sought is not there yet.
  for (let i = main; i < first; i++) {
    if (tokens[i]?.lower === "to" && sentence.is(i + 1, "Verb")) return undefined;
  }
  const isCopula =
    /^(?:is|was|it's)$/.test(tokens[main]?.lower ?? "") &&
    (first === main + 1 || (first === main + 2 && sentence.is(main + 1, "Adverb")));
  const isPerson = /^(?:he|she)$/.test(own);
  if (word === "who" ? !(isCopula && isPerson) : isPerson) return undefined;
  const subject = word === "who" ? capitalise(own) : isCopula ? "It" : `This ${noun.lower}`;
  const begin = noun.end;
  const next = tokens[at + 1];
  if (next === undefined) return undefined;
  return {
    start: begin,
    end: next.start,
    options: [`. ${subject} `],
    kind: "split",
    why: `long sentence split at "${word}"`,
  };
}

function wordsInStretch(sentence: Sentence, from: number, to: number): number {
  let words = 0;
  for (let i = from; i < to; i++) if (sentence.tokens[i]?.isWord) words++;
  return words;
}

/** "… from tourists, who pay more." → "… from tourists. They pay more." */
export function splitAtWho(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  const noun = tokens[comma - 1];
  if (noun === undefined || !standsAlone(sentence, 0, comma) || hangsOn(sentence, comma))
    return undefined;
  const isPlural = sentence.is(comma - 1, "Plural") || noun.lower === "people";
  if (!isPlural) return splitAtOnePerson(sentence, comma, end);
  if (sentence.is(comma - 1, "ProperNoun") || /^\p{Lu}/u.test(noun.text)) return undefined;
  if (resumesAfter(sentence, comma + 2, end)) return undefined;
  const verb = tokens[comma + 2]?.lower ?? "";
  const fits =
    MODALS.has(verb) ||
    PLURAL_VERBS.has(verb) ||
    sentence.is(comma + 2, "PastTense", "Infinitive", "Adverb");
  if (!fits || SINGULAR_VERBS.has(verb)) return undefined;
  // With a subject in the plural "They" might be either of the two.
  const start = subjectStart(sentence);
  const head = findFiniteVerb(sentence, start, comma);
  const isAmbiguous =
    head === undefined ||
    sentence.is(head - 1, "Plural") ||
    /^(?:they|we|these|those|people)$/.test(tokens[start]?.lower ?? "");
  const subject = isAmbiguous ? `These ${noun.lower}` : "They";
  return replaceJoint(sentence, comma, comma + 2, `${subject} `, 'long sentence split at "who"');
}

/** "… by Ann Holm, who had …" → "…. Holm had …", "… a retired nurse, who …" → "…. The nurse …" */
function splitAtOnePerson(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  const noun = tokens[comma - 1];
  const at = sentence.is(comma + 2, "Adverb") ? comma + 3 : comma + 2;
  const verb = tokens[at]?.lower ?? "";
  if (noun === undefined || resumesAfter(sentence, comma + 2, end)) return undefined;
  const fits =
    MODALS.has(verb) ||
    SINGULAR_VERBS.has(verb) ||
    verb === "had" ||
    (sentence.is(at, "PastTense") && verb !== "were") ||
    (sentence.is(at, "PresentTense") && /[^s]s$/.test(verb));
  if (!fits || PLURAL_VERBS.has(verb)) return undefined;
  const why = 'long sentence split at "who"';
  if (/^\p{Lu}\p{Ll}{2,}$/u.test(noun.text)) {
    // One word of a name that stands right before; "the Prime Minister, who" is no name.
    const isName =
      sentence.is(comma - 1, "ProperNoun") || /^\p{Lu}/u.test(tokens[comma - 2]?.text ?? "");
    if (!isName || TITLE.test(noun.text) || sentence.is(comma - 1, "Plural")) return undefined;
    return replaceJoint(sentence, comma, comma + 2, `${noun.text} `, why);
  }
  if (!/^\p{Ll}+$/u.test(noun.text) || !PEOPLE.test(noun.lower)) return undefined;
  let first = comma - 2;
  while (
    first > 0 &&
    sentence.is(first, "Adjective", "Noun", "PastTense") &&
    !sentence.is(first, "Pronoun")
  )
    first--;
  if (!/^(?:a|an|the)$/.test(tokens[first]?.lower ?? "")) return undefined;
  // Behind "of" or "and" it might be another person.
  if (/^(?:of|and|or|than|as)$/.test(tokens[first - 1]?.lower ?? "")) return undefined;
  return replaceJoint(sentence, comma, comma + 2, `The ${noun.lower} `, why);
}

const TITLE =
  /^(?:Minister|President|King|Queen|Prince|Princess|General|Court|State|Government|Council|Committee|Party|Union|House|Church|Army|Navy|Police|University|School|Board|Company|Street|City|County|Jr|Sr|Commission|Department|Office|Association|League|Team|Group|Club|Lord|Lady|Secretary|Governor|Senator|Mayor|Officer|Director|Chief)$/;

/** "…, where users meet." → "…. There, users meet." */
export function splitAtWhere(sentence: Sentence, comma: number, end: number): Edit | undefined {
  if (!sentence.is(comma - 1, "Noun") || sentence.is(comma - 1, "Pronoun")) return undefined;
  for (let i = 0; i < comma; i++) {
    // One "where" beside another belongs to the same place.
    if (/^(?:where|when|which)$/.test(sentence.tokens[i]?.lower ?? "")) return undefined;
  }
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
  if (!startsClause(sentence, comma + 2, end) || resumesAfter(sentence, comma + 2, end))
    return undefined;
  const tense = mainTense(sentence, comma + 2, end) ?? mainTense(sentence, 0, comma);
  if (tense === undefined) return undefined;
  const opener = tense === "past" ? "There, " : "Here, ";
  return cut(sentence, comma, comma + 2, opener, 'long sentence split at "where"');
}

/** "…, some of which are new." → "…. Some of these are new." */
export function splitAtOfWhich(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  if (tokens[comma + 2]?.lower !== "of" || tokens[comma + 3]?.lower !== "which") return undefined;
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
  if (!sentence.is(comma - 1, "Plural") || resumesAfter(sentence, comma + 4, end)) return undefined;
  if (findFiniteVerb(sentence, comma + 4, Math.min(end, comma + 7)) === undefined) return undefined;
  const word = capitalise(tokens[comma + 1]?.lower ?? "");
  return replaceJoint(
    sentence,
    comma,
    comma + 4,
    `${word} of these `,
    'long sentence split at "which"',
  );
}

const EMPTY_NOUNS = wordSet(
  "way thing place point time moment day world fact kind sort type one someone something anything nothing everything idea belief feeling sense notion claim evidence sign proof reminder hope fear view question truth testament realization",
);
const DEGREES = /\b(?:such|so|too|only|first|last|same|very|most|more|single|better|worse)\b/i;
const SINGULAR_VERBS = wordSet("is was has does isn't wasn't hasn't doesn't");
const PLURAL_VERBS = wordSet("are were have do aren't weren't haven't don't");
