// Puts the program together, top to bottom: settings → store → services → listen → orderly stop.

import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createAccounts } from "./accounts/accounts.ts";
import {
  addAuthenticityRoutes,
  createJobWork,
  describeWebhook,
  errorResult,
} from "./authenticity/authenticity.ts";
import { type Config, describeSettings, languageModelOf, mailOf, publicUrlOf } from "./config.ts";
import { addDashboard, buildWeb, type Dashboard } from "./dashboard/dashboard.ts";
import { openDetector } from "./detector/detector.ts";
import { openFileReader } from "./files/files.ts";
import { createHistory } from "./history/history.ts";
import {
  AppError,
  addClientPackage,
  addProbes,
  addStartPage,
  buildServer,
  CLIENT_PACKAGE,
  type ClientReader,
  createClientReader,
  createDropReport,
  createLoadShedder,
  createMetrics,
  createRequestIds,
  type DirectReads,
  expiryOf,
  followCertificate,
  type Log,
  listen,
  type Metrics,
  openLocalCertificate,
  readCertificate,
  type Server,
} from "./http/http.ts";
import { type OpenJobs, openJobs } from "./jobs/jobs.ts";
import {
  addLocationRoutes,
  createLocations,
  findPlaces,
  followStoredDataset,
  type Locations,
  readShippedDataset,
} from "./locations/locations.ts";
import { openMailer } from "./mail/mail.ts";
import { fitWorkers, readMemoryLimit } from "./memory.ts";
import { readAppVersion } from "./release.ts";
import { openReporter } from "./report/report.ts";
import { openRewriter } from "./rewriter/rewriter.ts";
import { openCounters, openStore, readStoreId, type Store } from "./store/store.ts";

export type Running = {
  httpPort: number;
  httpsPort: number;
  /** The local authority that signed our certificate, or null when the operator gave one. */
  caFile: string | null;
  /** Reads the operator's certificate again; null when there is none to read. */
  renewCertificate: (() => void) | null;
  stop(): Promise<void>;
};

/** Queue length per worker. A text takes well under 0.1 s, so the last one waits two or three seconds; beyond that a
 * quick 503 serves the client better than a long wait. */
const QUEUE_PER_WORKER = 32;

/** Files that may wait to be read; each is held in memory. */
const FILES_WAITING_MAX = 16;

/** How long a stop waits for running requests before it closes their connections. */
const DRAIN_TIMEOUT_MS = 10_000;

export async function start(config: Config, log: Log): Promise<Running> {
  const opened: Closers = [];
  try {
    return await openAll(config, log, opened);
  } catch (error) {
    // What was opened before the fault would keep files, threads and connections.
    await closeAll(opened).catch((err: unknown) => log.error({ err }, "could not close"));
    throw error;
  }
}

type Closers = Array<() => Promise<void> | void>;

/** The last opened first: each part still has what it was made with. */
async function closeAll(opened: Closers): Promise<void> {
  for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
}

async function openAll(config: Config, log: Log, opened: Closers): Promise<Running> {
  const appVersion = readAppVersion();
  const store = await openStore({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl ?? undefined,
    clock: Date.now,
    log,
  });
  opened.push(() => store.close());

  // Read once, in parallel with the start, so that probes never wait for the store.
  let storeId: string | null = null;
  store
    .whenReady()
    .then(() => readStoreId(store))
    .then((id) => (storeId = id))
    .catch(() => {});

  const client = createClientReader(config.trustProxy);
  const metrics = createMetrics({ version: appVersion });
  const shedder = createLoadShedder();
  metrics.addGauge(
    "lodestone_overloaded",
    "1 while requests are refused because more come than can be answered.",
    () => Number(shedder.isOverloaded()),
  );
  const nextRequestId = createRequestIds();
  const clientAddress = client.address;
  const server = buildServer({ log, metrics, nextRequestId, clientAddress });
  opened.push(async () => void (await server.close()));

  const built = await buildWeb({ log });
  if (!built.ok) log.error({ reason: built.reason }, "pages and client package are missing");

  let direct: DirectReads | undefined;
  const locations = config.services.includes("locations")
    ? createLocations(readShippedDataset(), appVersion)
    : undefined;
  if (locations !== undefined) {
    const follower = followStoredDataset({ store, locations, log });
    opened.push(() => follower.stop());
    await follower.look();
    const parts = { locations, log, metrics, client, nextRequestId, appVersion };
    const reads = await addLocationRoutes(server, parts);
    // At debug level every request goes through the server, which logs it.
    if (!log.isLevelEnabled("debug")) direct = reads;
  }

  const address: Address = { caFile: null, httpsPort: config.httpsPort };
  const shared = { config, log, opened, store, metrics, client, server, built, appVersion };
  const text = config.services.includes("authenticity")
    ? await addTextServices({ ...shared, address, locations })
    : null;
  const dashboard = text?.dashboard ?? null;

  addClientPackage(server, {
    packageFile: built.ok ? join(built.folder, CLIENT_PACKAGE) : null,
  });
  addStartPage(server, {
    services: config.services,
    appVersion,
    client,
    sendApp: dashboard?.sendApp,
  });
  addProbes(server, {
    client,
    metrics,
    metricsToken: config.metricsToken,
    storeId: () => storeId,
    findUnready: {
      // It serves what it has, whether or not the store is there.
      ...(locations === undefined ? {} : { api: async () => [] }),
      ...(dashboard === null
        ? {}
        : { v1: async () => ((await answers(store.ping())) ? [] : ["store"]) }),
    },
  });

  const certificate =
    config.tlsCert !== null && config.tlsKey !== null
      ? readCertificate(config.tlsCert, config.tlsKey)
      : await openLocalCertificate({
          folder: join(config.dataDir, "tls"),
          host: config.host,
          nowMs: Date.now(),
        });
  address.caFile = certificate.caFile;
  const listeners = await listen(server, {
    ...config,
    certificate,
    ...(direct === undefined ? {} : { direct }),
    shedder,
    onDrop: createDropReport({ log, metrics }),
    // With the local certificate HSTS would take away the browser's option to proceed past its warning.
    hstsMaxAge: address.caFile === null ? config.hstsMaxAge : 0,
  });
  opened.push(() => listeners.stop({ drainTimeoutMs: DRAIN_TIMEOUT_MS }));
  // Before the listeners, so that the running requests have the workers for themselves.
  opened.push(() => text?.jobs.stop());
  address.httpsPort = listeners.httpsPort;
  let certificateEnds = expiryOf(certificate);
  metrics.addGauge(
    "lodestone_certificate_expires_timestamp_seconds",
    "When the certificate of the HTTPS port ends.",
    () => certificateEnds,
  );
  const certificateFollower =
    config.tlsCert !== null && config.tlsKey !== null
      ? followCertificate({
          files: { cert: config.tlsCert, key: config.tlsKey },
          current: certificate,
          apply(next) {
            listeners.setCertificate(next);
            certificateEnds = expiryOf(next);
          },
          log,
        })
      : null;

  if (certificateFollower !== null) opened.push(() => certificateFollower.stop());

  return {
    httpPort: listeners.httpPort,
    ...address,
    renewCertificate: certificateFollower?.look ?? null,
    stop: () => closeAll(opened),
  };
}

/** Both are known for certain only once the certificate is there and the ports are open. */
type Address = { caFile: string | null; httpsPort: number };

type TextServicesOptions = {
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

/** Opens what texts are worked on with, and adds the text service and the dashboard. */
async function addTextServices(
  options: TextServicesOptions,
): Promise<{ dashboard: Dashboard; jobs: OpenJobs }> {
  const { config, log, opened, store, metrics, client, server, built, appVersion } = options;
  const { address, locations } = options;
  const counters = openCounters({
    redisUrl: config.redisUrl ?? undefined,
    clock: steadyNow,
    log,
  });
  opened.push(() => counters.close());
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
  const workers = fitWorkers(config.workers, readMemoryLimit());
  if (workers < config.workers) {
    const memoryMb = Math.round(readMemoryLimit() / 1e6);
    log.warn(
      { wanted: config.workers, workers, memoryMb },
      "there is not enough memory for all WORKERS: fewer are started",
    );
  }
  metrics.addGauge("lodestone_detector_workers", "Texts analysed at once.", () => workers);
  const detector = await openDetector({
    modelDir: config.modelDir,
    workers,
    queueMax: workers * QUEUE_PER_WORKER,
    calibrationFile: config.calibrationFile,
  });
  opened.push(() => detector.close());
  metrics.addGauge(
    "lodestone_detector_waiting",
    "Texts that wait for a worker.",
    () => detector.load().waiting,
  );
  metrics.addGauge(
    "lodestone_detector_running",
    "Texts being analysed.",
    () => detector.load().running,
  );
  const languageModel = languageModelOf(config);
  const rewriter = openRewriter({
    detect: detector.detect,
    modelDir: config.modelDir,
    languageModel,
  });
  opened.push(() => rewriter.close());
  const files = openFileReader({
    ...config,
    processes: Math.ceil(workers / 2),
    queueMax: FILES_WAITING_MAX,
    onFault: (reason) => log.error({ reason }, "a file made a parser fail"),
  });
  opened.push(() => files.close());
  const reporter = openReporter({ modelDir: config.modelDir, appVersion });
  opened.push(() => reporter.close());
  const openedJobs = openJobs({
    store,
    clock: Date.now,
    random: randomBytes,
    settings: config,
    workers,
    createWork: (jobs) =>
      createJobWork({
        accounts,
        history,
        jobs,
        detector,
        rewriter,
        clock: Date.now,
        log,
        onOutcome: metrics.addCounter("lodestone_job_texts_total", "Texts of jobs.", "outcome"),
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
  const parts = {
    accounts,
    history,
    detector,
    rewriter,
    reporter,
    client,
    log,
    clock: Date.now,
    files,
    textLengthMax: config.textLengthMax,
    fileSizeMax: config.fileSizeMax,
    appVersion,
  };
  const mail = mailOf(config);
  const mailer = mail && openMailer(mail);
  if (mailer) opened.push(() => mailer.close());
  await addAuthenticityRoutes(server, {
    ...parts,
    jobs,
    webhooks: {
      isOn: config.webhooks === "on",
      privateNetworks: config.webhookPrivateNetworks,
    },
    findPlaces: locations && (async (asked) => findPlaces(locations.current(), asked)),
    httpsPort: () => address.httpsPort,
  });
  const dashboard = await addDashboard(server, {
    ...parts,
    built,
    signup: config.signup,
    services: config.services,
    asksLanguageModel: languageModel !== undefined,
    mailer,
    publicUrl: publicUrlOf(config),
    settings: describeSettings(config),
    httpsPort: () => address.httpsPort,
    caFile: () => address.caFile,
  });
  return { dashboard, jobs: openedJobs };
}

/** Monotonic clock, so that clock corrections can't affect rate limits. */
function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}

async function answers(question: Promise<void>): Promise<boolean> {
  return question.then(
    () => true,
    () => false,
  );
}
