// The text service over real HTTPS and a real store, with a detector whose work ends when the test
// says so: what happens while a text is being analysed, and what a failure looks like.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openSocket, postHead } from "../../test/contract/raw-socket.ts";
import { makeKey } from "../../test/contract/v1.ts";
import { buildAccounts } from "../../testing/build-accounts.ts";
import { RESOURCES } from "../../testing/build-rewriter.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { type Detection, type Detector, DetectorError } from "../detector/detector.ts";
import { openFileReader } from "../files/files.ts";
import { createHistory } from "../history/history.ts";
import {
  buildServer,
  createClientReader,
  createLog,
  createMetrics,
  createRequestIds,
  type Listeners,
  listen,
  openLocalCertificate,
} from "../http/http.ts";
import { openBodyParser } from "../input/input.ts";
import { createJobs } from "../jobs/jobs.ts";
import { openReporter } from "../report/report.ts";
import { createRewriter } from "../rewriter/rewriter.ts";
import { openStore, type Store } from "../store/store.ts";
import { addAuthenticityRoutes } from "./authenticity.ts";

type Job = PromiseWithResolvers<Detection> & { signal: AbortSignal | undefined };

const folder = mkdtempSync(join(tmpdir(), "lodestone-service-"));
const result = { ai_probability: 20, segments: [], warnings: [] } as unknown as Detection;
const jobs: Job[] = [];
let noteJob = () => {};
let isOverloaded = false;
const logged: unknown[] = [];
let store: Store;
let accounts: Accounts;
let listeners: Listeners;
let key: string;
let accountId: string;
const origin = "https://example.com";
const type = "application/x-www-form-urlencoded";

beforeAll(async () => {
  store = await openStore({ dataDir: folder, clock: Date.now });
  accounts = buildAccounts(store, Date.now);
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
    workers: 1,
    load: () => ({ waiting: 0, running: 0 }),
    close: async () => {},
    detect(_text, { signal } = {}) {
      const job = { ...Promise.withResolvers<Detection>(), signal };
      signal?.addEventListener("abort", () => job.reject(signal.reason));
      jobs.push(job);
      noteJob();
      return job.promise;
    },
  };
  await addAuthenticityRoutes(server, {
    accounts,
    history: createHistory({ store, clock: Date.now, random: randomBytes, daysMax: 365 }),
    jobs: createJobs({
      store,
      clock: Date.now,
      random: randomBytes,
      perAccount: 1,
      lengthMax: 1,
      staleResult: "",
    }),
    webhooks: { isOn: false, privateNetworks: [] },
    detector,
    rewriter: createRewriter({ ...detector, resources: RESOURCES }),
    reporter: openReporter({ modelDir: "", appVersion: "0.0.0" }),
    clock: Date.now,
    client: createClientReader([]),
    log,
    files: openFileReader({ fileSizeMax: 1000, textLengthMax: 1000, processes: 1, queueMax: 1 }),
    bodies: openBodyParser(),
    textLengthMax: 100_000,
    fileSizeMax: 1000,
    bodyTimeoutMs: 150,
    appVersion: "0.0.0",
    httpsPort: () => 443,
  });
  const certificate = await openLocalCertificate({
    folder: join(folder, "tls"),
    host: "127.0.0.1",
    nowMs: Date.now(),
  });
  const ports = { host: "127.0.0.1", httpPort: 0, httpsPort: 0 };
  listeners = await listen(server, {
    ...ports,
    certificate,
    shedder: { noteWait() {}, refuses: () => isOverloaded },
  });
});
afterAll(async () => {
  await listeners.stop({ drainTimeoutMs: 0 });
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  ({ key, accountId } = await makeKey(accounts, { quota: 1 }));
  jobs.length = 0;
  logged.length = 0;
  isOverloaded = false;
});

function post(body = "content=Some+words+here") {
  const asked = request({
    port: listeners.httpsPort,
    path: "/v1/detect",
    method: "POST",
    rejectUnauthorized: false,
    headers: { "x-api-key": key, origin, "content-type": type, "content-length": body.length },
  });
  const reply = new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      asked.on("error", reject);
      asked.on("response", async (response) => {
        let text = "";
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    },
  );
  reply.catch(() => {});
  asked.end(body);
  return { asked, reply };
}

const started = (count: number) =>
  new Promise<void>((resolve) => {
    noteJob = () => {
      if (jobs.length >= count) resolve();
    };
    noteJob();
  });
const used = () => store.readUsed(accountId, new Date().toISOString().slice(0, 10));

test("a client that goes away while its text is analysed stops the work, pays nothing, and is no error", async () => {
  const { asked } = post();
  await started(1);
  asked.destroy();
  const [job] = jobs;
  if (job?.signal === undefined) throw new Error("the work got no signal");
  if (!job.signal.aborted) await once(job.signal, "abort");
  // The only check of the day is still available to the next caller.
  const next = post();
  await started(2);
  jobs[1]?.resolve(result);
  expect((await next.reply).status).toBe(200);
  expect(await used()).toBe(1);
  expect(logged).toEqual([]);
});

test("a client that goes away while it waits for the last check never starts the work", async () => {
  const first = post();
  await started(1);
  const waiting = post();
  const later = post();
  // A question on a new connection is answered after what came before it was noticed.
  const elsewhere = () => post("content=").reply;
  await elsewhere();
  waiting.asked.destroy();
  await elsewhere();
  jobs[0]?.reject(new Error("broken"));
  expect((await first.reply).status).toBe(500);
  await started(2);
  jobs[1]?.resolve(result);
  expect((await later.reply).status).toBe(200);
  expect(jobs).toHaveLength(2);
  expect(await used()).toBe(1);
});

test("a failure is 500 with a fixed sentence, costs nothing, and only the log says why", async () => {
  const { reply } = post();
  await started(1);
  jobs[0]?.reject(new DetectorError("failed", "tensor 7 of /secret/path"));
  const { status, headers, text } = await reply;
  expect(status).toBe(500);
  expect(JSON.parse(text)).toEqual({
    error: {
      message: "Internal server error",
      type: "api_error",
      code: "internal",
      doc_url: expect.stringMatching(/^https:.*\/errors#internal$/),
    },
    request_id: headers["x-request-id"],
  });
  expect(headers.ratelimit).toContain('"day";r=1;');
  expect(logged).toHaveLength(1);
  expect(await used()).toBe(0);
});

test("a full queue is 503 with Retry-After, costs nothing, and is no error of ours", async () => {
  const { reply } = post();
  await started(1);
  jobs[0]?.reject(new DetectorError("overloaded", "too many texts are waiting"));
  const { status, headers, text } = await reply;
  expect(status).toBe(503);
  expect(headers["retry-after"]).toBe("1");
  expect(JSON.parse(text).error.type).toBe("overloaded_error");
  expect(headers.ratelimit).toContain('"day";r=1;');
  expect(logged).toEqual([]);
  expect(await used()).toBe(0);
});

test("an overloaded process says so to the page that asked", async () => {
  isOverloaded = true;
  const { status, headers, text } = await post().reply;
  expect(status).toBe(503);
  expect(headers["retry-after"]).toBe("1");
  expect(headers["access-control-allow-origin"]).toBe(origin);
  expect(headers.vary).toBe("origin");
  expect(JSON.parse(text)).toEqual({
    error: {
      message: "Service overloaded, retry later",
      type: "overloaded_error",
      code: "overloaded",
      doc_url: expect.stringMatching(/^https:.*\/errors#overloaded$/),
    },
    request_id: headers["x-request-id"],
  });
});

test("a chunked body that stalls is 400 in time, and the connection ends", async () => {
  const socket = openSocket({ httpsPort: listeners.httpsPort, ca: "" }, false);
  const head = { "x-api-key": key, origin, "content-type": type, "transfer-encoding": "chunked" };
  socket.send(`${postHead("/v1/detect", head)}5\r\nconte\r\n`);
  const text = await socket.closed;
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
  expect(text).toContain('{"error":"The body did not arrive in time.","code":"body_timeout",');
  expect(text).toMatch(/^connection: close\r$/im);
  expect(text).toMatch(/^ratelimit: /im);
  expect(await used()).toBe(0);
});
