import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitWords } from "../search/normalise.ts";
import { createSoundDistance, encodeSounds } from "./sound-distance.ts";
import { skeletonOf, soundOf } from "./sounds.ts";

const soundsOf = (words: readonly string[]) => words.map((word) => soundOf(word).sounds);
const sound = (text: string) => soundsOf(splitWords(text)).join(" ");

describe("how names sound", () => {
  test.each([
    ["Lasalgaon", "लासलगांव", "lslgv"],
    ["Hubballi", "ಹುಬ್ಬಳ್ಳಿ", "hubli"],
    ["Chandigarh", "चंडीगढ़", "cndigr"],
    ["Bathinda", "ਬਠਿੰਡਾ", "btind"],
    ["Jajpur", "ଯାଜପୁର", "jjpur"],
    ["Gyanpur", "ज्ञानपुर", "gynpur"],
    ["Vijayawada", "విజయవాడ", "vijyvd"],
    ["Siliguri", "শিলিগুড়ি", "siliguri"],
    ["Mangalore", "ಮಂಗಳೂರು", "mnglur"],
    ["Surendranagar", "સુરેન્દ્રનગર", "surendrngr"],
    ["Kota", "کوٹا", "kut"],
  ])("%s and %s are %s", (latin, native, expected) => {
    // Urdu has one letter for o and u; elsewhere both sides are the same.
    if (native !== "کوٹا") expect(sound(latin)).toBe(expected);
    expect(sound(native)).toBe(expected);
  });

  test("letters of an unknown script stand for themselves", () => {
    expect(sound("京都")).toBe("京都");
    expect(skeletonOf("京都")).toBe("京都");
  });

  test("every word has a sound and a skeleton", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), (text) => {
        const words = splitWords(text);
        const sounds = soundsOf(words);
        expect(sounds).toHaveLength(words.length);
        for (const word of sounds) {
          expect(word).not.toBe("");
          expect(skeletonOf(word)).not.toBe("");
        }
      }),
      { numRuns: 500, seed: 5 },
    );
  });
});

describe("the difference between two sounds", () => {
  const distance = createSoundDistance();
  const measure = (query: string, text: string) => {
    distance.begin(encodeSounds(query), "brahmic");
    distance.measure(encodeSounds(text), 0, text.length, 1000);
    return { whole: distance.whole, prefix: distance.prefix };
  };
  const word = fc.string({ unit: fc.constantFrom(..."aeiouyhvkgcjstdnmpbrl"), maxLength: 12 });

  test("is none of a word with itself, the same both ways, and none with its own beginning", () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        expect(measure(left, left).whole).toBe(0);
        expect(measure(left, right).whole).toBe(measure(right, left).whole);
        expect(measure(left, left + right).prefix).toBe(0);
        expect(measure(left, right).prefix).toBeLessThanOrEqual(measure(left, right).whole);
      }),
      { numRuns: 500, seed: 6 },
    );
  });

  test("a vowel weighs less than a consonant, and two that are mixed up less than others", () => {
    expect(measure("pune", "puni").whole).toBeLessThan(measure("pune", "pule").whole);
    expect(measure("kota", "gota").whole).toBeLessThan(measure("kota", "rota").whole);
  });

  test("with a bound it is right below the bound and above it otherwise", () => {
    fc.assert(
      fc.property(word, word, fc.nat(30), (left, right, most) => {
        const exact = measure(left, right);
        distance.begin(encodeSounds(left), "brahmic");
        distance.measure(encodeSounds(right), 0, right.length, most);
        for (const [bounded, whole] of [
          [distance.whole, exact.whole],
          [distance.prefix, exact.prefix],
        ] as const) {
          if (whole <= most) expect(bounded).toBe(whole);
          else expect(bounded).toBeGreaterThan(most);
        }
      }),
      { numRuns: 2000, seed: 7 },
    );
  });
});
