// `lodestone detect calibrate`: from a folder of human texts to a file that the server takes.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { TEXT } from "../contract/v1.ts";
import { runCommand } from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-calibrate-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const human = join(folder, "human");
mkdirSync(join(human, "more"), { recursive: true });
const out = join(folder, "local.json");
const run = (words: string[], env: Record<string, string> = {}) =>
  runCommand(["detect", ...words], { env });
const calibrate = () => run(["calibrate", "--human", human, "--out", out]);
const lines = (count: number) =>
  Array.from({ length: count }, (_, i) => JSON.stringify({ text: `${TEXT} It was boat ${i}.` }));

test("under 200 texts nothing is written, and it says so", async () => {
  writeFileSync(join(human, "texts.jsonl"), [...lines(197), '{"no": "text"}', "{"].join("\n"));
  writeFileSync(join(human, "more", "short.txt"), "Too short to be judged.");
  writeFileSync(join(human, "more", "one.md"), `# Boats\n\n${TEXT}`);
  const { code, out: said, err } = await calibrate();
  expect(code).toBe(1);
  expect(said).toContain("201 texts, 198 of them judged");
  expect(err).toContain('texts.jsonl: line 198 is not {"text": "…"}');
  expect(err).toContain("At least 200 human texts of 50 words and more in one language are needed");
  expect(existsSync(out)).toBe(false);
});

test("200 texts give a report and a file, which the program then takes and names", async () => {
  writeFileSync(join(human, "texts.jsonl"), lines(199).join("\n"));
  const { code, out: said } = await calibrate();
  expect(code).toBe(0);
  expect(said).toContain("en: 200 human texts");
  expect(said).toMatch(/50 and more {2,}200 {2,}[\d.]+ % → [\d.]+ %/);
  const local = JSON.parse(readFileSync(out, "utf8"));
  expect(local.languages.en).toEqual({ texts: 200, shift: expect.any(Number) });
  const essay = join(folder, "essay.txt");
  writeFileSync(essay, TEXT);
  const checked = await run([essay, "--json"], { CALIBRATION_FILE: out });
  expect(JSON.parse(checked.out).calibration).toMatch(/^local-[0-9a-f]{8}$/);
});

test("a file of another model is refused before anything is opened", async () => {
  const other = join(folder, "other.json");
  const local = JSON.parse(readFileSync(out, "utf8"));
  writeFileSync(other, JSON.stringify({ ...local, model_version: "v0.0" }));
  const served = await runCommand(["serve"], {
    env: { CALIBRATION_FILE: other, RATE_PER_MINUTE: "none", DATA_DIR: join(folder, "var") },
  });
  expect(served.code).toBe(1);
  // Told together with the other problem.
  expect(served.err).toContain("RATE_PER_MINUTE");
  expect(served.err).toContain("was made for model v0.0");
  expect(existsSync(join(folder, "var"))).toBe(false);
  const checked = await run([join(folder, "essay.txt")], { CALIBRATION_FILE: other });
  expect([checked.code, checked.err]).toEqual([1, expect.stringContaining("CALIBRATION_FILE")]);
});

test("a folder must be named and be there", async () => {
  expect((await run(["calibrate"])).code).toBe(2);
  const { code, err } = await run(["calibrate", "--human", join(folder, "none")]);
  expect([code, err]).toEqual([1, expect.stringContaining("can't be read")]);
});
