import { expect, test } from "vitest";
import { buildDocx, buildOdt } from "../../testing/build-documents.ts";
import { readDocument } from "./read-document.ts";

const read = async (bytes: Buffer, name = "") =>
  (await readDocument({ bytes, label: { name, type: "" }, textLengthMax: 100_000 })).content;
const p = (text: string, properties = "") =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;

test("headings are known by their style, through the styles it is based on", async () => {
  const docx = buildDocx(p("Tides", '<w:pStyle w:val="Kapitel"/>') + p("The sea came in."), {
    "word/styles.xml":
      '<w:styles><w:style w:styleId="h2"><w:name w:val="heading 2"/></w:style><w:style w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="h2"/></w:style></w:styles>',
  });
  expect(await read(docx)).toBe("## Tides\n\nThe sea came in.");
});

test("styles based on each other in a circle end the search, not the service", async () => {
  const docx = buildDocx(p("Tides", '<w:pStyle w:val="a"/>'), {
    "word/styles.xml":
      '<w:styles><w:style w:styleId="a"><w:basedOn w:val="b"/></w:style><w:style w:styleId="b"><w:basedOn w:val="a"/></w:style></w:styles>',
  });
  expect(await read(docx)).toBe("Tides");
});

test("deleted, moved and hidden text and field codes are left out, insertions and results stay", async () => {
  const docx = buildDocx(
    "<w:p><w:r><w:t>We </w:t></w:r><w:del><w:r><w:delText>never </w:delText></w:r></w:del>" +
      "<w:ins><w:r><w:t>often </w:t></w:r></w:ins><w:moveFrom><w:r><w:t>gone </w:t></w:r></w:moveFrom>" +
      "<w:r><w:rPr><w:vanish/></w:rPr><w:t>secretly </w:t></w:r><w:r><w:t>sailed on page </w:t></w:r>" +
      '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>' +
      '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>7</w:t></w:r>' +
      '<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>.</w:t></w:r></w:p>',
  );
  expect(await read(docx)).toBe("We often sailed on page 7.");
});

test("a field that never ends does not swallow what comes after its paragraph", async () => {
  const docx = buildDocx(
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:t>lost</w:t></w:r></w:p>${p("Still here.")}`,
  );
  expect(await read(docx)).toBe("Still here.");
});

test("lists count by level, and start anew below another item", async () => {
  const item = (text: string, depth: number) =>
    p(text, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="5"/></w:numPr>`);
  const level = (depth: number, format: string) =>
    `<w:lvl w:ilvl="${depth}"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`;
  const docx = buildDocx(
    item("one", 0) + item("inner", 1) + item("inner too", 1) + item("two", 0) + item("again", 1),
    {
      "word/numbering.xml": `<w:numbering><w:abstractNum w:abstractNumId="3">${level(0, "decimal")}${level(1, "lowerLetter")}</w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num></w:numbering>`,
    },
  );
  expect(await read(docx)).toBe("1. one\n  1. inner\n  2. inner too\n2. two\n  1. again");
});

test("a table of short cells becomes rows; prose in a frame stays prose", async () => {
  const row = (...cells: string[]) =>
    `<w:tr>${cells.map((cell) => `<w:tc>${p(cell)}</w:tc>`).join("")}</w:tr>`;
  const prose = "The boats came in one after the other, ".repeat(6);
  const docx = buildDocx(
    `<w:tbl>${row("Town", "Boats")}${row("Ardnish", "14")}</w:tbl><w:tbl>${row(prose, "aside")}</w:tbl>`,
  );
  expect(await read(docx)).toBe(`| Town | Boats |\n| Ardnish | 14 |\n\n${prose.trim()}\n\naside`);
});

test("notes follow their paragraph and carry the label of their mark", async () => {
  const docx = buildDocx(
    '<w:p><w:r><w:t>High water</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t> at noon.</w:t></w:r></w:p>' +
      p("Low at six."),
    {
      "word/footnotes.xml":
        '<w:footnotes><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>Tables of 1998.</w:t></w:r></w:p></w:footnote></w:footnotes>',
    },
  );
  expect(await read(docx)).toBe("High water[^1] at noon.\n\n[^1]: Tables of 1998.\n\nLow at six.");
});

test("headers and footers are kept once each, around the text", async () => {
  const docx = buildDocx(p("The text."), {
    "word/header1.xml": `<w:hdr>${p("Harbour News")}</w:hdr>`,
    "word/header2.xml": `<w:hdr>${p("Harbour News")}</w:hdr>`,
    "word/footer1.xml": `<w:ftr>${p("Page 1")}</w:ftr>`,
  });
  expect(await read(docx)).toBe("[header]: Harbour News\n\nThe text.\n\n[footer]: Page 1");
});

test("a text box is read once, though the file holds it twice", async () => {
  const box = (text: string) => `<w:txbxContent>${p(text)}</w:txbxContent>`;
  const docx = buildDocx(
    `<w:p><w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice>${box("Boxed.")}</mc:Choice><mc:Fallback>${box("Boxed.")}</mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>Outside.</w:t></w:r></w:p>`,
  );
  expect(await read(docx)).toBe("Boxed.\n\nOutside.");
});

test("an ODT gives paragraphs, headings, lists, tables and notes in order", async () => {
  const odt = buildOdt(
    '<text:h text:outline-level="2">Tides</text:h>' +
      '<text:p>High<text:s text:c="3"/>water<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Tables.</text:p></text:note-body></text:note> at\n noon.</text:p>' +
      '<text:list text:style-name="N"><text:list-item><text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>' +
      "<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>" +
      "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>" +
      "<text:p>Last<office:annotation><text:p>a comment</text:p></office:annotation>.</text:p>",
    {
      "styles.xml":
        '<office:document-styles><text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style><style:master-page><style:header><text:p>Harbour News</text:p></style:header><style:footer><text:p>Page <text:page-number>1</text:page-number></text:p></style:footer></style:master-page></office:document-styles>',
    },
  );
  expect(await read(odt)).toBe(
    "[header]: Harbour News\n\n## Tides\n\nHigh water[^1] at noon.\n\n[^1]: Tables.\n\n1. one\n2. two\n\n| a | b |\n\nLast.\n\n[footer]: Page 1",
  );
});

test("entries under a heading of references are references, and what follows it is not", async () => {
  const styles = {
    "word/styles.xml":
      '<w:styles><w:style w:styleId="h1"><w:name w:val="heading 1"/></w:style></w:styles>',
  };
  const heading = (text: string) => p(text, '<w:pStyle w:val="h1"/>');
  const docx = buildDocx(
    heading("References") +
      p("Miller, A. (2001). Tides of the north.") +
      p("[2] Schulz, B. 1999. Boote.") +
      p("A sentence that cites nothing at all.") +
      heading("Appendix") +
      p("In 1999 the pier burnt down."),
    styles,
  );
  expect(await read(docx)).toBe(
    "# References\n\n[ref]: Miller, A. (2001). Tides of the north.\n\n[2]: Schulz, B. 1999. Boote.\n\n" +
      "A sentence that cites nothing at all.\n\n# Appendix\n\nIn 1999 the pier burnt down.",
  );
});
