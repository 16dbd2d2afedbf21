// The room's door: text in, calibrated probabilities out. Opens a released model in a pool of worker
// threads; needs no network, no database and no Python.
import { Worker } from "node:worker_threads";
import { disableTelemetry } from "../inference/inference.ts";
import type { Calibration } from "./calibration.ts";
import type { DetectJob, DetectWorkerData } from "./detect-worker.ts";
import type { Detection } from "./detection.ts";
import { applyLocal, readLocalCalibration } from "./local-calibration.ts";
import { checkModelFiles, readJson } from "./model-files.ts";
import { PoolError, startPool } from "./pool.ts";

export { type DetectLinesOptions, detectLines } from "./detect-lines.ts";
export type {
  ColorLabel,
  DetectedSegment,
  Detection,
  UncertainCause,
  Verdict,
  Warning,
} from "./detection.ts";
export type { Evidence, Explanation } from "./explanation/explain.ts";
export type { Sign } from "./explanation/signs.ts";
export {
  CalibrationRefused,
  findCalibrationProblem,
  type HumanReading,
  openHumanReader,
} from "./local-calibration.ts";
export {
  type GroupReport,
  HUMAN_TEXTS_MIN,
  type Recalibration,
  recalibrate,
} from "./recalibrate.ts";
export { type ReportOptions, renderReport } from "./report-terminal.ts";
export { segmentText } from "./segment.ts";
export { createTokenizer, type Tokenizer } from "./tokenizer.ts";
export { hasWords, wordsIn } from "./words.ts";
/** Thrown by `detect`: `overloaded` when the queue is full, `failed` or `closed` otherwise. */
export { PoolError as DetectorError };

export type Detector = {
  /** `v<major>.<minor>` of the released model. */
  readonly version: string;
  /** Two-letter codes of the languages that get a verdict; texts in others are `Uncertain`. */
  readonly languages: readonly string[];
  readonly workers: number;
  /** Names the operator's own calibration, if one is in force. */
  readonly calibration?: string | undefined;
  detect(text: string, options?: DetectOptions): Promise<Detection>;
  /** Texts waiting and texts being analysed, for metrics and readiness. */
  load(): { waiting: number; running: number };
  close(): Promise<void>;
};

export type DetectOptions = {
  signal?: AbortSignal;
  /** Whose share of the workers it takes; those who name nobody share one. */
  account?: string;
  /** Whether a text much like this one was asked about a moment ago: what they share is read once. */
  isVariant?: boolean;
  /** Whether the answer tells why; costs several times as much (explanation/explain.ts). */
  explain?: boolean;
  /** Told how much of the text has been read, 0…1; an explanation comes after that. */
  onProgress?: (share: number) => void;
};

export type DetectorOptions = {
  readonly modelDir: string;
  readonly workers: number;
  /** How many texts may wait for a worker. */
  readonly queueMax: number;
  /** A file written by `lodestone detect calibrate`. */
  readonly calibrationFile?: string | null | undefined;
};

// Enough that a worker never runs out of texts; each more only adds its time to every answer.
const STEADY_QUEUE_PER_WORKER = 2;

// In bytes, because that is the most tokens a text can have, and tokens are what it costs: `a'a'a'…` has
// one a character, English one in four or five. A text of this length takes at most 14 windows of the
// network, about a second; in English it has 650 words and takes a third of that.
const SHORT_BYTES_MAX = 4000;

/** Checks the model files and starts the workers; resolves when they can answer. */
export async function openDetector(settings: DetectorOptions): Promise<Detector> {
  const { modelDir, workers, queueMax, calibrationFile } = settings;
  const manifest = await checkModelFiles(modelDir);
  const released = await readJson<Calibration>(modelDir, "calibration.json");
  const calibration =
    calibrationFile == null
      ? released
      : applyLocal(released, await readLocalCalibration(calibrationFile, manifest));
  disableTelemetry();
  const pool = startPool<Detection>({
    size: workers,
    queueMax,
    steadyQueueMax: Math.min(queueMax, STEADY_QUEUE_PER_WORKER * workers),
    // An explanation reads a text many times over, so that a plain check need not wait for it either.
    isLong: (job) => {
      const { text, explain } = job as DetectJob;
      return explain || Buffer.byteLength(text) > SHORT_BYTES_MAX;
    },
    startWorker: (cancelled) =>
      new Worker(new URL("./detect-worker.ts", import.meta.url), {
        workerData: { modelDir, manifest, calibration, cancelled } satisfies DetectWorkerData,
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
    calibration: calibration.local,
    detect: (text, { isVariant = false, explain = false, ...options } = {}) =>
      pool.run(
        {
          text,
          isVariant,
          explain,
          hasWatcher: options.onProgress !== undefined,
        } satisfies DetectJob,
        options,
      ),
    load: () => pool.load(),
    close: () => pool.close(),
  };
}
