// Builds documents for tests, well-made and hostile ones: zip containers byte by byte, so that they can
// lie about themselves, and PDFs with pdfkit.
import { crc32, deflateRawSync } from "node:zlib";
import PdfDocument from "pdfkit";

export type ZipPart = {
  name: string;
  data: string | Buffer;
  /** What the directory claims about the part instead of the truth. */
  claims?: { size?: number; flags?: number };
};

export function buildZip(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, claims } of parts) {
    const bytes = Buffer.from(data);
    const packed = deflateRawSync(bytes, { level: 9 });
    const title = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(claims?.flags ?? 0, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claims?.size ?? bytes.length, 18);
    shared.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), shared, title, packed]);
    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    const version = Buffer.from([20, 0]);
    directory.push(Buffer.from("PK\u0001\u0002"), version, shared, where, title);
    files.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, entries, end]);
}

const RELATIONS =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A DOCX with this body; `more` adds parts or takes the place of them. */
export function buildDocx(body: string, more: Readonly<Record<string, string>> = {}): Buffer {
  const related = Object.keys(more).filter((name) => /^word\/[a-z0-9]+\.xml$/.test(name));
  const parts: Record<string, string> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `${RELATIONS}<Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document ${W}><w:body>${body}</w:body></w:document>`,
    "word/_rels/document.xml.rels": `${RELATIONS}${related
      .map((name) => {
        const part = /([a-z]+)\d*\.xml$/.exec(name)?.[1] ?? "";
        return `<Relationship Id="${part}" Type="${OFFICE}/${part}" Target="${name.slice(5)}"/>`;
      })
      .join("")}</Relationships>`,
    ...Object.fromEntries(
      Object.entries(more).map(([name, xml]) => [name, xml.replace(/^<w:\w+/, `$& ${W}`)]),
    ),
  };
  return buildZip(Object.entries(parts).map(([name, data]) => ({ name, data })));
}

const ODF = ["office", "text", "table", "style", "draw", "fo"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(" ");

export function buildOdt(text: string, more: Readonly<Record<string, string>> = {}): Buffer {
  const parts: Record<string, string> = {
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": `<office:document-content ${ODF}><office:body><office:text>${text}</office:text></office:body></office:document-content>`,
    ...Object.fromEntries(
      Object.entries(more).map(([name, xml]) => [name, xml.replace(/^<[\w:-]+/, `$& ${ODF}`)]),
    ),
  };
  return buildZip(Object.entries(parts).map(([name, data]) => ({ name, data })));
}

export type PdfDrawing = PDFKit.PDFDocument;

/** A PDF as drawn; A4, no margins, so that everything stands where it is put. */
export function buildPdf(
  draw: (pdf: PdfDrawing) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pdf = new PdfDocument({ size: "A4", margin: 0, ...options });
    const pieces: Buffer[] = [];
    pdf.on("data", (piece: Buffer) => pieces.push(piece));
    pdf.on("end", () => resolve(Buffer.concat(pieces)));
    pdf.on("error", reject);
    draw(pdf);
    pdf.end();
  });
}
