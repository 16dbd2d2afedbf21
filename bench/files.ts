// `npm run bench:files`: pages a second out of a PDF and a DOCX that LibreOffice made of the same text,
// through the room as a server uses it (a process of its own, warm), beside Debian's pdftotext and
// pandoc on the same files. In turns in one run; medians. Needs libreoffice-writer, poppler-utils and
// pandoc from Debian.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeMachine, median, writeSection } from "../evaluation/results.ts";
import { openFileReader } from "../src/files/files.ts";
import { convertTexts, flatText, isLibreOfficeHere } from "../test/services/libreoffice.ts";

const ROUNDS = 15;
const ROUNDS_WARM = 3;
const TEXT_LENGTH_MAX = 100_000;

if (!isLibreOfficeHere || !has("pdftotext", "-v") || !has("pandoc", "-v")) {
  console.error("Install libreoffice-writer, poppler-utils and pandoc first.");
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "lodestone-bench-"));
const files = openFileReader({
  fileSizeMax: 10_485_760,
  textLengthMax: TEXT_LENGTH_MAX,
  processes: 1,
  queueMax: 4,
});
try {
  const documents = await convertTexts(
    { prose: flatText(prose(), { header: "Harbour News", footer: "Page" }) },
    ["pdf", "docx"],
  );
  const pdf = documents.get("prose.pdf") ?? Buffer.alloc(0);
  const docx = documents.get("prose.docx") ?? Buffer.alloc(0);
  writeFileSync(join(folder, "prose.pdf"), pdf);
  writeFileSync(join(folder, "prose.docx"), docx);
  const info = execFileSync("pdfinfo", [join(folder, "prose.pdf")], { encoding: "utf8" });
  const pages = Number(/^Pages:\s+(\d+)/m.exec(info)?.[1]);

  const tasks = {
    pdf: () => read(pdf, "prose.pdf"),
    pdftotext: async () => run("pdftotext", [join(folder, "prose.pdf"), "-"]),
    docx: () => read(docx, "prose.docx"),
    pandoc: async () => run("pandoc", ["-t", "plain", join(folder, "prose.docx")]),
  };
  const seconds = await measure(tasks);
  const rate = (task: keyof typeof tasks) => Math.round(pages / seconds[task]);
  const table = `| document | Lodestone | reference | the one against the other |
|---|---|---|---|
| PDF, ${kilobytes(pdf)} | ${rate("pdf")} pages/s | pdftotext ${rate("pdftotext")} pages/s | ${(seconds.pdftotext / seconds.pdf).toFixed(2)} |
| DOCX, ${kilobytes(docx)} | ${rate("docx")} pages/s | pandoc ${rate("pandoc")} pages/s | ${(seconds.pandoc / seconds.docx).toFixed(2)} |`;
  console.log(table);
  writeSection(
    "files",
    `## Files: pages a second

\`npm run bench:files\` — ${describeMachine()}; ${pages} pages of prose with headings, tables and notes, made by LibreOffice as PDF and as DOCX; ${ROUNDS} rounds in turns, medians.

${table}

Lodestone's time is that of a request: to the process that parses, through it, and back, with columns,
running lines, notes and tables told apart. The references are started for each document, as a service
that calls them would.`,
  );
} finally {
  await files.close();
  rmSync(folder, { recursive: true, force: true });
}

async function read(bytes: Buffer, name: string): Promise<void> {
  const outcome = await files.read(bytes, { name, type: "" });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
}

function run(program: string, words: string[]): void {
  execFileSync(program, words, { maxBuffer: 64 * 1024 * 1024 });
}

function has(program: string, option: string): boolean {
  return spawnSync(program, [option]).error === undefined;
}

/** The median seconds of each task; in turns, so that a busy moment hits all of them. */
async function measure<Name extends string>(
  tasks: Record<Name, () => Promise<void>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(tasks) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >;
  for (let round = -ROUNDS_WARM; round < ROUNDS; round++) {
    for (const name of names) {
      const start = performance.now();
      await tasks[name]();
      if (round >= 0) times[name].push((performance.now() - start) / 1000);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<
    Name,
    number
  >;
}

function kilobytes(bytes: Buffer): string {
  return `${Math.round(bytes.length / 1024)} KB`;
}

/** A long text near the limit of length, with what documents have besides prose. */
function prose(): string {
  const sentences = [
    "The ferry was late again, so we sat on the wall by the ticket office and counted gulls.",
    "In München the streets were wet, and the Straßenbahn had stopped for the night.",
    "Nobody had expected the efficient officer to file his final report before noon.",
    "My aunt had packed boiled eggs, which rolled around in the bag and cracked one by one.",
    "A man with a dog asked whether this was the queue for Ardnish.",
  ];
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; length < TEXT_LENGTH_MAX - 15_000; at++) {
    const text = Array.from({ length: 9 }, (_, step) => sentences[(at + step * 2) % 5]).join(" ");
    const note = `<text:note text:note-class="footnote"><text:note-citation>${at}</text:note-citation><text:note-body><text:p text:style-name="Footnote">See the log, page ${at}.</text:p></text:note-body></text:note>`;
    if (at % 5 === 0) {
      parts.push(
        `<text:h text:style-name="Heading_20_2" text:outline-level="2">Chapter ${at / 5 + 1}</text:h>`,
      );
    }
    parts.push(`<text:p>${text}${at % 4 === 0 ? note : ""}</text:p>`);
    if (at % 7 === 0) parts.push(tableOf(at));
    length += text.length;
  }
  return parts.join("");
}

function tableOf(at: number): string {
  const cell = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
  const rows = ["Town", "Ardnish", "Mallaig"].map(
    (town, row) =>
      `<table:table-row>${cell(town)}${cell(String(14 + at * row))}${cell(String(1998 + row))}</table:table-row>`,
  );
  return `<table:table table:name="T${at}"><table:table-column table:number-columns-repeated="3"/>${rows.join("")}</table:table>`;
}
