import { expect, test } from "vitest";
import { segmentText } from "./segment.ts";

const textsOf = (input: string) =>
  segmentText(input).segments.map(({ start, end }) => input.slice(start, end));

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

/** Each segment as it stands in the input, and what the model reads of it. */
const readOf = (input: string) => {
  const { segments, prose } = segmentText(input);
  return segments.map((segment) => {
    const read = segment.prose && prose.text.slice(segment.prose.start, segment.prose.end);
    return [segment.kind, input.slice(segment.start, segment.end), read];
  });
};

test("the model reads each sentence, and neither headings nor data", () => {
  const input =
    "# Head\n\nKind words were said. 12, 15, 18, 21, 24. Then we left.\n\n12, 15, 18\n\nSo.";
  expect(readOf(input)).toEqual([
    ["heading", "Head", undefined],
    ["sentence", "Kind words were said.", "Kind words were said."],
    ["figures", "12, 15, 18, 21, 24.", undefined],
    ["sentence", "Then we left.", "Then we left."],
    ["figures", "12, 15, 18", undefined],
    ["sentence", "So.", "So."],
  ]);
  expect(segmentText(input).prose.text).toBe("Kind words were said. Then we left. So.");
});

test("sentences of a paragraph keep their spacing, others stand one space apart", () => {
  const input = "今天下雨了。我们留在家里。\n\nIt rained.  We stayed.\n\nSo it was.";
  const { prose } = segmentText(input);
  expect(prose.text).toBe("今天下雨了。我们留在家里。 It rained. We stayed. So it was.");
  // Two spaces became one, which still stands for both; the one put in stands for nothing.
  const range = (at: number) => [prose.starts[at], prose.ends[at]];
  expect(range(prose.text.indexOf(" We"))).toEqual([25, 27]);
  expect(range(prose.text.indexOf(" It"))).toEqual([13, 13]);
  expect(range(prose.text.indexOf(" So"))).toEqual([37, 37]);
});

test("every place of the prose leads back to the segment it came from", () => {
  const input =
    "# Head\n\nIt rained&amp;poured. **We** stayed.\n\n- 12, 15, 18\n- Then &lt;we&gt; left.";
  const { segments, prose } = segmentText(input);
  const sentences = segments.flatMap((segment) => (segment.prose ? [segment] : []));
  expect(sentences).toHaveLength(3);
  for (const { start, end, prose: read } of sentences) {
    expect(prose.starts[read?.start ?? -1]).toBeGreaterThanOrEqual(start);
    expect(prose.ends[(read?.end ?? -1) - 1]).toBeLessThanOrEqual(end);
  }
  expect(prose.text).toBe("It rained&poured. We stayed. Then <we> left.");
});

test.each([..."*_~`\"'“”„‘’()[]«»"])("a %s that touches a sentence belongs to it", (mark) => {
  const input = `It rained. ${mark}We stayed.${mark} So it was.`;
  const { segments } = segmentText(input);
  const covered = segments.map(({ start, end }) => input.slice(start, end)).join(" ");
  expect(covered).toBe(input);
});

test("marks between two sentences are given to one of them", () => {
  expect(readOf("*_One came._**Two left.*")).toEqual([
    ["sentence", "*_One came._**", "One came."],
    ["sentence", "Two left.*", "Two left."],
  ]);
  expect(textsOf("今天下雨了。(我们走了。)他说。")).toEqual([
    "今天下雨了。",
    "(我们走了。)",
    "他说。",
  ]);
});

test("an address in marks of emphasis is still a link", () => {
  expect(readOf("~~https://example.org/harbour-and-boats~~")).toEqual([
    ["link", "~~https://example.org/harbour-and-boats~~", undefined],
  ]);
});

test("a text without words has no prose", () => {
  for (const input of ["", " \n ", "\u200b\n\n\u200b", "<!-- nothing -->", "---", "# # "]) {
    expect(segmentText(input).prose.text).toBe("");
    expect(segmentText(input).segments).toEqual([]);
  }
});
