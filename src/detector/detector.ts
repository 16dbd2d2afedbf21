// The room's entry file: text in, calibrated probabilities out. Opens a released model in a pool of worker
// threads; needs no internet access, no database and no Python.
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
export { hasWords, wordsIn } from "./words.ts";
/** Thrown by `detect`: `overloaded` when the queue is full, `failed` or `closed` otherwise. */
export { PoolError as DetectorError };

export type Detector = {
  /** `v<major>.<minor>` of the released model. */
  readonly version: string;
  /** Two-letter codes of the languages that get a verdict; texts in others are `Uncertain`. */
  readonly languages: readonly string[];
  readonly workers: number;
  /** Identifies the operator's own calibration, if one is active. */
  readonly calibration?: string | undefined;
  detect(text: string, options?: DetectOptions): Promise<Detection>;
  /** Texts waiting and texts being analysed, for metrics and readiness. */
  load(): { waiting: number; running: number };
  close(): Promise<void>;
};

export type DetectOptions = {
  signal?: AbortSignal;
  /** The account to charge in the fair queue; callers without one share a queue. */
  account?: string;
  /** Hint that a similar text was just analysed: windows they share are computed once. */
  isVariant?: boolean;
  /** Whether to add an explanation; costs several times as much (explanation/explain.ts). */
  explain?: boolean;
  /** Progress callback, 0…1 of the text read; the explanation is computed after that. */
  onProgress?: ((share: number) => void) | undefined;
};

export type DetectorOptions = {
  readonly modelDir: string;
  readonly workers: number;
  /** How many texts may wait for a worker. */
  readonly queueMax: number;
  /** A file written by `lodestone detect calibrate`. */
  readonly calibrationFile?: string | null | undefined;
};

// The next text is at hand when a worker finishes; every further one adds its whole time to the answers that follow.
const STEADY_QUEUE_PER_WORKER = 1;

// In bytes, because that is an upper bound for the tokens of a text, which determine its cost: `a'a'a'…` has one
// per character, English one per four or five. A text of this length takes at most 14 windows of the
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
    // An explanation runs the model many times, so it counts as long and plain checks don't wait for it either.
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
