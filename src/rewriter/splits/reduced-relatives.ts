// "… is a small tool used to cut glass", "… a quiet village located in the north": what is told of a new thing by a
// participle or an adjective right behind it, without "that is". It gets its verb back in a sentence of its own.

import type { Edit } from "../edit.ts";
import { isAnimate } from "../sentence/animate.ts";
import { mainTense, startsClause, wordSet } from "../sentence/clauses.ts";
import {
  hasSpeech,
  isBracketed,
  lastClauseStart,
  strandsVerb,
  wordsBetween,
} from "../sentence/ground.ts";
import { holdsClause, isReported } from "../sentence/main-clauses.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { DEGREES, EMPTY, isBroughtIn, isNamedBy, sayAgain, thingBefore } from "./that.ts";

/** "It is a small tool used to cut glass." → "It is a small tool. It is used to cut glass." */
export function splitAtReducedRelative(
  sentence: Sentence,
  at: number,
  end: number,
): Edit | undefined {
  const { tokens, text } = sentence;
  const noun = tokens[at - 1];
  const word = tokens[at]?.lower ?? "";
  const links = TELLING.get(word);
  if (noun === undefined || links?.has(tokens[at + 1]?.lower ?? "") !== true) return undefined;
  if (!/^\p{Ll}{3,}$/u.test(noun.text) || !sentence.is(at - 1, "Noun") || EMPTY.has(noun.lower))
    return undefined;
  if (isBracketed(sentence, at) || hasSpeech(text)) return undefined;
  // "known as the Halo that lights …": what follows tells of the name.
  if (word === "known" && /\b(?:that|which|who)\b/.test(text.slice(noun.end))) return undefined;
  if (isAnimate(noun.lower) && noun.lower !== "model") return undefined;
  if (wordsBetween(sentence, 0, at) < 5 || wordsBetween(sentence, at, end) < 6) return undefined;
  const thing = thingBefore(sentence, at);
  if (thing === undefined || !thing.isDescribed) return undefined;
  if (DEGREES.test(text.slice(tokens[thing.first]?.start, noun.end))) return undefined;
  if (!holdsClause(sentence, thing.first) || isReported(sentence, at)) return undefined;
  // "there was a strong link found between …", "returning a value based on …": it may tell how something is done.
  const lead = tokens[thing.first - 1]?.lower ?? "";
  if (tokens[thing.first - 2]?.lower === "there" || (word === "based" && lead.endsWith("ing")))
    return undefined;
  const isCopula = isNamedBy(sentence, thing.first);
  if (!isCopula && !isBroughtIn(sentence, thing.first)) return undefined;
  // "A closed loop is a loop used to …" says nothing without the rest.
  if (tokens.slice(0, thing.first).some(({ lower }) => lower === noun.lower)) return undefined;
  const rest = text.slice(noun.end);
  if (/[;:—–]/.test(rest) || /, (?:including|such as|like|and|but|or)\b/.test(rest)) {
    if (!/, [\w'’ -]{1,60}, (?:and|or) /.test(rest) || /[;:—–]/.test(rest)) return undefined;
  }
  for (let i = at + 1; i + 2 < end; i++) {
    const isJoint = tokens[i]?.text === "," || /^(?:and|but)$/.test(tokens[i]?.lower ?? "");
    if (isJoint && startsClause(sentence, i + 1, end)) return undefined;
  }
  // "We built a tool based on trees to sort …": what it was built for hangs on the deed.
  const isAim = !isCopula && links !== LINKS.doing;
  if (
    isAim &&
    tokens.some(({ lower }, i) => i > at && lower === "to" && sentence.is(i + 1, "Verb"))
  )
    return undefined;
  if (strandsVerb(sentence, at + 1, end) || hasLaterVerb(sentence, at, end)) return undefined;
  const tense = tenseBefore(sentence, thing.first, at, isCopula);
  const again = sayAgain(sentence, noun.lower, thing.isMany, isCopula);
  if (tense === undefined || again === undefined) return undefined;
  // What was done once was done, whatever the tense of the clause.
  const isOnce = links === LINKS.once || tense === "past";
  const be = isOnce ? (thing.isMany ? "were" : "was") : thing.isMany ? "are" : "is";
  return {
    start: noun.end,
    end: tokens[at]?.start ?? noun.end,
    options: again.map((words) => `. ${words} ${be} `),
    kind: "split",
    why: "long sentence split before a description",
  };
}

/** The tense of the clause; a form of "be" right before the thing tells it by itself. */
function tenseBefore(
  sentence: Sentence,
  first: number,
  at: number,
  isCopula: boolean,
): "past" | "present" | undefined {
  if (!isCopula) return mainTense(sentence, lastClauseStart(sentence, at), at);
  const words = sentence.tokens.slice(Math.max(0, first - 2), first).map(({ lower }) => lower);
  return words.some((word) => /^(?:was|were)$/.test(word)) ? "past" : "present";
}

/** "uses a map drawn by hand and show how": a verb behind "and" would be that of the main clause. */
function hasLaterVerb(sentence: Sentence, at: number, end: number): boolean {
  for (let i = at + 1; i + 1 < end; i++) {
    if (sentence.tokens[i]?.lower === "to" && sentence.is(i + 1, "Verb")) return false;
    if (!/^(?:and|but|or)$/.test(sentence.tokens[i]?.lower ?? "")) continue;
    const next = sentence.is(i + 1, "Adverb") ? i + 2 : i + 1;
    if (sentence.is(next, "Verb") && !sentence.is(next, "Gerund", "Noun", "Adjective")) return true;
  }
  return false;
}

const LINKS = {
  doing: wordSet("to for in by as"),
  place: wordSet("in at on near between by within along just outside"),
  by: wordSet("by"),
  stuff: wordSet("of from with by"),
  about: wordSet("on around in to for at by"),
  once: wordSet("in by on at"),
};
const GROUPS: readonly (readonly [ReadonlySet<string>, string])[] = [
  [LINKS.doing, "used designed intended meant suited tailored"],
  [LINKS.place, "located situated nestled found set"],
  [
    LINKS.by,
    "characterized characterised driven powered inspired led caused marked surrounded governed run owned",
  ],
  [LINKS.stuff, "made composed comprised equipped filled covered lined adorned"],
  [LINKS.about, "based centered centred focused dedicated devoted aimed rooted grounded"],
  [LINKS.once, "published written founded built developed created conducted held released"],
  [wordSet("for as"), "known"],
];
/** What may stand behind the noun, each with the words that go with it. */
const TELLING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  GROUPS.flatMap(([links, words]) => words.split(" ").map((word) => [word, links] as const)),
);
