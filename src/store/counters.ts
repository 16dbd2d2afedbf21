// Counting what happens often and may be forgotten: requests in a window of time and requests at
// once. In this process's memory, or in Redis when several copies of the program share the counts.
import type { Log } from "./log.ts";
import { openMemoryCounters } from "./memory-counters.ts";
import { openRedisCounters } from "./redis-counters.ts";
import type { Counters } from "./window.ts";

export type CountersOptions = {
  redisUrl?: string | undefined;
  clock: () => number;
  /** Redis on the same network answers in under a millisecond. One that takes longer than this is
   * treated as away, and not asked again for a second: waiting would slow every request down. */
  answerMaxMs?: number | undefined;
  /** How long a place is kept for a copy that no longer says it is there. */
  leaseMs?: number | undefined;
  log?: Log | undefined;
};

/** While Redis is unreachable, each process counts for itself. */
export function openCounters(options: CountersOptions): Counters {
  const { redisUrl, clock, log, answerMaxMs = 500, leaseMs = 30_000 } = options;
  const own = openMemoryCounters(clock);
  return redisUrl ? openRedisCounters({ redisUrl, fallback: own, answerMaxMs, leaseMs, log }) : own;
}
