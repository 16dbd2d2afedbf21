// How many jobs may wait. A burst may use the whole queue; under sustained overload a long queue only adds latency, so
// it is shortened then: once jobs have been waiting without a break for a while, and until none was refused for a while.

export type QueueBound = {
  /** How many jobs may wait now. */
  max(): number;
  /** To be called whenever the number of waiting jobs has changed. */
  note(waiting: number): void;
  /** To be called when a job is refused. */
  noteRefusal(): void;
};

/** A short queue runs empty now and then even under overload; it is over only when nothing was refused for so long. */
const CALM_MS = 2000;

export function createQueueBound(options: {
  queueMax: number;
  steadyQueueMax: number;
  sustainedMs: number;
  /** Monotonic clock, in milliseconds. */
  clock: () => number;
}): QueueBound {
  const { queueMax, steadyQueueMax, sustainedMs, clock } = options;
  /** When jobs began to wait without a break; null while none waits. */
  let waitingSince: number | null = null;
  /** When a job was last refused during overload; null otherwise. */
  let refusedAt: number | null = null;

  return {
    max() {
      const now = clock();
      if (refusedAt === null && waitingSince !== null && now - waitingSince > sustainedMs) {
        refusedAt = now;
      }
      if (refusedAt !== null && now - refusedAt > CALM_MS) {
        refusedAt = null;
        waitingSince = null;
      }
      return refusedAt === null ? queueMax : steadyQueueMax;
    },
    note(waiting) {
      waitingSince = waiting === 0 ? null : (waitingSince ?? clock());
    },
    noteRefusal() {
      if (refusedAt !== null) refusedAt = clock();
    },
  };
}
