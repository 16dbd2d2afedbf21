// Quality on what the development set lacks: texts of present-day assistants, human sources that no part of the
// detector was trained on, and the texts of bench/texts that anyone may use.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readRows } from "../evaluation/corpus-rows.ts";
import { heldOutRows, heldOutSources } from "../evaluation/held-out.ts";
import { auroc, calibrationError, hitRate } from "../evaluation/metrics.ts";
import {
  type Detect,
  isAccused,
  type Judged,
  judgeAll,
  percent,
  shareOf,
} from "./detector-quality.ts";
import type { BenchText } from "./detector-texts.ts";

const SEALED_EACH = 300;

const isCalledHuman = (row: Judged): boolean => row.found.verdict.endsWith("uman-written");
const isUncertain = (row: Judged): boolean => row.found.verdict === "Uncertain";

/** Texts of present-day assistants against the human texts of `dev`, 50 words and more. */
export async function todayTable(
  corpora: string,
  development: readonly BenchText[],
  detect: Detect,
  parallel: number,
): Promise<string> {
  const people = development.filter(
    (row) => row.label === "human" && row.lang === "en" && !row.mixed && row.words >= 50,
  );
  const human = await judgeAll(people, detect, parallel);
  const machine = await judgeAll(
    await collect(readRows(join(corpora, "dev-today.jsonl.xz"))),
    detect,
    parallel,
  );
  const judged = machine.filter((row) => row.found.words >= 50);
  const everyday = await judgePublished("everyday", detect, parallel);
  const mirrors = judged.filter((row) => row.source.startsWith("today-"));
  const slices: [string, Judged[]][] = [
    ["all", judged],
    ["mirrors and everyday requests", mirrors],
    ["harvested", judged.filter((row) => !mirrors.includes(row))],
    ...[...Map.groupBy(judged, (row) => row.source)]
      .filter(([, own]) => own.length >= 40)
      .sort(([a], [b]) => a.localeCompare(b)),
    ["not in `dev-today`: everyday requests of `bench/texts`", everyday],
  ];
  return [
    `${judged.length} texts of \`dev-today\` and ${human.length} human texts of \`dev\`, all of 50 words and more.`,
    "",
    "| texts | number | AUROC | found at 5 % | at 1 % | accused, ≥ 100 words | called (likely) human, ≥ 100 words |",
    "|---|---|---|---|---|---|---|",
    ...slices.map(([name, own]) => {
      const rows = [...human, ...own];
      const long = own.filter((row) => row.found.words >= 100);
      return `| ${name} | ${own.length} | ${auroc(rows).toFixed(4)} | ${hitRate(rows, 0.05).toFixed(3)} | ${hitRate(rows, 0.01).toFixed(3)} | ${percent(shareOf(long, isAccused), 1)} | ${percent(shareOf(long, isCalledHuman), 1)} |`;
    }),
  ].join("\n");
}

/** Human texts of the sealed sources: how many are accused, source by source. */
export async function sealedTable(
  corpora: string,
  detect: Detect,
  parallel: number,
): Promise<string> {
  const texts = await collect(heldOutRows(corpora, heldOutSources("sealed"), SEALED_EACH));
  return [
    `Up to ${SEALED_EACH} human texts of each source in the second list of \`training/held-out.json\`, 50 words and more. No part of the detector saw their labels, and nothing was chosen by them.`,
    "",
    sourceTable(await judgeAll(texts, detect, parallel)),
  ].join("\n");
}

/** Human texts of a file of one's own, a line of JSON each with `source` and `text`. */
export async function ownTable(file: string, detect: Detect, parallel: number): Promise<string> {
  const judged = await judgeAll(readTexts(file), detect, parallel);
  return sourceTable(judged.filter((row) => row.found.words >= 50));
}

function sourceTable(judged: readonly Judged[]): string {
  const line = (name: string, own: readonly Judged[]): string =>
    `| ${name} | ${own.length} | ${percent(shareOf(own, isAccused), 2)} | ${percent(
      shareOf(own, (row) => row.found.verdict === "Mixed"),
      2,
    )} | ${percent(shareOf(own, isCalledHuman), 1)} |`;
  return [
    "| source | texts | accused | of these Mixed | called (likely) human |",
    "|---|---|---|---|---|",
    line("**all**", judged),
    ...[...Map.groupBy(judged, (row) => row.source)].map(([name, own]) => line(name, own)),
  ].join("\n");
}

/** A file of bench/texts. */
function judgePublished(name: string, detect: Detect, parallel: number): Promise<Judged[]> {
  const file = new URL(`texts/${name}.jsonl`, import.meta.url);
  return judgeAll(readTexts(fileURLToPath(file)), detect, parallel);
}

/** The texts of bench/texts: each file of machine texts against the texts by people. */
export async function publishedTable(detect: Detect, parallel: number): Promise<string> {
  const human = await judgePublished("human", detect, parallel);
  const machine = await judgePublished("machine", detect, parallel);
  const everyday = await judgePublished("everyday", detect, parallel);
  const line = (name: string, own: readonly Judged[]): string => {
    const rows = own === human ? [] : [...human, ...own];
    const found = [auroc(rows), hitRate(rows, 0.05), hitRate(rows, 0.01)];
    const shares = [isAccused, isUncertain, isCalledHuman].map((is) =>
      percent(shareOf(own, is), 1),
    );
    const cells = rows.length === 0 ? ["–", "–", "–"] : found.map((value) => value.toFixed(3));
    return `| ${[name, own.length, ...cells, ...shares].join(" | ")} |`;
  };
  return [
    `The texts of \`bench/texts\`; calibration error of people's texts and counterparts ${calibrationError([...human, ...machine]).toFixed(4)}.`,
    "",
    "| texts | number | AUROC | found at 5 % false alarms | at 1 % | accused | Uncertain | called (likely) human |",
    "|---|---|---|---|---|---|---|---|",
    line("by an assistant: counterparts of human texts (`machine.jsonl`)", machine),
    line("by an assistant: everyday requests (`everyday.jsonl`)", everyday),
    line(
      "… of 100 words and more",
      everyday.filter((row) => row.found.words >= 100),
    ),
    line("by people (`human.jsonl`)", human),
  ].join("\n");
}

function readTexts(path: string): BenchText[] {
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const row = JSON.parse(line) as Pick<BenchText, "id" | "text"> & Partial<BenchText>;
      return {
        label: "human",
        source: "bench",
        domain: "",
        words: 0,
        generator: "",
        lang: "en",
        group: row.id,
        mixed: false,
        labels: undefined,
        ...row,
      };
    });
}

async function collect(
  rows: AsyncIterable<Omit<BenchText, "mixed" | "labels"> & { mixed?: boolean }>,
): Promise<BenchText[]> {
  const texts: BenchText[] = [];
  for await (const row of rows) {
    texts.push({ ...row, mixed: row.mixed === true, labels: undefined });
  }
  return texts;
}
