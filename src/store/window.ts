// Sliding-window counting, shared by the counters in memory and in Redis.

export type Ask = {
  /** What is counted, for example "key:k_1". */
  bucket: string;
  /** At most this many in any stretch of `windowMs`; Infinity for no limit. */
  limit: number;
  windowMs: number;
  /** At most this many concurrent entries; without it entries don't have to be released. */
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
      /** Undoes the entry. */
      undo(): void;
    }
  | { allowed: false; refusedBy: "rate" | "concurrency"; remaining: number; resetMs: number };

export type Counters = {
  /** Counts one entry, or refuses it and counts nothing. Never rejects. */
  enter(ask: Ask): Promise<Entry>;
  close(): Promise<void>;
};

/** Entries are counted in slots of time, so that a bucket's size does not grow with its limit. Small
 * limits get slots of a millisecond and are exact; for larger ones an entry may be remembered for
 * up to 1/120 of the window too long, never too short. */
export function slotMsFor({ limit, windowMs }: Ask): number {
  return limit <= slotsMax ? 1 : Math.ceil(windowMs / slotsMax);
}

const slotsMax = 120;
