// Processes the texts of a job: the same metered flow as for a request, a few texts at a time. Results are
// written in the transaction that counts them; those that cost nothing are written without one.
import type { Accounts, Caller } from "../accounts/accounts.ts";
import type { Detector } from "../detector/detector.ts";
import type { FileFormat } from "../files/files.ts";
import type { History } from "../history/history.ts";
import { AppError, type Log, toAppError } from "../http/http.ts";
import { keepDetection, keepRewrite, runRewrite, withInput } from "../input/input.ts";
import type { ItemOutcome, JobItem, JobSlice, Jobs, JobWork } from "../jobs/jobs.ts";
import {
  asOverload,
  createMeteredWork,
  isDetectionCharged,
  isRewriteCharged,
  type Kept,
} from "../metering/metering.ts";
import type { RewriteOptions, Rewriter } from "../rewriter/rewriter.ts";
import { errorFields } from "./replies.ts";
import { createTestDetector, createTestRewriter } from "./test-keys.ts";

/** A job's text may take far longer than a request's, which has 100 s. */
const ITEM_TIME_LIMIT_MS = 600_000;
/** A text that was being processed each time a copy died is given up. */
const ATTEMPTS_MAX = 3;

export type JobWorkOptions = {
  accounts: Pick<Accounts, "quota" | "callerForKey">;
  history: Pick<History, "keep">;
  jobs: Pick<Jobs, "recordOf" | "settle" | "abandon">;
  detector: Pick<Detector, "detect" | "version">;
  rewriter: Pick<Rewriter, "rewrite">;
  clock: () => number;
  log: Log;
  /** Called with the outcome of each text. */
  onOutcome?: ((status: ItemOutcome["status"]) => void) | undefined;
};

type Options = { explain?: boolean } & Pick<
  RewriteOptions,
  "strength" | "keep" | "sentences" | "alternatives"
>;
type Done = { position: number; answer: object; kept: Kept };
/** `done` costs a check each, `free` nothing. */
type Slice = { done: Done[]; free: Done[]; failed: ItemOutcome[]; isBusy: boolean };

export function createJobWork(options: JobWorkOptions): JobWork {
  const { accounts, jobs, detector, rewriter, log } = options;
  const meteredWork = createMeteredWork(options);
  const test = {
    detect: createTestDetector(detector.version).detect,
    rewrite: createTestRewriter(detector.version).rewrite,
  };

  /** Processes the texts in order until `granted` of them cost a check. */
  const workThrough = async (
    { job, items }: JobSlice,
    { granted, signal }: { granted: number; signal: AbortSignal },
  ): Promise<Slice> => {
    const slice: Slice = { done: [], free: [], failed: [], isBusy: false };
    const { explain, ...rewriting } = JSON.parse(job.options) as Options;
    const account = job.accountId;
    const { detect } = job.isTest ? test : detector;
    const by = job.isTest ? test : rewriter;
    for (const item of items) {
      if (slice.done.length >= granted) break;
      const timed = AbortSignal.any([signal, AbortSignal.timeout(ITEM_TIME_LIMIT_MS)]);
      try {
        if (item.attempt > ATTEMPTS_MAX) throw new AppError("internal");
        const requester = { account, signal: timed };
        if (job.task === "detect") {
          const detection = await detect(item.content, { ...requester, explain: explain === true });
          const counted = isDetectionCharged(detection);
          const kept = keepDetection(detection, item);
          slice[counted ? "done" : "free"].push(doneWith(item, { ...detection, counted }, kept));
        } else {
          const rewritten = await runRewrite(by, item.content, { ...requester, ...rewriting });
          const counted = isRewriteCharged(rewritten);
          const kept = keepRewrite(rewritten, item);
          slice[counted ? "done" : "free"].push(doneWith(item, { ...rewritten, counted }, kept));
        }
      } catch (thrown) {
        signal.throwIfAborted();
        const error = toAppError(asOverload(thrown));
        if (error.code === "overloaded" || error.code === "store_unavailable") {
          slice.isBusy = true;
          break;
        }
        if (error.code === "internal") log.error({ job: job.id, err: thrown }, "a text failed");
        const status = error.code === "quota_exceeded" ? "refused" : "failed";
        slice.failed.push(failure(item, error, status));
      }
    }
    return slice;
  };

  return async (slice, signal) => {
    const caller = await accounts.callerForKey(slice.job.keyId);
    if (caller === null) {
      // The key was revoked: nobody can pay for the job or read it any more.
      await jobs.abandon(slice.job.id);
      return "settled";
    }
    const { outcomes, isBusy } = caller.isTest
      ? await uncounted(slice, signal)
      : await counted(caller, slice, signal);
    if (outcomes.length > 0) await settle(slice, outcomes);
    return isBusy ? "busy" : "settled";
  };

  async function settle(slice: JobSlice, outcomes: ItemOutcome[]): Promise<void> {
    if (!(await jobs.settle(slice, outcomes))) return;
    for (const { status } of outcomes) options.onOutcome?.(status);
  }

  async function uncounted(slice: JobSlice, signal: AbortSignal) {
    const granted = slice.items.length;
    const { done, free, failed, isBusy } = await workThrough(slice, { granted, signal });
    return { outcomes: [...[...done, ...free].map(toOutcome), ...failed], isBusy };
  }

  /** Counts and writes what succeeded; returns the outcomes that cost nothing and are still to be written. */
  async function counted(caller: Caller, slice: JobSlice, signal: AbortSignal) {
    const outcome = await meteredWork<Slice>(caller, {
      endpoint: "jobs",
      body: "",
      idempotencyKey: undefined,
      signal,
      checks: slice.items.length,
      async work({ granted }) {
        const result = await workThrough(slice, { granted, signal });
        return { result, charged: result.done.length };
      },
      kept: ({ done }, counted) => done.slice(0, counted).map(({ kept }) => kept),
      record: ({ done }) => jobs.recordOf(slice, done.map(toOutcome)),
    });
    if (!outcome.ok) {
      const { reason } = outcome;
      const isQuota = reason === "quota_exceeded" || reason === "key_quota_exceeded";
      // Otherwise the lease is lost or the account is gone, and there is nothing left to write.
      return { outcomes: isQuota ? refuse(slice.items, reason) : [], isBusy: false };
    }
    const { result, counted } = outcome;
    for (let n = 0; n < counted; n++) options.onOutcome?.("done");
    const free = result.free.map(toOutcome);
    const settled = new Set([
      ...result.done.slice(0, counted).map(({ position }) => position),
      ...free.map(({ position }) => position),
      ...result.failed.map(({ position }) => position),
    ]);
    const left = slice.items.filter(({ position }) => !settled.has(position));
    const refused = result.isBusy ? [] : refuse(left, "quota_exceeded");
    return { outcomes: [...free, ...result.failed, ...refused], isBusy: result.isBusy };
  }
}

function doneWith({ position, content, format }: JobItem, result: object, kept: Kept): Done {
  const answer = withInput(result, { content, format: format as FileFormat | undefined });
  return { position, answer, kept };
}

function toOutcome({ position, answer }: Done): ItemOutcome {
  return { position, status: "done", result: JSON.stringify(answer) };
}

function refuse(
  items: readonly JobItem[],
  reason: "quota_exceeded" | "key_quota_exceeded",
): ItemOutcome[] {
  return items.map((item) => failure(item, new AppError(reason), "refused"));
}

function failure(
  { position }: JobItem,
  error: AppError,
  status: "failed" | "refused",
): ItemOutcome {
  return { position, status, result: errorResult(error) };
}

/** A text's error as its result; the address of its page is added when it is read. */
export function errorResult(error: AppError): string {
  return JSON.stringify(errorFields(error));
}
