import fc from "fast-check";
import { expect, test } from "vitest";
import { findProtected } from "./protect.ts";

/** What is protected of a text in small letters without figures: its quotations. */
function quoted(text: string): string[] {
  return findProtected(text, new Set(), []).map(({ start, end }) => text.slice(start, end));
}

test.each([
  ['he said "we go" and left', ['"we go"']],
  ['he said "we go," and "we stay"', ['"we go,"', '"we stay"']],
  // The text begins inside a quotation, or ends inside one.
  ['we go," he said, and left; "we stay," she said', ['we go,"', '"we stay,"']],
  ['he left, and said "we go home now', ['"we go home now']],
  // A quotation in several paragraphs opens each and closes the last.
  ['"we go.\n\n"we come back," he said', ['"we go.', '"we come back,"']],
  // A mark that closes nothing: nobody knows where it began.
  ['he said "we go" and then," she said', ['"we go"', ' and then,"']],
  // A mark that could be either.
  ['he said "we go" now or"then he left', ['"we go" now or"then he left']],
  ['he wrote \\"we go\\" there and left', ['"we go\\" there and left']],
  ["she said “we go” and left", ["“we go”"]],
  ["she said “we go and left", ["“we go and left"]],
  // A post behind the name of who wrote it.
  ["she — the mill (@mill) thanks to all. they left", ["(@mill) thanks to all"]],
])("what is quoted in %j is kept", (text, expected) => {
  expect(quoted(text)).toEqual(expected);
});

test("whatever stands between an opening and a closing mark is kept, in any text", () => {
  const words = fc.stringMatching(/^[a-z]{1,6}( [a-z]{1,6}){0,4}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 6 }), (parts) => {
      const text = parts.map(([plain, speech]) => `${plain} "${speech}"`).join(" ");
      // A word such as "one" or "not" outside the marks is kept for a reason of its own.
      const kept = quoted(text).filter((span) => span.startsWith('"'));
      expect(kept).toEqual(parts.map(([, speech]) => `"${speech}"`));
    }),
    { examples: [[[["one", "a"]]]] },
  );
});
