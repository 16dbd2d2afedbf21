// An explanation on a terminal: a bar for how much each phrase moves the score, the phrase, its counts.
import { columnsOf, printable, wrap } from "../terminal-text.ts";
import type { Evidence, Explanation } from "./explain.ts";

type Look = {
  readonly width: number;
  paint(text: string, style: "red" | "green" | "gray" | "bold"): string;
};

/** The lines of an explanation, none wider than the screen. */
export function renderExplanation({ evidence, signs }: Explanation, look: Look): string[] {
  const lines = [look.paint("Why", "bold")];
  if (evidence.length === 0) {
    lines.push(...wrap("No single phrase moves the score by itself.", look.width));
  }
  const most = Math.max(...evidence.map(({ weight }) => weight));
  for (const direction of ["ai", "human"] as const) {
    const own = evidence.filter((item) => item.direction === direction);
    if (own.length > 0) lines.push(TITLES[direction]);
    for (const item of own) lines.push(...renderEvidence(item, most, look));
  }
  if (evidence.some(({ per_million }) => per_million !== undefined)) {
    lines.push(...wrap(NOTE, look.width).map((line) => look.paint(line, "gray")));
  }
  for (const { text } of signs) {
    wrap(text, look.width - 2).forEach((line, i) => lines.push((i === 0 ? "· " : "  ") + line));
  }
  return lines;
}

const TITLES = { ai: "These phrases make it look like AI:", human: "These make it look human:" };
const NOTE =
  "The bar is how far the score moves without the phrase; behind it, how often AI and people use it in a million words.";

function renderEvidence(item: Evidence, most: number, { width, paint }: Look): string[] {
  const filled = Math.max(1, Math.round((BAR * item.weight) / most));
  const bar = "█".repeat(filled) + "░".repeat(BAR - filled);
  const counts =
    item.per_million === undefined
      ? ""
      : `AI ${item.per_million.ai}, people ${item.per_million.human}`;
  const lines = wrap(printable(item.text), width - GUTTER);
  const last = lines.at(-1) ?? "";
  const used = GUTTER + columnsOf(last) + 2 + counts.length;
  if (counts !== "" && used <= width) {
    lines[lines.length - 1] = last + " ".repeat(2 + width - used) + paint(counts, "gray");
  } else if (counts !== "") {
    lines.push(paint(counts, "gray"));
  }
  const color = item.direction === "ai" ? "red" : "green";
  return lines.map((line, i) => (i === 0 ? `  ${paint(bar, color)} ` : " ".repeat(GUTTER)) + line);
}

// "  ████████ " takes 11 columns.
const BAR = 8;
const GUTTER = 2 + BAR + 1;
