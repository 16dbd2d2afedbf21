// "Furthermore, the report shows" → "The report also shows": readers miss the link when a stock connective goes, and
// don't when "also" takes its place beside the verb. Only where the subject is short and its verb is beyond doubt.
import type { Edit } from "../edit.ts";
import { isFiniteVerb } from "../english/grammar.ts";
import { capitalise } from "../english/inflect.ts";
import { type Sentence, wordSet } from "../english/tokens.ts";

/** The connective of a sentence put as "also", where it has one. */
export function proposeAlso(sentence: Sentence): Edit[] {
  const { tokens, text } = sentence;
  const opening = OPENING.exec(text)?.[0];
  if (opening === undefined || SAID.test(text)) return [];
  const from = tokens.findIndex(({ start }) => start >= opening.length);
  const verb = verbBehind(sentence, from);
  const [first, found] = [tokens[from], tokens[verb]];
  if (first === undefined || found === undefined) return [];
  const at = isHelper(sentence, verb) ? found.end : found.start - 1;
  const to = `${capitalise(text.slice(first.start, at))} also`;
  return [{ start: 0, end: at, options: [to], kind: "connective", why: "stock connective" }];
}

/** Where the verb of the first clause stands, or -1 where that is not plain to see. */
function verbBehind(sentence: Sentence, from: number): number {
  for (let i = from; i < from + SUBJECT_MAX; i++) {
    const { lower = "", isWord = false } = sentence.tokens[i] ?? {};
    if (!isWord || UNCLEAR.has(lower) || lower.endsWith("n't")) return -1;
    if (i === from) {
      if (sentence.is(i, "Preposition", "Adverb")) return -1;
      continue;
    }
    const isUnclear =
      sentence.is(i + 1, "Adverb") || UNCLEAR.has(sentence.tokens[i + 1]?.lower ?? "not");
    if (HELPERS.has(lower)) return isUnclear ? -1 : i;
    if (sentence.is(i, "Verb") && !sentence.is(i, "Gerund")) {
      const isPlain = i - from <= VERB_SUBJECT_MAX && isFiniteVerb(sentence, i);
      return isPlain && isSubject(sentence, i - 1) && hasObject(sentence, i) ? i : -1;
    }
    // Behind "she" comes the verb: what the tagger takes for a noun there is one.
    if (PRONOUNS.has(sentence.tokens[i - 1]?.lower ?? "")) return -1;
  }
  return -1;
}

/** "called a halt", but not "a show called Town Hall" or "towns designed around people". */
function hasObject(sentence: Sentence, at: number): boolean {
  return (
    !sentence.is(at, "PastTense") || sentence.is(at + 1, "Determiner", "Possessive", "Conjunction")
  );
}

/** Whether a subject ends here: no adverb, no "his" whose noun looks like a verb, and no second noun with a verb of its own ("the gains experts foresaw"). */
function isSubject(sentence: Sentence, at: number): boolean {
  if (
    sentence.is(at, "Adverb") ||
    /^(?:my|your|his|its|our|their)$/.test(sentence.tokens[at]?.lower ?? "")
  )
    return false;
  return !(sentence.is(at - 1, "Plural") && sentence.is(at, "Noun"));
}

/** "is", "can", "have seen": "also" stands behind it; before "has three doors". */
function isHelper(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  if (!/^(?:has|have|had)$/.test(word)) return HELPERS.has(word);
  const next = sentence.tokens[at + 1]?.lower ?? "";
  return sentence.is(at + 1, "Verb") || /^(?:come|become|run|put|set|been)$/.test(next);
}

const OPENING = /^(?:Moreover|Furthermore|Additionally|In addition), /;
const SAID = /\b(?:also|too|as well|both|not only|even)\b/i;
const SUBJECT_MAX = 8;
// Of 27 longer subjects before a full verb readers marked six; of 59 short ones four, of 111 before a helper two.
const VERB_SUBJECT_MAX = 2;
const PRONOUNS = wordSet("i you he she it we they this these there");
const HELPERS = wordSet(
  "is are was were has have had can could may might must should will would cannot",
);
const UNCLEAR = wordSet(
  "that which who whom whose where when while if because although though unless until as since whether than what how why by to and or but not no do does did be been being so such for with cannot after before during despite given only",
);
