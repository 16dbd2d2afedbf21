import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLocalCertificate } from "./certificate.ts";
import { CLIENT_LIMITS, type Listeners, listen } from "./listen.ts";
import { createLog } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { buildServer, createRequestIds, type Server } from "./server.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-listen-"));
let isOverloaded = false;
let release: (() => void) | null = null;
let server: Server;
let listeners: Listeners;

beforeAll(async () => {
  server = buildServer({
    log: createLog({ level: "silent" }),
    metrics: createMetrics({ version: "1.0.0" }),
    overload: { isOverloaded: () => isOverloaded, close() {} },
    nextRequestId: createRequestIds(),
    clientAddress: () => "127.0.0.1",
  });
  server.get("/quick", async () => ({ ok: true }));
  server.get("/always", { config: { isAlwaysAnswered: true } }, async () => ({ ok: true }));
  server.get("/slow", async () => {
    await new Promise<void>((resolve) => (release = resolve));
    return { ok: true };
  });
  server.get("/broken", async () => {
    throw new Error("the password is hunter2");
  });
  const certificate = await openLocalCertificate({
    folder,
    host: "127.0.0.1",
    nowMs: Date.now(),
  });
  listeners = await listen(server, {
    host: "127.0.0.1",
    httpPort: 0,
    httpsPort: 0,
    certificate,
    limits: {
      ...CLIENT_LIMITS,
      headersTimeout: 200,
      requestTimeout: 400,
      connectionsCheckingInterval: 50,
    },
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const url = (path: string) => `http://127.0.0.1:${listeners.httpPort}${path}`;

test.each([
  ["headers", "GET /quick HTTP/1.1\r\nhost: x\r\nslow: "],
  ["a body", "POST /quick HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nabc"],
])("a client that never finishes %s is answered 408 and cut off", async (_what, start) => {
  const socket = connect(listeners.httpPort, "127.0.0.1");
  socket.write(start);
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk));
  await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 (408|404) /);
  expect((await fetch(url("/quick"))).status).toBe(200);
});

test("an unexpected fault shows a fixed sentence and the request id, never its own message", async () => {
  const reply = await fetch(url("/broken"));
  const text = await reply.text();
  expect(reply.status).toBe(500);
  expect(text).not.toContain("hunter2");
  expect(JSON.parse(text)).toMatchObject({
    message: "Internal server error",
    error: { type: "api_error" },
    request_id: reply.headers.get("x-request-id"),
  });
});

test("under overload requests are turned away with 503 and Retry-After, probes are not", async () => {
  isOverloaded = true;
  const refused = await fetch(url("/quick"));
  const probe = await fetch(url("/always"));
  isOverloaded = false;
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await refused.json()).toMatchObject({ status: "error" });
  expect(probe.status).toBe(200);
  expect((await fetch(url("/quick"))).status).toBe(200);
});

test("a caller can't choose the id its request is logged under", async () => {
  const reply = await fetch(url("/quick"), { headers: { "x-request-id": "mine" } });
  expect(reply.headers.get("x-request-id")).not.toBe("mine");
});

test("a stop lets what runs finish, closes idle connections and refuses new ones", async () => {
  const running = fetch(url("/slow"));
  await until(async () => (await fetch(url("/quick"))).ok && release !== null);
  const stopped = listeners.stop({ patienceMs: 5000 });
  await expect(fetch(url("/quick"))).rejects.toThrow();
  release?.();
  const reply = await running;
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ ok: true });
  await stopped;
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) if (await isSo()) return;
  throw new Error("it never came true");
}
