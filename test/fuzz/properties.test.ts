// Whatever text comes, what reads it neither throws nor loses a character: normaliser, segmenter, tokenizer and the
// importer of location tables, on random texts with unusual characters.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { segmentText, wordsIn } from "../../src/detector/detector.ts";
import { normalise } from "../../src/detector/normalise.ts";
import { createTokenizer, type TokenizerFile } from "../../src/detector/tokenizer.ts";
import { checkDataset } from "../../src/locations/data/check-dataset.ts";
import { readShippedDataset } from "../../src/locations/data/dataset.ts";
import { buildDirectory } from "../../src/locations/directory.ts";
import { planImport } from "../../src/locations/import/import.ts";
import { exportDirectory } from "../../src/locations/routes/export.ts";
import { RELEASED_MODELS } from "../../src/release.ts";

/** Plain words, every code unit (halves of pairs too), and the marks that mean something to a reader. */
const piece = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30, size: "max" }),
  fc.string({ unit: "binary", maxLength: 20, size: "max" }),
  fc.constantFrom(
    "The boats came in. ",
    "Dr. J. P. Smith said so. ",
    "e.g. ",
    "…",
    "?! ",
    "\n",
    "\r\n",
    "\n\n",
    "\t",
    "# ",
    "> ",
    "- ",
    "1. ",
    "```\n",
    "~~~\n",
    "| a | b |\n|---|---|\n",
    "<p>",
    "</p>",
    "<!--",
    "-->",
    "&amp;",
    "[1]",
    "(2019)",
    "http://a.example/x?y=z",
    "a@b.example",
    "$$x^2$$",
    "\u200b",
    "\u00ad",
    "\u202e",
    "\ufeff",
    "е",
    "Ａ",
    "\u0301",
    "\ud800",
    "\udc00",
    "\u2028",
    "0x1F",
    "3.14",
    "—",
    "“",
    "”",
    "'",
    "_",
    "*",
    "**",
  ),
);
const text = fc.array(piece, { maxLength: 40, size: "max" }).map((pieces) => pieces.join(""));
const RUNS = { numRuns: 400 };

describe("the segmenter", () => {
  test("covers the text in order, and its segments with what lies between give it back", () => {
    fc.assert(
      fc.property(text, (input) => {
        let at = 0;
        let rebuilt = "";
        for (const { start, end } of segmentText(input).segments) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(input.length);
          // Nothing but white space, marks of structure and markup may lie between.
          const between = input.slice(at, start).replace(/<!--[^]*?-->|<[^>]*>/g, "");
          expect(between).not.toMatch(/[\p{L}\p{N}]{12,}/u);
          rebuilt += input.slice(at, start) + input.slice(start, end);
          at = end;
        }
        expect(rebuilt + input.slice(at)).toBe(input);
      }),
      RUNS,
    );
  });

  test("gives the same segments for the same text", () => {
    fc.assert(
      fc.property(text, (input) => {
        expect(segmentText(input)).toEqual(segmentText(input));
      }),
      { numRuns: 100 },
    );
  });
});

test("the normaliser takes every text, and each letter it keeps points into the input, in order", () => {
  fc.assert(
    fc.property(text, (input) => {
      let at = 0;
      for (const block of normalise(input).blocks) {
        const { text: plain, starts, ends } = block.text;
        expect([starts.length, ends.length]).toEqual([plain.length, plain.length]);
        for (let unit = 0; unit < plain.length; unit++) {
          const [start = -1, end = -1] = [starts[unit], ends[unit]];
          expect(start >= at && end >= start && end <= input.length).toBe(true);
          at = start;
        }
        expect(plain).not.toMatch(/[\u200b\u00ad\u202e\ufeff]/);
      }
    }),
    RUNS,
  );
});

test("the word counter counts one more when a word is added", () => {
  fc.assert(
    fc.property(text, (input) => {
      expect(wordsIn(`${input} word`)).toBeGreaterThanOrEqual(Math.max(1, wordsIn(input)));
    }),
    RUNS,
  );
});

test("the tokenizer covers every text with known tokens, without gaps", () => {
  const file = JSON.parse(
    readFileSync(join(RELEASED_MODELS, "tokenizer.json"), "utf8"),
  ) as TokenizerFile;
  const tokenizer = createTokenizer(file);
  const known = new Set([...Object.values(file.vocab), ...Object.values(file.special)]);
  fc.assert(
    fc.property(text, (input) => {
      const { ids, starts } = tokenizer.encode(input);
      expect(ids.length).toBe(starts.length);
      if (input.length > 0) expect(starts[0]).toBe(0);
      for (const [at, id] of ids.entries()) {
        expect(known.has(id)).toBe(true);
        const start = starts[at] ?? -1;
        expect(start >= (starts[at - 1] ?? 0) && start < input.length).toBe(true);
      }
    }),
    { numRuns: 150 },
  );
});

describe("the importer of tables", () => {
  const current = readShippedDataset();
  const tables = "states districts markets aliases names coordinates codes pincodes".split(" ");
  const shipped = tables
    .map((table) => `${table}.csv`)
    .map((name) => ({
      name,
      // The head of each table is enough to break, and quick to read.
      lines: readFileSync(new URL(`../../data/${name}`, import.meta.url), "utf8")
        .split("\n")
        .slice(0, 40),
    }));

  const damage = fc.record({
    file: fc.integer({ min: 0, max: shipped.length - 1 }),
    line: fc.integer({ min: 0, max: 39 }),
    kind: fc.constantFrom("drop", "double", "insert", "bytes", "cut", "quote", "swap"),
    with: fc.oneof(
      text,
      fc.constantFrom('"', ",", ",,,,", "\0", "1", "-1", "99999999999", "\ufeff", "\r"),
    ),
    at: fc.nat(60),
  });

  test("an export damaged in any way is refused with its problems or gives a set that holds together", () => {
    const directory = buildDirectory(current, "0.0.0");
    const exports = (["json", "csv", "ndjson", "geojson"] as const).map((format) => {
      const whole = [...exportDirectory(directory, format, "2026-01-01T00:00:00")].join("");
      // A few records are enough to break; what was cut off is one more way of breaking.
      return { name: `export.${format}`, text: whole.slice(0, 4000) };
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...exports),
        fc.nat(4000),
        fc.nat(40),
        text,
        ({ name, text: intact }, at, length, piece) => {
          const bytes = Buffer.from(intact.slice(0, at) + piece + intact.slice(at + length));
          const source = { exported: { name, bytes } };
          const plan = planImport({ current, source, date: "2026-11-15", force: true });
          if (plan.ok) expect(checkDataset(plan.dataset).problems).toEqual([]);
          else for (const { file } of plan.problems) expect(file).toBe(name);
        },
      ),
      { numRuns: 100 },
    );
  });

  test("damaged in any way, either names its problems by file or plans a set that holds together", () => {
    fc.assert(
      fc.property(fc.array(damage, { minLength: 1, maxLength: 6 }), (damages) => {
        const files = shipped.map(({ name, lines }) => ({ name, lines: [...lines] }));
        const spoilt = new Set<number>();
        for (const { file, line, kind, with: piece, at } of damages) {
          const { lines } = files[file] as (typeof files)[number];
          const old = lines[line] ?? "";
          if (kind === "drop") lines.splice(line, 1);
          else if (kind === "double") lines.splice(line, 0, old);
          else if (kind === "insert") lines[line] = old.slice(0, at) + piece + old.slice(at);
          else if (kind === "cut") lines[line] = old.slice(0, at);
          else if (kind === "quote") lines[line] = `"${old}`;
          else if (kind === "swap") lines[line] = lines[line + 1] ?? "";
          else spoilt.add(file);
        }
        const source = {
          files: files.map(({ name, lines }, index) => {
            const bytes = Buffer.from(lines.join("\n"));
            if (spoilt.has(index) && bytes.length > 0) bytes[bytes.length >> 1] = 0xff;
            return { name, bytes };
          }),
        };
        const plan = planImport({ current, source, date: "2026-11-15", force: true });
        if (plan.ok) expect(checkDataset(plan.dataset).problems).toEqual([]);
        else {
          expect(plan.problems.length).toBeGreaterThan(0);
          for (const { file, message } of plan.problems) {
            expect(file).toMatch(/\.csv$/);
            expect(message).not.toBe("");
          }
        }
      }),
      { numRuns: 150 },
    );
  }, 600_000);
});
