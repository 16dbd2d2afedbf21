import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseName, splitWords } from "./normalise.ts";

describe("words of a name", () => {
  test.each([
    ["Chandigarh(Grain/Fruit) APMC", ["chandigarh", "grain", "fruit", "apmc"]],
    ["  M.V.P.Colony,RBZ ", ["m", "v", "p", "colony", "rbz"]],
    ["Sounth 24 Parganas", ["sounth", "24", "parganas"]],
    ["Ĉhâtēau", ["chateau"]],
    ["İstanbul ﬁne Ⅳ", ["istanbul", "fine", "iv"]],
    ["पुणे", ["पुणे"]],
    ["co\u00adop\u200dera\u200bte", ["cooperate"]],
    ["a\ud800b💥c", ["a", "b", "c"]],
    ["\u0301 ( ) _", []],
  ])("%j", (text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  test("plain ASCII and all else go different ways to the same words", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 40, size: "max" }), (text) => {
        // A soft hyphen is ignored but not ASCII: the text takes the slow path.
        expect(splitWords(`${text}\u00ad`)).toEqual(splitWords(text));
      }),
      { seed: 31 },
    );
  });
});

describe("the suffix", () => {
  test.each([
    ["Pune APMC", ["pune"], true],
    ["Pune Apmc APMC", ["pune"], true],
    ["APMC HALVAD", ["apmc", "halvad"], false],
    ["APMC", ["apmc"], false],
    ["apmc apmc", ["apmc"], true],
    ["Ujjain", ["ujjain"], false],
  ])("%j", (name, words, hasSuffix) => {
    expect(normaliseName(name)).toEqual({ words, hasSuffix });
  });
});
