import fc from "fast-check";
import { expect, test } from "vitest";
import { buildTokenizerFile } from "../../testing/tiny-model.ts";
import { MERGE_BASE, type MergeTable, mergeBytes } from "./merge-bytes.ts";
import { createTokenizer } from "./tokenizer.ts";

test("merges follow the ranks, and pieces end at spaces, letters, digits and signs", () => {
  const file = buildTokenizerFile(["l o", "lo w", "Ġ low", "e r", "1 9", "' s"]);
  const { ids, starts } = createTokenizer(file).encode("low lower's 19.");
  const names = [...ids].map((id) =>
    Object.keys(file.vocab).find((name) => file.vocab[name] === id),
  );
  expect(names).toEqual(["low", "Ġlow", "er", "'s", "Ġ", "19", "."]);
  expect([...starts]).toEqual([0, 3, 7, 9, 11, 12, 14]);
});

test("tokens cover the text without gaps, also in other scripts and emoji", () => {
  const tokenizer = createTokenizer(buildTokenizerFile([]));
  const text = "é日本 🙂 x";
  const { ids, starts } = tokenizer.encode(text);
  expect(ids.length).toBe(new TextEncoder().encode(text).length);
  // Bytes of one character all point at its first unit.
  expect([...starts]).toEqual([0, 0, 1, 1, 1, 2, 2, 2, 3, 4, 4, 4, 4, 6, 7]);
});

test("long pieces are merged exactly like short ones", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 12 }),
      fc.array(fc.nat(3), { minLength: 30, maxLength: 60 }),
      (pairs, ids) => {
        const merges: MergeTable = new Map();
        pairs.forEach(([left, right], rank) => {
          const key = left * MERGE_BASE + right;
          if (!merges.has(key)) merges.set(key, { rank, id: 4 + rank });
        });
        expect([...mergeBytes(Int32Array.from(ids), merges)]).toEqual(mergePlainly(ids, merges));
      },
    ),
    { numRuns: 500 },
  );
});

test("a word of 100,000 letters is tokenised", () => {
  const tokenizer = createTokenizer(buildTokenizerFile(["a a", "aa aa", "aaaa aaaa"]));
  expect(tokenizer.encode("a".repeat(100_000)).ids.length).toBe(12_500);
});

/** The definition of BPE, word for word: merge the best pair, leftmost first, again and again. */
function mergePlainly(input: number[], merges: MergeTable): number[] {
  const ids = [...input];
  for (;;) {
    let at = -1;
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i + 1 < ids.length; i++) {
      const rank = merges.get((ids[i] ?? 0) * MERGE_BASE + (ids[i + 1] ?? 0))?.rank;
      if (rank !== undefined && rank < best) {
        best = rank;
        at = i;
      }
    }
    if (at < 0) return ids;
    const merge = merges.get((ids[at] ?? 0) * MERGE_BASE + (ids[at + 1] ?? 0));
    ids.splice(at, 2, merge?.id ?? 0);
  }
}
