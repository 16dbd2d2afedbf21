// Notices when this process can't keep up. The sign is the delay of the event loop: how long a
// request that has arrived waits before anything is done for it.
import { monitorEventLoopDelay } from "node:perf_hooks";

export type OverloadSensor = { isOverloaded(): boolean; close(): void };

export function createOverloadSensor({
  delayMsMax = 250,
  sampleMs = 250,
}: {
  delayMsMax?: number;
  sampleMs?: number;
} = {}): OverloadSensor {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let overloaded = false;
  const timer = setInterval(() => {
    // The median, not the maximum: one long pause (a garbage collection, a new data set) passes by
    // itself, and refusing requests after it would help nobody.
    overloaded = delay.percentile(50) / 1e6 > delayMsMax;
    delay.reset();
  }, sampleMs);
  timer.unref();
  return {
    isOverloaded: () => overloaded,
    close() {
      clearInterval(timer);
      delay.disable();
    },
  };
}
