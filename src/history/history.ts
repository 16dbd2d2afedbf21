// The room of the history: results an account asked to keep, for as many days as it chose. Off until
// it is switched on. No HTTP and no SQL. Why it works this way: docs/decisions/0011-history.md.
import { setImmediate as turn } from "node:timers/promises";
import type { KeptFilter, KeptResult, KeptRow, Log, Store } from "../store/store.ts";
import { describeResult, type ResultOfText } from "./describe-result.ts";
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
   * Keeps results of an account that wants them kept, as of the time the check was made. It is called when the check is counted and does
   * not make the answer wait: whatever goes wrong here is logged, without the text, and costs nobody
   * an answer.
   */
  keep(owner: Owner, results: readonly ResultOfText[], at?: number): void;
  /** Resolves when everything handed to `keep` so far is written or given up. */
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
  /** Nobody sees it from now on; for a few minutes it can be restored, then it is removed for good. */
  remove(accountId: string, id: string): Promise<boolean>;
  restore(accountId: string, id: string): Promise<boolean>;
  removeAll(accountId: string): Promise<number>;
  /** All of them with their texts, newest first, a few at a time. */
  readAll(accountId: string): AsyncGenerator<KeptResult>;
  sweep(): Promise<void>;
  /** Starts removing what has expired; `stop` waits for what is being written. */
  startCleanup(): { stop(): Promise<void> };
};

export type Owner = { accountId: string; keyId: string | null };

export type SwitchedOn = { ok: true } | { ok: false; problem: string };

/** Characters that may wait to be written; beyond it results are dropped, not memory filled. */
const WAITING_LENGTH_MAX = 50_000_000;
const SWEEP_EVERY_MS = 600_000;
/** How long a deleted result can be restored. The next sweep removes it. */
const UNDO_MS = 300_000;
/** Rows a single write removes: with the longest texts some 20 ms on SQLite. */
const ROWS_AT_ONCE = 50;
const READ_ROWS = 20;

export function createHistory(needs: {
  store: Store;
  clock: () => number;
  random: (size: number) => Uint8Array;
  daysMax: number;
  log?: Log | undefined;
}): History {
  const { store, clock, random, daysMax, log } = needs;
  const writing = new Set<Promise<void>>();
  let waitingLength = 0;

  const write = async (
    { accountId, keyId }: Owner,
    results: readonly ResultOfText[],
    at: number,
  ) => {
    // Most accounts keep nothing: for those this one look-up is all there is.
    if ((await store.readHistoryDays(accountId)) === null) return;
    const rows = results.map((result) => ({
      id: `res_${Buffer.from(random(15)).toString("base64url")}`,
      accountId,
      keyId,
      at,
      ...describeResult(result),
    }));
    await Promise.all(rows.map((row) => store.keepResult(row)));
  };

  const settled = async () => {
    while (writing.size > 0) await Promise.all(writing);
  };

  /** Goes on until there is nothing left to remove; others get their turn between two parts. */
  const inParts = async (remove: (isFirst: boolean) => Promise<number>) => {
    for (let sum = 0; ; ) {
      const gone = await remove(sum === 0);
      sum += gone;
      if (gone < ROWS_AT_ONCE) return sum;
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
    shares: createShares(needs),

    keep(owner, results, at = clock()) {
      if (daysMax === 0) return;
      const length = results.reduce((sum, { content }) => sum + content.length, 0);
      if (waitingLength + length > WAITING_LENGTH_MAX) {
        log?.warn({ results: results.length }, "results were not kept: the store is too slow");
        return;
      }
      waitingLength += length;
      const one = write(owner, results, at)
        .catch((err: unknown) => {
          // Only the code: what a database says about a row may quote the row.
          log?.warn({ reason: reasonOf(err) }, "a result could not be kept");
        })
        .finally(() => {
          waitingLength -= length;
          writing.delete(one);
        });
      writing.add(one);
    },

    settled,

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
      // With fewer days than before some of it has expired by now.
      await sweep();
      return isSet ? { ok: true } : { ok: false, problem: "The account no longer exists." };
    },

    async switchOff(accountId, { wipe }) {
      const entry = { at: clock(), accountId, actor: "account" as const, action: "history.off" };
      await store.endHistory(accountId, { ...entry, details: { wipe: wipe ? "all" : "none" } });
      // From here on nothing is added, so what is removed now is all there will be.
      if (wipe) await inParts(() => store.deleteSomeKept(accountId, ROWS_AT_ONCE));
    },

    async list(accountId, { limit, before, filter }) {
      // Whoever looks wants to see the check just made, too.
      await settled();
      // One more than asked for tells whether there are more.
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
      // A result that is still on its way must not appear after everything was deleted.
      await settled();
      const entry = { at: clock(), accountId, actor: "account" as const, action: "history.wiped" };
      // Those deleted a moment ago go as well, but nobody saw them any more.
      const shown = await store.countKept(accountId, entry.at);
      await inParts((isFirst) =>
        store.deleteSomeKept(accountId, ROWS_AT_ONCE, isFirst ? entry : undefined),
      );
      return shown;
    },

    async *readAll(accountId) {
      await settled();
      for (let beforeSeq: number | undefined; ; ) {
        const page = { at: clock(), limit: READ_ROWS, beforeSeq };
        const rows = await store.listKeptWithTexts(accountId, page);
        yield* rows;
        if (rows.length < READ_ROWS) return;
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
          await settled();
        },
      };
    },
  };
}

function reasonOf(err: unknown): string {
  const { code, name } = Object(err) as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : String(name);
}
