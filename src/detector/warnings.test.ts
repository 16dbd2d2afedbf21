import { expect, test } from "vitest";
import { tamperingWarnings } from "./warnings.ts";

test("a warning counts in good English, most frequent kind first", () => {
  const warnings = tamperingWarnings(
    new Map([
      ["zero_width", 1],
      ["look_alike", 2],
    ]),
  );
  expect(warnings.map(({ message }) => message)).toEqual([
    "2 look-alike letters of other alphabets replaced before scoring.",
    "1 zero-width character removed before scoring.",
  ]);
});
