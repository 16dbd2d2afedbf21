// The tables of the PDF report. A row is never split over two pages, and every page a table reaches
// repeats its head.
import type { DetectedSegment } from "../detector/detector.ts";
import { excerptOf, grouped, LABELS, ROWS_MAX } from "./check.ts";
import { MARKS } from "./pdf-marks.ts";
import { COLORS, type Part, PLAIN, type Sheet, type Style } from "./pdf-page.ts";

const SMALL: Style = { ...PLAIN, size: 8.5 };
const HEAD: Style = { ...SMALL, font: "bold" };
const EXCERPT_LENGTH_MAX = 160;
const LINE_HEIGHT = 13;

type Column = { name: string; x: number; width: number; isNumber?: boolean };
type Cell = { text: string; style: Style };

export function writeSegments(sheet: Sheet, segments: readonly DetectedSegment[]): void {
  const shown = segments.slice(0, ROWS_MAX);
  const about =
    shown.length === segments.length
      ? `${grouped(segments.length)} segments; long ones are shortened here.`
      : `The first ${grouped(shown.length)} of ${grouped(segments.length)} segments; the marked text above has them all.`;
  sheet.paragraph(about, { ...PLAIN, color: COLORS.soft }, { after: 4 });
  const columns = [
    { name: "No.", x: 0, width: 30, isNumber: true },
    { name: "AI", x: 36, width: 34, isNumber: true },
    { name: "Reads", x: 82, width: 70 },
    { name: "Begins", x: 158, width: sheet.width - 158 },
  ];
  const rows = shown.map(({ text, ai_prob, color_label, is_data }, at): Cell[] => {
    const excerpt = excerptOf(sheet.characters.draw(text), EXCERPT_LENGTH_MAX);
    return [
      { text: String(at + 1), style: SMALL },
      { text: is_data ? "–" : `${ai_prob} %`, style: SMALL },
      { text: LABELS[color_label].name, style: { ...SMALL, decorate: MARKS[color_label] } },
      { text: excerpt, style: SMALL },
    ];
  });
  writeTable(sheet, columns, rows);
}

export function writeFigures(sheet: Sheet, figures: readonly (readonly [string, string])[]): void {
  const columns = [
    { name: "What", x: 0, width: sheet.width - 90 },
    { name: "Figure", x: sheet.width - 80, width: 80, isNumber: true },
  ];
  const rows = figures.map((cells) =>
    cells.map((text) => ({ text: sheet.characters.draw(text), style: SMALL })),
  );
  writeTable(sheet, columns, rows);
}

function writeTable(sheet: Sheet, columns: readonly Column[], rows: readonly Cell[][]): void {
  const table = sheet.part("Table");
  const head = columns.map(({ name }) => ({ text: name, style: HEAD }));
  writeRow(sheet, table, columns, head, "TH");
  for (const row of rows) writeRow(sheet, table, columns, row, "TD", head);
  sheet.y += 8;
}

function writeRow(
  sheet: Sheet,
  table: Part,
  columns: readonly Column[],
  cells: readonly Cell[],
  type: "TH" | "TD",
  head?: readonly Cell[],
): void {
  const laid = columns.map(({ width }, at) => sheet.break([cells[at] ?? NOTHING], width));
  const height = LINE_HEIGHT * Math.max(...laid.map((lines) => lines.length));
  const isNewPage = sheet.reserve(height + 8);
  if (isNewPage && head !== undefined) writeRow(sheet, table, columns, head, "TH");
  const top = sheet.y + 3;
  const row = sheet.part("TR", table);
  for (const [at, { x, width, isNumber = false }] of columns.entries()) {
    sheet.y = top;
    const lines = laid[at] ?? [];
    sheet.tag(
      type,
      () => {
        const left = sheet.left + x;
        const { text, style } = cells[at] ?? NOTHING;
        const own = sheet.doc.font(style.font).fontSize(style.size).widthOfString(text);
        const indent = isNumber ? Math.max(0, width - own) : 0;
        sheet.flow(lines, { x: left + indent, width, lineHeight: LINE_HEIGHT, after: 0 });
      },
      { parent: row },
    );
  }
  sheet.y = top + height + 3;
  const { doc, left, width } = sheet;
  doc.markContent("Artifact", { type: "Layout" });
  doc
    .lineWidth(0.5)
    .strokeColor(COLORS.line)
    .moveTo(left, sheet.y)
    .lineTo(left + width, sheet.y);
  doc.stroke();
  doc.endMarkedContent();
  sheet.y += 1;
}

const NOTHING: Cell = { text: "", style: SMALL };
