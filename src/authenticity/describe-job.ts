// Jobs in their wire form.
import type { Job } from "../jobs/jobs.ts";
import type { JobReply } from "./job-schemas.ts";

export function describeJob(job: Job): JobReply {
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

/** The payload of a webhook; it contains no text. */
export function describeWebhook(job: Job) {
  const { webhook: _, ...data } = describeJob(job);
  return { type: "job.done", timestamp: timeOf(job.finishedAt ?? job.createdAt), data };
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString();
}
