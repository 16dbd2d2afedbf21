// Changes can be used and refused one by one, and always lead to a text that was meant.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change, Rewrite } from "../../../client/authenticity-types.ts";
import { changesOf, cutAtChanges, joinPieces, toggled } from "./changes.ts";

/** A text as words, some of which are replaced. */
const rewrites = fc
  .array(
    fc.record({
      word: fc.string({ unit: "binary", minLength: 1, maxLength: 8 }),
      to: fc.option(fc.string({ unit: "binary", maxLength: 8 })),
    }),
    { maxLength: 30, size: "max" },
  )
  .map((words) => {
    let original = "";
    let humanized_text = "";
    const changes: Change[] = [];
    for (const { word, to } of words) {
      const start = original.length;
      original += word;
      humanized_text += to ?? word;
      if (to !== null) {
        changes.push({ start, end: original.length, from: word, to, why: "plainer" });
      }
    }
    return { original, rewrite: buildRewrite({ humanized_text, changes }) };
  });

function buildRewrite(fields: Pick<Rewrite, "humanized_text" | "changes">): Rewrite {
  return {
    regenerated: true,
    original_ai_prob: 60,
    new_human_prob: 70,
    input_type: "text",
    model_version: "v1.0",
    warnings: [],
    ...fields,
  };
}

test("all changes used give the rewrite, none gives the original", () => {
  fc.assert(
    fc.property(rewrites, ({ original, rewrite }) => {
      const pieces = cutAtChanges(original, rewrite);
      if (pieces === null) throw new Error("The changes were not understood.");
      expect(joinPieces(pieces, new Set())).toBe(rewrite.humanized_text);
      const all = new Set(changesOf(pieces).map(({ index }) => index));
      expect(all.size).toBe(rewrite.changes?.length);
      expect(joinPieces(pieces, all)).toBe(original);
    }),
  );
});

test("refusing a change twice leaves everything as it was", () => {
  expect([...toggled(toggled(new Set([1]), 4), 4)]).toEqual([1]);
});

test("changes that do not lead to the rewrite are not offered one by one", () => {
  const change = { start: 0, end: 3, from: "one", to: "two", why: "" };
  const cut = (original: string, changes: Change[], humanized_text = "two") =>
    cutAtChanges(original, buildRewrite({ humanized_text, changes }));
  expect(cut("one", [change])).not.toBeNull();
  expect(cut("One", [change])).toBeNull();
  expect(cut("one", [change], "three")).toBeNull();
  expect(cut("one", [change, { ...change, start: 1 }])).toBeNull();
  expect(cut("one", [{ ...change, end: 99, from: "one" }])).toBeNull();
});
