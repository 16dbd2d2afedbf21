// Who may check and rewrite texts in the dashboard: signed-in users, who pay with their account's checks as with
// a key, and local users, so that a new installation can be tried. Rate and concurrency are checked before the
// body is read.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../accounts/accounts.ts";
import { AppError } from "../http/http.ts";
import {
  createMeteredWork,
  createRequester,
  type Kept,
  type Requester,
  readIdempotencyKey,
  type WorkTerms,
} from "../metering/metering.ts";
import type { DashboardOptions } from "./options.ts";
import { isLocal } from "./same-site.ts";
import { retryAfter, timeOf } from "./visitor.ts";

/** `caller` is null for a local user without an account. */
type AdmittedVisitor = { caller: Caller | null; requester: Requester };

declare module "fastify" {
  interface FastifyRequest {
    /** Set on every route that works on texts. */
    admittedVisitor?: AdmittedVisitor;
  }
}

type Task<T> = {
  endpoint: string;
  body: string;
  work: (terms: WorkTerms) => Promise<T>;
  /** Whether the result costs its check. */
  isCharged: (result: T) => boolean;
  kept: (result: T) => Kept;
};

/** Not the id of an account: those have a prefix. */
const NO_ACCOUNT = "local";

export type TextGuard = ReturnType<typeof createTextGuard>;

export function createTextGuard({ accounts, clock, client, history }: DashboardOptions) {
  const meteredWork = createMeteredWork({ accounts, history, clock });

  const admittedOf = ({ admittedVisitor }: FastifyRequest): AdmittedVisitor => {
    if (admittedVisitor === undefined) throw new Error("A metered route must be admitted first.");
    return admittedVisitor;
  };

  return {
    async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (!request.visitor) {
        if (!isLocal(client, request.raw)) throw new AppError("signed_out");
        request.admittedVisitor = { caller: null, requester: createRequester(NO_ACCOUNT, reply) };
        return;
      }
      const { accountId } = request.visitor.session;
      const caller = await accounts.callerFor(accountId);
      if (caller === null) throw new AppError("signed_out");
      const entered = await accounts.limits.enterKey({ id: accountId, ratePerMinute: null });
      if (!entered.allowed) {
        const code = entered.refusedBy === "rate" ? "rate_limited" : "too_many_at_once";
        throw new AppError(code, { headers: retryAfter(entered.retryAfterMs) });
      }
      // The slot is released when the response has ended, for whatever reason.
      if (reply.raw.destroyed || reply.raw.closed) entered.leave();
      else reply.raw.once("close", entered.leave);
      request.admittedVisitor = { caller, requester: createRequester(accountId, reply) };
    },

    requester: (request: FastifyRequest) => admittedOf(request).requester,

    /** The result, whether it was counted, the time of the check, and the account's quota after it. */
    async metered<T>(request: FastifyRequest, { work, isCharged, kept, ...task }: Task<T>) {
      const { caller, requester } = admittedOf(request);
      const outcome = await meteredWork(caller, {
        ...task,
        idempotencyKey: readIdempotencyKey(request),
        signal: requester.signal,
        checks: 1,
        async work(terms) {
          const result = await work(terms);
          return { result, charged: isCharged(result) ? 1 : 0 };
        },
        kept: (result) => [kept(result)],
      });
      if (!outcome.ok) throw quotaError(outcome);
      const { result, checkedAt, day } = outcome;
      const checked_at = timeOf(checkedAt);
      // A local user is charged for nothing.
      if (day === null) return { result, counted: false, checked_at, quota: null };
      const counted = outcome.counted > 0;
      const { limit, remaining, resetMs } = day;
      const resets_at = timeOf(clock() + resetMs);
      const quota = { limit, used: limit - remaining, remaining, resets_at };
      return { result, counted, checked_at, quota };
    },
  };
}

function quotaError(refused: { reason: string; day: { resetMs: number } }): AppError {
  if (refused.reason === "idempotency_mismatch") return new AppError("idempotency_mismatch");
  if (refused.reason === "account_gone") return new AppError("signed_out");
  return new AppError("quota_exceeded", { headers: retryAfter(refused.day.resetMs) });
}
