// The latest thousand requests of each account, for its owner. They are gathered in memory and written every two
// seconds, so no answer waits for them; those not written yet when the process is killed are lost.
import type { Log, LoggedRequest, RequestFilter, ShownRequest, Store } from "../store/store.ts";

export type RequestLog = {
  note(request: LoggedRequest): void;
  /** Newest first; with `after` oldest first. */
  list(accountId: string, filter: RequestFilter): Promise<ShownRequest[]>;
  flush(): Promise<void>;
};

/** A store that is away for long must not fill the memory. */
const pendingMax = 10_000;
/** Of one key: no more would be kept anyway. */
const pendingPerKeyMax = 1000;
/** Written in one transaction; the embedded store takes some milliseconds for them. */
const batchSize = 200;

export function createRequestLog({
  store,
  log,
}: {
  store: Store;
  log?: Log | undefined;
}): RequestLog {
  let pending = new Map<string, LoggedRequest[]>();
  let size = 0;
  let flushing: Promise<void> | null = null;

  const note = (request: LoggedRequest) => {
    const ofKey = pending.get(request.keyId) ?? [];
    // Whoever calls most makes room, so that others' requests are not lost for it.
    if (ofKey.length >= pendingPerKeyMax) ofKey.shift();
    else if (size >= pendingMax) return;
    else size += 1;
    ofKey.push(request);
    pending.set(request.keyId, ofKey);
  };

  const write = async () => {
    const requests = [...pending.values()].flat().toSorted((a, b) => a.at - b.at);
    pending = new Map();
    size = 0;
    for (let at = 0; at < requests.length; at += batchSize) {
      try {
        await store.addRequests(requests.slice(at, at + batchSize));
      } catch (err) {
        for (const request of requests.slice(at)) note(request);
        log?.warn({ err }, "the request log could not be written yet");
        return;
      }
    }
  };

  const flush = async () => {
    // One after the other: two at once would write in another order than the requests came.
    while (flushing !== null) await flushing;
    if (size === 0) return;
    flushing = write().finally(() => {
      flushing = null;
    });
    await flushing;
  };

  return {
    note,
    flush,
    async list(accountId, filter) {
      await flush();
      return store.listRequests(accountId, filter);
    },
  };
}

/** `404` or `4xx`; undefined for anything else. */
export function readStatuses(text: string): { from: number; to: number } | undefined {
  if (/^[1-5]\d\d$/.test(text)) return { from: Number(text), to: Number(text) };
  if (!/^[1-5]xx$/.test(text)) return undefined;
  const from = Number(text[0]) * 100;
  return { from, to: from + 99 };
}
