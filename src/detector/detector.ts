// The room's door: text in, calibrated probabilities out. Opens a released model in a pool of worker
// threads; needs no network, no database and no Python.
import { Worker } from "node:worker_threads";
import { disableTelemetry } from "../inference/inference.ts";
import type { Calibration } from "./calibration.ts";
import type { DetectJob, DetectWorkerData } from "./detect-worker.ts";
import type { Detection } from "./detection.ts";
import { checkModelFiles, readJson } from "./model-files.ts";
import { PoolError, startPool } from "./pool.ts";

export { type DetectLinesSettings, detectLines } from "./detect-lines.ts";
export type { ColorLabel, DetectedSegment, Detection, Verdict, Warning } from "./detection.ts";
export { type ReportSettings, renderReport } from "./report-terminal.ts";
export { segmentText } from "./segment.ts";
export { createTokenizer, type Tokenizer } from "./tokenizer.ts";
export { wordsIn } from "./words.ts";
/** Thrown by `detect`: `overloaded` when the queue is full, `failed` or `closed` otherwise. */
export { PoolError as DetectorError };

export type Detector = {
  /** `v<major>.<minor>` of the released model. */
  readonly version: string;
  /** Two-letter codes of the languages that get a verdict; texts in others are `Uncertain`. */
  readonly languages: readonly string[];
  readonly workers: number;
  detect(text: string, options?: DetectOptions): Promise<Detection>;
  /** Texts waiting and texts being analysed, for metrics and readiness. */
  load(): { waiting: number; running: number };
  close(): Promise<void>;
};

export type DetectOptions = {
  signal?: AbortSignal;
  /** Whether a text much like this one was asked about a moment ago: what they share is read once. */
  isVariant?: boolean;
};

export type DetectorSettings = {
  readonly modelDir: string;
  readonly workers: number;
  /** How many texts may wait for a worker. */
  readonly queueMax: number;
};

// Enough that a worker never runs out of texts; each more only adds its time to every answer.
const STEADY_QUEUE_PER_WORKER = 2;

// About ten times the length of an ordinary text; analysing it takes a good part of a second.
const LONG_TEXT = 20_000;

/** Checks the model files and starts the workers; resolves when they can answer. */
export async function openDetector(settings: DetectorSettings): Promise<Detector> {
  const { modelDir, workers, queueMax } = settings;
  const manifest = await checkModelFiles(modelDir);
  const calibration = await readJson<Calibration>(modelDir, "calibration.json");
  disableTelemetry();
  const pool = startPool<Detection>({
    size: workers,
    queueMax,
    steadyQueueMax: Math.min(queueMax, STEADY_QUEUE_PER_WORKER * workers),
    isLong: (job) => (job as DetectJob).text.length > LONG_TEXT,
    startWorker: (cancelled) =>
      new Worker(new URL("./detect-worker.ts", import.meta.url), {
        workerData: { modelDir, manifest, cancelled } satisfies DetectWorkerData,
      }),
  });
  try {
    await pool.ready;
  } catch (error) {
    await pool.close();
    throw error;
  }
  return {
    version: manifest.version,
    languages: Object.keys(calibration.languages).sort(),
    workers,
    detect: (text, { signal, isVariant = false } = {}) =>
      pool.run({ text, isVariant } satisfies DetectJob, signal),
    load: () => pool.load(),
    close: () => pool.close(),
  };
}
