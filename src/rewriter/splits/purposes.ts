// Joints before what a deed is done for: "The team built a dam to hold back the flood" → "The aim was to hold back
// the flood". What was meant is still said to be meant, so nothing is told as a fact that was only an aim.

import type { Edit } from "../edit.ts";
import { findFiniteVerb, mainTense, wordSet } from "../sentence/clauses.ts";
import {
  hangsOn,
  hasSpeech,
  isBracketed,
  isUnrealised,
  lastClauseStart,
  MODALS,
  marksClause,
  standsAlone,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import { isReported } from "../sentence/main-clauses.ts";
import { findSubject, type Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";
import { baseOfVerb } from "./verb-bases.ts";

/** "They built a dam to hold back the flood." → "They built a dam. The aim was to hold back the flood." */
export function splitAtPurpose(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const next = sentence.is(at + 1, "Adverb") ? at + 2 : at + 1;
  const verb = tokens[next];
  if (verb === undefined || !sentence.is(next, "Infinitive") || NO_AIMS.has(verb.lower))
    return undefined;
  const isMarked = tokens[at - 2]?.lower === "in" && tokens[at - 1]?.lower === "order";
  let mark = isMarked ? at - 2 : at;
  if (tokens[mark - 1]?.text === ",") mark--;
  if (wordsBetween(sentence, 0, mark) < 7 || wordsBetween(sentence, at + 1, end) < 5)
    return undefined;
  if (!sentence.is(mark - 1, "Noun") || sentence.is(mark - 1, "Pronoun") || hasSpeech(text))
    return undefined;
  const subject = findSubject(sentence);
  if (subject === undefined || subject.verb >= mark - 2 || isBracketed(sentence, at))
    return undefined;
  const deed = deedOf(sentence, subject);
  if (deed === undefined || !standsAlone(sentence, 0, mark)) return undefined;
  if (hangsOn(sentence, mark) || isUnrealised(sentence, mark) || isReported(sentence, mark))
    return undefined;
  if (!isPlainBetween(sentence, deed.core + 1, mark, isMarked)) return undefined;
  // "We propose a method to count …": without its aim the method is nothing yet.
  const isBareThing = /^an?$/.test(tokens[mark - 2]?.lower ?? "") && mark - 2 === deed.core + 1;
  if (isBareThing && !isMarked) return undefined;
  if (!isPlainBehind(sentence, next + 1, end, deed.isBare) || strandsVerb(sentence, next + 1, end))
    return undefined;
  return {
    start: stripSpaceBefore(text, tokens[mark]?.start ?? 0),
    end: tokens[at + 1]?.start ?? 0,
    options: wordings(sentence, subject, deed).map((said) => `. ${said} to `),
    kind: "split",
    why: 'long sentence split at "to"',
  };
}

type Deed = {
  /** Where the verb stands that tells the deed. */
  readonly core: number;
  readonly isPassive: boolean;
  readonly tense: "past" | "present";
  /** Whether a bare verb further on might be a second one of the same subject: "we use A to find B and show C". */
  readonly isBare: boolean;
};

/** The deed of the main clause, if it is one that is done on purpose. */
function deedOf(sentence: Sentence, { verb }: Subject): Deed | undefined {
  const { tokens } = sentence;
  const word = tokens[verb]?.lower ?? "";
  if (MODALS.has(word) || /^(?:do|does|did)$/.test(word)) return undefined;
  const behind = (i: number): number => (sentence.is(i, "Adverb") ? i + 1 : i);
  let core = verb;
  let isPassive = false;
  const isPerfect = /^(?:has|have|had)$/.test(word);
  if (isPerfect) {
    core = behind(verb + 1);
    if (tokens[core]?.lower === "been") {
      core = behind(core + 1);
      isPassive = true;
    }
  } else if (/^(?:is|are|was|were)$/.test(word)) {
    core = behind(verb + 1);
    if (tokens[core]?.lower === "being") core++;
    // "We are building a dam to …": the deed goes on.
    if (/^(?:is|are|was|were)$/.test(word) && tokens[core]?.lower.endsWith("ing")) return undefined;
    isPassive = true;
  }
  const own = tokens[core]?.lower ?? "";
  // "The drug is used to treat colds": what it is good for, not what somebody is after.
  if (isPassive && /^(?:used|utili[sz]ed|employed|applied)$/.test(own)) return undefined;
  if (!DELIBERATE.has(baseOfVerb(own))) return undefined;
  const from = lastClauseStart(sentence, verb);
  const tense = isPerfect
    ? word === "had" || isPassive
      ? "past"
      : "present"
    : isPassive
      ? /^(?:was|were)$/.test(word)
        ? "past"
        : "present"
      : mainTense(sentence, from, verb + 1);
  if (tense === undefined) return undefined;
  const isBare = core === verb && !/(?:s|ed)$/.test(own) && tense === "present";
  return { core, isPassive, tense, isBare };
}

/** Whether nothing between the deed and its aim could own the aim: no clause, no other deed, no such thing as a plan. */
function isPlainBetween(
  sentence: Sentence,
  from: number,
  mark: number,
  isMarked: boolean,
): boolean {
  const { tokens } = sentence;
  for (let i = from; i < mark; i++) {
    const { lower: word, text } = tokens[i] ?? { lower: "", text: "" };
    if (marksClause(sentence, i, mark) || /[;:()"“”—–]/.test(text)) return false;
    // Behind a comma another part may have begun; two adjectives of one thing have one between them.
    const isPair = sentence.is(i - 1, "Adjective") && sentence.is(i + 1, "Adjective");
    if (text === "," && !isPair) return false;
    if (TAKES_TO.test(word) && !isMarked) return false;
    if (NEVER_BETWEEN.has(word)) return false;
    if (sentence.is(i, "Pronoun") && !sentence.is(i, "Possessive", "Determiner")) return false;
    const isPart =
      sentence.is(i, "PastTense", "Participle", "Gerund") &&
      (sentence.is(i + 1, "Noun", "Adjective") || sentence.is(i, "Noun", "Adjective")) &&
      !sentence.is(i - 1, "Noun");
    if (sentence.is(i, "Verb") && !isPart && !sentence.is(i, "Noun", "Adjective")) return false;
    if (
      /^[a-z]{3,}ing$/.test(word) &&
      sentence.is(i - 1, "Noun") &&
      sentence.is(i + 1, "Determiner")
    )
      return false;
  }
  return true;
}

/** Whether what follows is the aim alone: no second verb of the main clause, no choice, no denial. */
function isPlainBehind(sentence: Sentence, from: number, end: number, isBare: boolean): boolean {
  const { tokens } = sentence;
  for (let i = from; i < end; i++) {
    const { lower: word, text } = tokens[i] ?? { lower: "", text: "" };
    if (/[;:"“”—–]/.test(text) || word === "but" || word === "when" || word === "if") return false;
    if (text === "," && !closesList(sentence, i, end)) return false;
    if (word !== "and") continue;
    // "uses a net to find A and a filter to drop B": two things, each with an aim of its own.
    if (sentence.is(i + 1, "Determiner", "Adjective", "Noun") && hasOwnAim(sentence, i + 2, end))
      return false;
    const after = sentence.is(i + 1, "Adverb") ? i + 2 : i + 1;
    const isInfinitive = sentence.is(after, "Infinitive");
    if (
      sentence.is(after, "Verb") &&
      !isInfinitive &&
      !sentence.is(after, "Noun", "Adjective", "Gerund")
    )
      return false;
    if (isBare && (isInfinitive || tokens[after + 1]?.lower === "that")) return false;
    if (findFiniteVerb(sentence, i + 1, Math.min(end, i + 6)) !== undefined && !isInfinitive)
      return false;
  }
  return true;
}

function hasOwnAim(sentence: Sentence, from: number, end: number): boolean {
  for (let i = from; i < end; i++) {
    if (sentence.tokens[i]?.text === ",") return false;
    if (sentence.tokens[i]?.lower === "to" && sentence.is(i + 1, "Infinitive")) return true;
  }
  return false;
}

/** "to cut A, raise B, and save C": the comma parts things or deeds of the aim. */
function closesList(sentence: Sentence, comma: number, end: number): boolean {
  for (let i = comma + 1; i < end; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (marksClause(sentence, i, end) || sentence.is(i, "Gerund")) return false;
    if (word === "and" && sentence.tokens[i - 1]?.text === ",") return true;
  }
  return false;
}

function wordings(sentence: Sentence, subject: Subject, { isPassive, tense }: Deed): string[] {
  const be = tense === "past" ? "was" : "is";
  const aims = [`The aim ${be}`, `The goal ${be}`];
  if (isPassive) return [`This ${be} done`, ...aims];
  if (!/^(?:I|we|they|he|she|you)$/.test(subject.again) || subject.isPerson === false) return aims;
  const does = tense === "past" ? "did" : /^(?:he|she)$/.test(subject.again) ? "does" : "do";
  const who = subject.again.charAt(0).toUpperCase() + subject.again.slice(1);
  const isPresentPerfect = /^(?:has|have)$/.test(sentence.tokens[subject.verb]?.lower ?? "");
  // What is proposed is not done for its own sake: the thing proposed has the aim.
  const isOffer = /^(?:propose|introduce|present)/.test(sentence.tokens[subject.verb]?.lower ?? "");
  return isPresentPerfect || isOffer ? aims : [`${who} ${does} this`, ...aims];
}

// What is done for something, and takes no "to …" of its own.
const DELIBERATE = wordSet(
  `use employ apply combine conduct perform develop introduce utilize utilise leverage incorporate integrate collect
  install deploy implement adopt create build launch analyze analyse examine study organize organise compile
  construct design devise formulate propose merge blend add publish assemble explore investigate evaluate compare
  simulate measure monitor track review survey interview recruit hire restructure redesign modify adapt adjust
  optimize optimise select extract insert inject spray coat paint dig erect enact impose convene commission
  purchase acquire exploit harness embed undertake execute initiate activate revise refine enlist follow train
  activate check search visit contact test sample exchange share`,
);
// An aim that is no deed: "to be", "to have"; and "use it to date".
const NO_AIMS = wordSet("be have date become say see name use");
// Things that have a "to …" of their own: "the ability to see", "a plan to build".
const TAKES_TO =
  /^(?:abilit(?:y|ies)|opportunit(?:y|ies)|chances?|rights?|ways?|needs?|desires?|efforts?|attempts?|plans?|decisions?|power|powers|capacit(?:y|ies)|capabilit(?:y|ies)|time|times|reasons?|tendenc(?:y|ies)|willingness|potential|permission|freedom|authorit(?:y|ies)|responsibilit(?:y|ies)|obligations?|dut(?:y|ies)|commitments?|commitment|failures?|incentives?|motivation|ambitions?|aims?|goals?|objectives?|calls?|promises?|proposals?|pressure|orders?|invitations?|places?|things?|room|spaces?|means|moment|courage|strength|skills?|knowledge|confidence|energy|urge|will|drive|intention|intent|eagerness|readiness|inability|refusal|reluctance|determination|resolve|bid|request|requests|demand|demands|option|options|choice|choices|license|mandate|temptation|inclination|propensity|guide|guides|something|anything|nothing|everything|someone|people|person|exposure|access|response|responses|relation|regard|similarity|resistance|reference|alternative|alternatives|solution|solutions|key|first|last|best|only|legislation|bill|motion|law|laws|offer|offers|deal|deals|agreement|contract|vote|case|lawsuit|suit|referendum|question|questions|challenge|challenges|invitation|threat|jobs?|lot|lots|way|money|funds|funding|requirement|requirements|criteria|factors|reminder|excuse|pleasure|honor|honour|privilege|mission|task|tasks|role|roles|job|work|movement|campaigns?|instructions|advice|evidence|tricks?|tips?|words?|advantage|vehicles?|idea|ideas|concepts?|figures?|standards?|symbols?|fight|battle|race|struggle|initiatives?|polic(?:y|ies)|programs?|programmes?)$/;
const NEVER_BETWEEN = wordSet(
  "not no never only too enough so it able likely ready from between both either than more less or but such by without unable",
);
