// What starting a service needs: a port nobody uses, and waiting until the service answers.
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** Repeats a question until it no longer fails, for 30 seconds at most. */
export async function until(what: string, ask: () => Promise<void>): Promise<void> {
  const giveUpAt = Date.now() + 30_000;
  for (;;) {
    try {
      return await ask();
    } catch (cause) {
      if (Date.now() > giveUpAt) throw new Error(`Waited in vain: ${what}.`, { cause });
      await delay(50);
    }
  }
}
