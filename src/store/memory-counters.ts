// The counters of one process, in its memory.
import { type Ask, type Counters, type Entry, slotMsFor } from "./window.ts";

type Bucket = { slots: { slot: number; slotMs: number; times: number }[]; inside: number };

export function openMemoryCounters(clock: () => number): Counters {
  const buckets = new Map<string, Bucket & { windowMs: number }>();

  const sweep = (now: number) => {
    for (const [name, bucket] of buckets) {
      dropPast(bucket, bucket.windowMs, now);
      if (bucket.slots.length === 0 && bucket.inside === 0) buckets.delete(name);
    }
    // A flood of different names can grow faster than entries expire. Then the oldest quarter is dropped, which
    // errs towards admitting requests; dropping many at once keeps this sweep rare.
    for (const [name, bucket] of buckets) {
      if (buckets.size <= 0.75 * bucketsMax) break;
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
