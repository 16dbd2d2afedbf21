// Wordings on which two deeds can hang and that are short enough to be said again before the second one: "is a good
// way to …", "have the right to …", "plays a part in …ing", "are able to …", "is known for …ing".

import { wordSet } from "../sentence/clauses.ts";
import { HELPERS, MODALS } from "../sentence/ground.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { isBareVerb } from "./predicates.ts";

export type Governor = {
  /** What is said again behind the subject, "also" included. */
  readonly words: string;
  /** Where the first of the two begins. */
  readonly first: number;
  readonly fits: (at: number) => boolean;
  /** The subject as a noun, where a pronoun would leave open what is meant. */
  readonly noun?: string;
};

/** The frame that begins with the main verb at `verb`; what hangs on it begins before `to`. */
export function frameOf(sentence: Sentence, verb: number, to: number): Governor | undefined {
  const { tokens, text } = sentence;
  let core = verb;
  while (core < verb + 3 && isHelper(tokens[core]?.lower ?? "")) core++;
  const isBe = /^(?:is|are|was|were|be|been)$/.test(tokens[core - 1]?.lower ?? "") && core > verb;
  const at = isBe ? past(sentence, core) : core;
  const link = isBe
    ? (behindState(sentence, at) ?? behindNoun(sentence, at, BE_NOUNS, BE_DEEDS))
    : (behindVerb(sentence, core) ?? behindNoun(sentence, core + 1, HAVE_NOUNS, HAVE_DEEDS));
  if (link === undefined || link.first >= to - 2) return undefined;
  const first = tokens[verb];
  const last = tokens[link.first - 1];
  if (first === undefined || last === undefined) return undefined;
  const words = text.slice(first.start, last.end);
  if (/[^\p{L}\s'’-]/u.test(words) || NEVER_AGAIN.test(words)) return undefined;
  // What must go together can't be told apart.
  if (TOGETHER.test(text)) return undefined;
  const rest = words.slice(first.text.length).replace(/^ also\b/i, "");
  const said = core > verb ? `${first.lower} also${rest}` : `also ${first.lower}${rest}`;
  const fits = link.isDoing
    ? (i: number): boolean => isDoing(sentence, i)
    : (i: number): boolean => isBareVerb(sentence, i);
  return fits(link.first) ? { words: said, first: link.first, fits } : undefined;
}

type Link = { readonly first: number; readonly isDoing: boolean };

/** "to" before a bare verb, or a preposition before an "-ing". */
function linkAt(sentence: Sentence, at: number, doings: RegExp): Link | undefined {
  const word = sentence.tokens[at]?.lower ?? "";
  if (sentence.is(at + 1, "Gerund"))
    return doings.test(word) ? { first: at + 1, isDoing: true } : undefined;
  return word === "to" ? { first: at + 1, isDoing: false } : undefined;
}

/** "is able to", "are known for …ing". */
function behindState(sentence: Sentence, at: number): Link | undefined {
  const word = sentence.tokens[at]?.lower ?? "";
  const link = linkAt(sentence, at + 1, /^(?:for|to|in|at|on|of)$/);
  if (link === undefined) return undefined;
  return (link.isDoing ? STATES_OF_DOING : STATES).test(word) ? link : undefined;
}

/** "a good way to", "the right to", "a great part in …ing". */
function behindNoun(
  sentence: Sentence,
  from: number,
  nouns: RegExp,
  deeds: RegExp,
): Link | undefined {
  const { tokens } = sentence;
  // "gives people the chance to": who gets it may stand before.
  const isGiven = /^(?:them|us|you|me|people|users|students|children|readers|players)$/.test(
    tokens[from]?.lower ?? "",
  );
  const start = isGiven ? from + 1 : from;
  if (!/^(?:a|an|the|its|his|her|their|our|my|your)$/.test(tokens[start]?.lower ?? ""))
    return undefined;
  for (let i = start + 1; i < start + 5; i++) {
    const word = tokens[i]?.lower ?? "";
    if (nouns.test(word) && tokens[i + 1]?.lower === "to" && !sentence.is(i + 1, "Gerund"))
      return linkAt(sentence, i + 1, NEVER);
    if (deeds.test(word) && sentence.is(i + 2, "Gerund"))
      return linkAt(sentence, i + 1, /^(?:in|of|for)$/);
    if (!sentence.is(i, "Adjective", "Noun", "Adverb", "Gerund")) return undefined;
  }
  return undefined;
}

/** "seems to", "requires …ing". */
function behindVerb(sentence: Sentence, at: number): Link | undefined {
  const word = sentence.tokens[at]?.lower ?? "";
  if (SEEMS.test(word)) return linkAt(sentence, at + 1, NEVER);
  if (DOINGS.test(word) && sentence.is(at + 1, "Gerund")) return { first: at + 1, isDoing: true };
  return undefined;
}

/** An "-ing" with an object of its own, no thing such as "training". */
function isDoing(sentence: Sentence, at: number): boolean {
  const word = sentence.tokens[at]?.lower ?? "";
  if (!sentence.is(at, "Gerund") || THINGS_IN_ING.test(word)) return false;
  const next = sentence.tokens[at + 1]?.lower ?? "";
  return (
    OBJECTS.has(next) ||
    (sentence.is(at + 1, "Noun", "Adjective") && !sentence.is(at + 1, "Gerund", "Preposition"))
  );
}

function isHelper(word: string): boolean {
  return MODALS.has(word) || (HELPERS.has(word) && !/^(?:do|does|did)$/.test(word));
}

function past(sentence: Sentence, at: number): number {
  let i = at;
  while (i < at + 2 && sentence.is(i, "Adverb")) i++;
  return i;
}

const NEVER = /^$/;
// What is denied, or the best of its kind, can't be said of each; a duty said twice would weigh more.
const NEVER_AGAIN =
  /\b(?:must|should|not|never|no|too|enough|only|just|merely|best|first|last|most|least|hardly|rarely|next|main|primary|sole|single|same|another|other)\b/i;
const TOGETHER =
  /\b(?:at the same time|simultaneously|both|either|whether|rather than|instead of|together|without)\b/i;
const STATES =
  /^(?:able|happy|glad|pleased|excited|eager|ready|proud|honou?red|delighted|free|willing|keen|shown|proven|known|found|expected|designed|intended|used|built|trained|encouraged|advised|urged|invited|determined|committed|poised|equipped|allowed|entitled|created|developed|established)$/;
const STATES_OF_DOING =
  /^(?:responsible|known|committed|dedicated|devoted|focused|used|useful|essential|important|crucial|vital|critical|interested|involved|instrumental|skilled|capable|aimed|passionate|renowned|famous|necessary|helpful|effective|ideal|suitable)$/;
const BE_NOUNS =
  /^(?:way|ways|opportunity|chance|tool|place|time|means|reminder|attempt|effort|step|platform|method)$/;
const BE_DEEDS = /^(?:tool|factor|role|part|step|force|method|resource|technique|component)$/;
const HAVE_NOUNS =
  /^(?:opportunity|chance|ability|right|potential|power|responsibility|duty|capacity|freedom|way|ways|authority|skills|obligation|desire|commitment|tendency|permission)$/;
const HAVE_DEEDS = /^(?:role|part|experience|interest|expertise|success|passion|joy)$/;
const SEEMS = /^(?:seems?|seemed|appears?|appeared|strives?|deserves?)$/;
const DOINGS =
  /^(?:requires?|required|involves?|involved|includes?|included|considers?|considered|avoids?|avoided|recommends?|recommended|enjoys?|enjoyed|means)$/;
const THINGS_IN_ING =
  /^(?:understanding|training|planning|marketing|engineering|learning|funding|housing|building|meaning|feeling|beginning|ending|setting|meeting|morning|evening|being|existing|remaining|surrounding|underlying|ongoing|competing|growing|emerging|leading|outstanding|supporting|following|matching|accompanying|increasing|decreasing|varying|conflicting|opposing|corresponding|advertising|programming|processing|computing|timing|lighting|writing|reading|wellbeing|including|according|regarding)$/;
const OBJECTS = wordSet(
  "the a an its their his her our your my this these those it them him us me each every some many several all both one two new",
);
