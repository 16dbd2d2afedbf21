import { expect, test } from "vitest";
import { hashWords, keyOfRun, openPhraseTable, writePhraseTable } from "./phrase-table.ts";

function buildTable(phrases: Record<string, [ai: number, human: number]>) {
  const rows = Object.entries(phrases).map(([phrase, [ai, human]]) => {
    const words = hashWords(phrase);
    return { key: keyOfRun(words, 0, words.length) ?? 0, ai, human };
  });
  return openPhraseTable(writePhraseTable(rows.sort((a, b) => a.key - b.key)));
}

const table = buildTable({
  "it is important": [38.4, 6.12],
  "important to note": [12, 0.5],
  "of the": [4131, 6094],
  "never in 2020": [0, 0.07],
});

test("a phrase is found whatever its case, with two digits of its counts", () => {
  expect(table.find("It is important")).toEqual({ ai: 38, human: 6.1 });
  expect(table.find("OF THE")).toEqual({ ai: 4131, human: 6094 });
  expect(table.find("never in 1999")).toEqual({ ai: 0, human: 0.07 });
});

test("what is not in the table, too long, too short or broken by punctuation has no counts", () => {
  for (const phrase of ["it is", "is", "", "it is, important", "a b c d e f", "of—the"]) {
    expect(table.find(phrase), phrase).toBeUndefined();
  }
});

test("words in phrases that machines use far more often are counted once", () => {
  // "it is important" and "important to note" overlap in one word; the first is common with people too.
  expect(table.countStockWords("It is important to note that most of the boats left.")).toBe(5);
  expect(table.countStockWords("Most of the boats left, it is, important.")).toBe(0);
  expect(table.countStockWords("")).toBe(0);
});

test("a table cut short is refused", () => {
  expect(() => openPhraseTable(new Uint8Array(15))).toThrow("length");
});
