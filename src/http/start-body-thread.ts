// Starts the thread that parses large bodies. It answers each body posted to it with a ParsedBody, in order.
import { Worker } from "node:worker_threads";

/** Several times what the largest body needs. */
const MEMORY_MAX_MB = 1024;

export function startBodyThread(): Worker {
  return new Worker(new URL("./body-thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
  });
}
