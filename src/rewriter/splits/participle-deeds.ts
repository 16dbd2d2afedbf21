// Closing "-ing" parts that tell what the subject itself does: "She turned, looking back" → "She looked back".
// Refused wherever something else in the sentence might do it.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { mainTense, startsClause, wordSet } from "../sentence/clauses.ts";
import {
  HELPERS,
  hangsOn,
  isUnrealised,
  marksClause,
  subjectStart,
  wordsBetween,
} from "../sentence/ground.ts";
import type { Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { formsOf, isGerund, writeTail } from "./participle-tails.ts";
import {
  ACTS,
  ASIDES,
  GIVES_OVER,
  LIKE,
  MENTAL,
  NAMED_MIN,
  OF_THINGS,
  PARTS,
  PERCEIVES,
  PERFORMS,
  SHOWS,
} from "./participle-verbs.ts";
import { MODAL, modalBefore } from "./tail-modals.ts";
import { lastJoinedClause, shownClause } from "./tail-subjects.ts";

const SENSES =
  /^(?:feel|see|hear|watch|notice|sense|imagine|picture|smell|spot|observe)(?:s|d|ed)?$|^(?:watches|saw|heard|felt)$/;

/** "She turned, looking back at …" → "She turned. She looked back at …" */
export function splitAtOwnParticiple(
  sentence: Sentence,
  subject: Subject | undefined,
  comma: number,
  at: number,
  adverb: string,
  end: number,
): Edit | undefined {
  const { tokens } = sentence;
  const token = tokens[at];
  if (token === undefined || !isTailVerb(sentence, at, end)) return undefined;
  if (wordsBetween(sentence, comma + 1, end) < 4) return undefined;
  if (subject === undefined || subject.verb >= comma) return undefined;
  // "It is her duty to guard the gate, keeping …": nothing is "it".
  if (subject.again === "it" && EMPTY_IT.test(sentence.text)) return undefined;
  // A name said twice is stiff in a shorter sentence.
  const isName = /^\p{Lu}\p{Ll}/u.test(subject.again);
  if (isName && wordsBetween(sentence, 0, end) < NAMED_MIN) return undefined;
  const isAct = ACTS.has(token.lower);
  // "She loves her job, drawing maps": the tail says what the job is.
  const isNaming = /^(?:jobs?|work|roles?|hobby|hobbies|passion)$/.test(
    tokens[comma - 1]?.lower ?? "",
  );
  if (isNaming && !isAct && !WRITES.has(token.lower)) return undefined;
  for (let i = subject.verb + 1; i < comma; i++) {
    // Another clause or a list in between might own the participle.
    if (marksClause(sentence, i, comma) && tokens[i]?.lower !== "to") return undefined;
    if (tokens[i]?.text === "," && !isAside(sentence, i, comma)) return undefined;
    if (/^[:;—–]$/.test(tokens[i]?.text ?? "")) return undefined;
    // "letters he had received, claiming …": the letters do.
    const isOther = /^(?:he|she|they|we|i)$/.test(tokens[i]?.lower ?? "");
    if (isOther && sentence.is(i - 1, "Noun") && !sentence.is(i - 1, "Pronoun")) return undefined;
    const isJoint = /^(?:and|but|yet|so|or)$/.test(tokens[i]?.lower ?? "");
    if (isJoint && startsClause(sentence, i + 1, comma)) return undefined;
  }
  // "He could feel the floor moving, threatening to give way": the floor does.
  let isFelt = false;
  for (let i = subject.verb; i < comma; i++) {
    if (isFelt && sentence.is(i, "Gerund")) return undefined;
    if (SENSES.test(tokens[i]?.lower ?? "")) isFelt = true;
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
  // "She is a fine cook", "he works as a clerk": the new thing is the subject itself.
  const isRole = namesSubject(sentence, subject, comma);
  if (
    !isAct &&
    !isCopula &&
    !isRole &&
    (perceives || endsInNewThing(sentence, comma, subject.isPerson === true))
  )
    return undefined;
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

/** "…, gathering support from …": a verb the tagger takes for a noun, where no list can be meant. */
function isTailVerb(sentence: Sentence, at: number, end: number): boolean {
  if (isGerund(sentence, at)) return true;
  const word = sentence.tokens[at]?.lower ?? "";
  if (!/^[a-z]{3,}ing$/.test(word) || THINGS_IN_ING.has(word) || formsOf(word) === undefined)
    return false;
  for (let i = at + 1; i + 1 < end; i++) {
    const isClosed = /^(?:and|or)$/.test(sentence.tokens[i + 1]?.lower ?? "");
    if (sentence.tokens[i]?.text === "," && isClosed) return sentence.is(at + 1, "Determiner");
  }
  return true;
}

const THINGS_IN_ING = wordSet(
  "engineering marketing accounting nursing consulting planning monitoring manufacturing training housing banking advertising programming computing processing scheduling reporting testing hiring learning reading writing cooking cleaning swimming running walking hiking biking cycling dancing singing fishing hunting farming mining logging trading shopping lighting clothing seating parking dining breathing stunning charming interesting amazing boring exciting engaging caring loving daring cunning surrounding existing ongoing upcoming missing remaining following including depending considering according regarding concerning excluding ranging pending barring something nothing anything everything during evening morning meaning understanding being having building feeling meeting ending beginning opening painting drawing wedding ceiling sibling darling string king ring wing thing spring",
);

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
export function isPassive(sentence: Sentence, verb: number, comma: number): boolean {
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
  // "is equally astonishing" tells what it is like.
  const isLike =
    sentence.is(next, "Adjective") ||
    /^(?:equally|very|quite|so|truly|really|incredibly|rather|absolutely)$/.test(
      sentence.tokens[next - 1]?.lower ?? "",
    ) ||
    LIKE.test(sentence.tokens[next]?.lower ?? "");
  const isUnderWay = isGerund(sentence, next) && !isLike;
  if (/^(?:is|are|was|were)$/.test(main) && isUnderWay) {
    // "She was walking home, humming a tune": what goes on beside it goes on too.
    return agreesWithAgain(main, subject) ? (gerund) => `${main} ${gerund}` : undefined;
  }
  // "He was an ordinary man, trying to …": what somebody does in a state he is in.
  const isState =
    /^(?:is|are|was|were)$/.test(main) && !sentence.is(next, "PastTense", "Participle");
  if (isState && subject.isPerson === true && agreesWithAgain(main, subject)) {
    // "She is a fine cook, feeding …" tells what she does, "he was alone, trying to …" what went on.
    const isRole = /^an?$/.test(sentence.tokens[next]?.lower ?? "");
    return (gerund) => {
      if (MENTAL.has(gerund)) return "";
      if (!isRole || ACTS.has(gerund)) return `${main} ${gerund}`;
      const forms = formsOf(gerund);
      if (forms === undefined) return "";
      return /^(?:was|were)$/.test(main) ? forms.past : subject.isPlural ? forms.base : forms.s;
    };
  }
  if (/^(?:has|have|had)$/.test(main) && sentence.tokens[next]?.lower === "been") {
    if (isGerund(sentence, next + 1)) return (gerund) => `${main} been ${gerund}`;
  }
  if (/^(?:has|have|had)$/.test(main)) {
    if (!sentence.is(next, "PastTense", "Participle") && sentence.tokens[next]?.lower !== "been")
      return undefined;
    // "has worked there, hosting a show in 2016": what has a date is past.
    const isDated =
      main !== "had" && DATED.test(sentence.text.slice(sentence.tokens[comma]?.start ?? 0));
    return (gerund) => {
      const forms = formsOf(gerund);
      if (isDated) return forms?.past ?? "";
      return forms?.participle === undefined ? "" : `${main} ${forms.participle}`;
    };
  }
  const joined = lastJoinedClause(sentence, comma);
  const that = sentence.tokens.findLastIndex(
    ({ lower }, i) => lower === "that" && i < subject.verb,
  );
  const isShown = that > 0 && shownClause(sentence, that - 1) === that + 1;
  const start = joined ?? (isShown ? that + 1 : subjectStart(sentence));
  // "Vines sprung from the earth": a past, whatever the tagger makes of it.
  const isOdd = /(?:ung|unk|egun)$/.test(main) && !HELPERS.has(main);
  const tense = isOdd
    ? "past"
    : (mainTense(sentence, start, comma) ?? plainTense(sentence, subject));
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

const DATED =
  /\b(?:1[89]|20)\d\d\b|\b(?:yesterday|ago|last (?:week|month|year|night|summer|season))\b/;
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

/** "is a fine cook", "has worked as a clerk": what the clause ends in is what the subject is. */
function namesSubject(sentence: Sentence, subject: Subject, comma: number): boolean {
  if (subject.isPerson === false) return false;
  let article = comma - 1;
  while (article > subject.verb && !/^an?$/.test(sentence.tokens[article]?.lower ?? "")) {
    if (!sentence.is(article, "Noun", "Adjective")) return false;
    article--;
  }
  const before = sentence.tokens[article - 1]?.lower ?? "";
  const isAdverb = sentence.is(article - 1, "Adverb");
  const verb = isAdverb ? (sentence.tokens[article - 2]?.lower ?? "") : before;
  return before === "as" || /^(?:is|was|\w+'s)$/.test(verb);
}

const PLACES =
  /^(?:to|at|in|into|on|onto|near|through|by|inside|under|behind|towards?|across|along)$/;

/** Whether the clause ends in "a …": a thing just brought in may be what the tail is about. */
function endsInNewThing(sentence: Sentence, comma: number, isSomebody: boolean): boolean {
  // "pulsed a final time" tells when or how often.
  if (
    /^(?:time|moment|while|day|night|year|week|hour|minute|second|mile|step|bit|little)$/.test(
      sentence.tokens[comma - 1]?.lower ?? "",
    )
  )
    return false;
  for (let i = comma - 1; i > comma - 6 && i > 0; i--) {
    const word = sentence.tokens[i]?.lower ?? "";
    // "went to a small inn, hoping …": somebody goes, and the place does nothing.
    if (word === "a" || word === "an")
      return !(isSomebody && PLACES.test(sentence.tokens[i - 1]?.lower ?? ""));
    if (!sentence.is(i, "Noun", "Adjective") || sentence.is(i, "Pronoun")) return false;
  }
  return false;
}

// "It's about knowing people, seeing what …": one thing said in two ways.
const ABOUT = /^(?:It|This|That)(?:'s|’s| is| was) (?:all |really |also )?(?:about|like) /;

const EMPTY_IT =
  /^(?:[^,]{1,40}, )?(?:it|It)(?:'s|’s| is| was| can be| may be| might be| would be| will be| has been) (?:[\w-]+ ){1,8}(?:to|that) /;

// What these are is a thing one does: "my hobby is drawing".
export const NAMING =
  /^(?:aim|goal|purpose|task|job|work|duty|role|idea|plan|point|key|trick|secret|part|step|way|method|approach|option|choice|solution|answer|focus|hobby|passion|dream|habit|priority|strategy|challenge|problem|issue|thing|one|this|that|advice|tip|example|practice|technique|activity|skill|art|need|business|mission|interest|favorite|favourite|objective|remedy)$/;
