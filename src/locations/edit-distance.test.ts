import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createDistance, editsAllowed } from "./edit-distance.ts";
import { toUnits } from "./query.ts";

const distance = createDistance();
const whole = (query: string, text: string, most = 99) => {
  distance.begin(toUnits(query));
  return distance.whole(toUnits(text), 0, text.length, most);
};
const prefix = (query: string, text: string, most = 99) => {
  distance.begin(toUnits(query));
  return distance.prefix(toUnits(text), 0, text.length, most);
};

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

  // Queries of more than 32 letters take another way through the code: both must agree with the
  // definition, also where they meet.
  const word = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom(..."abc"), minLength: 1, maxLength });
  test.each([[9], [34], [70]])("agrees with the definition up to %i letters", (maxLength) => {
    fc.assert(
      fc.property(word(maxLength), word(maxLength), (query, text) => {
        expect(whole(query, text)).toBe(defined(query, text));
        const nearest = Math.min(
          ...Array.from({ length: text.length + 1 }, (_, n) => defined(query, text.slice(0, n))),
        );
        expect(prefix(query, text)).toBe(nearest);
      }),
      { numRuns: 150, seed: 7 },
    );
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

/** Optimal string alignment, straight from its recurrence. */
function defined(a: string, b: string): number {
  const table = new Map<string, number>();
  const at = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const place = `${i} ${j}`;
    const known = table.get(place);
    if (known !== undefined) return known;
    let edits = Math.min(
      at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      at(i - 1, j) + 1,
      at(i, j - 1) + 1,
    );
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
      edits = Math.min(edits, at(i - 2, j - 2) + 1);
    }
    table.set(place, edits);
    return edits;
  };
  return at(a.length, b.length);
}
