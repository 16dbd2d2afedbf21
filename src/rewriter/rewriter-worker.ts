// Runs the rewriter in a thread of its own: proposing and choosing edits of a long text takes seconds
// of computing, during which the server must go on answering. Only the detector is asked across.
import { parentPort, workerData } from "node:worker_threads";
import type { Detection } from "../detector/detector.ts";
import { createLanguageModel, type LanguageModelSettings } from "./language-model.ts";
import { openResources } from "./resources.ts";
import { createRewriter, type Rewrite, type RewriteOptions } from "./rewrite.ts";

export type ToWorker =
  | {
      kind: "rewrite";
      job: number;
      text: string;
      options: Omit<RewriteOptions, "signal" | "account">;
    }
  | { kind: "cancel"; job: number }
  | { kind: "detected"; question: number; detection?: Detection; problem?: string };

export type FromWorker =
  | { kind: "detect"; job: number; question: number; text: string }
  | { kind: "done"; job: number; rewrite: Rewrite }
  | { kind: "failed"; job: number; problem: string };

const port = parentPort;
if (port === null) throw new Error("This file is started as a worker thread.");

export type RewriterWorkerData = {
  modelDir: string;
  languageModel?: LanguageModelSettings | undefined;
};

const { modelDir, languageModel: settings } = workerData as RewriterWorkerData;
const resources = openResources(modelDir);
// One for all texts: it counts what they cost together.
const languageModel = settings === undefined ? undefined : createLanguageModel(settings);

const questions = new Map<
  number,
  { resolve(found: Detection): void; reject(error: Error): void }
>();
const jobs = new Map<number, AbortController>();
let asked = 0;

port.on("message", (message: ToWorker) => {
  if (message.kind === "cancel") {
    jobs.get(message.job)?.abort();
  } else if (message.kind === "detected") {
    const waiting = questions.get(message.question);
    questions.delete(message.question);
    if (message.detection !== undefined) waiting?.resolve(message.detection);
    else waiting?.reject(new Error(message.problem));
  } else {
    void run(message.job, message.text, message.options);
  }
});

async function run(job: number, text: string, options: RewriteOptions): Promise<void> {
  const cancelled = new AbortController();
  jobs.set(job, cancelled);
  const rewriter = createRewriter({
    resources,
    languageModel,
    detect: (content) =>
      new Promise((resolve, reject) => {
        const question = ++asked;
        questions.set(question, { resolve, reject });
        port?.postMessage({ kind: "detect", job, question, text: content } satisfies FromWorker);
      }),
  });
  try {
    const rewrite = await rewriter.rewrite(text, { ...options, signal: cancelled.signal });
    port?.postMessage({ kind: "done", job, rewrite } satisfies FromWorker);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    port?.postMessage({ kind: "failed", job, problem } satisfies FromWorker);
  } finally {
    jobs.delete(job);
  }
}
