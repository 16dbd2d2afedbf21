// What the PDF draws besides letters: the gauge, and the tint and line that mark each kind of segment.
// The lines differ in shape as well as in colour.
import type { ColorLabel } from "../detector/detector.ts";
import { GAUGE_ZONES, type ReportedCheck } from "./check.ts";
import { COLORS, type Sheet, type Style } from "./pdf-page.ts";

export const TONES: Readonly<Record<ColorLabel, { line: string; tint: string }>> = {
  red: { line: "#b3261e", tint: "#fde4e1" },
  amber: { line: "#8a5800", tint: "#fdf0d3" },
  green: { line: "#0b6b4f", tint: "#e3f3ec" },
  gray: { line: "#5d6875", tint: "#ccd4dd" },
};

type Box = { x: number; y: number; width: number };

/** Height of the tint, and where the line lies below the top of a line of text. */
const TINT = 12.5;
const LINE = 13;

export const MARKS: Readonly<Record<ColorLabel, NonNullable<Style["decorate"]>>> = {
  red(sheet, box) {
    tint(sheet, box, TONES.red.tint);
    rule(sheet, box, { color: TONES.red.line, width: 0.7, at: LINE - 0.6 });
    rule(sheet, box, { color: TONES.red.line, width: 0.7, at: LINE + 1 });
  },
  amber(sheet, box) {
    tint(sheet, box, TONES.amber.tint);
    rule(sheet, box, { color: TONES.amber.line, width: 1, at: LINE, dash: [4, 2] });
  },
  green(sheet, box) {
    tint(sheet, box, TONES.green.tint);
    rule(sheet, box, { color: TONES.green.line, width: 0.6, at: LINE });
  },
  gray(sheet, box) {
    hatch(sheet, box);
    rule(sheet, box, { color: TONES.gray.line, width: 1, at: LINE, dash: [1, 2] });
  },
};

function tint({ doc }: Sheet, { x, y, width }: Box, color: string): void {
  doc.rect(x, y, width, TINT).fill(color);
}

function rule(
  { doc }: Sheet,
  { x, y, width }: Box,
  {
    color,
    width: thick,
    at,
    dash,
  }: { color: string; width: number; at: number; dash?: [number, number] },
): void {
  doc.lineWidth(thick).strokeColor(color);
  if (dash) doc.dash(dash[0], { space: dash[1] });
  doc
    .moveTo(x, y + at)
    .lineTo(x + width, y + at)
    .stroke();
  if (dash) doc.undash();
}

/** Slanted strokes that keep within the box. */
function hatch({ doc }: Sheet, { x, y, width }: Box): void {
  doc.lineWidth(0.8).strokeColor(TONES.gray.tint);
  for (let at = 0; at + TINT / 2 <= width; at += 6) {
    doc.moveTo(x + at, y + TINT).lineTo(x + at + TINT / 2, y);
  }
  doc.stroke();
}

/** The marker is the probability behind the verdict. */
export function drawGauge(sheet: Sheet, detection: ReportedCheck["detection"]): void {
  const { doc, left, width } = sheet;
  const { final_probability: final } = detection;
  sheet.reserve(62);
  const y = sheet.y + 22;
  const at = (percent: number) => left + (width * percent) / 100;
  for (const [kind, from, to] of GAUGE_ZONES) {
    doc.rect(at(from), y, at(to) - at(from), 11).lineWidth(0.6);
    doc.fillAndStroke(TONES[kind].tint, COLORS.line);
  }
  doc.rect(at(final) - 1.25, y - 4, 2.5, 19).fill(COLORS.ink);
  doc.font("bold").fontSize(13).fillColor(COLORS.ink);
  const label = String(final);
  const half = doc.widthOfString(label) / 2;
  // The number stays on the sheet at both ends.
  const x = Math.min(Math.max(at(final), left + half), left + width - half);
  doc.text(label, x - half, y - 21, { lineBreak: false });
  doc.font("plain").fontSize(8).fillColor(COLORS.soft);
  for (const [text, share] of [
    ["0 human-written", 0],
    ["uncertain", 0.5],
    ["AI-generated 100", 1],
  ] as const) {
    doc.text(text, left + share * (width - doc.widthOfString(text)), y + 18, { lineBreak: false });
  }
  sheet.y = y + 36;
}
