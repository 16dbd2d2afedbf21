// The text service for tests of this room: real HTTPS, a real store, and a detector that the test controls.
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Accounts } from "../src/accounts/accounts.ts";
import {
  addAuthenticityRoutes,
  createJobWork,
  describeWebhook,
  errorResult,
} from "../src/authenticity/authenticity.ts";
import type { Detector } from "../src/detector/detector.ts";
import { openFileReader } from "../src/files/files.ts";
import { createHistory, type History } from "../src/history/history.ts";
import {
  AppError,
  buildServer,
  createClientReader,
  createLog,
  createMetrics,
  createRequestIds,
  listen,
  openLocalCertificate,
} from "../src/http/http.ts";
import { openBodyParser } from "../src/input/input.ts";
import { type Jobs, openJobs } from "../src/jobs/jobs.ts";
import { openReporter } from "../src/report/report.ts";
import { createRewriter } from "../src/rewriter/rewriter.ts";
import { backUpEmbedded, openStore, type Store } from "../src/store/store.ts";
import { buildAccounts } from "./build-accounts.ts";
import { RESOURCES } from "./build-rewriter.ts";

const JOB_SETTINGS = {
  jobsPerAccount: 20,
  jobsLengthMax: 200_000_000,
  webhooks: "off" as "on" | "off",
  webhookPrivateNetworks: [] as readonly string[],
};

export type Service = {
  jobs: Jobs;
  accounts: Accounts;
  /** The rules as another copy of the program has them, on the same store. */
  anotherCopy(): Promise<Accounts>;
  history: History;
  /** The authority that signed its certificate. */
  ca: string;
  /** Whether the store's files hold these words anywhere. */
  findInFiles(words: string): Promise<boolean>;
  httpsPort: number;
  /** What was logged as an error. */
  logged: unknown[];
  stop(): Promise<void>;
};

export async function buildService(
  detect: Detector["detect"],
  {
    workers = 1,
    wrapStore = (store) => store,
    batchTimeLimitMs = 60_000,
    clock = Date.now,
    jobSettings = {},
  }: {
    workers?: number;
    batchTimeLimitMs?: number;
    clock?: () => number;
    jobSettings?: Partial<typeof JOB_SETTINGS>;
    /** For the history alone. */
    wrapStore?: (store: Store) => Store;
  } = {},
): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "lodestone-service-"));
  const store = await openStore({ dataDir: folder, clock });
  const stores = [store];
  const accounts = buildAccounts(store, clock);
  const history = createHistory({
    store: wrapStore(store),
    clock,
    random: randomBytes,
    daysMax: 365,
  });
  const logged: unknown[] = [];
  const log = createLog({ level: "silent" });
  log.error = (...words: unknown[]) => void logged.push(words);
  const server = buildServer({
    log,
    metrics: createMetrics({ version: "0.0.0" }),
    nextRequestId: createRequestIds(),
    client: createClientReader([]),
  });
  const detector: Detector = {
    version: "v0.1",
    languages: ["en"],
    workers,
    load: () => ({ waiting: 0, running: 0 }),
    close: async () => {},
    detect,
  };
  const bodies = openBodyParser();
  const files = openFileReader({
    fileSizeMax: 1_000_000,
    textLengthMax: 100_000,
    processes: 1,
    queueMax: 8,
  });
  const reporter = openReporter({ modelDir: "", appVersion: "0.0.0" });
  const rewriter = createRewriter({ ...detector, resources: RESOURCES });
  const opened = openJobs({
    store,
    clock,
    random: randomBytes,
    settings: { ...JOB_SETTINGS, ...jobSettings },
    workers,
    createWork: (jobs) =>
      createJobWork({ accounts, history, jobs, detector, rewriter, clock, log }),
    describeWebhook,
    staleResult: errorResult(new AppError("overloaded")),
    log,
  });
  await addAuthenticityRoutes(server, {
    accounts,
    history,
    detector,
    jobs: opened.jobs,
    webhooks: { isOn: jobSettings.webhooks === "on", privateNetworks: [] },
    rewriter,
    reporter,
    clock,
    client: createClientReader([]),
    log,
    files,
    bodies,
    textLengthMax: 100_000,
    fileSizeMax: 1_000_000,
    batchTimeLimitMs,
    appVersion: "0.0.0",
    httpsPort: () => 443,
  });
  const certificate = await openLocalCertificate({
    folder: join(folder, "tls"),
    host: "127.0.0.1",
    nowMs: Date.now(),
  });
  const ports = { host: "127.0.0.1", httpPort: 0, httpsPort: 0 };
  const listeners = await listen(server, { ...ports, certificate });
  return {
    accounts,
    async anotherCopy() {
      const other = await openStore({ dataDir: folder, clock });
      stores.push(other);
      return buildAccounts(other, clock);
    },
    history,
    jobs: opened.jobs,
    ca: certificate.caFile === null ? "" : readFileSync(certificate.caFile, "utf8"),
    async findInFiles(words) {
      await backUpEmbedded(folder, join(folder, "copy.db"));
      return readFileSync(join(folder, "copy.db")).includes(words);
    },
    httpsPort: listeners.httpsPort,
    logged,
    async stop() {
      await opened.stop();
      await listeners.stop({ drainTimeoutMs: 0 });
      await reporter.close();
      await files.close();
      await bodies.close();
      for (const each of stores) await each.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
