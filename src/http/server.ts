// Builds the HTTP server without listening: request ids, limits, the log line and the counters of
// each request, and errors outside any service. The services add their routes to it.
import { randomBytes } from "node:crypto";
import { type Duplex, Readable } from "node:stream";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { AppError, detailsOf, toAppError } from "./app-error.ts";
import type { ClientReader } from "./client.ts";
import type { ErrorCode } from "./errors.ts";
import { isMarkedShed } from "./load-shedding.ts";
import type { Log } from "./log.ts";
import { createLogSampler, LOG_ALL } from "./log-sampler.ts";
import type { Metrics } from "./metrics.ts";
import { createDocUrls } from "./own-address.ts";
import { html, sendPage } from "./page.ts";
import { formatTimestamp } from "./time.ts";

export type Server = FastifyInstance;

declare module "fastify" {
  interface FastifyContextConfig {
    /** Routine reads of public data: counted, but logged only at debug level. */
    isQuiet?: boolean;
  }
  interface FastifyRequest {
    /** Where this server explains an error, under the name it was called by. */
    docUrl(code: ErrorCode): string;
  }
}

declare module "fastify" {
  interface FastifyRequest {
    /** What was wrong with a refused key or its Origin, without the key: written to the log. */
    refused?: {
      reason: string;
      origin?: string;
      /** Undefined for a key that is not ours. */
      key?: { id: string; lastFour: string; domain: string };
    };
  }
}

export type ServerOptions = {
  log: Log;
  metrics: Metrics;
  nextRequestId: () => string;
  client: ClientReader;
};

export function buildServer(options: ServerOptions): Server {
  const { log, metrics, nextRequestId, client } = options;
  // At debug level every request is logged.
  const sampler = log.isLevelEnabled("debug") ? LOG_ALL : createLogSampler();
  const docUrlOf = createDocUrls(client);
  const sendPlainError = (error: AppError, request: FastifyRequest, reply: FastifyReply) => {
    // The directory is open to every origin; the text service never sends `*`.
    if (request.url.startsWith("/api/")) reply.header("access-control-allow-origin", "*");
    reply
      .code(error.status)
      .headers({ ...error.headers, "x-request-id": request.id })
      .send(plainErrorBody(error, request.id, docUrlOf(request.raw, error.code)));
  };
  const server = fastify({
    logger: false,
    // Ids are never taken from the caller: one could forge another request's trace in the log.
    requestIdHeader: false,
    genReqId: nextRequestId,
    // Routes read their bodies themselves, each with its own limit.
    bodyLimit: 1_048_576,
    routerOptions: {
      maxParamLength: 200,
      // Services read the query themselves (http/query.ts), strictly.
      querystringParser: () => ({}),
    },
    frameworkErrors: (error, request, reply) => {
      sendPlainError(toAppError(error), request, reply);
    },
  });

  server.decorateRequest("docUrl", function docUrl(code) {
    return docUrlOf(this.raw, code);
  });

  // No DELETE of ours has a body, and one that is sent anyway means nothing (RFC 9110, 9.3.5): it is discarded unread.
  server.addHttpMethod("DELETE", { hasBody: false, overrideExisting: true });

  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    reply.header("x-content-type-options", "nosniff");
    done(isMarkedShed(request.raw) ? new AppError("overloaded") : undefined);
  });

  // Parsers wait for the end of a body, which is not announced where there is none (`optimizeEmptyRequests`).
  server.addHook("preParsing", (request, _reply, payload, done) => {
    done(null, request.raw.readableEnded ? Readable.from([]) : payload);
  });

  server.addHook("onResponse", (request, reply, done) => {
    const { config, url } = request.routeOptions;
    const { statusCode } = reply;
    const durationMs = reply.elapsedTime;
    metrics.countRequest(url ?? "none", request.method, statusCode, durationMs);
    const { refused } = request;
    // A page without a session asks whether it has one: that is routine. A refused key is what an operator looks for.
    const isSignedOut = statusCode === 401 && refused === undefined;
    const isRoutine = (statusCode < 400 && config.isQuiet === true) || isSignedOut;
    const level = isRoutine ? "debug" : "info";
    const logged = log.isLevelEnabled(level) ? sampler.admit(statusCode, refused) : null;
    if (logged !== null) {
      log[level](
        {
          requestId: request.id,
          method: request.method,
          path: pathOf(request.url),
          status: statusCode,
          ms: Math.round(durationMs * 1000) / 1000,
          address: client.address(request.raw),
          ...(refused === undefined ? {} : { refused }),
          ...(logged.unlogged === 0 ? {} : { unlogged: logged.unlogged }),
        },
        "request",
      );
    }
    done();
  });

  server.setErrorHandler((thrown, request, reply) => {
    const error = noteError(log, thrown, request);
    sendPlainError(error, request, reply);
  });
  server.setNotFoundHandler((request, reply) => {
    if (isLostReader(request)) sendLostPage(reply);
    else sendPlainError(new AppError("endpoint_not_found"), request, reply);
  });
  return server;
}

/** 5xx that are not faults of the program: overload, and failures simulated for a test key. */
const EXPECTED: ReadonlySet<ErrorCode> = new Set(["overloaded", "simulated_failure"]);

/** Turns what was thrown into an AppError and logs it if it is a server error. */
export function noteError(log: Log, thrown: unknown, request: FastifyRequest): AppError {
  const error = toAppError(thrown);
  if (error.status >= 500 && !EXPECTED.has(error.code)) {
    log.error({ requestId: request.id, code: error.code, err: thrown }, "request failed");
  }
  return error;
}

/**
 * Errors that belong to no service carry both services' shapes, so that a client of either can read
 * them: the parser may fail before the path is known.
 */
function plainErrorBody(error: AppError, requestId: string, docUrl?: string) {
  const details = detailsOf(error, docUrl);
  return {
    status: "error",
    message: error.publicMessage,
    ...details,
    timestamp: formatTimestamp(Date.now()),
    error: { message: error.publicMessage, type: error.type, ...details },
    request_id: requestId,
  };
}

/** A person who mistyped a URL gets a page; programs accept JSON or anything. */
function isLostReader({ method, url, headers }: FastifyRequest): boolean {
  const isRead = method === "GET" || method === "HEAD";
  const isOfService = /^\/(?:api|v1|dashboard\/api|assets)(?:[/?]|$)/.test(url);
  return isRead && !isOfService && /\btext\/html\b/.test(headers.accept ?? "");
}

function sendLostPage(reply: FastifyReply): void {
  const body = html`<main>
<h1>Page not found</h1>
<p class="lead">The address may be mistyped, or the page may belong to a service that is switched off on this server.</p>
<p><a href="/">Go to home page</a></p>
</main>`;
  sendPage(reply.code(404), { title: "Page not found · Lodestone", body });
}

/** What Node's parser rejects never becomes a request: the error is written to the socket directly. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const code =
    error.code === "HPE_HEADER_OVERFLOW"
      ? "headers_too_large"
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? "request_timeout"
        : "malformed_request";
  const known = new AppError(code);
  const requestId = randomBytes(6).toString("base64url");
  const body = JSON.stringify(plainErrorBody(known, requestId));
  // A client that never closes its side must not keep the connection open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.end(
    `HTTP/1.1 ${known.status} ${known.publicMessage}\r\n` +
      "content-type: application/json; charset=utf-8\r\n" +
      `access-control-allow-origin: *\r\nx-request-id: ${requestId}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

const LINGER_MS = 1000;

/** Short, unique and cheap: a random start for each process, then a counter. */
export function createRequestIds(): () => string {
  const start = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

/** The query string may be private, and a path can be as long as the header limit allows. */
function pathOf(url: string): string {
  const at = url.indexOf("?");
  const path = at === -1 ? url : url.slice(0, at);
  return path.length > PATH_LENGTH_MAX ? `${path.slice(0, PATH_LENGTH_MAX)}…` : path;
}

const PATH_LENGTH_MAX = 200;
