// The room's entry file: texts accepted now and processed later. No HTTP and no SQL; the processing is injected
// (`JobWork`). Why it works this way: docs/decisions/0029-jobs.md.
export type { ItemOutcome, Job, JobItem, JobSlice, JobTask, NewJobItem } from "../store/store.ts";
export { createJobs, type Jobs } from "./create-jobs.ts";
export { type OpenJobs, openJobs } from "./open-jobs.ts";
export type { JobWork } from "./runner.ts";
export { findWebhookProblem } from "./send-webhook.ts";
