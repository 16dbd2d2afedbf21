// Where a long sentence can become two: at ", and" before a whole clause, at a semicolon or a dash, at a
// closing "which" or "-ing" clause, at "although" and "whereas". A joint is refused when the second part
// would lose what it hangs on: a report ("he said that …"), a condition, a reason, a list.

import type { Edit } from "../edit.ts";
import { opensClause } from "../sentence/clause-starts.ts";
import { hasMainVerb, startsClause, wordSet } from "../sentence/clauses.ts";
import {
  HELPERS,
  hangsOn,
  isBracketed,
  LONG,
  MODALS,
  REPORTS,
  sentenceEnd,
  standsAlone,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import { readSentence, type Sentence } from "../sentence/tokens.ts";
import { splitAtAbsolute } from "./absolutes.ts";
import { splitAtAsWellAs, splitAtSecondAim } from "./again.ts";
import { splitAtApposition } from "./appositions.ts";
import { splitAtCommand } from "./commands.ts";
import { splitAtConcession } from "./concessions.ts";
import { splitAtConjunction } from "./conjunctions.ts";
import { splitAtCopulaThat, splitAtMood, splitAtSecondName } from "./copulas.ts";
import { cut } from "./cuts.ts";
import { splitAtExamples } from "./examples.ts";
import { splitAtFront } from "./fronts.ts";
import { splitAtJoinedClause } from "./joined-clauses.ts";
import { splitAtList } from "./lists.ts";
import { isDash, splitAtDash, splitAtSemicolon } from "./marks.ts";
import { splitAtInsertion } from "./middles.ts";
import { moveFront } from "./moved-fronts.ts";
import { splitAtBroughtThing } from "./new-things.ts";
import { splitAtOpening } from "./openings.ts";
import { splitAtOrderMeans } from "./order-means.ts";
import { splitAtParticiple } from "./participles.ts";
import { splitAtClauseList, splitAtPlainJoint } from "./plain-joints.ts";
import { splitAtPredicate } from "./predicates.ts";
import { splitAtPurpose } from "./purposes.ts";
import { splitAtRange } from "./ranges.ts";
import { splitAtBefore, splitAtCause } from "./reasons.ts";
import { splitAtReducedRelative } from "./reduced-relatives.ts";
import { splitAtRelativeMiddle } from "./relative-middles.ts";
import { splitAtOfWhich, splitAtWhere, splitAtWho } from "./relatives.ts";
import { splitAtSecondReport } from "./second-reports.ts";
import { splitAtSecondVerb } from "./second-verbs.ts";
import { splitAtHaving } from "./tail-having.ts";
import { splitAtBecause } from "./tails.ts";
import { splitAtThat } from "./that.ts";
import { splitAtAs, splitAtMeans, splitAtNewThing, splitAtPlainAs } from "./things.ts";
import { splitAtFrame } from "./truths.ts";
import { splitAtWhich } from "./which.ts";
import { splitAtWhile, splitAtWhileDoing } from "./while.ts";

/** Proposes joints for a sentence of at least `wordsMin` words. */
export function proposeSplits(sentence: Sentence, wordsMin: number): Edit[] {
  const label = labelLength(sentence);
  if (label > 0) {
    const rest = readSentence(sentence.text.slice(label), sentence.lexicon);
    const { people = new Map() } = sentence;
    return proposeSplits({ ...rest, people }, wordsMin).map((edit) => ({
      ...edit,
      start: edit.start + label,
      end: edit.end + label,
    }));
  }
  if (!mayBeCut(sentence, wordsMin)) return [];
  const { tokens } = sentence;
  const words = tokens.filter(({ isWord }) => isWord).length;
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
            ? (splitAtDash(sentence, i) ?? splitAtApposition(sentence, i, sentenceEnd(sentence)))
            : undefined;
    if (edit !== undefined) edits.push(edit);
  }
  for (let i = LEFT_MIN; i + RIGHT_MIN < tokens.length; i++) {
    const word = tokens[i]?.lower;
    const edit =
      (word === "and" || word === "but") && !isHelperPair(sentence, i) && !isVerbPair(sentence, i)
        ? (splitAtConjunction(sentence, i, words) ??
          splitAtPredicate(sentence, i) ??
          splitAtSecondVerb(sentence, i, words) ??
          splitAtCommand(sentence, i) ??
          splitAtPlainJoint(sentence, i, words) ??
          splitAtSecondAim(sentence, i) ??
          splitAtSecondReport(sentence, i))
        : (word === "that" || word === "who" || (word === "which" && tokens[i - 1]?.isWord)) &&
            words >= LONG - 2 &&
            !isBracketed(sentence, i)
          ? (splitAtThat(sentence, i, sentenceEnd(sentence)) ??
            splitAtCopulaThat(sentence, i, sentenceEnd(sentence)) ??
            splitAtNewThing(sentence, i, sentenceEnd(sentence)) ??
            splitAtBroughtThing(sentence, i, sentenceEnd(sentence)))
          : word === "by"
            ? (splitAtMeans(sentence, i, sentenceEnd(sentence)) ??
              splitAtOrderMeans(sentence, i, sentenceEnd(sentence)))
            : word === "because" && tokens[i - 1]?.text !== ","
              ? (splitAtBecause(sentence, i, i) ?? splitAtCause(sentence, i, sentenceEnd(sentence)))
              : word === "due" || word === "thanks" || word === "because"
                ? splitAtCause(sentence, i, sentenceEnd(sentence))
                : word === "as" && tokens[i - 1]?.text !== ","
                  ? splitAtPlainAs(sentence, i, sentenceEnd(sentence))
                  : (word === "such" || word === "including") && tokens[i - 1]?.text !== ","
                    ? splitAtExamples(sentence, i, sentenceEnd(sentence))
                    : word === "while"
                      ? splitAtWhileDoing(sentence, i, sentenceEnd(sentence))
                      : word === "before"
                        ? splitAtBefore(sentence, i, sentenceEnd(sentence))
                        : word === "to"
                          ? splitAtPurpose(sentence, i, sentenceEnd(sentence))
                          : words >= LONG - 2
                            ? splitAtReducedRelative(sentence, i, sentenceEnd(sentence))
                            : undefined;
    if (edit !== undefined) edits.push(edit);
  }
  const front =
    words >= LONG - 2
      ? (splitAtFront(sentence) ?? splitAtOpening(sentence) ?? moveFront(sentence))
      : undefined;
  if (front !== undefined) edits.push(front);
  const list = splitAtList(sentence, sentenceEnd(sentence));
  if (list !== undefined) edits.push(list);
  edits.push(...splitAtConcession(sentence));
  return edits;
}

/** Whether a sentence has at least so many words and is of a kind that can be two. */
export function mayBeCut({ tokens, text }: Sentence, wordsMin: number): boolean {
  if (tokens.filter(({ isWord }) => isWord).length < wordsMin) return false;
  // A question, "Not only did …, but …", and a wish ("May the wind fill our sails") are one thing.
  if (/[?]|^\W*(?:Not (?:only|just)|May (?!\d))\b/.test(text)) return false;
  // "…, he said": whoever said it said all of it.
  return !CREDITS.test(text) && !VERSE.test(text);
}

/** "the way we read and use the maps": two verbs right beside each other share what follows. */
function isVerbPair(sentence: Sentence, joint: number): boolean {
  const second = sentence.is(joint + 1, "Adverb") ? joint + 2 : joint + 1;
  const isVerb = (at: number): boolean =>
    sentence.is(at, "Verb") && !sentence.is(at, "Noun", "Adjective", "Gerund", "Auxiliary");
  return (
    isVerb(joint - 1) && isVerb(second) && /^\p{L}/u.test(sentence.tokens[joint - 1]?.text ?? "")
  );
}

/** "can and should help": two helpers of one verb. */
function isHelperPair({ tokens }: Sentence, joint: number): boolean {
  const before = tokens[joint - 1]?.text === "," ? joint - 2 : joint - 1;
  const word = tokens[before]?.lower ?? "";
  return HELPERS.has(word) || MODALS.has(word);
}

/** "Clear rules: The school …": how long the label is that stands before the sentence. */
function labelLength({ text, lexicon }: Sentence): number {
  // "The Last Harbour by Ann Holm - An unfinished novel, but …": a title, whatever verbs it seems to hold.
  const title = /^(?:\S+ ){1,12}[-–—] (?=\p{Lu})/u.exec(text)?.[0] ?? "";
  if (title !== "" && title.split(" ").every((word) => word.length < 4 || /^\P{Ll}/u.test(word)))
    return title.length;
  const found = /^(?:\S+ ){0,8}[^\s:"“”]+: (?=\p{Lu}[\p{L}\p{N}'’-]*\s)/u.exec(text)?.[0] ?? "";
  if (found === "" || /["“”]/.test(text)) return 0;
  const label = readSentence(found, lexicon);
  const hasVerb =
    hasMainVerb(label, 0, label.tokens.length) ||
    label.tokens.some(({ lower }) => REPORTS.test(lower));
  return hasVerb ? 0 : found.length;
}

function splitAtComma(sentence: Sentence, comma: number): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const next = tokens[comma + 1];
  if (next === undefined) return undefined;
  const middle =
    splitAtRelativeMiddle(sentence, comma) ??
    splitAtInsertion(sentence, comma) ??
    splitAtClauseList(sentence, comma, end);
  if (middle !== undefined) return middle;
  const joint = next.lower;
  const isShort = /^(?:but|and|so|his|her|its|their|my|an?)$|^[a-z]{3,}ing$/.test(joint);
  const leftMin = isShort ? LEFT_MIN - 1 : LEFT_MIN;
  if (wordsBetween(sentence, 0, comma) < leftMin) return undefined;
  if (wordsBetween(sentence, comma + 1, end) < RIGHT_MIN) return undefined;
  if (/^(?:and|but|so|yet|nor)$/.test(joint)) return splitAtJoinedClause(sentence, comma, end);
  if (joint === "whereas" || joint === "while") return splitAtWhile(sentence, comma, end);
  if (joint === "though" || joint === "although" || joint === "even") {
    const from = joint === "even" ? comma + 3 : comma + 2;
    if (joint === "even" && tokens[comma + 2]?.lower !== "though")
      return splitAtFrame(sentence, comma, end);
    if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
    const isClause = startsClause(sentence, from, end) || opensClause(sentence, from, end);
    if (wordsBetween(sentence, from, end) < 4 || !isClause) return undefined;
    if (/[;:—–]/.test(text.slice(next.start)) || strandsVerb(sentence, from, end)) return undefined;
    return cut(sentence, comma, from, "But ", `long sentence split at "${joint}"`);
  }
  if (joint === "where") return splitAtWhere(sentence, comma, end);
  if (joint === "because") return splitAtBecause(sentence, comma, comma + 1);
  if (joint === "along") return splitAtAsWellAs(sentence, comma, end);
  if (joint === "as")
    return splitAtAs(sentence, comma, end) ?? splitAtAsWellAs(sentence, comma, end);
  if (joint === "including" || joint === "such" || joint === "like")
    return splitAtExamples(sentence, comma + 1, end);
  if (/^(?:especially|particularly|regardless|depending)$/.test(joint)) {
    const framed = splitAtFrame(sentence, comma, end);
    if (framed !== undefined) return framed;
  }
  if (joint === "from" || joint === "ranging") {
    const range = splitAtRange(sentence, comma, end);
    if (range !== undefined) return range;
  }
  if (joint === "which") return splitAtWhich(sentence, comma, end);
  if (QUANTIFIERS.has(joint))
    return splitAtOfWhich(sentence, comma, end) ?? splitAtAbsolute(sentence, comma, end);
  if (joint === "a" || joint === "an" || joint === "the" || joint === "one") {
    const said = splitAtSecondName(sentence, comma, end) ?? splitAtApposition(sentence, comma, end);
    if (said !== undefined) return said;
  }
  if (joint === "who") return splitAtWho(sentence, comma, end);
  return (
    splitAtAbsolute(sentence, comma, end) ??
    splitAtHaving(sentence, comma, end) ??
    splitAtParticiple(sentence, comma, end) ??
    splitAtMood(sentence, comma, end) ??
    splitAtSecondName(sentence, comma, end)
  );
}

const CREDITS =
  /, (?:according to\b|(?:said|says|added|noted|explained|warned|argued) (?:the |Mr\.? |Ms\.? |Mrs\.? |Dr\.? )?\p{L}|(?:he|she|they|it|(?:(?:the|a|an|his|her|its) )?(?!and\b|but\b|or\b|with\b|which\b|who\b|then\b|\w+ing\b)[\p{L}'’.-]+(?: [\p{L}'’.-]+){0,5}) (?:said|says|told|added|noted|reported|explained|announced|warned|argued|claimed|insisted|wrote)\b)[^,]{0,80}$/u;
// A line of verse begins with a capital, wherever it stands in its sentence.
const VERSE =
  /(?:,|\n)\s{0,8}(?:A|An|And|But|With|Of|In|On|To|For|From|Where|When|While|As|That|Which|Who|My|His|Her|Their|Our|Its|By|At|Like|Through|So|Yet|Or|Nor|Each|No|Not|It|He|She|They|We|You|This|These|Those|Every|All|If|Then|There|What|How|Oh|\p{Lu}\p{Ll}{2,18}(?:ed|ing|ly))\s/u;
const LEFT_MIN = 5;
const RIGHT_MIN = 4;
const QUANTIFIERS = wordSet("some many most all several both each none");
