// Breaks in long work on the main thread: what a client sent may take long to go through, and everybody else waits while
// it does.

/** Milliseconds of work between two breaks. */
const WORK_MS = 5;

/** Works that have a break. In each turn of the event loop one of them goes on: ten together take no more of it than one. */
const resting: (() => void)[] = [];

/** To be awaited in each step of a loop: lets the event loop have a turn when the work has gone on for some milliseconds,
 * and otherwise returns at once. */
export function createBreaks({
  workMs = WORK_MS,
  now = () => performance.now(),
} = {}): () => Promise<void> | undefined {
  // Who begins while others have a break waits like them.
  let sinceMs = resting.length > 0 ? Number.NEGATIVE_INFINITY : now();
  return () => {
    if (now() - sinceMs < workMs) return undefined;
    return new Promise((resolve) => {
      resting.push(() => {
        sinceMs = now();
        resolve();
      });
      if (resting.length === 1) setImmediate(wakeNext);
    });
  };
}

function wakeNext(): void {
  resting.shift()?.();
  if (resting.length > 0) setImmediate(wakeNext);
}
