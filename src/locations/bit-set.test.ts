// Sets of bits against JavaScript's own sets.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BitSet,
  countBits,
  countMembers,
  createBitSet,
  intersect,
  listMembers,
  subtract,
  unite,
  uniteCommon,
} from "./bit-set.ts";

const SIZE = 100;
const members = fc.array(fc.nat(SIZE - 1), { maxLength: 60, size: "max" });

function setOf(list: Iterable<number>): BitSet {
  const set = createBitSet(SIZE);
  for (const member of list) set[member >>> 5] = (set[member >>> 5] ?? 0) | (1 << member);
  return set;
}

function membersOf(set: BitSet): number[] {
  const list = new Uint32Array(SIZE);
  return [...list.subarray(0, listMembers(set, list))];
}

test("a set has room for its size and no word more", () => {
  expect([0, 1, 31, 32, 33, 64, 65].map((size) => createBitSet(size).length)).toEqual([
    0, 1, 1, 1, 2, 2, 3,
  ]);
});

test("bits are counted in any 32-bit number", () => {
  fc.assert(
    fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (bits) => {
      expect(countBits(bits)).toBe((bits >>> 0).toString(2).replaceAll("0", "").length);
    }),
    { seed: 1 },
  );
  expect([0, -1, 1, 1 << 31].map(countBits)).toEqual([0, 32, 1, 1]);
});

test("members are counted and listed, smallest first", () => {
  fc.assert(
    fc.property(members, (list) => {
      const sorted = [...new Set(list)].sort((a, b) => a - b);
      expect(membersOf(setOf(list))).toEqual(sorted);
      expect(countMembers(setOf(list))).toBe(sorted.length);
    }),
    { seed: 2 },
  );
});

test("uniting, intersecting and subtracting are those of sets", () => {
  fc.assert(
    fc.property(members, members, members, (a, b, c) => {
      const after = (change: (set: BitSet) => void) => {
        const set = setOf(a);
        change(set);
        return membersOf(set);
      };
      const [inA, inB, inC] = [new Set(a), new Set(b), new Set(c)];
      const those = (isIn: (member: number) => boolean) =>
        Array.from({ length: SIZE }, (_, member) => member).filter(isIn);
      expect(after((set) => unite(set, setOf(b)))).toEqual(those((n) => inA.has(n) || inB.has(n)));
      expect(after((set) => intersect(set, setOf(b)))).toEqual(
        those((n) => inA.has(n) && inB.has(n)),
      );
      expect(after((set) => subtract(set, setOf(b)))).toEqual(
        those((n) => inA.has(n) && !inB.has(n)),
      );
      expect(after((set) => uniteCommon(set, setOf(b), setOf(c)))).toEqual(
        those((n) => inA.has(n) || (inB.has(n) && inC.has(n))),
      );
    }),
    { seed: 3 },
  );
});
