// `lodestone detect` and `rewrite` on documents, by their content, without a server.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildDocx, buildPdf } from "../../testing/build-documents.ts";
import { TEXT } from "../contract/v1.ts";
import { runCommand } from "../server-process.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-documents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (...words: string[]) => runCommand(words, { env: {} });
const save = (name: string, bytes: Buffer | string) => {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
};

test("a PDF is checked like the text in it, and offsets refer to that text", async () => {
  const pdf = await buildPdf((page) => page.text(TEXT, 60, 60, { width: 400 }));
  const ofFile = await run("detect", save("essay.pdf", pdf), "--json");
  const ofText = await run("detect", save("essay.txt", TEXT), "--json");
  const result = JSON.parse(ofFile.out);
  expect(result).toEqual({ ...JSON.parse(ofText.out), input_type: "pdf", content: TEXT });
});

test("a DOCX is rewritten, and the answer holds the text it was made from", async () => {
  const text = `${TEXT} In order to utilize the boat, it is important to note that we waited.`;
  const docx = save("essay.docx", buildDocx(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`));
  const { code, out } = await run("rewrite", docx, "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ input_type: "docx", content: text });
});

test("a file that can't be read is a failure with the service's own sentence", async () => {
  const { code, out, err } = await run("detect", save("essay.odt", "no such thing"));
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain('The file\'s name ends in ".odt" but it holds plain text');
});
