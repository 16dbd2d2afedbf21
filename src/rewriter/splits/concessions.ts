// What is granted before it is answered: "Although the road is long, many take it", also behind a short opening
// ("In conclusion, while the road is long, …"). What is granted becomes a sentence, and "But" answers it.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { opensClause } from "../sentence/clause-starts.ts";
import { findFiniteVerb, startsClause, startsSentence, wordSet } from "../sentence/clauses.ts";
import {
  CLAUSE_MARKS,
  HELPERS,
  hasSpeech,
  isPluralNoun,
  MODALS,
  sentenceEnd,
  wordsBetween,
} from "../sentence/ground.ts";
import type { Sentence } from "../sentence/tokens.ts";

/** "Although it rained, we went." → "It rained. But we went." */
export function splitAtConcession(sentence: Sentence): Edit[] {
  const edit = cutBehind(sentence);
  if (edit === undefined) return [];
  // Where another "But" stands close by, "Still" takes its place.
  const [option = ""] = edit.options;
  return [edit, { ...edit, options: [option.replace(/But $/, "Still, ")] }];
}

function cutBehind(sentence: Sentence): Edit | undefined {
  const { tokens, text } = sentence;
  const end = sentenceEnd(sentence);
  const lead = leadLength(sentence);
  const word = tokens[lead]?.lower ?? "";
  const isEven = word === "even" && tokens[lead + 1]?.lower === "though";
  if (!/^(?:although|though|while)$/.test(word) && !isEven) return undefined;
  const from = isEven ? lead + 2 : lead + 1;
  const comma = findAnswer(sentence, from, end);
  if (comma !== undefined && isBehindThing(sentence, from, comma)) return undefined;
  if (comma === undefined || hasSpeech(text)) return undefined;
  if (wordsBetween(sentence, from, comma) < 3 || wordsBetween(sentence, comma + 1, end) < 4)
    return undefined;
  if (word === "while" && !isContrast(sentence, from, comma)) return undefined;
  if (pointsAhead(sentence, from, comma)) return undefined;
  // A second "but" in the answer would oppose it to itself.
  for (let i = comma + 1; i < end; i++)
    if (tokens[i]?.text === "," && /^(?:but|yet)$/.test(tokens[i + 1]?.lower ?? ""))
      return undefined;
  const subject = tokens[from];
  const answer = tokens[comma + 1];
  const opener = tokens[lead];
  const mark = tokens[comma];
  if (subject === undefined || answer === undefined || opener === undefined || mark === undefined)
    return undefined;
  // One edit for both ends: neither half makes sense without the other.
  const granted = text.slice(subject.start, mark.start);
  return {
    start: opener.start,
    end: answer.start,
    options: [`${lead === 0 ? capitalise(granted) : granted}. But `],
    kind: "split",
    why: `long sentence split at "${isEven ? "though" : word}"`,
  };
}

/** "In conclusion, while …", "So, although …": how many tokens the opening has, its comma included. */
function leadLength({ tokens }: Sentence): number {
  const comma = tokens.findIndex(({ text }) => text === ",");
  if (comma < 1 || comma > 4) return 0;
  const words = tokens
    .slice(0, comma)
    .map(({ lower }) => lower)
    .join(" ");
  return LEADS.test(words) ? comma + 1 : 0;
}

/** "While it seems fine, the costs, risks and rules must …": the answer began with the costs. */
function isBehindThing(sentence: Sentence, from: number, comma: number): boolean {
  const { tokens } = sentence;
  let open = comma - 1;
  while (open > from && tokens[open]?.text !== ",") open--;
  if (open <= from || comma - open > 5) return false;
  return (
    sentence.is(open + 1, "Determiner", "Noun", "Possessive") &&
    sentence.is(comma - 1, "Noun") &&
    findFiniteVerb(sentence, open + 1, comma) === undefined &&
    findFiniteVerb(sentence, from, open) !== undefined
  );
}

/** The comma behind what is granted: before it a clause, and behind it one. */
function findAnswer(sentence: Sentence, from: number, end: number): number | undefined {
  const { tokens } = sentence;
  const commas: number[] = [];
  for (let i = from + 2; i < Math.min(end, from + 32); i++) {
    const { text } = tokens[i] ?? { text: "" };
    if (/^[;:—–()]$/.test(text)) return undefined;
    const next = tokens[i + 1]?.lower ?? "";
    if (text === "," && !NO_ANSWER.test(next)) commas.push(i);
  }
  const isGranted = (comma: number): boolean =>
    startsClause(sentence, from, comma) ||
    isLooseClause(sentence, from, comma) ||
    findState(sentence, from, comma) !== undefined;
  return (
    commas.find(
      (at) =>
        isGranted(at) &&
        (startsSentence(sentence, at + 1, end) || opensClause(sentence, at + 1, end)),
    ) ??
    // One comma only: what follows is the main clause, whatever its subject looks like.
    (commas.length === 1 ? commas : []).find(
      (at) => isGranted(at) && isLooseClause(sentence, at + 1, end),
    )
  );
}

/** "the shops in the town provide": a bare verb of state behind a thing, which nothing but a plural before it owns. */
function findState(sentence: Sentence, from: number, to: number): number | undefined {
  let isPlural = false;
  for (let i = from; i < to; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (CLAUSE_MARKS.has(word)) return undefined;
    if (isPluralNoun(sentence, i)) isPlural = true;
    const isState = STATES.test(word) && sentence.is(i, "Infinitive") && sentence.is(i - 1, "Noun");
    if (isState && i > from) return isPlural ? i : undefined;
  }
  return undefined;
}

/** A stretch that must be a clause by its place, with a thing or a deed first and a finite verb behind it. */
export function isLooseClause(sentence: Sentence, from: number, to: number): boolean {
  const { tokens } = sentence;
  const verb = findFiniteVerb(sentence, from, to);
  if (verb === undefined || verb < from + 1 || verb > from + 16) return false;
  const word = tokens[verb]?.lower ?? "";
  if (tokens.slice(from, verb).some(({ isWord }) => !isWord)) return false;
  const isSure = HELPERS.has(word) || MODALS.has(word) || sentence.is(verb, "PresentTense");
  if (sentence.is(from, "Gerund")) return isSure && verb > from + 1;
  // "Although feared and misunderstood", "while not without flaws": no subject.
  if (sentence.is(from, "Verb", "Preposition", "Adverb") || tokens[from]?.lower === "not")
    return false;
  return sentence.is(verb - 1, "Noun", "Adverb");
}

/** "While I slept" tells a time; "while it is cheap" makes a contrast. */
function isContrast(sentence: Sentence, from: number, comma: number): boolean {
  const verb = findFiniteVerb(sentence, from, comma) ?? findState(sentence, from, comma);
  if (verb === undefined) return false;
  const word = sentence.tokens[verb]?.lower ?? "";
  const next = sentence.tokens[verb + 1]?.lower ?? "";
  const isDenied = next === "not" || /n't$/.test(word);
  if (/^(?:was|were|did|had|wasn't|weren't|didn't|hadn't)$/.test(word)) return isDenied;
  const first = sentence.tokens[from]?.lower ?? "";
  if (/^(?:is|are|it's|they're|there's|i'm|we're|he's|she's)$/.test(word)) {
    const after = sentence.is(verb + 1, "Adverb") ? verb + 2 : verb + 1;
    return !sentence.is(after, "Gerund");
  }
  if (/^(?:may|might|can|cannot|could|would|should|must|has|have|do|does)$/.test(word) || isDenied)
    return true;
  if (first === "you") return false;
  return (
    STATES.test(word.replace(/(?<=[a-z]{3})(?:es|s)$/, "")) || STATES.test(word.replace(/s$/, ""))
  );
}

/** "Although he was tired, John went on": told apart, the two might be different people. */
function pointsAhead({ tokens }: Sentence, from: number, comma: number): boolean {
  const first = (tokens[from]?.lower ?? "").split("'")[0] ?? "";
  const second = (tokens[comma + 1]?.lower ?? "").split("'")[0] ?? "";
  const isPronoun = /^(?:he|she|they|it|his|her|their|its)$/.test(first);
  if (!isPronoun || first === second) return false;
  // "While it is vital to save, …": it stands for what follows.
  const isEmpty =
    first === "it" &&
    /^(?:is|was|may|might|can)$/.test(tokens[from + 1]?.lower ?? "") &&
    tokens.slice(from + 2, from + 6).some(({ lower }) => /^(?:to|that|for)$/.test(lower));
  if (isEmpty) return false;
  if (first === "it" && /^(?:is|was|'s|may|might|can)$/.test(tokens[from + 1]?.lower ?? ""))
    return !NEUTRAL.has(second);
  const pairs = [
    "his he",
    "he his",
    "her she",
    "she her",
    "their they",
    "they their",
    "its it",
    "it its",
  ];
  return !NEUTRAL.has(second) && !pairs.includes(`${first} ${second}`);
}

const LEADS =
  /^(?:in (?:conclusion|summary|short|general|fact|contrast|the end|my opinion)|overall|so|however|ultimately|finally|therefore|additionally|moreover|furthermore|also|that said|now|still|first|second|third|lastly|for example|for instance|to conclude|thus|generally|personally)$/;
const NO_ANSWER =
  /^(?:and|or|but|so|then|which|who|where|when|here|such|including|like|especially)$/;
const NEUTRAL = wordSet("i we you there this that");
const STATES =
  /^(?:understand|agree|acknowledge|appreciate|believe|recognize|recognise|admit|confess|seem|remain|appear|offer|provide|exist|show|suggest|indicate|play|lack|need|focus|share|require|argue|claim|want|seek|support|value|allow|contain|include|make|mean|hold|tend|vary|varie|aim|lead|present|raise|respect|see|know|love|like|enjoy|feel|think|consider|pose|carry|carrie|bring|sound|look|work|concede|grant|accept|sympathize|provoke|highlight|promise|help|serve|touch|cover|address|differ|depend|belong|matter|deserve|involve|reflect|represent|emphasize|emphasise)$/;
