// Whether an "-ing" behind a comma is one item in a list of deeds rather than a closing part.
import { HELPERS, lastClauseStart, MODALS } from "../sentence/ground.ts";
import type { Sentence } from "../sentence/tokens.ts";
import { NAMING } from "./participle-deeds.ts";
import { EFFECTS } from "./participle-verbs.ts";

/** Whether the "-ing" behind the mark may be one item in a list of such words. */
export function isItem(sentence: Sentence, mark: number, at: number, end: number): boolean {
  let governed = false;
  for (let i = lastClauseStart(sentence, mark) + 1; i < mark; i++) {
    if (!sentence.is(i, "Gerund")) continue;
    // "improved rendering speed": it tells what kind of speed.
    if (sentence.is(i + 1, "Noun") && sentence.is(i - 1, "Adjective", "PastTense", "Determiner"))
      continue;
    const before = sentence.tokens[i - 1]?.lower ?? "";
    // "to seek understanding": a thing one can have.
    if (
      /^(?:understanding|training|learning|funding|housing|banking)$/.test(
        sentence.tokens[i]?.lower ?? "",
      )
    )
      continue;
    if (HELPERS.has(before)) {
      // "The aim is learning by doing, making mistakes": what follows "is" may be a list.
      const isClosed = /, (?:and|or) (?:\w+ly )?\w+ing /.test(
        sentence.text.slice(sentence.tokens[at]?.start),
      );
      if (/^(?:is|are|was|were|be)$/.test(before) && (isClosed || !isUnderWay(sentence, i)))
        return true;
      continue;
    }
    // "They run using little power, making …": how they run.
    if (sentence.tokens[i]?.lower === "using" && EFFECTS.has(sentence.tokens[at]?.lower ?? ""))
      continue;
    // "It involves testing each part, allowing …": a list would go on with "and".
    const isAlone =
      EFFECTS.has(sentence.tokens[at]?.lower ?? "") && !hasLaterDeed(sentence, at, end);
    if (isAlone && /^(?:involve|include|mean)[sd]?$|^(?:meant|entails?)$/.test(before)) continue;
    if (sentence.is(i - 1, "Verb") || before === "like") return true;
    if (sentence.is(i - 1, "Noun") || /^(?:by|of|for|in|from|without|about|and|to)$/.test(before))
      governed = true;
  }
  for (let i = lastClauseStart(sentence, mark) + 1; i < mark; i++) {
    // "…, placing this, turning that, and …": one of several tails.
    if (sentence.tokens[i]?.text === "," && sentence.tokens[i + 1]?.lower.endsWith("ing"))
      governed = true;
  }
  if (!governed) return false;
  for (let i = at + 1; i + 1 < end; i++) {
    const word = sentence.tokens[i]?.lower ?? "";
    if (!/^(?:and|or|,)$/.test(word)) continue;
    const next = sentence.tokens[i + 1]?.lower ?? "";
    if (next === "including") continue;
    // "air and global warming" is a thing: only an adverb may stand before one more deed.
    const isLed = /ly$|^(?:also|even|further|then|thus)$/.test(next);
    if (next.endsWith("ing") || (isLed && sentence.tokens[i + 2]?.lower.endsWith("ing")))
      return true;
  }
  return false;
}

/** Whether one more "-ing" follows behind a comma, "and" or "or". */
function hasLaterDeed(sentence: Sentence, at: number, end: number): boolean {
  for (let i = at + 1; i + 1 < end; i++) {
    if (!/^(?:and|or|,)$/.test(sentence.tokens[i]?.lower ?? "")) continue;
    if (/ing$/.test(sentence.tokens[i + 1]?.lower ?? "")) return true;
    if (/ing$/.test(sentence.tokens[i + 2]?.lower ?? "")) return true;
  }
  return false;
}

/** "was walking": somebody is at it; "the aim is walking" names a thing. */
function isUnderWay(sentence: Sentence, gerund: number): boolean {
  const subject = sentence.tokens[gerund - 2]?.lower ?? "";
  return (
    MODALS.has(subject) ||
    /^(?:he|she|it|they|we|i|who|that|which|also|still|now)$/.test(subject) ||
    sentence.is(gerund - 2, "Plural", "ProperNoun") ||
    (sentence.is(gerund - 2, "Singular") && !NAMING.test(subject))
  );
}
