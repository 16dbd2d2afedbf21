// How much memory a server takes, and how many workers fit into what there is.
import { readFileSync } from "node:fs";
import { totalmem } from "node:os";

// Measured after the start: 361 MB with one worker and 622 MB with five.
const BASE_MEMORY = 300e6;
const WORKER_MEMORY = 70e6;

/** Left for texts, files being read and the operating system. */
const SHARE_FOR_WORKERS = 0.75;

export function memoryFor(workers: number): number {
  return BASE_MEMORY + workers * WORKER_MEMORY;
}

/** As many of the wanted workers as fit, and one at least. */
export function fitWorkers(wanted: number, limit: number): number {
  const fitting = Math.floor((limit * SHARE_FOR_WORKERS - BASE_MEMORY) / WORKER_MEMORY);
  return Math.max(1, Math.min(wanted, fitting));
}

/** The container's limit, or all of the machine's memory: what other processes use now may change. */
export function readMemoryLimit(): number {
  const limit = process.constrainedMemory();
  const machine = totalmem();
  return limit > 0 && limit < machine ? limit : machine;
}

/** The machine's free memory, or what is left of a container's limit. */
export function readAvailableMemory(): number {
  const available = process.availableMemory();
  try {
    // The kernel's own estimate includes reclaimable caches.
    const line = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"));
    const machine = line === null ? available : Number(line[1]) * 1024;
    const limit = process.constrainedMemory();
    return limit > 0 && limit < machine ? Math.min(machine, available) : machine;
  } catch {
    return available;
  }
}
