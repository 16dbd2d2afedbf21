import { describe, expect, test } from "vitest";
import { chooseLanguage, describeLanguage, findLanguage, parseLanguage } from "./languages.ts";

const known = new Set(["hi", "mr", "ta"]);

describe("the language a browser asks for", () => {
  test.each([
    ["hi", "hi"],
    ["mr-IN,hi;q=0.8", "mr"],
    ["hi;q=0.2, ta;q=0.9", "ta"],
    ["de, hi;q=0.5", "hi"],
    ["hi;q=0", null],
    ["en-IN,en;q=0.9,hi;q=0.8", null],
    ["*", null],
    ["", null],
    [undefined, null],
    [";;;,=,q=1,hi;q=x", null],
  ])("%s is %s", (header, expected) => {
    expect(chooseLanguage(header, known)).toBe(expected);
  });
});

test("a tag is read in any case and without its region", () => {
  expect(findLanguage("HI", known)).toBe("hi");
  expect(findLanguage("hi-Deva-IN", known)).toBe("hi");
  expect(findLanguage("bn", known)).toBeNull();
  for (const text of ["", "h", "hi_IN", "hi-", "हि", "x".repeat(50), "123"]) {
    expect(parseLanguage(text)).toBeNull();
  }
});

test("a language has a name in English, its own name and a script", () => {
  expect(describeLanguage("hi")).toEqual({ name: "Hindi", nativeName: "हिन्दी", script: "Deva" });
  expect(describeLanguage("ur").script).toBe("Arab");
});
