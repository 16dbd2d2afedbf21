// Malicious and broken files: each is refused with a clear message, and the next file is read.
import { deflateSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { buildDocx, buildOdt, buildPdf, buildZip } from "../../testing/build-documents.ts";
import { type FileReader, openFileReader } from "./files.ts";

const settings = {
  fileSizeMax: 10_485_760,
  textLengthMax: 100_000,
  processes: 1,
  queueMax: 4,
  // Generous, so that a busy machine changes no answer.
  timeoutMs: 120_000,
  idleTimeoutMs: 120_000,
};
const faults: string[] = [];
const files = openFileReader({ ...settings, onFault: (reason) => faults.push(reason) });
afterAll(() => files.close());

async function read(bytes: Buffer | string, name = "", reader: FileReader = files) {
  const outcome = await reader.read(Buffer.from(bytes as string), { name, type: "" });
  return outcome.ok ? outcome.content : "message" in outcome ? outcome.message : outcome.reason;
}

const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const DOCX = buildDocx(paragraph("The service goes on."));
const goesOn = async () => expect(await read(DOCX)).toBe("The service goes on.");

test("a part that inflates two hundredfold is refused", async () => {
  const bomb = buildDocx(paragraph("a".repeat(20_000_000)));
  expect(bomb.length).toBeLessThan(100_000);
  expect(await read(bomb)).toContain("unpacks to far more than a text");
  await goesOn();
});

test("a part that lies about its size is refused", async () => {
  const body = `<w:document><w:body>${paragraph("a ".repeat(30_000))}</w:body></w:document>`;
  const parts = [
    { name: "[Content_Types].xml", data: "<Types/>" },
    { name: "_rels/.rels", data: "<Relationships/>" },
    { name: "word/document.xml", data: body, claims: { size: 500 } },
  ];
  expect(await read(buildZip(parts))).toMatch(/damaged|unpacks/);
  await goesOn();
});

test("a container with thousands of parts is refused", async () => {
  const parts = Array.from({ length: 6000 }, (_, at) => ({ name: `part${at}`, data: "" }));
  expect(await read(buildZip(parts))).toContain("too many parts");
});

test("a container in a container is not opened", async () => {
  const inner = buildZip([{ name: "bomb.xml", data: "a".repeat(1_000_000) }]);
  expect(await read(buildZip([{ name: "inner.zip", data: inner }]))).toBe(
    "The file is an archive, which is not read: send plain text, Markdown, HTML, PDF, DOCX or ODT.",
  );
});

test("entities that would grow without end are refused with their declaration", async () => {
  const laughs = `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  const docx = buildDocx("", {
    "word/document.xml": `${laughs}<w:document><w:body>&b;</w:body></w:document>`,
  });
  expect(await read(docx)).toBe("The document declares a document type (DTD), which is not read.");
  const odt = buildOdt("", { "content.xml": `${laughs}<d>&b;</d>` });
  expect(await read(odt)).toContain("(DTD)");
});

test("XML nested beyond reason, or cut off, is damaged", async () => {
  expect(await read(buildDocx("<w:p>".repeat(100_000)))).toBe(
    "The document is damaged and can't be read.",
  );
  expect(await read(DOCX.subarray(0, DOCX.length - 30))).toContain("damaged");
  expect(await read(buildZip([{ name: "[Content_Types].xml", data: "" }]))).toContain("damaged");
});

test("documents locked by a password say so", async () => {
  const pdf = await buildPdf((page) => page.text("Secret"), {
    userPassword: "harbour",
    ownerPassword: "master",
  });
  expect(await read(pdf, "a.pdf")).toBe("The PDF is protected by a password: send it without one.");
  const ole = Buffer.concat([
    Buffer.from("d0cf11e0a1b11ae1", "hex"),
    Buffer.alloc(600),
    Buffer.from("EncryptedPackage", "utf16le"),
  ]);
  expect(await read(ole, "a.docx")).toContain("protected by a password");
  const odt = buildOdt("<text:p>x</text:p>", {
    "META-INF/manifest.xml": "<manifest><file-entry><encryption-data/></file-entry></manifest>",
  });
  expect(await read(odt)).toContain("protected by a password");
  const zip = buildZip([
    { name: "[Content_Types].xml", data: "<Types/>" },
    { name: "_rels/.rels", data: "<Relationships/>", claims: { flags: 1 } },
  ]);
  expect(await read(zip)).toContain("protected by a password");
});

test("a PDF that only its owner may change is read", async () => {
  const pdf = await buildPdf((page) => page.text("Everybody may read this."), {
    ownerPassword: "master",
  });
  expect(await read(pdf)).toBe("Everybody may read this.");
});

test("a scan without text says what to do", async () => {
  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const pdf = await buildPdf((page) => page.image(pixel, 0, 0, { width: 500 }));
  expect(await read(pdf)).toBe(
    "The PDF has no text; it seems to be a scan: run text recognition (OCR) on it first.",
  );
});

test("a broken PDF is damaged, or what can be saved of it is read", async () => {
  expect(await read("%PDF-1.7\nnothing of the kind")).toBe("The PDF is damaged and can't be read.");
  const pdf = await buildPdf((page) => page.text("Half of it."));
  expect(await read(pdf.subarray(0, pdf.length >> 1))).toMatch(/damaged|no text|Half of it/);
  await goesOn();
});

/** A PDF of one page whose content is this stream, as it stands. */
function rawPdf(stream: Buffer, filter: string): Buffer {
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n` +
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n" +
        `4 0 obj<</Length ${stream.length}/Filter${filter}>>stream\n`,
    ),
    stream,
    Buffer.from("\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF"),
  ]);
}

test("a PDF whose stream inflates without end costs its own process only", async () => {
  // Compressed twice, a kilobyte expands to a quarter of a gigabyte, which V8's limits don't include.
  const once = deflateSync(Buffer.alloc(256 * 1024 * 1024, " "), { level: 9 });
  const bomb = rawPdf(deflateSync(once, { level: 9 }), "[/FlateDecode/FlateDecode]");
  expect(bomb.length).toBeLessThan(100_000);
  const small = openFileReader({ ...settings, memoryMaxMb: 220 });
  try {
    expect(await read(bomb, "", small)).toBe(
      "The file can't be read: it is damaged, or takes too much memory.",
    );
    expect(await read(DOCX, "", small)).toBe("The service goes on.");
    // In a process that has read another file before, it is tried twice.
    expect(await read(bomb, "", small)).toContain("takes too much memory");
    expect(await read(DOCX, "", small)).toBe("The service goes on.");
  } finally {
    await small.close();
  }
});

test("a PDF of thousands of pages is refused before they are read", async () => {
  const pdf = await buildPdf((page) => {
    for (let at = 0; at < 2000; at++) page.addPage();
  });
  expect(await read(pdf)).toBe("The PDF has too many pages: at most 2000 are read.");
});

test("a page with a line for every letter is refused", async () => {
  const letters = Array.from({ length: 4000 }, (_, at) => `1 0 0 1 9 ${at / 5} Tm (a) Tj`);
  const stream = deflateSync(Buffer.from(`BT /F 0.1 Tf ${letters.join(" ")} ET`));
  expect(await read(rawPdf(stream, "/FlateDecode"))).toContain("more than 3000 lines");
});

test("a file that takes too long is given up, and the next one is read", async () => {
  const pages = await buildPdf((page) => {
    for (let at = 0; at < 200; at++) page.addPage().text(`Words on page ${at}.`);
  });
  const hasty = openFileReader({ ...settings, timeoutMs: 1 });
  expect(await read(pages, "", hasty)).toBe("The file can't be read: it takes too long.");
  await hasty.close();
  await goesOn();
});

test("of more files than may wait, the last are told to come back", async () => {
  const narrow = openFileReader({ ...settings, queueMax: 2 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => read(DOCX, "", narrow)));
  expect(answers.filter((answer) => answer === "busy").length).toBeGreaterThan(0);
  expect(answers.filter((answer) => answer === "The service goes on.").length).toBeGreaterThan(0);
  await narrow.close();
  expect(await read(DOCX, "", narrow)).toBe("busy");
});

test("whoever goes away while waiting is not waited for", async () => {
  const gone = new AbortController();
  const reading = files.read(DOCX, { name: "", type: "" }, { signal: gone.signal });
  gone.abort(new Error("left"));
  await expect(reading).rejects.toThrow("left");
  await goesOn();
});

test("a name that promises another format is refused, one that promises nothing is not", async () => {
  const pdf = await buildPdf((page) => page.text("A page."));
  expect(await read(pdf, "essay.docx")).toBe(
    'The file\'s name ends in ".docx" but it holds a PDF: rename it, or send the file you meant.',
  );
  expect(await read(DOCX, "essay.pdf")).toContain('".pdf" but it holds a Word document (DOCX)');
  expect(await read(DOCX, "essay.txt")).toContain('".txt" but it holds a Word document');
  expect(await read("Just words.", "essay.pdf")).toContain('".pdf" but it holds plain text');
  expect(await read(pdf, "essay.2024")).toBe("A page.");
  expect(await read(pdf, "ESSAY.PDF")).toBe("A page.");
});

test("what is no text at all is named", async () => {
  expect(await read("")).toBe("The file is empty.");
  expect(await read(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))).toContain("an image");
  expect(await read("{\\rtf1 words}")).toContain("an RTF file");
  expect(await read('<?xml version="1.0"?><feed/>')).toContain("an XML file");
  expect(await read(Buffer.from([1, 0, 2, 0]))).toContain("format is not known");
  expect(await read(Buffer.from("Gr\xf6\xdfe", "latin1"))).toContain("not valid UTF-8");
  expect(await read(buildZip([{ name: "xl/workbook.xml", data: "" }]))).toContain("a spreadsheet");
  expect(await read(Buffer.alloc(10_485_761, "a"))).toBe("The file is too large: at most 10 MB.");
});

test("plain text comes back as it is, in UTF-8 or marked as UTF-16", async () => {
  expect(await read("# Ein\r\n\r\nText – größer", "a.md")).toBe("# Ein\r\n\r\nText – größer");
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("Größe", "utf16le")]);
  expect(await read(utf16)).toBe("Größe");
  expect(await read("a".repeat(100_001))).toBe("Text is too long: at most 100000 characters.");
});

test("no refusal above was a fault of the parsers", () => {
  expect(faults).toEqual([]);
});
