import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";

const split = (text: string): string => applyRules(text, { kinds: ["split"] });

test.each([
  [
    "The two brothers arrived at the inn late in the night, having lost their way in the fog twice.",
    "The two brothers arrived at the inn late in the night. They had lost their way in the fog twice.",
  ],
  [
    "She knows every street in the old quarter by its name, having lived there for most of her life.",
    "She knows every street in the old quarter by its name. She has lived there for most of her life.",
  ],
  [
    "Ms. Hale had been sent to the northern office in May, having previously served as a clerk in the port.",
    "Ms. Hale had been sent to the northern office in May. Hale had previously served as a clerk in the port.",
  ],
])("what had been done before is told after: %s", (before, after) => {
  expect(split(before)).toBe(after);
});

test.each([
  // What has a date is past; a second deed would hang; what is owned is no deed.
  "She is the only judge from the valley on the bench, having been named to the court in 2010.",
  "The old king sat alone in the hall of his fathers, having ruled for years but never aging a day in them.",
  "The guard said that the man had come in through the yard, having found the side door wide open.",
])("a part that can't be told so stays: %s", (text) => {
  expect(split(text)).toBe(text);
});

test.each([
  [
    "He took the silver cup for the second time that summer, giving him a lead of twenty points in the table.",
    "He took the silver cup for the second time that summer. This gave him a lead of twenty points in the table.",
  ],
  [
    "The old piano had become the centre of our house, filling every room with songs from another age.",
    "The old piano had become the centre of our house. It filled every room with songs from another age.",
  ],
  [
    "Workers who feel valued and informed are more likely to stay, leading to lower costs for the whole firm.",
    "Workers who feel valued and informed are more likely to stay. This leads to lower costs for the whole firm.",
  ],
  [
    "The old dog became her only friend in the valley, guarding and warming her through the long winter nights.",
    "The old dog became her only friend in the valley. It guarded and warmed her through the long winter nights.",
  ],
  [
    "Together, they walked out into the morning light, leaving behind the cold cells and facing a new life.",
    "Together, they walked out into the morning light. They left behind the cold cells and faced a new life.",
  ],
])("the deed, its tense and its owner are told: %s", (before, after) => {
  expect(split(before)).toBe(after);
});

test.each([
  "The mate saw at dawn that the wind had turned to the south, making the bay unsafe, Hale set a new course.",
  "For a while, the last answer seemed to hang in the air, tempting and out of reach, like a lamp in the fog.",
  "Even the neighbours, who once came every day, now shun him, leaving him to sit in the dark alone.",
  "Anna, ever the kind one, cast healing spells on the wounded, bolstering the courage of her friends.",
])("a tense that can't be told stays untold: %s", (text) => {
  expect(split(text)).toBe(text);
});
