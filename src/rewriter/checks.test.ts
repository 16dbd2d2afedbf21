import { expect, test } from "vitest";
import { findFault } from "./checks.ts";

test("a name inside a sentence may be said again but never less often", () => {
  const before = "In the spring Holm left the firm, and later Holm came back.";
  expect(findFault(before, "In the spring Holm left the firm. Later he came back.")).toBe("name");
  expect(findFault(before, "In the spring Holm left the firm. Later Holm came back.")).toBe(
    undefined,
  );
});
