// Closing "-ing" parts that tell what the subject itself does: "She turned, looking back" → "She looked back".
// Refused wherever something else in the sentence might do it.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { startsClause, wordSet } from "../sentence/clauses.ts";
import { HELPERS, hangsOn, isUnrealised, marksClause, wordsBetween } from "../sentence/ground.ts";
import type { Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { formsOf, isGerund, writeTail } from "./participle-tails.ts";
import {
  ACTS,
  GIVES_OVER,
  MENTAL,
  NAMED_MIN,
  OF_THINGS,
  PARTS,
  PERCEIVES,
  PERFORMS,
  SHOWS,
} from "./participle-verbs.ts";
import { modalBefore } from "./tail-modals.ts";
import {
  endsInNewThing,
  hasInnerDeed,
  hasObject,
  isAside,
  isStillSubject,
  namesSubject,
  takesNothing,
} from "./tail-owners.ts";
import { openVerb, writerFor } from "./tail-writers.ts";

const WRITINGS =
  /^(?:maps?|letters?|lists?|notes?|reports?|books?|drawings?|signs?|pictures?|photos?|photographs?|images?|messages?|emails?|statements?|graphs?|charts?|tables?|posters?|videos?|films?|articles?|papers?|documents?|posts?|diagrams?|paintings?|screenshots?)$/;
const RESULTS =
  /^(?:results?|findings?|experiments?|tests?|evaluations?|analys[ei]s|stud(?:y|ies)|data|evidence|work|research|paper)$/;
const PICTURES =
  /^(?:image|picture|photo|photograph|video|clip|footage|map|chart|graph|letter|document|poster|drawing|painting|sketch|figure|table|screenshot|film|slide|diagram|post|report)s?$/;
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
  // "Her passion for songs began early, playing …": she plays. "His steps carried him on, dodging …": he dodges.
  if (subject.again === "it" && isOfSomebody(sentence, subject, comma)) return undefined;
  // "He shared pictures, showing …": the pictures show it.
  if (/^(?:showing|revealing|depicting|showcasing|capturing)$/.test(token.lower))
    if (subject.isPerson !== false && PICTURES.test(tokens[comma - 1]?.lower ?? ""))
      return undefined;
  // What thinks or feels is somebody; and a thing that "has been" so did not come to think it.
  const isMental = MENTAL.has(token.lower);
  if ((isMental || isAct) && PARTS.test(tokens[subject.verb - 1]?.lower ?? "")) return undefined;
  if (isMental && (subject.isPerson === false || /^ha(?:s|ve|d)$/.test(main))) return undefined;
  // "He saw an object, glowing": what was seen glows, not he.
  const helped = sentence.is(subject.verb + 1, "Adverb") ? subject.verb + 2 : subject.verb + 1;
  const isHelper =
    HELPERS.has(main) &&
    (sentence.is(helped, "PastTense", "Participle", "Gerund", "Adjective") ||
      /^(?:been|become|come)$/.test(tokens[helped]?.lower ?? ""));
  // "The town has two beaches, drawing …": the town does, or what it has.
  const owns = subject.isPerson === false && /^(?:has|have|had)$/.test(main);
  // "They have a duty to act": nobody has acted yet.
  const isOwed =
    /^(?:dut(?:y|ies)|rights?|obligations?|responsibilit(?:y|ies)|needs?|chances?|opportunit(?:y|ies)|task|job)$/;
  if (/^(?:has|have|had|is|was)$/.test(main))
    for (let i = subject.verb + 1; i + 1 < comma; i++)
      if (isOwed.test(tokens[i]?.lower ?? "") && tokens[i + 1]?.lower === "to") return undefined;
  const perceives = PERCEIVES.test(main) && !isHelper && !owns;
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
  // "She drew a map of the hills, showing the way": the map does.
  const isTold = /^(?:showing|depicting|detailing|listing|outlining|stating|featuring)$/;
  if (isTold.test(token.lower) && subject.isPerson !== false)
    for (let i = subject.verb + 1; i < comma; i++)
      if (WRITINGS.test(tokens[i]?.lower ?? "")) return undefined;
  const isPlain = !takesNothing(sentence, at, end) && isStillSubject(sentence, subject, comma, at);
  // "She is a fine cook", "he works as a clerk": the new thing is the subject itself.
  const isRole = namesSubject(sentence, subject, comma);
  if (
    !isAct &&
    !isCopula &&
    !isRole &&
    (perceives || (endsInNewThing(sentence, comma, subject.isPerson === true) && !isPlain))
  )
    return undefined;
  // "It lets nurses take part, speaking for …": they speak, not it.
  if (GIVES_OVER.test(main) || GIVES_OVER.test(tokens[helped]?.lower ?? "")) return undefined;
  if (WRITES.has(token.lower) && isPassive(sentence, subject.verb, comma)) return undefined;
  // What goes on between several is not told of one.
  if (!subject.isPlural && /\b(?:each other|one another)\b/.test(sentence.text)) return undefined;
  // "The results show its strength, outperforming …": the results outperform nothing.
  const isResult = RESULTS.test(tokens[subject.verb - 1]?.lower ?? "") || subject.isPlural;
  if (PERFORMS.test(token.lower) && SHOWS.test(main) && isResult) return undefined;
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

/** "… will be shown, examining …": who examines is not said. */
export function isPassive(sentence: Sentence, verb: number, comma: number): boolean {
  for (let i = verb; i < Math.min(comma, verb + 4); i++) {
    if (!/^(?:is|are|was|were|be|been)$/.test(sentence.tokens[i]?.lower ?? "")) continue;
    const next = sentence.is(i + 1, "Adverb") ? i + 2 : i + 1;
    // "can be used to": the tagger takes "used to" for a helper, as in "he used to sing".
    const isUsed = sentence.tokens[next]?.lower === "used";
    if (isUsed || sentence.is(next, "PastTense", "Participle")) return true;
  }
  return false;
}

const WRITES = wordSet(
  "examining discussing considering focusing highlighting emphasizing emphasising stressing exploring analyzing analysing evaluating assessing comparing using utilizing employing applying showing demonstrating noting citing arguing suggesting looking taking",
);

// "It's about knowing people, seeing what …": one thing said in two ways.
const ABOUT = /^(?:It|This|That)(?:'s|’s| is| was) (?:all |really |also )?(?:about|like) /;

const EMPTY_IT =
  /^(?:[^,]{1,40}, )?(?:it|It)(?:'s|’s| is| was| can be| may be| might be| would be| will be| has been) (?:[\w-]+ ){1,8}(?:to|that) /;

// What these are is a thing one does: "my hobby is drawing".
export const NAMING =
  /^(?:aim|goal|purpose|task|job|work|duty|role|idea|plan|point|key|trick|secret|part|step|way|method|approach|option|choice|solution|answer|focus|hobby|passion|dream|habit|priority|strategy|challenge|problem|issue|thing|one|this|that|advice|tip|example|practice|technique|activity|skill|art|need|business|mission|interest|favorite|favourite|objective|remedy)$/;

/** Whether the subject is something of somebody that does nothing without him, or that acts on him. */
function isOfSomebody(sentence: Sentence, subject: Subject, comma: number): boolean {
  const { tokens } = sentence;
  const isOwned = tokens
    .slice(0, subject.verb)
    .some(
      ({ lower, text }) => /^(?:his|her|my)$/.test(lower) || /^\p{Lu}\p{L}+['’]s?$/u.test(text),
    );
  if (!isOwned) return false;
  const isMoved = tokens
    .slice(subject.verb + 1, comma)
    .some(({ lower }) => /^(?:him|her|me|them)$/.test(lower));
  const isPart = tokens.slice(0, subject.verb).some(({ lower }) => OF_PEOPLE.has(lower));
  return isMoved || (isPart && takesPerson(sentence, subject.verb));
}

const OF_PEOPLE = wordSet(
  "passion career journey love interest life education footwork training childhood youth story dream path road rise success work time",
);

/** "began", "started", "took off": what it came to is told, and the rest is told of him. */
function takesPerson({ tokens }: Sentence, verb: number): boolean {
  return /^(?:beg(?:an|ins)|start(?:s|ed)|led|leads|took|takes|continue[sd]?|spanned|spans|grew|grows|evolved|flourished|blossomed)$/.test(
    tokens[verb]?.lower ?? "",
  );
}
