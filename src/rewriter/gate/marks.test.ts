import { expect, test } from "vitest";
import { findMark } from "./marks.ts";

test.each([
  ["word twice", "They use the tool.", "They use the the tool."],
  ["word twice in a list", "It is simple and plain.", "It is plain and plain."],
  ["also twice", "It also helps, and it pays.", "It also helps, and it also pays."],
  ["then twice", "They met and then sang.", "They met. Then they then sang."],
  ["two small words", "He made a new copy of it.", "He made a of it copy new."],
  ["a modal behind do", "They do not know.", "They do not can know."],
  ["spacing", "It is cheap, and it works.", "It is cheap , and it works."],
  ["small letter after a stop", "It is cheap, and it works.", "It is cheap. and it works."],
  ["many much", "They have many books.", "They have many several books."],
  ["many with a mass noun", "They have much information.", "They have many information."],
  ["article", "It was an old plan.", "It was an new plan."],
  // The sentence had another one before.
  ["article", "It was such a incredibly long day.", "It was such an very long day."],
  ["brackets", "He left (in May) with us.", "He left (in May with us."],
  ["capital", "Moreover, it works.", "it works."],
  ["ending", "It works well.", "It works well"],
  ["length", "The old plan of the town works well.", "It works."],
])("%s", (name, before, after) => {
  expect(findMark(before, after)).toBe(name);
});

test("a mark that the sentence had before is no fault of the edit", () => {
  expect(findMark("He had an new plan in mind.", "He had an new plan.")).toBeUndefined();
});
