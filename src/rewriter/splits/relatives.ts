// Closing relative clauses that can become a sentence of their own: "…, who …", "…, where …", "…, some of
// which …". What they refer to must be plain from the sentence alone.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { isAnimate } from "../sentence/animate.ts";
import { findFiniteVerb, mainTense, startsClause, wordSet } from "../sentence/clauses.ts";
import {
  hangsOn,
  isPluralNoun,
  MODALS,
  REPORTS,
  resumesAfter,
  standsAlone,
  strandsVerb,
  subjectStart,
} from "../sentence/ground.ts";
import { holdsClause, isReported, resumesWithPhrase } from "../sentence/main-clauses.ts";
import { findSubject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { cut, replaceJoint } from "./cuts.ts";

/** "… from tourists, who pay more." → "… from tourists. They pay more." */
export function splitAtWho(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  const noun = tokens[comma - 1];
  if (noun === undefined || !holdsClause(sentence, comma) || isReported(sentence, comma))
    return undefined;
  if (resumesWithPhrase(sentence, comma + 2, end)) return undefined;
  const isPlural = sentence.is(comma - 1, "Plural") || noun.lower === "people";
  if (!isPlural || /^\p{Lu}/u.test(noun.text)) {
    const side = splitAtSide(sentence, comma, end);
    if (side !== undefined) return side;
  }
  if (!isPlural) return splitAtOnePerson(sentence, comma, end);
  if (sentence.is(comma - 1, "ProperNoun") || /^\p{Lu}/u.test(noun.text)) return undefined;
  if (strandsVerb(sentence, comma + 2, end)) return undefined;
  // "in the owners' hands, who": it is not the hands.
  if (/['’]s?$/.test(tokens[comma - 2]?.text ?? "")) return undefined;
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

/** "a blow to Holm United, who have …", "… the staff, who were …": several in one, told by the plural verb. */
function splitAtSide(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  const noun = tokens[comma - 1];
  const at = isAdverb(sentence, comma + 2) ? comma + 3 : comma + 2;
  if (noun === undefined || strandsVerb(sentence, comma + 2, end)) return undefined;
  if (!/^(?:are|were|have|aren't|weren't|haven't)$/.test(tokens[at]?.lower ?? "")) return undefined;
  const subject = findSubject(sentence);
  const isApart = subject !== undefined && (!subject.isPlural || subject.again === "I");
  if (!isApart || tokens[comma - 2]?.lower === "and") return undefined;
  const why = 'long sentence split at "who"';
  if (SIDES.has(noun.lower) && tokens[comma - 2]?.lower === "the")
    return replaceJoint(sentence, comma, comma + 2, `The ${noun.lower} `, why);
  // Two names or more may be those who "have"; nobody else in the sentence may be several.
  const isName = /^\p{Lu}\p{L}+$/u.test(noun.text);
  const others = tokens.some((_, i) => i < comma - 1 && isPluralNoun(sentence, i));
  return isName && !others ? replaceJoint(sentence, comma, comma + 2, "They ", why) : undefined;
}

function isAdverb(sentence: Sentence, at: number): boolean {
  return (
    sentence.is(at, "Adverb") ||
    /^(?:now|also|then|still|once|later|soon)$/.test(sentence.tokens[at]?.lower ?? "")
  );
}

const SIDES = wordSet("staff crew team police community audience family public crowd jury couple");

/** "… by Ann Holm, who had …" → "…. Holm had …", "… a retired nurse, who …" → "…. The nurse …" */
function splitAtOnePerson(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  const noun = tokens[comma - 1];
  const at = isAdverb(sentence, comma + 2) ? comma + 3 : comma + 2;
  const verb = tokens[at]?.lower ?? "";
  if (noun === undefined || strandsVerb(sentence, comma + 2, end)) return undefined;
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
    if (!isName || TITLE.test(noun.text) || sentence.is(comma - 1, "Plural", "Country", "City"))
      return undefined;
    // "the Grimalkin, who": what has an article is no name that can stand alone.
    if (tokens[comma - 2]?.lower === "the") return undefined;
    // "Ann of Rivia, who": the last word is no name of hers.
    if (tokens[comma - 2]?.lower === "of") return undefined;
    // "Ann Holm and Per Berg, who left": both may have left.
    let before = comma - 2;
    // "Puig i Cadafalch", "van Gogh": small words belong to a name as well.
    const isOfName =
      /^(?:i|y|e|de|del|della|di|da|do|dos|du|des|la|le|van|von|der|den|ter|bin|ibn|al|el)$/;
    while (
      /^\p{Lu}/u.test(tokens[before]?.text ?? "") ||
      isOfName.test(tokens[before]?.lower ?? "")
    )
      before--;
    const isSure = SINGULAR_VERBS.has(verb) || sentence.is(at, "PresentTense");
    if (tokens[before]?.lower === "and" && !isSure) return undefined;
    return replaceJoint(sentence, comma, comma + 2, `${noun.text} `, why);
  }
  if (!/^\p{Ll}+$/u.test(noun.text) || !isAnimate(noun.lower)) return undefined;
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
  if (!sentence.is(comma - 1, "Noun", "Gerund") || sentence.is(comma - 1, "Pronoun"))
    return undefined;
  if (TIMES.test(sentence.tokens[comma - 1]?.lower ?? "")) return undefined;
  // "a row of caves, where some are lived in": some of the caves, not some in them.
  if (
    /^(?:some|many|most|all|each|none|few|several|both)$/.test(
      sentence.tokens[comma + 2]?.lower ?? "",
    )
  )
    if (sentence.is(comma + 3, "Verb")) return undefined;
  // "Especially in a world full of noise, where …" hangs on what was said before.
  if (/^(?:especially|particularly|even|such)$/.test(sentence.tokens[0]?.lower ?? ""))
    return undefined;
  for (let i = 0; i < comma; i++) {
    // One "where" beside another belongs to the same place.
    const word = sentence.tokens[i]?.lower ?? "";
    if (/^(?:where|when|which)$/.test(word)) return undefined;
    // A world that is believed in, or that might be, is not there.
    if (REPORTS.test(word) || /^(?:could|would|might|should|must)$/.test(word)) return undefined;
  }
  if (!holdsClause(sentence, comma) || isReported(sentence, comma)) return undefined;
  if (resumesWithPhrase(sentence, comma + 2, end)) return undefined;
  // "Create a place where …": what is asked for is not there yet.
  if (sentence.is(0, "Infinitive")) return undefined;
  for (let i = comma + 3; i < end; i++) {
    const next = sentence.tokens[i + 1]?.lower ?? "";
    if (sentence.tokens[i]?.text === "," && /^(?:to|what|how|why)$/.test(next)) return undefined;
  }
  if (strandsVerb(sentence, comma + 2, end) || !opensClause(sentence, comma + 2, end))
    return undefined;
  // "the next games, where he will play": not here, and not yet.
  const isLater = sentence.tokens
    .slice(comma + 2, end)
    .some(({ lower }) => /^(?:will|would)$/.test(lower));
  const tense = mainTense(sentence, comma + 2, end) ?? mainTense(sentence, 0, comma);
  if (tense === undefined && !isLater) return undefined;
  const isTown = sentence.is(comma - 1, "Country", "City");
  // "glances at the door, where …": a place in a story is over there, whatever its tense.
  const place = sentence.tokens[comma - 1]?.lower ?? "";
  const isSpot = [place, place.replace(/s$/, ""), place.replace(/ies$/, "y")].some((one) =>
    PLACES.test(one),
  );
  const isThere = tense === "past" || isLater || isTown || isSpot;
  // "He worked as a cook, where …", "a game, where we …": nothing one can be in.
  const opener = isThere ? "There, " : "Here, ";
  const isNext = sentence.tokens.slice(comma + 2, end).some(({ lower }) => lower === "will");
  if (!isPlaced(sentence, comma, isThere && !isNext)) return undefined;
  // "the ward, where he had been taken": to it, not in it.
  const told = sentence.text.slice(sentence.tokens[comma + 2]?.start);
  if (/\b(?:been|was|were|is|are) (?:taken|brought|sent|moved|rushed|transferred)\b/.test(told))
    return undefined;
  // "from their forefathers, where": nobody is a place.
  if (isAnimate((sentence.tokens[comma - 1]?.lower ?? "").replace(/s$/, ""))) return undefined;
  return cut(sentence, comma, comma + 2, opener, 'long sentence split at "where"');
}

/** Whether what stands before the comma is a place; for "Here" anything will do that is not somebody's work. */
function isPlaced(sentence: Sentence, comma: number, isStrict: boolean): boolean {
  const { tokens } = sentence;
  let i = comma - 1;
  while (
    i > 0 &&
    (sentence.is(i, "Noun", "Adjective", "Determiner", "Possessive", "PastTense") ||
      /^(?:of|the|a|an|and|its|their|his|her|our|my|,)$/.test(tokens[i]?.lower ?? "") ||
      /^\p{Lu}/u.test(tokens[i]?.text ?? ""))
  )
    i--;
  const lead = tokens[i]?.lower ?? "";
  if (lead === "as") return false;
  return !isStrict || AT_PLACES.test(lead) || PLACES.test(tokens[comma - 1]?.lower ?? "");
}

const AT_PLACES =
  /^(?:in|at|to|into|toward|towards|on|onto|through|near|across|from|inside|outside|over|along|around|beyond|under|within|behind|via|by|beside|above|below|reach(?:es|ed)?|enter(?:s|ed)?|visit(?:s|ed)?|attend(?:s|ed)?|left|leaves?)$/;
const PLACES =
  /^(?:section|room|hall|house|home|town|city|village|school|university|college|church|hospital|garden|park|forest|field|valley|island|beach|street|road|square|market|shop|store|station|office|kitchen|bar|club|camp|prison|court|farm|castle|temple|cave|corner|table|floor|roof|door|window|windows|ship|train|area|region|district|county|state|country|museum|library|restaurant|café|cafe)$/;
// Time that is called a place: "her career, where she …".
const TIMES =
  /^(?:career|life|period|era|age|stage|time|times|season|war|beginning|start|end|day|days|year|years|decade|century|week|month|childhood|youth|moment|past|history)$/;

/** A subject and its verb; behind "where" nothing else can follow, so that a bare noun will do as well. */
function opensClause(sentence: Sentence, from: number, end: number): boolean {
  if (startsClause(sentence, from, end)) return true;
  if (!sentence.is(from, "Noun", "Adjective", "Determiner") || sentence.is(from, "Verb"))
    return false;
  for (let i = from + 1; i < Math.min(end, from + 9); i++) {
    const { text, lower } = sentence.tokens[i] ?? { text: "", lower: "" };
    if (/^[,;:—–()"“”]$/.test(text) || /^(?:that|which|who|to)$/.test(lower)) return false;
    if (FINITE.has(lower) || MODALS.has(lower)) return true;
    if (sentence.is(i, "PresentTense", "PastTense") && !sentence.is(i, "Gerund", "Noun"))
      return sentence.is(i - 1, "Noun", "Adverb");
  }
  return false;
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

const FINITE = wordSet("is are was were has have had does do did");
const SINGULAR_VERBS = wordSet("is was has does isn't wasn't hasn't doesn't");
const PLURAL_VERBS = wordSet("are were have do aren't weren't haven't don't");
