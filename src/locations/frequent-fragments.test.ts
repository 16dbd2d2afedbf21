// Frequent fragments: their sets are precomputed and complete, and no others are kept.
import { describe, expect, test } from "vitest";
import { createRandom } from "../../evaluation/seeded-random.ts";
import { createBitSet, listMembers } from "./bit-set.ts";
import { buildFrequentFragments } from "./frequent-fragments.ts";
import { buildNameTable } from "./name-table.ts";
import { toUnits } from "./query.ts";

function fragmentsOf(names: string[]) {
  const { frequentFragments, keyCount } = buildNameTable(names, []);
  return (fragment: string): number[] | undefined => {
    const set = frequentFragments(toUnits(fragment));
    if (set === undefined) return undefined;
    expect(set.length).toBe(createBitSet(keyCount).length);
    const list = new Uint32Array(keyCount);
    return [...list.subarray(0, listMembers(set, list))];
  };
}

describe("frequent fragments", () => {
  test("are those inside words that one name in 64 holds, with all their names", () => {
    const random = createRandom(9);
    const names = Array.from({ length: 640 }, () =>
      [1, 2]
        .map(() => Array.from({ length: 1 + random.below(6) }, () => random.pick([..."aabbbcdé"])))
        .map((letters) => letters.join(""))
        .join(" "),
    );
    const find = fragmentsOf(names);
    const fragments = new Set<string>();
    for (const word of names.flatMap((name) => name.split(" ")))
      for (let at = 1; at < word.length; at += 1)
        for (let length = 1; length <= 3; length += 1) fragments.add(word.slice(at, at + length));
    for (const fragment of fragments) {
      const plain = fragment.replaceAll("é", "e");
      // How often it occurs decides; a name that holds it twice counts twice.
      let times = 0;
      const holders = names.flatMap((name, key) => {
        const here = name.split(" ").reduce((sum, word) => sum + occurrences(word, fragment), 0);
        times += here;
        return here > 0 ? [key] : [];
      });
      expect({ fragment, keys: find(plain) }).toEqual({
        fragment,
        keys: times >= 10 ? holders : undefined,
      });
    }
  });

  test("have three letters at most, and letters that names have", () => {
    const find = fragmentsOf(["abcdef", "xbcdey"]);
    expect(find("b")).toEqual([0, 1]);
    expect(find("bcd")).toEqual([0, 1]);
    expect(find("bcde")).toBeUndefined();
    expect(find("bz")).toBeUndefined();
    expect(find("q")).toBeUndefined();
  });

  test("are inside a word: not its start, and not across words", () => {
    const find = fragmentsOf(["abc de"]);
    expect(find("a")).toBeUndefined();
    expect(find("bc")).toEqual([0]);
    expect(find("c")).toEqual([0]);
    expect(find("cd")).toBeUndefined();
    expect(find("d")).toBeUndefined();
    expect(find("e")).toEqual([0]);
  });

  test("with a letter beyond the 63 most frequent are found another way, never wrongly", () => {
    // The later a letter, the more names hold it: the nth of them n, and "x" all.
    const letters = Array.from({ length: 80 }, (_, i) => String.fromCharCode(0x4e00 + i));
    const find = fragmentsOf(letters.map((_, i) => `x${letters.slice(i).join("")}`));
    const [rare = "", kept = "", next = "", last = ""] = [17, 18, 19, 79].map((i) => letters[i]);
    expect(find(kept)).toHaveLength(19);
    expect(find(kept + next)).toHaveLength(19);
    expect(find(last)).toHaveLength(80);
    // Eighteen names hold this one, and yet 63 letters are more frequent.
    for (const fragment of [rare, rare + kept, kept + rare, rare + kept + next])
      expect(find(fragment)).toBeUndefined();
  });

  test("of letters equally frequent keep the same ones every time", () => {
    const letters = Array.from({ length: 64 }, (_, i) => String.fromCharCode(0x4e00 + i));
    for (const order of [letters, letters.toReversed()]) {
      const find = fragmentsOf(["xx", "xx", ...order.map((letter) => `x${letter}${letter}x`)]);
      expect(letters.filter((letter) => find(letter))).toEqual(letters.slice(0, 62));
    }
  });

  test("none are kept where there are no names", () => {
    expect(fragmentsOf([])("a")).toBeUndefined();
    expect(
      buildFrequentFragments({
        wordText: new Uint16Array(0),
        wordStart: new Uint32Array(1),
        wordKeysStart: new Uint32Array(1),
        keyRuns: new Uint32Array(1),
        runWord: new Uint32Array(0),
      })(toUnits("a")),
    ).toBeUndefined();
  });
});

function occurrences(word: string, fragment: string): number {
  let count = 0;
  for (let at = 1; at + fragment.length <= word.length; at += 1)
    if (word.startsWith(fragment, at)) count += 1;
  return count;
}
