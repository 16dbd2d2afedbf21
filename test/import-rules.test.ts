import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findBrokenImports, readDrawing, readSources } from "./import-rules.ts";

const root = new URL("..", import.meta.url).pathname;

const DRAWING = readDrawing(`
\`\`\`mermaid
flowchart TD
  subgraph starting
    main
  end
  subgraph rooms
    http & store
  end
  subgraph pages
    web
  end
  subgraph sdk
    client
  end
  main --> http & store
  web --> client
\`\`\`
`);
const KEPT: Array<[path: string, source: string]> = [
  ["src/main.ts", 'import "./http/http.ts"; import "./store/store.ts";'],
  ["web/main.tsx", 'import { createClient } from "../client/client.ts";'],
];
const judge = (...files: Array<[path: string, source: string]>) =>
  findBrokenImports(new Map([...KEPT, ...files]), DRAWING);

test("the project's imports and the drawing in ARCHITECTURE.md are the same", () => {
  const sources = readSources(root);
  const drawing = readDrawing(readFileSync(`${root}ARCHITECTURE.md`, "utf8"));
  expect(sources.size).toBeGreaterThan(400);
  expect(drawing.layers.flat().length).toBeGreaterThan(20);
  expect(findBrokenImports(sources, drawing)).toEqual([]);
});

test("what is drawn and imported is no fault", () => {
  expect(judge()).toEqual([]);
});

test("a room entered by a side door is named", () => {
  expect(
    judge(["src/main.ts", 'import "./http/http.ts"; import { x } from "./store/sqlite.ts";']),
  ).toEqual(["src/main.ts imports src/store/sqlite.ts: enter store by store.ts"]);
});

test.each([
  ["src/store/a.ts", 'import type { X } from "../http/http.ts";', "store → http"],
  ["src/store/a.ts", 'await import("../accounts/accounts.ts")', "store → accounts"],
  ["src/http/a.ts", 'import { c } from "../config.ts";', "http → config"],
  ["client/a.ts", 'import { c } from "../src/config.ts";', "client → config"],
  ["src/http/a.ts", 'import { x } from "../../testing/x.ts";', "http → testing"],
  ["bench/a.ts", 'import { x } from "../training/x.ts";', "bench → training"],
])("%s: %s has no arrow", (file, source, arrow) => {
  expect(judge([file, source]).join()).toContain(`no arrow ${arrow} is drawn`);
});

test("an arrow that nothing takes is named", () => {
  expect(judge(["src/main.ts", 'import "./http/http.ts";'])).toEqual([
    "the arrow main → store is drawn, but nothing imports so",
  ]);
});

test("an arrow to the same or a higher layer is named", () => {
  const upwards = { ...DRAWING, arrows: new Set([...DRAWING.arrows, "store → http"]) };
  const files = new Map([...KEPT, ["src/store/a.ts", 'import "../http/http.ts";'] as const]);
  expect(findBrokenImports(files, upwards)).toEqual([
    "the arrow store → http does not lead to a lower layer",
  ]);
});
