// The thread that does the work: reads a text with the models and judges the reading. Everything that
// takes time happens here, so that the main thread stays free for requests.
import { parentPort, workerData } from "node:worker_threads";
import type { Calibration } from "./calibration.ts";
import type { Detection } from "./detection.ts";
import { judge } from "./judge.ts";
import { type Manifest, readJson } from "./model-files.ts";
import type { WorkerAnswer } from "./pool.ts";
import { openReader } from "./reader.ts";

export type DetectJob = { text: string; isVariant: boolean };
export type DetectWorkerData = { modelDir: string; manifest: Manifest; cancelled: Int32Array };

const { modelDir, manifest, cancelled } = workerData as DetectWorkerData;
const port = parentPort;
if (port === null) throw new Error("detect-worker runs as a worker thread only");

const calibration = await readJson<Calibration>(modelDir, "calibration.json");
const languages = Object.keys(calibration.languages);
const reader = await openReader(modelDir, manifest, { languages });
const answer = (message: WorkerAnswer<Detection>): void => port.postMessage(message);

port.on("message", async ({ job, content }: { job: number; content: DetectJob }) => {
  try {
    const { text, isVariant } = content;
    const reading = await reader.read(text, {
      isCancelled: () => cancelled.includes(job),
      isVariant,
    });
    answer({ kind: "done", job, result: judge(text, reading, calibration, manifest.version) });
  } catch (error) {
    answer({ kind: "failed", job, reason: error instanceof Error ? error.message : String(error) });
  }
});
answer({ kind: "ready" });
