// Where a sentence ends and where it only seems to, rule by rule. In each row "|" marks the expected boundaries.
import { describe, expect, test } from "vitest";
import { findSentences } from "./sentences.ts";

function expectSplit(row: string): void {
  const text = row.replaceAll("|", "");
  const sentences = findSentences(text).map(([start, end]) => text.slice(start, end));
  expect(sentences).toEqual(row.split("|").map((sentence) => sentence.trim()));
}

describe("edges", () => {
  test("spaces around and between belong to no sentence", () => {
    expect(findSentences("  One came. \t Two left.  ")).toEqual([
      [2, 11],
      [14, 23],
    ]);
    expect(findSentences("One came.   ")).toEqual([[0, 9]]);
    expect(findSentences("")).toEqual([]);
    expect(findSentences(" \t ")).toEqual([]);
    expect(findSentences("No stop at all ")).toEqual([[0, 14]]);
  });

  test.each([
    'He left.")]} |Then it rained.',
    "He left.'\" |Then it rained.",
    "He left.» |Then it rained.",
    "He left.” |Then it rained.",
    "(He left.) |[Then it rained.] |And so on.",
  ])("quotes and brackets that close stay with their sentence: %s", expectSplit);

  test.each([..."\"'([{«“‘¿¡*—-"])("a sentence may open with %s", (mark) => {
    expectSplit(`He left. |${mark}Then it rained.`);
    expectSplit(`He left ca. ${mark}then came back.`);
    expectSplit(`He left the place. ${mark}then it rained.`);
  });
});

describe("marks of other scripts", () => {
  test.each([..."。｡।॥؟۔։።។။།…"])("%s ends a sentence, whatever follows", (mark) => {
    expectSplit(`Ab cd${mark} |ef gh.`);
    expectSplit(`Ab cd${mark}${mark} |ef gh.`);
  });

  test.each([
    "今天!|我们?|好。|你",
    "きょう!|あした?|カメラ!|おわり",
    "今天?!|我们",
    "今天.我们",
    '"今天!"我们',
    '今天!|"我们',
    "abc!def?ghi",
    "今天abc!def我们",
  ])("without spaces only theirs end one: %s", expectSplit);
});

describe("a small letter after a mark", () => {
  test.each([
    "The shop closes at the end. of it nobody knows.",
    "The words Really? or so he said.",
    '"Stop!" he shouted. |Nobody stopped.',
    "And then... nothing happened. |We left.",
  ])("goes on with the sentence: %s", expectSplit);

  test.each([
    "really? |yes. |it is so.",
    '"wait!" he said. |nobody moved.',
    "(stop!) he said. |nobody moved.",
    "and then... nothing happened. |we left.",
    "we left the u.s. |the war was over.",
    "the u.s. senate met. |it was late.",
    "we bought nails, etc. for the shed. |it took all day.",
    "see fig. 3 and no. 4 of it. |the rest is lost.",
  ])("begins one where nobody writes capitals: %s", expectSplit);

  test("one capital in 200 small letters is enough to expect them", () => {
    const words = "ab. ".repeat(100);
    expect(findSentences(`A${words}`)).toHaveLength(1);
    expect(findSentences(`A${words}c`)).toHaveLength(101);
    // What comes after the first 20,000 characters doesn't change what came before.
    expect(findSentences(`${"abc. ".repeat(4000)}${"ABC ".repeat(4000)}`)).toHaveLength(4001);
  });
});

describe("a full stop", () => {
  test.each(["no", "nos", "fig", "figs", "p", "pp", "ch", "sec", "art", "vol", "eq", "ed"])(
    "after %s. is part of it before a number and the end before a word",
    (word) => {
      for (const number of ["3", "(3)", "#3", "IV", "XI", "V"])
        expectSplit(`We looked at ${word}. ${number} again.`);
      expectSplit(`We looked at the ${word}. |She did too.`);
    },
  );

  test.each([
    "We met Dr. The and Mr. She there.",
    "We met J. P. Ncube there.",
    "We chose plan B. |The first had failed.",
    "We saw the F.B.I. Agents there.",
    "We saw the F.B.I. |The agents left.",
    "They left the U.S. Marines there.",
    "Acme Inc. Bolt took over.",
    "Acme Inc. |The rest is known.",
    "We had nails, etc. |Hammers were not there.",
    "1. Wash it well.",
    "123. Wash it well.",
    "1234. |Wash it well.",
    "We won 12. |They won none.",
    "It was 1914. |Everything changed.",
    "He came first. |#1 was his.",
    "He came first. |2 more followed.",
    "It rained. |💥 Everything shook.",
    "Really?! |Yes.",
    "Well... |Yes.",
    "Look at p.3 of it.",
    "It rained. |💥 everything shook.",
    "He said no. |H2O is water.",
    "He wrote foo.b. |Agents left.",
    "He took a.bc. |Agents left.",
    "We met R&B. |Singers came.",
    "It's Olaf's. |Nobody else's.",
    "It was 3-4. |They lost.",
  ])("%s", expectSplit);

  test("of a word longer than any abbreviation ends the sentence", () => {
    expectSplit(`It was ${"long".repeat(10)}dr. |Then it ended.`);
    expectSplit(`It was ${"a.".repeat(20)} |Then it ended.`);
  });
});
