// Parses the bodies of requests: small ones at once, large ones in a thread, one at a time and fairly by account, so that
// no body keeps the main thread from other requests and no account the thread from other accounts.
import type { Worker } from "node:worker_threads";
import { createFairQueue } from "../fair-queue/fair-queue.ts";
import {
  AppError,
  type BodyToParse,
  type ParsedBody,
  parseBody,
  startBodyThread,
} from "../http/http.ts";

export type BodyParser = {
  /** What the body says; throws AppError for what is wrong with it. */
  parse(body: BodyToParse, owner: { account: string; signal: AbortSignal }): Promise<unknown>;
  close(): Promise<void>;
};

/** Bytes. Parsed in some two milliseconds, whatever they hold; sending them to the thread would take as long. */
const SMALL_MAX = 65_536;

type Job = {
  body: BodyToParse;
  account: string;
  begunAt: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};

export function openBodyParser({ smallMax = SMALL_MAX, start = startBodyThread } = {}): BodyParser {
  const waiting = createFairQueue<Job>();
  let thread: Worker | null = null;
  let running: Job | null = null;

  const startThread = (): Worker => {
    const started = start();
    started.on("message", (parsed: ParsedBody) => {
      const job = end();
      if ("value" in parsed) job?.resolve(parsed.value);
      else if ("failed" in parsed) job?.reject(new Error(parsed.failed));
      else job?.reject(new AppError(parsed.refused.code, parsed.refused));
      runNext();
    });
    const fail = (error: Error) => {
      if (thread !== started) return;
      thread = null;
      end()?.reject(error);
      runNext();
    };
    started.on("error", fail);
    started.on("exit", () => fail(new Error("The thread that parses bodies ended.")));
    return started;
  };

  const end = (): Job | null => {
    const job = running;
    running = null;
    if (job !== null) waiting.end(job.account, performance.now() - job.begunAt);
    // An idle thread must not keep the program alive.
    thread?.unref();
    return job;
  };

  const runNext = (): void => {
    if (running !== null) return;
    const job = waiting.next();
    if (job === undefined) return;
    running = job;
    job.begunAt = performance.now();
    thread ??= startThread();
    thread.ref();
    const { bytes } = job.body;
    const isAlone = bytes.byteLength === bytes.buffer.byteLength;
    thread.postMessage(job.body, isAlone ? [bytes.buffer as ArrayBuffer] : []);
  };

  return {
    async parse(body, { account, signal }) {
      signal.throwIfAborted();
      if (body.bytes.length <= smallMax) return parseBody(body);
      return new Promise((resolve, reject) => {
        const job: Job = { body, account, begunAt: 0, resolve, reject };
        const leave = () => {
          waiting.remove(account, job);
          // What is being parsed is parsed to its end and then discarded.
          reject(signal.reason);
        };
        signal.addEventListener("abort", leave, { once: true });
        const settle =
          <T>(to: (value: T) => void) =>
          (value: T) => {
            signal.removeEventListener("abort", leave);
            to(value);
          };
        job.resolve = settle(resolve);
        job.reject = settle(reject);
        waiting.add(account, job);
        runNext();
      });
    },
    async close() {
      const closed = new AppError("overloaded");
      for (const job of waiting.clear()) job.reject(closed);
      running?.reject(closed);
      const left = thread;
      thread = null;
      await left?.terminate();
    },
  };
}
