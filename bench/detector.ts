// Measures the released detector and writes its section of bench/RESULTS.md: quality on the
// development set when the corpora are there, robustness, speed.
//
//   node bench/detector.ts [CORPORA] [--models models] [--only quality|robustness|speed] [--sample 500]
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDetector } from "../src/detector/detector.ts";
import { mulberry32 } from "./detector-metrics.ts";
import { type Judged, judgeAll, qualityTables } from "./detector-quality.ts";
import { attackTable, formTable } from "./detector-robustness.ts";
import { speedTable } from "./detector-speed.ts";
import { readDevelopmentSet, readGoldenTexts } from "./detector-texts.ts";
import { describeMachine, writeSection } from "./results.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: "string", default: "models" },
    only: { type: "string" },
    sample: { type: "string", default: "500" },
    workers: { type: "string", default: String(cpus().length) },
  },
});
const corpora = positionals[0] ?? "../shared/data/detector";
const isWanted = (part: string): boolean => values.only === undefined || values.only === part;
const golden = readGoldenTexts(values.models);
const sections: string[] = [];

if (isWanted("quality") || isWanted("robustness")) {
  const workers = Number(values.workers);
  const detector = await openDetector({ modelDir: values.models, workers, queueMax: 1000 });
  const development = await readDevelopmentSet(corpora);
  if (development === undefined) {
    sections.push(
      `Quality was not measured: no corpora at the folder given. Form, on ${golden.length} golden texts:`,
      await formTable(golden, detector.detect),
    );
  } else {
    const judged = await judgeAll(development, detector.detect, 16 * workers);
    if (isWanted("quality")) sections.push("### Quality", qualityTables(judged));
    if (isWanted("robustness")) {
      const clean = drawSample(judged, Number(values.sample));
      const forms = clean.slice(0, 300).map((row) => row.text);
      sections.push("### Eleven attacks", await attackTable(clean, detector.detect, 16 * workers));
      sections.push("### Changes of form", await formTable(forms, detector.detect));
    }
  }
  await detector.close();
}
if (isWanted("speed")) sections.push("### Speed and size", await speedTable(values.models, golden));

const report = sections.join("\n\n");
console.log(report);
if (values.only === undefined) {
  const { version } = JSON.parse(readFileSync(join(values.models, "manifest.json"), "utf8"));
  writeSection(
    "detector",
    `## Detector\n\n\`npm run bench:detector\` — model ${version}, ${describeMachine()}.\n\n${report}`,
  );
}

/** So many texts of each class, English, whole, of at least 50 words, not attacked before. */
function drawSample(rows: readonly Judged[], count: number): Judged[] {
  const random = mulberry32(21);
  const usable = rows.filter((row) => row.lang === "en" && !row.mixed && row.found.words >= 50);
  const shuffled = usable.map((row) => ({ row, key: random() })).sort((a, b) => a.key - b.key);
  const drawn: Judged[] = [];
  const left = { ai: count, human: count };
  for (const { row } of shuffled) if (left[row.label]-- > 0) drawn.push(row);
  return drawn;
}
