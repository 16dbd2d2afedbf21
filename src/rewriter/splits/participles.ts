// Closing "-ing" parts that can become a sentence of their own: "…, making …", "…, looking back at …". The
// verb takes the subject, the tense and the modal of the clause before.

import type { Edit } from "../edit.ts";
import { verbForms } from "../inflect.ts";
import { mainTense } from "../sentence/clauses.ts";
import { HELPERS, hangsOn, hasSpeech, isUnrealised, subjectStart } from "../sentence/ground.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { isCommand, splitAtOrderTail } from "./order-tails.ts";
import { isPassive, splitAtOwnParticiple } from "./participle-deeds.ts";
import { isItem } from "./participle-lists.ts";
import { formsOf, writeTail } from "./participle-tails.ts";
import {
  CLAUSE_VERBS,
  DEEDS_OR_EFFECTS,
  EFFECTIVE,
  EFFECTS,
  GIVES_OVER,
  LEADS,
  OWN,
  TEAMS,
} from "./participle-verbs.ts";
import { splitBehindSpeech } from "./speech.ts";
import {
  isPerfect,
  isState,
  isWholeBefore,
  tailClauseStart,
  tailTense,
  tenseBehindRelative,
  tenseOfAbility,
} from "./tail-clauses.ts";
import { MODAL, modalBefore, modalOfPast } from "./tail-modals.ts";
import { comesBack, isLikening } from "./tail-owners.ts";
import { findTailSubject, lastJoinedClause } from "./tail-subjects.ts";

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
  // "It is linked with decline, thereby casting …": that it is linked casts it.
  const isThereby = /^(?:thus|thereby|hence|therefore)$/.test(lead);
  if (isThereby) at++;
  else if (LEADS.has(lead) || /^[a-z]{3,}ly$/.test(lead)) {
    adverb = `${lead} `;
    at++;
  }
  const token = tokens[at];
  if (token === undefined || !token.lower.endsWith("ing")) return undefined;
  // "The news comes as the team go on with their run, aiming to win": the team aim, not the news.
  const came = tokens.findIndex(({ lower }) => /^(?:comes?|came)$/.test(lower));
  if (came !== -1 && came < comma && tokens[came + 1]?.lower === "as") return undefined;
  // "a warm, encouraging smile" tells of the smile.
  const isBehindArticle =
    /^(?:a|an|the|his|her|its|their|my|our|your|by|with|of|in|for|from)$/.test(
      tokens[comma - 2]?.lower ?? "",
    );
  // "…, making the room bright": an article shows that the "-ing" is a verb.
  const isBeforeThing =
    sentence.is(at + 1, "Noun", "Adjective") &&
    !sentence.is(at + 1, "Determiner", "Possessive", "Pronoun");
  if (isBehindArticle && isBeforeThing && sentence.is(comma - 1, "Adjective")) return undefined;
  // The sizes say how much, not the boxes; and who leads down a path leads nobody.
  if (LOOSE_SAYING.test(sentence.text.slice(token.start))) return undefined;
  // "The view is fine, rolling hills reaching to the sea": the hills do it; "leaving people wondering" is a deed.
  const isThing = sentence.is(at + 1, "Noun") && !sentence.is(at + 1, "Pronoun", "Possessive");
  if (isThing && sentence.is(at + 2, "Gerund") && !SETS_GOING.test(token.lower)) return undefined;
  // "trees, winding roads, and hills": things in a row.
  if (/^\w+ing [\w'’-]+, (?:and|or) /.test(sentence.text.slice(token.start))) return undefined;
  // "good for testing, sorting names, and finding gaps": the comma before "and" closes a list of three.
  if (CLOSED_LIST.test(sentence.text.slice(token.start))) return undefined;
  // "…, making over 20 million": what was made is a sum, not an effect.
  if (/^(?:making|raising|leaving)$/.test(token.lower) && isSum(sentence, at + 1)) return undefined;
  // "It includes testing the code, fixing errors, and …": items of a list, not tails. Behind a quotation
  // the tense of what was said would be taken for that of the sentence.
  if (hasSpeech(sentence.text)) return splitBehindSpeech(sentence, comma, splitAtParticiple);
  // "“Trouble” and “setback” are mild, suggesting …": the words do, and can't be said again.
  if (/^["“]/.test(sentence.text)) return undefined;
  // "She is poised to win the crowd again, offering …": not yet.
  if (LIES_AHEAD.test(sentence.text.slice(0, tokens[comma]?.start))) return undefined;
  if (isItem(sentence, comma, at, end)) return undefined;
  if (isCommand(sentence, comma)) return splitAtOrderTail(sentence, comma, at, adverb, end);
  const later = lastJoinedClause(sentence, comma);
  const subject = findTailSubject(sentence, comma, later);
  // "He won again, giving him four cups": nobody gives himself a cup; the win does.
  const turnsBack = comesBack(sentence, at, subject);
  // "reflecting on the past" is somebody's deed; "if …, then blocking it is …" is no tail.
  const isThought =
    token.lower === "reflecting" && /^(?:on|upon)$/.test(tokens[at + 1]?.lower ?? "");
  if (isThought && subject?.isPerson !== true) return undefined;
  if (lead === "then" && /^(?:if|when|once)$/.test(tokens[0]?.lower ?? "")) return undefined;
  const lemma =
    CLAUSE_VERBS.get(token.lower) ??
    (DEEDS_OR_EFFECTS.has(token.lower) || turnsBack ? formsOf(token.lower)?.base : undefined);
  const opening = tokens[later ?? subjectStart(sentence)];
  const isNamed =
    opening !== undefined &&
    /^\p{Lu}/u.test(opening.text) &&
    (opening.start > 0 || sentence.is(0, "ProperNoun")) &&
    // "Berger's win" is no person.
    !/['’]s$/.test(opening.text);
  // "The blow landed, driving into the wall": what moves has no effect yet.
  const moves =
    /^(?:driving|turning|opening|sending|bringing)$/.test(token.lower) &&
    /^(?:into|onto|through|past|towards?|against|to)$/.test(tokens[at + 1]?.lower ?? "");
  // Who leads a team does so; what leads to a change is all that went before.
  const isLeader =
    subject?.isPerson === true && /^(?:a|an|the|his|her|their)$/.test(tokens[at + 1]?.lower ?? "");
  const leads =
    token.lower === "leading" &&
    (isLeader ||
      TEAMS.has(tokens[at + 2]?.lower ?? "") ||
      !tokens.slice(at + 1, at + 8).some(({ lower }) => lower === "to"));
  // "They moved on, leaving it behind": they left it, not their moving on.
  const leaves =
    token.lower === "leaving" &&
    tokens.slice(at + 1, end).some(({ lower }) => lower === "behind") &&
    (tokens[at + 1]?.lower !== "behind" || /^(?:he|she|they|we|I)$/.test(subject?.again ?? ""));
  // "The town has opened a school, marking a first step": the opening does.
  const marks =
    token.lower === "marking" && MILESTONES.test(sentence.text.slice(token.end, token.end + 60));
  // "The lake is a mirror, reflecting …": what it is does it, not that it is so.
  const mirrors =
    MIRRORS.test(token.lower) &&
    subject?.isPerson === false &&
    /^(?:is|are|was|were|became|becomes?)$/.test(tokens[subject.verb]?.lower ?? "") &&
    /^(?:an?|his|her|their|my|our|its)$/.test(tokens[subject.verb + 1]?.lower ?? "");
  // "Her voice was like a knife, cutting …": she, the voice or the knife.
  // "She went as the sun rose, leaving behind …": she did. And nobody signals an age.
  const isLeft =
    token.lower === "leaving" &&
    tokens[at + 1]?.lower === "behind" &&
    tokens.slice(0, comma).some(({ lower }) => /^(?:as|while|when)$/.test(lower));
  const isSign = /^signall?ing$/.test(token.lower) && subject?.isPerson !== false;
  if (isLeft || isSign) return undefined;
  const isLikeness =
    subject !== undefined &&
    HELPERS.has(tokens[subject.verb]?.lower ?? "") &&
    tokens[subject.verb + 1]?.lower === "like";
  if (isLikeness) return undefined;
  // "We find a link, suggesting that …": what is found suggests it.
  const hints = HINTS.test(token.lower) && tokens[at + 1]?.lower === "that";
  // "He took it back, suggesting that …": he or what he did.
  const isSomebody = subject !== undefined && !/^(?:we|I|it)$/.test(subject.again);
  if (hints && token.lower !== "meaning" && isSomebody) return undefined;
  // "She opened the box, revealing a map": the opening does.
  const isOpening = token.lower === "revealing" && subject?.isPerson === true;
  const isEffect = (EFFECTS.has(token.lower) || hints || isOpening || marks) && !leads && !leaves;
  const acts = subject?.isPerson === true || subject?.again === "they";
  // "Bell praised the plan, stressing …": she stresses, not her praise.
  // One "This" behind another reads like a machine; the subject itself did it.
  const isPointed = /^(?:this|these)$/.test(tokens[0]?.lower ?? "") && subject !== undefined;
  if (
    isPointed &&
    !EVENTS.test(token.lower) &&
    !/^(?:it|them|their)$/.test(tokens[at + 1]?.lower ?? "")
  ) {
    const own = splitAtOwnParticiple(sentence, subject, comma, at, adverb, end);
    if (own !== undefined) return own;
  }
  const isEither = DEEDS_OR_EFFECTS.has(token.lower);
  const likens = isLikening(sentence, at, subject);
  if (likens && (lemma === undefined || subject === undefined)) return undefined;
  // "The canal is one of the main routes, allowing …": the canal does, not that it is one.
  const isKind =
    /^(?:allowing|enabling)$/.test(token.lower) &&
    subject?.isPerson === false &&
    /^(?:is|are|was|were)$/.test(tokens[subject.verb]?.lower ?? "") &&
    /^(?:an?|the|one)$/.test(tokens[subject.verb + 1]?.lower ?? "");
  // "The data were checked, revealing …": the check reveals it.
  const reveals =
    REVEALS.test(token.lower) && subject !== undefined && isPassive(sentence, subject.verb, comma);
  // "She was struck by the blow, weakening her hold": what is done to her does, not she.
  const suffers =
    subject !== undefined &&
    subject.isPerson !== false &&
    !OWN.has(token.lower) &&
    isPassive(sentence, subject.verb, comma);
  // "The paper counts the birds, stressing …": papers stress.
  const isPaper =
    PAPERS.test(tokens[(subject?.verb ?? 0) - 1]?.lower ?? "") && REVEALS.test(token.lower);
  const isOwn =
    lemma === undefined ||
    leads ||
    moves ||
    isKind ||
    (!isEffect &&
      !isThereby &&
      !turnsBack &&
      !likens &&
      !reveals &&
      !suffers &&
      (isPaper || acts || isNamed || isEither || mirrors || OWN.has(token.lower)));
  if (isOwn) {
    const own = splitAtOwnParticiple(sentence, subject, comma, at, adverb, end);
    // "Firms can sell abroad, raising …": if they can't be told to do it, what they can do does.
    if (own !== undefined || lemma === undefined || leads || moves) return own;
    // What gives others the means does not do it all itself: "It lets us plan ahead, opening …".
    const gives = subject?.isPerson === false && GIVES_OVER.test(tokens[subject.verb]?.lower ?? "");
    // "Ann and Per set out together, creating …": somebody by name does it, not their setting out.
    const isSomebody = isNamed && sentence.is(tokens.indexOf(opening), "Person");
    if (isSomebody && subject === undefined) return own;
    const isGiven = /^(?:providing|offering|giving|bringing|sending|letting)$/.test(token.lower);
    const isUnknown =
      subject === undefined && !isNamed && !isGiven && !isState(sentence, comma, later);
    if (!EFFECTIVE.has(token.lower) && !isEither && !gives && !isUnknown) return own;
  }
  if (!isWholeBefore(sentence, comma) || hangsOn(sentence, comma)) return undefined;
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
  const past = modalOfPast(sentence, comma);
  if (past !== undefined) {
    const done = verbForms(lemma).participle;
    const again = (word: string): string => formsOf(word)?.participle ?? "";
    // "This could have …. This could have …" reads like a machine.
    const what = tokens[0]?.lower === "this" && MODAL.test(tokens[1]?.lower ?? "") ? "It" : "This";
    return writeTail(sentence, comma, at, end, `${what} ${past} have ${adverb}${done}`, again);
  }
  // "It doesn't need a battery, making it …": what is not so has its effect too.
  const isOutcome =
    /^(?:making|leaving|resulting|leading|forcing|meaning|necessitating|exacerbating)$/.test(
      token.lower,
    );
  if (isUnrealised(sentence, comma, true, isOutcome) || LIES_AHEAD.test(sentence.text))
    return undefined;
  if (IS_TO.test(sentence.text)) return undefined;
  if (hasLooseDeed(sentence, at + 1, end)) return undefined;
  const start = tailClauseStart(sentence, comma, later);
  // "Users can share files, making …": what can be is told in the present.
  const tense = modal === "can" ? "present" : tailTense(sentence, start, comma);
  // "They include the loom, which spread to the north, leading to …": the tense of the last clause tells.
  const inner = tokens.findLastIndex(
    ({ lower }, i) => i < comma && i > start && /^(?:which|who)$/.test(lower),
  );
  const isOfSubject = tenseBehindRelative(sentence, start, comma) !== undefined;
  if (inner !== -1 && !isOfSubject && mainTense(sentence, inner + 1, comma) !== tense)
    return undefined;
  // "It can't be praised enough, as his books helped to …, making …": they made it so then.
  const reason = tokens.findLastIndex(
    ({ lower }, i) => i < comma && i > start && /^(?:as|because|since)$/.test(lower),
  );
  const isThen = reason !== -1 && mainTense(sentence, reason + 1, comma) === "past";
  if (isThen && tense !== "past") return undefined;
  const able = tense ?? tenseOfAbility(sentence, comma);
  if (able === undefined) return undefined;
  const forms = (isEither || turnsBack ? formsOf(token.lower) : undefined) ?? verbForms(lemma);
  // "Many have left, resulting in …": what has come of it has come of it by now.
  // "It has been shown to grow, meaning that …": what it means it means now.
  const isNow =
    /^(?:meaning|marking|underscoring|signall?ing|highlighting|showing|demonstrating|illustrating|reflecting)$/.test(
      token.lower,
    );
  // "As we have seen, haste can breed errors, undermining …": what can be is told in the present.
  const hasCome = !isNow && modal !== "can" && isPerfect(sentence, start, comma);
  const participle = hasCome ? formsOf(token.lower)?.participle : undefined;
  if (participle !== undefined) {
    // "Tests have shown that it is light, easing …": the tense would be that of the tests.
    if (tokens.slice(start, comma).some(({ lower }) => lower === "that")) return undefined;
    const again = (word: string): string => formsOf(word)?.participle ?? "";
    const done = CLAUSE_VERBS.has(token.lower) ? verbForms(lemma).participle : participle;
    return writeTail(sentence, comma, at, end, `This has ${adverb}${done}`, again);
  }
  const verb = able === "past" ? forms.past : forms.s;
  const write = (word: string): string =>
    (able === "past" ? formsOf(word)?.past : formsOf(word)?.s) ?? "";
  return writeTail(sentence, comma, at, end, `This ${adverb}${verb}`, write);
}

const LOOSE_SAYING =
  /^(?:evidencing|(?:indicating|showing|signaling|signalling) (?:how|what|which|where|when|whether)|revealing (?:its|his|her|their)|making (?:off|out|up|do|way|sense|(?:his|her|their|its|my|our|your) way)|leading (?:down|up|away|back|through|along|from|across|out))\b/;
const MILESTONES =
  /\b(?:first|last|second|third|step|milestone|beginning|start|end|shift|return|moment|era|time|point|change|transition|departure|anniversary|debut|win|victory|rise|increase|improvement|achievement)\b/;
const HINTS = /^(?:indicating|suggesting|implying|signifying|signaling|signalling|meaning)$/;
const PAPERS =
  /^(?:paper|study|essay|article|report|review|book|chapter|document|thesis|survey|abstract|letter|novel|story|film|documentary|research|work|finding|result|data|poll)s?$/;
const SETS_GOING =
  /^(?:leaving|keeping|sending|getting|seeing|hearing|watching|having|finding|catching|setting|feeling)$/;
const CLOSED_LIST =
  /^\w+ing\b[^,;:]{1,200}, (?:and|or) (?:\w+ly )?(?!during\b|nothing\b|something\b|anything\b|everything\b)[a-z]{3,}ing\b/;
const MIRRORS = /^(?:reflecting|evoking|inspiring|reminding|influencing|shaping|driving|turning)$/;
const REVEALS =
  /^(?:revealing|confirming|showing|proving|demonstrating|indicating|suggesting|highlighting|underscoring|reflecting|signaling|signalling)$/;
// What all of it does, never those it is about: "these families are poor, worsening …".
const EVENTS = /^(?:exacerbating|worsening|compounding|perpetuating|necessitating|complicating)$/;
const LIES_AHEAD =
  /\b(?:has|have|had) the (?:potential|power|capacity|chance|opportunity) to\b|\b(?:is|are|was|were) (?:set|about|due|going|scheduled|slated|poised|ready) to\b/;
// "It is vital to save water, easing …": nobody has saved any yet.
const IS_TO =
  /^(?:[^,]{1,40}, )?(?:it|It)(?:'s|’s| is| was) (?!\w+ed )(?:[\w-]+ ){1,4}to (?!note|say|see|know|remember|mention)/;

/** "This helps …, despite lacking …": whoever lacks it is no longer named; in "to do … without asking" nobody need be. */
function hasLooseDeed(sentence: Sentence, from: number, end: number): boolean {
  let isAim = false;
  for (let i = from; i + 1 < end; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    const next = sentence.is(i + 1, "Adverb") ? i + 2 : i + 1;
    const isDeed = sentence.tokens[next]?.lower.endsWith("ing") === true;
    if (isDeed && word === "despite") return true;
    if (isDeed && !isAim && /^(?:without|while|after|before|when)$/.test(word)) return true;
    if (word === "to" && sentence.is(i + 1, "Verb")) isAim = true;
  }
  return false;
}

function isSum(sentence: Sentence, at: number): boolean {
  const { lower } = sentence.tokens[at] ?? { lower: "" };
  if (/^[\d$£€]/.test(lower) || sentence.is(at, "Value")) return true;
  const next = /^(?:more|up)$/.test(lower) ? at + 2 : at + 1;
  const isLed = /^(?:over|more|about|nearly|almost|around|up)$/.test(lower);
  return (
    isLed && (/^[\d$£€]/.test(sentence.tokens[next]?.lower ?? "") || sentence.is(next, "Value"))
  );
}
