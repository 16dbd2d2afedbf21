// Wordings that clash with what stands around them: "Also, …" next to another "also", a word that this sentence or one
// beside it has already, one of two equal expressions changed, two sentences that begin alike, a noun exchanged that
// "such" or "these" takes up again.
import type { Edit } from "../edit.ts";
import { heardWords, isSameWord } from "../english/inflect.ts";

export type Surroundings = {
  readonly before: string;
  readonly after: string;
  /** What was proposed for the sentence before. */
  readonly made: readonly Edit[];
};

/** The edits of a sentence whose wording goes with the sentences before and after it. */
export function withoutEchoes(
  text: string,
  edits: readonly Edit[],
  { before, after, made }: Surroundings,
): Edit[] {
  const beside = { before: wordsOf(before), after: wordsOf(after) };
  const around = [...beside.before, "", ...beside.after];
  const isFull = ADDS.test(before) || around.includes("also");
  // "shows … show" for two different words: the sentence before may get the same one.
  const brought = made
    .filter(({ kind }) => kind === "word" || kind === "phrase")
    .map((edit) => ({ from: before.slice(edit.start, edit.end), edit }));
  const isBrought = (edit: Edit): boolean => {
    const from = text.slice(edit.start, edit.end);
    return brought.some(
      (other) =>
        !isSameWord(other.from, from) &&
        freshWords(edit, from).some((word) => isAmong(freshWords(other.edit, other.from), word)),
    );
  };
  return edits.flatMap((edit) => {
    if (beginsLike(text, edit, [before, after]) || losesFirst(text, edit, after)) return [];
    if (edit.kind === "connective") {
      const isEchoed =
        (isFull && /\balso\b/i.test(edit.to)) ||
        // "The first test is a scan. Additionally, …": the second needs its sign.
        (edit.to === "" && /\bfirst\b/i.test(before)) ||
        // One "but" beside another.
        (/^(?:But|Yet)\b/i.test(edit.to) && (around.includes("but") || around.includes("yet")));
      return isEchoed ? [] : [edit];
    }
    if (edit.kind !== "word" && edit.kind !== "phrase") return [edit];
    const own = wordsOf(`${text.slice(0, edit.start)} ${text.slice(edit.end)}`);
    const gone = wordsOf(text.slice(edit.start, edit.end));
    // "due to their age … due to", "rely upon … upon": both or neither.
    const exchanged = gone.filter((word) => !wordsOf(edit.to).includes(word));
    if (exchanged.join("").length >= HEARD_MIN && holds(own, exchanged)) return [];
    const isHeard =
      (edit.to.length >= HEARD_MIN && own.includes(edit.to.toLowerCase())) ||
      heardWords(edit.to)
        .filter((word) => !gone.includes(word))
        .some((word) => isAmong([...own, ...around], word));
    const isSaid = isHeard || repeats(edit.to, around);
    return isSaid || isBrought(edit) || breaksLink(edit, text, beside) ? [] : [edit];
  });
}

/** The words that an edit brings. */
function freshWords({ to }: Edit, from: string): string[] {
  const old = heardWords(from);
  return heardWords(to).filter((word) => !old.includes(word));
}

type Beside = { readonly before: readonly string[]; readonly after: readonly string[] };

/** "We will pay. In addition, we will pay …": without its connective a sentence would begin as its neighbour does. */
function beginsLike(text: string, edit: Edit, beside: readonly string[]): boolean {
  if (text.slice(0, edit.start).trim() !== "") return false;
  // Behind a connective that goes the first word is enough: "We …. We …".
  const isBare = edit.kind === "connective" && edit.to === "";
  const opening = (sentence: string): string => {
    const words = wordsOf(sentence);
    return words.slice(0, isBare && !/^(?:the|an?)$/.test(words[0] ?? "") ? 1 : 2).join(" ");
  };
  const old = opening(text);
  const fresh = opening(`${edit.to} ${text.slice(edit.end)}`);
  return fresh !== old && beside.some((sentence) => opening(sentence) === fresh);
}

/** "It is important to know that … It is also important …": the second takes up what would go. */
function losesFirst(text: string, { start, end }: Edit, after: string): boolean {
  const isAnnounced = /^it(?: is|'s) \w+ to\b/i.test(text.slice(start, end));
  return isAnnounced && wordsOf(after).slice(0, 5).includes("also");
}

/** Whether the words stand somewhere in a row. */
function holds(words: readonly string[], row: readonly string[]): boolean {
  return words.some((_, i) => row.every((word, k) => words[i + k] === word));
}

function isAmong(words: readonly string[], word: string): boolean {
  return words.some((other) => isSameWord(word, other));
}

/** Whether a wording of two or three words stands in a sentence beside: "came across … came across". */
function repeats(option: string, beside: readonly string[]): boolean {
  const own = wordsOf(option);
  if (own.length < 2 || own.length > 3 || own.every((word) => word.length < 4)) return false;
  return beside.some((_, i) => own.every((word, k) => beside[i + k] === word));
}

/** "many challenges … One such challenge": a noun that the next sentence points at has to stay. */
function breaksLink({ start, end, to }: Edit, text: string, beside: Beside): boolean {
  const kept = new Set(wordsOf(to));
  const gone = wordsOf(text.slice(start, end)).filter(
    (word) => word.length >= 4 && !kept.has(word),
  );
  return gone.some((word) => {
    const one = word.replace(/s$/, "");
    const own = wordsOf(text.slice(Math.max(0, start - LEAD), end));
    if (pointsAt(beside.after, one)) return true;
    return pointsAt(own, one) && beside.before.some((other) => other.replace(/s$/, "") === one);
  });
}

/** "this challenge", "such a challenge", "these challenges". */
function pointsAt(words: readonly string[], noun: string): boolean {
  return words.some((word, i) => {
    const last = words[i - 1] ?? "";
    const lead = /^an?$/.test(last) ? (words[i - 2] ?? "") : last;
    if (word === noun) return /^(?:this|that|such|another)$/.test(lead);
    return word === `${noun}s` && /^(?:these|those|such|other)$/.test(last);
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+/g) ?? [];
}

const LEAD = 16;
// A short word may come again.
const HEARD_MIN = 4;
const ADDS =
  /^(?:moreover|furthermore|additionally|in addition|what is more|besides this|on top of that)\b/i;
