// When checks without an account were made. They leave no row in the store, so that a report of one would
// otherwise not know its time. Only hashes are held, only the latest, only in this process.
import { createHash } from "node:crypto";

const REMEMBERED_MAX = 1000;

export type RecentChecks = {
  /** When a check with this key and body was first answered; undefined if none was. */
  find(check: Identified): number | undefined;
  note(check: Identified, at: number): void;
};

type Identified = { idempotencyKey: string | undefined; body: string };

export function createRecentChecks(): RecentChecks {
  const times = new Map<string, number>();
  return {
    find: (check) => times.get(hashOf(check)),
    note(check, at) {
      const hash = hashOf(check);
      if (check.idempotencyKey === undefined || times.has(hash)) return;
      times.set(hash, at);
      for (const oldest of times.keys()) {
        if (times.size <= REMEMBERED_MAX) break;
        times.delete(oldest);
      }
    },
  };
}

/** A header holds no NUL: no key can end where a body begins. */
function hashOf({ idempotencyKey = "", body }: Identified): string {
  return createHash("sha256").update(`${idempotencyKey}\0${body}`).digest("base64");
}
