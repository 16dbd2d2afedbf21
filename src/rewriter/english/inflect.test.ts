import { expect, test } from "vitest";
import { articleFor, heardWords, isSameWord, verbForms } from "./inflect.ts";

const words = (list: string): string[] => list.split(" ");

test.each(
  words(
    "unit union unanimous university usage useful usual uterus utensil utopia ubiquitous uranium urethra urine urinary ukulele European ewe one-time once UN UFO good house historic 7 1100 hundred",
  ),
)("a %s", (word) => {
  expect(articleFor(word)).toBe("a");
});

test.each(
  words(
    "unidentified unimportant uninvited unironic unusual urgent urban urn utter usher umbrella apple hour heir honest MRI FBI 8 11 18 eighth",
  ),
)("an %s", (word) => {
  expect(articleFor(word)).toBe("an");
});

test.each([
  ["shows", "shown", true],
  ["show", "showcasing", true],
  ["uses", "using", true],
  ["needed", "need", true],
  ["thing", "this", false],
  ["use", "house", false],
])("%s and %s are heard as one word: %s", (one, other, same) => {
  expect(isSameWord(one, other)).toBe(same);
});

test("small words are not heard twice", () => {
  expect(heardWords("The plan that shows more")).toEqual(["plan", "shows"]);
});

test.each([
  ["prefer", "preferred", "preferring"],
  ["control", "controlled", "controlling"],
  ["offer", "offered", "offering"],
  ["visit", "visited", "visiting"],
  ["seek", "sought", "seeking"],
])("forms of %s: %s, %s", (verb, past, ing) => {
  expect(verbForms(verb)).toMatchObject({ past, ing });
});
