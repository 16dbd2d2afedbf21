// Joints before a cause told by a noun ("… due to the rain") and before what came next ("… before reaching
// the sea"). Only a plain fact is cut from its cause: what may be, or is denied, stays with it.

import type { Edit } from "../edit.ts";
import { findMainVerb, wordSet } from "../sentence/clauses.ts";
import {
  hangsOn,
  isBracketed,
  isUnrealised,
  lastClauseStart,
  marksClause,
  standsAlone,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import { findSubject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";
import { formsOf, isGerund } from "./participle-tails.ts";

/** "The road is closed due to the heavy snow." → "The road is closed. This is due to the heavy snow." */
export function splitAtCause(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const pair = `${tokens[at]?.lower} ${tokens[at + 1]?.lower}`;
  if (pair !== "due to" && pair !== "because of" && pair !== "thanks to") return undefined;
  let mark = at;
  if (WEIGHTS.has(tokens[at - 1]?.lower ?? "")) mark--;
  let before = mark - 1;
  while (
    before > 0 &&
    /^(?:also|often|usually|probably|likely|\w+ly)$/.test(tokens[before]?.lower ?? "")
  )
    before--;
  if (WEIGHS_ALONE.has(tokens[before]?.lower ?? "")) return undefined;
  const start = mark;
  if (tokens[mark - 1]?.text === ",") mark--;
  if (wordsBetween(sentence, 0, mark) < 7 || wordsBetween(sentence, at + 2, end) < 4)
    return undefined;
  if (!standsAlone(sentence, 0, mark) || hangsOn(sentence, mark) || isUnrealised(sentence, mark))
    return undefined;
  const from = lastClauseStart(sentence, mark);
  const verb = findMainVerb(sentence, from, mark);
  if (verb === undefined || isBracketed(sentence, at) || strandsVerb(sentence, at, end))
    return undefined;
  for (let i = verb + 1; i < mark; i++) {
    // "after the death of her husband due to …" tells why he died.
    if (EVENTS.test(tokens[i]?.lower ?? "") || STUDIES.test(tokens[i]?.lower ?? ""))
      return undefined;
    // The cause may belong to an inner clause, or to the second of two things.
    if (marksClause(sentence, i, mark) || /^(?:,|and|or|but)$/.test(tokens[i]?.lower ?? ""))
      return undefined;
    if (
      isGerund(sentence, i) &&
      !/^(?:is|are|was|were|been|\w+ly)$/.test(tokens[i - 1]?.lower ?? "")
    )
      return undefined;
  }
  for (let i = at; i < end; i++) {
    if (
      /^[,;:—–]$/.test(tokens[i]?.text ?? "") ||
      (isGerund(sentence, i) && sentence.is(i - 1, "Noun"))
    )
      return undefined;
  }
  const word = tokens[verb]?.lower ?? "";
  const isPast = /^(?:was|were|had|did)$/.test(word) || sentence.is(verb, "PastTense");
  const isPresent = /^(?:is|are|has|have|does|do)$/.test(word) || sentence.is(verb, "PresentTense");
  const first = tokens[start];
  if (isPast === isPresent || first === undefined) return undefined;
  return {
    start: stripSpaceBefore(text, tokens[mark]?.start ?? 0),
    end: first.start,
    options: [`. This ${isPast ? "was" : "is"} `],
    kind: "split",
    why: `long sentence split at "${pair}"`,
  };
}

/** "He crossed the bay before reaching the town." → "He crossed the bay. Then he reached the town." */
export function splitAtBefore(sentence: Sentence, at: number, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const gerund = tokens[at + 1];
  if (gerund === undefined || !isGerund(sentence, at + 1) || isBracketed(sentence, at))
    return undefined;
  const mark = tokens[at - 1]?.text === "," ? at - 1 : at;
  if (wordsBetween(sentence, 0, mark) < 6 || wordsBetween(sentence, at + 1, end) < 4)
    return undefined;
  if (
    /^(?:just|shortly|long|even|right|soon|not|never|minutes|hours|days|years)$/.test(
      tokens[mark - 1]?.lower ?? "",
    )
  )
    return undefined;
  const subject = findSubject(sentence);
  if (subject === undefined || subject.verb >= mark - 1) return undefined;
  // "It taught me a lot before going": somebody else goes.
  if (subject.isPerson === false || /^(?:it|this)$/.test(subject.again)) return undefined;
  // A name said twice in one breath is stiff.
  if (/^\p{Lu}\p{Ll}/u.test(subject.again)) return undefined;
  const main = tokens[subject.verb]?.lower ?? "";
  if (/^(?:is|are|was|were|had|has|have|be|do|does|did)$/.test(main)) return undefined;
  if (hangsOn(sentence, mark) || isUnrealised(sentence, mark)) return undefined;
  for (let i = subject.verb + 1; i < mark; i++) {
    if (marksClause(sentence, i, mark) || isGerund(sentence, i)) return undefined;
    if (/^[,;:—–]$/.test(tokens[i]?.text ?? "")) return undefined;
  }
  const isPast = sentence.is(subject.verb, "PastTense");
  const isPresent = sentence.is(subject.verb, "PresentTense");
  const forms = formsOf(gerund.lower);
  if (isPast === isPresent || forms === undefined || strandsVerb(sentence, at + 2, end))
    return undefined;
  for (let i = at + 2; i + 1 < end; i++) {
    if (tokens[i]?.lower === "and" && tokens[i + 1]?.lower.endsWith("ing")) return undefined;
  }
  const verb = isPast ? forms.past : subject.isPlural ? forms.base : forms.s;
  return {
    start: stripSpaceBefore(text, tokens[mark]?.start ?? 0),
    end: gerund.end,
    options: [`. Then ${subject.again} ${verb}`],
    kind: "split",
    why: 'long sentence split at "before"',
  };
}

const EVENTS =
  /^(?:death|deaths|loss|losses|decline|delay|delays|injury|injuries|rise|fall|drop|increase|decrease|lack|absence|failure|closure|collapse|damage|problems?|concerns?|deaths?|changes?|after)$/;
// What is studied or told of has its cause, not the study.
const STUDIES =
  /^(?:investigat|examin|analy[sz]|explor|discuss|describ|stud(?:y|ies|ied)|report|observ|document|detail|outlin|highlight|address|predict|simulat|model(?:l?ed|s)|measur|consider|mention|recall)(?:e|es|ed|s|ing)?$/;
const WEIGHTS = wordSet("largely mainly mostly partly primarily chiefly");
const WEIGHS_ALONE = wordSet("only just simply not is was are were be been perhaps solely merely");
