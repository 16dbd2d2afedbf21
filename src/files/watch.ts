// Watches the memory of the whole process from a thread of its own, which goes on while a parser loops.
// V8's own limits do not count buffers, and a compressed stream inside a PDF inflates into buffers.
import { Worker } from "node:worker_threads";

const EVERY_MS = 20;

/** Ends this process when it holds more than `memoryMaxMb`, or when its parent is gone. */
export function startWatch(memoryMaxMb: number): void {
  const code = `
    const parent = process.ppid;
    setInterval(() => {
      const isOver = process.memoryUsage.rss() > ${memoryMaxMb * 1024 * 1024};
      if (isOver || process.ppid !== parent) process.kill(process.pid, "SIGKILL");
    }, ${EVERY_MS});`;
  // From text, so that the thread needs no file of its own and starts at once.
  new Worker(code, { eval: true }).unref();
}
