// What a text costs: on one core against a 12 × 768 encoder in the same run, start time, memory, and
// what a second worker brings. Parts that need a process of their own run bench/detector-process.ts.
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { quantile } from "../evaluation/metrics.ts";
import type { Calibration } from "../src/detector/calibration.ts";
import { judge } from "../src/detector/judge.ts";
import { type Manifest, RUN_TIME_FILES, readJson } from "../src/detector/model-files.ts";
import { openReader } from "../src/detector/reader.ts";
import { loadRuntime } from "../src/inference/inference.ts";
import { buildReferenceEncoder } from "./detector-reference.ts";
import { buildText } from "./detector-texts.ts";

const ROUNDS = 15;
// RoBERTa's tokenizer needs about four tokens for three words.
const REFERENCE_TOKENS = 400;

/** The table of speed, start and memory, as markdown. */
export async function speedTable(modelDir: string, texts: readonly string[]): Promise<string> {
  const text = buildText(texts, 300);
  const cost = await compareCost(modelDir, text);
  const alone = await measureProcess(modelDir, text, 1);
  const both = await measureProcess(modelDir, text, 2);
  const megabytes =
    RUN_TIME_FILES.reduce((sum, name) => sum + statSync(join(modelDir, name)).size, 0) / 1e6;
  return [
    "| what | demanded | measured |",
    "|---|---|---|",
    `| a text of 300 words, whole pipeline, one core (median of ${ROUNDS}) | | ${cost.ours.toFixed(1)} ms |`,
    `| 12 × 768 encoder, fp32, ${REFERENCE_TOKENS} tokens, one core, same run | | ${cost.reference.toFixed(0)} ms |`,
    `| how many times cheaper | ≥ 20 | ${(cost.reference / cost.ours).toFixed(1)} |`,
    `| start with two workers | ≤ 2 s | ${(both.startMs / 1000).toFixed(2)} s |`,
    `| memory with two workers, after ${both.texts} texts | ≤ 400 MB | ${both.megabytes.toFixed(0)} MB |`,
    `| model files | ≤ 40 MB | ${megabytes.toFixed(1)} MB |`,
    `| texts a second, one worker / two workers | | ${alone.perSecond.toFixed(1)} / ${both.perSecond.toFixed(1)} |`,
    `| throughput of two workers against one | ≥ 1.8 | ${(both.perSecond / alone.perSecond).toFixed(2)} |`,
    `| a text of 100,000 characters, one core | | ${(cost.long / 1000).toFixed(2)} s |`,
  ].join("\n");
}

/** Medians of both, taken in turns so that a busy machine slows both alike. */
async function compareCost(
  modelDir: string,
  text: string,
): Promise<{ ours: number; reference: number; long: number }> {
  const manifest = await readJson<Manifest>(modelDir, "manifest.json");
  const calibration = await readJson<Calibration>(modelDir, "calibration.json");
  const reader = await openReader(modelDir, manifest);
  const { InferenceSession, Tensor } = await loadRuntime();
  const session = await InferenceSession.create(buildReferenceEncoder(), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const ids = BigInt64Array.from({ length: REFERENCE_TOKENS }, (_, i) => BigInt(i % 1000));
  const feeds = { input_ids: new Tensor("int64", ids, [1, REFERENCE_TOKENS]) };
  const detect = async (input: string): Promise<void> => {
    judge(input, await reader.read(input), calibration, manifest.version);
  };
  await detect(text);
  await session.run(feeds);
  const ours: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < 5; i++) ours.push(await timeOf(() => detect(text)));
    reference.push(await timeOf(async () => void (await session.run(feeds))));
  }
  const long = await timeOf(() => detect(`${text} `.repeat(100).slice(0, 100_000)));
  await session.release();
  await reader.close();
  return { ours: quantile(ours, 0.5), reference: quantile(reference, 0.5), long };
}

async function timeOf(run: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await run();
  return performance.now() - begin;
}

type ProcessFinding = { startMs: number; perSecond: number; megabytes: number; texts: number };

/** Start, throughput and memory in a fresh process; the best of three against chance neighbours. */
async function measureProcess(
  modelDir: string,
  text: string,
  workers: number,
): Promise<ProcessFinding> {
  const findings: ProcessFinding[] = [];
  for (let round = 0; round < 3; round++) {
    const script = join(import.meta.dirname, "detector-process.ts");
    const { stdout } = await promisify(execFile)(process.execPath, [
      script,
      modelDir,
      String(workers),
      text,
    ]);
    findings.push(JSON.parse(stdout) as ProcessFinding);
  }
  return {
    startMs: quantile(
      findings.map((finding) => finding.startMs),
      0.5,
    ),
    perSecond: Math.max(...findings.map((finding) => finding.perSecond)),
    megabytes: Math.max(...findings.map((finding) => finding.megabytes)),
    texts: findings[0]?.texts ?? 0,
  };
}
