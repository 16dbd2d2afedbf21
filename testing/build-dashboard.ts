// What tests of this room start from: its API on a real embedded store and a tiny model, asked without
// a network. The connection counts as HTTPS through the header of a proxy that is trusted here.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Accounts, createAccounts } from "../src/accounts/accounts.ts";
import { addDashboardApi } from "../src/dashboard/api.ts";
import { addPages } from "../src/dashboard/pages.ts";
import { OWN_HEADER } from "../src/dashboard/same-site.ts";
import { COOKIE_NAME } from "../src/dashboard/session-cookie.ts";
import type { WebFiles } from "../src/dashboard/web-files.ts";
import { type Detector, openDetector } from "../src/detector/detector.ts";
import { type FileReader, openFileReader } from "../src/files/files.ts";
import { createHistory, type History } from "../src/history/history.ts";
import {
  buildServer,
  createClientReader,
  createLog,
  createMetrics,
  createRequestIds,
  type Server,
} from "../src/http/http.ts";
import { openBodyParser } from "../src/input/input.ts";
import type { Mailer } from "../src/mail/mail.ts";
import { openReporter } from "../src/report/report.ts";
import { createRewriter } from "../src/rewriter/rewriter.ts";
import { openCounters, openStore } from "../src/store/store.ts";
import { RESOURCES } from "./build-rewriter.ts";

export type TestDashboard = {
  server: Server;
  accounts: Accounts;
  history: History;
  detector: Detector;
  /** What was logged as an error. */
  logged: unknown[];
  /** One call as the page makes it, unless `headers` say otherwise. */
  call(wanted: Wanted): Promise<Reply>;
  close(): Promise<void>;
};

export type Wanted = {
  method?: "GET" | "POST" | "DELETE";
  path: string;
  body?: unknown;
  cookie?: string | undefined;
  /** A null takes a usual header away. */
  headers?: Record<string, string | null>;
};

export type Reply = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  // Replies are judged by each test.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  /** What to send as `cookie` from now on. */
  cookie: string | undefined;
};

export async function buildDashboard({
  modelDir,
  signup = "open",
  files,
  quotaPerDay = 25,
  ratePerMinute = 1000,
  clock = Date.now,
  wrapDetector = (detector) => detector,
  wrapFiles = (reader) => reader,
  mailer = null,
}: {
  modelDir: string;
  signup?: "open" | "closed";
  files?: WebFiles;
  quotaPerDay?: number;
  ratePerMinute?: number;
  clock?: () => number;
  wrapDetector?: (detector: Detector) => Detector;
  wrapFiles?: (reader: FileReader) => FileReader;
  mailer?: Mailer | null;
}): Promise<TestDashboard> {
  const dataDir = mkdtempSync(join(tmpdir(), "lodestone-dashboard-"));
  const logged: unknown[] = [];
  const log = createLog({ level: "silent" });
  log.error = (...words: unknown[]) => void logged.push(words);
  const store = await openStore({ dataDir, clock });
  const settings = {
    ratePerMinute,
    concurrentPerKey: 100,
    badKeysPerMinute: 300,
    quotaPerDay,
    quotaBonusPerDay: 0,
    quotaBonusDays: 0,
    signup,
  };
  const counters = openCounters({ clock });
  const accounts = createAccounts({ store, counters, clock, random: randomBytes, settings });
  const detector = wrapDetector(await openDetector({ modelDir, workers: 1, queueMax: 10 }));
  // Injected requests have no TLS: a proxy's header tells that they are secure. Who is local is judged as
  // without that proxy, through which nobody would be.
  const { isLocal } = createClientReader([]);
  const client = { ...createClientReader(["127.0.0.1"]), isLocal };
  const server = buildServer({
    log,
    metrics: createMetrics({ version: "test" }),
    nextRequestId: createRequestIds(),
    client,
  });
  const history = createHistory({ store, clock, random: randomBytes, daysMax: 365, log });
  const fileReader = openFileReader({
    fileSizeMax: 100_000,
    textLengthMax: 1000,
    processes: 1,
    queueMax: 8,
  });
  const bodies = openBodyParser();
  const reporter = openReporter({ modelDir, appVersion: "9.9.9" });
  const parts = {
    accounts,
    history,
    detector,
    rewriter: createRewriter({ ...detector, resources: RESOURCES }),
    reporter,
    client,
    log,
    clock,
    files: wrapFiles(fileReader),
    bodies,
    textLengthMax: 1000,
    fileSizeMax: 100_000,
    signup,
    services: ["locations", "authenticity"],
    appVersion: "9.9.9",
    asksLanguageModel: false,
    mailer,
    resetDelayMs: () => 0,
    publicUrl: "https://lodestone.example",
    settings: [
      { name: "HOST", value: "127.0.0.1", fallback: "127.0.0.1", about: "Where.", isSecret: false },
    ],
    httpsPort: () => 8443,
    caFile: () => "/somewhere/ca.pem",
  };
  await addDashboardApi(server, parts);
  addPages(server, parts, files === undefined ? { problem: "No pages." } : { files });

  return {
    server,
    accounts,
    history,
    detector,
    logged,
    async call({ method = "GET", path, body, cookie, headers = {} }) {
      const usual: Record<string, string | null> = {
        host: "localhost:8443",
        "x-forwarded-proto": "https",
        [OWN_HEADER]: "1",
        "sec-fetch-site": "same-origin",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      };
      const sent = Object.entries(usual).filter(([, value]) => value !== null);
      const reply = await server.inject({
        method,
        url: path,
        headers: Object.fromEntries(sent) as Record<string, string>,
        ...(body === undefined
          ? {}
          : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const set = [reply.headers["set-cookie"]].flat()[0];
      return {
        status: reply.statusCode,
        headers: reply.headers,
        text: reply.payload,
        body: String(reply.headers["content-type"]).startsWith("application/json")
          ? JSON.parse(reply.payload)
          : null,
        cookie: set?.startsWith(`${COOKIE_NAME}=`) ? set.split(";")[0] : undefined,
      };
    },
    async close() {
      await server.close();
      await history.settled();
      await detector.close();
      await reporter.close();
      await fileReader.close();
      await bodies.close();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
