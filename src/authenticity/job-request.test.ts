import { expect, test } from "vitest";
import { quoteList } from "./job-request.ts";

test("a list quoted in steps is what it is quoted at once", async () => {
  const long = `${"a".repeat(262_141)}🙂"\\\n${"é🙂".repeat(200_000)}`;
  for (const list of [
    [],
    ["a"],
    [{ content: 'a"b', id: null }, 1, null],
    [long],
    ["🙂".repeat(300_000), `a${"🙂".repeat(300_000)}`],
    ["\ud800", "\udc00"],
  ]) {
    expect((await quoteList(list)).join("") === JSON.stringify(JSON.stringify(list))).toBe(true);
  }
});
