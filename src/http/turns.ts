// A queue of work from many connections, done in short turns of the event loop. Node accepts one connection in each
// turn, and only what has been read can be seen to wait: a turn that answered everybody would keep new clients out
// for as long as it lasts.
import { performance as nodePerformance } from "node:perf_hooks";

export type Turns<T> = {
  /** Whether work may be done at once: nothing is queued, and this turn has time left. */
  isFree(): boolean;
  add(item: T): void;
  queuedCount(): number;
};

/** Some twenty answers. The overhead of a turn, some 50 µs, is negligible. */
const TURN_MS = 5;

export function createTurns<T>(
  work: (item: T) => void,
  { turnMs = TURN_MS, now = () => performance.now(), turnCount = eventLoopTurns } = {},
): Turns<T> {
  const queue: T[] = [];
  let isScheduled = false;
  let endMs = 0;
  let turn = -1;

  const begin = (nowMs: number, count: number) => {
    turn = count;
    endMs = nowMs + turnMs;
  };

  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(next);
  };

  const next = () => {
    isScheduled = false;
    begin(now(), turnCount());
    // Work may add to the queue and with that schedule a turn that finds nothing left.
    while (queue.length > 0) {
      work(queue.shift() as T);
      if (now() >= endMs) break;
    }
    if (queue.length > 0) schedule();
  };

  return {
    isFree() {
      if (queue.length > 0) return false;
      const nowMs = now();
      if (nowMs < endMs) return true;
      // The time is over, or this is another turn. A callback in each turn would tell them apart, at 2 µs for every answer.
      const count = turnCount();
      if (count === turn) return false;
      begin(nowMs, count);
      return true;
    },
    add(item) {
      queue.push(item);
      schedule();
    },
    queuedCount: () => queue.length,
  };
}

function eventLoopTurns(): number {
  return nodePerformance.nodeTiming.uvMetricsInfo.loopCount;
}
