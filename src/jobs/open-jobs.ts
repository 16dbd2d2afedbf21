// The background work of jobs: runner, webhooks and cleanup, started and stopped together.
import type { Job, Log, Store } from "../store/store.ts";
import { createJobs, type Jobs } from "./create-jobs.ts";
import { type JobWork, startJobRunner } from "./runner.ts";
import { createWebhookSender } from "./send-webhook.ts";
import { startWebhooks } from "./webhooks.ts";

export type JobSettings = {
  jobsPerAccount: number;
  jobsLengthMax: number;
  webhooks: "on" | "off";
  webhookPrivateNetworks: readonly string[];
};

export type OpenJobs = {
  jobs: Jobs;
  /** Slices of jobs being worked on here. */
  running(): number;
  /** Releases running slices; another copy, or the next start, continues with them. */
  stop(): Promise<void>;
};

export function openJobs(options: {
  store: Store;
  clock: () => number;
  random: (size: number) => Uint8Array;
  settings: JobSettings;
  /** Texts the workers do at once. */
  workers: number;
  createWork: (jobs: Jobs) => JobWork;
  describeWebhook: (job: Job) => object;
  staleResult: string;
  onWebhook?: ((outcome: "delivered" | "failed") => void) | undefined;
  log?: Log | undefined;
}): OpenJobs {
  const { store, settings, workers, createWork, describeWebhook: describe, onWebhook } = options;
  const jobs = createJobs({
    ...options,
    perAccount: settings.jobsPerAccount,
    lengthMax: settings.jobsLengthMax,
  });
  const cleanup = jobs.startCleanup();
  // One slot more than workers: no account may hold all slots, yet one alone can use every worker.
  const runner = startJobRunner({ ...options, places: workers + 1, work: createWork(jobs) });
  jobs.onCreated(runner.wake);
  const webhooks =
    settings.webhooks === "off"
      ? null
      : startWebhooks({
          ...options,
          store,
          describe,
          send: createWebhookSender({ privateNetworks: settings.webhookPrivateNetworks }),
          secretOf: jobs.webhookSecret,
          onAttempt: onWebhook,
        });
  return {
    jobs,
    running: runner.running,
    async stop() {
      await Promise.all([runner.stop(), webhooks?.stop(), cleanup.stop()]);
    },
  };
}
