// Who may pass, in the contract's order: HTTPS → key and Origin → rate → concurrency, all before the
// body is read; then, around the work, quota and count. A refused request costs nothing and tells a
// stranger nothing.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Accounts, Admission, Check } from "../accounts/accounts.ts";
import type { History, ResultOfText } from "../history/history.ts";
import { AppError, type ClientReader } from "../http/http.ts";
import { addLimitHeaders, removeLimitHeaders, retryAfter, sendError } from "./replies.ts";

type Admitted = Extract<Admission, { ok: true }>;

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the guard on every route that needs a key. */
    admitted?: Admitted;
  }
}

export type Guard = {
  /** Refuses plain HTTP; a key that came that way is marked as exposed. */
  requireHttps(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void;
  /** Admits the holder of a key; its place is given back when the answer has gone. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  /**
   * Does the work if the quota allows it and counts it before the answer goes out. Work that fails
   * is not counted.
   */
  metered<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    task: {
      endpoint: string;
      body: string;
      work: (signal: AbortSignal) => Promise<T>;
      /** What an account that keeps its results would keep of it. */
      kept: (result: T) => Kept;
    },
  ): Promise<T>;
  /**
   * The same for many texts in one request. `work` is told how many may succeed and answers with those
   * that did, which are counted in one write. Fewer may be counted than succeeded, when other copies
   * of the program were faster.
   */
  meteredMany<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    task: {
      endpoint: string;
      body: string;
      checks: number;
      work: (signal: AbortSignal, granted: number) => Promise<{ result: T; succeeded: number }>;
      kept: (result: T, counted: number) => Kept[];
    },
  ): Promise<{ result: T; counted: number }>;
};

type Kept = Omit<ResultOfText, "endpoint">;

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** Far more than browsers and proxies send together. Beyond 2000 Node drops headers without a word,
 * and what it dropped might have been a second Origin. */
const HEADERS_MAX = 200;

export function createGuard({
  accounts,
  history,
  client,
}: {
  accounts: Accounts;
  history: History;
  client: ClientReader;
}): Guard {
  const meteredMany: Guard["meteredMany"] = async (
    request,
    reply,
    { endpoint, body, checks, work, kept },
  ) => {
    const { admitted } = request;
    if (admitted === undefined) throw new Error("A metered route must be admitted first.");
    const { caller, minute } = admitted;
    const key = readIdempotencyKey(request);
    const reservation = await accounts.quota.reserve(caller, {
      endpoint,
      checks,
      ...(key === undefined ? {} : { idempotency: { key, body } }),
    });
    if (!reservation.ok) {
      addLimitHeaders(reply, { minute, day: reservation.day });
      throw quotaError(reservation);
    }
    const { check } = reservation;
    const { result, succeeded } = await workOrRelease(check, reply, (signal) =>
      work(signal, Math.min(check.granted, checks)),
    );
    if (succeeded === 0) {
      check.release();
      return { result, counted: 0 };
    }
    const counted = await check.count(succeeded);
    addLimitHeaders(reply, { minute, day: counted.day });
    if (!counted.ok) {
      // The key is not valid any more, and what is not valid learns nothing.
      if (counted.reason === "account_gone") removeLimitHeaders(reply);
      throw quotaError(counted);
    }
    // A repetition may have been granted more than it could use now.
    const answered = Math.min(counted.counted, succeeded);
    // Counted first, kept afterwards and without making the answer wait. A repetition was kept before.
    if (!check.isReplay) {
      history.keep(
        caller,
        kept(result, answered).map((one) => ({ endpoint, ...one })),
      );
    }
    return { result, counted: answered };
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
      // The store being away must not turn the refusal into another answer.
      accounts.keys.markExposed(singleHeader(request, "x-api-key")).then(refuse, refuse);
    },

    async admit(request, reply) {
      const admission = await accounts.admit({
        key: singleHeader(request, "x-api-key"),
        origins: headerValues(request, "origin"),
        address: client.address(request.raw),
      });
      // Sent and not thrown: the way of an error through the server costs more than the refusal.
      if (!admission.ok) return sendError(request, reply, refusalOf(admission, reply));
      // The place is freed when the connection is done with the answer, however that came about.
      if (isGone(reply)) admission.leave();
      else reply.raw.once("close", admission.leave);
      addLimitHeaders(reply, admission);
      request.admitted = admission;
    },

    async metered(request, reply, { endpoint, body, work, kept }) {
      const { result } = await meteredMany(request, reply, {
        endpoint,
        body,
        checks: 1,
        work: async (signal) => ({ result: await work(signal), succeeded: 1 }),
        kept: (result) => [kept(result)],
      });
      return result;
    },

    meteredMany,
  };
}

/** Runs the work; a client that goes away stops it, and a failure gives the check back. */
async function workOrRelease<T>(
  check: Check,
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const onClose = () => gone.abort();
  // It may have left while it waited for a check to become free.
  if (isGone(reply)) onClose();
  else reply.raw.once("close", onClose);
  try {
    gone.signal.throwIfAborted();
    const result = await work(gone.signal);
    gone.signal.throwIfAborted();
    return result;
  } catch (error) {
    check.release();
    // Nobody is left to read an answer, and stopping the work was no fault of ours.
    throw gone.signal.aborted
      ? new AppError("malformed_request", { message: "The client went away.", cause: error })
      : error;
  } finally {
    reply.raw.off("close", onClose);
  }
}

function isGone({ raw }: FastifyReply): boolean {
  return raw.destroyed || raw.closed;
}

function refusalOf(admission: Exclude<Admission, { ok: true }>, reply: FastifyReply): AppError {
  switch (admission.reason) {
    case "unauthorized":
      return new AppError("unauthorized");
    case "too_many_bad_keys":
      return new AppError("rate_limited", { headers: retryAfter(admission.retryAfterMs) });
    default:
      addLimitHeaders(reply, admission);
      return new AppError(admission.reason === "rate" ? "rate_limited" : "too_many_at_once", {
        headers: retryAfter(admission.retryAfterMs),
      });
  }
}

function quotaError(refused: { reason: string; day: { resetMs: number } }): AppError {
  if (refused.reason === "idempotency_mismatch") return new AppError("idempotency_mismatch");
  // The account was deleted while its request ran: its key is not valid any more.
  if (refused.reason === "account_gone") return new AppError("unauthorized");
  return new AppError("quota_exceeded", { headers: retryAfter(refused.day.resetMs) });
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const values = headerValues(request, "idempotency-key");
  if (values.length === 0) return undefined;
  const [key = ""] = values;
  if (values.length > 1 || !IDEMPOTENCY_KEY.test(key)) {
    throw new AppError("content_invalid", {
      message: "Idempotency-Key must be 1 to 255 visible ASCII characters, given once.",
    });
  }
  return key;
}

/** A header given twice is no header: which of the two would be meant? */
function singleHeader(request: FastifyRequest, name: string): string | undefined {
  const values = headerValues(request, name);
  return values.length === 1 ? values[0] : undefined;
}

/** Every value a header was given, from the raw list: Node's `headersDistinct` would tell too, but
 * builds a table of all headers to answer for one. */
function headerValues({ raw }: FastifyRequest, name: string): string[] {
  const { rawHeaders } = raw;
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at] ?? "";
    if (given.length === name.length && given.toLowerCase() === name) {
      values.push(rawHeaders[at + 1] ?? "");
    }
  }
  return values;
}
