// The worker thread: runs the models on a text and derives the result. All expensive work happens here, so that
// the main thread stays free for requests.
import { parentPort, workerData } from "node:worker_threads";
import type { Calibration } from "./calibration.ts";
import type { Detection } from "./detection.ts";
import { createExplanationLoader } from "./explanation/data.ts";
import { explain } from "./explanation/explain.ts";
import { judge } from "./judge.ts";
import type { Manifest } from "./model-files.ts";
import type { WorkerAnswer } from "./pool.ts";
import { openReader } from "./reader.ts";

export type DetectJob = {
  text: string;
  isVariant: boolean;
  explain: boolean;
  /** Whether to report progress. */
  hasWatcher: boolean;
};
export type DetectWorkerData = {
  modelDir: string;
  manifest: Manifest;
  calibration: Calibration;
  cancelled: Int32Array;
};

const { modelDir, manifest, calibration, cancelled } = workerData as DetectWorkerData;
const port = parentPort;
if (port === null) throw new Error("detect-worker runs as a worker thread only");

const languages = Object.keys(calibration.languages);
const reader = await openReader(modelDir, manifest, { languages });
const loadExplanationData = createExplanationLoader(modelDir, manifest);
const answer = (message: WorkerAnswer<Detection>): void => port.postMessage(message);

port.on("message", async ({ job, content }: { job: number; content: DetectJob }) => {
  try {
    const { text, isVariant, hasWatcher } = content;
    const isCancelled = (): boolean => cancelled.includes(job);
    const onWindow = (done: number, all: number) =>
      answer({ kind: "progress", job, share: done / all });
    const reading = await reader.read(text, {
      isCancelled,
      isVariant,
      ...(hasWatcher ? { onWindow } : {}),
    });
    const result = judge(text, reading, calibration, manifest.version);
    if (content.explain) {
      const data = await loadExplanationData();
      result.explanation = await explain(text, reading, { reader, calibration, data, isCancelled });
    }
    answer({ kind: "done", job, result });
  } catch (error) {
    answer({ kind: "failed", job, reason: error instanceof Error ? error.message : String(error) });
  }
});
answer({ kind: "ready" });
