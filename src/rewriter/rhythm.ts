// Rhythm across sentences: two short ones about the same person are joined, a subject named twice in a
// row becomes a pronoun, and the third sentence that opens the same way begins with its time instead.

import type { Edit } from "./edit.ts";
import type { Passage } from "./passages.ts";
import { countWords } from "./readability.ts";
import { wordSet } from "./sentence/clauses.ts";
import { subjectPronoun } from "./sentence/subject-pronouns.ts";
import type { Sentence } from "./sentence/tokens.ts";

type ReadPassage = { readonly passage: Passage; readonly sentence: Sentence };

/** Pairs of passages that make one where a run of short sentences reads choppy, with the joining edit. */
export function findJoins(
  text: string,
  read: readonly ReadPassage[],
): ReadonlyMap<number, { passage: Passage; edit: Edit }> {
  const joins = new Map<number, { passage: Passage; edit: Edit }>();
  for (let i = 0; i + 2 < read.length; i++) {
    const [first, second, third] = [read[i], read[i + 1], read[i + 2]];
    if (first === undefined || second === undefined || third === undefined) break;
    const [one, two, three] = [first.passage, second.passage, third.passage];
    // Two short sentences may be meant; three in a row are choppy.
    if (![one, two, three].every((part) => isShort(part.text))) continue;
    if (text.slice(one.end, two.start) !== " " || !one.text.endsWith(".")) continue;
    const edit = joinOf(first, second);
    if (edit === undefined) continue;
    joins.set(i, {
      passage: { start: one.start, end: two.end, text: text.slice(one.start, two.end) },
      edit,
    });
    i += 2;
  }
  return joins;
}

/** "He opened the door. He walked in." → "He opened the door and walked in." */
function joinOf(
  { passage: one, sentence: first }: ReadPassage,
  { passage: two, sentence: second }: ReadPassage,
): Edit | undefined {
  const pronoun = first.tokens[0]?.lower ?? "";
  if (!JOINED.has(pronoun) || second.tokens[0]?.lower !== pronoun) return undefined;
  if (!isPlainAction(first) || !isPlainAction(second)) return undefined;
  const verb = second.tokens[1];
  if (verb === undefined) return undefined;
  return {
    start: one.end - 1,
    end: two.start + verb.start,
    options: [" and "],
    kind: "rhythm",
    why: "two short sentences joined",
  };
}

/** A pronoun and a verb in the simple past, and nothing that could change its meaning when joined. */
function isPlainAction(sentence: Sentence): boolean {
  const { tokens, text } = sentence;
  if (
    !sentence.is(1, "PastTense") ||
    /^(?:was|were|had|did|could|would)$/.test(tokens[1]?.lower ?? "")
  )
    return false;
  return !/[,;:?!—–"“”()]|\b(?:and|or|but|not|never|no|that|if|because|when|then|also)\b/i.test(
    text,
  );
}

/** Edits that vary how a sentence opens, knowing the one before. */
export function proposeOpeners(sentence: Sentence, before: readonly Sentence[]): Edit[] {
  const previous = before.at(-1);
  if (previous === undefined) return [];
  const pronoun = repeatedSubject(sentence, previous);
  if (pronoun !== undefined) return [pronoun];
  const opening = sentence.tokens[0]?.lower ?? "";
  const isThird =
    before.length >= 2 &&
    before.slice(-2).every(({ tokens }) => tokens[0]?.lower === opening) &&
    JOINED.has(opening);
  const front = isThird ? frontedTime(sentence) : undefined;
  return front === undefined ? [] : [front];
}

/** "The company grew. The company hired …" → "The company grew. It hired …" */
function repeatedSubject(sentence: Sentence, previous: Sentence): Edit | undefined {
  const own = subjectPronoun(sentence);
  const earlier = subjectPronoun(previous);
  if (own === undefined || earlier === undefined || own.verb < 2 || own.verb !== earlier.verb)
    return undefined;
  if (own.pronoun !== earlier.pronoun || !/^(?:it|they)$/.test(own.pronoun)) return undefined;
  if (!/^(?:the|this|these|our|its|their)$/.test(sentence.tokens[0]?.lower ?? "")) return undefined;
  for (let i = 0; i < own.verb; i++) {
    if (sentence.tokens[i]?.lower !== previous.tokens[i]?.lower) return undefined;
  }
  // Another thing of the same number in between might be meant by the pronoun.
  for (let i = earlier.verb + 1; i < previous.tokens.length; i++) {
    const isRival =
      own.pronoun === "they"
        ? previous.is(i, "Plural")
        : previous.is(i, "Singular") &&
          /^(?:the|this|a|an)$/.test(previous.tokens[i - 1]?.lower ?? "");
    if (isRival) return undefined;
  }
  const first = sentence.tokens[0];
  const last = sentence.tokens[own.verb - 1];
  if (first === undefined || last === undefined || !/^\p{Lu}/u.test(first.text)) return undefined;
  return {
    start: first.start,
    end: last.end,
    options: [own.pronoun === "it" ? "It" : "They"],
    kind: "rhythm",
    why: "the subject need not be named again",
  };
}

/** "She went home in the evening." → "In the evening, she went home." */
function frontedTime(sentence: Sentence): Edit | undefined {
  const { text, tokens } = sentence;
  const match = TIME_AT_END.exec(text);
  const first = tokens[0];
  if (match === null || first === undefined || countWords(text).words < 7) return undefined;
  if (/[,;:—–"“”()]/.test(text)) return undefined;
  const time = match[1] ?? "";
  const body = text.slice(first.start, match.index);
  const opening = first.text === "I" ? body : body.charAt(0).toLowerCase() + body.slice(1);
  return {
    start: first.start,
    end: match.index + match[0].length,
    options: [`${time.charAt(0).toUpperCase()}${time.slice(1)}, ${opening}.`],
    kind: "rhythm",
    why: "the third sentence in a row with the same opening",
  };
}

function isShort(text: string): boolean {
  const { words } = countWords(text);
  return words >= 2 && words <= SHORT_WORDS;
}

const SHORT_WORDS = 7;
const JOINED = wordSet("he she i we they it");
const TIME_AT_END =
  / ((?:in|during) the (?:morning|afternoon|evening|summer|winter|spring|autumn|night)|that (?:morning|afternoon|evening|night|day|summer|winter)|at (?:night|dawn|dusk|noon|midnight)|every (?:morning|evening|night|day|week)|the next (?:morning|day|night)|after (?:school|work|lunch|dinner|breakfast))\.$/;
