// Notices when this process can't keep up. The sign is the delay of the event loop: how long a
// request that has arrived waits before anything is done for it.
export type OverloadSensor = {
  isOverloaded(): boolean;
  /** Called for each request as it is taken up: true when more come than can be answered, for so long
   * that it is no burst, and this one has waited its share already. Those are best refused cheaply. */
  isLate(): boolean;
  close(): void;
};

/** In one turn of the event loop all requests that have arrived are taken up, one after the other. Turns
 * are a millisecond or two long where there is time between them, and grow without end where there is
 * none. */
const TURN_MS_MAX = 15;
/** Of a turn that is part of an overload so much is spent on answers, the rest on refusals. */
const ANSWERING_MS = 10;
/** Long turns for this time without a short one are no garbage collection and no burst. */
const PATIENCE_MS = 1000;

const SAMPLE_MS = 100;
/** Weight of the newest sample: one long pause (a garbage collection, a new data set) passes by
 * itself and must not turn requests away; only delay that goes on for a second or two does. */
const NEWEST = 0.2;

export function createOverloadSensor({
  delayMsMax = 500,
  clock = () => performance.now(),
} = {}): OverloadSensor {
  let delayMs = 0;
  let expectedMs = performance.now() + SAMPLE_MS;
  const timer = setInterval(() => {
    // No single pause counts for more than twice the limit, so at least four late samples are needed.
    const lateMs = Math.min(Math.max(0, performance.now() - expectedMs), 2 * delayMsMax);
    delayMs += NEWEST * (lateMs - delayMs);
    expectedMs = performance.now() + SAMPLE_MS;
  }, SAMPLE_MS);
  timer.unref();

  let turnStartMs: number | null = null;
  let longSinceMs: number | null = null;
  const endTurn = () => {
    const nowMs = clock();
    const isLong = turnStartMs !== null && nowMs - turnStartMs > TURN_MS_MAX;
    longSinceMs = isLong ? (longSinceMs ?? turnStartMs) : null;
    turnStartMs = null;
  };

  return {
    isOverloaded: () => delayMs > delayMsMax,
    isLate() {
      const nowMs = clock();
      if (turnStartMs === null) {
        turnStartMs = nowMs;
        // Runs when everything that had arrived was taken up.
        setImmediate(endTurn);
        return false;
      }
      const isSteady = longSinceMs !== null && nowMs - longSinceMs > PATIENCE_MS;
      return isSteady && nowMs - turnStartMs > ANSWERING_MS;
    },
    close: () => clearInterval(timer),
  };
}
