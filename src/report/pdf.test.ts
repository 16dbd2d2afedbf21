// The PDF report, read back with another library: the words can be searched and copied, unusual characters don't break
// it, and it fits either paper size.
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, test } from "vitest";
import { buildCheck, PROSE } from "../../testing/build-check.ts";
import { hashOf, type ReportedCheck } from "./check.ts";
import { openFallbackFonts } from "./fallback-fonts.ts";
import { plainHas } from "./pdf-page.ts";
import { writePdfReport } from "./report.ts";

async function read(check: ReportedCheck) {
  const bytes = await writePdfReport(check);
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(
      items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""),
    );
  }
  const first = await document.getPage(1);
  const metadata = await document.getMetadata();
  const tree = await first.getStructTree();
  await loading.destroy();
  const text = pages.join("\n");
  return { bytes, pages, text, words: text.replace(/\s+/g, " "), view: first.view, metadata, tree };
}

describe("what it says", () => {
  test("verdict, figures, warnings, model, time, hash, version, limits, and where each page belongs", async () => {
    const { words, pages } = await read(buildCheck(PROSE, { title: "Essay of Ann" }));
    for (const part of [
      "Essay of Ann",
      "Likely AI-generated",
      "83 on a scale from 0, human, to 100, AI",
      "Evidence, not proof",
      "3 zero-width characters removed.",
      "2026-02-03 04:05:06 UTC",
      hashOf(PROSE),
      "Lodestone detector v1.0",
      "AUROC",
      "0.985",
      "Short texts.",
      "Limits of the method",
    ]) {
      expect(words).toContain(part);
    }
    for (const [at, page] of pages.entries()) {
      expect(page).toContain(`${at + 1} / ${pages.length}`);
      expect(page).toContain(`SHA-256 ${hashOf(PROSE).slice(0, 16)}…`);
    }
  });

  test("ligatures and kerned pairs are read back letter by letter, without stray spaces", async () => {
    const { words } = await read(buildCheck(PROSE));
    for (const sentence of [
      "The efficient office offered waffles.",
      "A fluffy figure afflicted the first flight.",
      "AWAY To Te Va.",
    ]) {
      expect(words).toContain(sentence);
    }
  });

  test("title, language, time and structure are in the file, and the same check gives the same bytes", async () => {
    const check = buildCheck(PROSE, { title: "Über alles" });
    const { bytes, metadata, tree } = await read(check);
    expect(metadata.info).toMatchObject({
      Title: "Über alles: Likely AI-generated",
      Language: "en",
      Creator: "Lodestone 0.1.0",
      CreationDate: "D:20260203160708Z",
    });
    const roles = JSON.stringify(tree);
    for (const role of ["Document", "H1", "H2", "P", "Figure"]) {
      expect(roles).toContain(`"role":"${role}"`);
    }
    expect(roles).toContain("83 on a scale");
    expect(Buffer.from(await writePdfReport(check)).equals(Buffer.from(bytes))).toBe(true);
    expect(Buffer.from(bytes).toString("latin1")).not.toMatch(
      /\/(?:JavaScript|JS|URI|Launch|EmbeddedFile)\b/,
    );
  });

  test("A4 and Letter", async () => {
    expect((await read(buildCheck(PROSE))).view.map(Math.round)).toEqual([0, 0, 595, 842]);
    const letter = await read(buildCheck(PROSE, { paper: "letter" }));
    expect(letter.view.map(Math.round)).toEqual([0, 0, 612, 792]);
  });
});

describe("what it stands", () => {
  test("letters outside the font are boxes, invisible ones are left out, and it says so", async () => {
    const { words } = await read(
      buildCheck("Plain words before ខ្ម and the\u200b rest of it. Then many: ភាសាខ្មែរ. End."),
    );
    expect(words).toContain("Plain words before □□□ and the rest of it.");
    expect(words).toContain("□×9");
    expect(words).toContain("Characters not in this document’s font: 12.");
    expect(words).toContain("Invisible characters left out of the drawing: 1.");
    expect((await read(buildCheck(PROSE))).words).not.toContain("not in this document’s font");
  });

  test.each([
    ["Chinese", "zh", "今天的天气很好，我们一起去公园散步。"],
    ["Traditional Chinese", "zh", "臺灣的圖書館藏書豐富。"],
    ["Japanese", "ja", "東京都庁舎の展望室から富士山が見えました。"],
    ["Korean", "ko", "오늘은 날씨가 좋아서 공원에 갔습니다"],
    ["Hindi", "hi", "कमल घर चल"],
    ["Bengali", "bn", "আমরা বই পড়ব"],
    ["Tamil", "ta", "மரம் படம்"],
    ["Telugu", "te", "పడవ నగరం"],
    ["Kannada", "kn", "ಮರ ನಗರ"],
    ["Malayalam", "ml", "മരം നഗരം"],
    ["Gujarati", "gu", "નગર ઘર"],
    ["Punjabi", "pa", "ਘਰ ਨਗਰ"],
    ["Odia", "or", "ନଗର ଘର"],
    ["Thai", "th", "กรงนก"],
  ])(
    "%s is drawn in its own letters and can be found and copied",
    async (_name, language, text) => {
      const check = buildCheck(`Before. ${text} after.`, { title: text });
      check.detection.language = language;
      const { words, bytes } = await read(check);
      const plain = (one: string) => one.normalize("NFKC").replaceAll(/\s/g, "");
      expect(plain(words)).toContain(plain(`${text} after.`));
      expect(words).not.toContain("not in this document’s font");
      // Of each font only the letters that are used.
      expect(bytes.length).toBeLessThan(150_000);
    },
  );

  test("halves of a vowel and joiners are there, and marks without a place do not break it", async () => {
    const text = "சோதனை ലോകം ਸ੍ਰੀ क्\u200dष র\u200d্য";
    const { fonts } = await openFallbackFonts(text, { has: plainHas, language: "ta" });
    const tamil = fonts.find(({ name }) => name.startsWith("tamil"));
    expect([0x0bc7, 0x0bbe].map((codePoint) => tamil?.has(codePoint))).toEqual([true, true]);
    const { words } = await read(buildCheck(`Words: ${text}.`));
    expect(words).toContain("To repeat this check");
    expect(words).not.toContain("Invisible characters left out");
  });

  test("90,000 combining marks on one letter take no longer than other letters, and it says so", async () => {
    const { words } = await read(buildCheck(`One a${"\u0301".repeat(90_000)} there.`));
    expect(words).toContain("Combining marks left out of the drawing: 89,990.");
  });

  test("a text mostly in other letters is not drawn as pages of boxes", async () => {
    const { words, pages } = await read(buildCheck("ភាសាខ្មែរ. ".repeat(500)));
    expect(words).toContain("not in this document’s font, so it is not drawn here");
    expect(pages.length).toBeLessThan(25);
  });

  test("right-to-left writing is drawn and told of", async () => {
    const { words } = await read(buildCheck("Before שלום עולם after. مرحبا بالعالم."));
    expect(words).toContain("Right-to-left writing is set word by word");
    expect(words).toContain("שלום");
  });

  test.each([
    ["a script", "<script>alert(1)</script> and words."],
    ["quotes and brackets", `" ' ( ) \\ [ ] { } % words.`],
    ["direction marks", "\u202eabc\u202c \u2067def\u2069 words."],
    ["control characters", "a\u0001b\u001b[31mc\u007fd words."],
    ["half a surrogate pair", "a\ud800b \udc00 words."],
    ["stacked marks", `a${"\u0301".repeat(300)} words.`],
    ["only spaces and a word", "   \n\n\t\n   word."],
  ])("%s", async (_name, text) => {
    const check = buildCheck(text, { title: text });
    check.detection.warnings = [{ code: "x", message: text }];
    const { words } = await read(check);
    expect(words).toContain("word");
    expect(words).toContain("To repeat this check");
  });

  test("a word of 10,000 letters is drawn whole", async () => {
    const { text } = await read(buildCheck(`Before. ${"x".repeat(10_000)} after.`));
    expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(10_000);
  });

  test("100,000 characters of prose are drawn whole; of single letters, a part with a word on the rest", async () => {
    const sentence = "The boat came in at last and it was the wrong one again. ";
    const prose = sentence.repeat(Math.floor(100_000 / sentence.length));
    const whole = await read(buildCheck(prose));
    const count = prose.split(sentence).length - 1;
    // Once in the text and once in the table, apart from those broken over two lines.
    expect(whole.words.split("it was the wrong one").length).toBeGreaterThan(count);
    expect(whole.words).not.toContain("too many lines or segments");
    const letters = await read(buildCheck("a\n".repeat(50_000)));
    expect(letters.words).toContain("too many lines or segments");
    expect(letters.pages.length).toBeLessThan(150);
  }, 600_000);
});
