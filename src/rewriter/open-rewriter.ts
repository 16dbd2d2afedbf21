// The rewriter for a server: the same answers, computed in a worker thread. A thread that dies fails
// the rewrites it had and is replaced with the next one.
import { Worker } from "node:worker_threads";
import type { Detector } from "../detector/detector.ts";
import type { LanguageModelSettings } from "./language-model.ts";
import { checkRewriterFiles } from "./resources.ts";
import { NoSuchSentence, type Rewrite, type RewriteOptions, type Rewriter } from "./rewrite.ts";
import type { FromWorker, RewriterWorkerData, ToWorker } from "./rewriter-worker.ts";

/** Nearly all objects are short-lived: swept more often, they hold 40 MB less and take no longer (bench/rewriter-process.ts). */
const YOUNG_MAX_MB = 4;

const CLOSED = "The rewriter is closed.";

export type OpenRewriter = Rewriter & { close(): Promise<void> };

type Job = {
  signal: AbortSignal | undefined;
  account: string | undefined;
  onProgress: RewriteOptions["onProgress"];
  onSentence: RewriteOptions["onSentence"];
  resolve(rewrite: Rewrite): void;
  reject(error: unknown): void;
};

export type OpenRewriterOptions = Pick<Detector, "detect"> & {
  /** Folder of the released model; the rewriter's files lie in its `rewriter` folder. */
  readonly modelDir: string;
  readonly languageModel?: LanguageModelSettings | undefined;
};

export function openRewriter(settings: OpenRewriterOptions): OpenRewriter {
  const { detect, modelDir, languageModel } = settings;
  checkRewriterFiles(modelDir);
  const jobs = new Map<number, Job>();
  let worker: Worker | null = null;
  let last = 0;
  let isClosed = false;
  const start = (): Worker => {
    const started = new Worker(new URL("./rewriter-worker.ts", import.meta.url), {
      workerData: { modelDir, languageModel } satisfies RewriterWorkerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MAX_MB },
    });
    started.unref();
    const failAll = (error: Error) => {
      // A thread that has been replaced has no jobs left.
      if (worker !== started) return;
      worker = null;
      for (const job of jobs.values()) job.reject(error);
      jobs.clear();
    };
    const send = (message: ToWorker) => started.postMessage(message);
    started.on("message", (message: FromWorker) => hear(message, jobs, detect, send));
    started.on("error", failAll);
    started.on("exit", () => failAll(new Error("The rewriter's thread ended.")));
    return started;
  };
  return {
    rewrite(text, options: RewriteOptions = {}) {
      const { signal, account, onProgress, onSentence, ...rest } = options;
      const hasReader = onSentence !== undefined;
      const hasWatcher = onProgress !== undefined;
      const job = ++last;
      if (isClosed) return Promise.reject(new Error(CLOSED));
      const running = (worker ??= start());
      return new Promise<Rewrite>((resolve, reject) => {
        signal?.throwIfAborted();
        jobs.set(job, { signal, account, onProgress, onSentence, resolve, reject });
        const cancel = () => {
          running.postMessage({ kind: "cancel", job } satisfies ToWorker);
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", cancel, { once: true });
        const message: ToWorker = {
          kind: "rewrite",
          job,
          text,
          options: rest,
          hasWatcher,
          hasReader,
        };
        running.postMessage(message);
      }).finally(() => jobs.delete(job));
    },
    async close() {
      isClosed = true;
      for (const job of jobs.values()) job.reject(new Error(CLOSED));
      await worker?.terminate();
    },
  };
}

function errorOf({ problem, noSuchSentence }: Extract<FromWorker, { kind: "failed" }>): Error {
  return noSuchSentence === true ? new NoSuchSentence(problem) : new Error(problem);
}

/** Takes a message of the thread: an end, how far it is, or a question to the detector. */
function hear(
  message: FromWorker,
  jobs: ReadonlyMap<number, Job>,
  detect: Detector["detect"],
  send: (message: ToWorker) => void,
): void {
  const job = jobs.get(message.job);
  if (message.kind === "done") return job?.resolve(message.rewrite);
  if (message.kind === "sentence") return job?.onSentence?.(message.sentence);
  if (message.kind === "progress") return job?.onProgress?.(message.share);
  if (message.kind === "failed")
    return job?.reject(job.signal?.aborted ? job.signal.reason : errorOf(message));
  const { question, text } = message;
  // The caller has left since: the detector is not asked for nobody.
  if (job === undefined) return send({ kind: "detected", question, problem: "given up" });
  const { signal, account, onProgress } = job;
  const onReading = (share: number) => send({ kind: "reading", question, share });
  detect(text, {
    isVariant: true,
    ...(onProgress === undefined ? {} : { onProgress: onReading }),
    ...(signal === undefined ? {} : { signal }),
    ...(account === undefined ? {} : { account }),
  }).then(
    (detection) => send({ kind: "detected", question, detection }),
    (error: unknown) => {
      // The caller hears the detector's own error: an overload stays an overload.
      job.reject(error);
      send({ kind: "detected", question, problem: "the detector did not answer" });
    },
  );
}
