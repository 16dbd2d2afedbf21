// Load shedding, one rule for every route. The signal is the delay of the event loop: how long a request that
// has arrived waits before anything is done for it. Once it has been over its limit for half a second without a
// break, a part of each turn goes to answers and the rest of its requests get 503 with `Retry-After`.

export type LoadShedder = {
  /** Whether to refuse the request that is next. `waitedMs`: how long it was queued behind others of its own
   * connection; that alone is no overload, but in one it counts. */
  refuses(waitedMs?: number): boolean;
  isOverloaded(): boolean;
  close(): void;
};

export type DelayRule = {
  /** To be called every `PROBE_MS`; how late that happens is the delay of the event loop. */
  probe(nowMs: number): void;
  refuses(nowMs: number, waitedMs?: number): boolean;
  isOverloaded(): boolean;
};

export const PROBE_MS = 10;
/** A turn of the event loop in which a thousand clients are answered is shorter. Longer turns also keep new
 * connections out: Node accepts one of them in each. */
const DELAY_MAX_MS = 100;
/** In an overload, of each turn: what is left must be enough to refuse everybody else, or the queue grows
 * though most of it is refused. A refusal takes about a third of an answer. */
const ANSWERING_MS = 30;
/** So many of each turn are answered in any case: where the program waits for the processor and not for its own work,
 * turns are long and nearly empty, and refusing would help nobody. */
const ANSWERED_MIN = 16;
/** In an overload, for requests behind others of their connection, which take a turn each. */
const WAIT_MAX_MS = 250;
/** A single pause (garbage collection, a new data set) and a burst pass by themselves and refuse nobody. */
const LASTING_MS = 500;
/** An overload is over when nobody had to be refused for so long. */
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

/** Whether a request asks about the state of the process: those are answered under overload too. */
export function isProbe(url = ""): boolean {
  const query = url.indexOf("?");
  return PROBES.has(query === -1 ? url : url.slice(0, query));
}
