// The thread that writes reports, one after the other.
import { parentPort } from "node:worker_threads";
import type { ReportedCheck, ReportFormat } from "./check.ts";
import { writeReport } from "./write-report.ts";

export type ToWorker =
  | { kind: "write"; job: number; format: ReportFormat; check: ReportedCheck }
  | { kind: "cancel"; job: number };

export type FromWorker = { job: number; document: Uint8Array } | { job: number; problem: string };

const port = parentPort;
if (port === null) throw new Error("report-worker runs as a worker thread only");

const cancelled = new Set<number>();
let turn: Promise<void> = Promise.resolve();

port.on("message", (message: ToWorker) => {
  if (message.kind === "cancel") cancelled.add(message.job);
  else turn = turn.then(() => write(message));
});

async function write({ job, format, check }: ToWorker & { kind: "write" }): Promise<void> {
  // A cancellation that came while the one before was written is in the queue, not yet here.
  await new Promise(setImmediate);
  try {
    if (cancelled.delete(job)) return;
    const document = await writeReport(format, check);
    port?.postMessage({ job, document } satisfies FromWorker);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    port?.postMessage({ job, problem } satisfies FromWorker);
  }
}
