// The rules of jobs: accepted within limits, read by the key that made them, their results kept for an hour.
import { setImmediate as turn } from "node:timers/promises";
import {
  type InsertedJob,
  type ItemOutcome,
  type Job,
  type JobLimits,
  type JobOwner,
  type JobRecord,
  type JobSlice,
  type JobTask,
  type Log,
  type NewJobItem,
  reasonOf,
  type Store,
} from "../store/store.ts";
import { createWebhookSecrets } from "./webhook-secrets.ts";

export type Jobs = {
  create(
    wanted: JobOwner & {
      isTest: boolean;
      task: JobTask;
      options: object;
      webhookUrl: string | null;
      idempotency: { hash: string; bodyHash: string } | undefined;
      /** Then only a replayed request is accepted. */
      isQuotaSpent: boolean;
    },
    items: readonly NewJobItem[],
  ): Promise<InsertedJob>;
  /** Null when there is none, or it is another key's. */
  find(owner: JobOwner, id: string): Promise<Job | null>;
  list(owner: JobOwner, page: { limit: number; before?: string | undefined }): Promise<Job[]>;
  /** Stops the work, wipes texts and results. What was counted stays counted. */
  cancel(owner: JobOwner, id: string): Promise<Job | null>;
  /** The same for a job whose key was revoked. */
  abandon(id: string): Promise<void>;
  /** Results of a finished job, in order, a few at a time. */
  results(job: Job): AsyncGenerator<{ itemId: string | null; result: string }>;
  /** The outcomes of a slice, to be written in the same transaction as their count. */
  recordOf(slice: JobSlice, outcomes: readonly ItemOutcome[]): JobRecord;
  /** Writes outcomes that cost nothing; false when the lease was lost. */
  settle(slice: JobSlice, outcomes: readonly ItemOutcome[]): Promise<boolean>;
  /** The signing secret of webhooks of this key's jobs. */
  webhookSecret(keyId: string): Promise<string>;
  /** Called when a job was created, so that work starts without waiting for the next poll. */
  onCreated(listener: () => void): void;
  /** Unfinished jobs and their texts in the store, as of the last sweep. */
  load(): { jobs: number; texts: number };
  sweep(): Promise<void>;
  startCleanup(): { stop(): Promise<void> };
};

/** How long results are kept once a job has finished. */
export const RESULT_KEPT_MS = 3_600_000;
/** The lifetime of a job, whatever is left to do, and of its Idempotency-Key. */
const JOB_AGE_MAX_MS = 86_400_000;
const SWEEP_EVERY_MS = 20_000;
/** Rows that one write removes at most. */
const ROWS_AT_ONCE = 50;
const RESULTS_AT_ONCE = 50;
/** One account may hold this share of all that jobs may hold in the store. */
const ACCOUNT_SHARE = 1 / 4;

export function createJobs(options: {
  store: Store;
  clock: () => number;
  random: (size: number) => Uint8Array;
  /** Unfinished jobs of one account. */
  perAccount: number;
  /** UTF-16 units of texts in all jobs that are not wiped. */
  lengthMax: number;
  /** The result of texts that could not be done in a day, as JSON. */
  staleResult: string;
  log?: Log | undefined;
}): Jobs {
  const { store, clock, random, perAccount, lengthMax, staleResult, log } = options;
  const limits: JobLimits = {
    perAccount,
    lengthPerAccount: lengthMax * ACCOUNT_SHARE,
    length: lengthMax,
  };
  const webhookSecret = createWebhookSecrets(options);
  let notify = () => {};
  let load = { jobs: 0, texts: 0 };

  /** An expired job is one, whether or not the sweep has been there. */
  const asOfNow = (job: Job): Job =>
    job.status === "done" && job.expiresAt !== null && job.expiresAt <= clock()
      ? { ...job, status: "expired" }
      : job;

  const find = async (owner: JobOwner, id: string) => {
    const job = await store.findJob(owner, id);
    return job && asOfNow(job);
  };

  const wipe = async (id: string) => {
    while ((await store.wipeJobItems(id, ROWS_AT_ONCE)) > 0) await turn();
  };

  const abandon = async (id: string) => {
    await store.cancelJob(id, clock());
    await wipe(id);
  };

  const recordOf: Jobs["recordOf"] = ({ job, lease }, outcomes) => ({
    jobId: job.id,
    lease,
    outcomes,
    at: clock(),
    keptMs: RESULT_KEPT_MS,
  });

  const sweep = async () => {
    try {
      const at = clock();
      const createdBefore = at - JOB_AGE_MAX_MS;
      const ended = { createdBefore, result: staleResult, at, keptMs: RESULT_KEPT_MS };
      await store.endStaleJobs(ended);
      for (const id of await store.listJobsToWipe(at)) await wipe(id);
      await store.forgetJobs(createdBefore);
      load = await store.readJobsLoad();
    } catch (err) {
      log?.warn({ reason: reasonOf(err) }, "expired jobs could not be wiped yet");
    }
  };

  return {
    async create({ options, isQuotaSpent, ...wanted }, items) {
      const id = `job_${Buffer.from(random(15)).toString("base64url")}`;
      const job = { ...wanted, id, options: JSON.stringify(options), createdAt: clock() };
      const terms = { limits, keptMs: RESULT_KEPT_MS, isQuotaSpent };
      const inserted = await store.insertJob(job, items, terms);
      if (inserted.outcome === "inserted") notify();
      return "job" in inserted ? { ...inserted, job: asOfNow(inserted.job) } : inserted;
    },

    find,

    async list(owner, page) {
      return (await store.listJobs(owner, page)).map(asOfNow);
    },

    async cancel(owner, id) {
      const job = await find(owner, id);
      if (job === null) return null;
      await abandon(id);
      return find(owner, id);
    },

    abandon,

    async *results({ id, total }) {
      for (let from = 0; from < total; ) {
        const page = { from, limit: RESULTS_AT_ONCE, at: clock() };
        const rows = await store.listJobResults(id, page);
        // Wiped while being read: a truncated response must not look complete.
        if (rows.length === 0)
          throw new Error("The job's results were wiped while they were read.");
        yield* rows;
        from += rows.length;
      }
    },

    recordOf,
    settle: (slice, outcomes) => store.settleJobItems(recordOf(slice, outcomes)),
    webhookSecret,

    onCreated(listener) {
      notify = listener;
    },

    load: () => load,
    sweep,

    startCleanup() {
      let sweeping = sweep();
      const timer = setInterval(() => {
        sweeping = sweeping.then(sweep);
      }, SWEEP_EVERY_MS);
      timer.unref();
      return {
        async stop() {
          clearInterval(timer);
          await sweeping;
        },
      };
    },
  };
}
