// A job as it is answered.
import type { Job } from "../jobs/jobs.ts";

export function describeJob(job: Job) {
  const { id, task, status, total, done, failed, refused, finishedAt, expiresAt, webhook } = job;
  return {
    id,
    task,
    status,
    progress: { total, done, failed, refused },
    created_at: timeOf(job.createdAt),
    ...(finishedAt === null ? {} : { finished_at: timeOf(finishedAt) }),
    ...(expiresAt === null ? {} : { expires_at: timeOf(expiresAt) }),
    ...(webhook === null ? {} : { webhook }),
  };
}

/** The message of a webhook: nothing of a text. */
export function describeWebhook(job: Job) {
  const { webhook: _, ...data } = describeJob(job);
  return { type: "job.done", timestamp: timeOf(job.finishedAt ?? job.createdAt), data };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
