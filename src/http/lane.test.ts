import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openLocalCertificate } from "./certificate.ts";
import type { DirectAnswer } from "./direct.ts";
import { CLIENT_LIMITS, type Listeners, listen } from "./listen.ts";
import { createLog } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { buildServer, createRequestIds, type Server } from "./server.ts";
import { createRefusals } from "./shed.ts";

const folder = mkdtempSync(join(tmpdir(), "lodestone-lane-"));
const metrics = createMetrics({ version: "1.0.0" });
let isAdmitted: () => boolean = () => true;
let server: Server;
let listeners: Listeners;

beforeAll(async () => {
  const nextRequestId = createRequestIds();
  server = buildServer({
    log: createLog({ level: "silent" }),
    metrics,
    overload: { isOverloaded: () => false, close() {} },
    nextRequestId,
    clientAddress: () => "127.0.0.1",
  });
  server.get("/api/slow", async (request) => ({ path: request.url }));
  server.post("/api/echo", async (request) => ({ body: request.body }));
  const count = metrics.counterOf("/api/fast", "GET", 200);
  const read = (url: string): DirectAnswer | null => {
    if (!url.startsWith("/api/fast")) return null;
    const body = url.endsWith("bytes") ? Buffer.from(url) : url.endsWith("large") ? LARGE : url;
    const headers = ["content-length", String(body.length)];
    return { status: 200, headers, payload: body, count };
  };
  listeners = await listen(server, {
    host: "127.0.0.1",
    httpPort: 0,
    httpsPort: 0,
    certificate: await openLocalCertificate({ folder, host: "127.0.0.1", nowMs: Date.now() }),
    hstsMaxAge: 60,
    limits: { ...CLIENT_LIMITS, headersTimeout: 200, connectionsCheckingInterval: 50 },
    direct: {
      prefix: "/api/",
      read,
      admission: { admit: () => isAdmitted(), waitedMs: () => 0, spend() {} },
      refusals: createRefusals({ metrics, nextRequestId }),
    },
  });
});
afterEach(() => {
  isAdmitted = () => true;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const LARGE = "x".repeat(200_000);
const get = (path: string, ...lines: string[]) =>
  `${[`GET ${path} HTTP/1.1`, "host: h", ...lines].join("\r\n")}\r\n\r\n`;

type Reply = { status: number; headers: Record<string, string>; body: string };

/** Sends the pieces, each when the one before has gone, and reads that many replies. */
async function ask(pieces: string[], count: number, socket?: Socket): Promise<Reply[]> {
  const own = socket ?? connect(listeners.httpPort, "127.0.0.1");
  let text = "";
  const replies: Reply[] = [];
  const done = new Promise<void>((resolve, reject) => {
    own.on("data", (chunk) => {
      text += chunk.toString("latin1");
      for (let reply = cutReply(text); reply !== null; reply = cutReply(text)) {
        replies.push(reply);
        text = text.slice(reply.length);
      }
      if (replies.length >= count) resolve();
    });
    own.once("close", () => reject(new Error(`closed after ${replies.length} replies`)));
  });
  for (const piece of pieces) await new Promise((resolve) => own.write(piece, resolve));
  await done;
  own.removeAllListeners("close").destroy();
  expect(text).toBe("");
  return replies;
}

function cutReply(text: string): (Reply & { length: number }) | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [first = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(": ")[0]?.toLowerCase(), line.split(": ")[1] ?? ""]),
  );
  const length = end + 4 + Number(headers["content-length"] ?? 0);
  if (text.length < length) return null;
  return { status: Number(first.slice(9, 12)), headers, body: text.slice(end + 4, length), length };
}

test("pipelined reads that are all refused get a whole 503 each, in order and counted", async () => {
  isAdmitted = () => false;
  const counted = await countShed();
  const replies = await ask([get("/api/fast").repeat(50)], 50);
  for (const { status, headers, body } of replies) {
    expect(status).toBe(503);
    expect(headers["retry-after"]).toBe("1");
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers.date).toBeDefined();
    expect(JSON.parse(body)).toMatchObject({
      status: "error",
      error: { type: "overloaded_error" },
      request_id: headers["x-request-id"],
    });
  }
  expect(new Set(replies.map(({ headers }) => headers["x-request-id"])).size).toBe(50);
  expect(await countShed()).toBe(counted + 50);
});

test("who has a refusal coming is refused again, and asked-for order is kept around it", async () => {
  let n = 0;
  isAdmitted = () => ++n !== 3;
  const paths = ["/api/fast/1", "/api/fast/2", "/api/fast/3", "/api/fast/4"];
  const replies = await ask([paths.map((path) => get(path)).join("")], 4);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 503, 503]);
  expect(replies.slice(0, 2).map(({ body }) => body)).toEqual(["/api/fast/1", "/api/fast/2"]);
  expect(n).toBe(3);
});

test("a connection that was refused is answered again as soon as there is time", async () => {
  const socket = connect(listeners.httpPort, "127.0.0.1");
  isAdmitted = () => false;
  let text = "";
  socket.on("data", (chunk) => (text += chunk.toString("latin1")));
  socket.write(get("/api/fast"));
  while (cutReply(text) === null) await once(socket, "data");
  socket.removeAllListeners("data");
  isAdmitted = () => true;
  const [reply] = await ask([get("/api/fast/again")], 1, socket);
  expect(reply).toMatchObject({ status: 200, body: "/api/fast/again" });
});

test.each([
  ["answered", true],
  ["refused", false],
])(
  "an odd request behind reads that are %s goes to the server, after their replies",
  async (_what, admitted) => {
    isAdmitted = () => admitted;
    const body = '{"a":1}';
    const post = `POST /api/echo HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    const text = get("/api/fast/1") + get("/api/fast/2") + post + get("/api/fast/3");
    const replies = await ask([text], 4);
    const read = admitted ? 200 : 503;
    expect(replies.map(({ status }) => status)).toEqual([read, read, 200, read]);
    expect(replies[2]?.body).toBe('{"body":{"a":1}}');
    if (admitted) expect(replies[3]?.body).toBe("/api/fast/3");
  },
);

test("a head in pieces, of any cut, is answered once and rightly", async () => {
  const text = get("/api/fast/whole", "accept: */*");
  for (const cut of [1, 4, 12, text.length - 3, text.length - 1]) {
    const first = await ask([text.slice(0, cut), text.slice(cut)], 1);
    expect(first).toMatchObject([{ status: 200, body: "/api/fast/whole" }]);
    const behind = await ask([get("/api/fast/0") + text.slice(0, cut), text.slice(cut)], 2);
    expect(behind.map(({ body }) => body)).toEqual(["/api/fast/0", "/api/fast/whole"]);
  }
});

test("what the reads do not cover is worded by the server on the same connection", async () => {
  const replies = await ask([get("/api/none") + get("/api/fast/1") + get("/api/slow")], 3);
  expect(replies.map(({ status }) => status)).toEqual([404, 200, 200]);
  expect(replies[1]?.body).toBe("/api/fast/1");
});

test("a client that asks for much and listens late gets all of it", async () => {
  const socket = connect(listeners.httpPort, "127.0.0.1");
  socket.pause();
  await new Promise((resolve) => socket.write(get("/api/fast/large").repeat(40), resolve));
  // Others are answered meanwhile.
  await ask([get("/api/fast/other")], 1);
  const asked = ask([get("/api/fast/last")], 41, socket);
  socket.resume();
  const replies = await asked;
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  expect(replies.at(-2)?.body).toBe(LARGE);
  expect(replies.at(-1)?.body).toBe("/api/fast/last");
});

test("bodies of bytes and of text come in order", async () => {
  const replies = await ask([get("/api/fast/a") + get("/api/fast/bytes") + get("/api/fast/c")], 3);
  expect(replies.map(({ body }) => body)).toEqual([
    "/api/fast/a",
    "/api/fast/bytes",
    "/api/fast/c",
  ]);
});

test("over HTTPS it is the same, with the header that keeps browsers there", async () => {
  const socket = connectTls({ port: listeners.httpsPort, rejectUnauthorized: false });
  const replies = await ask([get("/api/fast/1") + get("/api/slow")], 2, socket);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  for (const { headers } of replies) {
    expect(headers["strict-transport-security"]).toBe("max-age=60");
  }
});

test("a client that closes its side gets what it asked for, and the connection ends", async () => {
  for (const admitted of [true, false]) {
    isAdmitted = () => admitted;
    const socket = connect({ port: listeners.httpPort, host: "127.0.0.1" });
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.end(get("/api/fast/1"));
    await once(socket, "close");
    expect(cutReply(text)?.status).toBe(admitted ? 200 : 503);
  }
});

test("a connection that never says anything is closed", async () => {
  const socket = connect(listeners.httpPort, "127.0.0.1");
  socket.resume();
  await once(socket, "close");
  expect(socket.bytesRead).toBe(0);
});

test("a stop closes the connections that wait, sends held refusals, and takes no new ones", async () => {
  const idle = connect(listeners.httpPort, "127.0.0.1");
  const [first] = await Promise.all([once(idle, "data"), idle.write(get("/api/fast/1"))]);
  expect(String(first)).toContain("200 OK");
  isAdmitted = () => false;
  const refused = connect(listeners.httpPort, "127.0.0.1");
  let text = "";
  refused.on("data", (chunk) => (text += chunk.toString("latin1")));
  const before = await countShed();
  refused.write(get("/api/fast/2"));
  while ((await countShed()) === before) await new Promise(setImmediate);
  const closed = Promise.all([once(idle, "close"), once(refused, "close")]);
  await listeners.stop({ patienceMs: 2000 });
  await closed;
  expect(cutReply(text)?.status).toBe(503);
});

async function countShed(): Promise<number> {
  const line = /http_requests_total\{route="shed"[^}]*\} (\d+)/.exec(await metrics.text());
  return Number(line?.[1] ?? 0);
}
