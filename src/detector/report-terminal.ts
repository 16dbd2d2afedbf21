// The human-readable output of `lodestone detect`: the verdict in words, a bar for each segment, warnings, and a
// reminder of how reliable a score is.
import type { ColorLabel, Detection } from "./detection.ts";
import { renderExplanation } from "./explanation/terminal.ts";
import { printable, wrap } from "./terminal-text.ts";

export type ReportOptions = { readonly width: number; readonly color: boolean };

/** The report as text, ending in a line break. */
export function renderReport(found: Detection, options: ReportOptions): string {
  const width = Math.max(40, Math.min(options.width, 160));
  const paint = (text: string, style: Style): string =>
    options.color ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text;
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
  if (found.explanation !== undefined) {
    lines.push(...renderExplanation(found.explanation, { width, paint }), "");
  }
  for (const warning of found.warnings) {
    wrap(warning.message, width - 2).forEach((line, i) =>
      lines.push((i === 0 ? paint("! ", "amber") : "  ") + line),
    );
  }
  const facts = `${found.words} words of prose, language ${found.language}, model ${found.model_version}${found.calibration === undefined ? "" : `, calibration ${found.calibration}`}.`;
  lines.push(...wrap(`${facts} ${CAUTION}`, width).map((line) => paint(line, "gray")));
  return `${lines.join("\n")}\n`;
}

const CAUTION = "A score is evidence, not proof: never decide about a person by it alone.";

export type Style = ColorLabel | "bold";
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

/** The one number people are shown; the others are in `--json`. */
function sentenceFor(found: Detection): string {
  const scale = `${found.final_probability} on a scale from 0, human, to 100, AI.`;
  if (found.verdict !== "Mixed") return scale;
  return `Long parts read as written by an AI, others as written by a person: ${found.ai_share ?? 0} % of the words stand in AI-like parts. ${scale}`;
}
