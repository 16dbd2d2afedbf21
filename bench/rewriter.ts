// Measures the rewriter and writes its section of bench/RESULTS.md: what must be kept, what must improve,
// and what it costs, on texts of the development set (20 texts of the project's own without the corpora).
//
//   node bench/rewriter.ts [CORPORA] [--models models] [--texts 300] [--humans 100] [--seed 5]
//                          [--show FILE] [--strength medium] [--sealed | --official] [--dry]
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRows } from "../evaluation/corpus-rows.ts";
import { quantile } from "../evaluation/metrics.ts";
import { describeMachine, median, writeSection } from "../evaluation/results.ts";
import { mulberry32 } from "../evaluation/seeded-random.ts";
import { type Detection, type Detector, openDetector, wordsIn } from "../src/detector/detector.ts";
import { countProse } from "../src/rewriter/passages.ts";
import { gradeOf } from "../src/rewriter/readability.ts";
import {
  createRewriter,
  openResources,
  type Rewrite,
  type Strength,
} from "../src/rewriter/rewriter.ts";
import { type BenchText, readDevelopmentSet } from "./detector-texts.ts";
import { compareTexts, type Findings } from "./rewriter-checker.ts";
import { openGrammar, openMeaning } from "./rewriter-gauges.ts";
import { trainJudge } from "./rewriter-judge.ts";
import { OWN_TEXTS } from "./rewriter-own-texts.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: "string", default: "models" },
    texts: { type: "string", default: "300" },
    humans: { type: "string", default: "100" },
    seed: { type: "string", default: "5" },
    show: { type: "string" },
    strength: { type: "string", default: "medium" },
    // The texts of training/rewriter-sealed.json: looked at once, when a release is judged.
    sealed: { type: "boolean", default: false },
    // Official prose written for this benchmark (texts/official.jsonl).
    official: { type: "boolean", default: false },
    dry: { type: "boolean", default: false },
  },
});
const corpora = positionals[0] ?? "../shared/data/detector";
const detector = await openDetector({ modelDir: values.models, workers: 1, queueMax: 1000 });
// The scores before and after are asked for twice, by the rewriter and by the table; one reading suffices.
const readings = new Map<string, Promise<Detection>>();
const detect: Detector["detect"] = (content, options) => {
  const known = readings.get(content) ?? detector.detect(content, options);
  readings.set(content, known);
  return known;
};
const rewriter = createRewriter({ detect, resources: openResources(values.models) });
const grammar = await openGrammar();
const meaning = await openMeaning();
const judge = await trainJudge(corpora);

const MEMORY_TEXTS = 40;
const MEMORY_ROUNDS = 5;
const SEALED = join(import.meta.dirname, "../training/rewriter-sealed.json");

type Measured = {
  text: string;
  result: Rewrite;
  seconds: number;
  /** Computing time of the whole process, all threads. */
  cpuSeconds: number;
  words: number;
  wordsAfter: number;
  scores: [number, number];
  findings: Findings;
  similarity: number;
  problems: [number, number];
  judged: [number, number] | undefined;
};

const development = await readDevelopmentSet(corpora);
const sealed = new Set(Object.values(JSON.parse(readFileSync(SEALED, "utf8"))).flat());
const { ai, human } = values.official
  ? { ai: readOfficial(), human: [] }
  : values.sealed
    ? await readSealed()
    : development === undefined
      ? { ai: OWN_TEXTS, human: [] }
      : {
          ai: draw(development, "ai", Number(values.texts)),
          human: draw(development, "human", Number(values.humans)),
        };
const measuredAi = await measureAll(ai);
const measuredHuman = await measureAll(human);
await detector.close();
const report = renderReport(measuredAi, measuredHuman);
console.log(report);
if (values.show !== undefined) writeFileSync(values.show, measuredAi.map(renderText).join("\n\n"));
if (!values.dry) {
  const version = JSON.parse(readFileSync(join(values.models, "manifest.json"), "utf8")).version;
  const about = `${describeMachine()}, detector ${version}, strength ${values.strength}.`;
  if (values.official) {
    const head = `## Rewriter: official prose\n\n\`npm run bench:rewriter -- --official\`: ${about}`;
    writeSection("rewriter-official", `${head}\n\n${report}`);
  } else if (values.sealed) {
    const head = `## Rewriter: texts that nothing was tuned on\n\n\`npm run bench:rewriter -- --sealed\`: ${about}`;
    writeSection("rewriter-sealed", `${head}\n\n${report}`);
  } else {
    const head = `## Rewriter\n\n\`npm run bench:rewriter\`: ${about}`;
    writeSection("rewriter", `${head}\n\n${report}${readingNotes()}`);
  }
}

function describeTexts(aiTexts: number, humanTexts: number): string {
  const both = `${aiTexts} AI and ${humanTexts} human texts`;
  if (values.official) return `${aiTexts} texts of \`bench/texts/official.jsonl\``;
  if (values.sealed) return `${both} of \`training/rewriter-sealed.json\``;
  if (development === undefined) return `${aiTexts} texts written for this benchmark`;
  return `${both} of \`dev\`, English, at least 50 words, seed ${values.seed}`;
}

/** English texts of one label, whole, of at least 50 words, drawn by a fixed seed. */
function draw(rows: readonly BenchText[], label: BenchText["label"], count: number): string[] {
  const random = mulberry32(Number(values.seed));
  return rows
    .filter((row) => row.lang === "en" && !row.mixed && row.label === label && row.words >= 50)
    .filter(({ id }) => !sealed.has(id))
    .map((row) => ({ row, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ row }) => row.text);
}

/** The sealed texts, wherever they stand in the corpora. */
async function readSealed(): Promise<{ ai: string[]; human: string[] }> {
  const texts = { ai: [] as string[], human: [] as string[] };
  // Requests for mirrors bear the ids of the texts that answer them.
  const isText = (file: string): boolean =>
    file.endsWith(".jsonl.xz") && !file.startsWith("mirror-items");
  for (const name of readdirSync(corpora).filter(isText)) {
    for await (const { id, label, text } of readRows(join(corpora, name))) {
      if (sealed.delete(id) && (label === "ai" || label === "human")) texts[label].push(text);
    }
  }
  return texts;
}

/** Letters, notices, policies and reports as offices write them. */
function readOfficial(): string[] {
  const lines = readFileSync(join(import.meta.dirname, "texts/official.jsonl"), "utf8");
  return lines
    .trim()
    .split("\n")
    .map((line): string => JSON.parse(line).text);
}

async function measureAll(texts: readonly string[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const text of texts) {
    const started = performance.now();
    const computed = process.cpuUsage();
    const result = await rewriter.rewrite(text, { strength: values.strength as Strength });
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(computed);
    const after = result.humanized_text;
    const [one, two] = await Promise.all([detect(text), detect(after)]);
    readings.clear();
    measured.push({
      text,
      result,
      seconds,
      cpuSeconds: (user + system) / 1e6,
      words: wordsIn(text),
      wordsAfter: wordsIn(after),
      scores: [one.score, two.score],
      findings: compareTexts(text, after),
      similarity: after === text ? 1 : await meaning(text, after),
      problems: after === text ? [0, 0] : [await grammar(text), await grammar(after)],
      judged: judge === undefined ? undefined : [judge.score(text), judge.score(after)],
    });
    if (process.stderr.isTTY) process.stderr.write(`\r${measured.length}/${texts.length} `);
  }
  return measured;
}

/** Resident memory of a process with detector and rewriter, less that of one with the detector alone. */
function measureMemory(): string {
  const script = join(import.meta.dirname, "rewriter-process.ts");
  const megabytesOf = (parts: string): number => {
    const words = [script, values.models, parts, String(MEMORY_TEXTS)];
    return JSON.parse(execFileSync(process.execPath, words, { encoding: "utf8" })).megabytes;
  };
  const rounds = Array.from({ length: MEMORY_ROUNDS }, () => ({
    without: megabytesOf("detector"),
    with: megabytesOf("rewriter"),
  }));
  const without = median(rounds.map((round) => round.without));
  const both = median(rounds.map((round) => round.with));
  return `${(both - without).toFixed(0)} MB (${both.toFixed(0)} against ${without.toFixed(0)})`;
}

function renderReport(aiTexts: readonly Measured[], humanTexts: readonly Measured[]): string {
  const share = <Item>(items: readonly Item[], test: (item: Item) => boolean): number =>
    (100 * items.filter(test).length) / Math.max(items.length, 1);
  const both = [...aiTexts, ...humanTexts];
  // The answer rounds the grade to tenths; the table does not.
  const drops = aiTexts.map(
    ({ text, result }) => gradeOf(countProse(text)) - gradeOf(countProse(result.humanized_text)),
  );
  const similar = aiTexts.map(({ similarity }) => similarity);
  const altered = both.flatMap(({ findings }) => findings.meaningChanged);
  const lost = both.filter(({ findings }) => findings.protectedLost.length > 0).length;
  const sentences = both.flatMap(changedSentences).length;
  const gains = aiTexts.map(
    ({ result }) => result.new_human_prob - (100 - result.original_ai_prob),
  );
  const byJudge = aiTexts.flatMap(({ judged }) =>
    judged === undefined ? [] : [judged[0] - judged[1]],
  );
  const nearly = (measured: Measured): boolean => changedShare(measured) <= 0.03;
  const fall = humanTexts.map(
    ({ result }) => 100 - result.original_ai_prob - result.new_human_prob,
  );
  const speed =
    both.reduce((sum, { words }) => sum + words, 0) /
    both.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
  const short = both.filter(({ words }) => words <= 550);
  const slowest = Math.max(...short.map(({ cpuSeconds }) => cpuSeconds));
  const waited = Math.max(...short.map(({ seconds }) => seconds));
  // More words than problems can go: the rate may rise without a new problem.
  const rateRose = both.filter(
    ({ problems, words, wordsAfter }) =>
      problems[1] / Math.max(wordsAfter, 1) > problems[0] / Math.max(words, 1) + 1e-12,
  );
  const row = (what: string, bar: string, found: string): string =>
    `| ${what} | ${bar} | ${found} |`;
  return [
    `${describeTexts(aiTexts.length, humanTexts.length)}; ${aiTexts.filter(({ result }) => result.regenerated).length} AI texts were changed, ${sentences} sentences in all.`,
    "",
    "| what | at least | measured |",
    "|---|---|---|",
    row(
      "protected spans kept exactly",
      "100 % of texts",
      `${(100 - (100 * lost) / both.length).toFixed(1)} % (${lost} texts differ)`,
    ),
    row(
      "polarity, modality, quantity, who did what changed (separate checker)",
      "0",
      `${altered.length} findings in ${both.filter(({ findings }) => findings.meaningChanged.length > 0).length} texts`,
    ),
    row(
      "meaning: similarity of embeddings, median / worst 5 %",
      "≥ 0.95 / ≥ 0.88",
      `${median(similar).toFixed(3)} / ${quantile(similar, 0.05).toFixed(3)}`,
    ),
    row(
      "grammar problems (harper), after against before: not more",
      "≥ 98 % of texts",
      `${share(both, ({ problems }) => problems[1] <= problems[0]).toFixed(1)} %; per 100 words not more in ${(100 - (100 * rateRose.length) / both.length).toFixed(1)} %`,
    ),
    row(
      "Flesch–Kincaid grade, AI texts: fall at the median",
      "≥ 1.5",
      `${median(drops).toFixed(2)} (of the changed ones ${median(drops.filter((_, i) => aiTexts[i]?.result.regenerated)).toFixed(2)})`,
    ),
    row(
      "words changed, AI texts: mean",
      "≥ 8 %",
      `${(100 * mean(aiTexts.map(changedShare))).toFixed(1)} %; ${mean(aiTexts.map(({ result }) => result.changes.filter(({ why }) => why.startsWith("long sentence")).length)).toFixed(1)} cuts and ${mean(aiTexts.map(({ result }) => result.changes.length)).toFixed(1)} edits a text`,
    ),
    row("… largest rise", "≤ 0.2", Math.max(0, ...drops.map((drop) => -drop)).toFixed(2)),
    row(
      "`new_human_prob` above the input's, AI texts",
      "≥ 80 %",
      `${share(gains, (gain) => gain > 0).toFixed(1)} % in whole per cent; ${share(aiTexts, ({ scores }) => scores[1] < scores[0]).toFixed(1)} % unrounded; median gain ${median(gains).toFixed(0)} points`,
    ),
    row(
      "a judge that took no part agrees",
      "≥ 70 %",
      byJudge.length === 0
        ? "not measured"
        : `${share(byJudge, (gain) => gain > 0).toFixed(1)} %; median gain ${median(byJudge).toFixed(2)} in log-odds (the judge is right on ${(100 * (judge?.accuracy ?? 0)).toFixed(1)} % of held-out texts)`,
    ),
    row(
      "human texts unchanged or nearly (≤ 3 % of words)",
      "≥ 60 %",
      humanTexts.length === 0
        ? "not measured"
        : `${share(humanTexts, nearly).toFixed(1)} % (${share(humanTexts, ({ result }) => !result.regenerated).toFixed(1)} % not changed at all)`,
    ),
    row(
      "human texts: most points less human",
      "≤ 5",
      humanTexts.length === 0 ? "not measured" : String(Math.max(...fall)),
    ),
    row(
      "speed on one core",
      "≥ 200 words/s; 500 words ≤ 3 s",
      `${speed.toFixed(0)} words/s; slowest text of up to 550 words ${slowest.toFixed(2)} s of computing, ${waited.toFixed(2)} s on the clock`,
    ),
    row(
      `memory above the detector's, a server's processes after ${MEMORY_TEXTS} texts at \`strong\`, medians of ${MEMORY_ROUNDS} in turns`,
      "≤ 150 MB",
      measureMemory(),
    ),
    "",
    ...(altered.length + lost === 0
      ? []
      : [
          `Findings: ${[...both.flatMap(({ findings }) => findings.protectedLost), ...altered].slice(0, 12).join("; ")}.`,
        ]),
  ].join("\n");
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
}

/** The share of words that stand in changed places. */
function changedShare({ result, words }: Measured): number {
  return (
    result.changes.reduce((sum, { from }) => sum + Math.max(1, wordsIn(from)), 0) /
    Math.max(words, 1)
  );
}

function changedSentences({ result }: Measured): string[] {
  return result.changes.map(({ from, to }) => `${from} → ${to}`);
}

/** A text with its edits marked, for reading. */
function renderText(
  { text, result, scores, similarity, findings, problems }: Measured,
  index: number,
): string {
  let marked = "";
  let done = 0;
  for (const { start, end, from, to } of result.changes) {
    marked += `${text.slice(done, start)}[-${from}-]{+${to}+}`;
    done = end;
  }
  const { before, after } = result.readability;
  const head = `## ${index + 1}: grade ${before.grade} → ${after.grade}, AI ${scores[0].toFixed(3)} → ${scores[1].toFixed(3)}, similarity ${similarity.toFixed(3)}, problems ${problems.join(" → ")} ${JSON.stringify(findings)}`;
  return `${head}\n${marked}${text.slice(done)}`;
}

/** What was found by reading, kept beside this file because no program can measure it. */
function readingNotes(): string {
  const file = join(import.meta.dirname, "rewriter-reading.md");
  return existsSync(file) ? `\n${readFileSync(file, "utf8").trim()}` : "";
}
