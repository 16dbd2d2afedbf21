// Who may pass, in the contract's order: HTTPS → key and Origin → rate → concurrency, all before the
// body is read; then, around the work, quota and count. A refused request costs nothing and tells a
// stranger nothing.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Accounts, Admission, Check } from "../accounts/accounts.ts";
import { AppError, type ClientReader } from "../http/http.ts";
import { addLimitHeaders, retryAfter } from "./replies.ts";

type Admitted = Extract<Admission, { ok: true }>;

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the guard on every route that needs a key. */
    admitted?: Admitted;
  }
}

export type Guard = {
  /** Refuses plain HTTP; a key that came that way is marked as exposed. */
  requireHttps(request: FastifyRequest): Promise<void>;
  /** Admits the holder of a key; its place is given back when the answer has gone. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /**
   * Does the work if the quota allows it and counts it before the answer goes out. Work that fails
   * is not counted.
   */
  metered<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    task: { endpoint: string; body: string; work: (signal: AbortSignal) => Promise<T> },
  ): Promise<T>;
};

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

export function createGuard({
  accounts,
  client,
}: {
  accounts: Accounts;
  client: ClientReader;
}): Guard {
  return {
    async requireHttps(request) {
      if (client.isSecure(request.raw)) return;
      // The store being away must not turn the refusal into another answer.
      await accounts.keys.markExposed(singleHeader(request, "x-api-key")).catch(() => {});
      throw new AppError("https_required");
    },

    async admit(request, reply) {
      const admission = await accounts.admit({
        key: singleHeader(request, "x-api-key"),
        origins: request.raw.headersDistinct.origin ?? [],
        address: client.address(request.raw),
      });
      if (!admission.ok) throw refusalOf(admission, reply);
      // The place is freed when the connection is done with the answer, however that came about.
      if (reply.raw.destroyed || reply.raw.closed) admission.leave();
      else reply.raw.once("close", admission.leave);
      addLimitHeaders(reply, admission);
      request.admitted = admission;
    },

    async metered(request, reply, { endpoint, body, work }) {
      const { admitted } = request;
      if (admitted === undefined) throw new Error("A metered route must be admitted first.");
      const { caller, minute } = admitted;
      const key = readIdempotencyKey(request);
      const reservation = await accounts.quota.reserve(caller, {
        endpoint,
        ...(key === undefined ? {} : { idempotency: { key, body } }),
      });
      if (!reservation.ok) {
        addLimitHeaders(reply, { minute, day: reservation.day });
        throw quotaError(reservation);
      }
      const result = await workOrRelease(reservation.check, reply, work);
      const counted = await reservation.check.count();
      addLimitHeaders(reply, { minute, day: counted.day });
      if (!counted.ok) throw quotaError(counted);
      return result;
    },
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
  reply.raw.once("close", onClose);
  try {
    return await work(gone.signal);
  } catch (error) {
    check.release();
    throw error;
  } finally {
    reply.raw.off("close", onClose);
  }
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
  const values = request.raw.headersDistinct["idempotency-key"];
  if (values === undefined) return undefined;
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
  const values = request.raw.headersDistinct[name];
  return values?.length === 1 ? values[0] : undefined;
}
