import fc from "fast-check";
import { expect, test } from "vitest";
import { createRandom } from "../../evaluation/seeded-random.ts";
import { toUnits } from "./query.ts";
import { findPrefixRange, sortByText } from "./text-order.ts";

const entry = fc.string({ unit: fc.constantFrom(..."abcपुé"), maxLength: 12, size: "max" });

test("positions are sorted by the text that begins there", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 120, size: "max" }), (entries) => {
      const { text, starts } = layOut(entries);
      sortByText(text, starts);
      const sorted = [...starts].map((start) => readAt(text, start));
      expect(sorted).toEqual(entries.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    }),
    { numRuns: 200, seed: 5 },
  );
});

test("so are many positions, which take another way, and letters of many kinds", () => {
  const random = createRandom(3);
  for (const letters of ["ab", "abcdefghijklmnopqrstuvwxyz0123456789", "aé\u0939\uffff\u4e00"]) {
    const entries = Array.from({ length: 3000 }, () =>
      Array.from({ length: random.below(14) }, () => random.pick([...letters])).join(""),
    );
    const { text, starts } = layOut(entries);
    sortByText(text, starts);
    const sorted = [...starts].map((start) => readAt(text, start));
    expect(sorted).toEqual(entries.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
  }
});

test("many that begin alike are told apart by what follows", () => {
  const random = createRandom(8);
  const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789"];
  const word = (length: number) => Array.from({ length }, () => random.pick(letters)).join("");
  const beginnings = Array.from({ length: 300 }, () => word(1 + random.below(12)));
  const entries = Array.from(
    { length: 3000 },
    () => random.pick(beginnings.slice(0, 1 + random.below(300))) + word(random.below(4)),
  );
  const { text, starts } = layOut(entries);
  sortByText(text, starts);
  const sorted = [...starts].map((start) => readAt(text, start));
  expect(sorted).toEqual(entries.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
});

test("however many are alike, many short entries are sorted with two looks at each letter", () => {
  const random = createRandom(4);
  const made = (letters: string) =>
    Array.from({ length: 3000 }, () =>
      Array.from({ length: random.below(14) }, () => random.pick([...letters])).join(""),
    );
  for (const entries of [made("a"), made("ab"), Array.from({ length: 3000 }, () => "abc")]) {
    const { text, starts } = layOut(entries);
    const { looks, counted } = countLooks(text);
    sortByText(counted, starts);
    expect(looks()).toBeLessThanOrEqual(2 * text.length);
  }
});

test("few entries are sorted with few looks, in whatever order they come and however alike", () => {
  const count = 900;
  const letter = (i: number) => String.fromCharCode(0x4e00 + i);
  const rising = Array.from({ length: count }, (_, i) => letter(i));
  const hill = rising.map((_, i) => letter(i < count / 2 ? 2 * i : 2 * (count - i) - 1));
  const shifted = [...rising.slice(300), ...rising.slice(0, 300)];
  const orders = [rising, hill, shifted].flatMap((order) => [order, order.toReversed()]);
  for (const entries of [...orders, rising.map(() => "abcdefgh")]) {
    const { text, starts } = layOut(entries);
    const { looks, counted } = countLooks(text);
    sortByText(counted, starts);
    // About twice the logarithm of their number for each; comparing all would be hundreds.
    expect(looks()).toBeLessThan(25 * count);
  }
});

test("the range of a query holds exactly what begins with it", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60, size: "max" }), entry, (entries, query) => {
      const { text, starts } = layOut(entries);
      sortByText(text, starts);
      const { from, to } = findPrefixRange(text, starts, toUnits(query));
      const isInside = [...starts].map((_, i) => i >= from && i < to);
      const begins = [...starts].map((start) => readAt(text, start).startsWith(query));
      expect(isInside).toEqual(begins);
    }),
    { numRuns: 300, seed: 6 },
  );
});

function layOut(entries: string[]): { text: Uint16Array; starts: Uint32Array } {
  const starts = new Uint32Array(entries.length);
  let joined = "";
  for (const [i, one] of entries.entries()) {
    starts[i] = joined.length;
    joined += `${one}\0`;
  }
  return { text: toUnits(joined), starts };
}

function readAt(text: Uint16Array, start: number): string {
  return String.fromCharCode(...text.subarray(start, text.indexOf(0, start)));
}

/** The same text, and how often a unit of it was read. */
function countLooks(text: Uint16Array): { counted: Uint16Array; looks: () => number } {
  let looks = 0;
  const counted = new Proxy(text, {
    get(target, name) {
      if (typeof name === "string" && /^\d/.test(name)) looks += 1;
      return Reflect.get(target, name, target);
    },
  });
  return { counted, looks: () => looks };
}
