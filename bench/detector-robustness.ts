// Whether mechanical changes hide AI text or incriminate human text, and whether the form of a text
// (line breaks, markdown, quotes, blanks) moves its score.

import { shareAbove, thresholdAt } from "../evaluation/metrics.ts";
import { mulberry32 } from "../evaluation/seeded-random.ts";
import { ATTACKS } from "./detector-attacks.ts";
import {
  type Detect,
  isAccused,
  type Judged,
  judgeAll,
  percent,
  shareOf,
} from "./detector-quality.ts";

/** The eleven attacks on a sample of both classes, against the clean texts, as markdown. */
export async function attackTable(
  clean: readonly Judged[],
  detect: Detect,
  parallel: number,
): Promise<string> {
  const threshold = thresholdAt(clean, 0.05);
  const lines = [
    `${clean.filter((row) => row.isAi).length} AI and ${clean.filter((row) => !row.isAi).length} human texts of ≥ 50 words; the threshold lets 5 % of the clean human texts through.`,
    "",
    "| attack | AI found at 5 % | change | human flagged at 5 % | change | human accused | change |",
    "|---|---|---|---|---|---|---|",
  ];
  const measure = (rows: readonly Judged[]) => ({
    ai: shareAbove(
      rows.filter((row) => row.isAi),
      threshold,
    ),
    human: shareAbove(
      rows.filter((row) => !row.isAi),
      threshold,
    ),
    accused: shareOf(
      rows.filter((row) => !row.isAi),
      isAccused,
    ),
  });
  const base = measure(clean);
  lines.push(
    `| none | ${percent(base.ai, 1)} | | ${percent(base.human, 1)} | | ${percent(base.accused, 1)} | |`,
  );
  for (const [number, attack] of ATTACKS.entries()) {
    const random = mulberry32(100 + number);
    const changed = clean.map((row) => ({ ...row, text: attack.apply(row.text, random) }));
    const found = measure(await judgeAll(changed, detect, parallel));
    const points = (value: number): string =>
      `${value >= 0 ? "+" : "−"}${Math.abs(100 * value).toFixed(1)}`;
    lines.push(
      `| ${attack.name} | ${percent(found.ai, 1)} | ${points(found.ai - base.ai)} | ${percent(found.human, 1)} | ${points(found.human - base.human)} | ${percent(found.accused, 1)} | ${points(found.accused - base.accused)} |`,
    );
  }
  return lines.join("\n");
}

/** Changes of form that must not matter, and how far they move `ai_probability` on average. */
export async function formTable(texts: readonly string[], detect: Detect): Promise<string> {
  const lines = [
    "| change of form | mean change of the probability (points) | largest |",
    "|---|---|---|",
  ];
  const before = await detectAll(texts, detect);
  for (const [name, change] of Object.entries(FORMS)) {
    const after = await detectAll(texts.map(change), detect);
    const moves = before.map((score, i) => 100 * Math.abs(score - (after[i] ?? 0)));
    const mean = moves.reduce((sum, move) => sum + move, 0) / moves.length;
    lines.push(`| ${name} | ${mean.toFixed(2)} | ${Math.max(...moves).toFixed(1)} |`);
  }
  return lines.join("\n");
}

async function detectAll(texts: readonly string[], detect: Detect): Promise<number[]> {
  const scores: number[] = [];
  for (let i = 0; i < texts.length; i += 8) {
    const found = await Promise.all(texts.slice(i, i + 8).map(detect));
    scores.push(...found.map(({ score }) => score));
  }
  return scores;
}

const FORMS: Record<string, (text: string) => string> = {
  "lines of 72 characters": (text) => text.replaceAll(/(.{50,72}) /g, "$1\n"),
  "a paragraph for every third sentence": (text) => {
    let count = 0;
    return text.replaceAll(/(?<=[.!?]["')]?) (?=["'A-Z])/g, (gap) =>
      ++count % 3 === 0 ? "\n\n" : gap,
    );
  },
  "markdown heading, bold and bullets": (text) => {
    let count = 0;
    const items = text.replaceAll(/(?<=[.!?]["')]?) (?=["'A-Z])/g, (gap) =>
      ++count % 4 === 0 ? "\n- " : gap,
    );
    return `## Notes\n\n${items.replaceAll(/\b(\p{L}{7,})\b/gu, (word) => (word.length % 3 === 0 ? `**${word}**` : word))}`;
  },
  "curly quotes and long dashes with spaces": (text) =>
    text
      .replaceAll(/(^|[\s(])"/g, "$1“")
      .replaceAll('"', "”")
      .replaceAll(/(\w)'/g, "$1’")
      .replaceAll("—", " — ")
      .replaceAll("...", "…"),
  "double hyphens for dashes": (text) => text.replaceAll("—", " -- "),
  "trailing blanks and blank lines": (text) =>
    `\n\n  ${text.replaceAll(/(?<=[.!?]) /g, "  ")}   \n\n\n`,
  "HTML paragraphs and entities": (text) =>
    `<p>${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("'", "&#39;")}</p>`,
};
