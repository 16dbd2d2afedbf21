// Cuts of long sentences at a semicolon or a dash. There the writer has put two sentences side by side, so that nothing but the mark
// changes. Readers prefer most of such cuts to the whole sentence; cuts at "but", "which", "leading to" and the like they mark as faults and rarely
// prefer (decision 0043).
import type { Edit } from "./edit.ts";
import { hasMainVerb } from "./english/grammar.ts";
import { capitalise } from "./english/inflect.ts";
import { type Sentence, wordSet } from "./english/tokens.ts";

/** The cut of a sentence of at least so many words, or undefined where its mark doesn't part two sentences. */
export function proposeCut(sentence: Sentence, wordsMin: number): Edit | undefined {
  const { text, tokens } = sentence;
  if (text.length > LENGTH_MAX) return undefined;
  const at = findMark(sentence);
  const [last, mark, opener] = tokens.slice(at - 1, at + 2);
  if (at < 1 || last === undefined || mark === undefined || opener === undefined) return undefined;
  // "Smith Inc.; it was sold": two full stops.
  if (/[.!?…]$/.test(last.text)) return undefined;
  const words = (from: number, to: number): number =>
    tokens.slice(from, to).filter(({ isWord }) => isWord).length;
  const [head, tail] = [words(0, at), words(at, tokens.length)];
  if (head + tail < wordsMin || head < HEAD_WORDS_MIN || tail < TAIL_WORDS_MIN) return undefined;
  if (!hasMainVerb(sentence, 0, at) || !hasMainVerb(sentence, at + 1, tokens.length))
    return undefined;
  const isDash = mark.text !== ";";
  const opens = isDash
    ? SUBJECTS.has(opener.text.replaceAll("’", "'"))
    : opensSentence(sentence, at + 1);
  // "nine–it": an unspaced en dash joins more often than it parts.
  if (!opens || (mark.text === "–" && mark.start === last.end)) return undefined;
  return {
    start: last.end,
    end: opener.end,
    to: `. ${capitalise(opener.text)}`,
    kind: "split",
    why: `long sentence split at a ${isDash ? "dash" : "semicolon"}`,
  };
}

/** The one semicolon of a sentence; without any, its one dash: a pair of dashes encloses something. */
function findMark({ tokens }: Sentence): number {
  for (const pattern of [/^;$/, /^[—–]$/]) {
    const [first, second] = tokens.flatMap(({ text }, i) => (pattern.test(text) ? [i] : []));
    if (first !== undefined) return second === undefined ? first : -1;
  }
  return -1;
}

/** Not "; and it fell", "; if not, the latter", "; weather, time and luck being a few", "; escaping them", "; in which case". */
function opensSentence({ tokens, lexicon }: Sentence, at: number): boolean {
  const [opener, next] = tokens.slice(at, at + 2);
  if (tokens.slice(at, at + 4).some(({ lower }) => RELATIVES.has(lower))) return false;
  // A name such as "gpt-5" has no capital to be given.
  if (opener === undefined || !/^\p{L}[^\d]*$/u.test(opener.text)) return false;
  // "Eat Less Meat; Prefer Plants": a heading, or no semicolon was meant.
  const isCapital = /^\p{Lu}/u.test(opener.text) && !/^i(?:'|$)/.test(opener.lower);
  if (isCapital && lexicon.words.known.has(opener.lower)) return false;
  if (/ing$/.test(opener.lower)) return false;
  if (opener.lower === "for") return /^(?:example|instance)$/.test(next?.lower ?? "");
  return next?.text === "," ? LINKS.has(opener.lower) : !DEPENDENT.has(opener.lower);
}

// Longer ones are lists or lines run together, and the checks of a cut may take long over them.
const LENGTH_MAX = 1000;
const RELATIVES = wordSet("which whom whose");
const HEAD_WORDS_MIN = 5;
const TAIL_WORDS_MIN = 4;
// Behind a dash anything else is often an afterthought ("—the reason he left") or sums a list up ("—they were gone").
const SUBJECTS = wordSet(
  "I I'm I've I'd I'll we we're we've we'd we'll you you're you've you'd you'll he he's he'd he'll she she's she'd she'll it it's it'd it'll there there's",
);
const LINKS = wordSet(
  "however therefore instead moreover furthermore meanwhile thus still consequently accordingly nevertheless nonetheless likewise similarly additionally finally ultimately then now today",
);
const DEPENDENT = wordSet(
  "and or but nor so yet which who whose whom that that's after before hence where when while whereas if unless though although because since as until such not namely rather like with without especially particularly mainly also once e.g i.e",
);
