// Jobs: long texts, files and many texts, processed in the background.
import type { Job, JobList, JobRequest, JobResult, NewJob, WaitOptions } from "./job-types.ts";
import { encodeFile } from "./multipart.ts";
import type { Shape } from "./read-reply.ts";
import type { Call, Requester } from "./request.ts";
import type { CallOptions, CountedCallOptions } from "./types.ts";

/**
 * The calls about jobs.
 *
 * @example
 * ```ts
 * import { createClient, type Jobs } from "@lodestone/client";
 *
 * async function checkAll(jobs: Jobs, texts: string[]): Promise<number> {
 *   const { id } = await jobs.create({ items: texts.map((content) => ({ content })) });
 *   await jobs.wait(id);
 *   const { results } = await jobs.result(id);
 *   await jobs.cancel(id);
 *   return results.filter(({ error }) => error === undefined).length;
 * }
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * console.log(await checkAll(client.jobs, ["One text.", "Another."]));
 * ```
 */
export type Jobs = {
  /** Accepted at once; each result with `counted: true` is one check, counted when its text is done. */
  create(request: JobRequest, options?: CountedCallOptions): Promise<NewJob>;
  get(id: string, options?: CallOptions): Promise<Job>;
  /** The key's own, newest first. */
  list(options?: CallOptions & { limit?: number; before?: string }): Promise<JobList>;
  /** Resolves when the job is `done`, `cancelled` or `expired`; asks less and less often, every ten seconds in the end. */
  wait(id: string, options?: WaitOptions): Promise<Job>;
  /** Kept for an hour after the job is done. */
  result(id: string, options?: CallOptions): Promise<JobResult>;
  /** Stops the work and wipes texts and results; also good for wiping a result early. */
  cancel(id: string, options?: CallOptions): Promise<Job>;
};

const JOB: Shape = { id: "string", status: "string", progress: "object" };
const WAIT_FIRST_MS = 500;
const WAIT_MAX_MS = 10_000;

export function createJobs({
  requester,
  createId,
  sleep,
}: {
  requester: Requester;
  createId: () => string;
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}): Jobs {
  const get: Jobs["get"] = (id, options) =>
    requester.json({ method: "GET", path: pathOf(id), shape: JOB }, options);

  return {
    async create(request, options = {}) {
      const body = await bodyOf(request);
      const idempotencyKey = options.idempotencyKey ?? createId();
      const call: Call = { method: "POST", path: "/jobs", shape: JOB, body, idempotencyKey };
      return requester.json(call, options);
    },

    get,

    list({ limit, before, ...options } = {}) {
      const call: Call = { method: "GET", path: "/jobs", query: { limit, before } };
      return requester.json({ ...call, shape: { jobs: "array" } }, options);
    },

    async wait(id, { onProgress, ...options } = {}) {
      for (let waitMs = WAIT_FIRST_MS; ; waitMs = Math.min(WAIT_MAX_MS, 1.5 * waitMs)) {
        const job = await get(id, options);
        onProgress?.(job);
        if (job.status !== "queued" && job.status !== "running") return job;
        await sleep(waitMs, options.signal);
      }
    },

    result: (id, options) =>
      requester.json(
        { method: "GET", path: `${pathOf(id)}/result`, shape: { results: "array" } },
        options,
      ),

    cancel: (id, options) =>
      requester.json({ method: "DELETE", path: pathOf(id), shape: JOB }, options),
  };
}

function pathOf(id: string): string {
  return `/jobs/${encodeURIComponent(id)}`;
}

async function bodyOf(request: JobRequest): Promise<Call["body"]> {
  const { file, ...fields } = request;
  if (file === undefined) {
    return { contentType: "application/json", data: JSON.stringify(fields) };
  }
  const { task, webhook, explain, strength, keep } = request;
  const { name } = file as { name?: unknown };
  const fileName = request.fileName ?? (typeof name === "string" ? name : "file");
  return encodeFile(file, fileName, {
    task,
    webhook,
    explain: explain === true ? "true" : undefined,
    strength,
    // A form names a parameter once; the phrases stand on lines of their own.
    keep: keep?.join("\n"),
  });
}
