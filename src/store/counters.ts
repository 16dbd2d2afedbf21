// Counting what happens often and may be forgotten: requests in a window of time and requests at
// once. In this process's memory, or in Redis when several copies of the program share the counts.
import { openRedisCounters } from "./redis-counters.ts";
import type { Log } from "./store.ts";

export type Ask = {
  /** What is counted, for example "key:k_1". */
  bucket: string;
  /** At most this many in any stretch of `windowMs`; Infinity for no limit. */
  limit: number;
  windowMs: number;
  /** At most this many entered and not yet left; without it nothing has to be left. */
  concurrent?: number | undefined;
};

export type Entry =
  | {
      allowed: true;
      remaining: number;
      /** Until the oldest counted entry leaves the window. */
      resetMs: number;
      /** Ends a concurrent entry; calling it again does nothing. */
      leave(): void;
      /** Takes the entry back, as if it had never been. */
      undo(): void;
    }
  | { allowed: false; refusedBy: "rate" | "concurrency"; remaining: number; resetMs: number };

export type Counters = {
  /** Counts one entry, or refuses it and counts nothing. Never rejects. */
  enter(ask: Ask): Promise<Entry>;
  close(): Promise<void>;
};

export type CountersOptions = {
  redisUrl?: string | undefined;
  clock: () => number;
  log?: Log | undefined;
};

/** With Redis away, each process counts for itself until it is back. */
export function openCounters({ redisUrl, clock, log }: CountersOptions): Counters {
  const own = openMemoryCounters(clock);
  return redisUrl ? openRedisCounters({ redisUrl, fallback: own, log }) : own;
}

/** Entries are counted in slots of time, so that a bucket's size does not grow with its limit. Small
 * limits get slots of a millisecond and are exact; for larger ones an entry may be remembered for
 * up to 1/120 of the window too long, never too short. */
export function slotMsFor({ limit, windowMs }: Ask): number {
  return limit <= slotsMax ? 1 : Math.ceil(windowMs / slotsMax);
}

const slotsMax = 120;

type Bucket = { slots: { slot: number; slotMs: number; times: number }[]; inside: number };

export function openMemoryCounters(clock: () => number): Counters {
  const buckets = new Map<string, Bucket & { windowMs: number }>();

  const sweep = (now: number) => {
    for (const [name, bucket] of buckets) {
      dropPast(bucket, bucket.windowMs, now);
      if (bucket.slots.length === 0 && bucket.inside === 0) buckets.delete(name);
    }
    // A flood of different names can outrun the clock; then the oldest are forgotten, which errs
    // towards letting a request through and never grows without bound.
    for (const [name, bucket] of buckets) {
      if (buckets.size < bucketsMax) break;
      if (bucket.inside === 0) buckets.delete(name);
    }
  };

  const enter = (ask: Ask): Entry => {
    const now = clock();
    let bucket = buckets.get(ask.bucket);
    if (!bucket) {
      if (buckets.size >= bucketsMax) sweep(now);
      bucket = { slots: [], inside: 0, windowMs: ask.windowMs };
      buckets.set(ask.bucket, bucket);
    }
    dropPast(bucket, ask.windowMs, now);
    const counted = bucket.slots.reduce((sum, { times }) => sum + times, 0);
    const left = ask.limit - counted;
    const resetMs = (slot: Bucket["slots"][number] | undefined) =>
      slot ? Math.max(0, endOf(slot, ask.windowMs) - now) : 0;
    if (left < 1)
      return { allowed: false, refusedBy: "rate", remaining: 0, resetMs: resetMs(bucket.slots[0]) };
    if (ask.concurrent !== undefined && bucket.inside >= ask.concurrent) {
      const reset = resetMs(bucket.slots[0]);
      return { allowed: false, refusedBy: "concurrency", remaining: left, resetMs: reset };
    }
    const slotMs = slotMsFor(ask);
    const slot = Math.floor(now / slotMs);
    let current = bucket.slots.at(-1);
    if (!current || current.slot !== slot || current.slotMs !== slotMs) {
      current = { slot, slotMs, times: 0 };
      bucket.slots.push(current);
    }
    current.times += 1;
    const isConcurrent = ask.concurrent !== undefined;
    if (isConcurrent) bucket.inside += 1;
    let hasLeft = false;
    const leave = () => {
      if (isConcurrent && !hasLeft) bucket.inside -= 1;
      hasLeft = true;
    };
    let isUndone = false;
    const undo = () => {
      leave();
      if (!isUndone) current.times -= 1;
      isUndone = true;
    };
    return { allowed: true, remaining: left - 1, resetMs: resetMs(bucket.slots[0]), leave, undo };
  };

  return { enter: async (ask) => enter(ask), close: async () => buckets.clear() };
}

const bucketsMax = 50_000;

function dropPast(bucket: Bucket, windowMs: number, now: number): void {
  const first = bucket.slots.findIndex((slot) => endOf(slot, windowMs) > now && slot.times > 0);
  bucket.slots.splice(0, first === -1 ? bucket.slots.length : first);
}

/** When the latest entry a slot may hold has left the window. */
function endOf({ slot, slotMs }: { slot: number; slotMs: number }, windowMs: number): number {
  return (slot + 1) * slotMs - 1 + windowMs;
}
