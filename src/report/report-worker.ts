// The thread that writes reports, one at a time.
import { parentPort } from "node:worker_threads";
import type { ReportedCheck, ReportFormat } from "./check.ts";
import { writeReport } from "./write-report.ts";

export type ToWorker = { job: number; format: ReportFormat; check: ReportedCheck };

export type FromWorker = { job: number; document: Uint8Array } | { job: number; problem: string };

const port = parentPort;
if (port === null) throw new Error("report-worker runs as a worker thread only");
const answer = (message: FromWorker): void => port.postMessage(message);

port.on("message", ({ job, format, check }: ToWorker) => {
  writeReport(format, check).then(
    (document) => answer({ job, document }),
    (error: unknown) =>
      answer({ job, problem: error instanceof Error ? error.message : String(error) }),
  );
});
