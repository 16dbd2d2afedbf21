// Access control in the contract's order: HTTPS → key and Origin → rate → concurrency, all before the body
// is read; then the metered work, its outcome mapped to this service's errors and headers. A refused request
// costs nothing and reveals nothing to an unauthenticated caller.
import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import type {
  Accounts,
  Admission,
  Caller,
  Manager,
  ManagerAdmission,
  MinuteState,
  RefusedKey,
} from "../accounts/accounts.ts";
import type { History } from "../history/history.ts";
import { AppError, type ClientReader, headerValues } from "../http/http.ts";
import {
  createMeteredWork,
  createRequester,
  type Kept,
  type Requester,
  readIdempotencyKey,
  type WorkTerms,
} from "../metering/metering.ts";
import { addLimitHeaders, removeLimitHeaders, retryAfter, sendError } from "./replies.ts";

type Admitted = { caller: Caller; minute: MinuteState; requester: Requester };

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the guard on every route that needs a key. */
    admitted?: Admitted;
    /** Set on the routes of the management API. */
    manager?: Manager;
  }
}

export type Guard = {
  /** Refuses plain HTTP; a key that came that way is marked as exposed. */
  requireHttps(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void;
  /** Admits the holder of a key; the concurrency slot is released when the response has been sent. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** The same for a request that only reads, counted apart from those for work. */
  admitRead(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Admits the holder of a management key. */
  admitManager(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /** Whose keys are managed, and with which key. */
  manager(request: FastifyRequest): Manager;
  /** Made with a test key: answers are fixed, nothing is counted. */
  isTest(request: FastifyRequest): boolean;
  /** Who pays. */
  caller(request: FastifyRequest): Caller;
  /** The requester that an admitted request's work is done for. */
  requester(request: FastifyRequest): Requester;
  /**
   * Does the work if the quota allows it and counts it before the answer goes out. Work that fails
   * is not counted, nor is that of a client that has gone away, nor an answer that costs nothing.
   */
  metered<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    task: {
      endpoint: string;
      body: string;
      work: (terms: WorkTerms) => Promise<T>;
      /** Whether the result costs its check. */
      isCharged: (result: T) => boolean;
      kept: (result: T) => Kept;
    },
  ): Promise<{ result: T; counted: boolean }>;
  /** The same for many texts in one request; see `Task`. */
  meteredMany<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    task: {
      endpoint: string;
      body: string;
      checks: number;
      work: (terms: WorkTerms) => Promise<{ result: T; charged: number }>;
      kept: (result: T, counted: number) => Kept[];
    },
  ): Promise<{ result: T; counted: number }>;
};

/** Far more than browsers and proxies send together. Beyond 2000 Node silently drops headers, and a dropped
 * one might have been a second Origin. */
const HEADERS_MAX = 200;

const PREFIX = "/v1/";

export function createGuard({
  accounts,
  history,
  client,
  clock,
}: {
  accounts: Accounts;
  history: Pick<History, "keep">;
  client: ClientReader;
  clock: () => number;
}): Guard {
  const meteredWork = createMeteredWork({ accounts, history, clock });

  const admittedOf = ({ admitted }: FastifyRequest): Admitted => {
    if (admitted === undefined) throw new Error("A metered route must be admitted first.");
    return admitted;
  };

  const meteredMany: Guard["meteredMany"] = async (request, reply, task) => {
    const { caller, minute, requester } = admittedOf(request);
    const idempotencyKey = readIdempotencyKey(request);
    if (caller.isTest === true) {
      const terms = { granted: task.checks, checkedAt: clock(), countNow: async () => {} };
      const { result, charged } = await task.work(terms).catch((error: unknown) => {
        const isQuota = error instanceof AppError && error.code === "quota_exceeded";
        throw isQuota
          ? quotaError({ reason: error.code, day: accounts.quota.stateFor(caller) })
          : error;
      });
      return { result, counted: charged };
    }
    const { signal } = requester;
    const outcome = await meteredWork(caller, { ...task, idempotencyKey, signal });
    if (outcome.day !== null) addLimitHeaders(reply, { minute, day: outcome.day });
    if (outcome.ok) return { result: outcome.result, counted: outcome.counted };
    // The key is no longer valid, and nothing is revealed to invalid keys.
    if (outcome.reason === "account_gone") removeLimitHeaders(reply);
    throw quotaError(outcome);
  };

  const admit = async (request: FastifyRequest, reply: FastifyReply, isRead: boolean) => {
    const admission = await accounts.admit({
      ...askedBy(request),
      address: client.address(request.raw),
      isRead,
    });
    if ("refused" in admission) noteRefused(request, admission.refused);
    // Sent instead of thrown: error handling in the framework costs more than the refusal itself.
    if (!admission.ok) return sendError(request, reply, refusalOf(admission, reply));
    // The slot is released when the response has ended, for whatever reason.
    if (reply.raw.destroyed || reply.raw.closed) admission.leave();
    else reply.raw.once("close", admission.leave);
    addLimitHeaders(reply, admission);
    const { caller, minute } = admission;
    request.admitted = { caller, minute, requester: createRequester(caller.accountId, reply) };
    return undefined;
  };

  return {
    requireHttps(request, _reply, done) {
      const { raw } = request;
      if (client.isSecure(raw)) {
        done(
          raw.rawHeaders.length > 2 * HEADERS_MAX ? new AppError("headers_too_large") : undefined,
        );
        return;
      }
      const refuse = () => done(new AppError("https_required"));
      accounts
        .refusePlainHttp(askedBy(request))
        .then((refused) => noteRefused(request, refused))
        // An unavailable store must not change the refusal into another error.
        .then(refuse, refuse);
    },

    admit: (request, reply) => admit(request, reply, false),
    admitRead: (request, reply) => admit(request, reply, true),

    async admitManager(request, reply) {
      const { key, endpoint } = askedBy(request);
      const address = client.address(request.raw);
      const admission = await accounts.admitManager({ key, endpoint, address });
      if ("refused" in admission) noteRefused(request, admission.refused);
      if (!admission.ok) return sendError(request, reply, refusalOf(admission, reply));
      if (reply.raw.destroyed || reply.raw.closed) admission.leave();
      else reply.raw.once("close", admission.leave);
      addLimitHeaders(reply, admission);
      request.manager = admission.manager;
      return undefined;
    },

    manager({ manager }) {
      if (manager === undefined) throw new Error("A management route must be admitted first.");
      return manager;
    },

    isTest: (request) => admittedOf(request).caller.isTest === true,
    requester: (request) => admittedOf(request).requester,
    caller: (request) => admittedOf(request).caller,

    async metered(request, reply, { work, isCharged, kept, ...task }) {
      const { result, counted } = await meteredMany(request, reply, {
        ...task,
        checks: 1,
        async work(terms) {
          const result = await work(terms);
          return { result, charged: isCharged(result) ? 1 : 0 };
        },
        kept: (result) => [kept(result)],
      });
      return { result, counted: counted > 0 };
    },

    meteredMany,
  };
}

function refusalOf(
  admission: Exclude<Admission | ManagerAdmission, { ok: true }>,
  reply: FastifyReply,
): AppError {
  switch (admission.reason) {
    case "unauthorized":
      return new AppError("unauthorized");
    case "too_many_bad_keys":
      return new AppError("rate_limited", { headers: retryAfter(admission.retryAfterMs) });
    case "endpoint":
      addLimitHeaders(reply, admission);
      return new AppError("endpoint_not_allowed");
    default:
      addLimitHeaders(reply, admission);
      return new AppError(admission.reason === "rate" ? "rate_limited" : "too_many_at_once", {
        headers: retryAfter(admission.retryAfterMs),
      });
  }
}

export function quotaError(refused: { reason: string; day: { resetMs: number } }): AppError {
  if (refused.reason === "idempotency_mismatch") return new AppError("idempotency_mismatch");
  // The account was deleted while its request ran: its key is no longer valid.
  if (refused.reason === "account_gone") return new AppError("unauthorized");
  const code = refused.reason === "key_quota_exceeded" ? "key_quota_exceeded" : "quota_exceeded";
  return new AppError(code, { headers: retryAfter(refused.day.resetMs) });
}

function askedBy(request: FastifyRequest) {
  return {
    key: singleHeader(request.raw, "x-api-key"),
    origins: headerValues(request.raw, "origin"),
    endpoint: endpointOf(request),
  };
}

/** For the log: the answer is the same whatever was wrong. */
function noteRefused(request: FastifyRequest, { reason, key, origins = [] }: RefusedKey): void {
  request.refused = {
    reason,
    ...(key === undefined ? {} : { key }),
    ...(origins.length === 0 ? {} : { origin: origins.join(", ").slice(0, ORIGIN_LENGTH_MAX) }),
  };
}

const ORIGIN_LENGTH_MAX = 200;

/** What a key can be limited to: a file is sent to a path of its own, but it is the same endpoint. */
function endpointOf({ routeOptions }: FastifyRequest): string | undefined {
  return routeOptions.url?.slice(PREFIX.length).replace(/\/file$/, "");
}

/** A repeated header counts as absent: it is ambiguous. */
function singleHeader(request: IncomingMessage, name: string): string | undefined {
  const values = headerValues(request, name);
  return values.length === 1 ? values[0] : undefined;
}
