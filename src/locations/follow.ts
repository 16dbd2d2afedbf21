// Keeps a running server up to date with the data set in the store: an import by another process is noticed within
// a second or two and applied without dropping a request.
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../http/http.ts";
import type { Store } from "../store/store.ts";
import { parseDataset } from "./data/dataset.ts";
import type { Locations } from "./served-directory.ts";

export type Follower = {
  /** Checks once, now. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

export function followStoredDataset({
  store,
  locations,
  log,
  intervalMs = 1000,
}: {
  store: Pick<Store, "readLocationVersion" | "readLocationSet">;
  locations: Locations;
  log: Log;
  intervalMs?: number;
}): Follower {
  const stopping = new AbortController();
  // A set that can't be read is reported once, not every second.
  let refused: string | null = null;

  const look = async () => {
    try {
      const version = await store.readLocationVersion();
      if (version === null || version === refused) return;
      if (version === locations.current().dataset.version) return;
      const stored = await store.readLocationSet();
      if (stored === null) return;
      try {
        locations.replace(parseDataset(stored.payload));
        log.info({ version: stored.version }, "serving a new location data set");
      } catch (error) {
        refused = stored.version;
        log.error({ version: stored.version, err: error }, "a stored data set can't be read");
      }
    } catch (error) {
      // The directory keeps serving what it has: an unavailable store is no reason to stop.
      log.debug({ err: error }, "could not ask the store for the location data set");
    }
  };

  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await delay(intervalMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (!stopping.signal.aborted) await look();
    }
  })();

  return {
    look,
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
