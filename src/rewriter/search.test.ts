import { expect, test } from "vitest";
import { applyRules } from "../../testing/build-rewriter.ts";
import { applyReplacements, type Edit } from "./edit.ts";
import { findProse } from "./passages.ts";
import { chooseEdits } from "./search.ts";

/** A text with those of the edits proposed for it that are chosen when only the search decides. */
function choose(text: string, ...proposed: (readonly [from: string, to: string])[]): string {
  const edits = proposed.map(([from, to]): Edit => {
    const start = text.indexOf(from);
    return { start, end: start + from.length, to, kind: "connective", why: "x" };
  });
  const proposals = findProse(text).passages.map((passage) => ({
    passage,
    edits: edits.filter(({ start }) => start >= passage.start && start < passage.end),
  }));
  const chosen = chooseEdits(proposals, {
    text,
    spans: [],
    preference: { score: () => 0, scoreText: () => 0 },
    budget: { words: 1000, costOf: () => 1 },
    valueMin: -10,
    allows: () => true,
  });
  return applyReplacements(text, chosen);
}

// A row of sentences that begin with "But" reads like a machine again.
test("no two sentences in a row are made to begin with But", () => {
  const text = "However, the plan was cheap. Still, the mayor refused to take the money.";
  const result = choose(text, ["However,", "But"], ["Still,", "But"]);
  expect(result).toBe("But the plan was cheap. Still, the mayor refused to take the money.");
});

test("two edits of a sentence don't bring the same word into it", () => {
  const text = "He utilized the old hall, and they leveraged the new one for the fair.";
  expect(applyRules(text, { kinds: ["word"] }).match(/\bused\b/g)).toHaveLength(1);
});

test("no more words change than the budget has", () => {
  const text = `The town closed the old bridge over the river in May. The state paid, and the people of the town were glad of the new road to the north.`;
  const [passage, next] = findProse(text).passages;
  if (passage === undefined || next === undefined) throw new Error("two sentences");
  const edit = (from: string, to: string): Edit => {
    const start = text.indexOf(from);
    return { start, end: start + from.length, to, kind: "word", why: "x" };
  };
  const proposals = [
    { passage, edits: [edit("closed", "shut"), edit("the old bridge", "it")] },
    { passage: next, edits: [edit("of the town", "there")] },
  ];
  for (const words of [0, 1, 2, 4, 7]) {
    const costOf = ({ from }: { from: string }): number => from.split(" ").length;
    const chosen = chooseEdits(proposals, {
      text,
      spans: [],
      preference: { score: () => 0, scoreText: () => 0 },
      budget: { words, costOf },
      valueMin: -10,
      allows: () => true,
    });
    const changed = chosen.reduce((sum, edit) => sum + costOf(edit), 0);
    expect(changed).toBeLessThanOrEqual(words);
  }
});
