// Limits how many texts of batches are processed at once, over all batches, so that they never fill the
// detector's queue and a single call waits behind a few of them, not behind hundreds. A batch queues again for
// each text, and the queue is fair by account.
import { createFairQueue } from "../fair-queue/fair-queue.ts";

export type Turns = {
  /** How many run at once. */
  readonly places: number;
  /** Runs the work when its turn comes; work aborted while waiting never starts. */
  take<T>(work: () => Promise<T>, of: { account: string; signal: AbortSignal }): Promise<T>;
};

export function createTurns(places: number): Turns {
  let running = 0;
  const queue = createFairQueue<() => void>();

  return {
    places,
    async take(work, { account, signal }) {
      signal.throwIfAborted();
      // A finished task passes its slot on directly, so that a newcomer can't take it first.
      if (running >= places) await new Promise<void>((resolve) => queue.add(account, resolve));
      else {
        running++;
        queue.begin(account);
      }
      const since = performance.now();
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        queue.end(account, performance.now() - since);
        const next = queue.next();
        if (next === undefined) running--;
        else next();
      }
    },
  };
}
