// Text for a terminal: on one line, without control characters, broken at the width of the screen.

/** On one line, without control characters that a terminal would obey. */
export function printable(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .trim();
}

/** Breaks at spaces; a word longer than the line is cut. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of text.split(" ")) {
    for (const piece of cutLong(word, width)) {
      const size = columnsOf(piece);
      if (used > 0 && used + 1 + size > width) {
        lines.push(line);
        line = "";
        used = 0;
      }
      line += used > 0 ? ` ${piece}` : piece;
      used += used > 0 ? size + 1 : size;
    }
  }
  lines.push(line);
  return lines;
}

function cutLong(word: string, width: number): string[] {
  if (columnsOf(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const char of word) {
    const size = columnsOf(char);
    if (used + size > width) {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += char;
    used += size;
  }
  pieces.push(piece);
  return pieces;
}

/** Columns on a terminal: East Asian characters and emoji take two, combining marks none. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) {
    if (/\p{M}/u.test(char)) continue;
    columns += WIDE.test(char) ? 2 : 1;
  }
  return columns;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;
