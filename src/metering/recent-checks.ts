// Times of checks made without an account. Those have no row in the store, so a report could not know when its
// check was made. Only hashes of the latest ones are held, in this process.
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

/** Headers can't contain NUL, so it separates key and body unambiguously. */
function hashOf({ idempotencyKey = "", body }: Identified): string {
  return createHash("sha256").update(`${idempotencyKey}\0${body}`).digest("base64");
}
