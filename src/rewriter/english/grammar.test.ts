import { expect, test } from "vitest";
import { readSentence } from "../../../testing/build-rewriter.ts";
import { doerOf, formsOfGerund, hasMainVerb, headOf, isName, isPluralNoun } from "./grammar.ts";

test.each([
  ["The bridge was closed in May", true],
  ["The farmers sold their cows", true],
  ["She spread the map on the table", true],
  ["They always look at the sea", true],
  ["The men who closed the bridge sold it", true],
  ["The firm's results can't be read", true],
  ["the bridge closed by the town", false],
  ["the men who closed the bridge", false],
  ["a man walking along the road", false],
  ["to close the bridge in May", false],
  ["in the cold rooms of the old house", false],
])("%s: a main verb is %s", (text, expected) => {
  const sentence = readSentence(text);
  expect(hasMainVerb(sentence, 0, sentence.tokens.length)).toBe(expected);
});

test.each([
  ["The old boats lay there.", "boats", true],
  ["The people came.", "people", true],
  ["The news came.", "news", false],
  ["The long analysis helped.", "analysis", false],
  ["The boat lay there.", "boat", false],
])("%s: %s means several: %s", (text, word, expected) => {
  const sentence = readSentence(text);
  const at = sentence.tokens.findIndex((token) => token.text === word);
  expect(isPluralNoun(sentence, at)).toBe(expected);
});

test("a capital that is no word in small letters belongs to a name, wherever it stands", () => {
  expect(isName(readSentence("Torren left the house."), 0)).toBe(true);
  expect(isName(readSentence("Rules left the house."), 0)).toBe(false);
});

test.each([
  ["She underscored it.", 1, "person"],
  ["The floods underscored it.", 2, "thing"],
  ["This underscored it.", 1, "thing"],
  ["The teachers underscored it.", 2, "person"],
  ["The painters underscored it.", 2, "unclear"],
])("%s: word %i, who does it: %s", (text, at, expected) => {
  expect(doerOf(readSentence(text), at)).toBe(expected);
});

test("the noun that heads a thing is found past its adjectives, and no further", () => {
  expect(headOf(readSentence("They follow strict new rules of the club."), 2)).toBe("rules");
  expect(headOf(readSentence("They follow the rules set by the club."), 2)).toBe("rules");
});

test("a verb in -ing has its forms, also where the library has them wrong", () => {
  expect(formsOfGerund("making")).toEqual({ base: "make", s: "makes", past: "made" });
  expect(formsOfGerund("swinging")?.past).toBe("swung");
  expect(formsOfGerund("mimicking")).toBeUndefined();
  expect(formsOfGerund("lying")).toBeUndefined();
});
