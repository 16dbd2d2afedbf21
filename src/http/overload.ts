// Notices when this process can't keep up. The sign is the delay of the event loop: how long a
// request that has arrived waits before anything is done for it.
export type OverloadSensor = { isOverloaded(): boolean; close(): void };

const SAMPLE_MS = 100;
/** Weight of the newest sample: one long pause (a garbage collection, a new data set) passes by
 * itself and must not turn requests away; only delay that goes on for a second or two does. */
const NEWEST = 0.2;

export function createOverloadSensor({ delayMsMax = 500 } = {}): OverloadSensor {
  let delayMs = 0;
  let expectedMs = performance.now() + SAMPLE_MS;
  const timer = setInterval(() => {
    // No single pause counts for more than twice the limit, so at least four late samples are needed.
    const lateMs = Math.min(Math.max(0, performance.now() - expectedMs), 2 * delayMsMax);
    delayMs += NEWEST * (lateMs - delayMs);
    expectedMs = performance.now() + SAMPLE_MS;
  }, SAMPLE_MS);
  timer.unref();
  return {
    isOverloaded: () => delayMs > delayMsMax,
    close: () => clearInterval(timer),
  };
}
