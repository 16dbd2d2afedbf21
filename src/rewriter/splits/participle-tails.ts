// How an "-ing" part is written as a sentence of its own: the forms of its verb, and what hangs on it.

import type { Edit } from "../edit.ts";
import { verbForms } from "../inflect.ts";
import { startsClause, wordSet } from "../sentence/clauses.ts";
import { CLAUSE_MARKS, strandsVerb } from "../sentence/ground.ts";
import { formsOfGerund, type Sentence } from "../sentence/tokens.ts";
import { stripSpaceBefore } from "./cuts.ts";
import { CLAUSE_VERBS, EFFECTIVE, OWN } from "./participle-verbs.ts";

/** Forms of the verb behind an "-ing" word, in plainer words where there are some. */
export function formsOf(
  gerund: string,
): { base: string; s: string; past: string; participle: string | undefined } | undefined {
  const plain = PLAIN.get(gerund);
  if (plain !== undefined) return verbForms(plain);
  const forms = formsOfGerund(gerund);
  if (forms === undefined) return undefined;
  const known = verbForms(forms.base);
  const participle = forms.past.endsWith("ed")
    ? forms.past
    : known.past === forms.past
      ? known.participle
      : undefined;
  return { ...forms, participle };
}

// "This book tells of the war, exploring its causes": those of the war.
const TELLS =
  /^(?:highlighting|exploring|examining|discussing|emphasi[sz]ing|stressing|describing|analy[sz]ing|explaining|detailing|outlining|showing|investigating|tracing|underscoring|showcasing|demonstrating|revealing|assessing|evaluating|addressing|covering|noting|focusing)$/;
const HEMS_IN =
  /^(?:limiting|reducing|hindering|restricting|increasing|improving|enhancing|hampering|affecting|undermining|weakening|diminishing|compromising|impeding|degrading|justifying|boosting|raising|lowering)$/;
const SELVES = /^(?:him|her|my|your)self$|^(?:them|our|your)selves$/;

/** "-ing" words the tagger took for nouns or adjectives count too when a verb stands behind them. */
export function isGerund(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  if (!/^[a-z]{2,}ing$/.test(word) || NO_PARTICIPLES.has(word)) return false;
  const isBeforeThing =
    sentence.is(at + 1, "Noun") && !sentence.is(at + 1, "Possessive", "Pronoun", "Determiner");
  return sentence.is(at, "Gerund") || (formsOfGerund(word) !== undefined && !isBeforeThing);
}

/** The cut before token `at`; one more "-ing" joined by "and" is written by `write`. */
export function writeTail(
  sentence: Sentence,
  comma: number,
  at: number,
  end: number,
  opening: string,
  write: (gerund: string) => string,
): Edit | undefined {
  const { tokens, text } = sentence;
  const from = tokens[comma];
  const verb = tokens[at];
  const next = tokens[at + 1];
  if (from === undefined || verb === undefined || next === undefined) return undefined;
  if (!next.isWord) return undefined;
  // "It claims it is fair": two things, one word.
  // "…, chasing the hare, or they may wait": the choice was between the clauses.
  if (/, or (?:they|he|she|it|we|you|i)\b/i.test(text.slice(verb.end))) return undefined;
  // "They limit their use": what hems in the methods is no deed of theirs.
  if (/^They\b/.test(opening) && next.lower === "their")
    if (HEMS_IN.test(verb.lower) || TELLS.test(verb.lower)) return undefined;
  // "He won, giving him a third cup" → "He gave him": nobody would be sure who is who.
  const isOther =
    (/^He\b/.test(opening) && next.lower === "him") ||
    (/^They\b/.test(opening) && next.lower === "them") ||
    (/^She\b/.test(opening) &&
      next.lower === "her" &&
      !sentence.is(at + 2, "Noun", "Adjective", "Gerund"));
  if (isOther) return undefined;
  const isToldOf = next.lower === "its" && TELLS.test(verb.lower);
  if (/^It\b/.test(opening) && (next.lower === "it" || isToldOf)) return undefined;
  // "fearing the worst but glad of the quiet": the second part has no verb.
  for (let i = at + 2; i + 1 < end; i++) {
    const isBut = /^(?:but|yet)$/.test(tokens[i]?.lower ?? "") && tokens[i - 1]?.isWord === true;
    if (isBut && sentence.is(i + 1, "Adjective", "Participle", "PastTense")) return undefined;
  }
  // "shrinking here but growing there": only what is joined by "and" is written anew.
  if (/\bbut (?:\w+ly |also |still |even )?[a-z]{3,}ing\b/.test(text.slice(verb.end)))
    return undefined;
  // "This allowed himself to rest": what went before has no self.
  if (/^(?:This|It)\b/.test(opening) && SELVES.test(next.lower)) return undefined;
  // "…, tempting and out of reach": what something is like.
  const isQuality =
    /^(?:and|or|but|yet)$/.test(next.lower) &&
    !/ing$/.test(tokens[at + 2]?.lower ?? "") &&
    !/ly$/.test(tokens[at + 2]?.lower ?? "");
  if (isQuality) return undefined;
  // "The wind had turned, making the bay unsafe, the captain …": the clause it goes with is yet to come.
  for (let i = at + 1; i + 2 < end; i++) {
    const isBare =
      tokens[i]?.text === "," && /^\p{Lu}|^(?:he|she|we|they|i)$/u.test(tokens[i + 1]?.text ?? "");
    if (isBare && startsClause(sentence, i + 1, end)) return undefined;
  }
  const start = stripSpaceBefore(text, from.start);
  const why = `long sentence split before "${verb.lower}"`;
  const second = secondParticiple(sentence, at + 1, end);
  if (second === undefined) {
    if (strandsVerb(sentence, at + 1, end)) return undefined;
    return { start, end: verb.end, options: [`. ${opening}`], kind: "split", why };
  }
  const last = tokens[second.at];
  const and = tokens[second.and];
  if (second.isUnclear || last === undefined || and === undefined) return undefined;
  if (strandsVerb(sentence, second.at + 1, end)) return undefined;
  const finite = write(last.lower);
  if (finite === "") return undefined;
  const between = text.slice(verb.end, stripComma(text, and.start));
  const adverb = text.slice(and.end, last.start);
  return {
    start,
    end: last.end,
    options: [`. ${opening}${between} ${and.lower}${adverb}${finite}`],
    kind: "split",
    why,
  };
}

function stripComma(text: string, at: number): number {
  let start = stripSpaceBefore(text, at);
  if (text.charAt(start - 1) === ",") start--;
  return start;
}

/** A second "-ing" beside the first would be left hanging; "and …ing" alone can be carried over. */
function secondParticiple(
  sentence: Sentence,
  from: number,
  end: number,
): { and: number; at: number; isUnclear: boolean } | undefined {
  const { tokens } = sentence;
  let found: { and: number; at: number; isUnclear: boolean } | undefined;
  let trailing = false;
  for (let i = from; i + 1 < end; i++) {
    const word = tokens[i]?.lower ?? "";
    if (word !== "and" && word !== "or" && word !== ",") continue;
    const hasAdverb = /ly$|^(?:further|also|even|then|thus)$/.test(tokens[i + 1]?.lower ?? "");
    const at = i + (hasAdverb ? 2 : 1);
    const next = tokens[at]?.lower ?? "";
    if (!next.endsWith("ing") || next.length < 5 || next.includes("-")) continue;
    if (!sentence.is(at, "Gerund", "Verb", "Noun") && formsOfGerund(next) === undefined) continue;
    // "their weapons and training to win": a thing they have.
    const isThing =
      /^(?:training|understanding|learning|funding|housing|lighting|seating|planning)$/;
    const isOpen = sentence.is(at + 1, "Determiner", "Noun", "Adjective", "Possessive", "Pronoun");
    if (isThing.test(next) && !isOpen) continue;
    // "the risk of choking or overheating": a thing, not a deed.
    if (word === "or" && (at + 1 >= end || !tokens[at + 1]?.isWord)) continue;
    if (word === ",") {
      // "…, casting a light on the floor, marking the way": the second tail goes along with the first.
      trailing = true;
      continue;
    }
    // "between warm reds and calming blues": the kind of blues.
    const isBetween = tokens.slice(from, i).some(({ lower }) => /^(?:between|both)$/.test(lower));
    // "the old houses and winding streets": a thing and another of a certain kind, unless the deed is a known one.
    const isKind =
      sentence.is(at + 1, "Noun") &&
      !sentence.is(at + 1, "Pronoun", "Possessive", "Determiner") &&
      !CLAUSE_VERBS.has(next) &&
      !OWN.has(next) &&
      !EFFECTIVE.has(next);
    // "a tool for reading and writing maps": both hang on "for".
    const isPair =
      i > from &&
      /[a-z]{2}ing$/.test(tokens[i - 1]?.lower ?? "") &&
      !sentence.is(i - 2, "Adjective", "Determiner", "Possessive");
    const isPlain =
      !isBetween &&
      !isPair &&
      !isKind &&
      !trailing &&
      sentence.is(at, "Gerund") &&
      !/^(?:understanding|training|learning|thinking|writing|reading|meaning|feeling|being)$/.test(
        next,
      ) &&
      (sentence.is(at + 1, "Determiner", "Possessive", "Adjective", "Noun", "Pronoun", "Value") ||
        /^(?:the|a|an|that|into|around|through|over|across|in|on|to|with|for|from|about)$/.test(
          tokens[at + 1]?.lower ?? "",
        )) &&
      !sentence.is(at + 1, "Verb", "Copula") &&
      tokens[at + 1]?.isWord === true &&
      !/^(?:of|and|,)$/.test(tokens[at + 1]?.lower ?? "") &&
      !hasPrepositionBefore(sentence, from, i);
    if (found !== undefined) return { ...found, isUnclear: true };
    found = { and: i, at, isUnclear: !isPlain };
  }
  return found;
}

/** "by cutting costs and raising prices": the second belongs to "by", not to the tail's verb. */
function hasPrepositionBefore(sentence: Sentence, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    // "practical learning and imparting skills": learning is a thing here.
    const isThing = sentence.is(i - 1, "Adjective", "Determiner", "Possessive");
    if (sentence.tokens[i]?.lower.endsWith("ing") && sentence.is(i, "Gerund") && !isThing)
      return true;
    // An "-ing" can't hang on a "to".
    const word = sentence.tokens[i]?.lower ?? "";
    if (CLAUSE_MARKS.has(word) && word !== "to") return true;
  }
  return false;
}

const NO_PARTICIPLES = wordSet(
  "during according including regarding concerning excluding following depending considering something nothing everything anything being having morning evening pending notwithstanding ranging starting beginning",
);
const PLAIN = new Map([
  ["utilizing", "use"],
  ["utilising", "use"],
  ["leveraging", "use"],
  ["showcasing", "show"],
  ["demonstrating", "show"],
  ["emphasizing", "stress"],
  ["enhancing", "improve"],
]);
