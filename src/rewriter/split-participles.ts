// Closing "-ing" parts that can become a sentence of their own: "…, making …", "…, looking back at …". The
// verb takes the subject, the tense and the modal of the clause before.
import { mainTense, startsClause, wordSet } from "./clauses.ts";
import type { Edit } from "./edit.ts";
import { capitalise, verbForms } from "./inflect.ts";
import { formsOf, isGerund, writeTail } from "./participle-tails.ts";
import {
  ACTS,
  ASIDES,
  CLAUSE_VERBS,
  DEEDS_OR_EFFECTS,
  EFFECTIVE,
  EFFECTS,
  GIVES_OVER,
  LEADS,
  MENTAL,
  NAMED_MIN,
  OF_THINGS,
  OWN,
  PARTS,
  PERCEIVES,
  PERFORMS,
  SHOWS,
  TEAMS,
} from "./participle-verbs.ts";
import {
  CLAUSE_MARKS,
  HELPERS,
  hangsOn,
  hasSpeech,
  isUnrealised,
  lastClauseStart,
  marksClause,
  standsAlone,
  subjectStart,
  wordsBetween,
} from "./split-ground.ts";
import { isCommand, splitAtOrderTail } from "./split-order-tails.ts";
import type { Subject } from "./subjects.ts";
import { findTailSubject, lastJoinedClause } from "./tail-subjects.ts";
import type { Sentence } from "./tokens.ts";

/** "…, making it slow." → "…. This makes it slow." for verbs whose subject is all that went before. */
export function splitAtParticiple(
  sentence: Sentence,
  comma: number,
  end: number,
): Edit | undefined {
  const { tokens } = sentence;
  let at = comma + 1;
  let adverb = "";
  const lead = tokens[at]?.lower ?? "";
  if (lead === "thus" || lead === "thereby" || lead === "hence" || lead === "therefore") at++;
  else if (LEADS.has(lead) || /^[a-z]{3,}ly$/.test(lead)) {
    adverb = `${lead} `;
    at++;
  }
  const token = tokens[at];
  if (token === undefined || !token.lower.endsWith("ing")) return undefined;
  // "a warm, encouraging smile" tells of the smile.
  const isBehindArticle = /^(?:a|an|the|his|her|its|their|my|our|your)$/.test(
    tokens[comma - 2]?.lower ?? "",
  );
  if (isBehindArticle && sentence.is(comma - 1, "Adjective")) return undefined;
  // "…, making over 20 million": what was made is a sum, not an effect.
  if (/^(?:over|more|about|nearly|almost|around|up|[\d$£€].*)$/.test(tokens[at + 1]?.lower ?? ""))
    return undefined;
  // "It includes testing the code, fixing errors, and …": items of a list, not tails. Behind a quotation
  // the tense of what was said would be taken for that of the sentence.
  if (isItem(sentence, comma, at, end) || hasSpeech(sentence.text)) return undefined;
  if (isCommand(sentence, comma)) return splitAtOrderTail(sentence, comma, at, adverb, end);
  const later = lastJoinedClause(sentence, comma);
  const subject = findTailSubject(sentence, comma, later);
  const lemma =
    CLAUSE_VERBS.get(token.lower) ??
    (DEEDS_OR_EFFECTS.has(token.lower) ? formsOf(token.lower)?.base : undefined);
  const opening = tokens[later ?? subjectStart(sentence)];
  const isNamed =
    opening !== undefined &&
    /^\p{Lu}/u.test(opening.text) &&
    (opening.start > 0 || sentence.is(0, "ProperNoun"));
  // Who leads a team does so; what leads to a change is all that went before.
  const leads = token.lower === "leading" && TEAMS.has(tokens[at + 2]?.lower ?? "");
  const isEffect = EFFECTS.has(token.lower) && !leads;
  const acts = subject?.isPerson === true || subject?.again === "they";
  // "Bell praised the plan, stressing …": she stresses, not her praise.
  // One "This" behind another reads like a machine; the subject itself did it.
  const isPointed = /^(?:this|these)$/.test(tokens[0]?.lower ?? "") && subject !== undefined;
  if (
    isPointed &&
    !EVENTS.test(token.lower) &&
    tokens[at + 1]?.lower !== "it" &&
    tokens[at + 1]?.lower !== "them"
  ) {
    const own = splitAtOwnParticiple(sentence, subject, comma, at, adverb, end);
    if (own !== undefined) return own;
  }
  const isEither = DEEDS_OR_EFFECTS.has(token.lower);
  // "The data were checked, revealing …": the check reveals it.
  const reveals =
    REVEALS.test(token.lower) && subject !== undefined && isPassive(sentence, subject.verb, comma);
  const isOwn =
    lemma === undefined ||
    (!isEffect && !reveals && (acts || isNamed || isEither || OWN.has(token.lower)));
  if (isOwn) {
    const own = splitAtOwnParticiple(sentence, subject, comma, at, adverb, end);
    // "Firms can sell abroad, raising …": if they can't be told to do it, what they can do does.
    if (own !== undefined || lemma === undefined) return own;
    if (!EFFECTIVE.has(token.lower) && !isEither) return own;
  }
  if (!standsAlone(sentence, 0, comma) || hangsOn(sentence, comma)) return undefined;
  const modal = modalBefore(sentence, comma);
  if (modal !== undefined && modal !== "can") {
    // A duty is somebody's: "schools should set rules, ensuring …" → "They should ensure …".
    if (modal === "should" || modal === "must")
      return splitAtOwnParticiple(sentence, subject, comma, at, adverb, end);
    return writeTail(
      sentence,
      comma,
      at,
      end,
      `This ${modal} ${adverb}${lemma}`,
      (word) => formsOf(word)?.base ?? "",
    );
  }
  if (isUnrealised(sentence, comma, true) || LIES_AHEAD.test(sentence.text)) return undefined;
  if (IS_TO.test(sentence.text)) return undefined;
  // "This helps …, despite lacking …": whoever lacks it is no longer named.
  if (LOOSE.test(sentence.text.slice(token.end))) return undefined;
  const tense = mainTense(sentence, lastClauseStart(sentence, comma), comma);
  const able = tense ?? tenseOfAbility(sentence, comma);
  if (able === undefined) return undefined;
  const forms = (isEither ? formsOf(token.lower) : undefined) ?? verbForms(lemma);
  const verb = able === "past" ? forms.past : forms.s;
  const write = (word: string): string =>
    (able === "past" ? formsOf(word)?.past : formsOf(word)?.s) ?? "";
  return writeTail(sentence, comma, at, end, `This ${adverb}${verb}`, write);
}

// What all of it does, never those it is about: "these families are poor, worsening …".
// "It's about knowing people, seeing what …": one thing said in two ways.
const ABOUT = /^(?:It|This|That)(?:'s|’s| is| was) (?:all |really |also )?(?:about|like) /;
const REVEALS =
  /^(?:revealing|confirming|showing|proving|demonstrating|indicating|suggesting|highlighting|underscoring|reflecting|signaling|signalling)$/;
const EVENTS = /^(?:exacerbating|worsening|compounding|perpetuating|necessitating|complicating)$/;
const LIES_AHEAD =
  /\b(?:is|are|was|were) (?:set|about|due|going|scheduled|slated|poised|ready) to\b/;
const LOOSE =
  /\bdespite (?:\w+ly )?[a-z]{3,}ing\b|^(?:(?! to )[^.]){0,200} (?:without|while|after|before|when) (?:\w+ly )?[a-z]{3,}ing\b/;
// "It is vital to save water, easing …": nobody has saved any yet.
const IS_TO =
  /^(?:[^,]{1,40}, )?(?:it|It)(?:'s|’s| is| was) (?!\w+ed )(?:[\w-]+ ){1,4}to (?!note|say|see|know|remember|mention)/;
const EMPTY_IT =
  /^(?:[^,]{1,40}, )?(?:it|It)(?:'s|’s| is| was| can be| may be| might be| would be| will be| has been) (?:[\w-]+ ){1,8}(?:to|that) /;

/** Whether the "-ing" behind the mark may be one item in a list of such words. */
function isItem(sentence: Sentence, mark: number, at: number, end: number): boolean {
  let governed = false;
  for (let i = lastClauseStart(sentence, mark) + 1; i < mark; i++) {
    if (!sentence.is(i, "Gerund")) continue;
    const before = sentence.tokens[i - 1]?.lower ?? "";
    if (HELPERS.has(before)) {
      // "The aim is learning by doing, making mistakes": what follows "is" may be a list.
      const isClosed = /, (?:and|or) (?:\w+ly )?\w+ing /.test(
        sentence.text.slice(sentence.tokens[at]?.start),
      );
      if (/^(?:is|are|was|were|be)$/.test(before) && (isClosed || !isUnderWay(sentence, i)))
        return true;
      continue;
    }
    if (sentence.is(i - 1, "Verb") || before === "like") return true;
    if (sentence.is(i - 1, "Noun") || /^(?:by|of|for|in|from|without|about|and|to)$/.test(before))
      governed = true;
  }
  for (let i = lastClauseStart(sentence, mark) + 1; i < mark; i++) {
    // "…, placing this, turning that, and …": one of several tails.
    if (sentence.tokens[i]?.text === "," && sentence.tokens[i + 1]?.lower.endsWith("ing"))
      governed = true;
  }
  if (!governed) return false;
  for (let i = at + 1; i + 1 < end; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (!/^(?:and|or|,)$/.test(word)) continue;
    const next = sentence.tokens[i + 1]?.lower ?? "";
    if (next === "including") continue;
    if (next.endsWith("ing") || sentence.tokens[i + 2]?.lower.endsWith("ing")) return true;
  }
  return false;
}

/** "was walking": somebody is at it; "the aim is walking" names a thing. */
function isUnderWay(sentence: Sentence, gerund: number): boolean {
  const subject = sentence.tokens[gerund - 2]?.lower ?? "";
  return (
    /^(?:he|she|it|they|we|i|who|that|which|also|still|now)$/.test(subject) ||
    sentence.is(gerund - 2, "Plural", "ProperNoun") ||
    (sentence.is(gerund - 2, "Singular") && !NAMING.test(subject))
  );
}

// What these are is a thing one does: "my hobby is drawing".
const NAMING =
  /^(?:aim|goal|purpose|task|job|work|duty|role|idea|plan|point|key|trick|secret|part|step|way|method|approach|option|choice|solution|answer|focus|hobby|passion|dream|habit|priority|strategy|challenge|problem|issue|thing|one|this|that|advice|tip|example|practice|technique|activity|skill|art|need|business|mission|interest|favorite|favourite|objective|remedy)$/;

/** "It may rain, making the road wet": what may be has an effect that may be; said again, it stays so. */
function modalBefore(sentence: Sentence, comma: number): string | undefined {
  let found: string | undefined;
  let inner: number | undefined;
  for (let i = lastClauseStart(sentence, comma); i < comma; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (word === "may" && sentence.tokens[i]?.text === "May" && i > 0) return undefined;
    const isJoint = /^(?:and|but|yet|so)$/.test(word);
    if (found !== undefined && isJoint && (word !== "and" || startsClause(sentence, i + 1, comma)))
      return undefined;
    // A modal right behind a dash is left as it is: "a ban—for cars—could".
    if (
      MODAL.test(word) &&
      /[—–-]/.test(sentence.text.charAt((sentence.tokens[i]?.start ?? 1) - 1))
    )
      return undefined;
    if (MODAL.test(word)) {
      // "could have been used, leading to": what did not come about is not what may.
      if (found !== undefined || /^(?:\w+ly )?have\b/.test(wordsAfter(sentence, i)))
        return undefined;
      // "People who lack time may …": the modal is theirs only behind the verb of "who".
      if (inner !== undefined && !closesInner(sentence, inner, i)) return undefined;
      found = word;
    } else if (NOT_SO.test(word)) return undefined;
    else if (CLAUSE_MARKS_BUT_TO.has(word) && marksClause(sentence, i, comma)) {
      if (found !== undefined || !/^(?:who|that|which)$/.test(word)) return undefined;
      inner = i;
    }
  }
  return found;
}

function wordsAfter(sentence: Sentence, at: number): string {
  return `${sentence.tokens[at + 1]?.lower ?? ""} ${sentence.tokens[at + 2]?.lower ?? ""}`;
}

/** Whether the clause that opens at `from` has its verb and ends in a noun before `to`. */
function closesInner(sentence: Sentence, from: number, to: number): boolean {
  if (!sentence.is(to - 1, "Noun", "Adverb")) return false;
  for (let i = from + 1; i < to - 1; i++) {
    if (sentence.is(i, "Verb") && !sentence.is(i, "Gerund")) return true;
  }
  return false;
}

const MODAL = /^(?:can|may|might|could|would|will|should|must)$/;
const NOT_SO =
  /^(?:not|no|never|neither|nor|without|cannot|if|unless|only|hardly|rarely|\w+n't|\w+'d|\w+'ll)$/;
const CLAUSE_MARKS_BUT_TO = new Set([...CLAUSE_MARKS].filter((word) => word !== "to"));

/** "Users can share files, making …": what can be is told in the present. */
function tenseOfAbility(sentence: Sentence, comma: number): "present" | undefined {
  for (let i = lastClauseStart(sentence, comma); i < comma; i++) {
    if (sentence.tokens[i]?.lower === "can") return "present";
  }
  return undefined;
}

/** "She turned, looking back at …" → "She turned. She looked back at …" */
function splitAtOwnParticiple(
  sentence: Sentence,
  subject: Subject | undefined,
  comma: number,
  at: number,
  adverb: string,
  end: number,
): Edit | undefined {
  const { tokens } = sentence;
  const token = tokens[at];
  if (token === undefined || !isGerund(sentence, at)) return undefined;
  if (wordsBetween(sentence, 0, end) < 13 || wordsBetween(sentence, comma + 1, end) < 4)
    return undefined;
  if (subject === undefined || subject.verb >= comma) return undefined;
  // "It is her duty to guard the gate, keeping …": nothing is "it".
  if (subject.again === "it" && EMPTY_IT.test(sentence.text)) return undefined;
  // A name said twice is stiff in a shorter sentence.
  const isName = /^\p{Lu}\p{Ll}/u.test(subject.again);
  if (isName && wordsBetween(sentence, 0, end) < NAMED_MIN) return undefined;
  const isAct = ACTS.has(token.lower);
  // "She loves her job, drawing maps": the tail says what the job is.
  if (NAMING.test(tokens[comma - 1]?.lower ?? "")) return undefined;
  for (let i = subject.verb + 1; i < comma; i++) {
    // Another clause or a list in between might own the participle.
    if (marksClause(sentence, i, comma) && tokens[i]?.lower !== "to") return undefined;
    if (tokens[i]?.text === "," && !isAside(sentence, i, comma)) return undefined;
    if (/^[:;—–]$/.test(tokens[i]?.text ?? "")) return undefined;
    const isJoint = /^(?:and|but|yet|so|or)$/.test(tokens[i]?.lower ?? "");
    if (isJoint && startsClause(sentence, i + 1, comma)) return undefined;
  }
  const main = openVerb(sentence, subject.verb);
  if (main === "" || main === "am") return undefined;
  const modal = modalBefore(sentence, comma);
  const isModal = modal !== undefined && modal === main;
  if (hangsOn(sentence, comma) || (!isModal && isUnrealised(sentence, comma))) return undefined;
  if (subject.isPerson !== false && OF_THINGS.has(token.lower)) return undefined;
  // What thinks or feels is somebody; and a thing that "has been" so did not come to think it.
  const isMental = MENTAL.has(token.lower);
  if ((isMental || isAct) && PARTS.test(tokens[subject.verb - 1]?.lower ?? "")) return undefined;
  if (isMental && (subject.isPerson === false || /^ha(?:s|ve|d)$/.test(main))) return undefined;
  // "He saw an object, glowing": what was seen glows, not he.
  const helped = sentence.is(subject.verb + 1, "Adverb") ? subject.verb + 2 : subject.verb + 1;
  const isHelper =
    HELPERS.has(main) && sentence.is(helped, "PastTense", "Participle", "Gerund", "Adjective");
  const perceives = PERCEIVES.test(main) && !isHelper;
  // "The menu is a journey, offering …": what it is and what it does are told of one thing.
  const isCopula =
    /^(?:is|was|are|were)$/.test(main) &&
    subject.isPerson === false &&
    !isHelper &&
    tokens[helped]?.lower !== "to";
  // "It is a rumor started by somebody looking for fame, trying to …": that may be whoever looks.
  if (subject.isPerson !== true && hasInnerDeed(sentence, subject.verb + 2, comma))
    return undefined;
  // "The wave threw the boat aside, spinning like …": the boat spins, or the wave.
  if (subject.isPerson !== true && !isCopula && takesNothing(sentence, at, end)) {
    if (hasObject(sentence, subject.verb)) return undefined;
  }
  if (ABOUT.test(sentence.text)) return undefined;
  if (!isAct && !isCopula && (perceives || endsInNewThing(sentence, comma))) return undefined;
  // "It lets nurses take part, speaking for …": they speak, not it.
  if (GIVES_OVER.test(main) || GIVES_OVER.test(tokens[helped]?.lower ?? "")) return undefined;
  if (WRITES.has(token.lower) && isPassive(sentence, subject.verb, comma)) return undefined;
  // What goes on between several is not told of one.
  if (!subject.isPlural && /\b(?:each other|one another)\b/.test(sentence.text)) return undefined;
  // "The results show its strength, outperforming …": the results outperform nothing.
  if (PERFORMS.test(token.lower) && SHOWS.test(main)) return undefined;
  const write = writerFor(sentence, subject, comma);
  const verb = write?.(token.lower) ?? "";
  if (write === undefined || verb === "") return undefined;
  const helper =
    /^(?:is|are|was|were|can|may|might|could|would|will|should|must|(?:has|have|had)(?: been)?) /.exec(
      verb,
    )?.[0] ?? "";
  const opening = `${capitalise(subject.again)} ${helper}${adverb}${verb.slice(helper.length)}`;
  const again = (word: string): string => write(word).slice(helper.length);
  return writeTail(sentence, comma, at, end, opening, again);
}

/** "spinning like a top", "falling to the ground": an "-ing" without an object. */
function takesNothing(sentence: Sentence, at: number, end: number): boolean {
  const next = sentence.tokens[at + 1]?.lower ?? "";
  return (
    at + 1 >= end ||
    sentence.is(at + 1, "Adverb") ||
    (sentence.is(at + 1, "Preposition") && !/^(?:on|for|with|as)$/.test(next)) ||
    /^(?:like|to)$/.test(next)
  );
}

function hasObject(sentence: Sentence, verb: number): boolean {
  const next = sentence.is(verb + 1, "Adverb") ? verb + 2 : verb + 1;
  const word = sentence.tokens[next]?.lower ?? "";
  return (
    sentence.is(next, "Determiner", "Possessive", "Noun", "Adjective", "Pronoun") ||
    /^(?:the|a|an|it|them|him|her|us|me)$/.test(word)
  );
}

function hasInnerDeed(sentence: Sentence, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    if (sentence.is(i, "Gerund") && sentence.is(i - 1, "Noun")) return true;
  }
  return false;
}

/** Whether the comma at `at` opens an aside or stands in a list that is closed before the tail. */
export function isAside(sentence: Sentence, at: number, tail: number): boolean {
  if (ASIDES.has(sentence.tokens[at + 1]?.lower ?? "")) return true;
  let last = at;
  for (let i = at; i < tail; i++) {
    if (sentence.tokens[i]?.text === ",") last = i;
    if (sentence.is(i, "Verb") && !sentence.is(i, "Noun", "Adjective")) return false;
  }
  return /^(?:and|or)$/.test(sentence.tokens[last + 1]?.lower ?? "");
}

/** "… will be shown, examining …": who examines is not said. */
function isPassive(sentence: Sentence, verb: number, comma: number): boolean {
  for (let i = verb; i < Math.min(comma, verb + 4); i++) {
    if (!/^(?:is|are|was|were|be|been)$/.test(sentence.tokens[i]?.lower ?? "")) continue;
    const next = sentence.is(i + 1, "Adverb") ? i + 2 : i + 1;
    if (sentence.is(next, "PastTense", "Participle")) return true;
  }
  return false;
}

const WRITES = wordSet(
  "examining discussing considering focusing highlighting emphasizing emphasising stressing exploring analyzing analysing evaluating assessing comparing using utilizing employing applying showing demonstrating noting citing arguing suggesting looking taking",
);

/** How an "-ing" word is written as a finite verb of the subject, in the tense and aspect of its own verb. */
function writerFor(
  sentence: Sentence,
  subject: Subject,
  comma: number,
): ((gerund: string) => string) | undefined {
  const main = openVerb(sentence, subject.verb);
  if (MODAL.test(main)) {
    return (gerund) => {
      const base = formsOf(gerund)?.base;
      return base === undefined ? "" : `${main} ${base}`;
    };
  }
  const next = sentence.is(subject.verb + 1, "Adverb") ? subject.verb + 2 : subject.verb + 1;
  const isUnderWay = isGerund(sentence, next) && !sentence.is(next, "Adjective");
  if (/^(?:is|are|was|were)$/.test(main) && isUnderWay) {
    // "She was walking home, humming a tune": what goes on beside it goes on too.
    return agreesWithAgain(main, subject) ? (gerund) => `${main} ${gerund}` : undefined;
  }
  // "He was an ordinary man, trying to …": what somebody does in a state he is in.
  const isState =
    /^(?:is|are|was|were)$/.test(main) && !sentence.is(next, "PastTense", "Participle");
  if (isState && subject.isPerson === true && agreesWithAgain(main, subject)) {
    return (gerund) => (MENTAL.has(gerund) ? "" : `${main} ${gerund}`);
  }
  if (/^(?:has|have|had)$/.test(main) && sentence.tokens[next]?.lower === "been") {
    if (isGerund(sentence, next + 1)) return (gerund) => `${main} been ${gerund}`;
  }
  if (/^(?:has|have|had)$/.test(main)) {
    if (!sentence.is(next, "PastTense", "Participle") && sentence.tokens[next]?.lower !== "been")
      return undefined;
    return (gerund) => {
      const participle = formsOf(gerund)?.participle;
      return participle === undefined ? "" : `${main} ${participle}`;
    };
  }
  const joined = lastJoinedClause(sentence, comma);
  const tense =
    mainTense(sentence, joined ?? subjectStart(sentence), comma) ?? plainTense(sentence, subject);
  if (tense === undefined) return undefined;
  const isThird = !subject.isPlural;
  return (gerund) => {
    const forms = formsOf(gerund);
    if (forms === undefined) return "";
    return tense === "past" ? forms.past : isThird ? forms.s : forms.base;
  };
}

/** The verb as it is written out: "has" of "he's gone", "had" of "I'd left". */
function openVerb(sentence: Sentence, at: number): string {
  const word = sentence.tokens[at]?.lower ?? "";
  const short = /^(?:i|you|he|she|it|we|they)'(m|ve|d|ll|re|s)$/.exec(word)?.[1];
  if (short === undefined) return word;
  const next = sentence.is(at + 1, "Adverb") ? at + 2 : at + 1;
  const isDone =
    sentence.is(next, "PastTense", "Participle") || sentence.tokens[next]?.lower === "been";
  switch (short) {
    case "m":
      return "am";
    case "re":
      return "are";
    case "ve":
      return "have";
    case "ll":
      return "will";
    case "d":
      return isDone ? "had" : "would";
    default:
      // "It's made" may be "is" or "has": only "been" and "got" tell.
      return /^(?:been|got)$/.test(sentence.tokens[next]?.lower ?? "") ? "has" : isDone ? "" : "is";
  }
}

function agreesWithAgain(main: string, subject: Subject): boolean {
  if (subject.again === "I") return main === "was";
  return subject.isPlural ? /^(?:are|were)$/.test(main) : /^(?:is|was)$/.test(main);
}

/** The tense of a verb that carries it openly, such as "glowed" or "is". */
function plainTense(sentence: Sentence, subject: Subject): "past" | "present" | undefined {
  const word = openVerb(sentence, subject.verb);
  if (/^(?:was|were)$/.test(word)) return "past";
  if (/^(?:is|are)$/.test(word)) return "present";
  if (word.endsWith("ed") && sentence.is(subject.verb, "PastTense")) return "past";
  return undefined;
}

/** Whether the clause ends in "a …": a thing just brought in may be what the tail is about. */
function endsInNewThing(sentence: Sentence, comma: number): boolean {
  // "pulsed a final time" tells when or how often.
  if (
    /^(?:time|moment|while|day|night|year|week|hour|minute|second|mile|step|bit|little)$/.test(
      sentence.tokens[comma - 1]?.lower ?? "",
    )
  )
    return false;
  for (let i = comma - 1; i > comma - 6 && i > 0; i--) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (word === "a" || word === "an") return true;
    if (!sentence.is(i, "Noun", "Adjective") || sentence.is(i, "Pronoun")) return false;
  }
  return false;
}
