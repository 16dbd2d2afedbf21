// Who does what a tail tells, also where something stands between the subject and its verb ("Rhys, to her
// surprise, sat down, …") and where several share one verb ("Fans, players and coaches cheered, …").
import {
  findFiniteVerb,
  findMainVerb,
  hasMainVerb,
  startsClause,
  wordSet,
} from "../sentence/clauses.ts";
import { CLAUSE_MARKS, lastClauseStart, MODALS, subjectStart } from "../sentence/ground.ts";
import {
  findLaterSubject,
  findSubject,
  type Subject,
  subjectBetween,
} from "../sentence/subjects.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { subjectByShape } from "./tail-names.ts";

/** The subject of the clause before the mark; `later` is where that begins, if it is not the first. */
export function findTailSubject(
  sentence: Sentence,
  mark: number,
  later: number | undefined,
): Subject | undefined {
  const found = subjectBefore(sentence, mark, later);
  if (found === undefined) return undefined;
  if (/^(?:he|she)$/.test(found.again)) return byName(sentence, found);
  // "Police case files from three towns show …": files may be things, and the verb is yet to come.
  const isRow = found.again === "it" && found.verb === 2 && sentence.is(0, "Plural");
  if (found.again !== "they") return isRow ? undefined : found;
  // "The halfling proves …": whatever the noun looks like, its verb is that of one.
  const isOne =
    /[^s]s$/.test(sentence.tokens[found.verb]?.lower ?? "") &&
    sentence.is(found.verb, "PresentTense") &&
    !sentence.is(found.verb, "Infinitive", "Noun");
  return isOne ? undefined : found;
}

/** "Ms. Hale": where nothing in the sentence says "she", the name is said again. */
function byName({ tokens, people }: Sentence, found: Subject): Subject {
  const own = found.again === "he" ? /^(?:he|him|his|himself)$/ : /^(?:she|her|hers|herself)$/;
  const name = tokens[found.verb - 1]?.text ?? "";
  const isTold = tokens.some(({ lower }) => own.test(lower)) || people?.has(name) === true;
  return isTold || !/^\p{Lu}\p{Ll}{2,}$/u.test(name) ? found : { ...found, again: name };
}

function subjectBefore(
  sentence: Sentence,
  mark: number,
  later: number | undefined,
): Subject | undefined {
  if (later !== undefined)
    return findLaterSubject(sentence, later) ?? shortSubject(sentence, later, mark);
  const plain = findSubject(sentence);
  const shown = plain === undefined ? undefined : shownClause(sentence, plain.verb);
  if (shown !== undefined)
    return findLaterSubject(sentence, shown) ?? subjectByShape(sentence, shown, mark);
  const beside = plain === undefined ? undefined : besideClause(sentence, plain, mark);
  if (beside !== undefined) return findLaterSubject(sentence, beside);
  if (plain !== undefined && plain.verb < mark) return plain;
  const start = Math.max(subjectStart(sentence), lastClauseStart(sentence, mark));
  return (
    shortSubject(sentence, start, mark) ??
    interruptedSubject(sentence, mark) ??
    listedSubject(sentence, mark) ??
    subjectByShape(sentence, start, mark)
  );
}

/** "The tests show that the model …": where the clause begins that is shown, and so is a fact. */
export function shownClause(sentence: Sentence, verb: number): number | undefined {
  const isShown =
    /^(?:show[sn]?|showed|demonstrate[sd]?|finds?|found|prove[sd]?|confirm(?:s|ed)?|reveal(?:s|ed)?)$/;
  return isShown.test(sentence.tokens[verb]?.lower ?? "") &&
    sentence.tokens[verb + 1]?.lower === "that"
    ? verb + 2
    : undefined;
}

/** "Her hand shook as she took the cup, feeling …": where the clause of the only one begins who can feel. */
function besideClause(sentence: Sentence, subject: Subject, mark: number): number | undefined {
  let found: number | undefined;
  for (let i = subject.verb + 1; i + 2 < mark; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (!CLAUSE_MARKS.has(word) || word === "to") continue;
    if (found !== undefined || !/^(?:as|while|when)$/.test(word)) return undefined;
    if (!/^(?:he|she|they|we|i)$/.test(sentence.tokens[i + 1]?.lower ?? "")) return undefined;
    found = i + 1;
  }
  if (found === undefined) return undefined;
  const who = sentence.tokens[found]?.lower ?? "";
  const isSame = subject.again.toLowerCase() === who;
  return isSame || subject.isPerson === false ? found : undefined;
}

/** "He'd left", "they're keen", "many have come", "everyone laughed": one word, and at once the verb. */
function shortSubject(sentence: Sentence, start: number, mark: number): Subject | undefined {
  const word = sentence.tokens[start]?.lower ?? "";
  const joined = /^(i|you|he|she|it|we|they)'(?:m|ve|d|ll|re|s)$/.exec(word)?.[1];
  if (joined !== undefined) {
    const again = joined === "i" ? "I" : joined;
    const isPlural = /^(?:I|you|we|they)$/.test(again);
    const isPerson = again === "they" ? undefined : again !== "it";
    return { again, verb: start, isPlural, isPerson };
  }
  if (!MANY.test(word)) return undefined;
  const verb = findMainVerb(sentence, start, Math.min(mark, start + 4));
  return verb === undefined
    ? undefined
    : { again: "they", verb, isPlural: true, isPerson: undefined };
}

const MANY = /^(?:many|some|others|most|everyone|everybody|both|several)$/;

/** "The captain, an old man, turned …": the verb stands right behind the second comma. */
function interruptedSubject(sentence: Sentence, mark: number): Subject | undefined {
  const { tokens } = sentence;
  if (OPENERS.has(tokens[0]?.lower ?? "")) return undefined;
  const open = tokens.findIndex(({ text }) => text === ",");
  if (open < 1 || open > 7 || open >= mark) return undefined;
  for (let i = 0; i < open; i++) {
    if (!tokens[i]?.isWord || CLAUSE_MARKS.has(tokens[i]?.lower ?? "")) return undefined;
  }
  const close = tokens.findIndex(({ text }, i) => i > open && text === ",");
  if (close === -1 || close + 2 >= mark) return undefined;
  const verb = findFiniteVerb(sentence, close + 1, close + 3);
  if (verb === undefined || (verb > close + 1 && !sentence.is(close + 1, "Adverb")))
    return undefined;
  if (sentence.is(open + 1, "Adverb") && sentence.is(open - 1, "Adverb")) return undefined;
  return subjectBetween(sentence, 0, verb, open);
}

/** "France, Spain and Portugal have …": a list of things without anything else before a verb for several. */
function listedSubject(sentence: Sentence, mark: number): Subject | undefined {
  const { tokens } = sentence;
  let joint: number | undefined;
  for (let i = 0; i < Math.min(mark, 18); i++) {
    const token = tokens[i];
    if (token === undefined) return undefined;
    if (joint !== undefined && i > joint + 1) {
      const word = token.lower;
      const isOpen = /^(?:are|were|have|do)$/.test(word) || MODALS.has(word);
      const isPast = sentence.is(i, "PastTense") && !sentence.is(i, "Adjective") && word !== "was";
      const isBare = sentence.is(i, "Infinitive") && sentence.is(i - 1, "Plural");
      if ((isOpen || isPast || isBare) && sentence.is(i - 1, "Noun", "Adverb"))
        return { again: "they", verb: i, isPlural: true, isPerson: undefined };
    }
    if (token.text === ",") continue;
    if (token.lower === "and" && i > 0) {
      if (joint !== undefined) return undefined;
      joint = i;
    } else if (
      !token.isWord ||
      OPENERS.has(token.lower) ||
      CLAUSE_MARKS.has(token.lower) ||
      !(
        sentence.is(i, "Noun", "Adjective", "Determiner", "Possessive") ||
        /^(?:of|in|from|alike|all|both)$/.test(token.lower)
      )
    )
      return undefined;
  }
  return undefined;
}

/** Where the last clause before the mark begins, if "and" or "but" joined it to another. */
export function lastJoinedClause(sentence: Sentence, mark: number): number | undefined {
  for (let i = mark - 3; i > 3; i--) {
    if (!/^(?:and|but|yet|so)$/.test(sentence.tokens[i]?.lower ?? "")) continue;
    const isCut = sentence.tokens[i - 1]?.text === ",";
    const start = sentence.tokens[i + 1]?.text === "," ? i + 2 : i + 1;
    if (isCut && startsClause(sentence, start, mark) && hasMainVerb(sentence, 0, i)) return start;
  }
  return undefined;
}

const OPENERS = wordSet(
  "in on at by with for from to as after before during despite unlike like among no none nobody nothing each every few there it this that if when while because although though since once upon then so but and or yet what who how he she i we you they according following given today here now",
);
