// Processes the jobs in the store: leases a few texts at a time, renews the lease, and passes them to the work.
// Accounts take turns with each slice, and none ever holds all slots of a copy, so that a huge job delays itself and
// not others. A stop releases what was started; what a killed copy held is released when its lease expires.
import { type JobSlice, type Log, reasonOf, type Store } from "../store/store.ts";

/** `settled`: every text of the slice has its outcome. `busy`: the rest is to be retried a little later. */
export type SliceEnd = "settled" | "busy";

/** Processes a slice; rejects when the signal is aborted. Texts it could not settle are released. */
export type JobWork = (slice: JobSlice, signal: AbortSignal) => Promise<SliceEnd>;

export type JobRunner = {
  /** Signals that there may be work. */
  wake(): void;
  /** Running slices. */
  running(): number;
  /** Takes no more work, stops what is running and releases it. */
  stop(): Promise<void>;
};

/** Long enough for a late renewal; texts of a killed copy wait that long. */
const LEASE_MS = 30_000;
const RENEW_EVERY_MS = 8000;
/** How often the store is polled for jobs accepted by other copies. */
const LOOK_EVERY_MS = 1000;
/** A second or so of work, so that accounts take turns often; a longer text is a slice of its own. */
const SLICE_ITEMS_MAX = 8;
const SLICE_LENGTH_MAX = 20_000;

export function startJobRunner(options: {
  store: Pick<Store, "claimJobSlice" | "renewJobLease" | "releaseJobLease">;
  clock: () => number;
  random: (size: number) => Uint8Array;
  /** Slices at once. */
  places: number;
  work: JobWork;
  log?: Log | undefined;
  leaseMs?: number;
  renewEveryMs?: number;
  lookEveryMs?: number;
}): JobRunner {
  const { store, clock, random, places, work, log, leaseMs = LEASE_MS } = options;
  const { renewEveryMs = RENEW_EVERY_MS, lookEveryMs = LOOK_EVERY_MS } = options;
  const stopping = new AbortController();
  const running = new Map<Promise<void>, string>();
  let wakeUp = () => {};
  let isWoken = false;
  let pausedUntil = 0;

  const wake = () => {
    isWoken = true;
    wakeUp();
  };

  /** Accounts that hold all slots but one. */
  const saturated = (): string[] => {
    const held = new Map<string, number>();
    for (const account of running.values()) held.set(account, (held.get(account) ?? 0) + 1);
    return [...held].filter(([, count]) => count >= places - 1).map(([account]) => account);
  };

  const run = async (slice: JobSlice): Promise<void> => {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const timer = setInterval(() => {
      store.renewJobLease(slice.lease, clock() + leaseMs).then(
        (held) => held === 0 && lost.abort(new Error("The lease is lost.")),
        (err: unknown) => log?.warn({ reason: reasonOf(err) }, "a lease could not be renewed"),
      );
    }, renewEveryMs);
    try {
      const end = await work(slice, signal);
      if (end === "settled") return;
      pausedUntil = performance.now() + lookEveryMs;
      await store.releaseJobLease(slice.lease);
    } catch (err) {
      if (lost.signal.aborted) return;
      // Texts released in an orderly way don't lose an attempt; those of a failure do, so that none is retried forever.
      if (stopping.signal.aborted) await store.releaseJobLease(slice.lease).catch(() => {});
      else log?.error({ reason: reasonOf(err), job: slice.job.id }, "texts of a job were not done");
    } finally {
      clearInterval(timer);
    }
  };

  /** Takes slices until all slots are full or nothing is left. */
  const fill = async (): Promise<void> => {
    while (running.size < places && !stopping.signal.aborted && performance.now() >= pausedUntil) {
      const at = clock();
      const slice = await store.claimJobSlice({
        at,
        leaseUntil: at + leaseMs,
        lease: Buffer.from(random(12)).toString("base64url"),
        except: saturated(),
        itemsMax: SLICE_ITEMS_MAX,
        lengthMax: SLICE_LENGTH_MAX,
      });
      if (slice === null) return;
      const one = run(slice).finally(() => {
        running.delete(one);
        wake();
      });
      running.set(one, slice.job.accountId);
    }
  };

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isWoken = false;
      await fill().catch((err: unknown) => {
        log?.warn({ reason: reasonOf(err) }, "jobs can't be leased now");
        pausedUntil = performance.now() + lookEveryMs;
      });
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookEveryMs);
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
        if ((isWoken && performance.now() >= pausedUntil) || stopping.signal.aborted) wakeUp();
      });
    }
  };

  const looping = loop();
  return {
    wake,
    running: () => running.size,
    async stop() {
      stopping.abort(new Error("The program is shutting down."));
      wake();
      await looping;
      await Promise.all(running.keys());
    },
  };
}
