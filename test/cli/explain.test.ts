// `lodestone detect --explain`: why a text got its score, on a terminal and as JSON.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-explain-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (...words: string[]) => runCommand(["detect", ...words], { env: {} });

const TEXT =
  "Artificial intelligence has become an integral part of modern education, offering a wide range of " +
  "opportunities for both students and teachers. Moreover, these tools provide valuable insights into " +
  "student progress, enabling timely interventions that foster deeper understanding. However, it is " +
  "important to note that technology alone cannot replace the human connection. Ultimately, striking " +
  "the right balance will play a crucial role in shaping the future of education.";
const essay = join(folder, "essay.txt");
writeFileSync(essay, TEXT);

test("the phrases, their counts and the signs are drawn on eighty columns", async () => {
  const { code, out } = await run(essay, "--explain");
  expect(code).toBe(0);
  for (const words of ["\nWhy\n", "make it look like AI:", "in a million words", "\n· "]) {
    expect(out).toContain(words);
  }
  expect(out).toMatch(/on a scale from 0, human, to 100, AI\./);
  for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  expect((await run(essay)).out).not.toContain("\nWhy\n");
});

test("as JSON, for one text and for many, the explanation has the shape of the service", async () => {
  const one = JSON.parse((await run(essay, "--explain", "--json")).out);
  expect(one.explanation.evidence.length).toBeGreaterThan(0);
  expect(one.explanation.signs.map(({ name }: { name: string }) => name)).toContain(
    "stock_phrases",
  );
  for (const { start, end, text } of one.explanation.evidence) {
    expect(TEXT.slice(start, end)).toBe(text);
  }
  const lines = join(folder, "in.jsonl");
  const out = join(folder, "out.jsonl");
  writeFileSync(lines, `${JSON.stringify({ id: 1, text: TEXT })}\n`);
  expect((await run("--jsonl", lines, "--out", out, "--explain")).code).toBe(0);
  expect(JSON.parse(readFileSync(out, "utf8")).explanation).toEqual(one.explanation);
});
