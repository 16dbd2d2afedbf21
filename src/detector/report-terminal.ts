// What `lodestone detect` prints for people: the verdict in words, a bar for each segment, warnings,
// and a reminder of what a score is worth.
import type { ColorLabel, Detection } from "./detection.ts";

export type ReportSettings = { readonly width: number; readonly color: boolean };

/** The report as text, ending in a line break. */
export function renderReport(found: Detection, settings: ReportSettings): string {
  const width = Math.max(40, Math.min(settings.width, 160));
  const paint = (text: string, style: Style): string =>
    settings.color ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text;
  const lines: string[] = [];

  const tone = toneOf(found);
  lines.push(paint(found.verdict, tone === "gray" ? "bold" : tone));
  lines.push(...wrap(sentenceFor(found), width));
  lines.push("");
  for (const segment of found.segments) {
    const label = segment.is_data ? " data" : `${String(segment.ai_prob).padStart(3)} %`;
    const filled = segment.is_data ? 0 : Math.round((segment.ai_prob / 100) * BAR);
    const bar = "█".repeat(filled) + "░".repeat(BAR - filled);
    const text = printable(segment.text);
    wrap(text, width - GUTTER).forEach((line, i) => {
      const gutter = i === 0 ? `${label} ${paint(bar, segment.color_label)} ` : " ".repeat(GUTTER);
      lines.push(gutter + (segment.is_data ? paint(line, "gray") : line));
    });
  }
  if (found.segments.length > 0) lines.push("");
  for (const warning of found.warnings) {
    wrap(warning.message, width - 2).forEach((line, i) =>
      lines.push((i === 0 ? paint("! ", "amber") : "  ") + line),
    );
  }
  const facts = `${found.words} words of prose, language ${found.language}, model ${found.model_version}.`;
  lines.push(...wrap(`${facts} ${CAUTION}`, width).map((line) => paint(line, "gray")));
  return `${lines.join("\n")}\n`;
}

const CAUTION = "A score is evidence, not proof: never decide about a person by it alone.";

type Style = ColorLabel | "bold";
const STYLES: Readonly<Record<Style, string>> = {
  red: "31",
  amber: "33",
  green: "32",
  gray: "90",
  bold: "1",
};

// "100 % ████████ " takes 15 columns.
const BAR = 8;
const GUTTER = 6 + BAR + 1;

function toneOf(found: Detection): ColorLabel {
  if (found.verdict === "Uncertain") return "gray";
  if (found.verdict === "Mixed") return "amber";
  return found.verdict.endsWith("human-written") || found.verdict === "Human-written"
    ? "green"
    : "red";
}

function sentenceFor(found: Detection): string {
  const chance = `AI ${found.ai_probability} %, human ${found.human_probability} %; with the length taken into account, ${found.final_probability} %.`;
  return found.verdict === "Mixed"
    ? `Long parts read as written by an AI, others as written by a person. ${chance}`
    : chance;
}

/** On one line, without control characters that a terminal would obey. */
function printable(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "")
    .trim();
}

/** Breaks at spaces; a word longer than the line is cut. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of text.split(" ")) {
    for (const piece of cutLong(word, width)) {
      const size = columnsOf(piece);
      if (used > 0 && used + 1 + size > width) {
        lines.push(line);
        line = "";
        used = 0;
      }
      line += used > 0 ? ` ${piece}` : piece;
      used += used > 0 ? size + 1 : size;
    }
  }
  lines.push(line);
  return lines;
}

function cutLong(word: string, width: number): string[] {
  if (columnsOf(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const char of word) {
    const size = columnsOf(char);
    if (used + size > width) {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += char;
    used += size;
  }
  pieces.push(piece);
  return pieces;
}

/** Columns on a terminal: East Asian characters and emoji take two, combining marks none. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) {
    if (/\p{M}/u.test(char)) continue;
    columns += WIDE.test(char) ? 2 : 1;
  }
  return columns;
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;
