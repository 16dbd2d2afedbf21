// Tables for a spreadsheet, as RFC 4180 has them.

export type Cell = string | number | null;

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(",")}\r\n`;
}

/** What a spreadsheet would take for a formula is given an apostrophe in front; numbers stay numbers. */
function cellText(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
