import fc from "fast-check";
import { expect, test } from "vitest";
import { buildKnownWords, capitalWords, readKnownWords, smallWords } from "./known-words.ts";

test("no word that went into a filter is missing from it", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (known, minded) => {
      const read = readKnownWords(buildKnownWords(known, minded));
      expect(known.every((word) => read.known.has(word))).toBe(true);
      expect(minded.every((word) => read.minded.has(word))).toBe(true);
    }),
  );
});

test("few strange words pass a filter of fifty thousand", () => {
  const known = Array.from({ length: 50_000 }, (_, i) => `word${i}`);
  const read = readKnownWords(buildKnownWords(known, []));
  const passed = Array.from({ length: 10_000 }, (_, i) => `other${i}`).filter((word) =>
    read.known.has(word),
  );
  expect(passed.length).toBeLessThan(200);
});

test("a file of the wrong length is refused", () => {
  expect(() => readKnownWords(new Uint8Array(5))).toThrow("5 bytes");
});

test("words are runs of letters, those with an apostrophe left out", () => {
  expect(smallWords("It's the half-hearted “end”, don't you think? Zoë did.")).toEqual([
    "the",
    "half",
    "hearted",
    "end",
    "you",
    "think",
    "did",
  ]);
  expect(capitalWords("Mia's LATEX file, and iPhone")).toEqual(["Mia", "LATEX"]);
});
