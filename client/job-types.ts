// Jobs: what is asked for and what comes back.
import type { BatchEntry, BatchItem } from "./batch-types.ts";
import type { DetectOptions } from "./detection-types.ts";
import type { Rewrite, RewriteOptions } from "./rewrite-types.ts";
import type { CallOptions } from "./types.ts";

/**
 * What a job is to work on: one text, one file or up to 5,000 texts.
 *
 * @example
 * ```ts
 * import type { JobRequest } from "@lodestone/client";
 *
 * const rewriting: JobRequest = {
 *   task: "regenerate",
 *   content: "The long text to rewrite.",
 *   strength: "light",
 * };
 * const checking: JobRequest = { items: [{ id: "essay-1", content: "The first text." }] };
 * console.log(rewriting.task, checking.items.length);
 * ```
 */
export type JobRequest = DetectOptions &
  RewriteOptions & {
    /** `detect` when left out. */
    task?: "detect" | "regenerate" | undefined;
    /** An https address that is notified when the job is done, where the operator allows it. */
    webhook?: string | undefined;
  } & (
    | { items: readonly BatchItem[]; content?: undefined; file?: undefined }
    | { content: string; items?: undefined; file?: undefined }
    | { file: Blob; fileName?: string | undefined; items?: undefined; content?: undefined }
  );

/**
 * A job and how far it is.
 *
 * @example
 * ```ts
 * import type { Job } from "@lodestone/client";
 *
 * export function percentOf({ progress }: Job): number {
 *   const { total, done, failed, refused } = progress;
 *   return Math.floor((100 * (done + failed + refused)) / total);
 * }
 * ```
 */
export type Job = {
  id: string;
  task: "detect" | "regenerate";
  /** `cancelled` and `expired`: texts and results are wiped. */
  status: "queued" | "running" | "done" | "cancelled" | "expired";
  /** Texts in all; with a result; with an error; and those for which no check was left. */
  progress: { total: number; done: number; failed: number; refused: number };
  /** ISO 8601, as all times. */
  created_at: string;
  finished_at?: string;
  /** Until then the result can be read. */
  expires_at?: string;
  webhook?: { url: string; status: "waiting" | "delivered" | "failed"; attempts: number };
};

/**
 * A job as it is accepted; with a webhook, what that is signed with.
 *
 * @example
 * ```ts
 * import type { NewJob } from "@lodestone/client";
 *
 * export function secretOf(job: NewJob): string {
 *   if (job.webhook_secret === undefined) throw new Error("The job has no webhook.");
 *   return job.webhook_secret;
 * }
 * ```
 */
export type NewJob = Job & { webhook_secret?: string };

/**
 * Jobs of the key, newest first; `next` is the `before` of the page after.
 *
 * @example
 * ```ts
 * import type { JobList } from "@lodestone/client";
 *
 * export function unfinished({ jobs }: JobList): string[] {
 *   return jobs.filter(({ finished_at }) => finished_at === undefined).map(({ id }) => id);
 * }
 * ```
 */
export type JobList = { jobs: Job[]; next: string | null };

/**
 * The results of a job: one entry for each text, in order.
 *
 * @example
 * ```ts
 * import type { JobResult } from "@lodestone/client";
 *
 * export function lines({ results }: JobResult): string[] {
 *   return results.map((entry) => {
 *     if (entry.error !== undefined) return "not done";
 *     return "humanized_text" in entry ? entry.humanized_text : entry.verdict;
 *   });
 * }
 * ```
 */
export type JobResult = {
  results: (BatchEntry | ({ id?: string; error?: undefined } & Rewrite))[];
  checks: { counted: number; refused: number };
};

/**
 * How `jobs.wait` waits.
 *
 * @example
 * ```ts
 * import { createClient, type WaitOptions } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * const options: WaitOptions = { onProgress: ({ progress }) => console.log(progress.done) };
 * const { id } = await client.jobs.create({ content: "The long text to check." });
 * console.log((await client.jobs.wait(id, options)).status);
 * ```
 */
export type WaitOptions = CallOptions & {
  /** Called with the job after each poll. */
  onProgress?: ((job: Job) => void) | undefined;
};
