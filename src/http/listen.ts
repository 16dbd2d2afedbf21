// Opens the two ports over one server, and closes them gracefully: nothing new is accepted, running requests
// finish within the drain timeout, and only what takes longer is cut off.
import {
  createServer as createHttp,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
} from "node:http";
import { createServer as createHttps, type Server as HttpsServer } from "node:https";
import {
  type AddressInfo,
  createServer as createProbe,
  type Server as NetServer,
  type Socket,
} from "node:net";
import type { Certificate } from "./certificate.ts";
import { answerDirectly, type DirectReads } from "./direct.ts";
import { isProbe, type LoadShedder, markShed } from "./load-shedding.ts";
import { followSockets, followTlsSockets, type OnDrop, type OpenSockets } from "./open-sockets.ts";
import { createPipeline } from "./pipeline.ts";
import { answerBrokenRequest, type Server } from "./server.ts";

export type Listeners = {
  httpPort: number;
  httpsPort: number;
  /** Swaps the certificate for new connections; those that are open go on. */
  setCertificate(certificate: Certificate): void;
  /** TCP connections that are open, on both ports. */
  connections(): Promise<number>;
  stop(options: { drainTimeoutMs: number }): Promise<void>;
};

/** Milliseconds and bytes a client may take. */
export const CLIENT_LIMITS = {
  // Bytes of all headers together; browsers stay far below it.
  maxHeaderSize: 16_384,
  // Deadlines for the headers and the whole request: slow-loris clients are disconnected.
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  // Idle deadline: a connection on which nothing is sent or read is closed.
  silenceTimeout: 120_000,
  // None: the idle deadline is enough. Node would set and clear a timer of its own with every request.
  keepAliveTimeout: 0,
  connectionsCheckingInterval: 2_000,
  // From the TCP connection to the end of the TLS handshake.
  handshakeTimeout: 10_000,
};

export type ListenOptions = {
  host: string;
  httpPort: number;
  httpsPort: number;
  certificate: Certificate;
  /** `max-age` of Strict-Transport-Security in seconds; 0 or undefined: the header is not sent. */
  hstsMaxAge?: number;
  /** Reads that are answered first; what they do not cover goes to the server. */
  direct?: DirectReads;
  shedder?: Pick<LoadShedder, "noteWait" | "refuses">;
  limits?: typeof CLIENT_LIMITS;
  onDrop?: OnDrop;
};

export async function listen(server: Server, options: ListenOptions): Promise<Listeners> {
  await server.ready();
  const { direct, shedder, limits = CLIENT_LIMITS, hstsMaxAge = 0, onDrop = () => {} } = options;
  let isStopping = false;
  const pipeline = createPipeline(
    (request, response, isRefused) => {
      if (isAmbiguous(request)) {
        answerBrokenRequest(new Error("ambiguous request"), request.socket);
        return;
      }
      // Tells keep-alive clients with their last response that the connection closes.
      if (isStopping) response.shouldKeepAlive = false;
      const isShed = isRefused && !isProbe(request.url);
      if (direct !== undefined && answerDirectly(direct, isShed, request, response)) return;
      if (isShed) markShed(request);
      server.routing(request, response);
    },
    { shedder, onOverflow: () => onDrop("pipeline_overflow") },
  );
  // A request without a body, such as every read, is not made a stream: that costs a tenth of it.
  const serverOptions = { ...limits, optimizeEmptyRequests: true };
  const http = createHttp(serverOptions, pipeline.onRequest);
  const https = createHttps(
    { ...serverOptions, ...tlsOptions(options.certificate) },
    withHsts(pipeline.onRequest, hstsMaxAge),
  );
  const sockets = [followSockets(http), followTlsSockets(https, onDrop)];
  // Node's own per-connection timer would be reset with every request.
  const looking = setInterval(() => {
    for (const each of sockets) each.destroyStalled(limits.silenceTimeout, performance.now());
  }, limits.silenceTimeout / 12).unref();
  const both = [http, https];
  for (const each of both) {
    each.on("clientError", (error: Error & { code?: string }, socket: Socket) => {
      if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") onDrop("request_timeout");
      pipeline.afterAnswers(socket, () => answerBrokenRequest(error, socket));
    });
    // An unknown expectation is ignored, as RFC 9110 allows; Node's own 417 has no body.
    each.on(
      "checkExpectation",
      each === http ? pipeline.onRequest : withHsts(pipeline.onRequest, hstsMaxAge),
    );
  }
  try {
    await open(http, options.httpPort, options.host);
    await open(https, options.httpsPort, options.host);
  } catch (error) {
    for (const each of both) each.close();
    throw error;
  }
  // From here on an error is one connection that could not be accepted (file handles used up). An unhandled
  // 'error' event would crash the process.
  for (const each of both) each.on("error", () => onDrop("accept_failed"));

  return {
    httpPort: (http.address() as AddressInfo).port,
    httpsPort: (https.address() as AddressInfo).port,
    setCertificate: (certificate) => https.setSecureContext(tlsOptions(certificate)),
    async connections() {
      const counts = both.map(
        (each) =>
          new Promise<number>((resolve) => each.getConnections((_, count) => resolve(count))),
      );
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
    async stop({ drainTimeoutMs }) {
      isStopping = true;
      await drain(both, sockets, drainTimeoutMs);
      clearInterval(looking);
    },
  };
}

/** Closes the servers, waits for the requests in progress, and cuts those off that take too long. */
async function drain(
  servers: readonly (HttpServer | HttpsServer)[],
  sockets: readonly OpenSockets[],
  timeoutMs: number,
): Promise<void> {
  const closed = Promise.all(
    servers.map((each) => new Promise<void>((resolve) => each.close(() => resolve()))),
  );
  for (const each of sockets) each.destroyUnused();
  const sweep = setInterval(() => {
    for (const each of sockets) each.destroyUnused();
    // Node considers a connection idle as soon as its response is written, though the client may not have
    // received all of it yet.
    if (sockets.some((each) => each.areSending())) return;
    for (const each of servers) each.closeIdleConnections();
  }, 50);
  const cut = setTimeout(() => {
    for (const each of sockets) each.destroyAll();
  }, timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}

/** Only suites with forward secrecy and authenticated encryption: Node's defaults for TLS 1.2 still include CBC
 * and plain RSA. The client chooses, because it knows which is fast on its processor; all of these are good. */
const CIPHERS = [
  "TLS_AES_128_GCM_SHA256",
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

function tlsOptions({ cert, key }: Certificate) {
  return {
    cert,
    key,
    minVersion: "TLSv1.2",
    ciphers: CIPHERS,
    honorCipherOrder: false,
  } as const;
}

/** What Node's parser accepts although a proxy may parse it differently (request smuggling): a transfer coding
 * other than chunked, any in HTTP/1.0, versions other than HTTP/1, and a second Host. */
function isAmbiguous({ rawHeaders, httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean {
  if (httpVersionMajor !== 1) return true;
  let hosts = 0;
  // The raw list: `headers` drops a second Host, and is only built on access.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === "host" && ++hosts > 1) return true;
    if (name.length !== 17 || name.toLowerCase() !== "transfer-encoding") continue;
    // HTTP/1.0 knows no transfer codings: what follows the headers has no length both sides agree on (RFC 9112, 6.1).
    if (httpVersionMinor === 0) return true;
    if (rawHeaders[at + 1]?.toLowerCase() !== "chunked") return true;
  }
  return false;
}

const HSTS = "strict-transport-security";

/** Sends HSTS. Never for `localhost`, where it would make other programs on plain HTTP ports unreachable. */
function needsHsts(host: string, maxAge: number): boolean {
  return maxAge !== 0 && !/^(?:localhost|127\.|\[::1\])/.test(host.toLowerCase());
}

function withHsts(handle: RequestListener, maxAge: number): RequestListener {
  if (maxAge === 0) return handle;
  return (request, response) => {
    if (needsHsts(request.headers.host ?? "", maxAge)) {
      response.setHeader(HSTS, `max-age=${maxAge}`);
    }
    handle(request, response);
  };
}

/** Sentences about ports that can't be opened, found before anything else is started. */
export async function findPortProblems({
  host,
  httpPort,
  httpsPort,
}: {
  host?: string;
  httpPort?: number;
  httpsPort?: number;
}): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, port] of [
    ["HTTP_PORT", httpPort],
    ["HTTPS_PORT", httpsPort],
  ] as const) {
    if (host === undefined || port === undefined) continue;
    const probe = createProbe();
    try {
      await open(probe, port, host);
      await new Promise((resolve) => probe.close(resolve));
    } catch (error) {
      problems.push(`${name} ${describeListenError(error, host, port)}`);
    }
  }
  return problems;
}

function describeListenError(error: unknown, host: string, port: number): string {
  switch (Object(error).code) {
    case "EADDRINUSE":
      return `${port} is in use on ${host}: stop the other program or choose another port.`;
    case "EACCES":
      return `${port} may not be opened by this user: ports below 1024 need a privilege.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${port} can't be opened: HOST ${host} is no address of this machine.`;
    default:
      return `${port} can't be opened on ${host} (${Object(error).code ?? "unknown reason"}).`;
  }
}

function open(server: NetServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
