// `lodestone detect FILE --report OUT`: the document beside the result, without a server.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { TEXT } from "../contract/v1.ts";
import { runCommand } from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const essay = join(folder, "essay <1>.txt");
writeFileSync(essay, TEXT);
const run = (...words: string[]) => runCommand(["detect", ...words], { env: {} });

test("the report is written in the format its name says, and the result is printed as ever", async () => {
  const html = join(folder, "report.html");
  const pdf = join(folder, "report.PDF");
  const first = await run(essay, "--report", html, "--json");
  expect(first.code).toBe(0);
  const { verdict } = JSON.parse(first.out);
  const page = readFileSync(html, "utf8");
  expect(page).toContain(`<title>essay &#60;1&#62;.txt: ${verdict}</title>`);
  expect(page).toContain("AUROC");
  const second = await run(essay, "--report", pdf, "--paper", "letter", "--title", "Mine");
  expect([second.code, second.err]).toEqual([0, `The report was written to ${pdf}.\n`]);
  expect(second.out).toContain(verdict);
  const bytes = readFileSync(pdf, "latin1");
  expect(bytes.slice(0, 5)).toBe("%PDF-");
  expect(bytes).toContain("[0 0 612 792]");
});

test.each([
  [
    "another ending",
    ["--report", join(folder, "x.doc")],
    2,
    "--report must name a .html or .pdf file.",
  ],
  [
    "another paper",
    ["--report", join(folder, "x.pdf"), "--paper", "a3"],
    2,
    "--paper must be a4 or letter.",
  ],
  ["a folder that is not there", ["--report", join(folder, "no", "x.pdf")], 1, "can't be written"],
])("%s is said, and nothing is left behind", async (_name, words, code, message) => {
  const before = readdirSync(folder);
  const outcome = await run(essay, ...words);
  expect(outcome.code).toBe(code);
  expect(outcome.err).toContain(message);
  expect(readdirSync(folder)).toEqual(before);
});

test("many texts have no report", async () => {
  const lines = join(folder, "in.jsonl");
  writeFileSync(lines, `${JSON.stringify({ id: 1, text: TEXT })}\n`);
  const out = join(folder, "out.jsonl");
  const outcome = await run("--jsonl", lines, "--out", out, "--report", join(folder, "x.pdf"));
  expect([outcome.code, existsSync(out)]).toEqual([2, false]);
});
