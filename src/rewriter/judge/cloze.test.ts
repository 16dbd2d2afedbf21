import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Gap, readCloze } from "./cloze.ts";

const FILE = readFileSync(new URL("../../../models/rewriter/cloze.bin", import.meta.url));
const cloze = readCloze(FILE);

/** The gap in square brackets. */
function gapIn(marked: string): Gap {
  const start = marked.indexOf("[");
  const end = marked.indexOf("]") - 1;
  return cloze.read(marked.replace(/[[\]]/g, ""), start, end);
}

test.each([
  ["Many [individuals] find it hard to sleep at night.", "people", "received"],
  ["She [received] a letter from her mother yesterday.", "got", "people"],
  ["It was a [difficult] day for all of us.", "hard", "quickly"],
])("a word that fits the gap scores higher: %s", (marked, right, wrong) => {
  const gap = gapIn(marked);
  expect(gap.scoreOf(right)).toBeGreaterThan(gap.scoreOf(wrong) as number);
});

test("the word in the gap is not seen, nor how the article before it sounds", () => {
  const { held } = gapIn("It was a [hard] day for all of us.");
  expect(gapIn("It was a [difficult] day for all of us.").held).toEqual(held);
  expect(gapIn("It was an [awful] day for all of us.").held).toEqual(held);
});

test("a word it never met has no score, and speaks for nothing", () => {
  const gap = gapIn("It was a [hard] day.");
  expect(gap.scoreOf("xyzzy")).toBeUndefined();
  expect(gap.compare("xyzzy", "hard").every((value) => value === 0)).toBe(true);
});

test("part by part, the comparison adds up to the difference of the scores, but for how common the words are", () => {
  const one = gapIn("She [received] a letter from her mother.");
  const two = gapIn("The team [received] help at once.");
  const sum = (values: Float32Array) => values.reduce((all, value) => all + value, 0);
  const rest = [one, two].map(
    (gap) =>
      (gap.scoreOf("got") as number) -
      (gap.scoreOf("received") as number) -
      sum(gap.compare("got", "received")),
  );
  expect(rest[0]).toBeCloseTo(rest[1] as number, 3);
});

test("a gap at either end of a text, or in an empty one, can be read", () => {
  for (const text of ["people", "", "people came", "many people"])
    expect(cloze.read(text, 0, text.length).held).toHaveLength(256);
});

test("a file of the wrong size is refused", () => {
  expect(() => readCloze(Buffer.concat([FILE, Buffer.alloc(4)]))).toThrow("length");
});
