// Lets only so many work at once; whoever comes beyond that waits in line. Batches share it, so that
// their texts never fill the detector's queue and a single call waits behind a few of them, not behind
// hundreds; and since a batch joins the line anew for each text, batches take turns.

export type Turns = {
  /** How many may work at once. */
  readonly places: number;
  /** Runs the work when it is its turn; one whose signal is aborted while it waits never begins. */
  take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
};

export function createTurns(places: number): Turns {
  let running = 0;
  const line: (() => void)[] = [];

  return {
    places,
    async take(work, signal) {
      signal.throwIfAborted();
      if (running < places) running++;
      // The one that ends hands its place over, so nobody who comes later can slip in between.
      else await new Promise<void>((resolve) => line.push(resolve));
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        const next = line.shift();
        if (next === undefined) running--;
        else next();
      }
    },
  };
}
