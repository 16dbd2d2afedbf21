// Error bodies and headers of the text service: the two error shapes, CORS, the rate-limit headers.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { MinuteState, PolicyState } from "../accounts/accounts.ts";
import { type AppError, detailsOf, publicCodeOf } from "../http/http.ts";

/** 400 has the simple shape, everything else the standard one; the details stand beside the message. */
export function errorFields(error: AppError, docUrl?: string) {
  const { status, publicMessage: message, type } = error;
  const details = detailsOf(error, docUrl);
  return status === 400 ? { error: message, ...details } : { error: { message, type, ...details } };
}

/** The body of an error contains the request id. */
export function errorBody(error: AppError, requestId: string, docUrl: string) {
  return { ...errorFields(error, docUrl), request_id: requestId };
}

export const EXPOSED = "retry-after, ratelimit, ratelimit-policy, x-request-id";

/** Sends an error. It gets CORS headers at whatever stage it was thrown, so that a page can read it. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
): FastifyReply {
  addCorsHeaders(request, reply);
  request.failure = publicCodeOf(error.code);
  return reply
    .code(error.status)
    .headers(error.headers)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(error, request.id, request.docUrl(error.code))));
}

/** Allows the caller's own Origin; never `*`. */
export function addCorsHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("vary", "origin");
  reply.header("cache-control", "no-store");
  const { origin } = request.headers;
  // Browsers send an ASCII Origin. Anything else is not from a page, and Node would change its bytes when
  // echoing it.
  if (origin === undefined || !/^[\x21-\x7e]+$/.test(origin)) return;
  reply.header("access-control-allow-origin", origin);
  reply.header("access-control-expose-headers", EXPOSED);
}

/** The headers of a preflight response. */
export const preflight = (methods: string) => ({
  "access-control-allow-methods": methods,
  "access-control-allow-headers": "x-api-key, content-type, idempotency-key",
  "access-control-max-age": "600",
});

/**
 * draft-ietf-httpapi-ratelimit-headers-10: quoted policy names, seconds, whole numbers. `concurrent` is how many may
 * run at once, told when a request was refused for that.
 */
export function addLimitHeaders(
  reply: FastifyReply,
  {
    minute,
    day,
    concurrent,
  }: { minute: MinuteState; day?: PolicyState | undefined; concurrent?: number },
): void {
  const policies: [name: string, state: PolicyState][] = [[minute.name, minute]];
  if (day !== undefined) policies.push(["day", day]);
  const isFull = concurrent !== undefined;
  reply.header(
    "ratelimit-policy",
    policies
      .map(([name, { limit, windowMs }]) => `"${name}";q=${limit};w=${seconds(windowMs)}`)
      .concat(isFull ? [`"concurrent";q=${concurrent};qu="concurrent-requests"`] : [])
      .join(", "),
  );
  reply.header(
    "ratelimit",
    policies
      .map(([name, { remaining, resetMs }]) => `"${name}";r=${remaining};t=${seconds(resetMs)}`)
      .concat(isFull ? ['"concurrent";r=0'] : [])
      .join(", "),
  );
}

export function removeLimitHeaders(reply: FastifyReply): void {
  reply.removeHeader("ratelimit-policy");
  reply.removeHeader("ratelimit");
}

/** Never 0: a client that doesn't wait at all would come back too early. */
export function retryAfter(waitMs: number): { "retry-after": string } {
  return { "retry-after": String(Math.max(1, seconds(waitMs))) };
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
