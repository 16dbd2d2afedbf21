// Reads a thing word by word up to a verb that can be nothing else: "even the small shops (and the bank) in the
// old town were …". For places where a clause must begin if there is one, such as behind ", but".

import { wordSet } from "./clauses.ts";
import { HELPERS, isPluralNoun, MODALS } from "./ground.ts";
import type { Sentence } from "./tokens.ts";

/** Where the verb of the thing stands that begins at `from`, or undefined where that is not certain. */
export function verbBehindThing(sentence: Sentence, from: number, end: number): number | undefined {
  const { tokens } = sentence;
  let start = from;
  while (start < from + 2 && FOCUS.has(tokens[start]?.lower ?? "")) start++;
  if (!opensThing(sentence, start)) return undefined;
  let head: number | undefined;
  let isJoined = false;
  for (let i = start; i < Math.min(end, start + REACH); i++) {
    const { lower, text, isWord } = tokens[i] ?? { lower: "", text: "", isWord: false };
    if (text === "(") {
      i = closingOf(sentence, i) ?? end;
      continue;
    }
    if (!isWord) return undefined;
    if (i > start && isSureVerb(sentence, i, head, isJoined)) return i;
    if (NEVER_INSIDE.has(lower) && !isPlainTo(sentence, i)) return undefined;
    if (HELPERS.has(lower) || MODALS.has(lower)) return undefined;
    // "the songs the men would sing": another subject begins.
    if (ARTICLES.has(lower) && sentence.is(i - 1, "Noun") && i > start) return undefined;
    if (lower === "and" || lower === "or") {
      // "the wind and rain", but not "the wind and blew".
      if (i === start || sentence.is(i + 1, "Verb")) return undefined;
      if (head === undefined && sentence.is(i - 1, "Noun")) isJoined = true;
    }
    if (head === undefined && PREPOSITIONS.has(lower)) {
      if (!endsThing(sentence, i - 1)) return undefined;
      head = i - 1;
    }
    // "samples taken from a lake": it may be a part of the thing only with a phrase behind it.
    const isPart = sentence.is(i, "PastTense", "Participle") && sentence.is(i - 1, "Noun");
    if (isPart) {
      if (!PREPOSITIONS.has(tokens[i + 1]?.lower ?? "") || !/(?:ed|en|wn|ilt|ade)$/.test(lower))
        return undefined;
      head ??= i - 1;
    } else if (
      sentence.is(i, "Verb") &&
      !sentence.is(i, "Noun", "Adjective", "Gerund", "PastTense")
    )
      return undefined;
  }
  return undefined;
}

function opensThing(sentence: Sentence, at: number): boolean {
  const { lower, isWord, text } = sentence.tokens[at] ?? { lower: "", isWord: false, text: "" };
  if (!isWord || NEVER_OPENS.has(lower)) return false;
  if (OPENERS.has(lower) || /^\p{Lu}\p{Ll}+$/u.test(text)) return true;
  return (
    sentence.is(at, "Noun", "Adjective", "Value") &&
    !sentence.is(at, "Pronoun", "Verb", "Adverb", "Preposition")
  );
}

function endsThing(sentence: Sentence, at: number): boolean {
  const { lower, text } = sentence.tokens[at] ?? { lower: "", text: "" };
  return sentence.is(at, "Noun", "Value") || text === ")" || ENDINGS.has(lower);
}

/** "the road to town" goes on; "the wish to go" holds a deed. */
function isPlainTo(sentence: Sentence, at: number): boolean {
  return sentence.tokens[at]?.lower === "to" && !sentence.is(at + 1, "Verb");
}

function isSureVerb(
  sentence: Sentence,
  at: number,
  head: number | undefined,
  isJoined: boolean,
): boolean {
  const { tokens } = sentence;
  const word = tokens[at]?.lower ?? "";
  let last = at - 1;
  while (last > 0 && sentence.is(last, "Adverb") && !sentence.is(last, "Noun")) last--;
  if (!endsThing(sentence, last)) return false;
  const close = tokens[last]?.text === ")" ? openingOf(sentence, last) : last + 1;
  const own = head ?? close - 1;
  const isMany = isJoined || isPluralNoun(sentence, own) || MANY.has(tokens[own]?.lower ?? "");
  const next = tokens[at + 1]?.lower ?? "";
  if (!tokens[at + 1]?.isWord) return false;
  const base = word.replace(/n't$/, "");
  if (/^(?:is|was|has|does)$/.test(base)) return !isMany;
  if (/^(?:are|were|have|do)$/.test(base)) return isMany;
  if (MODALS.has(base) || /^(?:ca|wo|had|did)$/.test(base)) return true;
  if (!sentence.is(at, "Verb") || sentence.is(at, "Gerund")) return false;
  if (CLEAR_PAST.test(word)) return true;
  const hasObject = OBJECTS.has(next);
  if (sentence.is(at, "PastTense")) return hasObject && !sentence.is(at, "Adjective");
  if (sentence.is(at, "Noun", "Adjective")) return false;
  // "part of me just craves …": an adverb goes with a verb.
  const isOpen = hasObject || AFTER.has(next) || last < at - 1;
  return !isMany && /[^s]s$/.test(word) && sentence.is(at, "PresentTense") && isOpen;
}

function closingOf({ tokens }: Sentence, open: number): number | undefined {
  for (let i = open + 1; i < open + 9; i++) if (tokens[i]?.text === ")") return i;
  return undefined;
}

function openingOf({ tokens }: Sentence, close: number): number {
  for (let i = close - 1; i > close - 9 && i > 0; i--) if (tokens[i]?.text === "(") return i;
  return close;
}

const REACH = 20;
const FOCUS = wordSet("even only perhaps maybe just almost nearly not");
const OPENERS = wordSet(
  "the a an my your his her its our their these those this that some many most any no another every each several all both one two three four five few little much very other such certain",
);
const NEVER_OPENS = wordSet(
  "it they he she we i you there then so as by in on at for with from to of if when while because since although though than also instead which who what how why where not",
);
const NEVER_INSIDE = wordSet(
  "i he she we they you it that which who whom whose where when while if because although though than so yet not but to as what how why whether unless until since",
);
const PREPOSITIONS = wordSet(
  "of in between among for on at with from about against across within under over to by through behind around into near during after before without",
);
const ENDINGS = wordSet("one ones others some many most all both this these those little much few");
const ARTICLES = wordSet("the a an my your his her our their this these those");
const MANY = wordSet(
  "others some many most all both these those few two three four five six seven",
);
const OBJECTS = wordSet(
  "the a an its their his her our your my this these those it them him us me every each some many several all both one two three that themselves itself himself herself ourselves",
);
const AFTER = wordSet("to in on at by with from for into as about over through like out up");
const CLEAR_PAST =
  /^(?:began|became|came|chose|drew|drove|fell|flew|gave|grew|knew|ran|rang|rose|sang|saw|spoke|swam|threw|took|went|woke|wore|wrote|broke|froze|stole|sank|sprang|swore|arose|overcame)$/;
