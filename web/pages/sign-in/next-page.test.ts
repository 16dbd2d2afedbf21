// After signing in one is led to a page of ours and nowhere else.
import { expect, test } from "vitest";
import { nextPage } from "./next-page.ts";

const next = (value: string) => nextPage(new URLSearchParams({ next: value }));

test("a link can't lead to another site, nor back to the sign-in", () => {
  expect(next("/usage")).toBe("/usage");
  for (const bad of ["//evil.example", "https://evil.example", "/\\evil", "/sign-in", "", "keys"]) {
    expect(next(bad)).toBe("/");
  }
  expect(nextPage(new URLSearchParams())).toBe("/");
});
