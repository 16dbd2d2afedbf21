// Work that costs a check, for somebody at the dashboard: rate → quota → work → count, as with a key;
// the count is durable before the answer goes out. Without an account it costs nothing.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ResultOfText } from "../history/history.ts";
import { AppError } from "../http/http.ts";
import { bad } from "./fields.ts";
import type { DashboardParts } from "./parts.ts";
import { retryAfter, timeOf } from "./visitor.ts";

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

export type Task<T> = {
  endpoint: string;
  body: string;
  work: (signal: AbortSignal) => Promise<T>;
  /** What an account that keeps its results would keep of it. */
  kept: (result: T) => Omit<ResultOfText, "endpoint">;
};

export function createMetered({ accounts, clock, history }: DashboardParts) {
  return async <T>(request: FastifyRequest, reply: FastifyReply, task: Task<T>) => {
    if (!request.visitor) return { result: await whileThere(reply, task.work), quota: null };
    const { accountId } = request.visitor.session;
    const caller = await accounts.callerFor(accountId);
    if (caller === null) throw new AppError("signed_out");
    const entered = await accounts.limits.enterKey(accountId);
    if (!entered.allowed) {
      const code = entered.refusedBy === "rate" ? "rate_limited" : "too_many_at_once";
      throw new AppError(code, { headers: retryAfter(entered.retryAfterMs) });
    }
    try {
      const { endpoint, body } = task;
      const key = readIdempotencyKey(request);
      const idempotency = key === undefined ? undefined : { key, body };
      const reserved = await accounts.quota.reserve(caller, { endpoint, idempotency });
      if (!reserved.ok) throw quotaError(reserved);
      const result = await whileThere(reply, task.work).catch((error: unknown) => {
        reserved.check.release();
        throw error;
      });
      const counted = await reserved.check.count();
      if (!counted.ok) throw quotaError(counted);
      if (!reserved.check.isReplay) {
        history.keep(caller, [{ endpoint, ...task.kept(result) }]);
      }
      const { limit, remaining, resetMs } = counted.day;
      const resets_at = timeOf(clock() + resetMs);
      return { result, quota: { limit, used: limit - remaining, remaining, resets_at } };
    } finally {
      entered.leave();
    }
  };
}

/** Work stops when the one it is for has gone away. */
async function whileThere<T>(
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const gone = new AbortController();
  const onClose = () => gone.abort();
  reply.raw.once("close", onClose);
  try {
    return await work(gone.signal);
  } finally {
    reply.raw.off("close", onClose);
  }
}

function quotaError(refused: { reason: string; day: { resetMs: number } }): AppError {
  if (refused.reason === "idempotency_mismatch") return new AppError("idempotency_mismatch");
  if (refused.reason === "account_gone") return new AppError("signed_out");
  return new AppError("quota_exceeded", { headers: retryAfter(refused.day.resetMs) });
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !IDEMPOTENCY_KEY.test(key)) {
    throw bad("Idempotency-Key must be 1 to 255 visible ASCII characters.");
  }
  return key;
}
