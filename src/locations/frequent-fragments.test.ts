// Fragments that many names hold: their sets are ready, complete, and kept for no others.
import { describe, expect, test } from "vitest";
import { createBitSet, listMembers } from "./bit-set.ts";
import { buildFrequentFragments } from "./frequent-fragments.ts";
import { buildNameTable } from "./name-table.ts";
import { toUnits } from "./query.ts";
import { createRandom } from "./seeded-random.ts";

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
    const letters = Array.from({ length: 80 }, (_, i) => String.fromCharCode(0x4e00 + i));
    // The later a letter, the rarer it is.
    const names = letters.flatMap((_, i) => [`x${letters.slice(0, i + 1).join("")}`]);
    const find = fragmentsOf(names);
    const [first = "", second = "", last = ""] = [letters[0], letters[1], letters[79]];
    expect(find(first)).toHaveLength(80);
    expect(find(first + second)).toHaveLength(79);
    expect(find(last)).toBeUndefined();
    expect(find((letters[78] ?? "") + last)).toBeUndefined();
  });

  test("none are kept where there are no names", () => {
    expect(fragmentsOf([])("a")).toBeUndefined();
    expect(
      buildFrequentFragments({
        wordText: new Uint16Array(0),
        wordStart: new Uint32Array(1),
        wordKeysStart: new Uint32Array(1),
        wordKeys: new Uint32Array(0),
        keyCount: 0,
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
