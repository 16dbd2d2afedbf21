// Segments of any input at all: nothing is lost, and no text takes more than linear time.
import fc from "fast-check";
import { expect, test } from "vitest";
import { segmentText } from "./segment.ts";
import { findSentences } from "./sentences.ts";

test("segments and the gaps between them give back any input, lone surrogates included", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300, size: "max" }),
    fc.string({
      unit: fc.constantFrom(..."ab. !?\n\t-*#|`>1.)[]()\"'\u200b\u00adаο\ud800\udc00🙂é—&<p>;"),
      maxLength: 300,
      size: "max",
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

test("hostile runs of stops are split in linear time", () => {
  // Each took seconds with unbounded lookbehinds.
  for (const unit of [".", "a.", "A. ", "Dr. ", '."', "?!", " ", "1. ", "e.g. "]) {
    const text = unit.repeat(100_000 / unit.length);
    const sentences = findSentences(text);
    expect(sentences.length).toBeLessThanOrEqual(text.length);
  }
});
