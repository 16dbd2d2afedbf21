// Parts that stand before the main verb and can be told first: "Armed with a map, Mara left" and "The club,
// which met on Mondays, had …". The subject comes to the front, and a pronoun takes its place.

import type { Edit } from "../edit.ts";
import { capitalise, verbForms } from "../inflect.ts";
import {
  findFiniteVerb,
  hasMainVerb,
  mainTense,
  startsClause,
  wordSet,
} from "../sentence/clauses.ts";
import {
  CLAUSE_MARKS,
  HELPERS,
  hasSpeech,
  isPluralNoun,
  MODALS,
  sentenceEnd,
  wordsBetween,
} from "../sentence/ground.ts";
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

/** "The club, which met on Mondays, had a hall." → "The club met on Mondays. It had a hall." */
export function splitAtMiddle(sentence: Sentence, comma: number): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const word = tokens[comma + 1]?.lower ?? "";
  if ((word !== "which" && word !== "who") || comma > 8 || comma < 1) return undefined;
  if (hasMainVerb(sentence, 0, comma) || /[:;—–]/.test(text) || hasSpeech(text)) return undefined;
  // "Drawing the tide line, which marks …": the line marks it, not the drawing.
  if (sentence.is(0, "Gerund")) return undefined;
  // "A clerk, who has not been named, said": one clerk of many is brought in by what he did.
  if (
    /^an?$/.test(tokens[0]?.lower ?? "") &&
    /^, who [^,]{0,20}\bnot\b/.test(text.slice(tokens[comma]?.start))
  )
    return undefined;
  for (let i = 0; i < comma; i++) {
    const own = tokens[i]?.lower ?? "";
    if (!tokens[i]?.isWord || CLAUSE_MARKS.has(own) || OPENERS.has(own)) return undefined;
    // "The closure of the mill, which employed thirty people": the mill did, not its closure.
    if (i > 0 && own === "of") return undefined;
  }
  // Right behind "who" or "which" stands its verb.
  const verb = sentence.is(comma + 2, "Adverb") ? comma + 3 : comma + 2;
  if (!isFiniteAt(sentence, verb)) return undefined;
  const close = closingComma(sentence, verb, end);
  if (close === undefined || wordsBetween(sentence, close, end) < 5) return undefined;
  if (wordsBetween(sentence, comma, close) < 4) return undefined;
  const subject = subjectBetween(sentence, 0, close + 1, comma);
  if (subject === undefined || (word === "who" && subject.again === "it")) return undefined;
  if (word === "which" && subject.isPerson === true) return undefined;
  const isPlural = isPluralNoun(sentence, comma - 1);
  const finite = tokens[verb]?.lower ?? "";
  if (/^(?:is|was|has|does)$/.test(finite) && subject.isPlural && isPlural) return undefined;
  const from = tokens[comma];
  const next = tokens[comma + 2];
  const stop = tokens[close];
  const main = tokens[close + 1];
  if (from === undefined || next === undefined || stop === undefined || main === undefined)
    return undefined;
  return {
    start: from.start,
    end: main.start,
    options: [` ${text.slice(next.start, stop.start)}. ${capitalise(subject.again)} `],
    kind: "split",
    why: `long sentence split at "${word}"`,
  };
}

/** The comma that ends the clause: the first one, with the main verb right behind it. */
function closingComma(sentence: Sentence, from: number, end: number): number | undefined {
  const { tokens } = sentence;
  for (let i = from + 1; i + 4 < end; i++) {
    if (tokens[i]?.text !== ",") continue;
    return isFiniteAt(sentence, sentence.is(i + 1, "Adverb") ? i + 2 : i + 1) ? i : undefined;
  }
  return undefined;
}

/** Whether a token is a verb with a tense; only where a verb must stand, because forms alone can't tell. */
function isFiniteAt(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  if (HELPERS.has(word) || MODALS.has(word)) return word !== "be" && word !== "been";
  return sentence.is(at, "PresentTense", "PastTense") && !sentence.is(at, "Gerund", "Noun");
}

const AFTER_PARTICIPLE = wordSet("by with in from on at to for as into of");
// Openings that are no deed of the subject, or that set a condition or a frame.
const NO_PLACES =
  /^(?:ambiance|ambience|atmosphere|mood|view|views|service|experience|food|menu|staff|vibe|decor|evening|night|stay|visit|meal|dinner|price|prices|air|i|we|you|he|she|they)$/;
const NO_FRONTS = wordSet(
  "growing based given compared provided considered used seen taken combined coupled according regarding concerning considering following including excluding depending assuming speaking judging starting beginning moving looking during being having owing pending barring building drawing going coming returning talking turning adding continuing bearing keeping putting setting generally granted followed needed indeed hundred related faced left added",
);
const OPENERS = wordSet(
  "in on at by with for from to as after before during despite unlike like among no none nobody nothing each every few many most some all there it this that these those",
);
