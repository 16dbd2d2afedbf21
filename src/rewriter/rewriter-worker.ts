// Runs the rewriter in a thread of its own: proposing and choosing edits of a long text takes seconds
// of computing, during which the server must go on answering. Only the detector is asked across.
import { parentPort, workerData } from "node:worker_threads";
import type { Detection, DetectOptions } from "../detector/detector.ts";
import { createLanguageModel, type LanguageModelSettings } from "./language-model.ts";
import { openResources } from "./resources.ts";
import {
  createRewriter,
  NoSuchSentence,
  type Rewrite,
  type RewriteOptions,
  type RewrittenSentence,
} from "./rewrite.ts";

export type ToWorker =
  | {
      kind: "rewrite";
      job: number;
      text: string;
      options: Omit<RewriteOptions, "signal" | "account" | "onProgress" | "onSentence">;
      /** Whether to tell how much is done. */
      hasWatcher: boolean;
      /** Whether to tell each sentence as soon as it is final. */
      hasReader: boolean;
    }
  | { kind: "cancel"; job: number }
  | { kind: "reading"; question: number; share: number }
  | { kind: "detected"; question: number; detection?: Detection; problem?: string };

export type FromWorker =
  | { kind: "detect"; job: number; question: number; text: string }
  | { kind: "progress"; job: number; share: number }
  | { kind: "sentence"; job: number; sentence: RewrittenSentence }
  | { kind: "done"; job: number; rewrite: Rewrite }
  | { kind: "failed"; job: number; problem: string; noSuchSentence?: boolean };

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
  {
    resolve(found: Detection): void;
    reject(error: Error): void;
    onProgress: DetectOptions["onProgress"];
  }
>();
const jobs = new Map<number, AbortController>();
let asked = 0;
const tell = (message: FromWorker) => port.postMessage(message);

port.on("message", (message: ToWorker) => {
  if (message.kind === "cancel") {
    jobs.get(message.job)?.abort();
  } else if (message.kind === "reading") {
    questions.get(message.question)?.onProgress?.(message.share);
  } else if (message.kind === "detected") {
    const waiting = questions.get(message.question);
    questions.delete(message.question);
    if (message.detection !== undefined) waiting?.resolve(message.detection);
    else waiting?.reject(new Error(message.problem));
  } else {
    void run(message);
  }
});

async function run({
  job,
  text,
  options,
  hasWatcher,
  hasReader,
}: Extract<ToWorker, { kind: "rewrite" }>): Promise<void> {
  const cancelled = new AbortController();
  jobs.set(job, cancelled);
  const rewriter = createRewriter({
    resources,
    languageModel,
    detect: (content, { onProgress } = {}) =>
      new Promise((resolve, reject) => {
        const question = ++asked;
        questions.set(question, { resolve, reject, onProgress });
        tell({ kind: "detect", job, question, text: content });
      }),
  });
  try {
    const rewrite = await rewriter.rewrite(text, {
      ...options,
      signal: cancelled.signal,
      ...(hasReader ? { onSentence: (sentence) => tell({ kind: "sentence", job, sentence }) } : {}),
      ...(hasWatcher ? { onProgress: (share) => tell({ kind: "progress", job, share }) } : {}),
    });
    tell({ kind: "done", job, rewrite });
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    tell({ kind: "failed", job, problem, noSuchSentence: error instanceof NoSuchSentence });
  } finally {
    jobs.delete(job);
  }
}
