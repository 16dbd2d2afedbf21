import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSentence } from "../../../testing/build-rewriter.ts";
import type { Edit, EditKind } from "../edit.ts";
import { readCloze } from "./cloze.ts";
import { INPUT_LENGTH, judgeWith, type ReadEdit, readEditJudge, settle } from "./judge.ts";
import { writeJudgeWeights } from "./judge-weights.ts";

const MODELS = new URL("../../../models/rewriter/", import.meta.url);
const FILE = readFileSync(new URL("edit-judge.bin", MODELS));
const cloze = readCloze(readFileSync(new URL("cloze.bin", MODELS)));
const released = readEditJudge(FILE, cloze);

/** The words in square brackets, and others in their place. */
function buildEdit(marked: string, to: string, kind: EditKind): ReadEdit {
  const start = marked.indexOf("[");
  const end = marked.indexOf("]") - 1;
  const text = marked.replace(/[[\]]/g, "");
  const isReviewed = kind === "phrase";
  const sentence = readSentence(text);
  return { before: "", sentence, kind, start, end, to, isReviewed };
}

test.each([
  ["word", "The plan gives [numerous] reasons for the delay.", "many"],
  ["word", "This is the [primary] reason for the move.", "main"],
  ["phrase", "They met [in order to] discuss the plans for the new school.", "to"],
] as const)("a good edit is held to be right: %s %s → %s", (kind, marked, to) => {
  expect(released.judge(buildEdit(marked, to, kind))).toBeGreaterThan(0.9);
});

test.each([
  // A term of another trade, and another sense.
  ["word", "The [solution] turned blue when salt was added to it.", "answer"],
  ["word", "He took a short [position] in oil before the fall.", "post"],
  ["word", "The judge will [consider] the case in May.", "think"],
] as const)("a bad one is doubted: %s %s → %s", (kind, marked, to) => {
  expect(released.judge(buildEdit(marked, to, kind))).toBeLessThan(0.9);
});

test("a judge that was written and read again judges alike", () => {
  const weights = {
    shift: 0.25,
    marks: Float32Array.from({ length: 64 }, (_, i) => (i % 7) / 70),
    units: Float32Array.from({ length: 2 * INPUT_LENGTH }, (_, i) => (i % 5) / 900),
    biases: Float32Array.of(0.1, -0.2),
    outputs: Float32Array.of(-0.3, 0.4),
  };
  const again = readEditJudge(writeJudgeWeights(weights), cloze);
  for (const edit of [
    buildEdit("They met [in order to] discuss the plans for the new school.", "to", "phrase"),
    buildEdit("The plan gives [numerous] reasons for the delay.", "many", "word"),
  ])
    expect(again.judge(edit)).toBeCloseTo(judgeWith(weights, cloze).judge(edit), 2);
});

test("a file of the wrong size is refused", () => {
  expect(() => readEditJudge(FILE.subarray(0, -4), cloze)).toThrow("length");
});

/** What stands of the wordings of one place when the judge says this of each. */
function settled(
  text: string,
  wordings: readonly Edit[],
  sureOf: (to: string) => number,
): Edit | undefined {
  const passage = { start: 0, end: text.length, text };
  const draft = { passage, before: "", sentence: readSentence(text), edits: [] };
  return settle(draft, wordings, { judge: ({ to }) => sureOf(to) }, SURE_MIN);
}

const SURE_MIN = { phrase: 0.9, word: 0.95 };
const PLACE = { start: 4, end: 8, kind: "phrase", why: "plainer" } as const;

test("of the wordings of a place those stand that the judge is sure of", () => {
  const wordings = ["one", "two", "three"].map((to) => ({ ...PLACE, to }));
  const edit = settled("The odds are long.", wordings, (to) => (to === "two" ? 0.5 : 0.95));
  expect(edit).toMatchObject({ to: "one", others: ["three"], sure: 0.95 });
});

test("of several wordings of a place the surest stands, the others behind it, each in the same stretch", () => {
  const wide = { ...PLACE, to: "one by one" };
  const narrow = { ...PLACE, start: 4, end: 6, to: "th" };
  const edit = settled("The odds are long.", [narrow, wide], (to) =>
    to === "one by one" ? 0.99 : 0.95,
  );
  expect(edit).toMatchObject({ start: 4, end: 8, to: "one by one", others: ["thds"] });
});

test("a place of which no wording is sure stays as it is", () => {
  const rule = { ...PLACE, to: "one" };
  expect(settled("The odds are long.", [rule], () => 0.89)).toBeUndefined();
});
