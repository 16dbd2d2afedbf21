import { expect, test } from "vitest";
import { findNearest } from "./known-names.ts";

const known = ["content", "strength", "keep", "id", "file"];

test.each([
  ["strenght", "strength"],
  ["contnet", "content"],
  ["Content", "content"],
  ["contents", "content"],
  ["kep", "keep"],
  ["fiel", "file"],
  ["text", null],
  ["level", null],
  ["constructor", null],
  ["", null],
  ["s".repeat(1_000_000), null],
])("%s is most like %s", (name, nearest) => {
  expect(findNearest(name, known)).toBe(nearest);
});
