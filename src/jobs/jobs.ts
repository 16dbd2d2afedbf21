// The room's door: texts accepted now and worked on later. No HTTP and no SQL; what is done with a text is handed in
// (`JobWork`). Why it works this way: docs/decisions/0029-jobs.md.
export type { ItemOutcome, Job, JobItem, JobSlice, NewJobItem } from "../store/store.ts";
export { createJobs, type Jobs } from "./create-jobs.ts";
export { type OpenJobs, openJobs } from "./open-jobs.ts";
export type { JobWork } from "./runner.ts";
export { findWebhookProblem } from "./send-webhook.ts";
