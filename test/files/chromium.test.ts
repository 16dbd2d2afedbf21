// PDFs as a browser prints them: bullets and table frames are drawings, text may be in any number of columns, and
// nothing marks paragraphs.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readDocument } from "../../src/files/read-document.ts";
import { CHROMIUM, isBrowserHere } from "../browser/browser.ts";

const PARAGRAPHS = [
  "The ferry was late again, so we sat on the wall by the ticket office and counted gulls. My aunt had packed boiled eggs, which rolled around in the bag and cracked one by one.",
  "When the boat came in at last it was the wrong one, but the captain said he did not mind where he went that afternoon. We thanked him and went aboard with our bags and the dog.",
  "The harbour lay behind us and the lamps went on one after the other, as if somebody walked along the quay with a taper in his hand. It was a quiet evening in München.",
  "“To the islands,” said the captain. He gave her a blanket and a cup of tea, and she held it with both of her hands until we had passed the efficient officer’s lighthouse.",
];
const p = PARAGRAPHS.map((text) => `<p>${text}</p>`).join("");
const HTML = `<!doctype html><meta charset="utf-8"><style>
  @page { size: A4; margin: 25mm } body { font: 11pt "DejaVu Serif" } .double { line-height: 2 }
  .novel p { text-indent: 2em; margin: 0 } .three { columns: 3; font-size: 9pt; text-align: justify }
  td { border: 1px solid; padding: 4px }</style>
  <h1>Fifty Boats</h1><div class="double">${p}</div><div class="novel">${p}</div>
  <ul><li>Boiled eggs<li>A wall</ul>
  <table><tr><td>Town<td>Boats<td>Remarks<tr><td>Ardnish<td>14<td>closed on most Sundays<tr><td>Mallaig<td>203<td>fish</table>
  <h2>Three columns</h2><div class="three">${p}${p}</div><p>The last paragraph has the ordinary width again, so that it spans all of the columns above it.</p>`;

test.skipIf(!isBrowserHere)(
  "a page printed by a browser comes out paragraph by paragraph",
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "lodestone-print-"));
    try {
      const page = join(folder, "page.html");
      const pdf = join(folder, "page.pdf");
      writeFileSync(page, HTML);
      const words = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"];
      const profile = `--user-data-dir=${join(folder, "profile")}`;
      const print = ["--no-pdf-header-footer", `--print-to-pdf=${pdf}`, `file://${page}`];
      await promisify(execFile)(CHROMIUM, [...words, profile, ...print]);
      const { content } = await readDocument({
        bytes: readFileSync(pdf),
        label: { name: "page.pdf", type: "" },
        textLengthMax: 100_000,
      });
      expect(content.split("\n\n")).toEqual([
        "# Fifty Boats",
        ...PARAGRAPHS,
        ...PARAGRAPHS,
        "Boiled eggs",
        "A wall",
        "| Town | Boats | Remarks |\n| Ardnish | 14 | closed on most Sundays |\n| Mallaig | 203 | fish |",
        "## Three columns",
        ...PARAGRAPHS,
        ...PARAGRAPHS,
        "The last paragraph has the ordinary width again, so that it spans all of the columns above it.",
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
