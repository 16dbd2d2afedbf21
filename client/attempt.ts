// One attempt of a call: sent and read, with a timeout and the caller's signal.
import { ConnectionError, TimeoutError } from "./errors.ts";
import type { CallContext } from "./read-reply.ts";
import { faultOf, isCertificateFault } from "./retry.ts";

export type Attempt = {
  /** Resolves with what `work` does; rejects when the time is over or the caller has aborted. */
  race<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Stops the clock while nothing is waited for. */
  pause(): void;
  /** Gives the attempt its full time again; a stream does so with every piece. */
  restart(): void;
  /** Stops the clock and lets go of the caller's signal. */
  end(): void;
};

/** Longer timers overflow and fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export function startAttempt(
  limitMs: number,
  callerSignal: AbortSignal | undefined,
  host: string,
  context: CallContext,
): Attempt {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forward = () => controller.abort(callerSignal?.reason);
  callerSignal?.addEventListener("abort", forward, { once: true });

  // Not every fetch respects its signal; racing against this promise ends the attempt even then.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  // If nothing is awaited when the caller aborts, the rejection must not be unhandled.
  aborted.catch(() => {});

  const attempt: Attempt = {
    async race(work) {
      signal.throwIfAborted();
      try {
        return await Promise.race([work(signal), aborted]);
      } catch (error) {
        throw signal.aborted ? signal.reason : error;
      }
    },
    pause: () => clearTimeout(timer),
    restart() {
      clearTimeout(timer);
      if (limitMs > TIMER_MAX_MS) return;
      timer = setTimeout(() => controller.abort(tooSlow(host, limitMs, context)), limitMs);
    },
    end() {
      clearTimeout(timer);
      callerSignal?.removeEventListener("abort", forward);
    },
  };
  attempt.restart();
  return attempt;
}

/** Awaits something from the network; a failure there becomes a ConnectionError. */
export async function overNetwork<T>(
  pending: Promise<T>,
  about: string,
  context: CallContext,
): Promise<T> {
  try {
    return await pending;
  } catch (cause) {
    const hint = isCertificateFault(cause)
      ? " The certificate is not trusted: for Lodestone's own, name its ca.pem in NODE_EXTRA_CA_CERTS."
      : "";
    const reason = String(faultOf(cause).message ?? cause);
    throw new ConnectionError(`${about}: ${reason}.${hint}`, {
      ...context,
      type: "connection_error",
      cause,
    });
  }
}

function tooSlow(host: string, limitMs: number, context: CallContext): TimeoutError {
  const times = context.attempts === 1 ? "" : ` at attempt ${context.attempts}`;
  return new TimeoutError(`No answer from ${host} within ${Math.round(limitMs)} ms${times}.`, {
    ...context,
    type: "timeout_error",
  });
}
