// Parts that stand before the subject and can be told first: "Armed with a map, Mara left". The subject comes to
// the front, and a pronoun takes its place.

import type { Edit } from "../edit.ts";
import { capitalise, verbForms } from "../inflect.ts";
import {
  findFiniteVerb,
  hasMainVerb,
  mainTense,
  startsClause,
  wordSet,
} from "../sentence/clauses.ts";
import { MODALS, sentenceEnd, wordsBetween } from "../sentence/ground.ts";
import { findSubject, type Subject, subjectBetween } from "../sentence/subjects.ts";
import { formsOfGerund, type Sentence } from "../sentence/tokens.ts";

/** "Armed with a map, Mara left the town." → "Mara was armed with a map. She left the town." */
export function splitAtFront(sentence: Sentence): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const first = tokens[0];
  const comma = tokens.findIndex(({ text: mark }) => mark === ",");
  if (first === undefined || comma < 3 || comma > 16 || /["“”:;()—–]/.test(text)) return undefined;
  if (wordsBetween(sentence, 0, comma) < 5 || wordsBetween(sentence, comma, end) < 7)
    return undefined;
  for (let i = 1; i < comma; i++) {
    const word = tokens[i]?.lower ?? "";
    // Two deeds, or a clause with a verb of its own, are more than a front.
    if (/^(?:and|or|but|if|when|while|because|as|that|which|who|not|no)$/.test(word))
      if (word !== "and" || /(?:ing|ed)$/.test(tokens[i + 1]?.lower ?? "")) return undefined;
  }
  // "Seated at a sleek, metal table": the comma parts two adjectives.
  if (sentence.is(comma - 1, "Adjective") && sentence.is(comma + 1, "Adjective")) return undefined;
  if (hasMainVerb(sentence, 1, comma) || !startsClause(sentence, comma + 1, end)) return undefined;
  const verb = findFiniteVerb(sentence, comma + 1, Math.min(end, comma + 10));
  if (verb === undefined) return undefined;
  const subject = subjectBetween(sentence, comma + 1, verb) ?? findSubject(sentence);
  if (subject === undefined || subject.verb !== verb) return undefined;
  // "Growing up by the sea, I remember …": what is remembered now was then.
  if (
    /^(?:remember|recall|know|think|believe|realize|realise|wonder|miss)s?$/.test(
      tokens[verb]?.lower ?? "",
    )
  )
    return undefined;
  // "Set on the tenth floor, the mood was fine": the house stands there, not the mood.
  const isPlaced = /^(?:situated|located|nestled|set|perched|tucked|built|hidden)$/.test(
    first.lower,
  );
  if (isPlaced && NO_PLACES.test(tokens[verb - 1]?.lower ?? "")) return undefined;
  // "Armed with this knowledge": nobody wears it, and what follows comes of it.
  if (first.lower === "armed" && tokens.slice(2, comma).some(({ lower }) => FIGURES.test(lower)))
    return undefined;
  const main = tokens[verb]?.lower ?? "";
  // "Used well, it can help" is a condition, and so may be any front before a modal.
  if (MODALS.has(main) || /n't$|^(?:has|have|had)$/.test(main)) return undefined;
  if (hasModal(sentence, comma, end)) return undefined;
  const tense = mainTense(sentence, comma + 1, end);
  if (tense === undefined) return undefined;
  const front = frontAsClause(sentence, comma, subject, tense);
  const thing = tokens[comma + 1];
  let last = verb - 1;
  while (last > comma + 1 && sentence.is(last, "Adverb")) last--;
  const lastToken = tokens[last];
  if (front === undefined || thing === undefined || lastToken === undefined) return undefined;
  const named = text.slice(thing.start, lastToken.end);
  return {
    start: first.start,
    end: lastToken.end,
    options: [`${capitalise(named)} ${front}. ${capitalise(subject.again)}`],
    kind: "split",
    why: "long sentence split behind its opening",
  };
}

/** "Armed with a map" → "was armed with a map", "Feeling tired" → "felt tired". */
function frontAsClause(
  sentence: Sentence,
  comma: number,
  subject: Subject,
  tense: "past" | "present",
): string | undefined {
  const { tokens, text } = sentence;
  const first = tokens[0];
  const second = tokens[1];
  if (first === undefined || second === undefined) return undefined;
  const tail = text.slice(second.start, tokens[comma]?.start);
  const isFirstPerson = subject.again === "I";
  if (/^[a-z]{3,}(?:ed|en|wn|rn|ught|ung)$/.test(first.lower)) {
    if (NO_FRONTS.has(first.lower) || !AFTER_PARTICIPLE.has(second.lower)) return undefined;
    const be =
      tense === "past"
        ? subject.isPlural && !isFirstPerson
          ? "were"
          : "was"
        : isFirstPerson
          ? "am"
          : subject.isPlural
            ? "are"
            : "is";
    return `${be} ${first.lower} ${tail}`;
  }
  if (!first.lower.endsWith("ing") || NO_FRONTS.has(first.lower)) return undefined;
  const forms = formsOfGerund(first.lower);
  if (forms === undefined) return undefined;
  const known = verbForms(forms.base);
  const past = forms.past.endsWith("ed") || known.past === forms.past ? forms.past : undefined;
  const verb = tense === "past" ? past : subject.isPlural ? forms.base : forms.s;
  return verb === undefined ? undefined : `${verb} ${tail}`;
}

function hasModal(sentence: Sentence, from: number, end: number): boolean {
  for (let i = from; i < end; i++) {
    const token = sentence.tokens[i];
    if (token !== undefined && MODALS.has(token.lower) && token.text !== "May") return true;
  }
  return false;
}

const FIGURES =
  /^(?:knowledge|insights?|understanding|information|wisdom|skills?|courage|confidence|belief|determination|resolve|hope|experience|expertise|ideas?|facts?|evidence|truth|plan|tools?)$/;
const AFTER_PARTICIPLE = wordSet("by with in from on at to for as into of");
// Openings that are no deed of the subject, or that set a condition or a frame.
const NO_PLACES =
  /^(?:ambiance|ambience|atmosphere|mood|view|views|service|experience|food|menu|staff|vibe|decor|evening|night|stay|visit|meal|dinner|price|prices|air|i|we|you|he|she|they)$/;
const NO_FRONTS = wordSet(
  "growing based given compared provided considered used seen taken combined coupled according regarding concerning considering following including excluding depending assuming speaking judging starting beginning moving looking during being having owing pending barring building drawing going coming returning talking turning adding continuing bearing keeping putting setting generally granted followed needed indeed hundred related faced left added",
);
