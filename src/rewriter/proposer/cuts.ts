// Cuts of long sentences: the proposer says where and how, the gate what may be.
import type { Draft, Edit } from "../edit.ts";
import { hasMainVerb } from "../english/grammar.ts";
import { type Lexicon, readSentence, type Sentence } from "../english/tokens.ts";
import { canBeCut } from "../gate/cut-checks.ts";
import { passGate } from "../gate/gate.ts";
import type { Span } from "../gate/protect.ts";
import { likelyCuts, type Reading } from "./reading.ts";
import { writeCut } from "./write-cut.ts";

/** Whether a sentence is long enough to be cut, and of a kind that may be. */
export function isCuttable({ passage, sentence }: Draft, wordsMin: number): boolean {
  const words = sentence.tokens.filter(({ isWord }) => isWord).length;
  return words >= wordsMin && canBeCut(passage.text);
}

/** The cuts that the proposer would make and that pass the gate, each result once; the wordings of one joint together. */
export function proposeCuts(
  text: string,
  { passage, sentence }: Draft,
  reading: Reading,
  spans: readonly Span[],
): Edit[][] {
  const results = new Set<string>();
  const byJoint = new Map<number, Edit[]>();
  for (const { parts, chance, wording } of likelyCuts(reading)) {
    if (chance < CHANCE_MIN || wording < WORDING_MIN) continue;
    const edit = writeCut(sentence, parts);
    if (edit === undefined) continue;
    const place = { ...edit, start: edit.start + passage.start, end: edit.end + passage.start };
    const put = passGate(text, passage, place, edit.to, spans);
    if (put === undefined) continue;
    const cut = { start: put.start - passage.start, end: put.end - passage.start, to: put.to };
    const after = passage.text.slice(0, cut.start) + cut.to + passage.text.slice(cut.end);
    if (results.has(after) || leavesNoVerb(sentence, cut) || goesOn(sentence, cut)) continue;
    results.add(after);
    byJoint.set(parts.at, [...(byJoint.get(parts.at) ?? []), { ...edit, chance, wording }]);
  }
  return [...byJoint.values()];
}

// What is less likely is not worth a second reading.
const CHANCE_MIN = 0.3;
const WORDING_MIN = 0.1;

/** "A paper analysing … and shows" → "It shows", "; in this case, a storm": a verb that the other part lacks. */
function leavesNoVerb(
  { text, lexicon }: Sentence,
  { start, end, to }: { start: number; end: number; to: string },
): boolean {
  const from = text.slice(start, end);
  if (/^,? ?(?:and|but)$/.test(from.trimEnd()) && DOER_ADDED.test(to))
    return !hasVerb(text.slice(0, start), lexicon);
  return /^ ?[;:—–-]/.test(from) && !hasVerb(to.replace(/^\. /, "") + text.slice(end), lexicon);
}

/** "…, and he laughed": a story goes on, or a promise hangs on it ("send it, and I will read it"). "…, so it fell": the cause would stand
 * alone. Of such cuts readers mark one in ten and one in five, and one in ten at "and" and "but" in shorter sentences. */
function goesOn(
  { text, tokens }: Sentence,
  { start, end, to }: { start: number; end: number; to: string },
): boolean {
  const joint = /^,? ?(and|but|so)\b/.exec(text.slice(start, end))?.[1];
  if (joint === undefined || joint === "so") return joint === "so";
  const isShort = tokens.filter(({ isWord }) => isWord).length < JOINED_WORDS_MIN;
  return isShort || (joint === "and" && TELLING.test(to + text.slice(end)));
}

const JOINED_WORDS_MIN = 25;
const TELLING = /^\. (?:I|you|he|she|it|we|they)\b/i;

function hasVerb(part: string, lexicon: Lexicon): boolean {
  const sentence: Sentence = readSentence(part, lexicon);
  return hasMainVerb(sentence, 0, sentence.tokens.length);
}

const DOER_ADDED = /^\. (?:But )?(?:I|it|they|he|she|we|you)$/i;
