// Breaks in long work on the main thread: what a client sent may take long to go through, and everybody else waits while
// it does.
import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds of work between two breaks. */
const WORK_MS = 5;

/** To be awaited in each step of a loop: lets the event loop have a turn when the work has gone on for some milliseconds,
 * and otherwise returns at once. */
export function createBreaks({
  workMs = WORK_MS,
  now = () => performance.now(),
  turn = nextTurn as () => Promise<unknown>,
} = {}): () => Promise<void> | undefined {
  let sinceMs = now();
  return () => {
    if (now() - sinceMs < workMs) return undefined;
    return turn().then(() => {
      sinceMs = now();
    });
  };
}
