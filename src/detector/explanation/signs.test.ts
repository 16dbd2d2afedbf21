import { expect, test } from "vitest";
import { segmentText } from "../segment.ts";
import { openPhraseTable } from "./phrase-table.ts";
import { describeSigns, measureSigns, type SignRanges } from "./signs.ts";

const empty = openPhraseTable(new Uint8Array(0));
const measure = (text: string) => measureSigns(segmentText(text), empty);

test("sentences of one length vary by nothing, long beside short ones by much", () => {
  const even = "The boys walk down to the river at noon today. ".repeat(8);
  expect(measure(even).sentence_variation).toBe(0);
  const uneven =
    "They left. The boys walk down to the river at noon with all of their dogs. ".repeat(6);
  expect(measure(uneven).sentence_variation).toBeGreaterThan(60);
});

test("the range of words does not fall with the length", () => {
  const text = "one two three four five six seven eight nine ten. ".repeat(6);
  expect(measure(text).word_range).toBe(10);
  expect(measure(text.repeat(10)).word_range).toBe(10);
});

test("too short a text has no signs", () => {
  expect(measure("The boys walk down to the river at noon today.")).toEqual({});
});

test("a sign is put beside the human range of its length, in a sentence", () => {
  const ranges: SignRanges = {
    words: [50, 200],
    ranges: {
      stock_phrases: [
        [0, 4],
        [0, 2],
      ],
    },
  };
  const [short] = describeSigns({ stock_phrases: 3.04, word_range: 40 }, 199, ranges);
  expect(short).toEqual({
    name: "stock_phrases",
    value: 3,
    human_range: [0, 4],
    text: "3 % of the words stand in phrases that AI texts use at least four times as often as people. That is within the 0 to 4 of most human texts of this length.",
  });
  expect(describeSigns({ stock_phrases: 3 }, 5000, ranges)[0]?.text).toContain("above the 0 to 2");
});
