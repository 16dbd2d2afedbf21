// The part of the composition that only the text service and the dashboard need: accounts, the detector and all that
// works on texts, jobs, and the routes of both.
import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { createAccounts, noteServerQuota } from "../accounts/accounts.ts";
import {
  addAuthenticityRoutes,
  createJobWork,
  describeWebhook,
  errorResult,
} from "../authenticity/authenticity.ts";
import { type Config, describeSettings, languageModelOf, mailOf, publicUrlOf } from "../config.ts";
import { addDashboard, type buildWeb, type Dashboard } from "../dashboard/dashboard.ts";
import { openDetector } from "../detector/detector.ts";
import { openFileReader } from "../files/files.ts";
import { createHistory } from "../history/history.ts";
import { AppError, type ClientReader, type Log, type Metrics, type Server } from "../http/http.ts";
import { openBodyParser } from "../input/input.ts";
import { type OpenJobs, openJobs } from "../jobs/jobs.ts";
import { findPlaces, type Locations } from "../locations/locations.ts";
import { fitWorkers, readMemoryLimit } from "../memory.ts";
import { openReporter } from "../report/report.ts";
import { openRewriter } from "../rewriter/rewriter.ts";
import { openCounters, type Store } from "../store/store.ts";
import type { Closers } from "./closers.ts";

/** Queue length per worker. A text takes well under 0.1 s, so the last one waits two or three seconds; beyond that a
 * quick 503 serves the client better than a long wait. */
const QUEUE_PER_WORKER = 32;

/** Files that may wait to be read; each is held in memory. */
const FILES_WAITING_MAX = 16;

/** Both are known for certain only once the certificate is there and the ports are open. */
export type Address = { caFile: string | null; httpsPort: number };

export type TextServicesOptions = {
  config: Config;
  log: Log;
  opened: Closers;
  store: Store;
  metrics: Metrics;
  client: ClientReader;
  server: Server;
  built: Awaited<ReturnType<typeof buildWeb>>;
  appVersion: string;
  address: Address;
  locations: Locations | undefined;
};

export async function addTextServices(
  options: TextServicesOptions,
): Promise<{ dashboard: Dashboard; jobs: OpenJobs }> {
  const { config, log, opened, server, client, built, appVersion, address, locations } = options;
  const records = openRecords(options);
  const tools = await openTools(options);
  const openedJobs = openBackgroundJobs(options, records, tools);
  const shared = {
    ...records,
    ...tools,
    client,
    log,
    clock: Date.now,
    textLengthMax: config.textLengthMax,
    fileSizeMax: config.fileSizeMax,
    appVersion,
    httpsPort: () => address.httpsPort,
  };
  await addAuthenticityRoutes(server, {
    ...shared,
    jobs: openedJobs.jobs,
    webhooks: {
      isOn: config.webhooks === "on",
      privateNetworks: config.webhookPrivateNetworks,
    },
    findPlaces: locations && (async (asked) => findPlaces(locations.current(), asked)),
  });
  const mail = mailOf(config);
  // Loaded only where mail is sent, as the client is large.
  const mailer = mail && (await import("../mail/mail.ts")).openMailer(mail);
  if (mailer) opened.push(() => mailer.close());
  const dashboard = await addDashboard(server, {
    ...shared,
    built,
    signup: config.signup,
    services: config.services,
    asksLanguageModel: languageModelOf(config) !== undefined,
    mailer,
    publicUrl: publicUrlOf(config),
    settings: describeSettings(config),
    caFile: () => address.caFile,
  });
  return { dashboard, jobs: openedJobs };
}

/** Accounts and the history, with their limits and cleanup. */
function openRecords({ config, log, opened, store }: TextServicesOptions) {
  const counters = openCounters({
    redisUrl: config.redisUrl ?? undefined,
    clock: steadyNow,
    log,
  });
  opened.push(() => counters.close());
  store
    .whenReady()
    .then(() => noteServerQuota(store, config))
    .catch((err: unknown) => log.warn({ err }, "the daily limits could not be noted for commands"));
  const accounts = createAccounts({
    store,
    counters,
    clock: Date.now,
    random: randomBytes,
    settings: config,
    log,
  });
  const history = createHistory({
    store,
    clock: Date.now,
    random: randomBytes,
    daysMax: config.historyDaysMax,
    log,
  });
  for (const cleanup of [accounts.startCleanup(), history.startCleanup()]) {
    opened.push(() => cleanup.stop());
  }
  return { accounts, history };
}

/** What works on texts and files: detector, rewriter, file reader, reporter. */
async function openTools({ config, log, opened, metrics, appVersion }: TextServicesOptions) {
  const { modelDir } = config;
  const workers = chooseWorkers(config, log);
  const detector = await openDetector({
    modelDir,
    workers,
    queueMax: workers * QUEUE_PER_WORKER,
    calibrationFile: config.calibrationFile,
  });
  opened.push(() => detector.close());
  addDetectorGauges(metrics, detector);
  const languageModel = languageModelOf(config);
  const rewriter = openRewriter({ detect: detector.detect, modelDir, languageModel });
  opened.push(() => rewriter.close());
  const files = openFileReader({
    ...config,
    processes: Math.ceil(workers / 2),
    queueMax: FILES_WAITING_MAX,
    onFault: (reason) => log.error({ reason }, "a file made a parser fail"),
  });
  opened.push(() => files.close());
  const bodies = openBodyParser();
  opened.push(() => bodies.close());
  const reporter = openReporter({ modelDir, appVersion });
  opened.push(() => reporter.close());
  return { detector, rewriter, files, bodies, reporter };
}

function chooseWorkers({ workers: wanted }: Config, log: Log): number {
  const memory = readMemoryLimit();
  const workers = fitWorkers(wanted, memory);
  if (workers < wanted) {
    const memoryMb = Math.round(memory / 1e6);
    log.warn(
      { wanted, workers, memoryMb },
      "there is not enough memory for all WORKERS: fewer are started",
    );
  }
  return workers;
}

type Records = ReturnType<typeof openRecords>;
type Tools = Awaited<ReturnType<typeof openTools>>;

function addDetectorGauges(metrics: Metrics, { workers, load }: Tools["detector"]): void {
  metrics.addGauge("lodestone_detector_workers", "Texts analysed at once.", () => workers);
  metrics.addGauge(
    "lodestone_detector_waiting",
    "Texts that wait for a worker.",
    () => load().waiting,
  );
  metrics.addGauge("lodestone_detector_running", "Texts being analysed.", () => load().running);
}

function openBackgroundJobs(
  { config, log, opened, store, metrics }: TextServicesOptions,
  { accounts, history }: Records,
  { detector, rewriter }: Tools,
): OpenJobs {
  const onOutcome = metrics.addCounter("lodestone_job_texts_total", "Texts of jobs.", "outcome");
  const openedJobs = openJobs({
    store,
    clock: Date.now,
    random: randomBytes,
    settings: config,
    workers: detector.workers,
    createWork: (jobs) =>
      createJobWork({
        accounts,
        history,
        jobs,
        detector,
        rewriter,
        clock: Date.now,
        log,
        onOutcome,
      }),
    describeWebhook,
    staleResult: errorResult(new AppError("overloaded")),
    onWebhook: metrics.addCounter("lodestone_webhooks_total", "Webhooks sent.", "outcome"),
    log,
  });
  opened.push(() => openedJobs.stop());
  const { jobs } = openedJobs;
  metrics.addGauge(
    "lodestone_jobs_unfinished",
    "Jobs in the store that are not done, of all copies.",
    () => jobs.load().jobs,
  );
  metrics.addGauge(
    "lodestone_job_texts_waiting",
    "Texts of those jobs without an outcome, of all copies.",
    () => jobs.load().texts,
  );
  return openedJobs;
}

/** Monotonic clock, so that clock corrections can't affect rate limits. */
function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}
