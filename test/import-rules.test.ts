import { expect, test } from "vitest";
import { findBrokenImports, readSources } from "./import-rules.ts";

const judge = (...files: Array<[path: string, source: string]>) =>
  findBrokenImports(new Map(files));

test("the project keeps its own import rules", () => {
  const sources = readSources(new URL("..", import.meta.url).pathname);
  expect(sources.size).toBeGreaterThan(20);
  expect(findBrokenImports(sources)).toEqual([]);
});

test("a room entered by a side door is named", () => {
  const problems = judge(["src/main.ts", 'import { x } from "./store/sqlite.ts";']);
  expect(problems).toEqual(["src/main.ts imports src/store/sqlite.ts: enter store by store.ts"]);
});

test("an arrow that points backwards is named, also for a type or an import at run time", () => {
  expect(judge(["src/detector/a.ts", 'import type { X } from "../http/http.ts";'])).toHaveLength(1);
  expect(judge(["src/store/a.ts", 'await import("../accounts/accounts.ts")'])).toHaveLength(1);
  expect(judge(["src/http/a.ts", 'import { c } from "../config.ts";'])).toHaveLength(1);
  expect(judge(["client/a.ts", 'import { c } from "../src/config.ts";'])).toHaveLength(1);
});

test("a circle of files is named", () => {
  const problems = judge(
    ["src/http/a.ts", 'import { b } from "./b.ts";'],
    ["src/http/b.ts", 'import { a } from "./a.ts";'],
  );
  expect(problems).toEqual([
    "imports run in a circle: src/http/a.ts → src/http/b.ts → src/http/a.ts",
  ]);
});
