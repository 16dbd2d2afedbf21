import { expect, test } from "vitest";
import { readSentence } from "../../../testing/build-rewriter.ts";
import { doerOf, hasMainVerb, headOf } from "./grammar.ts";

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
