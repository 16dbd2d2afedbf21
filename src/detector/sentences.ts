// Sentence boundaries in normalised prose (see punctuation.ts: plain quotes, one line). Hand-written because
// the available libraries split after "Dr." or "J. P.", or cost more than the model; the comparison is in
// docs/decisions/0003-sentence-segmenting.md. One pass, linear time.
import { CAN_END, NEVER_ENDS, STARTERS } from "./abbreviations.ts";

/** The sentences of a piece of prose as [start, end), in order, without the spaces between them. */
export function findSentences(text: string): [number, number][] {
  const sentences: [number, number][] = [];
  const startsLower = writesWithoutCapitals(text);
  const isQuoted = createQuoteReader(text);
  let start = skipSpaces(text, 0);
  STOP.lastIndex = start;
  for (let match = STOP.exec(text); match !== null; match = STOP.exec(text)) {
    const end = endOfStop(text, match, isQuoted(match.index));
    if (!endsSentence(text, start, match, end, startsLower)) continue;
    sentences.push([start, end]);
    start = skipSpaces(text, end);
    STOP.lastIndex = start;
  }
  const last = text.trimEnd().length;
  if (last > start) sentences.push([start, last]);
  return sentences;
}

// Marks that end a sentence, with the closing quotes and brackets that follow them.
const STOP = /([.!?]+|[。｡।॥؟۔։።።።។။།…]+)["')\]}»”’]{0,4}/g;

const NO_SPACE_SCRIPT = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Where a stop ends. In a script without spaces a quote may open right behind it. */
function endOfStop(text: string, match: RegExpExecArray, isQuoted: boolean): number {
  const [all, stop = ""] = match;
  const end = match.index + all.length;
  if (!/[。｡]/.test(stop) && !NO_SPACE_SCRIPT.test(text.charAt(match.index - 1))) return end;
  const first = all.indexOf('"');
  const opening = isQuoted ? all.indexOf('"', first + 1) : first;
  return opening < stop.length ? end : match.index + opening;
}

/** Whether a position is inside plain quotes; positions must be queried in ascending order. */
function createQuoteReader(text: string): (place: number) => boolean {
  let isQuoted = false;
  let quote = text.indexOf('"');
  return (place) => {
    for (; quote !== -1 && quote < place; quote = text.indexOf('"', quote + 1))
      isQuoted = !isQuoted;
    return isQuoted;
  };
}

function endsSentence(
  text: string,
  start: number,
  match: RegExpExecArray,
  end: number,
  startsLower: boolean,
): boolean {
  const stop = match[1] ?? "";
  if (!/[.!?]/.test(stop)) return true;
  const before = text.slice(Math.max(start, match.index - WORD_MAX), match.index);
  const isSpaced = text.charAt(end) === " ";
  // Chinese and Japanese write no space after a full stop; their "！" became "!" by NFKC.
  if (!isSpaced)
    return (
      stop !== "." && NO_SPACE_SCRIPT.test(before.slice(-1)) && end === match.index + stop.length
    );

  const next = nextWord(text, end);
  const isLower = /^\p{Ll}/u.test(next);
  if (isLower && !startsLower) return false;
  if (/[!?]/.test(stop)) return !(isLower && /["')\]]$/.test(match[0]));
  if (stop.length > 1) return !isLower;
  return periodEnds(before, next, isLower);
}

// No abbreviation is longer, and looking back further would cost time on hostile input.
const WORD_MAX = 24;

/** Whether a single full stop after `before` ends a sentence when `next` follows. */
function periodEnds(before: string, next: string, isLower: boolean): boolean {
  const word = /[\p{L}\p{N}.&'-]*$/u.exec(before)?.[0] ?? "";
  const bare = word.toLowerCase();
  const isStarter =
    STARTERS.has(next) || (isLower && STARTERS.has(next.charAt(0).toUpperCase() + next.slice(1)));
  // Initials: "J. P. Morgan", but "vitamin C. The …".
  if (/^\p{Lu}$/u.test(word)) return isStarter;
  if (NEVER_ENDS.has(bare)) {
    // "No." and "Fig." are abbreviations only before a number.
    return NUMBERED.has(bare) && !/^[\p{N}(#IVX]/u.test(next);
  }
  if (CAN_END.has(bare)) return bare === "etc" ? !isLower : isStarter;
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return isStarter;
  // A number alone at the start of a sentence counts a list.
  if (/^\d{1,3}$/.test(word) && before === word) return false;
  return true;
}

const NUMBERED = new Set([
  "no",
  "nos",
  "fig",
  "figs",
  "p",
  "pp",
  "ch",
  "sec",
  "art",
  "vol",
  "eq",
  "ed",
]);

function nextWord(text: string, from: number): string {
  const rest = text.slice(from, from + 40);
  return (
    /^[\s"'([{«“‘¿¡*—-]*([\p{L}\p{N}#][\p{L}\p{N}'’]*)/u.exec(rest)?.[1] ?? rest.trim().charAt(0)
  );
}

/** Text typed without capitals: then a small letter may start a sentence. */
function writesWithoutCapitals(text: string): boolean {
  const sample = text.slice(0, 20_000);
  const capitals = sample.match(/\p{Lu}/gu)?.length ?? 0;
  const small = sample.match(/\p{Ll}/gu)?.length ?? 0;
  return capitals * 200 < small;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= 32) at++;
  return at;
}
