// Refused requests by reason, shown to the account. They are buffered in memory and written periodically:
// losing a few with a killed process does no harm, a write for each would.
import type { Log, RefusalCount, Store } from "../store/store.ts";
import { utcDay } from "./days.ts";

export type Refusals = {
  note(who: { accountId: string; keyId: string | null }, reason: string): void;
  flush(): Promise<void>;
};

const kindsMax = 10_000;

export function createRefusals(options: {
  store: Store;
  clock: () => number;
  log?: Log | undefined;
}): Refusals {
  const { store, clock, log } = options;
  let gathered = new Map<string, RefusalCount>();

  const add = (count: RefusalCount) => {
    const { accountId, keyId, day, reason } = count;
    const name = [accountId, keyId ?? "", day, reason].join(" ");
    const known = gathered.get(name);
    if (known) known.times += count.times;
    else if (gathered.size < kindsMax) gathered.set(name, { ...count });
  };

  return {
    note({ accountId, keyId }, reason) {
      add({ accountId, keyId, reason, day: utcDay(clock()), times: 1 });
    },
    async flush() {
      if (gathered.size === 0) return;
      const counts = [...gathered.values()];
      gathered = new Map();
      try {
        // In the same order everywhere, so that two copies never deadlock on each other's rows.
        await store.addRefusals(counts.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)));
      } catch (err) {
        for (const count of counts) add(count);
        log?.warn({ err }, "refusals could not be written yet");
      }
    },
  };
}

function nameOf({ accountId, day, keyId, reason }: RefusalCount): string {
  return [accountId, day, keyId ?? "", reason].join(" ");
}
