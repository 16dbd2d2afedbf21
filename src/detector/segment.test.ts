import fc from "fast-check";
import { expect, test } from "vitest";
import { segmentText } from "./segment.ts";

const textsOf = (input: string) =>
  segmentText(input).segments.map(({ start, end }) => input.slice(start, end));

test("segments and the gaps between them give back any input, lone surrogates included", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({
      unit: fc.constantFrom(..."ab. !?\n\t-*#|`>1.)[]()\"'\u200b\u00adаο\ud800\udc00🙂é—&<p>;"),
      maxLength: 300,
    }),
  );
  fc.assert(
    fc.property(anyText, (input) => {
      const { segments, prose } = segmentText(input);
      let at = 0;
      let rebuilt = "";
      for (const segment of segments) {
        expect(segment.start).toBeGreaterThanOrEqual(at);
        expect(segment.end).toBeGreaterThan(segment.start);
        rebuilt += input.slice(at, segment.start) + input.slice(segment.start, segment.end);
        at = segment.end;
        if (segment.prose === undefined) continue;
        expect(segment.prose.end).toBeGreaterThan(segment.prose.start);
        expect(segment.prose.end).toBeLessThanOrEqual(prose.text.length);
      }
      expect(rebuilt + input.slice(at)).toBe(input);
      expect(prose.starts.length).toBe(prose.text.length);
      expect(prose.text).not.toMatch(/\n|^ | $/);
    }),
    { numRuns: 1000 },
  );
});

test("every kind of block is a segment of its own, and data is marked", () => {
  const input = [
    "# A heading",
    "",
    "One sentence. Another one, with a [link](https://example.org/a).",
    "",
    "- first item",
    "- second item",
    "",
    "| name | weight |",
    "|---|---|",
    "| nail | 3 g |",
    "",
    "```js",
    "const a = 1;",
    "```",
    "",
    "https://example.org/page",
    "",
    "[1] Varga, P. (2009). On nails. Journal of Nails, 3(1), 2-9.",
    "",
    "12, 15, 18, 21, 24",
  ].join("\n");
  const { segments, prose } = segmentText(input);
  expect(
    segments.map((segment) => [segment.kind, input.slice(segment.start, segment.end)]),
  ).toEqual([
    ["heading", "A heading"],
    ["sentence", "One sentence."],
    ["sentence", "Another one, with a [link](https://example.org/a)."],
    ["sentence", "first item"],
    ["sentence", "second item"],
    ["table", "| name | weight |"],
    ["table", "|---|---|"],
    ["table", "| nail | 3 g |"],
    ["code", "```js\nconst a = 1;\n```"],
    ["link", "https://example.org/page"],
    ["reference", "[1] Varga, P. (2009). On nails. Journal of Nails, 3(1), 2-9."],
    ["figures", "12, 15, 18, 21, 24"],
  ]);
  expect(prose.text).toBe("One sentence. Another one, with a link. first item second item");
});

test("wrapping an essay in a code fence, a table or a quotation does not hide it", () => {
  const essay = Array.from(
    { length: 8 },
    (_, i) =>
      `The ${i + 1} reasons we gave for leaving the village were never quite the true ones.`,
  );
  for (const disguised of [
    `\`\`\`\n${essay.join("\n")}\n\`\`\``,
    `| ${essay.join(" ")} |`,
    essay.map((line) => `> ${line}`).join("\n"),
    `\`\`\`\n${essay.join(" ")}`,
  ]) {
    expect(segmentText(disguised).prose.text).toContain(essay.join(" "));
  }
});

test("the signature of a letter is data, the letter is not", () => {
  const input =
    "We will call on Tuesday.\n\nKind regards,\nA. Ncube\nCustomer care\n+44 20 7946 0000\n";
  expect(segmentText(input).segments.map(({ kind }) => kind)).toEqual(["sentence", "signature"]);
  expect(
    segmentText(
      "Kind regards,\nA long answer follows here that goes on and on, as letters do at times.",
    ).segments[0]?.kind,
  ).toBe("sentence");
});

test("hidden characters and markup stay inside the offsets of the input", () => {
  const input = "**Bold\u200b st\u0430rt.**  The “second” one\u00a0\u2014 here.";
  expect(textsOf(input)).toEqual([
    "**Bold\u200b st\u0430rt.**",
    "The “second” one\u00a0\u2014 here.",
  ]);
  expect(segmentText(input).prose.text).toBe('Bold start. The "second" one—here.');
});

test("100,000 hostile characters are segmented in linear time", () => {
  for (const unit of [
    "`",
    "|",
    "<",
    "[",
    "![",
    "*",
    "_",
    "- ",
    "1. ",
    "\n",
    "a\n",
    "\u0301",
    "&amp",
    "<!--",
    " \t",
    "www.a,",
    "> ",
    "#",
    "'",
    "-",
    "\ud800",
  ]) {
    const input = unit.repeat(Math.floor(100_000 / unit.length));
    expect(segmentText(input).segments.length).toBeLessThanOrEqual(input.length);
  }
});
