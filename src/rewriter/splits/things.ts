// Joints behind a thing that was just brought in ("a song that filled the hall") and before the means by
// which something is done ("… by mixing the two"). Only what happened or is so can be told in two steps.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { isAnimate } from "../sentence/animate.ts";
import { opensClause } from "../sentence/clause-starts.ts";
import { findFiniteVerb, mainTense, startsClause, wordSet } from "../sentence/clauses.ts";
import {
  hangsOn,
  isBracketed,
  isPluralNoun,
  isUnrealised,
  lastClauseStart,
  marksClause,
  standsAlone,
  strandsVerb,
  subjectStart,
  wordsBetween,
} from "../sentence/ground.ts";
import { holdsClause, isReported } from "../sentence/main-clauses.ts";
import { findSubject, type Subject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { cut, stripSpaceBefore } from "./cuts.ts";

/** "She sang a song that filled the hall." → "She sang a song. It filled the hall.", in the past only. */
export function splitAtNewThing(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  const noun = tokens[at - 1];
  const verb = tokens[at + 1];
  if (noun === undefined || verb === undefined || tokens[at]?.lower !== "that") return undefined;
  if (!/^\p{Ll}+$/u.test(noun.text) || !sentence.is(at - 1, "Singular")) return undefined;
  if (isAnimate(noun.lower) || EMPTY.has(noun.lower) || isBracketed(sentence, at)) return undefined;
  const isPast = sentence.is(at + 1, "PastTense") && !HAD.has(verb.lower);
  if (!isPast && verb.lower !== "was") return undefined;
  if (wordsBetween(sentence, 0, at) < 7 || wordsBetween(sentence, at + 1, end) < 5)
    return undefined;
  // The thing stands right behind the main verb or a preposition of its clause: "hid a door that …".
  let first = at - 2;
  let told = 0;
  while (first > 0 && sentence.is(first, "Adjective", "Noun", "Adverb", "PastTense", "Gerund")) {
    if (!sentence.is(first, "Noun")) told++;
    first--;
  }
  // "with an expression that …" says nothing without the clause; "a small door" does.
  if (told === 0) return undefined;
  if (!/^an?$/.test(tokens[first]?.lower ?? "")) return undefined;
  const subject = findSubject(sentence);
  if (subject === undefined || subject.verb >= first) return undefined;
  const main = tokens[subject.verb]?.lower ?? "";
  if (BE.has(main) || mainTense(sentence, subjectStart(sentence), at) !== "past") return undefined;
  for (let i = subject.verb + 1; i < at; i++) {
    if (marksClause(sentence, i, at) || /^(?:,|and|or|but|of|like)$/.test(tokens[i]?.lower ?? ""))
      return undefined;
    if (sentence.is(i, "Gerund") && i < first) return undefined;
  }
  if (!standsAlone(sentence, 0, at) || hangsOn(sentence, at) || isUnrealised(sentence, at))
    return undefined;
  if (DEGREES.test(sentence.text.slice(tokens[first]?.start, noun.end))) return undefined;
  if (strandsVerb(sentence, at + 1, end)) return undefined;
  // Two things of one kind in the sentence: "it" might be either, the noun can't.
  const again =
    subject.again === "it" || subject.isPerson === undefined ? `This ${noun.lower}` : "It";
  return {
    start: noun.end,
    end: verb.start,
    options: [`. ${again} `],
    kind: "split",
    why: 'long sentence split at "that"',
  };
}

/** "The paper speeds up training by using trees." → "…. It does this by using trees." */
export function splitAtMeans(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const gerund = tokens[at + 1];
  const last = tokens[at - 1];
  if (gerund === undefined || last === undefined || !sentence.is(at + 1, "Gerund"))
    return undefined;
  if (wordsBetween(sentence, 0, at) < 5 || wordsBetween(sentence, at, end) < 6) return undefined;
  if (!last.isWord || isBracketed(sentence, at)) return undefined;
  // "not only cuts costs by … but also …": the two halves are one.
  if (/\bnot (?:only|just|merely|simply)\b/i.test(text)) return undefined;
  // "the risk posed by eating it": by what it is posed, not how something else is done.
  const isPassive = sentence.is(at - 1, "PastTense", "Participle") && !sentence.is(at - 1, "Noun");
  if (isPassive || /^(?:existing|growing|rising|increasing)$/.test(gerund.lower)) return undefined;
  const subject = findSubject(sentence);
  if (subject === undefined || subject.verb >= at - 2 || subject.again === "this") return undefined;
  const main = tokens[subject.verb]?.lower ?? "";
  const doing = doingAgain(sentence, subject);
  if (doing === undefined || PRESENTS.test(main) || HEDGED.has(tokens[0]?.lower ?? ""))
    return undefined;
  const isHelped = /^(?:can|could|may|might|will|would|has|have|had)$/.test(main);
  const deed = isHelped
    ? subject.verb + (sentence.is(subject.verb + 1, "Adverb") ? 2 : 1)
    : subject.verb;
  for (let i = subject.verb; i < at; i++) {
    const word = tokens[i]?.lower ?? "";
    if (marksClause(sentence, i, at) && i > subject.verb) return undefined;
    if (/^(?:,|or|but|than|by|only|not|never)$/.test(word)) return undefined;
    // "cuts costs and time by …" does one thing; a second verb may own the means.
    if (word === "and" && (sentence.is(i + 1, "Verb") || !sentence.is(i + 1, "Noun", "Adjective")))
      return undefined;
    // "was aimed at boosting growth by …": the means may belong to the inner verb.
    const isDeed = i <= deed || !sentence.is(i, "Gerund", "Infinitive");
    if (!isDeed && (sentence.is(i, "Gerund") || !sentence.is(i, "Noun"))) return undefined;
  }
  if (BE.has(main) || STATES.test(main) || isReported(sentence, at)) return undefined;
  if (strandsVerb(sentence, at + 1, end)) return undefined;
  return {
    start: stripSpaceBefore(text, tokens[at]?.start ?? 0),
    end: tokens[at]?.start ?? 0,
    options: [`. ${capitalise(subject.again)} ${doing} this `],
    kind: "split",
    why: 'long sentence split at "by"',
  };
}

/** "does", "did", "can do", "have done": the deed of the subject said again. */
function doingAgain(sentence: Sentence, subject: Subject): string | undefined {
  const { tokens } = sentence;
  const word = tokens[subject.verb]?.lower ?? "";
  const next = sentence.is(subject.verb + 1, "Adverb") ? subject.verb + 2 : subject.verb + 1;
  if (/^(?:can|could|may|might|will|would)$/.test(word)) {
    const isBare = sentence.is(next, "Infinitive") && !BE.has(tokens[next]?.lower ?? "");
    return isBare && !STATES.test(tokens[next]?.lower ?? "") ? `${word} do` : undefined;
  }
  if (/^(?:has|have|had)$/.test(word)) {
    return sentence.is(next, "PastTense", "Participle") && !BE.has(tokens[next]?.lower ?? "")
      ? `${word} done`
      : undefined;
  }
  if (HAD.has(word)) return undefined;
  const tense = mainTense(sentence, subjectStart(sentence), subject.verb + 2);
  if (tense === undefined) return undefined;
  return tense === "past" ? "did" : subject.isPlural ? "do" : "does";
}

/** "It is vital, as it keeps the air clean." → "It is vital. It keeps the air clean.", unless "as" tells a time. */
export function splitAtAs(sentence: Sentence, comma: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  if (wordsBetween(sentence, 0, comma) < 6 || wordsBetween(sentence, comma + 2, end) < 5)
    return undefined;
  if (!holdsClause(sentence, comma) || isReported(sentence, comma)) return undefined;
  // "Do not boil it, as it will burn", "If it rains, it is hard, as …": only under the condition.
  if (/^(?:if|unless|do|don't|never|avoid)$/.test(tokens[0]?.lower ?? "")) return undefined;
  // "She considers it vital, as it …": the reason is hers.
  if (/\b(?:consider|regard|view)(?:s|ed)?\b/.test(sentence.text.slice(0, tokens[comma]?.start)))
    return undefined;
  // "…, as I have come to understand": all that was said is what is understood.
  if (KNOWING.test(sentence.text.slice(tokens[comma]?.start))) return undefined;
  const start = lastClauseStart(sentence, comma);
  if (!startsClause(sentence, comma + 2, end) && !opensClause(sentence, comma + 2, end))
    return undefined;
  const verb = findFiniteVerb(sentence, comma + 2, end);
  if (verb === undefined) return undefined;
  const main = tokens[findFiniteVerb(sentence, start, comma) ?? comma]?.lower ?? "";
  // "… can be hard, as …": what can or should be has a reason rather than a time.
  const isModal = /^(?:can|could|may|must|should)$/.test(main);
  const isThing = /^(?:it|they|this|these)$/.test(tokens[comma + 2]?.lower ?? "");
  const isPresent = mainTense(sentence, start, comma) === "present";
  // What is so beside something else is its reason; what happens beside it tells a time.
  const isState = STATE_VERBS.has(tokens[verb]?.lower ?? "");
  // "… is a challenge, as users often report faults": what always happens tells no time either.
  const isHabit =
    ((isPresent && tells(sentence, start, comma)) || isModal) &&
    !/^(?:i|you|we|he|she)$/.test(tokens[comma + 2]?.lower ?? "") &&
    sentence.is(verb, "PresentTense", "Infinitive") &&
    !CHANGES.test(tokens[verb]?.lower ?? "");
  if (sentence.is(verb + 1, "Gerund")) return undefined;
  const isTelling =
    isThing &&
    (isPresent || isModal) &&
    !sentence.is(verb, "PastTense") &&
    !/^(?:look|seek|try|aim|hope|work|strive|prepare|wait)s?$/.test(tokens[verb]?.lower ?? "");
  const isReason = isTelling || isState || isHabit;
  if (!isReason) return undefined;
  // "platforms, as they now work, should": the main clause goes on.
  if (strandsVerb(sentence, comma + 2, end)) return undefined;
  // "People fear the cameras, as they might …": who or what?
  const isThey = tokens[comma + 2]?.lower === "they" && isPluralNoun(sentence, comma - 1);
  if (isThey && findSubject(sentence)?.isPlural === true) return undefined;
  for (let i = start; i < comma; i++) {
    if (marksClause(sentence, i, comma) && tokens[i]?.lower !== "to") return undefined;
  }
  return cut(sentence, comma, comma + 2, "", 'long sentence split at "as"');
}

/** Whether the clause says what something is: its verb is a form of "be". */
function tells(sentence: Sentence, from: number, to: number): boolean {
  const verb = findFiniteVerb(sentence, from, to);
  if (verb === undefined || sentence.is(verb + 1, "Gerund")) return false;
  return /^(?:is|are)$/.test(sentence.tokens[verb]?.lower ?? "");
}

/** "It is a key step as it helps the small firms." → "It is a key step. It helps the small firms." */
export function splitAtPlainAs(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens } = sentence;
  if (!/^(?:it|they|this|these)$/.test(tokens[at + 1]?.lower ?? "")) return undefined;
  const given = tokens[at + 2]?.lower ?? "";
  const isGiving =
    GIVES.test(given) ||
    (sentence.is(at + 2, "PresentTense", "Infinitive") && !CHANGES.test(given));
  if (!isGiving || isBracketed(sentence, at)) return undefined;
  if (
    /^(?:just|same|such|as|so|much|far|well|soon|long|exactly|even)$/.test(
      tokens[at - 1]?.lower ?? "",
    )
  )
    return undefined;
  if (wordsBetween(sentence, 0, at) < 7 || wordsBetween(sentence, at + 1, end) < 5)
    return undefined;
  if (!standsAlone(sentence, 0, at) || hangsOn(sentence, at)) return undefined;
  const subject = findSubject(sentence);
  const main = subject === undefined ? "" : (tokens[subject.verb]?.lower ?? "");
  // "This is key as it …": what something is has a reason; what it does may have a time.
  if (
    subject === undefined ||
    subject.verb >= at ||
    !/^(?:is|are|poses?|presents?|plays?|remains?|matters?)$/.test(main)
  )
    return undefined;
  for (let i = subject.verb + 1; i < at; i++) {
    if (marksClause(sentence, i, at) && tokens[i]?.lower !== "to") return undefined;
    if (/^(?:,|and|or|but|not|so|more|as)$/.test(tokens[i]?.lower ?? "")) return undefined;
  }
  return cut(sentence, at, at + 1, "", 'long sentence split at "as"');
}

// "presents a method for sorting by size": the means are those of the method.
const PRESENTS =
  /^(?:presents?|presented|introduces?|introduced|proposes?|proposed|describes?|described|shows?|showed|miss(?:es|ed)?|explores?|explored|discuss(?:es|ed)?)$/;
const KNOWING =
  /^, as [\p{L} '’-]{1,40}\b(?:understand|understood|know|known|say|says|said|see|seen|saw|mention(?:ed|s)?|note[sd]?|discuss(?:ed)?|describe[sd]?|explain(?:s|ed)?|state[sd]|learn(?:ed|t)?|expect(?:ed)?|show[ns]?|indicate[sd]?|put)\b(?! (?:a|an|the|that|how|it|them|their|his|her|its|our|more|less|no|as)\b)/iu;
const HEDGED = wordSet("perhaps maybe possibly probably likely");
const STATE_VERBS = wordSet(
  "is are has have was were isn't aren't haven't hasn't can may might could will",
);
// What changes beside something else tells how far it has come: "as the days grow longer".
const CHANGES =
  /^(?:grow|increase|become|change|evolve|progress|continue|move|rise|fall|develop|advance|approach|expand|shift|unfold|begin|start|go|come|drop|decrease|get|age|turn|walk|run|wait|prepare|look|seek|try|aim|hope|work|strive)(?:s|es)?$/;
const GIVES =
  /^(?:allows?|provides?|helps?|offers?|makes?|gives?|enables?|ensures?|contains?|promotes?|reduces?|prevents?|involves?|is|are|has|have)$/;
const BE = wordSet("is are was were am be been");
const HAD = wordSet("had has have did does do");
const STATES =
  /^(?:began|begin|begins|continued?s?|seem(?:s|ed)?|became|becomes?|remain(?:s|ed)?|start(?:s|ed)?|end(?:s|ed)?|works?|worked|respond(?:s|ed)?|react(?:s|ed)?|conclude[sd]?|opens?|opened|close[sd]?|elaborate[sd]?|come|comes|came|go|goes|went|live[sd]?|die[sd]?|sav(?:e|es|ed)|earn(?:s|ed)?)$/;
const EMPTY = wordSet(
  "way thing place point time moment day world fact kind sort type one someone something anything nothing everything idea belief feeling sense notion claim evidence sign proof reminder hope fear view question truth testament realization report statement message letter story theory argument case period age era year",
);
const DEGREES =
  /\b(?:such|so|too|only|first|last|same|very|most|more|single|better|worse|certain)\b/i;
