// Opens the two ports over one server, and closes them in order: nothing new is accepted, what runs
// is finished, and only what outlasts the patience is cut.
import {
  createServer as createHttp,
  type Server as HttpServer,
  type IncomingMessage,
  type RequestListener,
} from "node:http";
import { createServer as createHttps } from "node:https";
import {
  type AddressInfo,
  createServer as createProbe,
  type Server as NetServer,
  type Socket,
} from "node:net";
import type { Certificate } from "./certificate.ts";
import { answerDirectly, type DirectReads } from "./direct.ts";
import { createLane, type Lane } from "./lane.ts";
import { answerBrokenRequest, type Server } from "./server.ts";

export type Listeners = {
  httpPort: number;
  httpsPort: number;
  /** Swaps the certificate for new connections; those that are open go on. */
  setCertificate(certificate: Certificate): void;
  stop(options: { patienceMs: number }): Promise<void>;
};

/** Milliseconds and bytes a client may take. */
export const CLIENT_LIMITS = {
  // Bytes of all headers together; browsers stay far below it.
  maxHeaderSize: 16_384,
  // The headers, and the whole request, must have arrived by then: a client that trickles is cut.
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
};
/** A connection that says nothing at all, or takes nothing of its answer, is closed too. */
const SILENCE_MS = 120_000;

export async function listen(
  server: Server,
  options: {
    host: string;
    httpPort: number;
    httpsPort: number;
    certificate: Certificate;
    /** Seconds browsers shall remember to come over HTTPS only; 0 or nothing: they are not told. */
    hstsMaxAge?: number;
    /** Reads that are answered first; what they do not cover goes to the server. */
    direct?: DirectReads;
    limits?: typeof CLIENT_LIMITS;
  },
): Promise<Listeners> {
  await server.ready();
  const { direct, limits = CLIENT_LIMITS, hstsMaxAge = 0 } = options;
  const lane = direct === undefined ? null : createLane(direct, limits);
  let isStopping = false;
  const handle: RequestListener = (request, response) => {
    if (isAmbiguous(request)) {
      answerBrokenRequest(new Error("ambiguous framing"), request.socket);
      return;
    }
    // A client that keeps its connection learns with its last answer that it must open another.
    if (isStopping) response.shouldKeepAlive = false;
    const connections = lane?.connections() ?? 0;
    const isAnswered =
      direct !== undefined && answerDirectly(direct, connections, request, response);
    if (!isAnswered) server.routing(request, response);
  };
  const http = createHttp(limits, handle);
  const https = createHttps(
    { ...limits, ...tlsOptions(options.certificate) },
    withHsts(handle, hstsMaxAge),
  );
  if (lane !== null) {
    leadThrough(lane, http, "connection");
    const headersFor = (host: string) =>
      needsHsts(host, hstsMaxAge) ? `${HSTS}: max-age=${hstsMaxAge}\r\n` : "";
    leadThrough(lane, https, "secureConnection", hstsMaxAge === 0 ? undefined : headersFor);
  }
  const both = [http, https];
  for (const each of both) {
    each.on("clientError", answerBrokenRequest);
    // An expectation we do not know is ignored, as RFC 9110 allows; Node's own 417 has no body.
    each.on("checkExpectation", handle);
    each.setTimeout(SILENCE_MS);
  }
  try {
    await open(http, options.httpPort, options.host);
    await open(https, options.httpsPort, options.host);
  } catch (error) {
    for (const each of both) each.close();
    throw error;
  }
  // From here on an error is one connection that could not be accepted (handles used up). Unheard, the
  // event would end the program for it.
  for (const each of both) each.on("error", () => {});

  return {
    httpPort: (http.address() as AddressInfo).port,
    httpsPort: (https.address() as AddressInfo).port,
    setCertificate: (certificate) => https.setSecureContext(tlsOptions(certificate)),
    async stop({ patienceMs }) {
      isStopping = true;
      lane?.stop();
      const closed = Promise.all(
        both.map((each) => new Promise<void>((resolve) => each.close(() => resolve()))),
      );
      const sweep = setInterval(() => {
        for (const each of both) each.closeIdleConnections();
      }, 50);
      const cut = setTimeout(() => {
        for (const each of both) each.closeAllConnections();
      }, patienceMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}

/** Only suites with forward secrecy and authenticated encryption: Node's own list still has CBC and
 * plain RSA among those for TLS 1.2. The choice is the client's, which knows what its processor does
 * fast; all of these are good. */
export const CIPHERS = [
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

/** What Node's parser lets through though a proxy may read it otherwise: a coding other than chunked,
 * which it takes for a body without end, and versions that are not HTTP/1. */
function isAmbiguous({ headers, httpVersionMajor }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  return httpVersionMajor !== 1 || (coding !== undefined && coding.toLowerCase() !== "chunked");
}

/** New connections go to the lane first; what it leaves goes the way Node had laid out. */
function leadThrough(
  lane: Lane,
  server: HttpServer,
  event: "connection" | "secureConnection",
  headersFor?: (host: string) => string,
): void {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  server.on(event, (socket: Socket) =>
    lane.take(socket, {
      handOver() {
        for (const listener of listeners) listener.call(server, socket);
      },
      ...(headersFor === undefined ? {} : { headersFor }),
    }),
  );
}

const HSTS = "strict-transport-security";

/** Tells browsers to come over HTTPS only. Never for `localhost`, where other programs answer plain
 * HTTP on other ports and would be out of reach. */
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
