// Small files built to cost far more time than their size: each is read in time that grows with its size alone, and
// the limits of time hold for every format.
import { afterAll, expect, test } from "vitest";
import { buildDocx, buildOdt } from "../../testing/build-documents.ts";
import { type FileReader, openFileReader } from "./files.ts";

const settings = {
  fileSizeMax: 10_485_760,
  textLengthMax: 100_000,
  processes: 1,
  queueMax: 4,
};
const files = openFileReader(settings);
afterAll(() => files.close());

async function read(bytes: Buffer, reader: FileReader = files) {
  const outcome = await reader.read(bytes, { name: "", type: "" });
  return outcome.ok ? outcome.content : "message" in outcome ? outcome.message : outcome.reason;
}

const times = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join("");
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
/** An attribute that keeps repeated elements from being packed like a bomb. */
const noise = (at: number) => `w:x="${(at * 7919) % 100_003}"`;

test("a chain of 60,000 styles, each based on the next", async () => {
  const styles = times(
    60_000,
    (at) =>
      `<w:style w:styleId="s${at}"><w:name w:val="s${at}"/><w:basedOn w:val="s${at + 1}"/></w:style>`,
  );
  const heading = '<w:style w:styleId="s60000"><w:name w:val="heading 2"/></w:style>';
  const body = `<w:p><w:pPr><w:pStyle w:val="s0"/></w:pPr><w:r><w:t>Inherited</w:t></w:r></w:p>`;
  const parts = { "word/styles.xml": `<w:styles>${styles}${heading}</w:styles>` };
  expect(await read(buildDocx(body, parts))).toBe("## Inherited");
});

test("styles based on each other in a circle", async () => {
  const style = (id: string, on: string) =>
    `<w:style w:styleId="${id}"><w:name w:val="${id}"/><w:basedOn w:val="${on}"/></w:style>`;
  const styles = `<w:styles>${style("a", "b")}${style("b", "c")}${style("c", "a")}</w:styles>`;
  const body = '<w:p><w:pPr><w:pStyle w:val="b"/></w:pPr><w:r><w:t>Round.</w:t></w:r></w:p>';
  expect(await read(buildDocx(body, { "word/styles.xml": styles }))).toBe("Round.");
});

test("120,000 fields that never end, before as many paragraphs", async () => {
  const begun = (at: number) =>
    `<w:fldChar w:fldCharType="begin" ${noise(at)}/><w:fldChar w:fldCharType="separate"/>`;
  const body = `<w:p><w:r>${times(120_000, begun)}</w:r></w:p>${times(120_000, (at) => `<w:p ${noise(at)}/>`)}`;
  const reader = openFileReader({ ...settings, idleTimeoutMs: 20_000 });
  expect(await read(buildDocx(body + paragraph("The end.")), reader)).toBe("The end.");
  await reader.close();
});

test("one header named by 20,000 relations is read once", async () => {
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/header";
  const relations = times(
    20_000,
    (at) => `<Relationship Id="r${at}" Type="${type}" Target="header1.xml"/>`,
  );
  const docx = buildDocx(paragraph("Body."), {
    "word/header1.xml": `<w:hdr>${paragraph("Page head.")}</w:hdr>`,
    "word/_rels/document.xml.rels": `<Relationships>${relations}</Relationships>`,
  });
  expect(await read(docx)).toBe("[header]: Page head.\n\nBody.");
});

test("an ODT of 100,000 different headers", async () => {
  const headers = times(100_000, (at) => `<style:header><text:p>${at}</text:p></style:header>`);
  const styles = `<office:document-styles>${headers}</office:document-styles>`;
  const odt = buildOdt("<text:p>Body.</text:p>", { "styles.xml": styles });
  expect(await read(odt)).toBe("Text is too long: at most 100000 characters.");
});

test("a page of 300 tables within each other around 40,000 paragraphs", async () => {
  const html = `<body>${"<table><tr><td>".repeat(300)}${"<p>a</p>".repeat(40_000)}`;
  expect(await read(Buffer.from(html))).toBe("Text is too long: at most 100000 characters.");
});

test("in every format a stretch without progress ends at the idle limit", async () => {
  // No document may take so long in a test: what ends was ended by the idle limit.
  const reader = openFileReader({ ...settings, timeoutMs: 900_000, idleTimeoutMs: 1 });
  const empty = times(200_000, (at) => `<w:p ${noise(at)}/>`);
  try {
    for (const bytes of [
      buildDocx(empty + paragraph("The end.")),
      buildOdt(
        `${times(200_000, (at) => `<text:p x="${(at * 7919) % 100_003}"/>`)}<text:p>End.</text:p>`,
      ),
      Buffer.from(`<html><body>${"<p></p>".repeat(400_000)}<p>The end.</p>`),
    ]) {
      expect(await read(bytes, reader)).toBe("The file can't be read: it takes too long.");
    }
  } finally {
    await reader.close();
  }
});
