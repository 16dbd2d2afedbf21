import { expect, test } from "vitest";
import { applyRules } from "../../../testing/build-rewriter.ts";
import type { Edit } from "../edit.ts";
import { withoutEchoes } from "./echoes.ts";

const wording = (text: string): string =>
  applyRules(text, { kinds: ["word", "phrase", "connective"], strength: "strong" });

test.each([
  [
    "“also” before",
    "The tax can also pay for roads. Furthermore, it can lead to new jobs.",
    "Also, it",
  ],
  [
    "“also” behind",
    "Furthermore, the tax can lead to new jobs. It can also pay for roads.",
    "Also, the",
  ],
  [
    "another form of a word in the sentence",
    "The test has shown a fault, which further demonstrates the risk of a leak.",
    "further shows",
  ],
  [
    "a word of the next sentence",
    "To demonstrate the effect of the new pump, we ran it. These runs show that it works.",
    "To show",
  ],
  [
    "one of two equals",
    "The young leave because they lack pay, and they require a flat as much as they require a job.",
    "need a",
  ],
  [
    "one of two prepositions",
    "I rely upon your help and upon the good sense of my friends.",
    "rely on",
  ],
  [
    "the second of two",
    "The first test is a scan of the chest. Additionally, we take some blood.",
    "chest. We",
  ],
  [
    "what the next sentence takes up",
    "It is important to note that the dam is old. It is also important to drain it.",
    "The dam is old",
  ],
  [
    "“but” before",
    "I am sorry, but I have no list of the mills. However, here are two good ones.",
    "But here",
  ],
  [
    "two sentences that begin alike",
    "We will need a second doctor for this. In addition, we will need a new scan.",
    "this. We will",
  ],
  [
    "a word that the sentence has already",
    "The town grew to approximately 4,000 people, and about a third of them were born there.",
    "grew to about",
  ],
  [
    "a noun taken up",
    "Numerous advancements came in May. One such advancement was the new pump.",
    "advances",
  ],
])("%s", (_, text, wrong) => {
  expect(wording(text)).not.toContain(wrong);
});

test("two different words of sentences that stand together don't become the same one", () => {
  const edit = (start: number, end: number): Edit => ({
    start,
    end,
    to: "stressed",
    kind: "word",
    why: "plainer word",
  });
  const text = "He underscored the need for rest.";
  const around = (before: string) => ({ before, after: "", made: [edit(3, 14)] });
  expect(withoutEchoes(text, [edit(3, 14)], around("He highlighted the cost of it."))).toEqual([]);
  expect(withoutEchoes(text, [edit(3, 14)], around("He underscored the cost of it."))).toHaveLength(
    1,
  );
});

test.each([
  ["The tax is low. Moreover, it is fair.", "The tax is low. Also, it is fair."],
  [
    "Numerous advancements came in May. The staff left.",
    "Many advances came in May. The staff left.",
  ],
])("still plainer: %s", (text, wanted) => {
  expect(wording(text)).toBe(wanted);
});

const OPENER: Edit = {
  start: 0,
  end: 12,
  to: "Also, it",
  kind: "connective",
  why: "stock connective",
};

test.each([
  ["behind another stock opener", "Moreover, it is fair.", [], []],
  ["behind a plain sentence", "The tax is low.", [], [OPENER]],
])("“Also,” %s", (_, before, made, wanted) => {
  const edits = withoutEchoes("Moreover, it pays for the roads.", [OPENER], {
    before,
    after: "",
    made,
  });
  expect(edits).toEqual(wanted);
});
