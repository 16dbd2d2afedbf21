// Calibrates the released model on the development set, with the real serving pipeline on the CPU:
// reads every text once (kept in training/work), fits combination, anchors, segments and mixture on
// one half and measures on the other and back, then fits on all and writes models/calibration.json.
//
//   node training/calibrate.ts CORPORA [--models models] [--workers 2] [--dry]

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type CorpusRow, readRows } from "../evaluation/corpus-rows.ts";
import { heldOutRows, heldOutSources } from "../evaluation/held-out.ts";
import { auroc, calibrationError, hitRate, interval, thresholdAt } from "../evaluation/metrics.ts";
import { type Origin, splitByGroup } from "../evaluation/row-splits.ts";
import {
  type Calibration,
  type LanguageCalibration,
  type ScoreCurve,
  scoreOf,
} from "../src/detector/calibration.ts";
import { openDetector } from "../src/detector/detector.ts";
import { finalProbability } from "../src/detector/final-probability.ts";
import { isMixture } from "../src/detector/mixture.ts";
import {
  type DocumentOptions,
  type FeatureRow,
  fitDocument,
  fitScaling,
  logitOf,
  type Scaling,
  withFeatures,
} from "./calibrate-document.ts";
import { fitScore } from "./calibrate-score.ts";
import {
  fitMixture,
  fitSegments,
  type SegmentRow,
  segmentAuroc,
  segmentRows,
  stretchesOfRow,
} from "./calibrate-segments.ts";
import { oddCaseRows, spliceRows } from "./changed-texts.ts";
import { readAll } from "./readings.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: "string", default: "models" },
    work: { type: "string", default: "training/work" },
    workers: { type: "string", default: "2" },
    dry: { type: "boolean", default: false },
  },
});
const [corpora] = positionals;
if (corpora === undefined) {
  console.error("usage: node training/calibrate.ts CORPORA [--models DIR] [--workers N] [--dry]");
  process.exit(2);
}

const FEATURES = ["encoder", "tokens", "ngrams"];
const SETTINGS: DocumentOptions = {
  ridge: 1e-3,
  // Encoder, tokens, n-grams; the n-gram model knows English only.
  proportions: [1, 1, 0.5],
  flagged: 0.007,
  accused: 0.002,
  worst: 0.03,
  sourceMin: 100,
  missed: 0.05,
  cleared: 0.015,
};
const OTHER_LANGUAGES = { ...SETTINGS, proportions: [1, 1, 0] };
/** Human texts of each source left out of training. */
const LEFT_OUT_EACH = 200;
const STRETCH_WORDS = 75;

const devPath = join(corpora, "dev.jsonl.xz");
const readSettings = {
  modelDir: values.models,
  workDir: values.work,
  workers: Number(values.workers),
  corpus: devPath,
};
const read = async (
  name: string,
  rows: AsyncIterable<CorpusRow>,
  origin: Origin = "dev",
): Promise<FeatureRow[]> =>
  (await readAll(name, rows, readSettings)).map((row) => withFeatures(row, origin));
const dev = await read("dev", readRows(devPath));
const splices = await read("splices", spliceRows(devPath));
const oddCase = await read("odd-case", oddCaseRows(devPath));
const today = await read("today", readRows(join(corpora, "dev-today.jsonl.xz")), "today");
const leftOut = await read(
  "left-out",
  heldOutRows(corpora, heldOutSources("limits"), LEFT_OUT_EACH),
  "left out",
);

const english = dev.filter((row) => row.lang === "en" && row.mixed !== true);
const fitted = [...english, ...today, ...leftOut];
const scaling = fitScaling(english, FEATURES);
const crossed = crossFit(fitted, scaling);
report(
  "English",
  crossed.filter((row) => row.origin === "dev"),
);
reportToday();
reportLeftOutSources();

const englishFit = fitDocument(fitted, scaling, SETTINGS);
const languages: Record<string, LanguageCalibration> = {
  en: { ...englishFit, score: fitScore(fitted, scaling, englishFit) },
};
for (const [language, fit] of otherLanguages()) languages[language] = fit;

const restoredCase = calibrateRestoredCase();
const segments = calibrateSegments();
const mixture = fitMixture(fitted, splices, STRETCH_WORDS, { human: 0.0005, ai: 0.01 });
reportMixture();

const calibration: Calibration = {
  ...scaling,
  center: scaling.center.map(round5),
  scale: scaling.scale.map(round5),
  languages: Object.fromEntries(
    Object.entries(languages).map(([name, fit]) => [
      name,
      { ...fit, weights: fit.weights.map(round5), bias: round5(fit.bias) },
    ]),
  ),
  restoredCase,
  segments,
  mixture,
};
console.log(JSON.stringify(calibration));
if (!values.dry) {
  writeCalibration(calibration);
  await writeGoldenScores();
}

type GoldenEntry = { text: string };

type Crossed = FeatureRow & { logit: number; score: number; final: number };

/** Each half is judged by a fit on the other. */
function crossFit(rows: FeatureRow[], scaling: Scaling, settings = SETTINGS): Crossed[] {
  const [first, second] = splitByGroup(rows);
  const judgeBy = (fitted: FeatureRow[], judged: FeatureRow[]): Crossed[] => {
    const fit = fitDocument(fitted, scaling, settings);
    const curve = curveFor(fitted, fit);
    return judged.map((row) => {
      const logit = logitOf(row, scaling, fit);
      const final = finalProbability(logit, row.reading.words, fit.final);
      return { ...row, logit, score: scoreOf(logit, curve), final };
    });
  };
  return [...judgeBy(first, second), ...judgeBy(second, first)];
}

/** Only English has texts of sources left out; elsewhere the combined logit is the score's. */
function curveFor(rows: FeatureRow[], fit: LanguageCalibration): ScoreCurve | undefined {
  return rows.some((row) => row.origin !== "dev") ? fitScore(rows, scaling, fit) : undefined;
}

function report(name: string, rows: Crossed[]): void {
  const judged = rows.filter((row) => row.reading.words >= 50);
  const flagged = (row: Crossed): boolean => row.reading.words >= 50 && row.final >= 70;
  const human = rows.filter((row) => !row.isAi);
  const ai = judged.filter((row) => row.isAi);
  const lines = [
    `${name}: ${human.length} human, ${rows.length - human.length} AI texts`,
    `AUROC ${auroc(rows).toFixed(4)}  TPR@5% ${hitRate(rows, 0.05).toFixed(3)}  TPR@1% ${hitRate(rows, 0.01).toFixed(3)}`,
    `ECE ${calibrationError(rows).toFixed(4)}`,
    `human flagged ${share(human, flagged)}, AI of 50 words and more found ${share(ai, flagged)}`,
    `AI called human ${share(ai, (row) => row.final <= 30)}, human called human ${share(
      judged.filter((row) => !row.isAi),
      (row) => row.final <= 30,
    )}`,
  ];
  for (const voice of ["encoder", "tokens", "ngrams"]) {
    const alone = rows.map((row) => ({ score: row.features[voice] ?? 0, isAi: row.isAi }));
    lines.push(
      `  ${voice} alone: AUROC ${auroc(alone).toFixed(4)}  TPR@5% ${hitRate(alone, 0.05).toFixed(3)}  TPR@1% ${hitRate(alone, 0.01).toFixed(3)}`,
    );
  }
  for (const [source, own] of Map.groupBy(human, (row) => row.source)) {
    if (own.length >= 50)
      lines.push(`  ${source}: flagged ${share(own, flagged)} of ${own.length}`);
  }
  console.log(lines.join("\n"));
}

/** Texts of present-day assistants, 50 words and more, against the human texts of the older set. */
function reportToday(): void {
  const human = crossed.filter(
    (row) => !row.isAi && row.origin === "dev" && row.reading.words >= 50,
  );
  const machine = crossed.filter((row) => row.origin === "today" && row.reading.words >= 50);
  const slices: [string, Crossed[]][] = [
    ["all", machine],
    ["mirrors and requests", machine.filter((row) => row.source.startsWith("today-"))],
    ["100 words and more", machine.filter((row) => row.reading.words >= 100)],
  ];
  for (const [name, part] of slices) {
    const rows = [...human, ...part];
    console.log(
      `today, ${name}: AUROC ${auroc(rows).toFixed(4)}  TPR@5% ${hitRate(rows, 0.05).toFixed(3)}  TPR@1% ${hitRate(rows, 0.01).toFixed(3)}` +
        `  accused ${share(part, (row) => row.final >= 70)}  called human ${share(part, (row) => row.final <= 30)}`,
    );
  }
}

/** Each source left out of training is judged by limits that were set without it. */
function reportLeftOutSources(): void {
  const lines: string[] = [];
  let flagged = 0;
  for (const [source, own] of Map.groupBy(leftOut, (row) => row.source)) {
    const others = fitted.filter((row) => row.source !== source);
    const fit = fitDocument(others, scaling, SETTINGS);
    const isFlagged = (row: FeatureRow): boolean =>
      finalProbability(logitOf(row, scaling, fit), row.reading.words, fit.final) >= 70;
    flagged += own.filter(isFlagged).length;
    lines.push(`  ${source}: flagged ${share(own, isFlagged)} of ${own.length}`);
  }
  console.log(
    `human sources left out, limits set without each: flagged ${(flagged / leftOut.length).toFixed(4)} of ${leftOut.length}\n${lines.join("\n")}`,
  );
  console.log(
    `calibration error, left-out people and today's texts: ${calibrationError(crossed.filter((row) => row.origin !== "dev")).toFixed(4)}`,
  );
}

function share<Row>(rows: readonly Row[], test: (row: Row) => boolean): string {
  return (rows.filter(test).length / Math.max(rows.length, 1)).toFixed(4);
}

/** Languages with 50 texts of each class and a lower bound of AUROC of 0.95 are scored. */
function* otherLanguages(): Generator<[string, LanguageCalibration]> {
  const pure = dev.filter((row) => row.mixed !== true && row.lang !== "en");
  for (const [language, all] of Map.groupBy(pure, (row) => row.lang)) {
    const rows = all.filter(
      (row) => row.reading.language === language && !row.reading.isMixedLanguage,
    );
    const ai = rows.filter((row) => row.isAi).length;
    if (ai < 50 || rows.length - ai < 50) continue;
    const judged = crossFit(rows, scaling, OTHER_LANGUAGES);
    const [low, high] = interval(judged, auroc);
    console.log(
      `${language}: AUROC ${auroc(judged).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`,
    );
    if (low < 0.95) continue;
    report(language, judged);
    yield [language, fitDocument(rows, scaling, OTHER_LANGUAGES)];
  }
}

/** How much lower restored texts score: by the human scores that 5 % of the texts exceed. */
function calibrateRestoredCase(): number {
  const fit = languages["en"];
  if (fit === undefined) throw new Error("no calibration for English");
  const scored = (rows: FeatureRow[]) =>
    rows.map((row) => ({ score: logitOf(row, scaling, fit), isAi: row.isAi }));
  const ids = new Set(oddCase.map((row) => row.id));
  const clean = scored(english.filter((row) => ids.has(row.id)));
  const odd = scored(oddCase);
  const offset = thresholdAt(clean, 0.05) - thresholdAt(odd, 0.05);
  const found = (rows: { score: number; isAi: boolean }[]): string =>
    hitRate(rows, 0.05).toFixed(3);
  console.log(
    `odd capitals: offset ${offset.toFixed(3)}, found ${found(odd)}, clean ${found(clean)}`,
  );
  return round5(offset);
}

function calibrateSegments() {
  const rows: SegmentRow[] = [];
  const fit = languages["en"];
  if (fit === undefined) throw new Error("no calibration for English");
  const logitById = new Map(crossed.map((row) => [row.id, row.logit]));
  for (const row of dev) {
    if (row.lang !== "en") continue;
    const own = row.sentence_labels;
    if (own === undefined && row.mixed === true) continue;
    const logit = logitById.get(row.id) ?? logitOf(row, scaling, fit);
    rows.push(...segmentRows(row, logit, own));
  }
  const [first, second] = splitByGroup(rows);
  const labelled = (part: SegmentRow[]): SegmentRow[] => part.filter((row) => row.isLabelled);
  const measured = [
    segmentAuroc(labelled(second), fitSegments(first)),
    segmentAuroc(labelled(first), fitSegments(second)),
  ];
  console.log(
    `segments: sentence AUROC ${measured.map((value) => value.toFixed(4)).join(" and ")}`,
  );
  return fitSegments(rows);
}

function reportMixture(): void {
  const rate = (rows: FeatureRow[]): string =>
    share(
      rows,
      (row) => row.reading.words >= 50 && isMixture(stretchesOfRow(row, STRETCH_WORDS), mixture),
    );
  console.log(
    `mixed: human ${rate(english.filter((row) => !row.isAi))}, AI ${rate(english.filter((row) => row.isAi))}, spliced ${rate(splices)}, coauthored ${rate(dev.filter((row) => row.source === "coauthor"))}`,
  );
}

function writeCalibration(calibration: Calibration): void {
  const path = join(values.models, "calibration.json");
  writeFileSync(path, `${JSON.stringify(calibration, null, 1)}\n`);
  const manifestPath = join(values.models, "manifest.json");
  const manifest = JSON.parse(readFileSync(manifestPath, "utf8"));
  manifest.files["calibration.json"] = createHash("sha256")
    .update(readFileSync(path))
    .digest("hex");
  writeFileSync(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Adds what the whole detector says to the golden texts, for the tests to replay. */
async function writeGoldenScores(): Promise<void> {
  const path = join(values.models, "golden.json");
  const golden = JSON.parse(readFileSync(path, "utf8")) as { entries: GoldenEntry[] };
  const detector = await openDetector({ modelDir: values.models, workers: 1, queueMax: 10 });
  for (const entry of golden.entries) {
    const { score, final_probability, verdict } = await detector.detect(entry.text);
    Object.assign(entry, { score: round5(score), final_probability, verdict });
  }
  await detector.close();
  const lines = golden.entries.map((entry) => `  ${JSON.stringify(entry)}`);
  writeFileSync(path, `{"entries": [\n${lines.join(",\n")}\n]}\n`);
}

function round5(value: number): number {
  return Math.round(value * 100_000) / 100_000;
}
