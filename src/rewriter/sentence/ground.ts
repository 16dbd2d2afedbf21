// What the joints of splits/ rest on: whether a part can stand alone, what it may hang on, where its subject
// begins, and what it reports, lists or only supposes.

import { findMainVerb, hasMainVerb, startsClause, wordSet } from "./clauses.ts";
import type { Sentence } from "./tokens.ts";

/** The tagger misses some plurals; a noun in "-s" counts as one. */
export function isPluralNoun(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  if (ONE_IN_S.test(word) || NO_NOUN_IN_S.test(word)) return false;
  if (/^(?:species|series)$/.test(word)) return !isCalledOne(sentence, at);
  if (sentence.is(at, "Plural") || word === "people" || word === "children") return true;
  return sentence.is(at, "Noun") && /[^suia]s$/.test(word) && !word.endsWith("'s");
}

/** "This large wolf species": the word before it tells the number. */
function isCalledOne({ tokens }: Sentence, at: number): boolean {
  return tokens
    .slice(Math.max(0, at - 4), at)
    .some(({ lower }) => /^(?:this|that|an?|each|every|one|another)$/.test(lower));
}

const NO_NOUN_IN_S = /^(?:its|his|hers|theirs|ours|yours|this|thus|plus|us|yes|as|is|was|has)$/;
// One thing that looks like several.
const ONE_IN_S =
  /^(?:news|(?:analy|paraly|ba|cri|the|hypothe|oa|synthe|empha|diagno|gene)sis|(?:polit|econom|mathemat|phys|eth|linguist|genet|athlet|electron|robot|mechan|aesthet|gymnast)ics)$/;

/** Past a short opening such as "However," or "In this case,". */
export function subjectStart(sentence: Sentence): number {
  // "Inspired by their time together on the set, Mark …": a deed that opens the sentence may be longer.
  const isDeed = sentence.is(0, "Gerund", "PastTense") || sentence.tokens[0]?.lower === "to";
  const comma = firstComma(sentence, 0, isDeed ? 16 : 8);
  if (comma === undefined) return 0;
  // "Intrigued and alarmed, the crew …": what looks like a past tells how they felt.
  const isFeeling =
    sentence.is(0, "PastTense") && /^(?:and|by|with|,)$/.test(sentence.tokens[1]?.lower ?? "");
  if (!isFeeling && hasMainVerb(sentence, 0, comma)) return 0;
  if (isFeeling) return comma + 1;
  // "Elias spoke with them, …": an "-ed" behind a name is a verb; behind a preposition it may not be.
  const isPhrase = OPENS_SUBORDINATE.has(sentence.tokens[0]?.lower ?? "");
  return !isPhrase && findMainVerb(sentence, 0, comma) !== undefined ? 0 : comma + 1;
}

/** Whether the word at `at` opens a clause; "as" before a thing and "to" before a place don't. */
export function marksClause(sentence: Sentence, at: number, to: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  if (!CLAUSE_MARKS.has(word)) return false;
  if (word === "to") return sentence.is(at + 1, "Verb");
  if (word === "that" && TIMES.test(sentence.tokens[at + 1]?.lower ?? "")) return false;
  // "as the walls of the old tower proved too weak": also where the verb is an "-ed".
  if (word === "as")
    return (
      hasMainVerb(sentence, at + 1, to) ||
      (sentence.tokens[at + 1]?.lower === "the" && findMainVerb(sentence, at + 1, to) !== undefined)
    );
  return true;
}

// "late that night": no clause begins here.
const TIMES =
  /^(?:day|night|morning|evening|afternoon|week|month|year|summer|winter|spring|autumn|season|time|moment|point)$/;

/** Whether somebody speaks in the sentence; a title or a term in quotation marks is nobody's speech. */
export function hasSpeech(text: string): boolean {
  const rest = text.replace(/(?<![,:]\s?)(["“])(?:[^\s"“”]+ ){0,4}[^\s"“”]*[^\s"“”.,!?]["”]/g, "");
  return /["“”]/.test(rest);
}

export function isBracketed(sentence: Sentence, at: number): boolean {
  let depth = 0;
  for (let i = 0; i < at; i++) {
    const mark = sentence.tokens[i]?.text ?? "";
    if (/[([{]/.test(mark)) depth++;
    if (/[)\]}]/.test(mark)) depth--;
  }
  return depth > 0;
}

/** "A, B and C": an "and" that closes a list joins no clauses. */
export function hasListBefore(sentence: Sentence, from: number, mark: number): boolean {
  for (let i = from; i < mark; i++) if (sentence.tokens[i]?.lower === "and") return true;
  return false;
}

/** Whether [from, to) can be a sentence of its own: a main verb, and no subordinator that opens it. */
export function standsAlone(sentence: Sentence, from: number, to: number): boolean {
  const first = sentence.tokens[from]?.lower ?? "";
  const main = lastClauseStart(sentence, to);
  if (OPENS_SUBORDINATE.has(first) || sentence.is(from, "Gerund")) {
    // "When it rains, we stay": the main clause must have begun. "Reading helps" is a clause as it is.
    let comma = firstComma(sentence, from, to);
    if (comma === undefined && !OPENS_SUBORDINATE.has(first))
      return hasMainVerb(sentence, from, to);
    // "Using such tools can cut costs, save time, …": the deed is the subject, and its verb stands before the comma.
    if (!OPENS_SUBORDINATE.has(first) && hasMainVerb(sentence, from + 1, comma ?? to)) return true;
    for (let tried = 0; comma !== undefined && tried < 3; tried++) {
      if (startsClause(sentence, comma + 1, to)) return true;
      if (sentence.is(comma + 1, "Gerund") && findMainVerb(sentence, comma + 2, to) !== undefined)
        return true;
      comma = firstComma(sentence, comma + 1, to);
    }
    return false;
  }
  const start = Math.min(main, from);
  return hasMainVerb(sentence, start, to) || findMainVerb(sentence, start, to) !== undefined;
}

/** Whether what follows the mark hangs on a report, a reason or a condition before it. */
export function hangsOn(sentence: Sentence, mark: number): boolean {
  const { tokens } = sentence;
  const first = tokens[0]?.lower ?? "";
  const opening = OPENS_SUBORDINATE.has(first) ? (firstComma(sentence, 0, mark) ?? 0) : 0;
  for (let i = opening; i < mark; i++) {
    const word = tokens[i]?.lower ?? "";
    if (word === "according" || word === "allegedly" || word === "reportedly") return true;
    // "She felt a chill" reports nothing, and neither does "it added to the trouble".
    const isAdded = word.startsWith("add") && tokens[i + 1]?.lower === "to";
    // "It seems to be slow": how it looks to whoever tells it; nobody is quoted.
    const isLook =
      (word.startsWith("seem") && tokens[i + 1]?.lower === "to") ||
      // "who feel valued": how they are.
      (/^(?:feels?|felt)$/.test(word) && sentence.is(i + 1, "Adjective", "PastTense"));
    if (
      !isAdded &&
      !isLook &&
      REPORTS.test(word) &&
      sentence.is(i, "Verb") &&
      // "modern thought", "the report" are things.
      !sentence.is(i - 1, "Adjective", "Determiner") &&
      reportsClause(sentence, i + 1, mark)
    )
      return true;
    // "And so we went back" goes on from what was said before.
    const isLead = word === "so" && i <= 1;
    if (i > opening && SUBORDINATORS.has(word) && !isLead) return true;
    if (word === "that" && SAYING.test(tokens[i - 1]?.lower ?? "")) return true;
    if (word === "that" && UNREALISED.test(tokens[i - 1]?.lower ?? "")) return true;
    if (word === "that" && sentence.is(i - 1, "Verb") && !sentence.is(i - 1, "Gerund", "Noun")) {
      // What is shown or meant is said to be so; what is claimed is not.
      if (!FACTS.test(tokens[i - 1]?.lower ?? "")) return true;
    }
    // A label at the start ("Methods: …") is no introduction of what follows.
    // "at 2:30" parts nothing.
    const isTime = /^\d/.test(tokens[i - 1]?.text ?? "") && /^\d/.test(tokens[i + 1]?.text ?? "");
    if (tokens[i]?.text === ":" && i > 3 && !isTime) return true;
  }
  return false;
}

/** Whether what follows a verb of saying or thinking is a clause, not just a thing. */
export function reportsClause(sentence: Sentence, from: number, mark: number): boolean {
  const next = sentence.tokens[from]?.lower ?? "";
  // "She told of her journey": a thing, whatever verbs come later.
  if (/^(?:about|of|for|with|against|by)$/.test(next)) return false;
  return /^(?:that|how|whether|if|what|why|who|it|they|he|she|to|:|,)$/.test(next)
    ? true
    : hasMainVerb(sentence, from, mark);
}

/** Whether the clause before the mark tells a wish, a possibility or a denial rather than a fact. */
export function isUnrealised(
  sentence: Sentence,
  mark: number,
  allowsCan = false,
  allowsDenial = false,
): boolean {
  for (let i = lastClauseStart(sentence, mark); i < mark; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    // The month is no modal.
    if (i > 0 && sentence.tokens[i]?.text === "May") continue;
    if (word === "can") {
      // What can be done has its effect all the same: "users can share files, making work easy".
      if (!allowsCan) return true;
      continue;
    }
    // "has made it possible" is so; "methods lack speed, leading to …" tells what does come of it.
    if (word === "possible" && /^(?:it|is|was)$/.test(sentence.tokens[i - 1]?.lower ?? ""))
      continue;
    if (allowsCan && LACKS.test(word) && sentence.tokens[i + 1]?.lower !== "to") continue;
    // "did not build a road, making …" may deny both; what is not so stands.
    if (allowsDenial && DENIES.test(word) && sentence.tokens[i - 1]?.lower !== "did") continue;
    // "are more likely to stay" tells how they are.
    if (
      allowsCan &&
      word === "likely" &&
      /^(?:more|less)$/.test(sentence.tokens[i - 1]?.lower ?? "")
    )
      continue;
    // "not only fast but also cheap" is both.
    if (word === "not" && /^(?:only|just|merely)$/.test(sentence.tokens[i + 1]?.lower ?? "")) {
      if (sentence.tokens.slice(i, mark).some(({ lower }) => lower === "but")) continue;
    }
    if (MODALS.has(word) || UNREALISED.test(word) || word.endsWith("n't")) return true;
    // "a sign of hope" wishes for nothing.
    const isThing = /^(?:of|for|in|with|a|an|the|no|by|its|their|his|her)$/.test(
      sentence.tokens[i - 1]?.lower ?? "",
    );
    // "The paper proposes a method": it is there on the page.
    const isShown =
      word.startsWith("propose") && !/^(?:to|that)$/.test(sentence.tokens[i + 1]?.lower ?? "");
    if (WISHES.test(word) && sentence.is(i, "Verb") && !isThing && !isShown) return true;
  }
  return false;
}

/** "red, green, and blue": the stretch since the last comma has no verb of its own. */
export function isInList(sentence: Sentence, comma: number): boolean {
  for (let i = comma - 1; i >= 0; i--) {
    if (sentence.tokens[i]?.text === ",") {
      // "The food was bad, the room was cold, and …": a list of clauses.
      if (startsClause(sentence, i + 1, comma) && hasMainVerb(sentence, 0, i)) {
        const first = sentence.tokens[0]?.lower ?? "";
        return !OPENS_SUBORDINATE.has(first) || OPENS_PHRASE.has(first);
      }
      // "Areas such as cost, customer needs, and …": no verb before the first comma, so that one behind
      // it is none either.
      const opener = sentence.tokens[0]?.lower ?? "";
      const isIntroduction = OPENS_SUBORDINATE.has(opener) || OPENS_PHRASE.has(opener) || i < 4;
      if (!isIntroduction && !hasMainVerb(sentence, 0, i)) return true;
      // "…, tried them, and it worked": the stretch goes on with a verb of its own.
      if (i > 7 && sentence.is(i + 1, "Verb")) return true;
      return !hasMainVerb(sentence, i + 1, comma) || sentence.tokens[i + 1]?.lower === "and";
    }
  }
  return false;
}

/** The same for a stretch behind a known verb: commas before that verb belong to what opens the sentence. */
export function isInListBehind(sentence: Sentence, verb: number, mark: number): boolean {
  const last = sentence.tokens.findLastIndex(({ text }, i) => text === "," && i < mark);
  return last > verb && isInList(sentence, mark);
}

/** Whether a closing clause is interrupted and the main one goes on: "X, which is old, is good". */
export function resumesAfter(sentence: Sentence, from: number, end: number): boolean {
  for (let i = from; i + 1 < end; i++) {
    const { text } = sentence.tokens[i] ?? { text: "" };
    if (text === ";" || text === ":" || text === "—" || text === "–") return true;
    if (text !== ",") continue;
    const next = sentence.tokens[i + 1]?.lower ?? "";
    if (next === "and" || next === "or") {
      // The last item of a list goes on with the tail; a verb or a clause does not.
      if (endsList(sentence, i, from) && !startsClause(sentence, i + 2, end)) continue;
      return true;
    }
    if (RESUMES.has(next)) return true;
    // "It forces the poor, who own little, to choose": the main clause goes on.
    if (next === "to" && sentence.is(i + 2, "Verb")) return true;
    if (sentence.is(i + 1, "Verb") && !sentence.is(i + 1, "Gerund", "Adjective")) {
      if (isBareVerbInList(sentence, i + 1, from)) continue;
      return true;
    }
  }
  return false;
}

/**
 * Whether a verb further on would lose its subject if a new sentence began at `from`. Whole clauses and
 * what hangs on the tail itself ("…, as if it were …") go along with it.
 */
export function strandsVerb(sentence: Sentence, from: number, end: number): boolean {
  for (let i = from; i + 1 < end; i++) {
    if (!/^[,;:—–]$/.test(sentence.tokens[i]?.text ?? "")) continue;
    const next = sentence.tokens[i + 1]?.lower ?? "";
    if (next === "and" || next === "or" || next === "but" || next === "yet") {
      if (startsClause(sentence, i + 2, end)) continue;
      if (next !== "but" && endsList(sentence, i, from)) continue;
      return true;
    }
    if (TAKES_ALONG.has(next) || startsClause(sentence, i + 1, end)) continue;
    if (FINITE.has(next)) return true;
    if (sentence.is(i + 1, "Verb") && !sentence.is(i + 1, "Gerund", "Adjective")) {
      if (isBareVerbInList(sentence, i + 1, from)) continue;
      return true;
    }
  }
  return false;
}

/** ", and C" after "A, B": another comma stands before it, and no finite verb after. */
function endsList(sentence: Sentence, comma: number, from: number): boolean {
  let commas = 0;
  for (let i = from; i < comma; i++) if (sentence.tokens[i]?.text === ",") commas++;
  if (commas === 0) return false;
  const next = comma + 2;
  return !sentence.is(next, "Verb") || isBareVerbInList(sentence, next, from);
}

/** "people to cough, sneeze, and rest": bare verbs that all hang on one "to". */
function isBareVerbInList(sentence: Sentence, at: number, from: number): boolean {
  if (!sentence.is(at, "Infinitive")) return false;
  for (let i = from; i < at; i++) {
    if (sentence.tokens[i]?.lower === "to" && sentence.is(i + 1, "Verb")) return true;
  }
  return false;
}

export function lastClauseStart(sentence: Sentence, to: number): number {
  const first = sentence.tokens[0]?.lower ?? "";
  if (!OPENS_SUBORDINATE.has(first) && !OPENS_PHRASE.has(first)) return 0;
  const comma = firstComma(sentence, 0, to);
  return comma === undefined ? 0 : comma + 1;
}

function firstComma(sentence: Sentence, from: number, to: number): number | undefined {
  for (let i = from; i < to; i++) if (sentence.tokens[i]?.text === ",") return i;
  return undefined;
}

export function wordsBetween(sentence: Sentence, from: number, to: number): number {
  let words = 0;
  for (let i = from; i < to; i++) if (sentence.tokens[i]?.isWord) words++;
  return words;
}

/** The index just after the last word. */
export function sentenceEnd(sentence: Sentence): number {
  return sentence.tokens.findLastIndex(({ isWord }) => isWord) + 1;
}

/** From this many words on, also looser joints are taken apart. */
export const LONG = 17;
export const PEOPLE =
  /(?:ers?|ors?|ists?|ians?|ants?|men|man|women|woman|people|person|child|children|boy|boys|girl|girls|king|queen|prince|mother|father|son|daughter|wife|husband|family|team|police|friend|friends|student|students|kid|kids|mom|dad|guy|guys|couple|crew|staff|doctor|judge|nurse|chief|president|captain|hero|author|victim|victims|patient|patients|figure|elder|elders|one|ones|none)$/;
export const CLAUSE_MARKS = wordSet(
  "that which who whom whose where when while if because although though as to how what why whether than",
);
const FACTS =
  /^(?:mean[s]?|meant|show[sn]?|showed|demonstrate[sd]?|find[s]?|found|reveal(?:s|ed)?|prove[sdn]?|discover(?:s|ed)?|ensure[sd]?|learn(?:s|ed)?|realize[sd]?|realise[sd]?|highlight(?:s|ed)?|note[sd]?|confirm(?:s|ed)?)$/;
export const HELPERS = wordSet("is are was were am has have had do does did be been");
export const MODALS = wordSet("can could may might must shall should will would cannot");
const OPENS_SUBORDINATE = wordSet(
  "if when whenever while although though even because since as after before unless until once whether given despite whereas provided where wherever by in with without for to from at on during through upon following based unlike like among throughout",
);
const OPENS_PHRASE = wordSet(
  "by in with without for to from at on during through upon following based unlike like among throughout despite given",
);
export const SUBORDINATORS = wordSet(
  "if because unless whether whereas although though since so lest",
);
export const REPORTS =
  /^(?:said|says|say|saying|told|tells|argue[sd]?|arguing|claim(?:s|ed|ing)?|believe[sd]?|believing|think(?:s|ing)?|thought|report(?:s|ed|ing)?|suggest(?:s|ed|ing)?|state[sd]|stating|announce[sd]?|warn(?:s|ed)?|insist(?:s|ed)?|den(?:y|ies|ied)|fear(?:s|ed)?|hope[sd]?|wonder(?:s|ed)?|know|knew|knows|feel|felt|feels|assume[sd]?|allege[sd]?|allegedly|reportedly|according|imagine[sd]?|wish(?:es|ed)?|ask(?:s|ed)?|predict(?:s|ed)?|estimate[sd]?|expect(?:s|ed)?|agree[sd]?|propose[sd]?|conclude[sd]?|conclud|add(?:s|ed)|explain(?:s|ed)?|seem(?:s|ed)?)$/;
// "…, noting that the ship had sunk": somebody's words, told by the way.
export const SAYING =
  /^(?:noting|adding|warning|explaining|insisting|announcing|alleging|predicting|hoping|fearing|emphasi[sz]ing|stressing|mentioning|asserting|maintaining|remarking|commenting|telling|suggesting|stating|saying|claiming|arguing|believing|thinking|reporting|writing|pointing|assuming|knowing|admitting|acknowledging|confirming|denying|concluding)$/;
const UNREALISED =
  /^(?:not|no|never|hoping|potentially|likely|possible|possibly|perhaps|maybe|if|unless|hardly|rarely|seldom|expected|supposed|meant|could've)$/;
const WISHES =
  /^(?:aim(?:s|ed|ing)?|seek(?:s|ing)?|sought|hope[sd]?|plan(?:s|ned|ning)?|want(?:s|ed|ing)?|intend(?:s|ed|ing)?|tr(?:y|ies|ied|ying)|need(?:s|ed|ing)?|attempt(?:s|ed)?|designed|fail(?:s|ed)?|propose[sd]?|lack(?:s|ed)?|require[sd]?|vow(?:s|ed|ing)?|pledge[sd]?|promise[sd]?|swears?|swore|strives?|strove|threaten(?:s|ed)?|refuse[sd]?)$/;
const DENIES = /^(?:not|no|never|cannot|can't|(?:is|are|was|were|do|does|has|have)n't)$/;
const LACKS = /^(?:lack(?:s|ed)?|require[sd]?|need(?:s|ed)?)$/;
const FINITE = wordSet(
  "is are was were has have had does do did can could may might must shall should will would",
);
const TAKES_ALONG = wordSet("who which where when while because although though as since so");
const RESUMES = wordSet(
  "is are was were has have had does do did can could may might must shall should will would and but or so yet who while which where when because although though as",
);
