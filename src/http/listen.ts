// Opens the two ports over one server, and closes them in order: nothing new is accepted, what runs
// is finished, and only what outlasts the patience is cut.
import {
  createServer as createHttp,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createHttps } from "node:https";
import { type AddressInfo, createServer as createProbe, type Server as NetServer } from "node:net";
import type { Certificate } from "./certificate.ts";
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
    /** Gets each request first; what it does not answer goes to the server. */
    direct?: (request: IncomingMessage, response: ServerResponse) => boolean;
    limits?: typeof CLIENT_LIMITS;
  },
): Promise<Listeners> {
  await server.ready();
  const limits = options.limits ?? CLIENT_LIMITS;
  let isStopping = false;
  const handle: RequestListener = (request, response) => {
    if (isAmbiguous(request)) {
      answerBrokenRequest(new Error("ambiguous framing"), request.socket);
      return;
    }
    // A client that keeps its connection learns with its last answer that it must open another.
    if (isStopping) response.shouldKeepAlive = false;
    if (options.direct?.(request, response) !== true) server.routing(request, response);
  };
  const http = createHttp(limits, handle);
  const https = createHttps(
    { ...limits, ...tlsOptions(options.certificate) },
    withHsts(handle, options.hstsMaxAge ?? 0),
  );
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

/** Tells browsers to come over HTTPS only. Never for `localhost`, where other programs answer plain
 * HTTP on other ports and would be out of reach. */
function withHsts(handle: RequestListener, maxAge: number): RequestListener {
  if (maxAge === 0) return handle;
  return (request, response) => {
    const host = (request.headers.host ?? "").toLowerCase();
    if (!/^(?:localhost|127\.|\[::1\])/.test(host)) {
      response.setHeader("strict-transport-security", `max-age=${maxAge}`);
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
