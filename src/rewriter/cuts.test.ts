import { expect, test } from "vitest";
import { buildRewriter, readSentence } from "../../testing/build-rewriter.ts";
import { proposeCut } from "./cuts.ts";
import { applyReplacements } from "./edit.ts";

/** The sentence as it reads when it is cut, or undefined. */
function cut(text: string, wordsMin = 12): string | undefined {
  const edit = proposeCut(readSentence(text), wordsMin);
  return edit && applyReplacements(text, [edit]);
}

test.each([
  [
    "The ferry crosses the bay twice a day; the crew checks the engine at noon.",
    "The ferry crosses the bay twice a day. The crew checks the engine at noon.",
  ],
  [
    "The ferry is old and slow in the winter; however, it has never missed a day.",
    "The ferry is old and slow in the winter. However, it has never missed a day.",
  ],
  [
    "The ferry takes cars on most days; for example, it took thirty on Monday.",
    "The ferry takes cars on most days. For example, it took thirty on Monday.",
  ],
  [
    "The old lamp was the last of its kind—it had stood there for a century.",
    "The old lamp was the last of its kind. It had stood there for a century.",
  ],
  [
    "The old lamp was the last of its kind – we'd kept it for a century.",
    "The old lamp was the last of its kind. We'd kept it for a century.",
  ],
  // A pair of dashes in one part is no reason to keep both parts together.
  [
    "The lamp—an old one—was on the wall for years; nobody knew who had lit it.",
    "The lamp—an old one—was on the wall for years. Nobody knew who had lit it.",
  ],
])("a sentence becomes two where its mark parts two: %s", (text, wanted) => {
  expect(cut(text)).toBe(wanted);
});

test.each([
  ["too short", "The old ferry is late; the crew is still young."],
  [
    "hardly anything before it",
    "It rained; the crew of the ferry waited in the harbour for hours.",
  ],
  [
    "hardly anything behind it",
    "The crew of the ferry waited in the harbour for hours; it rained.",
  ],
  [
    "a list",
    "The crew came from Lund, a town in the south; Kiruna, a town in the far north of it.",
  ],
  [
    "no sentence behind it",
    "The tests were hard for all of the men; catalytic effects found in few of the samples.",
  ],
  [
    "what goes on",
    "The ferry crosses the bay twice a day; and the crew checks the engine at noon.",
  ],
  [
    "a condition",
    "With rings like a target it is the former in most cases; if they are pale, it is the latter.",
  ],
  ["an afterthought", "The old man left the town for one reason—the reason he never told us."],
  ["what sums up", "Every lamp they had bought and every rope they had made—they were all gone."],
  [
    "a fragment",
    "Many things delay the crew of the ferry; weather, tides and luck being just a few.",
  ],
  [
    "a list that goes on",
    "They told him of their own adventures; escaping from the cats, daring leaps and long nights.",
  ],
  [
    "a heading",
    "Limit the Red and the Processed Meats; Prefer the Plants that Grow in the South and are Fresh.",
  ],
  ["a name", "The plan is built on the old work of ARC–IT and goes on from there for years."],
  ["a pair of dashes", "The lamp hung on the wall—it was a gift—and had been there for a century."],
  [
    "an unspaced dash",
    "The ferry leaves the harbour at nine–it was built for the islands long ago.",
  ],
  ["a range", "The ferry left the harbour each day in the years 1990–1995 and it was never late."],
  [
    "two marks",
    "The lamp was very old; the wall was older still; the town had forgotten who built them.",
  ],
  [
    "a second stop",
    "The mill belonged to the firm of Smith Inc.; it was bought by the state in May.",
  ],
  [
    "a case",
    "The storm may reach the harbour by noon; in which case, the crew waits for the evening.",
  ],
  ["a reason", "The crew knew the harbour by heart; that's why they came home before the storm."],
  ["a time", "The crew came to the harbour in the night; after the boats had gone for the winter."],
])("a sentence stays whole: %s", (_reason, text) => {
  expect(cut(text)).toBeUndefined();
});

test("a sentence is cut at strong only, and not in a text that reads as a person's", async () => {
  const text =
    "The council approved the new budget for the schools in the northern district last week; the teachers will receive the first part of the money in April.";
  const at = async (strength: "light" | "medium" | "strong", score: number) =>
    (await buildRewriter(() => score).rewrite(text, { strength })).humanized_text;
  expect(await at("strong", 0.9)).toContain("last week. The teachers will");
  expect(await at("medium", 0.9)).toBe(text);
  expect(await at("light", 0.9)).toBe(text);
  expect(await at("strong", 0.05)).toBe(text);
});

test("a sentence is cut from 24 words on", async () => {
  const of = (words: string) =>
    `The council approved the budget for the schools in the district last week; the teachers ${words} the first part of it in April.`;
  for (const [text, isCut] of [
    [of("get"), false],
    [of("will get"), true],
  ] as const) {
    expect(text.split(" ")).toHaveLength(isCut ? 24 : 23);
    const { humanized_text } = await buildRewriter().rewrite(text, { strength: "strong" });
    expect(humanized_text.includes("last week. The teachers")).toBe(isCut);
  }
});

test("protected words are not cut, and what the gate refuses is not either", async () => {
  const text =
    "The council approved the new budget for the schools in the northern district last week; the teachers will receive the first part of the money in April.";
  const strong = async (input: string, keep: string[] = []) =>
    (await buildRewriter().rewrite(input, { strength: "strong", keep })).humanized_text;
  expect(await strong(text)).not.toBe(text);
  expect(await strong(text, ["week; the"])).toBe(text);
  const said = text.replace("The council", "Holm says that the council");
  expect(await strong(said)).toBe(said);
});
