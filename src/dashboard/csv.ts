// CSV for spreadsheets (RFC 4180).

export type Cell = string | number | null;

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

/** Numbers stay numbers; what a spreadsheet would evaluate as a formula becomes text (CSV injection). */
function cellText(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = withoutFormulas(value);
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Puts an apostrophe before every formula. Where the spreadsheet's country writes decimals with a comma, the
 * separator is another, quotation marks inside a line mean nothing, and a text falls apart into cells: so not only
 * the beginning of the text counts but that of every piece between separators. Not a regular expression, because
 * that would take quadratic time. */
function withoutFormulas(text: string): string {
  let safe = "";
  let copied = 0;
  let isStart = true;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isStart && FORMULA.has(character)) {
      safe += `${text.slice(copied, at)}'`;
      copied = at;
    }
    isStart = SEPARATORS.has(character) || (isStart && SKIPPED.has(character));
  }
  const whole = safe + text.slice(copied);
  // Some programs trim leading white space first.
  return /^[\t\r\n]/.test(whole) ? `'${whole}` : whole;
}

// Also as full-width characters, which East Asian spreadsheets treat alike.
const FORMULA = new Set("=+-@＝＋－＠");
const SEPARATORS = new Set(",;|\t\r\n");
const SKIPPED = new Set(' "\u00a0');
