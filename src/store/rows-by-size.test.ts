import { expect, test } from "vitest";
import { takeBySize } from "./rows-by-size.ts";

const taken = (...sizes: number[]) => takeBySize(sizes.map((size) => ({ size }))).length;

test("rows are taken as long as they are not too large together, and at least one", () => {
  expect(taken()).toBe(0);
  expect(taken(5_000_000, 1)).toBe(1);
  expect(taken(400_000, 600_000, 1)).toBe(2);
  expect(taken(...Array.from({ length: 50 }, () => 1000))).toBe(50);
});
