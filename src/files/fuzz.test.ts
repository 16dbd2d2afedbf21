// Random bytes and damaged real documents: always a text or a refusal with a message, never an internal error, a
// crashed process or a hang.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDocx, buildOdt, buildPdf, buildZip } from "../../testing/build-documents.ts";
import { openFileReader } from "./files.ts";

const faults: string[] = [];
const files = openFileReader({
  fileSizeMax: 1_000_000,
  textLengthMax: 5_000,
  processes: 1,
  queueMax: 1,
  timeoutMs: 60_000,
  idleTimeoutMs: 60_000,
  onFault: (reason) => faults.push(reason),
});
afterAll(() => files.close());

async function readAny(bytes: Uint8Array, name = ""): Promise<void> {
  const outcome = await files.read(bytes, { name, type: "" });
  expect(faults).toEqual([]);
  if (outcome.ok) {
    expect(outcome.content.length).toBeLessThanOrEqual(5_000);
    return;
  }
  expect(outcome.reason).toBe("refused");
  const message = "message" in outcome ? outcome.message : "";
  expect(message).toMatch(/^(?:The|Text) .*[.]$/s);
  expect(message).not.toMatch(/takes too (?:long|much)/);
}

const runs = { numRuns: 250 };
const PATIENT_MS = 120_000;

test("random bytes are read or refused, whatever they begin with", {
  timeout: PATIENT_MS,
}, async () => {
  const starts = ["", "%PDF-1.7\n", "PK\u0003\u0004", "<!doctype html>", "<?xml ", "\ufeff"];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...starts),
      fc.uint8Array({ maxLength: 2_000, size: "max" }),
      fc.constantFrom("", "a.pdf", "a.docx", "a.odt", "a.html", "a.md"),
      (start, bytes, name) => readAny(Buffer.concat([Buffer.from(start), bytes]), name),
    ),
    runs,
  );
});

/** Some bytes changed, taken out, or set in from elsewhere in the document. */
const damage = fc.array(
  fc.record({
    kind: fc.constantFrom("change", "cut", "copy"),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 80 }),
    byte: fc.integer({ min: 0, max: 255 }),
  }),
  { minLength: 1, maxLength: 8 },
);

type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

function harm(document: Buffer, steps: Damage): Buffer {
  let bytes = Buffer.from(document);
  for (const { kind, at, from, length, byte } of steps) {
    const place = Math.floor(at * (bytes.length - 1));
    const source = Math.floor(from * (bytes.length - 1));
    if (kind === "change") bytes[place] = byte;
    if (kind === "cut") {
      bytes = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + length)]);
    }
    if (kind === "copy") {
      const piece = bytes.subarray(source, source + length);
      bytes = Buffer.concat([bytes.subarray(0, place), piece, bytes.subarray(place)]);
    }
  }
  return bytes;
}

const WORDS = "The ferry was late again, so we sat on the wall and counted gulls.";
let pdf: Buffer;
let plainPdf: Buffer;
beforeAll(async () => {
  const draw = (page: Parameters<Parameters<typeof buildPdf>[0]>[0]) => {
    page.text(WORDS.repeat(10), 60, 60, { width: 220, columns: 2 });
    page.addPage().text(WORDS, 60, 60);
  };
  pdf = await buildPdf(draw);
  plainPdf = await buildPdf(draw, { compress: false });
});

test("a damaged PDF is read or refused", { timeout: PATIENT_MS }, () =>
  fc.assert(
    fc.asyncProperty(fc.boolean(), damage, (isPlain, steps) =>
      readAny(harm(isPlain ? plainPdf : pdf, steps)),
    ),
    runs,
  ),
);

const DOCX_XML = `<w:document xmlns:w="w"><w:body><w:p><w:pPr><w:pStyle w:val="h"/><w:numPr><w:ilvl w:val="1"/><w:numId w:val="2"/></w:numPr></w:pPr><w:r><w:t>${WORDS}</w:t><w:tab/><w:br/></w:r><w:del><w:r><w:delText>x</w:delText></w:r></w:del></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>`;

test(
  "a damaged container, and a sound one with damaged XML, are read or refused",
  { timeout: PATIENT_MS },
  () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom("docx", "odt", "inner"), damage, (kind, steps) => {
        if (kind === "docx") return readAny(harm(buildDocx(DOCX_XML), steps));
        if (kind === "odt") return readAny(harm(buildOdt(`<text:p>${WORDS}</text:p>`), steps));
        const parts = { "word/document.xml": DOCX_XML, "_rels/.rels": "<R/>" };
        return readAny(
          buildZip([
            { name: "[Content_Types].xml", data: "<Types/>" },
            ...Object.entries(parts).map(([name, xml]) => ({
              name,
              data: harm(Buffer.from(xml), steps),
            })),
          ]),
        );
      }),
      runs,
    ),
);

test("damaged HTML is read or refused", { timeout: PATIENT_MS }, () => {
  const html = `<!doctype html><main><h1>A</h1><table><tr><td>b<td>c</table><ul><li>d<ol><li>e</ol></ul><pre>f</pre><p>${WORDS}<sup><a>1</a></sup></main>`;
  return fc.assert(
    fc.asyncProperty(damage, (steps) => readAny(harm(Buffer.from(html), steps), "a.html")),
    runs,
  );
});
