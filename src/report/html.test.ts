// The HTML report: its content, and that nothing a caller sends is ever interpreted as markup.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { parseDocument } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { buildCheck, PROSE } from "../../testing/build-check.ts";
import { hashOf } from "./check.ts";
import { policyFor, writeHtmlReport } from "./report.ts";

type Node = {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: Node[];
};

function* walk(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children ?? []) yield* walk(child);
}
const nodesOf = (page: string) => [...walk(parseDocument(page) as unknown as Node)];
const textOf = (node: Node): string =>
  [...walk(node)].map(({ type, data }) => (type === "text" ? data : "")).join("");
const shownText = (page: string) => {
  const box = nodesOf(page).find((node) => node.attribs?.class === "text");
  return box === undefined ? undefined : textOf(box);
};

describe("what it says", () => {
  const page = writeHtmlReport(buildCheck(PROSE, { title: "Essay of Ann" }));

  test("comes in the order a reader needs it: verdict, evidence, text, limits, then the model", () => {
    const check = buildCheck(PROSE);
    check.detection.explanation = {
      evidence: [
        {
          start: 4,
          end: 13,
          text: "efficient <b>",
          direction: "ai",
          weight: 1,
          per_million: { ai: 41.2, human: 0.64 },
        },
        { start: 14, end: 20, text: "office", direction: "human", weight: 0.5 },
      ],
      signs: [{ name: "word_range", value: 38, human_range: [37, 43], text: "Of fifty words …" }],
    };
    const html = writeHtmlReport(check);
    const headings = [...html.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, text]) => text);
    expect(headings).toEqual([
      "Likely AI-generated",
      "Evidence",
      "Which text, which model, when",
      "What counted and what did not",
      "The text, segment by segment",
      "Table of segments",
      "Limits of the method",
      "To repeat this check",
      "Appendix: the model, v1.0",
    ]);
    expect(html).toContain(
      "efficient &#60;b&#62;</q>: 41 in a million words of AI texts, 0.6 in human ones",
    );
    expect(html).toContain("office</q>: without it the text reads more like an AI’s");
    expect(html).toContain("Of fifty words …");
  });

  test("verdict, figures, warnings, model, time, hash, version and limits", () => {
    const text = textOf(parseDocument(page) as unknown as Node);
    for (const part of [
      "Likely AI-generated",
      "83 on a scale from 0, human, to 100, AI",
      "83 on a scale from 0, human, to 100, AI.",
      "Evidence, not proof",
      "3 zero-width characters removed.",
      "1 segment did not count, because it is no prose",
      "Checked2026-02-03 04:05:06 UTC",
      "Report made2026-02-03 16:07:08 UTC",
      hashOf(PROSE),
      "Lodestone detector v1.0",
      "Lodestone 0.1.0",
      "AUROC",
      "0.985",
      "Short texts.",
      "Limits of the method",
    ]) {
      expect(text).toContain(part);
    }
  });

  test("the text is shown whole, each segment marked by a class and numbered", () => {
    expect(shownText(page)).toBe(PROSE);
    const box = nodesOf(page).find((node) => node.attribs?.class === "text");
    const marks = [...walk(box as Node)].filter(({ name }) => name === "mark");
    expect(marks.map(({ attribs }) => [attribs?.class, attribs?.["data-n"]])).toEqual([
      ["red", "1"],
      ["amber", "2"],
      ["green", "3"],
      ["gray", "4"],
    ]);
    // Colour is never alone: each kind has a line of its own.
    for (const line of ["double", "dashed", "solid", "dotted"]) {
      expect(page).toContain(`underline ${line} `);
    }
  });

  test("the same check gives the same page", () => {
    expect(writeHtmlReport(buildCheck(PROSE, { title: "Essay of Ann" }))).toBe(page);
  });

  test("a text from a file names the file and its hash, and is titled after it", () => {
    const file = { name: "a <b>\u202e.docx", sha256: "f".repeat(64) };
    const ofFile = writeHtmlReport(buildCheck(PROSE, { file }));
    expect(ofFile).toContain("<bdi>a &#60;b&#62; .docx</bdi>");
    expect(ofFile).toContain("<dt>File</dt><dd>a &#60;b&#62; .docx</dd>");
    expect(ofFile).toContain(`<dt>SHA-256 of the file</dt><dd><code>${file.sha256}</code></dd>`);
    const unnamed = writeHtmlReport(buildCheck(PROSE, { file: { ...file, name: undefined } }));
    expect(unnamed).toContain("sent without a name");
    expect(page).not.toContain("SHA-256 of the file");
  });

  test("a card of another version is not shown", () => {
    const check = buildCheck(PROSE);
    const other = { ...check, detection: { ...check.detection, model_version: "v2.0" } };
    expect(writeHtmlReport(other)).toContain("This installation has no card of this model.");
    expect(writeHtmlReport(other)).not.toContain("0.985");
    expect(writeHtmlReport({ ...check, card: null })).not.toContain("0.985");
  });

  test("beyond 2,000 segments the table says that it is cut, and the text is still whole", () => {
    const text = "A b. ".repeat(2500);
    const long = writeHtmlReport(buildCheck(text));
    expect(long).toContain("The first 2,000 of 2,500 segments");
    expect(shownText(long)).toBe(text);
  });
});

describe("what it lets in", () => {
  test("a policy that allows its own style and nothing else, in the page as in the header", () => {
    for (const paper of ["a4", "letter"] as const) {
      const page = writeHtmlReport(buildCheck(PROSE, { paper }));
      const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? "";
      const hash = createHash("sha256").update(style).digest("base64");
      const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
      expect(policyFor(paper)).toBe(policy);
      expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="${policy}">`);
      expect(page).toContain(paper === "a4" ? "size: A4" : "size: letter");
    }
  });

  test("no outside host, no script, no style attribute, no link, no image", () => {
    const page = writeHtmlReport(buildCheck(`${PROSE} See https://evil.example/x.js.`));
    for (const { name, attribs = {} } of nodesOf(page)) {
      expect(["script", "link", "img", "iframe", "object", "base", "form", "a"]).not.toContain(
        name,
      );
      for (const attribute of Object.keys(attribs)) {
        expect(attribute).not.toMatch(/^(?:on|src|href|style|action|srcset|ping)/);
      }
    }
    const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? "";
    expect(style).not.toMatch(/url\(|@import|\/\//);
  });

  test.each([
    ["a script", "<script>alert(1)</script> and words."],
    ["the end of the page", "</div></body></html><script>x</script>."],
    ["quotes", `" onmouseover="x" ' onclick='x' words.`],
    ["a comment", "<!-- x --> ]]> <![CDATA[ x ]]> words."],
    ["entities", "&lt;b&gt; &amp; &#60;script&#62; words."],
    ["a word of 10,000 letters", `${"x".repeat(10_000)} words.`],
  ])("%s stays text, in the text, the table, the title and the warnings", (_name, text) => {
    const check = buildCheck(text, { title: text.slice(0, 100) });
    check.detection.warnings = [{ code: "x", message: text }];
    const page = writeHtmlReport(check);
    expect(shownText(page)).toBe(text);
    const names = new Set(nodesOf(page).flatMap(({ name }) => (name ? [name] : [])));
    const plain = new Set(
      nodesOf(writeHtmlReport(buildCheck(PROSE))).flatMap(({ name }) => (name ? [name] : [])),
    );
    expect([...names].filter((name) => !plain.has(name))).toEqual([]);
  });

  test("no control of direction comes out of the text, its file, the warnings or the evidence", () => {
    const controls = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
    const check = buildCheck(`Not ${controls} guilty.`, {
      title: controls,
      file: { name: `a${controls}b.docx`, sha256: "f".repeat(64) },
    });
    check.detection.warnings = [{ code: "x", message: controls }];
    check.detection.explanation = {
      evidence: [{ start: 0, end: 3, text: controls, direction: "ai", weight: 0.1 }],
      signs: [{ name: "word_range", value: 1, human_range: [0, 1], text: controls }],
    };
    const page = writeHtmlReport(check);
    expect(page).not.toMatch(new RegExp(`[${controls}]`));
    expect(shownText(page)).toBe(`Not ${"\u2060".repeat(3)}${"\ufffd".repeat(9)} guilty.`);
  });

  test("a title can neither turn the words around it nor break the line", () => {
    const page = writeHtmlReport(buildCheck(PROSE, { title: "a\u202eb\nc\u2028d\u0007e" }));
    expect(page).toContain("<bdi>a b c d e</bdi>");
    expect(writeHtmlReport(buildCheck(PROSE, { title: "\u200b" }))).toContain(
      "<bdi>Report of a text check</bdi>",
    );
  });

  test("whatever the text, it comes out as it went in, but for what no page can hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
        const shown = shownText(writeHtmlReport(buildCheck(text))) ?? "";
        // oxlint-disable-next-line no-control-regex
        const wanted = text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, "?");
        expect(shown.replace(/[\u2400-\u241f]/g, "?").length).toBe(wanted.length);
        expect(shown).not.toContain("\0");
      }),
    );
  });
});
