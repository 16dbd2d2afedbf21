import { expect, test } from "vitest";
import { findLongPart } from "./message-limits.ts";

const long = "a".repeat(201);
const rest = "a".repeat(65_536);
const call = (input: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "check_text", arguments: input },
});

test.each([
  ["id", { id: long }],
  ["method", { method: long }],
  ["name", { params: { name: long } }],
])("a long %s is refused", (what, message) => {
  expect(findLongPart(message)).toBe(
    `The message's '${what}' is too long: at most 200 characters.`,
  );
});

test("a text and a file may be long, whatever else is there together may not", () => {
  expect(findLongPart(call({ text: rest + rest }))).toBeNull();
  expect(findLongPart(call({ name: "a.txt", data: rest + rest }))).toBeNull();
  expect(findLongPart(call({ query: rest }))).toMatch(/^The message is too long/);
  expect(findLongPart(call({ text: "a", keep: Array(100).fill("a".repeat(700)) }))).toMatch(
    /^The message is too long/,
  );
  expect(findLongPart(call({ [rest]: 1 }))).toMatch(/^The message is too long/);
  expect(findLongPart({ params: { _meta: { text: rest } } })).toMatch(/^The message is too long/);
  expect(findLongPart({ text: rest })).toMatch(/^The message is too long/);
});

test("what is no message is left to the protocol", () => {
  for (const message of [null, 1, "a", {}, { params: null }, { params: { arguments: 1 } }]) {
    expect(findLongPart(message)).toBeNull();
  }
});
