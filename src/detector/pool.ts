// A fixed number of worker threads behind one bounded queue, fair by account. A worker runs one job at a time,
// plus a short one beside a long one, so that a sentence need not wait for a book. A worker that dies is replaced
// and its jobs are requeued; a job can be cancelled while it waits or runs. Scheduling never changes a result.
import type { Worker } from "node:worker_threads";
import { createFairQueue } from "../fair-queue/fair-queue.ts";
import { createQueueBound } from "./queue-bound.ts";

export type PoolWorker = Pick<Worker, "postMessage" | "on" | "terminate" | "unref">;

export type PoolOptions = {
  readonly size: number;
  /** How many jobs may wait; one more is refused. */
  readonly queueMax: number;
  /** Queue length under sustained overload: once jobs have been waiting without a break for `sustainedMs`. */
  readonly steadyQueueMax?: number;
  readonly sustainedMs?: number;
  /** How long a close waits for workers that are loading or working. */
  readonly closeWaitMaxMs?: number;
  /** Monotonic clock, in milliseconds. */
  readonly clock?: () => number;
  /** Whether a job takes so long that a short one may run beside it. */
  isLong(job: unknown): boolean;
  /** Starts a thread; `cancelled` has the ids of the jobs it should abandon. */
  startWorker(cancelled: Int32Array): PoolWorker;
};

export type Pool<Result> = {
  /** Runs the job; the fair queue charges it to the account. */
  run(job: unknown, options?: RunOptions): Promise<Result>;
  /** Queued and running jobs. */
  load(): { waiting: number; running: number };
  /** Resolves when every worker has loaded its models. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
};

export type RunOptions = {
  signal?: AbortSignal;
  account?: string;
  /** Progress callback, 0…1, if the worker reports it. */
  onProgress?: ((share: number) => void) | undefined;
};

export class PoolError extends Error {
  readonly code: "overloaded" | "failed" | "closed";
  constructor(code: PoolError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "PoolError";
    this.code = code;
  }
}

export type WorkerAnswer<Result> =
  | { kind: "ready" }
  /** How much of a job is done, 0…1. */
  | { kind: "progress"; job: number; share: number }
  | { kind: "done"; job: number; result: Result }
  | { kind: "failed"; job: number; reason: string };

type Job<Result> = {
  number: number;
  content: unknown;
  account: string;
  isLong: boolean;
  begunAt: number;
  attempts: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
  slot: Slot<Result> | undefined;
  onProgress: RunOptions["onProgress"];
};
type Slot<Result> = {
  worker: PoolWorker;
  cancelled: Int32Array;
  isReady: boolean;
  jobs: Map<number, Job<Result>>;
};

// A text that kills this many workers is not tried on yet another one.
const ATTEMPTS_MAX = 3;
// Workers that die before they are ready indicate a broken installation, not a bad text.
const FAILED_STARTS_MAX = 5;

/** Starts the workers. */
export function startPool<Result>(settings: PoolOptions): Pool<Result> {
  const { queueMax, steadyQueueMax = queueMax, sustainedMs = 5000 } = settings;
  const { closeWaitMaxMs = 5000, clock = () => performance.now() } = settings;
  const waiting = createFairQueue<Job<Result>>();
  const bound = createQueueBound({ queueMax, steadyQueueMax, sustainedMs, clock });
  const slots = new Set<Slot<Result>>();
  let lastNumber = 0;
  let failedStarts = 0;
  let isClosed = false;
  /** Called when a worker may have become idle after the close. */
  let onIdle = (): void => {};
  const ready = Promise.withResolvers<void>();
  // The opener awaits it; until then an unhandled rejection would crash the process.
  ready.promise.catch(() => {});

  function addWorker(): void {
    // One slot for a long job and one for a short one.
    const cancelled = new Int32Array(new SharedArrayBuffer(8));
    const slot: Slot<Result> = {
      worker: settings.startWorker(cancelled),
      cancelled,
      isReady: false,
      jobs: new Map(),
    };
    slots.add(slot);
    slot.worker.on("message", (answer: WorkerAnswer<Result>) => handleAnswer(slot, answer));
    slot.worker.on("error", (error: Error) => replaceWorker(slot, error));
    slot.worker.on("exit", () => replaceWorker(slot, new Error("the worker ended")));
  }

  function handleAnswer(slot: Slot<Result>, answer: WorkerAnswer<Result>): void {
    if (answer.kind === "progress") {
      slot.jobs.get(answer.job)?.onProgress?.(answer.share);
      return;
    }
    if (answer.kind === "ready") {
      slot.isReady = true;
      failedStarts = 0;
      if ([...slots].every((each) => each.isReady)) ready.resolve();
    } else {
      const job = slot.jobs.get(answer.job);
      slot.jobs.delete(answer.job);
      if (job !== undefined) waiting.end(job.account, clock() - job.begunAt);
      if (answer.kind === "done") job?.resolve(answer.result);
      else job?.reject(new PoolError("failed", answer.reason));
    }
    dispatch();
    onIdle();
  }

  /** A worker died: another takes its place, and its jobs go to the front of the queue. */
  function replaceWorker(slot: Slot<Result>, cause: Error): void {
    const isKnown = slots.delete(slot);
    onIdle();
    if (!isKnown || isClosed) return;
    for (const job of slot.jobs.values()) {
      job.slot = undefined;
      job.attempts++;
      waiting.end(job.account, clock() - job.begunAt);
      if (job.attempts < ATTEMPTS_MAX) waiting.addFirst(job.account, job);
      else job.reject(new PoolError("failed", "the text could not be analysed", { cause }));
    }
    if (!slot.isReady && ++failedStarts >= FAILED_STARTS_MAX) {
      const error = new PoolError("failed", "the detector's workers do not start", { cause });
      ready.reject(error);
      for (const left of waiting.clear()) left.reject(error);
      return;
    }
    addWorker();
    dispatch();
  }

  /** Starts all jobs that can run, in fair order; a short job may overtake a long one. */
  function dispatch(): void {
    for (;;) {
      const job = waiting.next((one) => slotFor(slots, one) !== undefined);
      const slot = job === undefined ? undefined : slotFor(slots, job);
      if (job === undefined || slot === undefined) break;
      slot.jobs.set(job.number, job);
      job.slot = slot;
      job.begunAt = clock();
      slot.worker.postMessage({ job: job.number, content: job.content });
    }
    bound.note(waiting.size());
  }

  /** Whether one more job may be queued. In a full queue the newest job of the account with the most is evicted. */
  function makeRoom(account: string): boolean {
    if (waiting.size() < bound.max()) return true;
    bound.noteRefusal();
    const displaced = waiting.displaceFor(account);
    displaced?.reject(tooMany());
    return displaced !== undefined;
  }

  function cancelJob(job: Job<Result>): void {
    waiting.remove(job.account, job);
    bound.note(waiting.size());
    // A running job is told to stop; its worker is free again when it has responded.
    cancel(job);
  }

  function untilIdle(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, closeWaitMaxMs);
      onIdle = () => {
        if ([...slots].some((slot) => !slot.isReady || slot.jobs.size > 0)) return;
        clearTimeout(timer);
        resolve();
      };
      onIdle();
    });
  }

  for (let i = 0; i < settings.size; i++) addWorker();

  return {
    ready: ready.promise,
    load: () => ({
      waiting: waiting.size(),
      running: [...slots].reduce((sum, slot) => sum + slot.jobs.size, 0),
    }),
    run(content, { signal, account = "", onProgress } = {}) {
      if (isClosed) return Promise.reject(new PoolError("closed", "the detector is closed"));
      if (signal?.aborted) return Promise.reject(signal.reason);
      const isLong = settings.isLong(content);
      if (slotFor(slots, { isLong }) === undefined && !makeRoom(account)) {
        return Promise.reject(tooMany());
      }
      return new Promise<Result>((resolve, reject) => {
        const job: Job<Result> = {
          number: ++lastNumber,
          content,
          account,
          isLong,
          begunAt: 0,
          attempts: 0,
          slot: undefined,
          onProgress,
          resolve,
          reject,
        };
        if (signal !== undefined) rejectOnAbort(job, signal, cancelJob);
        waiting.add(account, job);
        dispatch();
      });
    },
    async close() {
      isClosed = true;
      const closed = new PoolError("closed", "the detector is closed");
      for (const job of waiting.clear()) job.reject(closed);
      for (const slot of slots) {
        for (const job of slot.jobs.values()) {
          job.reject(closed);
          cancel(job);
        }
      }
      // Terminating a thread while the library is computing can crash the whole process.
      await untilIdle();
      await Promise.all([...slots].map((slot) => slot.worker.terminate()));
      slots.clear();
    },
  };
}

/** An idle worker, or for a short job one that runs only a long one. */
function slotFor<Result>(
  slots: ReadonlySet<Slot<Result>>,
  job: Pick<Job<Result>, "isLong">,
): Slot<Result> | undefined {
  const ready = [...slots].filter((slot) => slot.isReady);
  const idle = ready.find((slot) => slot.jobs.size === 0);
  if (idle !== undefined || job.isLong) return idle;
  return ready.find((slot) => slot.jobs.size === 1 && [...slot.jobs.values()][0]?.isLong);
}

function cancel<Result>({ slot, isLong, number }: Job<Result>): void {
  if (slot !== undefined) Atomics.store(slot.cancelled, isLong ? 0 : 1, number);
}

/** Cancels and rejects the job when the signal is aborted, unless it is settled by then. */
function rejectOnAbort<Result>(
  job: Job<Result>,
  signal: AbortSignal,
  cancelJob: (job: Job<Result>) => void,
): void {
  const { resolve, reject } = job;
  const onAbort = (): void => {
    cancelJob(job);
    reject(signal.reason);
  };
  signal.addEventListener("abort", onAbort, { once: true });
  job.resolve = (result) => {
    signal.removeEventListener("abort", onAbort);
    resolve(result);
  };
  job.reject = (error) => {
    signal.removeEventListener("abort", onAbort);
    reject(error);
  };
}

function tooMany(): PoolError {
  return new PoolError("overloaded", "too many texts are waiting");
}
