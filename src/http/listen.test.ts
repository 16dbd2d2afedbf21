import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLocalCertificate } from "./certificate.ts";
import { createClientReader } from "./client.ts";
import { CLIENT_LIMITS, type Listeners, listen } from "./listen.ts";
import { createLog } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { buildServer, createRequestIds, type Server } from "./server.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-listen-"));
let isOverloaded = false;
let release: (() => void) | null = null;
const dropped: string[] = [];
let server: Server;
let listeners: Listeners;

beforeAll(async () => {
  server = buildServer({
    log: createLog({ level: "silent" }),
    metrics: createMetrics({ version: "1.0.0" }),
    nextRequestId: createRequestIds(),
    client: createClientReader([]),
  });
  server.get("/quick", async () => ({ ok: true }));
  server.get("/healthz", async () => ({ ok: true }));
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
      handshakeTimeout: 200,
    },
    hstsMaxAge: 60,
    shedder: { noteWait() {}, refuses: () => isOverloaded },
    onDrop: (reason) => dropped.push(reason),
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
  const probe = await fetch(url("/healthz?full"));
  isOverloaded = false;
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await refused.json()).toMatchObject({ status: "error" });
  expect(probe.status).toBe(200);
  expect((await fetch(url("/quick"))).status).toBe(200);
});

test.each(["/quick", "/nowhere"])(
  "a request for %s that announces a type of body and brings none is answered",
  async (path) => {
    const socket = connect(listeners.httpPort, "127.0.0.1");
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\r\n`);
    const [answer] = await once(socket, "data");
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d /);
  },
);

test("a connection that never says anything is closed", async () => {
  const socket = connect(listeners.httpPort, "127.0.0.1");
  socket.resume();
  await once(socket, "close");
  expect(dropped).toContain("request_timeout");
});

test.each([
  ["never begins", ""],
  ["stops in", "\x16\x03\x01\x02\x00\x01"],
])("a client that %s the TLS handshake is cut off, and this is counted", async (_what, bytes) => {
  dropped.length = 0;
  const socket = connect(listeners.httpsPort, "127.0.0.1");
  socket.write(Buffer.from(bytes, "latin1"));
  socket.on("error", () => {});
  await once(socket, "close");
  expect(dropped).toEqual(["handshake_timeout"]);
});

// They stayed in CLOSE-WAIT forever, until the process ran out of file handles.
test("connections to the HTTPS port that their client closes without a handshake do not stay", async () => {
  const before = await listeners.connections();
  const sockets = Array.from({ length: 20 }, () => connect(listeners.httpsPort, "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  await until(async () => (await listeners.connections()) >= before + 20);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => listeners.connections()).toBeLessThanOrEqual(before);
});

test.each([
  ["http", () => connect(listeners.httpPort, "127.0.0.1")],
  ["https", () => connectTls({ port: listeners.httpsPort, rejectUnauthorized: false })],
])("two Host headers over %s are refused with 400", async (_what, open) => {
  const socket = open();
  socket.write("GET /quick HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk));
  await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test("a transfer coding in HTTP/1.0, which has none, is refused with 400", async () => {
  const socket = connect(listeners.httpPort, "127.0.0.1");
  socket.write(
    "POST /quick HTTP/1.0\r\nhost: a\r\ntransfer-encoding: chunked\r\nconnection: keep-alive\r\n\r\n0\r\n\r\n",
  );
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk));
  await once(socket, "close");
  expect(answer).toMatch(/^HTTP\/1\.[01] 400 /);
});

test("pipelined requests over HTTPS are answered in order, with HSTS for all but local names", async () => {
  const socket = connectTls({ port: listeners.httpsPort, rejectUnauthorized: false });
  const get = (path: string, host: string) => `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
  socket.write(
    get("/quick", "a.example") + get("/broken", "localhost") + get("/none", "a.example"),
  );
  let text = "";
  socket.on("data", (chunk) => (text += chunk));
  while (!text.includes("404 Not Found")) await once(socket, "data");
  socket.destroy();
  const heads = text.split("HTTP/1.1 ").slice(1);
  expect(heads.map((head) => head.slice(0, 3))).toEqual(["200", "500", "404"]);
  const hasHsts = (head = "") => head.includes("strict-transport-security: max-age=60");
  expect([hasHsts(heads[0]), hasHsts(heads[1])]).toEqual([true, false]);
});

test.each(["http", "https"])("an idle %s connection is closed", async (protocol) => {
  const certificate = await openLocalCertificate({ folder, host: "127.0.0.1", nowMs: Date.now() });
  const brief = await listen(server, {
    host: "127.0.0.1",
    httpPort: 0,
    httpsPort: 0,
    certificate,
    limits: { ...CLIENT_LIMITS, silenceTimeout: 240 },
  });
  try {
    const socket =
      protocol === "http"
        ? connect(brief.httpPort, "127.0.0.1")
        : connectTls({ port: brief.httpsPort, rejectUnauthorized: false });
    const closed = once(socket, "close");
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk));
    // Keep-alive: neither side has asked to close.
    socket.write("GET /quick HTTP/1.1\r\nhost: x\r\n\r\n");
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: keep-alive/i);
  } finally {
    await brief.stop({ drainTimeoutMs: 0 });
  }
});

test("a caller can't choose the id its request is logged under", async () => {
  const reply = await fetch(url("/quick"), { headers: { "x-request-id": "mine" } });
  expect(reply.headers.get("x-request-id")).not.toBe("mine");
});

test("a stop lets what runs finish, closes idle connections and refuses new ones", async () => {
  // Neither sends anything; both would outlast the drain timeout by far.
  const silent = [listeners.httpPort, listeners.httpsPort].map((port) =>
    connect(port, "127.0.0.1"),
  );
  for (const socket of silent) socket.on("error", () => {});
  const gone = Promise.all(silent.map((socket) => once(socket, "close")));
  await Promise.all(silent.map((socket) => once(socket, "connect")));
  const running = fetch(url("/slow"));
  await until(async () => (await fetch(url("/quick"))).ok && release !== null);
  const stopped = listeners.stop({ drainTimeoutMs: 5000 });
  await expect(fetch(url("/quick"))).rejects.toThrow("fetch failed");
  release?.();
  const reply = await running;
  expect(reply.status).toBe(200);
  expect(await reply.json()).toEqual({ ok: true });
  await stopped;
  await gone;
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 10_000;
  while (performance.now() < endMs) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("it never came true");
}
