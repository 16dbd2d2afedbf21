// Retries of what the database rolled back because of other transactions.
import { setTimeout as delay } from "node:timers/promises";
import { StoreAwayError } from "./errors.ts";

/** Postgres rolls a transaction back to end a deadlock (with another of ours, or with a schema change), and one that
 * it can't order among the others (serialization_failure). Nothing of it remains, so running it again is safe. */
const ROLLED_BACK = new Set(["40P01", "40001"]);

const TRIES = 5;
const WAIT_MS = 20;

/** Runs all of `attempt` again after a conflict, a few times, and then says that the store is unavailable. */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (cause) {
      const { code } = Object(cause) as { code?: unknown };
      if (typeof code !== "string" || !ROLLED_BACK.has(code)) throw cause;
      if (tries === TRIES) {
        throw new StoreAwayError(`Postgres rolled back every attempt (${code}).`, { cause });
      }
      // Random waits: transactions that met in the same moment must not meet again.
      await delay(WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random()));
    }
  }
}
