import { describe, expect, test } from "vitest";
import { buildRewriter, readSentence } from "../../testing/build-rewriter.ts";
import { applyReplacements } from "./edit.ts";
import { hasTooManyLinks, keepFewLinks, linkEdit } from "./links.ts";
import { proposeSplits } from "./splits/splits.ts";

/** The first words behind the cuts of a sentence in their other wordings. */
function linked(text: string): string[] {
  return proposeSplits(readSentence(text), 11)
    .flatMap((cut) => linkEdit(cut, text))
    .map((wording) => wording.trim().split(" ").slice(1, 3).join(" "));
}

describe("a cut may open its second sentence in another way", () => {
  test.each([
    [
      "The town closed the old bridge over the river in May, and the people had to go round by the mill.",
      ["And the"],
    ],
    [
      "The town closed the old bridge over the river in May, and Norwich had to pay for all of the work.",
      ["And Norwich"],
    ],
    [
      "The town closed the old bridge over the river in May, making the way to work a good deal longer.",
      ["That made"],
    ],
    [
      "The plan for the bridge was cheap and simple, but the town had no money left for any of it.",
      ["Yet"],
    ],
  ])("%s", (text, expected) => {
    expect(linked(text)).toEqual(expected);
  });

  test.each([
    "The town bought a new boat from the yard, which carries forty people over the river each day.",
    "The town closed the old bridge over the river in May; the people had to go round by the mill.",
    // A subject that the cut adds, and a "but" without its comma.
    "Mansart is known to many as the father of the craft and was born in a small house near the old mill.",
  ])("but what does not add to the first part gets no And: %s", (text) => {
    expect(linked(text)).toEqual([]);
  });
});

describe("sentences that begin with And stay rare", () => {
  const plain = Array.from({ length: 12 }, (_, i) => `The clerk reads page ${i} aloud.`);

  test("one is fine in any text", () => {
    expect(hasTooManyLinks("It rained, and we left.", "It rained. And we left.")).toBe(false);
  });

  test("no two in a row, nor one beside a But", () => {
    const before = `${plain.join(" ")} It rained, and we left, and they stayed.`;
    const after = `${plain.join(" ")} It rained. And we left. And they stayed.`;
    expect(hasTooManyLinks(before, after)).toBe(true);
    expect(
      hasTooManyLinks("A. But it rained, and we left.", "A. But it rained. And we left."),
    ).toBe(true);
  });

  test("no more than one in six sentences", () => {
    const two = plain.with(2, "It rained, and we left.").with(8, "It snowed, and we left.");
    const cut = two.map((text) => text.replace(", and", ". And"));
    expect(hasTooManyLinks(two.join(" "), cut.join(" "))).toBe(false);
    expect(hasTooManyLinks(two.slice(2, 9).join(" "), cut.slice(2, 9).join(" "))).toBe(true);
  });

  test("those a text had before don't count", () => {
    expect(hasTooManyLinks("And so. And then it is.", "And so. And then it's.")).toBe(false);
  });
});

const STORY =
  "The town closed the old bridge over the river in May, and the people had to go round by the mill. The clerk wrote it all down in his book.";

test("the linked wording stands where it alone makes the text more human", async () => {
  const scoreOf = (text: string) => (text.includes(". And the people") ? 0.8 : 0.9);
  const { humanized_text, changes } = await buildRewriter(scoreOf).rewrite(STORY);
  expect(humanized_text).toContain("in May. And the people had to");
  expect(changes.map(({ why }) => why)).toContain('long sentence split at "and"');
});

test("a stock connective may become And", async () => {
  const text = "The town closed the old bridge. Moreover, the people had no other way to work.";
  const scoreOf = (result: string) => (result.includes(". And the people") ? 0.8 : 0.9);
  const { humanized_text } = await buildRewriter(scoreOf).rewrite(text);
  expect(humanized_text).toBe(
    "The town closed the old bridge. And the people had no other way to work.",
  );
});

test("a formal text gets no sentence that begins with And", async () => {
  const text = `In this study we measured two rivers over a year. ${STORY}`;
  const scoreOf = (result: string) => (result.includes(". And") ? 0.8 : 0.9);
  const { humanized_text } = await buildRewriter(scoreOf).rewrite(text);
  expect(humanized_text).not.toContain(". And");
});

test("a set with one And too many goes without that And, not without everything", () => {
  const text = "A. But it rained, and we left. The clerk reads the first page aloud.";
  const edit = (from: string, to: string, value: number) => {
    const start = text.indexOf(from);
    return { start, end: start + from.length, from, to, option: to, why: "", value };
  };
  const cut = { ...edit(", and we", ". And we", 1), kind: "split" as const };
  const word = { ...edit("reads", "says", 1), kind: "word" as const };
  expect(keepFewLinks(text, [cut, word])).toEqual([word]);
  const plain = { ...edit(", and we", ". We", 1), kind: "split" as const };
  const kept = keepFewLinks(text, [{ ...cut, others: [plain] }, word]);
  expect(applyReplacements(text, kept)).toBe(
    "A. But it rained. We left. The clerk says the first page aloud.",
  );
});
