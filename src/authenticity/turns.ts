// Lets only so many texts of batches be worked on at once. Batches share it, so that their texts never
// fill the detector's queue and a single call waits behind a few of them, not behind hundreds. A batch
// joins the queue anew for each text, and the queue is fair by account.
import { createFairQueue } from "../fair-queue/fair-queue.ts";

export type Turns = {
  /** How many may work at once. */
  readonly places: number;
  /** Runs the work when it is its turn; one whose signal is aborted while it waits never begins. */
  take<T>(work: () => Promise<T>, of: { account: string; signal: AbortSignal }): Promise<T>;
};

export function createTurns(places: number): Turns {
  let running = 0;
  const queue = createFairQueue<() => void>();

  return {
    places,
    async take(work, { account, signal }) {
      signal.throwIfAborted();
      // The one that ends hands its place over, so nobody who comes later can slip in between.
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
