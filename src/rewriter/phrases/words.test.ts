import { expect, test } from "vitest";
import { RESOURCES } from "../../../testing/build-rewriter.ts";
import { applyReplacements, type Edit } from "../edit.ts";
import type { Gap } from "../judge/cloze.ts";
import { findProse } from "../passages.ts";
import { draftEdits } from "../propose.ts";
import { findRegister } from "../register.ts";
import { addWords, readPlainerWords } from "./words.ts";

const HELD = new Float32Array(256);
const GAP: Gap = { held: HELD, scoreOf: () => undefined, compare: () => HELD };
const TABLE =
  "terrain => land | ground\nmassive => huge\nindividuals => folk | people\nmovies => films\n";

/** What is added to the drafts of a text when the judge says this of each wording. */
function settled(text: string, sureOf: (to: string) => number): Edit[] {
  const register = findRegister(text);
  const phrases = RESOURCES.phrases();
  const drafts = draftEdits(text, findProse(text).passages, {
    isStrong: false,
    register,
    lexicon: RESOURCES.lexicon(),
    phrases,
  });
  const readers = {
    table: readPlainerWords(TABLE),
    cloze: { read: () => GAP },
    words: { judge: ({ to }: { to: string }) => sureOf(to) },
  };
  return addWords(text, drafts, { readers, phrases, isFormal: false, sureMin: 0.66 }).flatMap(
    ({ edits, passage }) =>
      edits
        .filter(({ why }) => why === "plainer word")
        .map((edit) => ({
          ...edit,
          start: edit.start + passage.start,
          end: edit.end + passage.start,
        })),
  );
}

function reworded(text: string, sureOf: (to: string) => number): string {
  return applyReplacements(
    text,
    settled(text, sureOf).map(({ start, end, options }) => ({ start, end, to: options[0] ?? "" })),
  );
}

test("the surest wording stands, and the other sure ones are kept for the search", () => {
  const text = "The road crosses rough terrain for two days.";
  const [edit] = settled(text, (to) => (to === "ground" ? 0.9 : 0.8));
  expect(edit).toMatchObject({ options: ["ground"], others: ["land"] });
});

test("what the judge is not sure of stays as it is", () => {
  const text = "The road crosses rough terrain for two days.";
  expect(reworded(text, () => 0.5)).toBe(text);
});

test("a word that the sentence before or after has is not said again", () => {
  const text = "A massive gate stood there. The huge door was shut. A massive wall rose behind it.";
  expect(reworded(text, () => 0.9)).toBe(text);
});

test("what a reviewed rule changes is left to the rule", () => {
  expect(settled("Many individuals came to the fair.", () => 0.9)).toEqual([]);
});

test("nor is a word put where the rule for it says it must not stand", () => {
  expect(settled("We must act as individuals here.", (to) => (to === "people" ? 0.9 : 0))).toEqual(
    [],
  );
});

test("a thing that comes again in the text keeps its name", () => {
  const text = "The road crosses rough terrain for two days. Few horses like such terrain at all.";
  expect(reworded(text, () => 0.9)).toBe(text);
});

test("a thing that comes again in the other number keeps its name", () => {
  const text = "It is a good movie. She saw two of the movies at home.";
  expect(reworded(text, () => 0.9)).toBe(text);
});
