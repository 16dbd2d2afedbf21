// Tables that are safe to open in a spreadsheet, whichever separator it expects.
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const SEPARATORS = [",", ";", "\t", "|"];

/** As a spreadsheet reads it that expects another separator: quotation marks count only at a cell's beginning. */
const cellsOf = (line: string, delimiter: string): string[] =>
  (
    parse(line, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      ltrim: true,
    }) as string[][]
  ).flat();

test.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "＝1+1",
  "a;=1+1",
  "a\t=1",
  "a|@x",
  "a\n=1",
  'a;"=1+1"',
])("%j is text in every column and with every separator", (text) => {
  for (const line of [csvLine([text, "z"]), csvLine(["2026-11-16", text, 7])]) {
    for (const separator of SEPARATORS) {
      expect(cellsOf(line, separator).filter((cell) => FORMULA.test(cell))).toEqual([]);
    }
  }
});

test("no text becomes a formula, with any separator", () => {
  const piece = fc.constantFrom(
    "=",
    "+",
    "-",
    "@",
    ",",
    ";",
    "\t",
    "|",
    "\n",
    "\r",
    " ",
    '"',
    "'",
    "a",
    "1",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const line = csvLine(["x", pieces.join("")]);
      // The worst case: a reader that splits at every separator and ignores quotation marks.
      const cells = line.split(/[,;\t|\r\n]/).map((cell) => cell.replaceAll(/^[" ]+/g, ""));
      expect(cells.filter((cell) => FORMULA.test(cell))).toEqual([]);
    }),
  );
});

test("what is no formula comes back as it was, numbers as numbers", () => {
  const texts = ["plain", 'with "quotes"', "a, b", "line one\nline two", "x=1", "3-4", ""];
  expect(parse(csvLine([...texts, -5, null])) as string[][]).toEqual([[...texts, "-5", ""]]);
});

test("a long text takes time in its length, not in its square", () => {
  const text = "\n".repeat(1_000_000);
  expect(csvLine([text]).length).toBe(text.length + 5);
});
