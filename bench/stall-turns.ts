// Loaded into the server by `npm run bench:stall` (`--import`): writes the longest stretch for which the main thread
// didn't get back to its event loop, in processor time of that thread. Unlike the time a probe waits, it doesn't grow
// when something else uses the machine.
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** Milliseconds. Shorter stretches are no stall and are not written. */
const SHOWN_MIN = 10;
const EVERY_MS = 2;

const file = process.env.BENCH_STALL_TURNS;
if (isMainThread && file !== undefined) {
  let lastCpuMs = cpuMs();
  const timer = setInterval(() => {
    const nowMs = cpuMs();
    const stretch = nowMs - lastCpuMs;
    if (stretch >= SHOWN_MIN) appendFileSync(file, `${Date.now()} ${stretch.toFixed(1)}\n`);
    lastCpuMs = cpuMs();
  }, EVERY_MS);
  timer.unref();
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
