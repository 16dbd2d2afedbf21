// Long lists of things behind one verb, which is said again: "The kit includes a rope, a lamp, and a map of the old
// mines" → "The kit includes a rope and a lamp. It also includes a map of the old mines". Never where the things are
// taken together (mixed, compared, added up), and never where it is open what the list hangs on.

import type { Edit } from "../edit.ts";
import { capitalise } from "../inflect.ts";
import { wordSet } from "../sentence/clauses.ts";
import { hasSpeech, isBracketed, marksClause, wordsBetween } from "../sentence/ground.ts";
import { isReported } from "../sentence/main-clauses.ts";
import { findSubject } from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { coreOf } from "./governors.ts";
import { baseOfVerb } from "./verb-bases.ts";

/** A stretch of tokens, its end left out. */
type Item = { readonly from: number; readonly to: number };

/** "It sells A, B, C, and D." → "It sells A and B. It also sells C and D." */
export function splitAtList(sentence: Sentence, end: number): Edit | undefined {
  const { tokens, text } = sentence;
  const subject = findSubject(sentence);
  if (subject === undefined || hasSpeech(text) || /[;:—–()]/.test(text)) return undefined;
  // A name said twice is stiff.
  if (/^\p{Lu}\p{Ll}/u.test(subject.again) || subject.again === "you") return undefined;
  if (CONDITIONS.has(tokens[0]?.lower ?? "")) return undefined;
  const { core, said } = coreOf(sentence, subject.verb);
  const verb = tokens[core]?.lower ?? "";
  if (!sentence.is(core, "Verb") || sentence.is(core, "Gerund") || TOGETHER.has(baseOfVerb(verb)))
    return undefined;
  // "often sells": how often would have to be said again.
  if (core > subject.verb + 1 || sentence.is(subject.verb - 1, "Adverb")) return undefined;
  const isHelped = core > subject.verb;
  const isPassive = /^(?:is|are|was|were)$/.test(tokens[subject.verb]?.lower ?? "");
  const own = tokens[core + 1]?.lower ?? "";
  const hasOwn = GOVERNED.has(own);
  const isDone = sentence.is(core, "PastTense", "Participle");
  if (isPassive && (!isHelped || !hasOwn || !isDone)) return undefined;
  const from = hasOwn ? core + 2 : core + 1;
  const items = itemsOf(sentence, from, end);
  if (items === undefined || !isLongEnough(sentence, items)) return undefined;
  const isDoing = items.every((item) => sentence.is(item.from, "Gerund"));
  // "involves teaching songs, old dances, and the use of masks": all of these may be taught.
  if (!isDoing && sentence.is(from, "Gerund")) return undefined;
  const isSum = !hasOwn && SUMS.test(verb);
  const isFit = isDoing
    ? !hasOwn && TAKES_DOING.test(verb)
    : (isSum && isAlike(sentence, items)) || isListOfThings(sentence, items, isSum);
  if (!isFit) return undefined;
  if (isReported(sentence, from) || isBracketed(sentence, from)) return undefined;
  for (let i = 0; i < end; i++) {
    if (NEVER.has(tokens[i]?.lower ?? "") || tokens[i]?.lower.endsWith("n't")) return undefined;
  }
  const again = tokens.slice(0, from).some(({ lower }) => lower === "also")
    ? said.replace(/\balso /, "")
    : said;
  return write(sentence, items, `${capitalise(subject.again)} ${again}${hasOwn ? ` ${own}` : ""}`);
}

/** The things of the list that fills [from, end), or undefined where it is none of three or more. */
function itemsOf(sentence: Sentence, from: number, end: number): Item[] | undefined {
  const { tokens } = sentence;
  const items: Item[] = [];
  let start = from;
  let isClosed = false;
  for (let i = from; i < end; i++) {
    if (tokens[i]?.text !== ",") continue;
    if (isClosed) return undefined;
    items.push({ from: start, to: i });
    isClosed = tokens[i + 1]?.lower === "and";
    start = isClosed ? i + 2 : i + 1;
  }
  if (!isClosed || items.length < 2) return undefined;
  items.push({ from: start, to: end });
  // "support, including papers, a page, and a team": the list stands for the support.
  const isExample = items.some(({ from: at }) =>
    /^(?:including|such|like|namely|especially|particularly|from|plus|excluding)$/.test(
      tokens[at]?.lower ?? "",
    ),
  );
  if (isExample) return undefined;
  return items.every((item) => item.to > item.from) ? items : undefined;
}

/** Four things or more, or three of which the last is worth a sentence of its own. */
function isLongEnough(sentence: Sentence, items: readonly Item[]): boolean {
  const words = items.map((item) => wordsBetween(sentence, item.from, item.to));
  const total = words.reduce((sum, one) => sum + one, 0);
  const last = words.at(-1) ?? 0;
  if (items.length === 3) return total >= 9 && last >= 4;
  return total >= 8 && words.slice(firstCount(items.length)).reduce((a, b) => a + b, 0) >= 3;
}

/** How many stay in the first sentence. */
function firstCount(count: number): number {
  return Math.ceil(count / 2);
}

/**
 * "It includes its power to heal, its use in war, and its price": all begin alike, so that they stand side by side, and
 * what is part of something is so whatever is told behind it.
 */
function isAlike(sentence: Sentence, items: readonly Item[]): boolean {
  const first = wordAt(sentence, items[0]?.from ?? 0);
  return (
    DETERMINERS.has(first) &&
    items.every(({ from, to }, i) => {
      const isLast = i === items.length - 1;
      for (let at = from; at < to; at++) {
        const word = wordAt(sentence, at);
        if (MARKS.has(word) && word !== "and" && !isLast) return false;
      }
      return wordAt(sentence, from) === first;
    })
  );
}

/** Whether each item is a thing, and all of them hang on the verb rather than on a word of an earlier item. */
function isListOfThings(sentence: Sentence, items: readonly Item[], isSum: boolean): boolean {
  const inner = items.map((item) => prepositionsIn(sentence, item));
  // "the lamp, rope, and map": one article for all, which the second sentence would lack.
  const isMarked = (item: Item | undefined): boolean =>
    DETERMINERS.has(wordAt(sentence, item?.from ?? 0));
  if (isMarked(items[0]) && !isMarked(items[firstCount(items.length)])) return false;
  for (const [i, item] of items.entries()) {
    const { from, to } = item;
    const isLast = i === items.length - 1;
    // What is part of something is so whatever is told of it behind.
    if (isLast && isSum && opensThing(sentence, from) && hasPlainHead(sentence, item)) continue;
    if (!opensThing(sentence, from) || !isThing(sentence, item)) return false;
    const found = inner[i] ?? [];
    if (found.length === 0) continue;
    // "the plan of the house, the list of its rooms, and the name of its owner": alike, and so side by side.
    const isAlike = inner.every(
      (other) =>
        other[0] !== undefined && wordAt(sentence, other[0]) === wordAt(sentence, found[0] ?? 0),
    );
    if (!isLast && !isAlike) return false;
    // "and nuts in winter": when it is so may be told of all.
    if (!found.every((at) => belongsToNoun(sentence, at, from))) return false;
    if (to - (found.at(-1) ?? 0) < 2) return false;
  }
  return true;
}

const wordAt = ({ tokens }: Sentence, at: number): string => tokens[at]?.lower ?? "";

function prepositionsIn(sentence: Sentence, { from, to }: Item): number[] {
  const found: number[] = [];
  for (let i = from; i < to; i++) if (PREPOSITIONS.has(wordAt(sentence, i))) found.push(i);
  return found;
}

/** "access to", "changes in", "a lack of": what follows tells of the noun before it. */
function belongsToNoun(sentence: Sentence, at: number, from: number): boolean {
  if (at <= from) return false;
  const word = wordAt(sentence, at);
  return word === "of" || (OWNED.get(word)?.test(wordAt(sentence, at - 1)) ?? false);
}

function opensThing(sentence: Sentence, at: number): boolean {
  const word = wordAt(sentence, at);
  if (ARTICLES.has(word)) return true;
  if (sentence.is(at, "Preposition", "Pronoun", "Conjunction") || MARKS.has(word)) return false;
  if (
    sentence.is(at, "PastTense", "Participle", "Gerund") &&
    sentence.is(at + 1, "Noun", "Adjective")
  )
    return true;
  return sentence.is(at, "Noun", "Adjective") && !sentence.is(at, "Infinitive", "PastTense");
}

/** Whether the item is one thing without a clause or a deed in it, ending in its noun. */
function isThing(sentence: Sentence, { from, to }: Item): boolean {
  for (let i = from; i < to; i++) {
    const { text, isWord } = sentence.tokens[i] ?? { text: "", isWord: false };
    if (!isWord && text !== "-" && text !== "/") return false;
    const word = wordAt(sentence, i);
    if (marksClause(sentence, i, to) || MARKS.has(word)) return false;
    const isPart =
      sentence.is(i, "PastTense", "Participle", "Gerund") &&
      sentence.is(i + 1, "Noun", "Adjective");
    if (sentence.is(i, "Verb") && !isPart && !sentence.is(i, "Noun", "Adjective")) return false;
    // "routes connecting the towns", "materials used": told of the noun, and perhaps of all.
    if (i > from && isPart && sentence.is(i - 1, "Noun") && !sentence.is(i - 1, "Adjective"))
      return false;
    if (sentence.is(i, "Preposition") && !PREPOSITIONS.has(word)) return false;
  }
  return sentence.is(to - 1, "Noun") && !sentence.is(to - 1, "Pronoun");
}

/** "services for students who …": a thing up to the word that begins to tell of it. */
function hasPlainHead(sentence: Sentence, { from, to }: Item): boolean {
  for (let i = from; i < to; i++) {
    const word = wordAt(sentence, i);
    const isTelling = PREPOSITIONS.has(word) || /^(?:that|which|who|where)$/.test(word);
    if (isTelling) return i > from && isThing(sentence, { from, to: i });
  }
  return isThing(sentence, { from, to });
}

/** Both sentences, with the "and" each of them needs. */
function write(sentence: Sentence, items: readonly Item[], opening: string): Edit | undefined {
  const { tokens, text } = sentence;
  const count = firstCount(items.length);
  const say = ({ from, to }: Item): string => text.slice(tokens[from]?.start, tokens[to - 1]?.end);
  const first = items.slice(0, count).map(say);
  const rest = items.slice(count).map(say);
  const begin = items[0];
  const last = items.at(-1);
  if (begin === undefined || last === undefined) return undefined;
  return {
    start: tokens[begin.from]?.start ?? 0,
    end: tokens[last.to - 1]?.end ?? 0,
    options: [`${joined(first)}. ${opening} ${joined(rest)}`],
    kind: "split",
    why: "long list split",
  };
}

function joined(parts: readonly string[]): string {
  if (parts.length < 3) return parts.join(" and ");
  return `${parts.slice(0, -1).join(", ")}, and ${parts.at(-1)}`;
}

// Verbs that take their objects together, that call or make something so, or that sum up.
const TOGETHER = wordSet(
  `be become mix combine compare link connect join unite balance blend merge integrate bridge weigh total equal comprise
  consist make call name keep find leave give consider deem elect want let help see hear watch feel think know say tell
  contrast relate separate distinguish divide alternate rotate pair match marry fuse intertwine weave interweave
  differ vary range lie stand sit go come get turn grow seem appear look remain stay do have put set bring take
  synthesize synthesise juxtapose mean hold choose pick compose constitute sum add rank split share`,
);
const SUMS = /^(?:include[sd]?|involve[sd]?|entail(?:s|ed)?|feature[sd]?|contain(?:s|ed)?)$/;
const TAKES_DOING =
  /^(?:include[sd]?|involve[sd]?|entail(?:s|ed)?|require[sd]?|recommend(?:s|ed)?|enjoy(?:s|ed)?|suggest(?:s|ed)?)$/;
const GOVERNED = wordSet("to on in for with from into as by");
const PREPOSITIONS = wordSet(
  "of to in on for with from about at by as into over under between among against through during across within around",
);
const OWNED: ReadonlyMap<string, RegExp> = new Map([
  [
    "to",
    /^(?:access|damage|contributions?|commitment|threats?|responses?|exposure|approach(?:es)?|dedication|adherence|attention|resistance|changes?|improvements?|references?|solutions?|connections?)$/,
  ],
  [
    "in",
    /^(?:changes?|increases?|decreases?|rise|drops?|reductions?|improvements?|declines?|growth|interests?|trust|belief|experience|roles?|investments?|advances?|advancements?|gains?|differences?|participation|engagement|confidence|expertise|skills|training|shifts?|developments?|innovations?|variations?|progress)$/,
  ],
  [
    "on",
    /^(?:impacts?|effects?|focus|emphasis|information|dependence|reliance|research|influence|data|advice|guidance|restrictions?|limits?|perspectives?)$/,
  ],
  [
    "for",
    /^(?:needs?|support|respect|demand|love|passion|potential|opportunit(?:y|ies)|search|tools?|platforms?|resources|respect|concern|care|responsibility|advocacy|preference|funding|room|space|requirements|guidelines|options|strategies|plans?)$/,
  ],
  [
    "with",
    /^(?:relationships?|partnerships?|connections?|interactions?|problems?|difficult(?:y|ies)|compliance|familiarity|engagement|experience|collaboration)$/,
  ],
  [
    "from",
    /^(?:protection|feedback|benefits?|support|income|pressure|competition|contributions?|insights?|data|evidence)$/,
  ],
  [
    "about",
    /^(?:information|concerns?|knowledge|questions?|assumptions?|beliefs?|stories|details|awareness)$/,
  ],
  ["against", /^(?:protection|fight|discrimination|violence|prejudice|safeguards?)$/],
]);
const ARTICLES = wordSet(
  "the a an its their his her our my your this these those many several various some new other more",
);
const DETERMINERS = wordSet("the a an its their his her our my your this these those");
const MARKS = wordSet(
  "and or but not no even especially particularly perhaps maybe ultimately sometimes thus then so more etc both etc. than if when while that which who where how what",
);
const CONDITIONS = wordSet(
  "if when whenever unless while once after before until though although because since as whether not by to",
);
const NEVER = wordSet(
  "only just merely solely mainly primarily mostly largely exclusively not no never neither nor both between either together combination mix mixture blend range variety total respectively each every two three four five six seven eight nine ten simultaneously alike vs",
);
