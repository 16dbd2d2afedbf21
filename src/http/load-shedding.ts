// Load shedding, one rule for every route. The signal is how long requests wait between being read and being handled.
// When they have waited too long on average for half a second, without a moment in which nobody did, there is an
// overload: each connection keeps one waiting request, its newest, and older ones are refused with 503 and
// `Retry-After` (pipeline.ts).
import type { IncomingMessage } from "node:http";

export type LoadShedder = {
  /** How long a request waited that is handled now. */
  noteWait(waitedMs: number): void;
  /** Whether to refuse somebody while so many connections are queued. */
  refuses(queuedCount: number): boolean;
  isOverloaded(): boolean;
};

/** Even with four hundred clients that send requests back to back, the wait is shorter. */
const MEAN_WAIT_MAX_MS = 100;
/** Requests over which the mean is taken, roughly. */
const MEAN_OVER = 64;
/** A single pause (garbage collection, a new data set) and a burst pass by themselves and refuse nobody. */
const LASTING_MS = 500;
/** Nothing is refused while fewer connections are queued: there is no crowd, but a client that pipelines deeply or a
 * program that waits for the processor, and refusing would help nobody. */
const CROWD_MIN = 16;
/** An overload is over when nobody had to be refused for so long. */
const CALM_MS = 1000;

export function createLoadShedder(now: () => number = () => performance.now()): LoadShedder {
  let meanWaitMs = 0;
  let lateSinceMs: number | null = null;
  let overloadedUntilMs = 0;

  return {
    isOverloaded: () => now() < overloadedUntilMs,
    noteWait(waitedMs) {
      // Handled at once: nobody waits.
      if (waitedMs === 0) meanWaitMs = 0;
      else meanWaitMs += (waitedMs - meanWaitMs) / MEAN_OVER;
      if (meanWaitMs <= MEAN_WAIT_MAX_MS) lateSinceMs = null;
      else lateSinceMs ??= now();
    },
    refuses(queuedCount) {
      if (queuedCount < CROWD_MIN) return false;
      const nowMs = now();
      const isLasting = lateSinceMs !== null && nowMs - lateSinceMs >= LASTING_MS;
      if (!isLasting && nowMs >= overloadedUntilMs) return false;
      overloadedUntilMs = nowMs + CALM_MS;
      return true;
    },
  };
}

const PROBES: ReadonlySet<string> = new Set([
  "/healthz",
  "/readyz",
  "/readyz/api",
  "/readyz/v1",
  "/metrics",
  "/api/health",
]);

/** Whether a request is a health probe: those are answered under overload too. */
export function isProbe(url = ""): boolean {
  const query = url.indexOf("?");
  return PROBES.has(query === -1 ? url : url.slice(0, query));
}

const SHED = Symbol("shed");
type Marked = IncomingMessage & { [SHED]?: true };

/** Tells the server, which words the refusal, that a request is to be refused. */
export function markShed(request: IncomingMessage): void {
  (request as Marked)[SHED] = true;
}

export function isMarkedShed(request: IncomingMessage): boolean {
  return (request as Marked)[SHED] === true;
}
