import { expect, test } from "vitest";
import { buildPdf, type PdfDrawing } from "../../testing/build-documents.ts";
import { cleanGlyphs } from "./pdf.ts";
import { mendLines } from "./pdf-paragraphs.ts";
import { readDocument } from "./read-document.ts";

const read = async (bytes: Buffer, textLengthMax = 100_000) =>
  (await readDocument({ bytes, label: { name: "", type: "" }, textLengthMax })).content;
const put = (pdf: PdfDrawing, text: string, x: number, y: number, size = 10) =>
  pdf.fontSize(size).text(text, x, y, { lineBreak: false });

/** Lines of prose that are all about as long. */
const LEFT = [
  "The ferry was late again, so we sat",
  "on the wall by the ticket office and",
  "counted the gulls. Nobody minded. My",
  "aunt had packed boiled eggs, which",
  "rolled around in the bag all day and",
  "cracked one by one, until the cap-",
];
const RIGHT = [
  "tain came and asked us whether we",
  "were waiting for him. We said that",
  "we had been, and he took his hat off",
  "and said that he was sorry for it. It",
  "had been the fog, as it always was",
  "in these parts before the summer.",
];
const STORY =
  "The ferry was late again, so we sat on the wall by the ticket office and counted the gulls. " +
  "Nobody minded. My aunt had packed boiled eggs, which rolled around in the bag all day and " +
  "cracked one by one, until the captain came and asked us whether we were waiting for him. We " +
  "said that we had been, and he took his hat off and said that he was sorry for it. It had been " +
  "the fog, as it always was in these parts before the summer.";

test("two columns are read one after the other, even when the file draws them line by line", async () => {
  const pdf = await buildPdf((page) => {
    put(page, "A title over both columns of the page", 60, 60, 18);
    LEFT.forEach((line, at) => {
      put(page, line, 60, 120 + 14 * at);
      put(page, RIGHT[at] ?? "", 310, 120 + 14 * at);
    });
  });
  expect(await read(pdf)).toBe(`# A title over both columns of the page\n\n${STORY}`);
});

test("columns whose lines do not stand level are read one after the other", async () => {
  const pdf = await buildPdf((page) => {
    RIGHT.forEach((line, at) => put(page, line, 310, 125 + 14 * at));
    LEFT.forEach((line, at) => put(page, line, 60, 120 + 14 * at));
  });
  expect(await read(pdf)).toBe(STORY);
});

test("a paragraph goes on across pages; running lines and page numbers do not cut it", async () => {
  const pages = [LEFT, RIGHT, ["  Nobody said a word about the", "eggs, which was kind of them."]];
  const pdf = await buildPdf((page) => {
    pages.forEach((lines, at) => {
      if (at > 0) page.addPage();
      put(page, "Harbour News", 60, 30);
      lines.forEach((line, row) => {
        put(page, line.trim(), line.startsWith(" ") ? 75 : 60, 120 + 14 * row);
      });
      put(page, `Page ${at + 1} of 3`, 280, 800);
    });
  });
  expect(await read(pdf)).toBe(
    `[header]: Harbour News\n\n${STORY}\n\n[footer]: Page 1 of 3\n\nNobody said a word about the eggs, which was kind of them.`,
  );
});

test("rows of short cells below each other are a table", async () => {
  const rows = [
    ["Town", "Boats", "Year"],
    ["Ardnish", "14", "1998"],
    ["Mallaig", "203", "2004"],
  ];
  const pdf = await buildPdf((page) => {
    LEFT.forEach((line, at) => put(page, line, 60, 120 + 14 * at));
    rows.forEach((cells, row) => {
      cells.forEach((cell, column) => put(page, cell, 60 + 120 * column, 240 + 16 * row));
    });
  });
  expect(await read(pdf)).toMatch(
    /\n\n\| Town \| Boats \| Year \|\n\| Ardnish \| 14 \| 1998 \|\n\| Mallaig \| 203 \| 2004 \|$/,
  );
});

test("a table set tightly is one as well, above columns and below them", async () => {
  const rows = [
    ["Town", "Boats", "Remarks"],
    ["Ardnish", "14", "closed on most Sundays of the year"],
    ["Mallaig", "203", "fish"],
  ];
  const pdf = await buildPdf((page) => {
    const drawRows = (top: number) =>
      rows.forEach((cells, row) => {
        cells.forEach((cell, at) => put(page, cell, [60, 108, 144][at] ?? 0, top + 18 * row));
      });
    drawRows(60);
    LEFT.forEach((line, at) => {
      put(page, line, 60, 150 + 14 * at);
      put(page, RIGHT[at] ?? "", 310, 150 + 14 * at);
    });
    drawRows(270);
  });
  const table =
    "| Town | Boats | Remarks |\n| Ardnish | 14 | closed on most Sundays of the year |\n| Mallaig | 203 | fish |";
  expect(await read(pdf)).toBe(`${table}\n\n${STORY}\n\n${table}`);
});

test("double spacing and single spacing in one document are told apart", async () => {
  const pdf = await buildPdf((page) => {
    [...LEFT, ...RIGHT].forEach((line, at) => put(page, line, 60, 60 + 28 * at));
    [...LEFT, ...RIGHT].forEach((line, at) => put(page, line, 60, 430 + 13 * at));
  });
  expect(await read(pdf)).toBe(`${STORY}\n\n${STORY}`);
});

test("a line with room for the next word ends its paragraph; a table of contents is data", async () => {
  const pdf = await buildPdf((page) => {
    put(page, "Contents", 60, 60);
    put(page, "The ferry and its delays . . . . . . . . . 7", 60, 74);
    put(page, "Eggs ................................ 12", 60, 88);
    put(page, "What we saw", 60, 116);
    LEFT.slice(0, 2).forEach((line, at) => put(page, line, 60, 130 + 14 * at));
  });
  expect(await read(pdf)).toBe(
    "Contents\n\n| The ferry and its delays | 7 |\n| Eggs | 12 |\n\nWhat we saw\n\nThe ferry was late again, so we sat on the wall by the ticket office and",
  );
});

test("a footnote is set apart, and its mark in the text is linked to it", async () => {
  const pdf = await buildPdf((page) => {
    put(page, "The ferry was late again", 60, 120);
    const width = page.fontSize(10).widthOfString("The ferry was late again");
    put(page, "7", 60 + width, 119, 6);
    put(page, "and so we sat on the wall.", 60 + width + 8, 120);
    put(page, "7", 60, 701.5, 5);
    put(page, "By an hour, as the log of the", 66, 702, 8);
    put(page, "harbour master says.", 60, 712, 8);
  });
  expect(await read(pdf)).toBe(
    "The ferry was late again[^7] and so we sat on the wall.\n\n[^7]: By an hour, as the log of the harbour master says.",
  );
});

test("paragraphs part at a wider gap and at an indent, items at their marks", async () => {
  const pdf = await buildPdf((page) => {
    put(page, "The first paragraph has two lines and it", 60, 100);
    put(page, "ends here.", 60, 114);
    put(page, "The second one is set in a little, as", 75, 128);
    put(page, "in a book.", 60, 142);
    put(page, "• boiled eggs and all that belongs", 60, 170);
    put(page, "to them", 68, 184);
    put(page, "• a wall", 60, 198);
    put(page, "The last paragraph.", 60, 230);
  });
  expect(await read(pdf)).toBe(
    "The first paragraph has two lines and it ends here.\n\nThe second one is set in a little, as in a book.\n\n" +
      "- boiled eggs and all that belongs to them\n- a wall\n\nThe last paragraph.",
  );
});

test("text turned by a quarter is read when the whole page is, and set aside when it is a stamp", async () => {
  const turned = await buildPdf((page) => {
    page.rotate(90, { origin: [300, 400] });
    LEFT.forEach((line, at) => put(page, line, 200, 300 + 14 * at));
    RIGHT.forEach((line, at) => put(page, line, 200, 384 + 14 * at));
  });
  expect(await read(turned)).toBe(STORY);
  const stamped = await buildPdf((page) => {
    [...LEFT, ...RIGHT].forEach((line, at) => put(page, line, 60, 120 + 14 * at));
    page.rotate(-90, { origin: [20, 600] });
    put(page, "Preprint, not for sale", 20, 600);
  });
  expect(await read(stamped)).toBe(`${STORY}\n\n[margin]: Preprint, not for sale`);
});

test("a text over the limit is refused, also when it is spread over many pages", async () => {
  const pdf = await buildPdf((page) => {
    for (let at = 0; at < 40; at++) {
      if (at > 0) page.addPage();
      put(page, `${LEFT[at % 6]} ${at}`, 60, 300);
    }
  });
  await expect(read(pdf, 1000)).rejects.toThrow("Text is too long: at most 1000 characters.");
});

test("ligatures are taken apart and accents joined to their letters", () => {
  expect(cleanGlyphs("e\ufb03cient \ufb02oor")).toBe("efficient floor");
  expect(cleanGlyphs("Mu\u0308nchen, M¨unchen")).toBe("München, München");
  expect(cleanGlyphs("caf´e, \u02dan")).toBe("café, n\u030a");
});

test("words broken at line ends are mended, and true hyphens kept", () => {
  expect(mendLines(["inter-", "national"])).toBe("international");
  expect(mendLines(["Ein-", "und Ausgabe"])).toBe("Ein- und Ausgabe");
  expect(mendLines(["the Anglo-", "Saxon king"])).toBe("the Anglo-Saxon king");
  expect(mendLines(["from 3-", "4 metres"])).toBe("from 3- 4 metres");
  expect(mendLines(["潮が満", "ちた。"])).toBe("潮が満ちた。");
});

test("whoever watches hears of every page, and of text on it, but not of spaces", async () => {
  const heard = async (bytes: Buffer) => {
    let times = 0;
    const request = { bytes, label: { name: "", type: "" }, textLengthMax: 100_000 };
    await readDocument(request, { onProgress: () => times++ });
    return times;
  };
  const short = await buildPdf((page) => page.text("Words.").addPage().text("More words."));
  const long = await buildPdf((page) => {
    for (let at = 0; at < 300; at++) page.text(`word${at}`, 20 + (at % 20) * 25, 20 + at * 2);
  });
  const spaced = await buildPdf((page) => {
    page.text("Words.", 20, 20);
    for (let at = 0; at < 300; at++) page.text(" ", 20 + (at % 20) * 25, 20 + at * 2);
  });
  // Once when the parser is loaded, when a page begins and at the end; more only where text keeps coming.
  expect(await heard(short)).toBe(4);
  expect(await heard(long)).toBeGreaterThanOrEqual(7);
  expect(await heard(spaced)).toBe(3);
});
