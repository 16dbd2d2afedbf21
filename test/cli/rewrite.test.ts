// `lodestone rewrite`: one text or many, without a server, with and without a language model.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-rewrite-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const STIFF =
  "Moreover, numerous individuals utilize the public library on a daily basis. It is important to note that the library plays a crucial role in the education of the town, and it provides a wide range of courses. Furthermore, the staff assist visitors in order to help them. In conclusion, the library facilitates access to knowledge for approximately 900 individuals.";
const essay = join(folder, "essay.txt");
writeFileSync(essay, STIFF);
const run = (words: string[], env: Record<string, string> = {}) =>
  runCommand(["rewrite", ...words], { env });

test("a text is printed plainer, with strength, phrases to keep, and as JSON", async () => {
  const plain = await run([essay]);
  expect(plain.code).toBe(0);
  expect(plain.out).not.toContain("It is important to note");
  expect(plain.out).toContain("900");
  const kept = await run([
    essay,
    "--json",
    "--strength",
    "strong",
    "--keep",
    "numerous individuals",
  ]);
  const result = JSON.parse(kept.out);
  expect(result.humanized_text.toLowerCase()).toContain("numerous individuals");
  expect(result.readability.after.grade).toBeLessThan(result.readability.before.grade);
});

test("many texts come back in order, each a result with its score or an error", async () => {
  const from = join(folder, "in.jsonl");
  const to = join(folder, "out.jsonl");
  const rows = [{ id: "a", text: STIFF }, { id: "b", text: "Too short." }, { id: "c" }];
  writeFileSync(from, `${rows.map((row) => JSON.stringify(row)).join("\n")}\nnot json\n`);
  const outcome = await run(["--jsonl", from, "--out", to, "--strength", "light"]);
  expect([outcome.code, outcome.err]).toEqual([1, `4 texts, 3 with an error, written to ${to}.\n`]);
  const lines = readFileSync(to, "utf8").trim().split("\n");
  const [first, ...others] = lines.map((line) => JSON.parse(line));
  expect(first).toMatchObject({ id: "a", regenerated: true, score: expect.any(Number) });
  expect(Math.round(100 * (1 - first.score))).toBe(first.new_human_prob);
  expect(others).toEqual([
    { id: "b", error: "Text is too short for humanization." },
    { id: "c", error: 'line 3 has no "text"' },
    { id: null, error: "line 4 is not JSON" },
  ]);
});

test("bad usage is said with exit code 2, and nothing is left behind", async () => {
  const before = readdirSync(folder);
  const wrong = [
    [essay, "--strength", "violent"],
    [essay, "--sentences", "first"],
    [essay, "--alternatives", "9"],
    ["--jsonl", essay],
    ["--out", join(folder, "x")],
    [essay, "--jsonl", essay, "--out", join(folder, "x")],
  ];
  for (const words of wrong) expect((await run(words)).code).toBe(2);
  const short = join(folder, "essay-short.txt");
  writeFileSync(short, "Too short for that.");
  const outcome = await run([short]);
  expect([outcome.code, outcome.err]).toEqual([1, "Text is too short for humanization.\n"]);
  rmSync(short);
  expect(readdirSync(folder)).toEqual(before);
});

test("a configured language model is asked, and a dead one is no failure", async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    request.resume().on("end", () => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const outcome = await run([essay], { REWRITE_LLM_URL: url, REWRITE_LLM_MODEL: "tiny" });
  server.close();
  expect(asked).toBe(1);
  expect(outcome.code).toBe(0);
  expect(outcome.err).toContain("gave no usable answer");
  const half = await run([essay], { REWRITE_LLM_URL: url });
  expect([half.code, half.err]).toEqual([
    1,
    expect.stringContaining("REWRITE_LLM_URL and REWRITE_LLM_MODEL must be set together."),
  ]);
});
