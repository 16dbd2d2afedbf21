// Breaks runs of styled text into lines that fit. Lines break at spaces; a word longer than a line is cut. Words are
// put into visual order, so right-to-left words run to the left.
import { isRightToLeft, startsRight } from "./pdf-characters.ts";

/** Text in one style; `S` is compared by identity. */
export type Run<S> = { text: string; style: S };

/** A stretch of a line in one style. */
export type Piece<S> = Run<S>;

export type Line<S> = { pieces: Piece<S>[]; startsRight: boolean };

export type Measure<S> = (text: string, style: S) => number;

type Word<S> = { pieces: Piece<S>[]; length: number; width: number; space: Piece<S> | null };

/** Laying out a word takes time that grows faster than its length: a longer one is cut before it is measured. */
const WORD_LENGTH_MAX = 200;
/** No line has so many letters, unless they are drawn one over the other. */
const LINE_LENGTH_MAX = 1000;

/** The lines of one paragraph; `runs` hold no line ends. */
export function breakLines<S>(
  runs: readonly Run<S>[],
  width: number,
  measure: Measure<S>,
): Line<S>[] {
  const words = splitWords(runs, measure).flatMap((word) => cutWord(word, width, measure));
  const isRight = startsRight(runs.map(({ text }) => text).join(""));
  const lines: Line<S>[] = [];
  let line: Word<S>[] = [];
  let used = 0;
  let length = 0;
  const end = () => {
    lines.push({ pieces: inSight(line, isRight), startsRight: isRight });
    line = [];
    used = 0;
    length = 0;
  };
  for (const word of words) {
    const space = word.space === null ? 0 : measure(word.space.text, word.space.style);
    const isFull = used + space + word.width > width || length + word.length > LINE_LENGTH_MAX;
    if (line.length > 0 && isFull) end();
    // A space at which a line broke is not drawn; those before the first word are an indent, unless
    // they leave no room for it.
    const isBare = line.length === 0 && (lines.length > 0 || space + word.width > width);
    line.push(isBare ? { ...word, space: null } : word);
    used += word.width + (isBare ? 0 : space);
    length += word.length;
  }
  if (line.length > 0 || lines.length === 0) end();
  return lines;
}

/** A word may have several styles when a segment begins in the middle of it. */
function splitWords<S>(runs: readonly Run<S>[], measure: Measure<S>): Word<S>[] {
  const words: Word<S>[] = [];
  let isOpen = false;
  for (const { text, style } of runs) {
    for (const [part] of text.matchAll(/ +|[^ ]+/g)) {
      const last = words.at(-1);
      if (part.startsWith(" ")) {
        if (!isOpen && last?.pieces.length === 0 && last.space !== null) last.space.text += part;
        else words.push({ pieces: [], length: 0, width: 0, space: { text: part, style } });
        isOpen = false;
        continue;
      }
      const width = part.length > WORD_LENGTH_MAX ? Infinity : measure(part, style);
      const piece = { text: part, style };
      if (last === undefined || (!isOpen && last.pieces.length > 0)) {
        words.push({ pieces: [piece], length: part.length, width, space: null });
      } else {
        last.pieces.push(piece);
        last.length += part.length;
        last.width += width;
      }
      isOpen = true;
    }
  }
  return words.filter(({ pieces }) => pieces.length > 0);
}

/** A word that fits on no line becomes several. Letters are measured one by one. */
function cutWord<S>(word: Word<S>, width: number, measure: Measure<S>): Word<S>[] {
  if (word.width <= width && word.length <= WORD_LENGTH_MAX) return [word];
  const words: Word<S>[] = [{ pieces: [], length: 0, width: 0, space: word.space }];
  const widths = new Map<string, number>();
  for (const { text, style } of word.pieces) {
    widths.clear();
    let part = "";
    const put = () => {
      if (part !== "") words.at(-1)?.pieces.push({ text: part, style });
      part = "";
    };
    for (const letter of text) {
      let own = widths.get(letter);
      if (own === undefined) widths.set(letter, (own = measure(letter, style)));
      const last = words.at(-1);
      if (last !== undefined && isFull(last, own, width)) {
        put();
        words.push({ pieces: [], length: 0, width: 0, space: null });
      }
      part += letter;
      const open = words.at(-1);
      if (open === undefined) continue;
      open.width += own;
      open.length += letter.length;
    }
    put();
  }
  return words;
}

function isFull<S>({ length, width }: Word<S>, own: number, widthMax: number): boolean {
  return (width > 0 && width + own > widthMax) || length >= WORD_LENGTH_MAX;
}

/** Left to right as seen. Runs of words against the line's direction are reversed. */
function inSight<S>(words: readonly Word<S>[], isRight: boolean): Piece<S>[] {
  const plain = words.flatMap(({ space, pieces }) => (space ? [space, ...pieces] : pieces));
  if (!isRight && !words.some(isAgainst)) return joined(plain);
  const stretches: Word<S>[][] = [];
  let before: boolean | null = null;
  for (const word of words) {
    const isBack = isAgainst(word);
    if (isBack === before) stretches.at(-1)?.push(word);
    else stretches.push([word]);
    before = isBack;
  }
  // The space before a stretch stands between it and the one before, whichever way each runs.
  const seen = stretches.flatMap((stretch) => {
    const space = stretch[0]?.space;
    return [space ? [space] : [], orderStretch(stretch)];
  });
  return (isRight ? seen.toReversed() : seen).flat();
}

function orderStretch<S>(stretch: readonly Word<S>[]): Piece<S>[] {
  const words = stretch.map(({ pieces, space }, at) => ({
    pieces,
    space: at === 0 ? null : space,
  }));
  const isBack = stretch[0] !== undefined && isAgainst(stretch[0]);
  // In right-to-left writing the first word stands on the right.
  return isBack
    ? words
        .toReversed()
        .flatMap(({ pieces, space }) => [...pieces.toReversed(), ...(space ? [space] : [])])
    : words.flatMap(({ pieces, space }) => (space ? [space, ...pieces] : pieces));
}

function isAgainst<S>({ pieces }: Word<S>): boolean {
  return pieces.some(({ text }) => isRightToLeft(text));
}

/** Neighbours in one style as one piece, so that whole phrases can be found and copied. */
function joined<S>(pieces: readonly Piece<S>[]): Piece<S>[] {
  const whole: Piece<S>[] = [];
  for (const { text, style } of pieces) {
    const last = whole.at(-1);
    if (last?.style === style) last.text += text;
    else whole.push({ text, style });
  }
  return whole;
}
