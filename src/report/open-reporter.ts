// Writes reports for a server, in a worker thread: laying out a long PDF takes seconds of computing, during which the
// server must go on answering. One report is written at a time; the others wait in a queue that is fair by account. A
// report that takes too long, or whose client has left, ends with its thread: nothing else stops a layout.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createFairQueue } from "../fair-queue/fair-queue.ts";
import type { ReportedCheck, ReportFormat } from "./check.ts";
import { type ModelCard, readModelCard } from "./model-card.ts";
import type { FromWorker, ToWorker } from "./report-worker.ts";

export type Reporter = {
  /** The document's bytes. Throws a ReporterError when too many wait, or when it takes too long to write. */
  write(
    format: ReportFormat,
    check: CheckToReport,
    options?: { account?: string; signal?: AbortSignal },
  ): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** What a caller knows of a check; the rest is the installation's. */
export type CheckToReport = Omit<ReportedCheck, "appVersion" | "card">;

export class ReporterError extends Error {
  override readonly name = "ReporterError";
  readonly code: "busy" | "too_slow";

  constructor(code: "busy" | "too_slow", message: string) {
    super(message);
    this.code = code;
  }
}

/** Queued reports; at up to some seconds each, more would make callers wait too long. */
const WAITING_MAX = 16;
/** Several times what the longest text was measured to need. */
const MEMORY_MAX_MB = 1024;
/** Several times what the longest text of any script was measured to need. */
const TIMEOUT_MS = 30_000;

type Job = {
  account: string;
  format: ReportFormat;
  check: CheckToReport;
  begunAt: number;
  resolve(document: Uint8Array): void;
  reject(error: unknown): void;
};

export function openReporter({
  modelDir,
  appVersion,
  timeoutMs = TIMEOUT_MS,
}: {
  modelDir: string;
  appVersion: string;
  timeoutMs?: number;
}): Reporter {
  const card = readCard(modelDir);
  const waiting = createFairQueue<Job>();
  let worker: Worker | null = null;
  let running: Job | undefined;
  let timer: NodeJS.Timeout | undefined;
  // Of the report being written.
  let number = 0;

  const start = (): Worker => {
    const started = new Worker(new URL("./report-worker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
    });
    started.unref();
    const fail = (error: Error) => {
      // The next one may have started already.
      if (worker !== started) return;
      worker = null;
      end()?.reject(error);
      next();
    };
    started.on("message", (message: FromWorker) => {
      if (worker !== started || message.job !== number) return;
      const job = end();
      if ("document" in message) job?.resolve(message.document);
      else job?.reject(new Error(message.problem));
      next();
    });
    started.on("error", fail);
    started.on("exit", () => fail(new Error("The reporter's thread ended.")));
    return started;
  };

  function next(): void {
    if (running !== undefined) return;
    const job = waiting.next();
    if (job === undefined) return;
    running = job;
    job.begunAt = performance.now();
    const { format, check } = job;
    const message: ToWorker = { job: ++number, format, check: { ...check, appVersion, card } };
    timer = setTimeout(() => {
      stop(new ReporterError("too_slow", `the report took more than ${timeoutMs} ms`));
    }, timeoutMs).unref();
    try {
      worker ??= start();
      worker.postMessage(message);
    } catch (error) {
      stop(error);
    }
  }

  /** Ends the report being written, with its thread. */
  function stop(error: unknown): void {
    const stopped = worker;
    worker = null;
    void stopped?.terminate();
    end()?.reject(error);
    next();
  }

  function end(): Job | undefined {
    const job = running;
    clearTimeout(timer);
    running = undefined;
    if (job !== undefined) waiting.end(job.account, performance.now() - job.begunAt);
    return job;
  }

  return {
    async write(format, check, { account = "", signal } = {}) {
      signal?.throwIfAborted();
      if (waiting.size() >= WAITING_MAX) {
        // In a full queue the newest report of the account with the most is evicted.
        const displaced = waiting.displaceFor(account);
        const busy = new ReporterError("busy", "too many reports are waiting");
        if (displaced === undefined) throw busy;
        displaced.reject(busy);
      }
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
      const job: Job = { account, format, check, begunAt: 0, resolve, reject };
      const cancel = () => {
        if (running === job) stop(signal?.reason);
        else if (waiting.remove(account, job)) reject(signal?.reason);
      };
      signal?.addEventListener("abort", cancel, { once: true });
      waiting.add(account, job);
      next();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener("abort", cancel);
      }
    },
    async close() {
      const closed = new Error("The reporter is closed.");
      for (const job of waiting.clear()) job.reject(closed);
      const last = worker;
      worker = null;
      end()?.reject(closed);
      await last?.terminate();
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
