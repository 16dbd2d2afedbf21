import { expect, test } from "vitest";
import { readDocument } from "./read-document.ts";

const read = async (html: string | Buffer, name = "page.html") =>
  (
    await readDocument({
      bytes: Buffer.from(html as string),
      label: { name, type: "" },
      textLengthMax: 100_000,
    })
  ).content;

test("scripts, styles, navigation, forms and hidden text are left out", async () => {
  expect(
    await read(`<!doctype html><html><head><title>Site</title><style>p{}</style></head><body>
      <nav><a href="/">Home</a></nav><script>let a = "<p>no</p>";</script>
      <h1>Tides</h1><p>High water<br>at noon.</p><p hidden>Secret</p>
      <p style="display: none">Also secret</p><form><label>Name</label><input></form>
      <footer>Imprint</footer></body></html>`),
  ).toBe("# Tides\n\nHigh water\nat noon.");
});

test("of a page that marks its main part, only that is read", async () => {
  const text = "The boats came in one after the other. ".repeat(12);
  expect(
    await read(
      `<div>Latest news: nothing</div><main><header><h2>Harbour</h2></header><p>${text}</p></main><div>More to read</div>`,
    ),
  ).toBe(`## Harbour\n\n${text.trim()}`);
});

test("a short teaser marked as an article does not hide the page", async () => {
  const text = "The boats came in one after the other. ".repeat(30);
  const content = await read(`<p>${text}</p><article>Read on</article>`);
  expect(content).toContain(text.trim());
});

test("lists, tables and code keep their shape", async () => {
  expect(
    await read(
      "<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul><ol><li>first</li></ol>" +
        "<table><tr><th>Town<th>Boats<tr><td>Ardnish<td>14</table><pre>let a = 1;\n  b();</pre>",
    ),
  ).toBe(
    "- one\n  - inner\n- two\n1. first\n\n| Town | Boats |\n| Ardnish | 14 |\n\n```\nlet a = 1;\n  b();\n```",
  );
});

test("the page's own encoding counts, and bytes that do not fit it are refused", async () => {
  const latin = Buffer.from('<meta charset="windows-1252"><p>Gr\xf6\xdfe</p>', "latin1");
  expect(await read(latin)).toBe("Größe");
  await expect(read(Buffer.from("<p>Gr\xf6\xdfe</p>", "latin1"))).rejects.toThrow(
    "not valid UTF-8",
  );
  const odd = '<meta charset="klingon"><p>nuq</p>';
  await expect(read(odd)).rejects.toThrow("encoding that is not known");
});

test("a page that stands in a form as a whole is read", async () => {
  expect(await read("<form><p>The text.</p><select><option>no</option></select></form>")).toBe(
    "The text.",
  );
});

test("a linked number set high is the mark of a note", async () => {
  expect(await read('<p>So it was.<sup><a href="#fn1">[1]</a></sup> Really.</p>')).toBe(
    "So it was.[^1] Really.",
  );
});

test("a page nested beyond reason is refused at once", async () => {
  await expect(read(`${"<div>".repeat(1_000_000)}<p>Bottom</p>`)).rejects.toThrow("too deeply");
});
