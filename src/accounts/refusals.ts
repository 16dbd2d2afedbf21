// Refused requests by reason, for the account's own eyes. They are gathered in memory and written
// now and then: a few lost with a killed process do no harm, a write for each would.
import type { Log, RefusalCount, Store } from "../store/store.ts";
import { utcDay } from "./days.ts";

export type Refusals = {
  note(who: { accountId: string; keyId: string | null }, reason: string): void;
  flush(): Promise<void>;
};

const kindsMax = 10_000;

export function createRefusals(needs: {
  store: Store;
  clock: () => number;
  log?: Log | undefined;
}): Refusals {
  const { store, clock, log } = needs;
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
        // In one order everywhere, so that two copies never wait for each other's rows.
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
