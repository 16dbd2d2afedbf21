// The history: results an account asked to keep, for as many days as it chose. Off by default. No HTTP and
// no SQL. Why it works this way: docs/decisions/0011-history.md.
import { setImmediate as turn } from "node:timers/promises";
import {
  type KeptFilter,
  type KeptResult,
  type KeptRow,
  type Log,
  reasonOf,
  type Store,
} from "../store/store.ts";
import type { ResultOfText } from "./describe-result.ts";
import { createResultWriter, type Owner } from "./result-writer.ts";
import { createShares, type Shares } from "./shares.ts";

export type { KeptFilter, KeptResult, KeptRow } from "../store/store.ts";
export type { ResultOfText } from "./describe-result.ts";
export { shareDaysMax } from "./shares.ts";

export type History = {
  /** The most days an account may choose; 0 when the operator keeps no history for anybody. */
  daysMax: number;
  /** Links by which others may see single results. */
  shares: Shares;
  /**
   * Keeps results of an account that has its history on, as of the time of the check. Called once the check is counted.
   * The response doesn't wait for it: failures are logged, without the text, and never fail a request.
   */
  keep(owner: Owner, results: readonly ResultOfText[], at?: number): void;
  /** Resolves when everything passed to `keep` so far is written or dropped. */
  settled(): Promise<void>;
  /** For how many days results are kept; null while they are not. */
  days(accountId: string): Promise<number | null>;
  count(accountId: string, filter?: KeptFilter): Promise<number>;
  switchOn(accountId: string, days: number): Promise<SwitchedOn>;
  /** What is kept is wiped, or stays until it expires. */
  switchOff(accountId: string, options: { wipe: boolean }): Promise<void>;
  /** Newest first; `next` asks for those after. */
  list(
    accountId: string,
    page: { limit: number; before?: number | undefined; filter?: KeptFilter | undefined },
  ): Promise<{ kept: KeptRow[]; next: number | null }>;
  read(accountId: string, id: string): Promise<KeptResult | null>;
  /** Hides it at once; for a few minutes it can be restored, then it is removed for good. */
  remove(accountId: string, id: string): Promise<boolean>;
  restore(accountId: string, id: string): Promise<boolean>;
  removeAll(accountId: string): Promise<number>;
  /** All of them with their texts, newest first, a few at a time. */
  readAll(accountId: string): AsyncGenerator<KeptResult>;
  sweep(): Promise<void>;
  /** Starts removing expired results; `stop` waits for pending writes. */
  startCleanup(): { stop(): Promise<void> };
};

export type SwitchedOn = { ok: true } | { ok: false; problem: string };

const SWEEP_EVERY_MS = 600_000;
/** How long a deleted result can be restored. The next sweep removes it. */
const UNDO_MS = 300_000;
/** Rows a single write removes at most. */
const ROWS_AT_ONCE = 50;
const READ_ROWS = 20;

export function createHistory(options: {
  store: Store;
  clock: () => number;
  random: (size: number) => Uint8Array;
  daysMax: number;
  log?: Log | undefined;
}): History {
  const { store, clock, daysMax, log } = options;
  const writer = createResultWriter(options);

  /** Removes in chunks until nothing is left, yielding to the event loop in between. */
  const inParts = async (remove: (isFirst: boolean) => Promise<number>) => {
    for (let sum = 0; ; ) {
      const gone = await remove(sum === 0);
      sum += gone;
      if (gone === 0) return sum;
      await turn();
    }
  };

  const sweep = async () => {
    try {
      const at = clock();
      await inParts(() => store.sweepKept({ at, deletedBefore: at - UNDO_MS }, ROWS_AT_ONCE));
    } catch (err) {
      log?.warn({ reason: reasonOf(err) }, "expired results could not be removed yet");
    }
  };

  return {
    daysMax,
    shares: createShares(options),

    keep(owner, results, at = clock()) {
      if (daysMax > 0) writer.write(owner, results, at);
    },

    settled: writer.settled,

    days: (accountId) => store.readHistoryDays(accountId),
    count: (accountId, filter) => store.countKept(accountId, clock(), filter),

    async switchOn(accountId, days) {
      if (daysMax === 0) {
        return {
          ok: false,
          problem: "This server keeps no history: its operator switched it off.",
        };
      }
      if (!Number.isInteger(days) || days < 1 || days > daysMax) {
        return { ok: false, problem: `'days' must be a whole number from 1 to ${daysMax}.` };
      }
      const at = clock();
      const entry = { at, accountId, actor: "account" as const, action: "history.on" };
      const isSet = await store.setHistoryDays(
        { accountId, days },
        { ...entry, details: { days } },
      );
      // With fewer days than before, some results have expired now.
      await sweep();
      return isSet ? { ok: true } : { ok: false, problem: "The account no longer exists." };
    },

    async switchOff(accountId, { wipe }) {
      const entry = { at: clock(), accountId, actor: "account" as const, action: "history.off" };
      await store.endHistory(accountId, { ...entry, details: { wipe: wipe ? "all" : "none" } });
      // Nothing is added from here on, so this removes everything.
      if (wipe) await inParts(() => store.deleteSomeKept(accountId, ROWS_AT_ONCE));
    },

    async list(accountId, { limit, before, filter }) {
      // So that the check just made is listed too.
      await writer.settled();
      // Fetching one extra row shows whether there are more.
      const rows = await store.listKept(accountId, {
        at: clock(),
        limit: limit + 1,
        beforeSeq: before,
        filter,
      });
      const kept = rows.slice(0, limit);
      return { kept, next: rows.length > limit ? (kept.at(-1)?.seq ?? null) : null };
    },

    read: (accountId, id) => store.findKept(accountId, id, clock()),
    remove: (accountId, id) => store.deleteKept(accountId, id, clock()),
    restore: (accountId, id) => store.restoreKept(accountId, id, clock() - UNDO_MS),

    async removeAll(accountId) {
      // A result still being written must not appear after everything was deleted.
      await writer.settled();
      const entry = { at: clock(), accountId, actor: "account" as const, action: "history.wiped" };
      // Recently deleted results are removed as well, but were not shown any more.
      const shown = await store.countKept(accountId, entry.at);
      await inParts((isFirst) =>
        store.deleteSomeKept(accountId, ROWS_AT_ONCE, isFirst ? entry : undefined),
      );
      return shown;
    },

    async *readAll(accountId) {
      await writer.settled();
      for (let beforeSeq: number | undefined; ; ) {
        const page = { at: clock(), limit: READ_ROWS, beforeSeq };
        const rows = await store.listKeptWithTexts(accountId, page);
        yield* rows;
        if (rows.length === 0) return;
        beforeSeq = rows.at(-1)?.seq;
      }
    },

    sweep,

    startCleanup() {
      const first = (async () => {
        try {
          // The operator may have lowered the limit since accounts chose their days.
          if (daysMax > 0) await store.capHistoryDays(daysMax);
        } catch (err) {
          log?.warn({ reason: reasonOf(err) }, "the limit of days could not be applied yet");
        }
        await sweep();
      })();
      const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS);
      timer.unref();
      return {
        async stop() {
          clearInterval(timer);
          await first;
          await writer.settled();
        },
      };
    },
  };
}
