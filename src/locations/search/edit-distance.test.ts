import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countEdits, editsAllowed } from "./edit-distance.ts";

const whole = (query: string, text: string, most = 99) => countEdits(query, text, most);
const prefix = (query: string, text: string, most = 99) => countEdits(query, text, most, true);

describe("edits between words", () => {
  test.each([
    ["pune", "pune", 0],
    ["pun", "pune", 1],
    ["punne", "pune", 1],
    ["pona", "pune", 2],
    ["pnue", "pune", 1],
    ["lasalgoan", "lasalgaon", 1],
    ["ca", "abc", 3], // optimal string alignment never edits a swapped pair again
    ["a", "z", 1],
  ])("%s and %s: %i", (query, text, edits) => {
    expect(whole(query, text)).toBe(edits);
  });

  test("the nearest beginning counts for prefixes", () => {
    expect(prefix("mahraas", "maharashtra")).toBe(1);
    expect(prefix("maha", "maharashtra")).toBe(0);
    expect(prefix("pune", "pu")).toBe(2);
  });

  const word = (maxLength: number, minLength = 1) =>
    fc.string({ unit: fc.constantFrom(..."abc"), minLength, maxLength, size: "max" });
  test.each([[9], [34], [70]])("agrees with the definition up to %i letters", (maxLength) => {
    fc.assert(
      fc.property(word(maxLength), word(maxLength), (query, text) => {
        expect(whole(query, text)).toBe(defined(query, text));
        const nearest = Math.min(...definedRow(query, text));
        expect(prefix(query, text)).toBe(nearest);
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  test.each([
    [2, 20],
    [28, 36],
    [40, 60],
  ])(
    "few edits in %i to %i letters are counted exactly, with and without a bound",
    (least, greatest) => {
      const edit = fc.record({
        at: fc.nat(99),
        kind: fc.nat(3),
        letter: fc.constantFrom(..."abc"),
      });
      fc.assert(
        fc.property(
          word(greatest, least),
          fc.array(edit, { maxLength: 4 }),
          word(6),
          fc.integer({ min: 1, max: 3 }),
          (query, edits, rest, most) => {
            const text = edits.reduce(editAt, query);
            const edited = defined(query, text);
            expect(whole(query, text)).toBe(edited);
            expect(Math.min(whole(query, text, most), most + 1)).toBe(Math.min(edited, most + 1));
            const longer = text + rest;
            const nearest = Math.min(...definedRow(query, longer));
            expect(Math.min(prefix(query, longer, most), most + 1)).toBe(
              Math.min(nearest, most + 1),
            );
          },
        ),
        { numRuns: 60, seed: 9 },
      );
    },
  );

  test("a long query leaves nothing behind for a short one, nor the other way round", () => {
    const long = "abcabcabcabcabcabcabcabcabcabcabcabc";
    expect([whole("abc", "abc"), whole(long, `${long}c`), whole("cab", "cba")]).toEqual([0, 1, 1]);
    expect([whole(long, long.slice(1)), whole("b", "b"), whole("xy", "ab")]).toEqual([1, 0, 2]);
  });

  test("lengths too far apart are too many edits without a look", () => {
    expect([whole("a", "aaaa", 2), prefix("aaaa", "a", 2), prefix("aaaa", "aa", 2)]).toEqual([
      3, 3, 2,
    ]);
  });

  test("with a bound, distances within it are exact and others are above it", () => {
    fc.assert(
      fc.property(word(45), word(45), fc.integer({ min: 1, max: 3 }), (query, text, most) => {
        const edits = defined(query, text);
        const bounded = whole(query, text, most);
        expect(Math.min(bounded, most + 1)).toBe(Math.min(edits, most + 1));
      }),
      { numRuns: 300, seed: 8 },
    );
  });
});

test("one edit up to seven letters, two above, and a letter must be right", () => {
  expect([1, 2, 7, 8, 30].map(editsAllowed)).toEqual([0, 1, 1, 2, 2]);
});

/** The text with a letter added, dropped or replaced, or two neighbours swapped. */
function editAt(text: string, edit: { at: number; kind: number; letter: string }): string {
  const at = edit.at % (text.length + 1);
  const [before, first = "", second = ""] = [text.slice(0, at), text[at], text[at + 1]];
  switch (edit.kind) {
    case 0:
      return before + edit.letter + text.slice(at);
    case 1:
      return before + text.slice(at + 1);
    case 2:
      return before + edit.letter + text.slice(at + 1);
    default:
      return before + second + first + text.slice(at + 2);
  }
}

/** Optimal string alignment, straight from its recurrence: edits between `a` and each beginning of `b`. */
function definedRow(a: string, b: string): number[] {
  const table = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number) => table[i]?.[j] ?? i + j;
  for (let i = 0; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      let edits = i === 0 ? j : at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      if (i > 0) edits = Math.min(edits, at(i - 1, j) + 1, at(i, j - 1) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, at(i - 2, j - 2) + 1);
      }
      table[i]?.push(edits);
    }
  }
  return table[a.length] ?? [];
}

function defined(a: string, b: string): number {
  return definedRow(a, b)[b.length] ?? Number.NaN;
}
