import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSentence } from "../sentence/tokens.ts";
import { readCutJudge } from "./cut-judge.ts";

const released = readCutJudge(
  readFileSync(new URL("../../../models/rewriter/cut-judge.bin", import.meta.url)),
);

/** How sure the released judge is of a learned cut that the model of joints likes. */
function sureOf(text: string, from: string, to: string): number {
  const start = text.indexOf(from);
  return released.judge({
    sentence: readSentence(text),
    start,
    end: start + from.length,
    to,
    isLearned: true,
    why: "",
    chance: 0.97,
    wording: 0.9,
  });
}

test.each([
  [
    "The bakery opens at six every morning, and the first guests are there before the doors.",
    ", and the",
    ". The",
  ],
  [
    "The old bridge was closed in the spring, but nobody told the drivers of the northern line.",
    ", but",
    ". But",
  ],
])("a plain cut is held to be right: %s", (text, from, to) => {
  expect(sureOf(text, from, to)).toBeGreaterThan(0.9);
});

test.each([
  // Something else followed.
  [
    "He felt a sharp pain in his ribs, followed by an ache in his arm.",
    ", followed",
    ". He was followed",
  ],
  // No sentence at all.
  ["The alternative is far worse: a brittle peace built on insult and anger.", ": a", ". A"],
])("a broken cut is doubted: %s", (text, from, to) => {
  expect(sureOf(text, from, to)).toBeLessThan(0.9);
});

test("the likelier the model of joints finds a cut, the surer the judge", () => {
  const text = "The bakery opens at six every morning, and the first guests wait before the doors.";
  const start = text.indexOf(", and the");
  const cut = { sentence: readSentence(text), start, end: start + 9, to: ". The" };
  const sure = (chance: number) =>
    released.judge({ ...cut, isLearned: true, why: "", chance, wording: 0.9 });
  expect(sure(0.99)).toBeGreaterThan(sure(0.5));
});

test("a file of the wrong size is refused", () => {
  expect(() => readCutJudge(new Uint8Array(8 + 3))).toThrow("power of two");
});
