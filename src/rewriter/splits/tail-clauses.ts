// The clause a closing part hangs on: where it begins behind an opening phrase, whether it is a whole clause, and
// its tense. Read more freely than elsewhere, because the tail shows that a clause ends before it.
import { findMainVerb, hasMainVerb, mainTense, type Tense, wordSet } from "../sentence/clauses.ts";
import { lastClauseStart, standsAlone, subjectStart } from "../sentence/ground.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { isPassive } from "./participle-deeds.ts";

/** Where the clause before the mark begins; `later` is where a second one does that was joined to the first. */
export function tailClauseStart(
  sentence: Sentence,
  mark: number,
  later: number | undefined,
): number {
  if (later !== undefined) return later;
  // "The guests, who once came daily, now stay away": the verb stands behind the second comma.
  const open = sentence.tokens.findIndex(
    ({ text }, i) =>
      text === "," && /^(?:who|which|whose|where|when)$/.test(sentence.tokens[i + 1]?.lower ?? ""),
  );
  const close = sentence.tokens.findIndex(({ text }, i) => i > open && text === ",");
  if (open > 0 && open < 9 && close !== -1 && close + 1 < mark) return close + 1;
  const plain = lastClauseStart(sentence, mark);
  const opened = subjectStart(sentence);
  return opened > plain && opened + 1 < mark ? opened : plain;
}

/** Whether there is a whole clause before the mark, also behind an opening such as "Moreover,". */
export function isWholeBefore(sentence: Sentence, mark: number): boolean {
  if (standsAlone(sentence, 0, mark)) return true;
  const start = tailClauseStart(sentence, mark, undefined);
  if (start === 0 || CONDITIONS.has(sentence.tokens[0]?.lower ?? "")) return false;
  return hasMainVerb(sentence, start, mark) || findMainVerb(sentence, start, mark) !== undefined;
}

const CONDITIONS = wordSet(
  "if when whenever while although though because since as once unless until after before whether where",
);
const ONE_FORM = /^(?:set|put|cut|hit|let|shut|hurt|split|burst|cast|quit|bet|spread|beat)$/;

/** The tense of the clause that begins at `start`, read from there or from the start of the sentence. */
export function tailTense(sentence: Sentence, start: number, mark: number): Tense | undefined {
  const plain = lastClauseStart(sentence, mark);
  // "Anna cast spells on them": one form for both tenses, which the tagger may take for a thing.
  const verb = findMainVerb(sentence, start, mark) ?? start;
  for (let i = start; i < verb; i++) {
    const isOpen =
      i === start ||
      sentence.tokens[i - 1]?.text === "," ||
      sentence.is(i - 1, "ProperNoun", "Pronoun");
    if (isOpen && ONE_FORM.test(sentence.tokens[i]?.lower ?? "")) return undefined;
  }
  const tense = mainTense(sentence, start, mark);
  return (
    tense ??
    (plain < start ? mainTense(sentence, plain, mark) : undefined) ??
    tenseBehindRelative(sentence, start, mark)
  );
}

/** "People who feel heard are …": the helper behind the clause of "who" is that of the people. */
export function tenseBehindRelative(
  sentence: Sentence,
  start: number,
  mark: number,
): Tense | undefined {
  const { tokens } = sentence;
  const inner = tokens.findIndex(
    ({ lower }, i) =>
      i > start &&
      i < start + 6 &&
      /^(?:who|that|which)$/.test(lower) &&
      sentence.is(i - 1, "Noun"),
  );
  if (inner === -1 || inner >= mark) return undefined;
  let verbs = 0;
  for (let i = inner + 1; i < mark; i++) {
    const word = tokens[i]?.lower ?? "";
    if (!tokens[i]?.isWord) return undefined;
    const isHelper = /^(?:is|are|was|were|has|have)$/.test(word);
    if (isHelper && verbs > 0)
      return sentence.is(i - 1, "Noun", "Adjective", "PastTense", "Participle")
        ? /^w/.test(word)
          ? "past"
          : "present"
        : undefined;
    if (isHelper || (sentence.is(i, "Verb") && !sentence.is(i, "Gerund"))) verbs++;
  }
  return undefined;
}

/** "Many have left": the main verb is in the perfect. */
export function isPerfect(sentence: Sentence, from: number, comma: number): boolean {
  const verb = findMainVerb(sentence, from, comma);
  if (verb === undefined || !/^(?:has|have)$/.test(sentence.tokens[verb]?.lower ?? ""))
    return false;
  // "As we have seen, haste can …": not the main verb.
  const isInner = /^(?:as|when|while|if|because|since|after|before|although|though)$/;
  if (sentence.tokens.slice(from, verb).some(({ lower }) => isInner.test(lower))) return false;
  let next = verb + 1;
  while (sentence.is(next, "Adverb")) next++;
  return (
    sentence.is(next, "PastTense", "Participle") ||
    /^(?:been|become|come|put|set|cut|led)$/.test(sentence.tokens[next]?.lower ?? "")
  );
}

/** "Users can share files, making …": what can be is told in the present. */
export function tenseOfAbility(sentence: Sentence, comma: number): "present" | undefined {
  for (let i = lastClauseStart(sentence, comma); i < comma; i++) {
    if (/^(?:can|cannot|can't)$/.test(sentence.tokens[i]?.lower ?? "")) return "present";
  }
  return undefined;
}

/** "The hall was a mirror": what follows tells what the hall did, not what came of it. */
export function isState(sentence: Sentence, comma: number, later: number | undefined): boolean {
  const verb = findMainVerb(sentence, tailClauseStart(sentence, comma, later), comma);
  if (verb === undefined) return true;
  const isCopula = /^(?:is|are|was|were)$/.test(sentence.tokens[verb]?.lower ?? "");
  // "The weekly serves as a guide, giving …": what it is, said with another verb.
  const isRole =
    /^(?:serve|act|function|work|stand)(?:s|d|ed)?$/.test(sentence.tokens[verb]?.lower ?? "") &&
    sentence.tokens[verb + 1]?.lower === "as";
  return isRole || (isCopula && !isPassive(sentence, verb, comma));
}
