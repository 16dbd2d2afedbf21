// What starting a service needs: a port nobody uses, and waiting until the service answers.
import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

// Below the ports that Linux hands out by itself (32768 to 60999): a port asked of the system and closed again is
// soon somebody's outgoing connection, long before the service that was promised it has started.
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** A port of loopback that nothing uses, and that nobody is given unless they ask for this very number. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (fault: NodeJS.ErrnoException) =>
      fault.code === "EADDRINUSE" ? resolve(false) : reject(fault),
    );
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
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
