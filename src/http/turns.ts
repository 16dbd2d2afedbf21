// A queue of work from many connections, done in short turns of the event loop. Node accepts one connection in each
// turn, and only what has been read can be seen to wait: a turn that answered everybody would keep new clients out
// for as long as it lasts.

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
  { turnMs = TURN_MS, now = () => performance.now() } = {},
): Turns<T> {
  const queue: T[] = [];
  let isOpen = false;
  let endMs = 0;

  const open = () => {
    if (isOpen) return;
    isOpen = true;
    endMs = now() + turnMs;
    setImmediate(next);
  };

  const next = () => {
    isOpen = false;
    if (queue.length === 0) return;
    open();
    do work(queue.shift() as T);
    while (queue.length > 0 && now() < endMs);
  };

  return {
    isFree() {
      open();
      return queue.length === 0 && now() < endMs;
    },
    add(item) {
      queue.push(item);
      open();
    },
    queuedCount: () => queue.length,
  };
}
