// Everything Lodestone stores, behind one type: embedded SQLite by default, Postgres when a
// DATABASE_URL is given. The queries are the same; only opening, errors and readiness differ.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { type AccountRows, accountRows } from "./account-rows.ts";
import { type AuditRows, auditRows } from "./audit-rows.ts";
import { type CheckRows, checkRows } from "./check-rows.ts";
import { StoreAwayError, StoreOpenError, StoreTooNewError } from "./errors.ts";
import { type HistoryRows, historyRows } from "./history-rows.ts";
import { type HistorySettingRows, historySettingRows } from "./history-setting-rows.ts";
import { type JobRows, jobRows } from "./job-rows.ts";
import { type JobWebhookRows, jobWebhookRows } from "./job-webhook-rows.ts";
import { type JobWorkRows, jobWorkRows } from "./job-work-rows.ts";
import { type KeyRows, keyRows } from "./key-rows.ts";
import { type LocationSets, locationSets } from "./location-sets.ts";
import type { Log } from "./log.ts";
import { type DialectName, migrate } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { type RefusedRequestRows, refusedRequestRows } from "./refused-request-rows.ts";
import { type RequestLogRows, requestLogRows } from "./request-log-rows.ts";
import { type ResetLinkRows, resetLinkRows } from "./reset-link-rows.ts";
import { retryConflicts } from "./retry.ts";
import type { Databases, Run } from "./schema.ts";
import { type SecondFactorRows, secondFactorRows } from "./second-factor-rows.ts";
import { type SessionRows, sessionRows } from "./session-rows.ts";
import { type ShareRows, shareRows } from "./share-rows.ts";
import { openSqlite, rememberStore } from "./sqlite.ts";
import { type UsageRows, usageRows } from "./usage-rows.ts";
import { createWriteHealth } from "./write-health.ts";

export type { Account, MadeBy } from "./account-rows.ts";
export type { Actor, AuditEntry } from "./audit-rows.ts";
export { type BackupOutcome, backUpEmbedded } from "./backup.ts";
export type { CheckToCount, CountOutcome } from "./check-rows.ts";
export { openCounters } from "./counters.ts";
export { reasonOf, StoreAwayError, StoreOpenError, StoreTooNewError } from "./errors.ts";
export type { KeptFilter, KeptResult, KeptRow, ResultToKeep } from "./history-rows.ts";
export { createInstallationSecret } from "./installation-secret.ts";
export type {
  InsertedJob,
  Job,
  JobLimits,
  JobOwner,
  JobStatus,
  JobTask,
  NewJobItem,
  WebhookStatus,
} from "./job-rows.ts";
export type { DueWebhook } from "./job-webhook-rows.ts";
export type { ItemOutcome, JobItem, JobRecord, JobSlice } from "./job-work-rows.ts";
export type { ApiKey, KeyChanges, KeyForRequest, KeyPage, ListedKey } from "./key-rows.ts";
export type { LocationSet } from "./location-sets.ts";
export type { Log } from "./log.ts";
export type { RefusedRequest, RefusedRequestOfKey } from "./refused-request-rows.ts";
export type { LoggedRequest, RequestFilter, ShownRequest } from "./request-log-rows.ts";
export type { SecondFactor } from "./second-factor-rows.ts";
export type { Session } from "./session-rows.ts";
export type { Share } from "./share-rows.ts";
export { readStoreId } from "./store-id.ts";
export type { RefusalCount, RefusalRow, UsageRow } from "./usage-rows.ts";
export type { Counters, Entry } from "./window.ts";

export type Store = StoreRows & {
  readonly dialect: DialectName;
  /** Resolves once the store can be used. Rejects when it never will (a newer schema), when it is
   * closed first, or when `timeoutMs` have passed. */
  whenReady(options?: { timeoutMs?: number }): Promise<void>;
  /** Runs a trivial query; rejects with StoreAwayError while the store is unavailable or can't be written to. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

type StoreRows = LocationSets &
  AccountRows &
  SessionRows &
  ResetLinkRows &
  SecondFactorRows &
  KeyRows &
  CheckRows &
  UsageRows &
  RefusedRequestRows &
  RequestLogRows &
  HistorySettingRows &
  HistoryRows &
  ShareRows &
  JobRows &
  JobWorkRows &
  JobWebhookRows &
  AuditRows;

export type StoreOptions = {
  dataDir: string;
  databaseUrl?: string | undefined;
  clock: () => number;
  log?: Log | undefined;
  /** Reads the whole of the embedded store first, some seconds for each gigabyte, and refuses a damaged one. */
  isChecked?: boolean;
};

/** Opens the store and migrates its schema. SQLite errors and a newer schema reject with StoreOpenError and one
 * clear sentence. An unavailable Postgres doesn't stop the program: the store is returned at once, keeps trying, and
 * until then every call rejects with StoreAwayError. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, databaseUrl, clock, log = silentLog, isChecked = false } = options;
  const dialect: DialectName = databaseUrl ? "postgres" : "sqlite";
  const databases = databaseUrl
    ? openPostgres(databaseUrl, log)
    : await openSqlite(dataDir, { isChecked });
  const prepare = () => migrate(databases.writer, dialect, clock);
  const readiness =
    dialect === "sqlite" ? await readyNow(prepare, databases) : readyLater(prepare, log);
  try {
    await readiness.firstTry;
    if (dialect === "sqlite") rememberStore(dataDir);
  } catch (err) {
    await databases.close();
    throw err;
  }
  const run: Run = {
    async read(work) {
      readiness.assertReady();
      return retryConflicts(() => work(databases.reader));
    },
    async write(work) {
      readiness.assertReady();
      return writes.follow(() =>
        retryConflicts(() => databases.writer.transaction().execute(work)),
      );
    },
  };
  const usage = usageRows(run);
  const writes = createWriteHealth({
    now: () => performance.now(),
    probe: () => usage.saveSetting("write_probe", String(clock())),
  });
  let closing: Promise<void> | null = null;
  return {
    dialect,
    ...locationSets(run, clock),
    ...accountRows(run),
    ...sessionRows(run, dialect),
    ...resetLinkRows(run),
    ...secondFactorRows(run, dialect),
    ...keyRows(run, dialect),
    ...checkRows(run, dialect),
    ...usage,
    ...refusedRequestRows(run),
    ...requestLogRows(run, dialect),
    ...historySettingRows(run),
    ...historyRows(run, dialect),
    ...shareRows(run, dialect),
    ...jobRows(run, dialect),
    ...jobWorkRows(run, dialect),
    ...jobWebhookRows(run, dialect),
    ...auditRows(run),
    whenReady: ({ timeoutMs } = {}) => within(readiness.ready, timeoutMs),
    async ping() {
      await run.read((db) => sql`select 1`.execute(db));
      await writes.check();
    },
    close() {
      readiness.stop();
      closing ??= databases.close();
      return closing;
    },
  };
}

type Readiness = {
  /** Resolves after the first try, or after a short while: most starts find Postgres there. Rejects
   * when trying again is pointless. */
  firstTry: Promise<void>;
  ready: Promise<void>;
  assertReady(): void;
  stop(): void;
};

const firstTryMaxMs = 2000;

async function readyNow(prepare: () => Promise<void>, databases: Databases): Promise<Readiness> {
  try {
    await prepare();
  } catch (err) {
    await databases.close();
    throw err instanceof StoreAwayError ? new StoreOpenError(err.message, { cause: err }) : err;
  }
  let isClosed = false;
  return {
    firstTry: Promise.resolve(),
    ready: Promise.resolve(),
    assertReady() {
      if (isClosed) throw new StoreAwayError("The store is closed.");
    },
    stop() {
      isClosed = true;
    },
  };
}

/** Retries until it works. Only a newer schema is final: a wrong password or a missing database can be fixed
 * while the program runs. */
function readyLater(prepare: () => Promise<void>, log: Log): Readiness {
  let problem: Error | null = new StoreAwayError("The store is not connected yet.");
  const stopping = new AbortController();
  const tried = Promise.withResolvers<void>();
  const attempt = async () => {
    for (let waitMs = 250; ; waitMs = Math.min(2 * waitMs, 4000)) {
      try {
        await prepare();
        stopping.signal.throwIfAborted();
        problem = null;
        return;
      } catch (err) {
        if (stopping.signal.aborted) throw new StoreAwayError("The store is closed.");
        problem = err instanceof StoreTooNewError ? err : awayBecause(err);
        log.error({ reason: problem.message }, "the store cannot be used");
        if (problem instanceof StoreTooNewError) throw problem;
        tried.resolve();
        await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const ready = attempt();
  // A caller that never awaits whenReady() must not crash with an unhandled rejection.
  ready.catch(() => {});
  const firstTry = Promise.race([
    tried.promise,
    ready,
    delay(firstTryMaxMs, undefined, { ref: false }),
  ]);
  return {
    firstTry,
    ready,
    assertReady() {
      if (problem) throw problem;
    },
    stop() {
      problem = new StoreAwayError("The store is closed.");
      stopping.abort();
    },
  };
}

function awayBecause(cause: unknown): StoreAwayError {
  if (cause instanceof StoreAwayError) return cause;
  return new StoreAwayError("The store could not be prepared.", { cause });
}

async function within(ready: Promise<void>, timeoutMs?: number): Promise<void> {
  if (timeoutMs === undefined) return ready;
  const timer = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: timer.signal }).then(() => {
    throw new StoreAwayError(`The store did not answer within ${timeoutMs} ms.`);
  });
  late.catch(() => {});
  try {
    await Promise.race([ready, late]);
  } finally {
    timer.abort();
  }
}

const silentLog: Log = { info() {}, warn() {}, error() {} };
