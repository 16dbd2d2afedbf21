// Where a long sentence can become two: at ", and" before a whole clause, at a semicolon or a dash, at a
// closing "which" or "-ing" clause, at "although" and "whereas". A joint is refused when the second part
// would lose what it hangs on: a report ("he said that …"), a condition, a reason, a list.
import {
  findFiniteVerb,
  hasMainVerb,
  NO_OBJECT,
  startsClause,
  startsSentence,
  wordSet,
} from "./clauses.ts";
import type { Edit } from "./edit.ts";
import { capitalise } from "./inflect.ts";
import { splitAtAbsolute } from "./split-absolutes.ts";
import { PRONOUN_STARTS, splitAtConjunction } from "./split-conjunctions.ts";
import { splitAtFront, splitAtMiddle } from "./split-fronts.ts";
import {
  cut,
  HELPERS,
  hangsOn,
  isBracketed,
  isInList,
  LONG,
  MODALS,
  REPORTS,
  SUBORDINATORS,
  sentenceEnd,
  standsAlone,
  wordsBetween,
} from "./split-ground.ts";
import { splitAtParticiple } from "./split-participles.ts";
import { splitAtPredicate } from "./split-predicates.ts";
import {
  splitAtOfWhich,
  splitAtThat,
  splitAtWhere,
  splitAtWhich,
  splitAtWho,
} from "./split-relatives.ts";
import { splitAtApposition, splitAtBecause, splitAtExamples } from "./split-tails.ts";
import { splitAtAs, splitAtMeans, splitAtNewThing } from "./split-things.ts";
import type { Sentence } from "./tokens.ts";

/** Proposes joints for a sentence of at least `wordsMin` words. */
export function proposeSplits(sentence: Sentence, wordsMin: number): Edit[] {
  const { tokens, text } = sentence;
  const words = tokens.filter(({ isWord }) => isWord).length;
  // A question, and "Not only did …, but …", are one thing.
  if (words < wordsMin || /[?]|^\W*Not (?:only|just)\b/.test(text)) return [];
  const edits: Edit[] = [];
  let depth = 0;
  for (let i = 1; i + 1 < tokens.length; i++) {
    const mark = tokens[i]?.text ?? "";
    if (/[([{]/.test(mark)) depth++;
    if (/[)\]}]/.test(mark)) depth = Math.max(0, depth - 1);
    if (depth > 0) continue;
    const edit =
      mark === ","
        ? splitAtComma(sentence, i)
        : mark === ";" || mark === ":"
          ? splitAtSemicolon(sentence, i)
          : isDash(sentence, i)
            ? splitAtDash(sentence, i)
            : undefined;
    if (edit !== undefined) edits.push(edit);
  }
  for (let i = LEFT_MIN; i + RIGHT_MIN < tokens.length; i++) {
    const word = tokens[i]?.lower;
    const edit =
      word === "and" || word === "but"
        ? (splitAtConjunction(sentence, i, words) ?? splitAtPredicate(sentence, i))
        : (word === "that" || word === "who") && words >= LONG - 2 && !isBracketed(sentence, i)
          ? (splitAtThat(sentence, i, sentenceEnd(sentence)) ??
            splitAtNewThing(sentence, i, sentenceEnd(sentence)))
          : word === "by" && words >= LONG - 2
            ? splitAtMeans(sentence, i, sentenceEnd(sentence))
            : word === "because" && words >= LONG && tokens[i - 1]?.text !== ","
              ? splitAtBecause(sentence, i, i)
              : undefined;
    if (edit !== undefined) edits.push(edit);
  }
  const front = words >= LONG - 2 ? splitAtFront(sentence) : undefined;
  if (front !== undefined) edits.push(front);
  const although = splitAlthough(sentence);
  if (although !== undefined) edits.push(although);
  return edits;
}

function splitAtComma(sentence: Sentence, comma: number): Edit | undefined {
  const { tokens } = sentence;
  const end = sentenceEnd(sentence);
  const next = tokens[comma + 1];
  if (next === undefined) return undefined;
  const middle = splitAtMiddle(sentence, comma);
  if (middle !== undefined) return middle;
  const joint = next.lower;
  const leftMin = joint === "but" || joint === "and" || joint === "so" ? LEFT_MIN - 1 : LEFT_MIN;
  if (wordsBetween(sentence, 0, comma) < leftMin) return undefined;
  if (wordsBetween(sentence, comma + 1, end) < RIGHT_MIN) return undefined;
  if (joint === "and" || joint === "but" || joint === "so" || joint === "yet") {
    if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
    // Only "and" closes a list, and not behind a tail such as "…, offering a choice, and the room is warm".
    if (joint === "and" && isInList(sentence, comma) && !isBehindTail(sentence, comma))
      return undefined;
    const second = tokens[comma + 2]?.lower ?? "";
    // "It means that …, and that children …": both hang on the verb.
    if (
      second === "that" &&
      !/^(?:is|was|has|had|will|would|can|could|makes|made|means|meant)$/.test(
        tokens[comma + 3]?.lower ?? "",
      )
    )
      return undefined;
    // "…, but their presence felt in the leaves": without a verb that is plainly one.
    if (OWNED.has(second) && !hasPlainVerb(sentence, comma + 3, end)) return undefined;
    // "not the nest itself, but a copy": no clause of its own on either side.
    if (joint === "but" && endsInDenial(sentence, comma)) return undefined;
    // "so he can" tells a purpose.
    if (
      joint === "so" &&
      tokens.slice(comma + 2, comma + 6).some(({ lower }) => MODALS.has(lower))
    ) {
      return undefined;
    }
    if (!startsSentence(sentence, comma + 2, end)) return undefined;
    const opener = joint === "and" ? "" : `${capitalise(joint)} `;
    return cut(sentence, comma, comma + 2, opener, `long sentence split at "${joint}"`);
  }
  if (joint === "whereas" || joint === "while") {
    if (!standsAlone(sentence, 0, comma)) return undefined;
    // "Some argue that …, while others argue that …": both sides report.
    if (hangsOn(sentence, comma) && !isReport(sentence, comma + 2, end)) return undefined;
    if (!startsClause(sentence, comma + 2, end)) return undefined;
    const isContrast = joint === "whereas" || isReport(sentence, comma + 2, end);
    const opener = isContrast ? "But " : "Meanwhile, ";
    return cut(sentence, comma, comma + 2, opener, `long sentence split at "${joint}"`);
  }
  if (joint === "where") return splitAtWhere(sentence, comma, end);
  if (joint === "because") return splitAtBecause(sentence, comma, comma + 1);
  if (joint === "as") return splitAtAs(sentence, comma, end);
  if (joint === "including" || joint === "such") return splitAtExamples(sentence, comma, end);
  if (joint === "which") return splitAtWhich(sentence, comma, end);
  if (QUANTIFIERS.has(joint)) return splitAtOfWhich(sentence, comma, end);
  if (joint === "a" || joint === "an") return splitAtApposition(sentence, comma, end);
  if (joint === "who") return splitAtWho(sentence, comma, end);
  return splitAtAbsolute(sentence, comma, end) ?? splitAtParticiple(sentence, comma, end);
}

/** Whether the stretch since the last comma is an "-ing" or "which" tail of a whole clause. */
function isBehindTail(sentence: Sentence, comma: number): boolean {
  for (let i = comma - 1; i > 3; i--) {
    if (sentence.tokens[i]?.text !== ",") continue;
    const opens = sentence.is(i + 1, "Gerund") || sentence.tokens[i + 1]?.lower === "which";
    if (!opens || !hasMainVerb(sentence, 0, i)) return false;
    for (let k = 0; k < i; k++) if (sentence.tokens[k]?.text === "," && k > 4) return false;
    return true;
  }
  return false;
}

/** Whether the verb behind a thing that is somebody's can't be a participle. */
function hasPlainVerb(sentence: Sentence, from: number, end: number): boolean {
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

/** "…, not by force": a denial without a verb right before the mark. */
function endsInDenial(sentence: Sentence, mark: number): boolean {
  for (let i = mark - 1; i > mark - 8 && i > 0; i--) {
    const word = sentence.tokens[i]?.lower ?? "";
    // "was not merely brick, but a web of lives": what was denied is put right, not answered.
    if (word === "not" && /^(?:merely|just|only|simply)$/.test(sentence.tokens[i + 1]?.lower ?? ""))
      return true;
    if (word === "not") return !HELPERS.has(sentence.tokens[i - 1]?.lower ?? "");
    if (HELPERS.has(word) || MODALS.has(word)) return false;
  }
  return false;
}

/** Whether a verb of saying or thinking follows the subject at `from`. */
function isReport(sentence: Sentence, from: number, end: number): boolean {
  const verb = findFiniteVerb(sentence, from, Math.min(end, from + 6));
  return verb !== undefined && REPORTS.test(sentence.tokens[verb]?.lower ?? "");
}

function splitAtSemicolon(sentence: Sentence, mark: number): Edit | undefined {
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

function splitAtDash(sentence: Sentence, mark: number): Edit | undefined {
  const { tokens } = sentence;
  const end = sentenceEnd(sentence);
  if (tokens.filter((_, i) => isDash(sentence, i)).length !== 1) return undefined;
  if (wordsBetween(sentence, 0, mark) < LEFT_MIN) return undefined;
  if (wordsBetween(sentence, mark + 1, end) < RIGHT_MIN) return undefined;
  if (!standsAlone(sentence, 0, mark) || hangsOn(sentence, mark)) return undefined;
  if (breaksOff(sentence, mark)) return undefined;
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
  const finite = verb === undefined ? "" : (tokens[verb]?.lower ?? "");
  if (!PRONOUN_STARTS.has(next) && !HELPERS.has(finite) && !MODALS.has(finite)) return undefined;
  return cut(sentence, mark, mark + 1, "", "long sentence split at a dash");
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
function isDash({ tokens, text }: Sentence, at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (token.text === "—" || token.text === "–") return true;
  return (
    token.text === "-" && text.charAt(token.start - 1) === " " && text.charAt(token.end) === " "
  );
}

/** "Although it rained, we went." → "It rained. But we went." */
function splitAlthough(sentence: Sentence): Edit | undefined {
  const { tokens, text } = sentence;
  const first = tokens[0]?.lower ?? "";
  const skip =
    first === "although" || first === "though" || first === "while"
      ? 1
      : first === "even" && tokens[1]?.lower === "though"
        ? 2
        : 0;
  if (skip === 0) return undefined;
  const comma = tokens.findIndex(({ text: mark }) => mark === ",");
  const end = sentenceEnd(sentence);
  if (comma === -1 || comma < skip + 3) return undefined;
  if (!startsClause(sentence, skip, comma) || !startsClause(sentence, comma + 1, end))
    return undefined;
  if (wordsBetween(sentence, comma + 1, end) < RIGHT_MIN) return undefined;
  for (let i = skip; i < comma; i++)
    if (SUBORDINATORS.has(tokens[i]?.lower ?? "")) return undefined;
  if (first === "while") {
    // "While I slept" tells a time; "while it is cheap" makes a contrast.
    const verb = findFiniteVerb(sentence, skip, comma);
    const word = verb === undefined ? "" : (tokens[verb]?.lower ?? "");
    const isContrast =
      word === "is" ||
      word === "are" ||
      word === "has" ||
      word === "have" ||
      word === "may" ||
      word === "can";
    if (!isContrast || sentence.is((verb ?? 0) + 1, "Gerund")) return undefined;
  }
  const subject = tokens[skip];
  const right = tokens[comma + 1];
  const mark = tokens[comma];
  if (subject === undefined || right === undefined || mark === undefined) return undefined;
  // One edit for both ends: neither half makes sense without the other.
  const opening = capitalise(text.slice(subject.start, mark.start));
  return {
    start: 0,
    end: right.start,
    options: [`${text.slice(0, tokens[0]?.start ?? 0)}${opening}. But `],
    kind: "split",
    why: `long sentence split at "${first}"`,
  };
}

const OWNED = wordSet("its his her their my our your");
const LEFT_MIN = 5;
const RIGHT_MIN = 4;
const QUANTIFIERS = wordSet("some many most all several both each none");
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
const NEVER_OPENS = wordSet(
  "and or nor but that which who whom whose as than such for so how what why where when because if whether though although while not including especially particularly namely due",
);

const ANNOUNCES =
  /\b(?:following|follows?|these|this|here|include|includes|including|namely|such as|are|is|was|were)\s*$/i;
