// The latest refused requests of each key, with what was wrong, for its owner. They are gathered in memory and written
// periodically: a refused request writes nothing itself, and a flood of them is a bounded number of rows.
import type { Log, RefusedRequest, RefusedRequestOfKey, Store } from "../store/store.ts";

export type RefusedRequests = {
  note(
    key: { accountId: string; id: string },
    what: { reason: string; origins: readonly string[]; endpoint: string | undefined },
  ): void;
  /** Newest first, at most a hundred. */
  list(keyId: string): Promise<RefusedRequest[]>;
  flush(): Promise<void>;
};

/** Written at once; the embedded store takes some milliseconds for them. */
const pendingMax = 200;
const perKeyMax = 100;
const originLengthMax = 200;

export function createRefusedRequests(options: {
  store: Store;
  clock: () => number;
  log?: Log | undefined;
}): RefusedRequests {
  const { store, clock, log } = options;
  /** By key, then by all that is shown but the time; the oldest first. */
  let pending = new Map<string, Map<string, RefusedRequestOfKey>>();
  let size = 0;

  const dropOldest = (ofKey: Map<string, RefusedRequestOfKey>) => {
    for (const name of ofKey.keys()) {
      ofKey.delete(name);
      size -= 1;
      return;
    }
  };

  /** Whoever is refused most makes room, so that one key's flood doesn't hide what another's owner looks for. */
  const largest = () => {
    let found: Map<string, RefusedRequestOfKey> | undefined;
    for (const ofKey of pending.values()) if (ofKey.size > (found?.size ?? 0)) found = ofKey;
    return found;
  };

  const add = (request: RefusedRequestOfKey) => {
    const { keyId, reason, origin, endpoint } = request;
    const ofKey = pending.get(keyId) ?? new Map<string, RefusedRequestOfKey>();
    pending.set(keyId, ofKey);
    const name = JSON.stringify([reason, origin, endpoint]);
    const known = ofKey.get(name);
    if (known !== undefined) {
      known.times += request.times;
      known.at = Math.max(known.at, request.at);
      return;
    }
    if (ofKey.size >= perKeyMax) dropOldest(ofKey);
    else if (size >= pendingMax) dropOldest(largest() ?? ofKey);
    ofKey.set(name, { ...request });
    size += 1;
  };

  const flush = async () => {
    const requests = [...pending.values()].flatMap((ofKey) => [...ofKey.values()]);
    if (requests.length === 0) return;
    pending = new Map();
    size = 0;
    try {
      await store.addRefusedRequests(requests.toSorted((a, b) => a.at - b.at));
    } catch (err) {
      for (const request of requests) add(request);
      log?.warn({ err }, "refused requests could not be written yet");
    }
  };

  return {
    note({ accountId, id: keyId }, { reason, origins, endpoint }) {
      const origin = origins.length === 0 ? null : origins.join(", ").slice(0, originLengthMax);
      add({ accountId, keyId, at: clock(), times: 1, reason, origin, endpoint: endpoint ?? null });
    },
    async list(keyId) {
      await flush();
      return store.listRefusedRequests(keyId);
    },
    flush,
  };
}
