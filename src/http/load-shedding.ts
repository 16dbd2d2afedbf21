// Load shedding, one rule for every route. The signal is the event-loop delay: how long a request waits after
// it has arrived before it is handled. Once the delay has been over its limit for half a second without a break,
// part of each turn is spent on responses and the other requests get 503 with `Retry-After`.

export type LoadShedder = {
  /** Whether to refuse the next request. `waitedMs`: how long it was queued behind others of its own connection;
   * that alone is not overload, but it counts during one. */
  refuses(waitedMs?: number): boolean;
  isOverloaded(): boolean;
  close(): void;
};

export type DelayRule = {
  /** To be called every `PROBE_MS`; how late the call comes is the event-loop delay. */
  probe(nowMs: number): void;
  refuses(nowMs: number, waitedMs?: number): boolean;
  isOverloaded(): boolean;
};

export const PROBE_MS = 10;
/** A turn of the event loop that answers a thousand clients is shorter than this. Longer turns also delay new
 * connections: Node accepts one per turn. */
const DELAY_MAX_MS = 100;
/** Share of each turn spent on responses during overload: the rest must suffice to refuse everybody else, or the
 * queue grows although most of it is refused. A refusal takes about a third of a response's time. */
const ANSWERING_MS = 30;
/** Always answered per turn: when the process is starved of CPU by others, turns are long and nearly empty, and
 * refusing would help nobody. */
const ANSWERED_MIN = 16;
/** During overload, for requests pipelined behind others, which take a turn each. */
const WAIT_MAX_MS = 250;
/** A single pause (garbage collection, a new data set) and a burst pass by themselves and refuse nobody. */
const LASTING_MS = 500;
/** Overload has ended when nothing was refused for this long. */
const CALM_MS = 1000;

export function createDelayRule(startMs: number): DelayRule {
  let probeDueMs = startMs + PROBE_MS;
  let lateSinceMs: number | null = null;
  let refusedAtMs = Number.NEGATIVE_INFINITY;
  let isOverloaded = false;
  let askedInTurn = 0;
  return {
    isOverloaded: () => isOverloaded,
    probe(nowMs) {
      const delayMs = nowMs - probeDueMs;
      probeDueMs = nowMs + PROBE_MS;
      askedInTurn = 0;
      if (delayMs <= DELAY_MAX_MS) lateSinceMs = null;
      else lateSinceMs ??= nowMs;
      if (lateSinceMs !== null) isOverloaded ||= nowMs - lateSinceMs >= LASTING_MS;
      else if (nowMs - refusedAtMs > CALM_MS) isOverloaded = false;
    },
    refuses(nowMs, waitedMs = 0) {
      // The probe is overdue for about as long as the turn has lasted.
      const isLate = nowMs - probeDueMs > ANSWERING_MS || waitedMs > WAIT_MAX_MS;
      askedInTurn += 1;
      if (!isOverloaded || !isLate || askedInTurn <= ANSWERED_MIN) return false;
      refusedAtMs = nowMs;
      return true;
    },
  };
}

export function createLoadShedder(): LoadShedder {
  const rule = createDelayRule(performance.now());
  const timer = setInterval(() => rule.probe(performance.now()), PROBE_MS).unref();
  return {
    isOverloaded: rule.isOverloaded,
    refuses: (waitedMs) => rule.isOverloaded() && rule.refuses(performance.now(), waitedMs),
    close: () => clearInterval(timer),
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
