// Memory watchdog for the whole process, in a separate thread that keeps running while a parser loops. V8's own
// limits don't include buffers, and compressed streams in a PDF inflate into buffers.
import { Worker } from "node:worker_threads";

const EVERY_MS = 20;

/** Ends this process when it holds more than `memoryMaxMb`, or when its parent is gone. Not with SIGKILL: by that the
 * pool knows a process that was killed from outside. */
export function startWatch(memoryMaxMb: number): void {
  const code = `
    const parent = process.ppid;
    setInterval(() => {
      const isOver = process.memoryUsage.rss() > ${memoryMaxMb * 1024 * 1024};
      if (isOver || process.ppid !== parent) process.kill(process.pid, "SIGUSR2");
    }, ${EVERY_MS});`;
  // Evaluated from a string, so that the thread needs no file and starts at once.
  new Worker(code, { eval: true }).unref();
}
