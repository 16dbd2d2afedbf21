// The report as a PDF: the same words as the HTML page, drawn with DejaVu Sans, and with Noto Sans where that has no
// letters; of both only the letters used are put into the file.
import type { ColorLabel } from "../detector/detector.ts";
import {
  ABOUT_SIGNS,
  aboutEvidence,
  countLabels,
  DIRECTIONS,
  describeCounted,
  describeGauge,
  describePhrase,
  describeVerdict,
  excerptOf,
  factsOf,
  grouped,
  hashOf,
  LABEL_ORDER,
  LABELS,
  LIMITS,
  PROOF,
  REPEAT,
  type ReportedCheck,
  titleOf,
  toneOf,
} from "./check.ts";
import { openFallbackFonts } from "./fallback-fonts.ts";
import { MARKS_MAX } from "./pdf-characters.ts";
import { drawGauge, MARKS, TONES } from "./pdf-marks.ts";
import { COLORS, MARGIN, openSheet, PLAIN, plainHas, type Sheet, type Style } from "./pdf-page.ts";
import { writeFigures, writeSegments } from "./pdf-tables.ts";

const SOFT: Style = { ...PLAIN, color: COLORS.soft };
const BOLD: Style = { ...PLAIN, font: "bold" };
const NUMBER: Style = { ...PLAIN, size: 6, color: COLORS.soft, rise: 2 };
const MARKED = Object.fromEntries(
  LABEL_ORDER.map((label) => [label, { ...PLAIN, decorate: MARKS[label] }]),
) as Record<ColorLabel, Style>;

export async function drawPdfReport(check: ReportedCheck): Promise<Uint8Array> {
  const { detection, paper = "a4", appVersion } = check;
  const title = titleOf(check);
  const creator = `Lodestone ${appVersion}`;
  const { warnings, explanation, language } = detection;
  const words = [title, check.text, check.file?.name ?? ""]
    .concat(warnings.map(({ message }) => message))
    .concat(explanation?.evidence.map(({ text }) => text) ?? []);
  const fallback = await openFallbackFonts(words.join(" "), { has: plainHas, language });
  const sheet = openSheet({
    title: `${title}: ${detection.verdict}`,
    paper,
    at: check.madeAt,
    creator,
    fallback,
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Uint8Array>((resolve, reject) => {
    sheet.doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    sheet.doc.on("end", () => resolve(Buffer.concat(chunks)));
    sheet.doc.on("error", reject);
  });

  sheet.paragraph("Lodestone text authenticity", { ...SOFT, size: 9 }, { after: 2 });
  const heading: Style = { ...BOLD, size: 17 };
  sheet.y += 6;
  const name = sheet.characters.draw(title);
  sheet.paragraph(name, heading, { tag: "H1", lineHeight: 23, after: 8 });
  writeVerdict(sheet, detection);
  writeEvidence(sheet, detection);
  writeHeading(sheet, "Which text, which model, when");
  writeFacts(sheet, check);
  writeCounted(sheet, detection);
  writeHeading(sheet, "The text, segment by segment");
  // Drawn first in memory: what could not be drawn is said above the text and not after it.
  const lines = layOutText(sheet, check);
  if (sheet.characters.changes.missing > check.text.length / 2) {
    sheet.paragraph(UNDRAWABLE, BOLD);
  } else {
    sheet.paragraph("The small numbers are those of the table below.", SOFT);
    for (const note of notesOn(sheet)) sheet.paragraph(`! ${note}`, BOLD);
    writeText(sheet, lines.slice(0, LINES_MAX));
    if (isCut(check, lines)) sheet.paragraph(CUT, BOLD);
  }
  writeHeading(sheet, "Table of segments");
  writeSegments(sheet, detection.segments);
  writeHeading(sheet, "Limits of the method");
  writeList(sheet, LIMITS);
  writeHeading(sheet, "To repeat this check");
  sheet.paragraph(REPEAT, PLAIN);
  writeCard(sheet, check);
  writeFeet(sheet, hashOf(check.text));
  sheet.doc.end();
  return done;
}

const EXCERPT_LENGTH_MAX = 160;

type Detected = ReportedCheck["detection"];

function writeVerdict(sheet: Sheet, detection: Detected): void {
  const { verdict } = detection;
  const name: Style = { ...BOLD, size: 16, color: TONES[toneOf(detection)].line };
  sheet.y += 4;
  sheet.paragraph(verdict, name, { tag: "H2", lineHeight: 24, after: 2 });
  sheet.paragraph(describeVerdict(detection), PLAIN);
  sheet.tag("Figure", () => drawGauge(sheet, detection), { alt: describeGauge(detection) });
  sheet.paragraph(describeGauge(detection), SOFT);
  const lines = sheet.break([{ text: PROOF, style: BOLD }], sheet.width - 14);
  const height = lines.length * 14.5;
  sheet.reserve(height);
  const top = sheet.y;
  sheet.tag("P", () => {
    sheet.doc.rect(sheet.left, top - 2, 3, height + 2).fill(COLORS.ink);
    sheet.flow(lines, { x: sheet.left + 14, width: sheet.width - 14 });
  });
}

function writeEvidence(sheet: Sheet, { explanation }: Detected): void {
  if (explanation === undefined) return;
  const { evidence, signs } = explanation;
  writeHeading(sheet, "Evidence");
  sheet.paragraph(aboutEvidence(evidence.length), PLAIN);
  writeList(
    sheet,
    evidence.map((item) => {
      const phrase = excerptOf(item.text, EXCERPT_LENGTH_MAX);
      return `${DIRECTIONS[item.direction]}: “${phrase}”: ${describePhrase(item)}`;
    }),
  );
  if (signs.length === 0) return;
  writeHeading(sheet, "The text as a whole", { tag: "H3", size: 10.5 });
  sheet.paragraph(ABOUT_SIGNS, SOFT);
  writeList(
    sheet,
    signs.map(({ text }) => text),
  );
}

function writeHeading(sheet: Sheet, text: string, { tag = "H2", size = 12.5 } = {}): void {
  // A heading takes some lines of what follows along to the next page.
  sheet.reserve(70);
  sheet.y += tag === "H2" ? 12 : 6;
  sheet.paragraph(text, { ...BOLD, size }, { tag, lineHeight: size + 7, after: 2 });
}

function writeFacts(sheet: Sheet, check: ReportedCheck): void {
  const indent = 165;
  for (const [name, value] of factsOf(check)) {
    sheet.reserve(14.5);
    const { y } = sheet;
    sheet.tag("P", () => {
      sheet.flow(sheet.break([{ text: name, style: SOFT }]), { after: 0 });
      sheet.y = y;
      const width = sheet.width - indent;
      const size = name.startsWith("SHA") ? 7.8 : PLAIN.size;
      const lines = sheet.break(
        [{ text: sheet.characters.draw(value), style: { ...PLAIN, size } }],
        width,
      );
      sheet.flow(lines, { x: sheet.left + indent, width, after: 0 });
    });
  }
}

function writeCounted(sheet: Sheet, detection: Detected): void {
  writeHeading(sheet, "What counted and what did not");
  sheet.paragraph(describeCounted(detection), PLAIN);
  const counts = countLabels(detection);
  for (const label of LABEL_ORDER) {
    const { name, about, mark } = LABELS[label];
    const runs = [
      { text: name, style: MARKED[label] },
      { text: `  ${grouped(counts[label])}  `, style: BOLD },
      { text: `${about}; ${mark}`, style: SOFT },
    ];
    sheet.tag("P", () => sheet.flow(sheet.break(runs), { after: 2 }));
  }
  writeHeading(sheet, "Warnings", { tag: "H3", size: 10.5 });
  if (detection.warnings.length === 0) sheet.paragraph("None.", PLAIN);
  for (const { message } of detection.warnings) {
    sheet.paragraph(`! ${sheet.characters.draw(message)}`, PLAIN, { after: 2 });
  }
}

type Runs = { text: string; style: Style }[];

/** Several times what prose of the maximum length has. Beyond that the text is single letters, and thousands of
 * pages would be useless. */
const SEGMENTS_MAX = 4000;
const LINES_MAX = 4000;
const CUT =
  "! The text goes on, but has too many lines or segments to be drawn here. The HTML report shows all of it.";

function isCut({ detection }: ReportedCheck, lines: readonly Runs[]): boolean {
  return detection.segments.length > SEGMENTS_MAX || lines.length > LINES_MAX;
}

/** Pages of boxes would be useless. */
const UNDRAWABLE =
  "! The text is written in letters that are not in this document’s font, so it is not drawn here. The HTML report shows it, with the same marks.";

/** The text's lines, each segment in its own style with its number before it. */
function layOutText(sheet: Sheet, { text, detection }: ReportedCheck): Runs[] {
  const lines: Runs[] = [[]];
  const add = (part: string, style: Style) => {
    for (const [at, line] of sheet.characters.draw(part).split("\n").entries()) {
      if (at > 0) lines.push([]);
      if (line !== "") lines.at(-1)?.push({ text: line, style });
    }
  };
  let end = 0;
  for (const [at, segment] of detection.segments.slice(0, SEGMENTS_MAX).entries()) {
    add(text.slice(end, segment.start), PLAIN);
    add(`${at + 1}\u202f`, NUMBER);
    add(text.slice(segment.start, segment.end), MARKED[segment.color_label]);
    end = segment.end;
  }
  if (detection.segments.length <= SEGMENTS_MAX) add(text.slice(end), PLAIN);
  return lines;
}

function writeText(sheet: Sheet, lines: readonly Runs[]): void {
  for (let at = 0; at < lines.length; ) {
    const end = lines.findIndex((runs, n) => n >= at && runs.length === 0);
    const paragraph = lines.slice(at, end === -1 ? lines.length : end);
    if (paragraph.length > 0) {
      // What stands between two empty lines is one paragraph to a reader, whatever its line ends.
      sheet.tag("P", () => {
        for (const runs of paragraph) {
          sheet.flow(sheet.break(runs), { lineHeight: 16.5, after: 0 });
        }
      });
      sheet.y += 8;
    }
    at += paragraph.length + 1;
  }
}

/** What a reader should know about how the text is shown here. */
function notesOn({ characters }: Sheet): string[] {
  const { missing, invisible, stacked, isRightToLeft } = characters.changes;
  return [
    ...(missing > 0
      ? [
          `Characters not in this document’s font: ${grouped(missing)}. They are drawn as boxes (□), many in a row as one box and their number. The HTML report shows them.`,
        ]
      : []),
    ...(invisible > 0
      ? [`Invisible characters left out of the drawing: ${grouped(invisible)}.`]
      : []),
    ...(stacked > 0
      ? [
          `Combining marks left out of the drawing: ${grouped(stacked)}. At most ${MARKS_MAX} are drawn on one letter. The HTML report shows them.`,
        ]
      : []),
    ...(isRightToLeft
      ? [
          "Right-to-left writing is set word by word; its punctuation may stand out of place. The HTML report shows it exactly.",
        ]
      : []),
  ];
}

function writeCard(sheet: Sheet, { card, detection }: ReportedCheck): void {
  writeHeading(sheet, `Appendix: the model, ${detection.model_version}`);
  if (card === null || card.version !== detection.model_version) {
    sheet.paragraph("This installation has no card of this model.", PLAIN);
    return;
  }
  for (const paragraph of card.about) sheet.paragraph(sheet.characters.draw(paragraph), PLAIN);
  writeHeading(sheet, "Measured", { tag: "H3", size: 10.5 });
  sheet.paragraph(sheet.characters.draw(card.measuredOn), SOFT);
  writeFigures(sheet, card.measured);
  writeHeading(sheet, "Where it fails", { tag: "H3", size: 10.5 });
  writeList(sheet, card.fails);
}

function writeList(sheet: Sheet, items: readonly string[]): void {
  const list = sheet.part("L");
  for (const item of items) {
    const lines = sheet.break(
      [{ text: sheet.characters.draw(item), style: PLAIN }],
      sheet.width - 14,
    );
    sheet.reserve(14.5 * Math.min(lines.length, 3));
    sheet.tag(
      "LI",
      () => {
        const { y } = sheet;
        sheet.flow(sheet.break([{ text: "•", style: SOFT }]), { after: 0 });
        sheet.y = y;
        sheet.flow(lines, { x: sheet.left + 14, width: sheet.width - 14, after: 3 });
      },
      { parent: list },
    );
  }
}

/** What every page says, once it is known how many there are. */
function writeFeet({ doc, left, width }: Sheet, hash: string): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    doc.markContent("Artifact", { type: "Pagination", attached: ["Bottom"] });
    const y = doc.page.height - MARGIN.bottom + 26;
    doc.font("plain").fontSize(7.5).fillColor(COLORS.soft);
    doc.text(`Lodestone: evidence, not proof. SHA-256 ${hash.slice(0, 16)}…`, left, y, {
      lineBreak: false,
    });
    const number = `${page + 1} / ${count}`;
    doc.text(number, left + width - doc.widthOfString(number), y, { lineBreak: false });
    doc.endMarkedContent();
  }
}
