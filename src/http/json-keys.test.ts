import fc from "fast-check";
import { expect, test } from "vitest";
import { findRepeatedKey } from "./json-keys.ts";

test.each([
  ['{"content":"a","content":"b"}', "content"],
  ['{"content":"a","\\u0063ontent":"b"}', "content"],
  ['{ "a" : {"b":1} , "b" : [ {"a":2} ], "a":3}', "a"],
  ['{"a\\\\":1,"a\\\\":2}', "a\\"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
  ['{"content":"\\",\\"content\\":\\"x"}', null],
  ['{"a":{"content":1,"content":2},"content":3}', null],
  ['{"a":["content","content"],"b":{}}', null],
  ["{}", null],
])("%s", (text, key) => {
  JSON.parse(text);
  expect(findRepeatedKey(text)).toBe(key);
});

test.each([
  ['{"items":[{"content":"a","content":"b"}]}', "content"],
  ['{"items":[{"content":"a"},{"content":"b"}],"content":1}', null],
  ['{"items":[{"content":"a","id":{"x":1,"x":2}}]}', null],
  ['{"items":[["content","content"]]}', null],
])("to the third bracket: %s", (text, key) => {
  JSON.parse(text);
  expect(findRepeatedKey(text, 3)).toBe(key);
});

test("an object written by JSON.stringify has no repeated key, and one added is found", () => {
  const value = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue(), { minKeys: 1 });
  fc.assert(
    fc.property(value, (object) => {
      const text = JSON.stringify(object);
      expect(findRepeatedKey(text)).toBeNull();
      const [key = ""] = Object.keys(JSON.parse(text) as object);
      const twice = `${text.slice(0, -1)},${JSON.stringify(key)}:0}`;
      expect(findRepeatedKey(twice)).toBe(key);
    }),
  );
});
