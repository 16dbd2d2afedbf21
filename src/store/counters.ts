// Ephemeral counters: requests in a time window and concurrent requests. In this process's memory, or in Redis
// when several copies of the program share them.
import type { Log } from "./log.ts";
import { openMemoryCounters } from "./memory-counters.ts";
import type { Counters } from "./window.ts";

export type CountersOptions = {
  redisUrl?: string | undefined;
  clock: () => number;
  /** Redis on the same network responds in under a millisecond. One that takes longer than this is treated as
   * unavailable for a second: waiting would slow every request down. */
  answerMaxMs?: number | undefined;
  /** How long a concurrency slot is kept for a copy that has stopped renewing it. */
  leaseMs?: number | undefined;
  log?: Log | undefined;
};

/** While Redis is unreachable, each process counts for itself. */
export function openCounters(options: CountersOptions): Counters {
  const { redisUrl, clock, log, answerMaxMs = 500, leaseMs = 30_000 } = options;
  const own = openMemoryCounters(clock);
  if (!redisUrl) return own;
  // Loaded only here: without Redis its client would be a large part of every start.
  const shared = import("./redis-counters.ts").then(({ openRedisCounters }) =>
    openRedisCounters({ redisUrl, fallback: own, answerMaxMs, leaseMs, log }),
  );
  return {
    enter: async (ask) => (await shared).enter(ask),
    close: async () => (await shared).close(),
  };
}
