// Measures the released detector, part by part: quality on the development set when the corpora are
// there, texts of present-day assistants, texts that anyone may use, the eleven attacks, changes of form, speed; when
// asked by name, human sources that nothing was chosen by, and human texts of a file of one's own (`outside`). Each part writes its own section of
// bench/RESULTS.md, so that they can be measured apart: speed wants a quiet machine, the others do not.
//
//   node bench/detector.ts [CORPORA] [--only quality,today,published,attacks,form,speed,sealed,outside] [--sample 1800]
//                          [--workers 2] [--human TEXTS.jsonl] [--models models] [--dry]
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeMachine, writeSection } from "../evaluation/results.ts";
import { mulberry32 } from "../evaluation/seeded-random.ts";
import { openDetector } from "../src/detector/detector.ts";
import { ownTable, publishedTable, sealedTable, todayTable } from "./detector-outside.ts";
import { judgeAll, qualityTables } from "./detector-quality.ts";
import { attackTable, formTable } from "./detector-robustness.ts";
import { speedTable } from "./detector-speed.ts";
import { type BenchText, readDevelopmentSet, readGoldenTexts } from "./detector-texts.ts";

const PARTS = ["quality", "today", "published", "attacks", "form", "speed"];
// Looked at once, when a release is judged; never by default.
const SEALED = "sealed";
const OUTSIDE = "outside";
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: "string", default: "models" },
    only: { type: "string", default: PARTS.join() },
    sample: { type: "string", default: "1800" },
    human: { type: "string", default: "" },
    workers: { type: "string", default: String(cpus().length) },
    dry: { type: "boolean", default: false },
  },
});
const wanted = values.only.split(",");
const unknown = wanted.filter((part) => ![...PARTS, SEALED, OUTSIDE].includes(part));
if (unknown.length > 0) {
  console.error(`no part named ${unknown.join(", ")}; parts: ${PARTS.join(", ")}`);
  process.exit(2);
}
if (wanted.includes(OUTSIDE) && values.human === "") {
  console.error(
    `${OUTSIDE} wants --human TEXTS.jsonl: a line of JSON with id, source and text for each text`,
  );
  process.exit(2);
}
const corpora = positionals[0] ?? "../shared/data/detector";
const golden = readGoldenTexts(values.models);
const development = await readDevelopmentSet(corpora);

if (wanted.some((part) => part !== "speed")) await measureAnswers();
if (wanted.includes("speed")) {
  report("speed", "Detector: speed and size", await speedTable(values.models, golden));
}

/** The parts that ask the detector itself. */
async function measureAnswers(): Promise<void> {
  const workers = Number(values.workers);
  const detector = await openDetector({ modelDir: values.models, workers, queueMax: 1000 });
  const parallel = 16 * workers;
  if (development === undefined) console.log("quality and attacks are left out: no corpora");
  const sample = drawSample(development ?? [], Number(values.sample));
  if (wanted.includes("quality") && development !== undefined) {
    const judged = await judgeAll(development, detector.detect, parallel);
    report("quality", "Detector: quality", qualityTables(judged));
  }
  if (wanted.includes("today") && development !== undefined) {
    const table = await todayTable(corpora, development, detector.detect, parallel);
    report("today", "Detector: texts of present-day assistants", table);
  }
  if (wanted.includes("published")) {
    const table = await publishedTable(detector.detect, parallel);
    report("published", "Detector: texts that anyone may use", table);
  }
  if (wanted.includes(SEALED) && development !== undefined) {
    const table = await sealedTable(corpora, detector.detect, parallel);
    report(SEALED, "Detector: human sources left out of training", table);
  }
  if (wanted.includes(OUTSIDE)) {
    const table = await ownTable(values.human, detector.detect, parallel);
    report(OUTSIDE, "Detector: human texts from elsewhere", table);
  }
  if (wanted.includes("attacks") && development !== undefined) {
    const clean = await judgeAll(sample, detector.detect, parallel);
    const table = await attackTable(clean, detector.detect, parallel);
    report("attacks", "Detector: eleven attacks", table);
  }
  if (wanted.includes("form")) {
    const texts = development === undefined ? golden : sample.slice(0, 300).map((row) => row.text);
    const name = development === undefined ? "golden texts" : "texts of `dev`, both classes";
    const table = await formTable(texts, detector.detect);
    report("form", "Detector: changes of form", `${texts.length} ${name}.\n\n${table}`);
  }
  await detector.close();
}

function report(part: string, title: string, table: string): void {
  console.log(`## ${title}\n\n${table}\n`);
  if (values.dry) return;
  const { version } = JSON.parse(readFileSync(join(values.models, "manifest.json"), "utf8"));
  const command = `npm run bench:detector -- --only ${part}`;
  writeSection(
    `detector-${part}`,
    `## ${title}\n\n\`${command}\` — model ${version}, ${describeMachine()}.\n\n${table}`,
  );
}

/** So many texts of each class, English, by one author, of at least 50 words. */
function drawSample(rows: readonly BenchText[], count: number): BenchText[] {
  const random = mulberry32(21);
  const usable = rows.filter((row) => row.lang === "en" && !row.mixed && row.words >= 50);
  const shuffled = usable.map((row) => ({ row, key: random() })).sort((a, b) => a.key - b.key);
  const drawn: BenchText[] = [];
  const left = { ai: count, human: count };
  for (const { row } of shuffled) if (left[row.label]-- > 0) drawn.push(row);
  return drawn;
}
