// What the cache keeps and what it lets go.
import { expect, test } from "vitest";
import { createEtagCache } from "./etag-cache.ts";

test("the answers that were not used for longest are let go first", () => {
  const cache = createEtagCache(3);
  for (const url of ["a", "b", "c"]) cache.keep(url, { etag: url, text: url });
  cache.find("a");
  cache.keep("d", { etag: "d", text: "d" });
  const kept = ["a", "b", "c", "d"].filter((url) => cache.find(url) !== undefined);
  expect(kept).toEqual(["a", "c", "d"]);
});

test("an address is kept once, with its newest answer", () => {
  const cache = createEtagCache(2);
  cache.keep("a", { etag: "1", text: "old" });
  cache.keep("b", { etag: "1", text: "b" });
  cache.keep("a", { etag: "2", text: "new" });
  expect(cache.find("a")).toEqual({ etag: "2", text: "new" });
  expect(cache.find("b")).toBeDefined();
});
