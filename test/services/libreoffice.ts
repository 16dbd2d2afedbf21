// Real documents from Debian's LibreOffice: flat OpenDocument texts go in, DOCX, ODT and PDF come out.
// One call for each format, whatever the number of texts; a profile of its own, in a temporary folder.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const PROGRAM = "/usr/bin/soffice";
export const isLibreOfficeHere = existsSync(PROGRAM);

export type OfficeFormat = "pdf" | "docx" | "odt";

/** The documents by name and format, for example `essay.pdf`. */
export async function convertTexts(
  texts: Readonly<Record<string, string>>,
  formats: readonly OfficeFormat[] = ["pdf", "docx", "odt"],
): Promise<ReadonlyMap<string, Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-office-"));
  try {
    for (const name of ["in", "out", "profile"]) mkdirSync(join(folder, name));
    const sources = Object.entries(texts).map(([name, text]) => {
      const file = join(folder, "in", `${name}.fodt`);
      writeFileSync(file, text);
      return file;
    });
    const documents = new Map<string, Buffer>();
    for (const format of formats) {
      const words = ["--headless", "--norestore", `-env:UserInstallation=file://${folder}/profile`];
      const task = ["--convert-to", filterOf(format), "--outdir", join(folder, "out")];
      await promisify(execFile)(PROGRAM, [...words, ...task, ...sources], {
        cwd: folder,
        timeout: 180_000,
      });
      for (const name of Object.keys(texts)) {
        documents.set(`${name}.${format}`, readFileSync(join(folder, "out", `${name}.${format}`)));
      }
    }
    return documents;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** PDFs are made as office programs make them today, with marks that tell text from the page's frame. */
function filterOf(format: OfficeFormat): string {
  if (format !== "pdf") return format;
  return 'pdf:writer_pdf_Export:{"UseTaggedPDF":{"type":"boolean","value":"true"}}';
}

export type TextStyle = {
  /** In points. */
  size?: number;
  header?: string;
  footer?: string;
};

const NAMES = ["office", "style", "text", "table"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(" ");

/** A flat OpenDocument text around this body; footers end with the number of the page. */
export function flatText(body: string, { size = 11, header = "", footer = "" }: TextStyle = {}) {
  const heading = (level: number, points: number) =>
    `<style:style style:name="Heading_20_${level}" style:display-name="Heading ${level}" style:family="paragraph" style:parent-style-name="Standard" style:default-outline-level="${level}"><style:text-properties fo:font-size="${points}pt" fo:font-weight="bold"/></style:style>`;
  const margins = '<style:header-footer-properties fo:min-height="0.6cm" fo:margin="0.4cm"/>';
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${NAMES} xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:styles>
<style:default-style style:family="paragraph"><style:paragraph-properties fo:text-align="justify" fo:margin-bottom="0.2cm"/><style:text-properties fo:font-family="'DejaVu Serif'" fo:font-size="${size}pt" fo:language="en" fo:country="GB"/></style:default-style>
<style:style style:name="Standard" style:family="paragraph" style:class="text"/>
${heading(1, size + 7)}${heading(2, size + 3)}
<style:style style:name="Footnote" style:family="paragraph" style:parent-style-name="Standard"><style:text-properties fo:font-size="${size - 2}pt"/></style:style>
<text:notes-configuration text:note-class="footnote" style:num-format="1"/>
</office:styles>
<office:automatic-styles>
<style:page-layout style:name="pm1"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"/><style:header-style>${margins}</style:header-style><style:footer-style>${margins}</style:footer-style></style:page-layout>
<style:style style:name="Columns" style:family="section"><style:section-properties><style:columns fo:column-count="2" fo:column-gap="0.8cm"/></style:section-properties></style:style>
<text:list-style style:name="Bullets"><text:list-level-style-bullet text:level="1" text:bullet-char="•"><style:list-level-properties text:space-before="0.4cm" text:min-label-width="0.5cm"/></text:list-level-style-bullet></text:list-style>
<text:list-style style:name="Numbers"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."><style:list-level-properties text:space-before="0.4cm" text:min-label-width="0.6cm"/></text:list-level-style-number></text:list-style>
</office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="pm1">
<style:header><text:p>${header}</text:p></style:header>
<style:footer><text:p>${footer} <text:page-number text:select-page="current">1</text:page-number></text:p></style:footer>
</style:master-page></office:master-styles>
<office:body><office:text>${body}</office:text></office:body></office:document>`;
}
