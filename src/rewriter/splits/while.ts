// Joints at "while" and "whereas" behind the main clause: another clause ("…, while the rest stayed at home"), or
// something that the same subject does at the same time ("… while keeping its old form").

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { opensClause } from "../sentence/clause-starts.ts";
import {
  findFiniteVerb,
  hasMainVerb,
  mainTense,
  startsClause,
  wordSet,
} from "../sentence/clauses.ts";
import {
  HELPERS,
  hangsOn,
  hasSpeech,
  isBracketed,
  MODALS,
  marksClause,
  REPORTS,
  standsAlone,
  wordsBetween,
} from "../sentence/ground.ts";
import { findSubject, type Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { isLooseClause } from "./concessions.ts";
import { cut } from "./cuts.ts";
import { formsOf, isGerund, writeTail } from "./participle-tails.ts";

/** "Some came early, while others stayed away." → "Some came early. Others stayed away." */
export function splitAtWhile(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  const joint = tokens[comma + 1]?.lower ?? "";
  if (!standsAlone(sentence, 0, comma)) return undefined;
  // "the idea that the one is light, while the other is strong": both make up the idea.
  const isThought = tokens.some(
    ({ lower }, i) => lower === "that" && i < comma && THOUGHTS.test(tokens[i - 1]?.lower ?? ""),
  );
  if (isThought) return undefined;
  const reports = isReport(sentence, comma + 2, end);
  // "Some argue that …, while others argue that …": both sides report.
  if (hangsOn(sentence, comma) && !reports) return undefined;
  const isClause =
    (reports && tokens[comma + 2]?.lower === "others") ||
    startsClause(sentence, comma + 2, end) ||
    opensClause(sentence, comma + 2, end) ||
    isLooseClause(sentence, comma + 2, end);
  if (!isClause) return undefined;
  const isContrast = joint === "whereas" || reports;
  // "Some came early, while others …" needs no word between; what is always so needs none either.
  const isPlain =
    tokens[comma + 2]?.lower === "others" || mainTense(sentence, comma + 2, end) !== "past";
  const opener = isContrast ? "But " : isPlain ? "" : "Meanwhile, ";
  return cut(sentence, comma, comma + 2, opener, `long sentence split at "${joint}"`);
}

/** Whether a verb of saying or thinking follows the subject at `from`. */
function isReport(sentence: Sentence, from: number, end: number): boolean {
  if (
    sentence.tokens[from]?.lower === "others" &&
    REPORTS.test(sentence.tokens[from + 1]?.lower ?? "")
  )
    return true;
  const verb = findFiniteVerb(sentence, from, Math.min(end, from + 6));
  if (verb === undefined) return false;
  const isPerfect = /^(?:has|have|had)$/.test(sentence.tokens[verb]?.lower ?? "");
  return REPORTS.test(sentence.tokens[isPerfect ? verb + 1 : verb]?.lower ?? "");
}

/** "It cuts costs while keeping its form." → "It cuts costs. It also keeps its form." */
export function splitAtWhileDoing(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const mark = tokens[at - 1]?.text === "," ? at - 1 : at;
  const said = /^(?:also|still|simultaneously)$/.exec(tokens[at + 1]?.lower ?? "")?.[0] ?? "";
  const gerund = said === "" ? at + 1 : at + 2;
  const word = tokens[gerund]?.lower ?? "";
  if (!isGerund(sentence, gerund) || NEVER_DONE.has(word) || isBracketed(sentence, at))
    return undefined;
  if (wordsBetween(sentence, 0, mark) < 5 || wordsBetween(sentence, gerund, end) < 3)
    return undefined;
  // "…, all while waiting", and "Praising it while selling it is odd", where the main clause goes on.
  // "the trouble met while building it": whoever met it built it.
  const isMet = sentence.is(mark - 1, "PastTense", "Participle") && sentence.is(mark - 2, "Noun");
  if (isMet) return undefined;
  if (tokens[at - 1]?.lower === "all" || hasMainVerb(sentence, gerund + 1, end)) return undefined;
  // "in daily life, such as while sharing a room": it belongs to what leads up to it.
  if (/^(?:as|like|even|only|and|or|but|than|except|including)$/.test(tokens[at - 1]?.lower ?? ""))
    return undefined;
  const subject = findSubject(sentence);
  if (subject === undefined || subject.verb >= mark - 1 || hasSpeech(text)) return undefined;
  // A name said twice is stiff.
  if (/^\p{Lu}\p{Ll}/u.test(subject.again) || hangsOn(sentence, mark)) return undefined;
  for (let i = subject.verb + 1; i < mark; i++) {
    const lower = tokens[i]?.lower ?? "";
    // Another deed in between may be the one that goes on meanwhile.
    if (marksClause(sentence, i, mark) || /^[;:—–]$/.test(lower)) return undefined;
    if (/^(?:not|never|without|or)$|n't$/.test(lower)) return undefined;
    if (i > subject.verb + 2 && sentence.is(i, "Gerund")) return undefined;
    // A helper further on, or another subject: the verb that was found is not the main one, or not the last.
    if (i > subject.verb + 1 && (MODALS.has(lower) || HELPERS.has(lower))) return undefined;
    if (/^(?:i|you|he|she|we|they|one)$/.test(lower)) return undefined;
  }
  // "Roads are key to long trade while keeping the peace": the two together are what they are key to.
  const isFor =
    /^(?:is|are|was|were)$/.test(tokens[subject.verb]?.lower ?? "") &&
    tokens.slice(subject.verb + 1, subject.verb + 5).some(({ lower }) => FOR.test(lower));
  if (isFor) return undefined;
  // "She found a coin while walking home" tells when it was.
  const isStory = subject.isPerson !== false && mainTense(sentence, 0, mark) === "past";
  if (isStory && said === "") return undefined;
  const write = (deed: string): string => writeDeed(sentence, subject, deed) ?? "";
  const verb = write(word);
  if (verb === "") return undefined;
  const one = tokens[subject.verb]?.lower ?? "";
  const who = capitalise(subject.again);
  const helper = MODALS.has(one) ? `${one} ` : "";
  const also = said === "still" ? "still " : "also ";
  const edit = writeTail(sentence, mark, gerund, end, `${who} ${helper}${also}${verb}`, write);
  if (edit === undefined) return undefined;
  const [option = ""] = edit.options;
  const why = 'long sentence split at "while"';
  if (helper !== "" || said !== "") return { ...edit, why };
  // What a person does meanwhile is told as such; a thing may also just have two sides.
  const meanwhile = option.replace(`. ${who} also `, `. At the same time, ${subject.again} `);
  return { ...edit, why, options: subject.isPerson === true ? [meanwhile] : [option, meanwhile] };
}

/** The deed in the tense of the main verb, or undefined where that can't be told. */
function writeDeed(sentence: Sentence, subject: Subject, gerund: string): string | undefined {
  const forms = formsOf(gerund);
  const word = sentence.tokens[subject.verb]?.lower ?? "";
  if (forms === undefined) return undefined;
  if (MODALS.has(word)) return word === "cannot" ? undefined : forms.base;
  const isBe = /^(?:is|are|was|were)$/.test(word);
  // "is used", "was built", "has made", "is making": the helper would have to be said again.
  const isHelped = sentence.is(subject.verb + 1, "PastTense", "Participle", "Gerund");
  if ((isBe && isHelped) || /^(?:has|have|had|does|do|did|am)$/.test(word)) return undefined;
  if (sentence.is(subject.verb, "PastTense") || /^(?:was|were)$/.test(word)) return forms.past;
  return subject.isPlural ? forms.base : forms.s;
}

const THOUGHTS =
  /^(?:idea|notion|fact|belief|view|claim|hypothesis|assumption|theory|concept|principle|argument|thought|premise|observation|intuition|condition|such|so)s?$/;
const FOR = /^(?:key|essential|crucial|vital|necessary|important|critical|central|designed|meant)$/;
const NEVER_DONE = wordSet("being having waiting doing going sitting standing");
