// Whom work is done for: the account it counts for in every fair queue, and a signal that cancels it when the
// result is no longer needed.
import type { FastifyReply } from "fastify";
import { AppError } from "../http/http.ts";

export type Requester = {
  readonly account: string;
  /** Aborted when the client goes away or the time limit passes; the reason is an AppError. */
  readonly signal: AbortSignal;
};

/** Connections are closed after two idle minutes: the response must be sent well before. */
const TIME_LIMIT_MS = 100_000;

export function createRequester(
  account: string,
  { raw }: FastifyReply,
  timeLimitMs = TIME_LIMIT_MS,
): Requester {
  const ending = new AbortController();
  const timer = setTimeout(() => {
    ending.abort(new AppError("overloaded", { cause: new Error("time limit reached") }));
  }, timeLimitMs).unref();
  const onClose = () => {
    clearTimeout(timer);
    if (raw.writableFinished) return;
    // The client has disconnected. That is not a server error and must not be logged as one.
    ending.abort(new AppError("malformed_request", { message: "The client disconnected." }));
  };
  if (raw.destroyed || raw.closed) onClose();
  else raw.once("close", onClose);
  return { account, signal: ending.signal };
}
