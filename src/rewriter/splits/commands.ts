// Two things the reader is told to do: "Crush the biscuits in a bowl and sprinkle them over the top." Orders have
// no subject, so that each of them is a sentence as it stands.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { hasMainVerb, wordSet } from "../sentence/clauses.ts";
import { isBracketed, sentenceEnd, strandsVerb, wordsBetween } from "../sentence/ground.ts";
import { formsOfVerb, type Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";

/** "Take a break and drink some water." → "Take a break. Drink some water." */
export function splitAtCommand(sentence: Sentence, at: number): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const hasComma = tokens[at - 1]?.text === ",";
  const mark = hasComma ? at - 1 : at;
  if (tokens[at]?.lower !== "and" || isBracketed(sentence, at)) return undefined;
  // What begins with a small letter is the rest of a sentence, and no order.
  if (/^\P{L}*\p{Ll}/u.test(text)) return undefined;
  const first = orderStart(sentence);
  if (first === undefined || wordsBetween(sentence, first, mark) < 4) return undefined;
  const isThen = /^(?:then|also|finally)$/.test(tokens[at + 1]?.lower ?? "");
  const second = isThen ? at + 2 : at + 1;
  if (!isOrderVerb(sentence, second) || !tokens[second + 1]?.isWord) return undefined;
  if (wordsBetween(sentence, second, end) < 4 || strandsVerb(sentence, second + 1, end))
    return undefined;
  if (hasMainVerb(sentence, first + 1, mark) && !hasComma) return undefined;
  const commas: number[] = [];
  for (let i = first + 1; i < mark; i++) {
    const word = tokens[i]?.lower ?? "";
    if (/^[;:—–()"“”]$/.test(word) || NEVER_BETWEEN.has(word)) return undefined;
    if (word === ",") {
      if (!isOrderVerb(sentence, i + 1)) return undefined;
      commas.push(i);
    }
    // Without a comma the second verb may hang on a "to", or on a clause in between.
    if (!hasComma && (MAY_OWN.has(word) || (word === "to" && sentence.is(i + 1, "Verb"))))
      return undefined;
    if (word === "or" && (isOrderVerb(sentence, i + 1) || sentence.is(i + 1, "Verb")))
      return undefined;
    if (word === "and" && (commas.length > 0 || isOrderVerb(sentence, i + 1))) return undefined;
  }
  // "Identify and remove the stain": one object for two verbs.
  if (wordsBetween(sentence, first + 1, commas[0] ?? mark) < 2 || commas.length > 1)
    return undefined;
  if (LETS.test(tokens[first]?.lower ?? "") && !hasComma) return undefined;
  const begin = tokens[at + 1];
  const from = tokens[mark];
  if (begin === undefined || from === undefined) return undefined;
  const put = `. ${capitalise(begin.text)}`;
  const why = "long list of orders split";
  const comma = tokens[commas[0] ?? -1];
  if (comma === undefined)
    return {
      start: stripSpaceBefore(text, from.start),
      end: begin.end,
      options: [put],
      kind: "split",
      why,
    };
  // "Take A, do B, and go to C" → "Take A and do B. Go to C"
  const middle = text.slice(comma.end, stripSpaceBefore(text, from.start));
  return {
    start: comma.start,
    end: begin.end,
    options: [` and${middle}${put}`],
    kind: "split",
    why,
  };
}

/** Where the order begins, past "Then," or "Please". */
export function orderStart(sentence: Sentence): number | undefined {
  const { tokens } = sentence;
  let start = 0;
  while (start < 3 && LEADS.test(tokens[start]?.lower ?? "")) start++;
  if (start > 0 && tokens[start]?.text === ",") start++;
  const next = tokens[start + 1];
  if (next === undefined || !next.isWord) return undefined;
  const isOpened =
    sentence.is(
      start + 1,
      "Determiner",
      "Possessive",
      "Preposition",
      "Adjective",
      "Adverb",
      "Plural",
    ) || OBJECTS.has(next.lower);
  return isOrderVerb(sentence, start) && isOpened ? start : undefined;
}

/** A bare verb that the tagger sees, or one of those that orders mostly begin with. */
function isOrderVerb(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  if (ORDERS.has(word)) return true;
  if (!/^[a-z]{3,}$/.test(word) || /(?:ing|ed|[^s]s)$/.test(word)) return false;
  if (formsOfVerb(word)?.base !== word) return false;
  return sentence.is(at, "Infinitive") && !sentence.is(at, "Noun", "Adjective");
}

const LEADS =
  /^(?:then|next|first|finally|please|just|also|additionally|so|simply|instead|lastly|second)$/;
const LETS =
  /^(?:let|help|make|have|encourage|allow|get|ask|tell|watch|see|remember|try|go|come|learn)$/;
const ORDERS = wordSet(
  "add adjust apply arrange ask attach avoid bake boil bring build call check choose clean click close collect combine communicate compare consider cook create cut define develop download drink drop eat enable encourage engage enjoy ensure establish explain explore find fold follow foster gather get give grab hold identify implement include incorporate insert install invite join keep leave listen look maintain make mix monitor move offer open organize pack pick place plan pour practice prepare press provide pull push put reach read reduce remember remove repeat review rinse rotate run save schedule select send serve set share show sign sprinkle start stay stir store take talk tell test think transfer try turn type update use visit wait walk wash wear wipe write",
);
const OBJECTS = wordSet(
  "the a an your their its his her our my this these those it them each all any some one two in on with out up down sure",
);
const MAY_OWN = wordSet(
  "that which who whom where when while if how what why whether as because until before after so",
);
const NEVER_BETWEEN = wordSet("not never nor but between both either unless");
