// How much of a text is read. Tokens cost time, not characters: some scripts have three a character.
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildTinyModel } from "../../testing/tiny-model.ts";
import { type Manifest, readJson } from "./model-files.ts";
import { openReader, type Reader } from "./reader.ts";
import { TOKENS_READ_MAX } from "./windows.ts";

let modelDir: string;
let reader: Reader;
beforeAll(async () => {
  modelDir = await buildTinyModel();
  const manifest = await readJson<Manifest>(modelDir, "manifest.json");
  reader = await openReader(modelDir, manifest, { languages: ["en"] });
});
afterAll(async () => {
  await reader.close();
  rmSync(modelDir, { recursive: true });
});

const ethiopic = String.fromCharCode(...Array.from({ length: 50 }, (_, at) => 0x1200 + 5 * at));

test.each([
  ["a quotation mark after every letter", "a'".repeat(50_000)],
  ["one letter a word", "a b ".repeat(25_000)],
])("of %s only an even sample is read", async (_name, text) => {
  const reading = await reader.read(text);
  const { windows, tokens, readShare } = reading;
  const count = tokens.ids.length;
  const read = windows.reduce((sum, { start, end }) => sum + end - start, 0);
  expect(read).toBeLessThanOrEqual(TOKENS_READ_MAX);
  expect(readShare).toBeCloseTo(read / count, 2);
  expect([windows[0]?.start, windows.at(-1)?.end]).toEqual([0, count]);
  const gaps = windows.slice(1).map(({ start }, at) => start - (windows[at]?.end ?? 0));
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
});

test.each([
  ["Hangul", "\uac00\uac25\uac4a\uac6f\uac94 ".repeat(16_000)],
  ["Ethiopic", ethiopic.repeat(2000)],
])("a text in %s, which the model does not judge, costs no reading at all", async (_name, text) => {
  const { windows, words, tokens } = await reader.read(text);
  expect(windows).toEqual([]);
  expect(words).toBeGreaterThan(0);
  expect(tokens.ids.length).toBeGreaterThan(0);
});

test("a text within the limit is read whole", async () => {
  const reading = await reader.read(
    "The ferry was late again and we sat on the wall. ".repeat(200),
  );
  expect(reading.readShare).toBe(1);
});
