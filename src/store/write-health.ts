// Whether the store can be written to. A full disk or a read-only database still answers reads: a server there would
// seem ready while it refuses every request that counts a check.
import { StoreAwayError } from "./errors.ts";

export type WriteHealth = {
  /** Runs a write and remembers how it went. */
  follow<T>(write: () => Promise<T>): Promise<T>;
  /** Rejects while writes fail. Tries one of its own when none was seen lately. */
  check(): Promise<void>;
};

/** A write that went well says enough for so long. */
const FRESH_MS = 10_000;
/** After a failure, however often somebody asks. */
const RETRY_MS = 1_000;

export function createWriteHealth(options: {
  /** Monotonic, in milliseconds. */
  now: () => number;
  /** A small write, run through `follow`. */
  probe: () => Promise<void>;
}): WriteHealth {
  const { now, probe } = options;
  let failure: StoreAwayError | null = null;
  let seenAt = Number.NEGATIVE_INFINITY;
  let probing: Promise<void> | null = null;

  return {
    async follow(write) {
      try {
        const result = await write();
        failure = null;
        seenAt = now();
        return result;
      } catch (error) {
        // Anything else is a fault of the write itself.
        if (error instanceof StoreAwayError) {
          failure = error;
          seenAt = now();
        }
        throw error;
      }
    },
    async check() {
      const isFresh = now() - seenAt < (failure === null ? FRESH_MS : RETRY_MS);
      if (!isFresh) await (probing ??= probe().finally(() => (probing = null)));
      if (failure !== null) throw failure;
    },
  };
}
