import fc from "fast-check";
import { expect, test } from "vitest";
import { breakLines, type Run } from "./pdf-lines.ts";

/** Every letter is one wide. */
const measure = (text: string) => [...text].length;
const lines = (runs: Run<string>[], width: number) =>
  breakLines(runs, width, measure).map(({ pieces }) => pieces.map(({ text }) => text).join(""));
const plain = (text: string, width: number) => lines([{ text, style: "a" }], width);

test("lines break at spaces and keep within the width", () => {
  expect(plain("one two three four", 9)).toEqual(["one two", "three", "four"]);
  expect(plain("", 9)).toEqual([""]);
  expect(plain("  two in", 9)).toEqual(["  two in"]);
});

test("a word of 10,000 letters is cut and nothing of it lost", () => {
  const word = "x".repeat(10_000);
  const cut = plain(`before ${word} after`, 70);
  expect(cut.join("").replaceAll(" ", "") === `before${word}after`).toBe(true);
  for (const line of cut) expect(line.length).toBeLessThanOrEqual(70);
});

test("no more than a few hundred letters are measured at once, and letters without a width do not pile up", () => {
  const measured: number[] = [];
  const count = (text: string) => {
    measured.push(text.length);
    return text.startsWith("0") ? 0 : text.length;
  };
  for (const letter of ["x", "0"]) {
    const text = letter.repeat(20_000);
    const cut = breakLines([{ text, style: "a" }], 60, count);
    const drawn = cut.map(({ pieces }) => pieces.map((piece) => piece.text).join(""));
    expect(drawn.join("")).toBe(text);
    expect(Math.max(...drawn.map(({ length }) => length))).toBeLessThanOrEqual(1000);
  }
  expect(Math.max(...measured)).toBeLessThanOrEqual(200);
});

test("where the style changes inside a word there is no break", () => {
  const runs = [
    { text: "see ", style: "a" },
    { text: "1", style: "number" },
    { text: "word and", style: "b" },
  ];
  expect(lines(runs, 6)).toEqual(["see", "1word", "and"]);
  const [, second] = breakLines(runs, 6, measure);
  expect(second?.pieces).toEqual([
    { text: "1", style: "number" },
    { text: "word", style: "b" },
  ]);
});

test("right-to-left words run to the left, in a line of either direction", () => {
  expect(plain("a אב גד b", 20)).toEqual(["a גד אב b"]);
  expect(plain("אב גד a b הו", 20)).toEqual(["הו a b גד אב"]);
  expect(breakLines([{ text: "אב a", style: 0 }], 9, measure)[0]?.startsRight).toBe(true);
});

test("whatever the text and the width, every letter is drawn once and no line is too wide", () => {
  const texts = fc.array(
    fc.record({
      text: fc.string({
        unit: fc.constantFrom("a", "b", " ", "ש", "é"),
        maxLength: 60,
        size: "max",
      }),
      style: fc.constantFrom("x", "y"),
    }),
  );
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 30 }), (runs, width) => {
      const drawn = lines(runs, width);
      const letters = (text: string) => [...text.replaceAll(" ", "")].sort().join("");
      expect(letters(drawn.join(""))).toBe(letters(runs.map(({ text }) => text).join("")));
      for (const line of drawn) expect([...line].length).toBeLessThanOrEqual(width);
    }),
  );
});
