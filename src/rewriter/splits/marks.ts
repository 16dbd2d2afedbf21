// Joints at the marks that part clauses: a semicolon, a colon, a dash. What stands behind the mark must be a
// sentence of its own, and several such marks make a list.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { opensClause } from "../sentence/clause-starts.ts";
import {
  findFiniteVerb,
  hasMainVerb,
  NO_OBJECT,
  startsClause,
  startsSentence,
  wordSet,
} from "../sentence/clauses.ts";
import {
  HELPERS,
  hangsOn,
  MODALS,
  sentenceEnd,
  standsAlone,
  wordsBetween,
} from "../sentence/ground.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { splitAtApposition } from "./appositions.ts";
import { PRONOUN_STARTS } from "./conjunctions.ts";
import { cut } from "./cuts.ts";
import { isHeld } from "./held.ts";

export function splitAtSemicolon(sentence: Sentence, mark: number): Edit | undefined {
  const { tokens } = sentence;
  const end = sentenceEnd(sentence);
  // Several of them make a list, and a label or an announcement needs its colon.
  if (tokens.filter(({ text }) => text === ";" || text === ":").length !== 1) return undefined;
  const isColon = tokens[mark]?.text === ":";
  if (isColon && tokens[mark + 1]?.lower === "that") return undefined;
  if (isColon && (mark < LEFT_MIN || ANNOUNCES.test(sentence.text.slice(0, tokens[mark]?.start))))
    return undefined;
  if (
    isColon &&
    !/^\s\p{Ll}/u.test(sentence.text.slice(tokens[mark]?.end, (tokens[mark]?.end ?? 0) + 2))
  )
    return undefined;
  if (wordsBetween(sentence, 0, mark) < 4 || wordsBetween(sentence, mark + 1, end) < 3)
    return undefined;
  if (!hasMainVerb(sentence, 0, mark)) return undefined;
  const next = tokens[mark + 1]?.lower ?? "";
  const opener = tokens[mark + 2]?.text === "," ? OPENERS.get(next) : undefined;
  if (opener !== undefined) {
    if (!startsClause(sentence, mark + 3, end)) return undefined;
    return cut(
      sentence,
      mark,
      mark + 3,
      `${opener} `,
      `long sentence split at a ${isColon ? "colon" : "semicolon"}`,
    );
  }
  // A semicolon parts whole clauses; a colon may also announce a list.
  const isClause = isColon
    ? startsClause(sentence, mark + 1, end) && hasPlainVerb(sentence, mark + 1, end)
    : startsSentence(sentence, mark + 1, end) ||
      opensClause(sentence, mark + 1, end) ||
      startsWithCase(sentence, mark + 1, end) ||
      (hasMainVerb(sentence, mark + 1, end) && !NEVER_OPENS.has(next));
  if (!isClause) return undefined;
  return cut(
    sentence,
    mark,
    mark + 1,
    "",
    `long sentence split at a ${isColon ? "colon" : "semicolon"}`,
  );
}

export function splitAtDash(sentence: Sentence, mark: number): Edit | undefined {
  const { tokens } = sentence;
  const end = sentenceEnd(sentence);
  if (tokens.filter((_, i) => isDash(sentence, i)).length !== 1) return undefined;
  const subject = (tokens[mark + 1]?.lower ?? "").split("'")[0] ?? "";
  const isPronoun = PRONOUN_STARTS.has(subject);
  if (wordsBetween(sentence, 0, mark) < (isPronoun ? LEFT_MIN - 1 : LEFT_MIN)) return undefined;
  if (wordsBetween(sentence, mark + 1, end) < RIGHT_MIN) return undefined;
  if (!standsAlone(sentence, 0, mark)) return undefined;
  // Who writes goes on in his own name: "I think it is sound—the cost is low".
  if (hangsOn(sentence, mark) && isHeld(sentence, mark, mark + 1, "and", end)) return undefined;
  // "If it snows, that isn't a holiday—it's …": the condition is one of both.
  if (/^(?:if|unless)$/.test(tokens[0]?.lower ?? "")) return undefined;
  if (breaksOff(sentence, mark)) return undefined;
  // "a list of rules—the things a good judge should know": a thing and who knows it, but no clause.
  if (THING_OF_SOMEBODY.test(sentence.text.slice(tokens[mark]?.end))) return undefined;
  const next = tokens[mark + 1]?.lower ?? "";
  if (next === "but" || next === "and" || next === "yet") {
    if (!startsClause(sentence, mark + 2, end)) return undefined;
    const opener = next === "and" ? "" : `${capitalise(next)} `;
    return cut(sentence, mark, mark + 2, opener, "long sentence split at a dash");
  }
  if (next === "a" || next === "an") return splitAtApposition(sentence, mark, end);
  if (!startsClause(sentence, mark + 1, end)) return undefined;
  // "—her name reduced to a footnote" has no verb of its own: only a plain one will do.
  const verb = findFiniteVerb(sentence, mark + 1, end);
  const finite = (verb === undefined ? "" : (tokens[verb]?.lower ?? "")).replace(/n't$/, "");
  if (!isPronoun && !HELPERS.has(finite) && !MODALS.has(finite)) return undefined;
  return cut(sentence, mark, mark + 1, "", "long sentence split at a dash");
}

/** "; when it rains or snows, the shop is closed": a clause that opens, and the main one behind its comma. */
function startsWithCase(sentence: Sentence, from: number, end: number): boolean {
  const { tokens } = sentence;
  if (!CASES.has(tokens[from]?.lower ?? "")) return false;
  const comma = tokens.findIndex(({ text }, i) => text === "," && i > from);
  if (comma === -1 || comma > from + 16 || !startsClause(sentence, from + 1, comma)) return false;
  return startsClause(sentence, comma + 1, end);
}

/** "…, but this—this was new": what was begun before the dash goes on behind it. */
function breaksOff(sentence: Sentence, mark: number): boolean {
  for (let i = mark - 1; i > 0 && i > mark - 6; i--) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (/^(?:but|and|or|yet|so)$/.test(word) && sentence.tokens[i - 1]?.text === ",")
      return !hasMainVerb(sentence, i + 1, mark);
  }
  return false;
}

/** A long dash, or a hyphen with a space on either side. */
export function isDash({ tokens, text }: Sentence, at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (token.text === "—" || token.text === "–") return true;
  return (
    token.text === "-" && text.charAt(token.start - 1) === " " && text.charAt(token.end) === " "
  );
}

/** Whether the verb behind a thing that is somebody's can't be a participle. */
export function hasPlainVerb(sentence: Sentence, from: number, end: number): boolean {
  const verb = findFiniteVerb(sentence, from, end);
  if (verb === undefined) return false;
  const word = sentence.tokens[verb]?.lower ?? "";
  if (!sentence.is(verb, "PastTense") || HELPERS.has(word) || MODALS.has(word)) return true;
  return (
    !/^(?:in|by|from|with|on|to|at|through|like|as)$/.test(
      sentence.tokens[verb + 1]?.lower ?? "",
    ) || NO_OBJECT.test(word)
  );
}

const LEFT_MIN = 5;
const RIGHT_MIN = 4;
const OPENERS = new Map([
  ["however", "But"],
  ["therefore", "So"],
  ["thus", "So"],
  ["consequently", "So"],
  ["moreover", "Also,"],
  ["furthermore", "Also,"],
  ["additionally", "Also,"],
  ["instead", "Instead,"],
  ["nevertheless", "Still,"],
  ["nonetheless", "Still,"],
]);
const CASES = wordSet("when if while although though because since as after before once");
const NEVER_OPENS = wordSet(
  "and or nor but that which who whom whose as than such for so how what why where when because if whether though although while not including especially particularly namely due",
);

const ANNOUNCES =
  /\b(?:following|follows?|these|this|here|include|includes|including|namely|such as|are|is|was|were)\s*$/i;
const THING_OF_SOMEBODY =
  /^\s{0,4}(?:the|all|those) [\w'’-]{2,30} (?:the|a|an|this|these|those|our|their|his|her|its|my|your|every|each|any|many|most|some|all|people|we|they|you|he|she|i) /i;
