// Load shedding as a client of the directory sees it, over real connections.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addProbes,
  buildServer,
  createClientReader,
  createLog,
  createMetrics,
  createRequestIds,
  type Listeners,
  listen,
  openLocalCertificate,
} from "../http/http.ts";
import { readShippedDataset } from "./data/dataset.ts";
import { addLocationRoutes, createLocations } from "./locations.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-shed-"));
let isOverloaded = false;
let listeners: Listeners;

beforeAll(async () => {
  const log = createLog({ level: "silent" });
  const metrics = createMetrics({ version: "1.0.0" });
  const shedder = { noteWait() {}, refuses: () => isOverloaded };
  const nextRequestId = createRequestIds();
  const client = createClientReader([]);
  const parts = { log, metrics, client, nextRequestId };
  const server = buildServer(parts);
  const locations = createLocations(readShippedDataset(), "1.0.0");
  const direct = await addLocationRoutes(server, { ...parts, locations, appVersion: "1.0.0" });
  addProbes(server, {
    client,
    metrics,
    metricsToken: null,
    storeId: () => null,
    findUnready: { api: async () => [] },
  });
  listeners = await listen(server, {
    host: "127.0.0.1",
    httpPort: 0,
    httpsPort: 0,
    certificate: await openLocalCertificate({ folder, host: "127.0.0.1", nowMs: Date.now() }),
    direct,
    shedder,
  });
});
afterAll(async () => {
  await listeners.stop({ drainTimeoutMs: 0 });
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, method = "GET") =>
  fetch(`http://127.0.0.1:${listeners.httpPort}${path}`, { method });

test.each([
  ["GET", "/api/states"],
  ["GET", "/api/search?q=pune"],
  ["GET", "/api/states/999999"],
  ["GET", "/api/export"],
  ["GET", "/api/docs"],
  ["GET", "/api/openapi.json"],
  ["POST", "/api/states"],
])("under overload %s %s is refused in the directory's own shape", async (method, path) => {
  isOverloaded = true;
  const reply = await ask(path, method);
  isOverloaded = false;
  expect(reply.status).toBe(503);
  expect(reply.headers.get("retry-after")).toBe("1");
  expect(reply.headers.get("cache-control")).toBe("no-store");
  expect(reply.headers.get("access-control-allow-origin")).toBe("*");
  expect(reply.headers.get("x-request-id")).not.toBeNull();
  expect(await reply.json()).toEqual({
    status: "error",
    message: "Service overloaded, retry later",
    code: "overloaded",
    doc_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/errors#overloaded$/),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
  });
  expect((await ask("/api/states")).status).toBe(200);
});

test.each(["/api/health", "/healthz", "/readyz", "/metrics"])(
  "under overload %s is answered",
  async (path) => {
    isOverloaded = true;
    const { status } = await ask(path);
    isOverloaded = false;
    expect(status).toBe(200);
  },
);
