// Documents as people have them, made on the spot by LibreOffice: the same text must come out of a PDF,
// a DOCX and an ODT, in reading order, with everything that is not prose marked as data.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { segmentText } from "../../src/detector/detector.ts";
import { type FileReader, openFileReader } from "../../src/files/files.ts";
import { convertTexts, flatText, isLibreOfficeHere } from "../services/libreoffice.ts";

const FORMATS = ["pdf", "docx", "odt"] as const;
const PATIENT_MS = 240_000;

/** Our own sentences, with umlauts, letters that fonts join, and soft hyphens where words may break. */
const SENTENCES = [
  "The efficient officer filed his final report on the fluffy waffles of the office floor.",
  "In München the streets were wet, and the Straßenbahn to Größenbach had stopped for the night.",
  "Nobody had expected the in\u00adter\u00adna\u00adtion\u00adal com\u00admu\u00adni\u00adca\u00adtion to break down so early.",
  "We counted fifty fishing boats before the fog came back across the headland.",
  "Her re\u00adspon\u00adsi\u00adbil\u00adi\u00adties were difficult to describe, and the or\u00adgan\u00adi\u00adsa\u00adtion never tried.",
  "The ferry was late again, so we sat on the wall and shared what was left of the bread.",
  "A gefährliche Überfahrt, said the captain, and spat over the side.",
];
const paragraphAt = (at: number) =>
  `Part ${at}. ${[0, 1, 2, 3, 4, 5, 6].map((step) => SENTENCES[(at * 3 + step * (1 + (at % 3))) % 7]).join(" ")}`;
const PARAGRAPHS = Array.from({ length: 9 }, (_, at) => paragraphAt(at));
const plain = (text: string) => text.replaceAll("\u00ad", "");

const p = (text: string) => `<text:p>${text}</text:p>`;
const heading = (level: number, text: string) =>
  `<text:h text:style-name="Heading_20_${level}" text:outline-level="${level}">${text}</text:h>`;
const list = (style: string, items: string[]) =>
  `<text:list text:style-name="${style}">${items.map((item) => `<text:list-item>${p(item)}</text:list-item>`).join("")}</text:list>`;
const rows = [
  ["Town", "Boats", "Year"],
  ["Ardnish", "14", "1998"],
  ["Müggelsee", "203", "2004"],
];
const table = `<table:table table:name="Boats"><table:table-column table:number-columns-repeated="3"/>${rows
  .map(
    (cells) =>
      `<table:table-row>${cells.map((cell) => `<table:table-cell office:value-type="string">${p(cell)}</table:table-cell>`).join("")}</table:table-row>`,
  )
  .join("")}</table:table>`;
const note =
  '<text:note text:id="n1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p text:style-name="Footnote">See the log of the harbour master for the tides of that week.</text:p></text:note-body></text:note>';
const deletion =
  '<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><office:change-info><dc:creator>A</dc:creator><dc:date>2026-01-01T00:00:00</dc:date></office:change-info><text:p>This was struck out.</text:p></text:deletion></text:changed-region></text:tracked-changes>';

const HARBOUR = flatText(
  deletion +
    heading(1, "Fifty Fishing Boats") +
    p(`Before the columns.${note} ${SENTENCES[3]} ${SENTENCES[5]} ${SENTENCES[0]}`) +
    heading(2, "In two columns") +
    `<text:section text:style-name="Columns" text:name="Columns">${PARAGRAPHS.map(p).join("")}</text:section>` +
    list("Bullets", ["Boiled eggs", "A wall to sit on"]) +
    list("Numbers", ["Wait for the ferry", "Count the gulls"]) +
    p(`Then came the table. <text:change text:change-id="c1"/>${SENTENCES[5]}`) +
    table +
    heading(2, "References") +
    p("Miller, A. (2001). Tides of the north. Harbour Press.") +
    p("Schulz, B. 1999. Boote und ihre Namen. Hamburg: Elbe."),
  { header: "Proceedings of the Harbour Society", footer: "Page" },
);

const ONE_PAGE = flatText(p(`${SENTENCES[3]} ${SENTENCES[5]}`), {
  header: "A. Miller, History 101",
});
const PLAIN = flatText(PARAGRAPHS.map(p).join(""), { size: 12 });

describe.skipIf(!isLibreOfficeHere)(
  "documents made by LibreOffice",
  { timeout: PATIENT_MS },
  () => {
    let documents: ReadonlyMap<string, Buffer>;
    let files: FileReader;

    beforeAll(async () => {
      documents = await convertTexts({ harbour: HARBOUR, plain: PLAIN, page: ONE_PAGE });
      files = openFileReader({
        fileSizeMax: 10_485_760,
        textLengthMax: 100_000,
        processes: 1,
        queueMax: 8,
        timeoutMs: PATIENT_MS,
      });
    }, PATIENT_MS);
    afterAll(() => files?.close());

    async function read(name: string): Promise<string> {
      const bytes = documents.get(name) ?? Buffer.alloc(0);
      const outcome = await files.read(bytes, { name, type: "" });
      if (!outcome.ok) throw new Error(JSON.stringify(outcome));
      expect(outcome.format).toBe(name.split(".")[1]);
      return outcome.content;
    }

    for (const format of FORMATS) {
      test(`${format}: every paragraph comes out whole and in order, across columns and pages`, async () => {
        const content = await read(`harbour.${format}`);
        const places = PARAGRAPHS.map((paragraph) =>
          content.indexOf(`\n\n${plain(paragraph)}\n\n`),
        );
        expect(places).not.toContain(-1);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        const order = [
          "# Fifty",
          "Before the",
          "## In two",
          "Part 0.",
          "- Boiled",
          "Then came",
          "| Town",
        ];
        const seen = order.map((piece) => content.indexOf(piece));
        expect(seen).not.toContain(-1);
        expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      });

      test(`${format}: lists, tables and notes keep their shape; what was struck out is gone`, async () => {
        const content = await read(`harbour.${format}`);
        expect(content).toContain("- Boiled eggs\n- A wall to sit on");
        expect(content).toContain("1. Wait for the ferry\n2. Count the gulls");
        expect(content).toContain(
          "| Town | Boats | Year |\n| Ardnish | 14 | 1998 |\n| Müggelsee | 203 | 2004 |",
        );
        expect(content).toContain("Before the columns.[^1] We counted");
        expect(content).toContain("[^1]: See the log of the harbour master");
        // A PDF is a print: what was struck out stands in it, with a line through it.
        if (format !== "pdf") expect(content).not.toContain("struck out");
      });

      test(`${format}: header, footer, table, note and references are data, the rest is prose`, async () => {
        const content = await read(`harbour.${format}`);
        const { segments } = segmentText(content);
        const isProse = (piece: string) =>
          segments
            .filter(({ start, end }) => content.slice(start, end).includes(piece))
            .map(({ kind }) => kind === "sentence" || kind === "heading");
        const data = [
          "Harbour Society",
          "Page",
          "Müggelsee |",
          "See the log",
          "Miller, A.",
          "Schulz, B.",
        ];
        for (const piece of data) expect([piece, ...isProse(piece)]).toEqual([piece, false]);
        for (const piece of ["Fifty Fishing Boats", "Then came the table.", "A wall to sit on"]) {
          expect([piece, ...isProse(piece)]).toEqual([piece, true]);
        }
        const prose = segments.filter(({ kind }) => kind === "sentence").length;
        expect(prose).toBeGreaterThan(9 * 8);
      });

      test(`${format}: the header of a single page is data, though nothing repeats it`, async () => {
        const content = await read(`page.${format}`);
        expect(content).toBe(
          `[header]: A. Miller, History 101\n\n${SENTENCES[3]} ${SENTENCES[5]}\n\n[footer]: 1`,
        );
      });

      test(`${format}: a plain text of several pages comes out as it was written`, async () => {
        const content = await read(`plain.${format}`);
        const withoutNumbers = content
          .replace(/\n*\[(?:header|footer)\]: [^\n]*\n*/g, "\n\n")
          .trim();
        expect(withoutNumbers).toBe(PARAGRAPHS.map(plain).join("\n\n"));
      });
    }
  },
);
