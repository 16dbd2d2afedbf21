// Whether a failed request is sent again, and after how long.
import { ApiError, ConnectionError, LodestoneError, TimeoutError } from "./errors.ts";

export type RetryOptions = {
  retries: number;
  backoffBaseMs: number;
  backoffMaxMs: number;
  retryAfterMaxMs: number;
  random: () => number;
};

/**
 * The wait before the next attempt in milliseconds, or null when the error should reach the caller.
 * `attempt` is the number of the one that failed, 1 for the first.
 */
export function planRetry(error: unknown, attempt: number, rules: RetryOptions): number | null {
  if (attempt > rules.retries || !isPassing(error)) return null;
  // Full jitter: callers that failed together come back spread over the whole span.
  const bound = Math.min(rules.backoffMaxMs, rules.backoffBaseMs * 2 ** (attempt - 1));
  const backoffMs = rules.random() * bound;
  if (error.retryAfterSeconds === undefined) return backoffMs;
  const askedMs = error.retryAfterSeconds * 1000;
  // Coming back sooner than asked would only be refused again, so a wait that is too long ends the call.
  if (askedMs > rules.retryAfterMaxMs) return null;
  return askedMs + backoffMs;
}

/** `Retry-After` in seconds: a number, or a date, which a proxy may send. */
export function readRetryAfter(value: string | null, nowMs: number): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Date.parse also makes dates of odd numbers such as "1.5"; a real one names its month.
  const dateMs = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1000));
}

// 408: the server did not get the whole request in time. 502 and 504: a proxy could not reach it.
const PASSING_STATUSES = new Set([408, 429, 502, 503, 504]);

/** Whether the trouble may be over in a moment; every request can be sent twice without harm. */
function isPassing(error: unknown): error is LodestoneError {
  if (error instanceof TimeoutError) return true;
  if (error instanceof ConnectionError) return !isCertificateFault(error.cause);
  if (!(error instanceof ApiError)) return false;
  return PASSING_STATUSES.has(error.status) && error.type !== "quota_exceeded_error";
}

/** Node names the reason in the cause of fetch's own error; a refused certificate stays refused. */
export function isCertificateFault(thrown: unknown): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/.test(String(faultOf(thrown).code));
}

/** The innermost fault, which says more than fetch's own "fetch failed". */
export function faultOf(thrown: unknown): { code?: unknown; message?: unknown } {
  const { cause } = Object(thrown) as { cause?: unknown };
  return Object(cause ?? thrown) as { code?: unknown; message?: unknown };
}
