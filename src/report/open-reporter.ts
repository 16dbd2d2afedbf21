// Writes reports for a server, in a worker thread: laying out a long PDF takes seconds of computing,
// during which the server must go on answering. One report is written at a time; a thread that dies
// fails the reports it had and is replaced with the next one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { ReportedCheck, ReportFormat } from "./check.ts";
import { type ModelCard, readModelCard } from "./model-card.ts";
import type { FromWorker, ToWorker } from "./report-worker.ts";

export type Reporter = {
  /** The document's bytes. Throws a ReporterError when too many wait. */
  write(format: ReportFormat, check: CheckToReport, signal?: AbortSignal): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** What a caller knows of a check; the rest is the installation's. */
export type CheckToReport = Omit<ReportedCheck, "appVersion" | "card">;

export class ReporterError extends Error {
  override readonly name = "ReporterError";
}

/** Queued reports; at up to some seconds each, more would make callers wait too long. */
const WAITING_MAX = 16;
/** Several times what the longest text was measured to need. */
const MEMORY_MAX_MB = 1024;

type Job = { resolve(document: Uint8Array): void; reject(error: unknown): void };

export function openReporter({
  modelDir,
  appVersion,
}: {
  modelDir: string;
  appVersion: string;
}): Reporter {
  const card = readCard(modelDir);
  const jobs = new Map<number, Job>();
  let worker: Worker | null = null;
  let last = 0;

  const start = (): Worker => {
    const started = new Worker(new URL("./report-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
    });
    started.unref();
    const fail = (error: Error) => {
      // The next one may have started already.
      if (worker !== started) return;
      worker = null;
      for (const job of jobs.values()) job.reject(error);
      jobs.clear();
    };
    started.on("message", (message: FromWorker) => {
      const job = jobs.get(message.job);
      if ("document" in message) job?.resolve(message.document);
      else job?.reject(new Error(message.problem));
    });
    started.on("error", fail);
    started.on("exit", () => fail(new Error("The reporter's thread ended.")));
    return started;
  };

  return {
    async write(format, check, signal) {
      signal?.throwIfAborted();
      if (jobs.size >= WAITING_MAX) throw new ReporterError("too many reports are waiting");
      const job = ++last;
      const running = (worker ??= start());
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
      jobs.set(job, { resolve, reject });
      // A cancelled report that is being written is discarded; one that waits is never started.
      const cancel = () => {
        running.postMessage({ kind: "cancel", job } satisfies ToWorker);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", cancel, { once: true });
      const whole = { ...check, appVersion, card };
      running.postMessage({ kind: "write", job, format, check: whole } satisfies ToWorker);
      try {
        return await promise;
      } finally {
        jobs.delete(job);
        signal?.removeEventListener("abort", cancel);
      }
    },
    async close() {
      await worker?.terminate();
    },
  };
}

/** The card that lies with the model, or null. */
export function readCard(modelDir: string): ModelCard | null {
  try {
    return readModelCard(readFileSync(join(modelDir, "CARD.md"), "utf8"));
  } catch {
    return null;
  }
}
