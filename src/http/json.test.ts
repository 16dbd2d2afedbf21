import fc from "fast-check";
import { expect, test } from "vitest";
import { JSON_DEPTH_MAX, JSON_VALUES_MAX, parseJson } from "./json.ts";

const parse = (text: string) => parseJson(Buffer.from(text));

test("JSON within the limits is parsed as it is", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      expect(parse(text)).toEqual(JSON.parse(text));
    }),
  );
});

test("brackets, commas and escaped quotes inside strings do not count", () => {
  const text = JSON.stringify({ content: `\\"[{,`.repeat(JSON_VALUES_MAX) });
  expect(parse(text)).toEqual(JSON.parse(text));
});

test.each([
  ["members", `{${Array.from({ length: JSON_VALUES_MAX + 1 }, (_, n) => `"${n}":1`)}}`],
  ["items", `[${"1,".repeat(JSON_VALUES_MAX)}1]`],
  ["lists", `[${"[],".repeat(JSON_VALUES_MAX / 2)}[]]`],
  ["700,000 idle keys", `{"items":[],${'"k":1,'.repeat(700_000)}"l":1}`],
])("too many values are refused: %s", (_what, text) => {
  expect(() => parse(text)).toThrow("The JSON body has too many values: at most 10000.");
});

test.each(["[", '{"a":'])("nesting beyond the limit is refused: %s", (open) => {
  expect(() => parse(open.repeat(5000))).toThrow("nested too deeply: at most 32 levels");
  expect(() => parse(open.repeat(JSON_DEPTH_MAX))).toThrow("The body is not valid JSON.");
});

test.each(["", "{", '"', '"\\', "\ufeff{}", '{"a":1,}'])("%j is not valid JSON", (text) => {
  expect(() => parse(text)).toThrow("The body is not valid JSON.");
});

test("broken UTF-8 is refused, not replaced", () => {
  expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow("not valid UTF-8");
});
