// Quality of the released detector, measured through its public interface on the development set: ranking, verdicts,
// calibration, sentences, by source, length and language.

import { unitOffsets } from "../evaluation/corpus-rows.ts";
import { fitLogistic } from "../evaluation/fit.ts";
import { auroc, calibrationError, hitRate, interval, type Scored } from "../evaluation/metrics.ts";
import { rowWeights, splitByGroup } from "../evaluation/row-splits.ts";
import { sigmoid } from "../src/detector/calibration.ts";
import type { Detection } from "../src/detector/detector.ts";
import type { BenchText } from "./detector-texts.ts";

export type Judged = BenchText & { score: number; isAi: boolean; found: Detection };

export type Detect = (text: string) => Promise<Detection>;

const ACCUSING = new Set(["AI-generated", "Likely AI-generated", "Mixed"]);
export const isAccused = (row: Judged): boolean => ACCUSING.has(row.found.verdict);

/** Judges all texts, several at a time, in order. */
export async function judgeAll(
  texts: readonly BenchText[],
  detect: Detect,
  parallel: number,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (let i = 0; i < texts.length; i += parallel) {
    const part = texts.slice(i, i + parallel);
    const found = await Promise.all(part.map((row) => detect(row.text)));
    part.forEach((row, j) => {
      const detection = found[j];
      if (detection === undefined) return;
      judged.push({ ...row, score: detection.score, isAi: row.label === "ai", found: detection });
    });
  }
  return judged;
}

/** The table of what is demanded of the detector, and the slices, as markdown. */
export function qualityTables(rows: readonly Judged[]): string {
  const pure = rows.filter((row) => row.lang === "en" && !row.mixed);
  const human = pure.filter((row) => !row.isAi);
  const ai = pure.filter((row) => row.isAi && row.found.words >= 50);
  const sources = [...Map.groupBy(human, (row) => row.source)].filter(
    ([, own]) => own.length >= 50,
  );
  const worst = sources
    .map(([source, own]) => ({ source, share: shareOf(own, isAccused) }))
    .sort((a, b) => b.share - a.share)[0];
  const sentences = sentenceRows(rows);
  const long = pure.filter((row) => row.words >= 50);
  const range = (measure: (rows: Judged[]) => number, digits: number): string => {
    const [low, high] = interval(pure, measure);
    return `${measure(pure as Judged[]).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
  };
  return [
    `English, unmixed: ${human.length} human and ${pure.length - human.length} AI texts of \`dev\`; 95 % intervals by resampling groups.`,
    "",
    "| what | demanded | measured |",
    "|---|---|---|",
    `| AUROC | 0.987 | ${range(auroc, 4)} |`,
    `| AI texts found at 5 % false alarms | 0.95 | ${range((part) => hitRate(part, 0.05), 3)} |`,
    `| AI texts found at 1 % false alarms | 0.80 | ${range((part) => hitRate(part, 0.01), 3)} |`,
    // Shorter ones get no verdict.
    `| texts of ≥ 50 words: AUROC / found at 5 % / at 1 % | | ${[auroc(long).toFixed(4), hitRate(long, 0.05).toFixed(3), hitRate(long, 0.01).toFixed(3)].join(" / ")} |`,
    `| human texts accused, pooled | ≤ 1 % | ${percent(shareOf(human, isAccused), 2)} |`,
    `| human texts accused, worst source of ≥ 50 texts | ≤ 3 % | ${percent(worst?.share ?? 0, 2)} (${worst?.source ?? "none"}) |`,
    `| AI texts of ≥ 50 words accused | ≥ 75 % | ${percent(shareOf(ai, isAccused), 1)} |`,
    `| calibration error (15 bins), halves not used to calibrate | ≤ 0.03 | ${crossedError(pure).toFixed(4)} (as released ${calibrationError(pure).toFixed(4)}) |`,
    `| sentence AUROC (${sentences.length} sentences of texts with labels) | 0.75 | ${auroc(sentences).toFixed(3)} |`,
    "",
    "| verdict | human | AI, ≥ 50 words | AI touched a human text |",
    "|---|---|---|---|",
    ...verdictLines(
      human,
      ai,
      rows.filter((row) => row.lang === "en" && row.mixed),
    ),
    "",
    sliceTable("words", pure, (row) => lengthBand(row.found.words)),
    "",
    sliceTable("source", pure, (row) => row.source),
    "",
    sliceTable(
      "language",
      rows.filter((row) => !row.mixed),
      (row) => row.lang,
    ),
  ].join("\n");
}

/**
 * The released calibration was fitted on all of `dev`. So each half is calibrated anew, by slope and
 * shift of the score's logit, on the other half, and judged by that.
 */
function crossedError(rows: readonly Judged[]): number {
  const [first, second] = splitByGroup(rows);
  const logit = ({ score }: Judged): number => Math.log(score / (1 - score));
  const judgedBy = (fitted: Judged[], judged: Judged[]): Scored[] => {
    const x = fitted.map((row) => [logit(row)]);
    const labels = fitted.map((row) => row.isAi);
    const { weights, bias } = fitLogistic(x, labels, rowWeights(fitted), 0);
    return judged.map((row) => ({
      isAi: row.isAi,
      score: sigmoid((weights[0] ?? 0) * logit(row) + bias),
    }));
  };
  return calibrationError([...judgedBy(first, second), ...judgedBy(second, first)]);
}

function verdictLines(human: Judged[], ai: Judged[], touched: Judged[]): string[] {
  const verdicts = [
    "AI-generated",
    "Likely AI-generated",
    "Mixed",
    "Uncertain",
    "Likely human-written",
    "Human-written",
  ];
  return verdicts.map((verdict) => {
    const is = (row: Judged): boolean => row.found.verdict === verdict;
    return `| ${verdict} | ${[human, ai, touched].map((part) => percent(shareOf(part, is), 1)).join(" | ")} |`;
  });
}

function sliceTable(name: string, rows: readonly Judged[], keyOf: (row: Judged) => string): string {
  const lines = [
    `| ${name} | human | accused | AI | accused | AUROC |`,
    "|---|---|---|---|---|---|",
  ];
  for (const [key, own] of [...Map.groupBy(rows, keyOf)].sort(([a], [b]) =>
    a.localeCompare(b, "en", { numeric: true }),
  )) {
    const human = own.filter((row) => !row.isAi);
    const ai = own.filter((row) => row.isAi);
    const cell = (part: Judged[]): string =>
      part.length === 0 ? "0 | –" : `${part.length} | ${percent(shareOf(part, isAccused), 1)}`;
    const rank = human.length >= 5 && ai.length >= 5 ? auroc(own).toFixed(3) : "–";
    lines.push(`| ${key} | ${cell(human)} | ${cell(ai)} | ${rank} |`);
  }
  return lines.join("\n");
}

const lengthBand = (words: number): string =>
  words < 50
    ? "under 50"
    : words < 100
      ? "50–99"
      : words < 200
        ? "100–199"
        : words < 400
          ? "200–399"
          : "400 and more";

/** One row for each labelled span: its score is the mean over the segments that cover it. */
function sentenceRows(rows: readonly Judged[]): { score: number; isAi: boolean }[] {
  return rows.flatMap((row) => {
    if (row.labels === undefined || row.lang !== "en") return [];
    const units = unitOffsets(row.text);
    return row.labels.flatMap(([from, to, label]) => {
      const start = units[from] ?? row.text.length;
      const end = units[to] ?? row.text.length;
      let sum = 0;
      let covered = 0;
      for (const segment of row.found.segments) {
        const overlap = Math.min(end, segment.end) - Math.max(start, segment.start);
        if (overlap <= 0 || segment.is_data) continue;
        sum += overlap * segment.ai_prob;
        covered += overlap;
      }
      return covered === 0 ? [] : [{ score: sum / covered, isAi: label === 1 }];
    });
  });
}

export function shareOf<Row>(rows: readonly Row[], test: (row: Row) => boolean): number {
  return rows.filter(test).length / Math.max(rows.length, 1);
}

export function percent(share: number, digits: number): string {
  return `${(100 * share).toFixed(digits)} %`;
}
