// Writes results in the background: no response waits for it, and a failure is logged without the text.
import { setImmediate as turn } from "node:timers/promises";
import { type Log, reasonOf, type Store } from "../store/store.ts";
import { describeResult, type ResultOfText } from "./describe-result.ts";

export type Owner = { accountId: string; keyId: string | null };

export type ResultWriter = {
  write(owner: Owner, results: readonly ResultOfText[], at: number): void;
  /** Resolves when everything passed to `write` so far is written or dropped. */
  settled(): Promise<void>;
};

/** Characters waiting to be written; beyond this results are dropped to bound memory. */
const WAITING_LENGTH_MAX = 50_000_000;

/** Characters written at once, their answers included: those about long texts take tens of milliseconds each. */
const AT_ONCE_LENGTH = 1_000_000;

export function createResultWriter(options: {
  store: Pick<Store, "readHistoryDays" | "keepResult">;
  random: (size: number) => Uint8Array;
  log?: Log | undefined;
}): ResultWriter {
  const { store, random, log } = options;
  const writing = new Set<Promise<void>>();
  let waitingLength = 0;

  const insert = async (
    { accountId, keyId }: Owner,
    results: readonly ResultOfText[],
    at: number,
  ) => {
    // Most accounts keep nothing: for those this lookup is all.
    if ((await store.readHistoryDays(accountId)) === null) return;
    let writing: Promise<boolean>[] = [];
    let length = 0;
    for (const result of results) {
      const id = `res_${Buffer.from(random(15)).toString("base64url")}`;
      const row = { id, accountId, keyId, at, ...describeResult(result) };
      writing.push(store.keepResult(row));
      length += row.content.length + row.result.length;
      if (length < AT_ONCE_LENGTH) continue;
      await Promise.all(writing);
      await turn();
      writing = [];
      length = 0;
    }
    await Promise.all(writing);
  };

  return {
    write(owner, results, at) {
      const length = results.reduce((sum, { content }) => sum + content.length, 0);
      if (waitingLength + length > WAITING_LENGTH_MAX) {
        log?.warn({ results: results.length }, "results were not kept: the store is too slow");
        return;
      }
      waitingLength += length;
      const one = insert(owner, results, at)
        .catch((err: unknown) => {
          log?.warn({ reason: reasonOf(err) }, "a result could not be kept");
        })
        .finally(() => {
          waitingLength -= length;
          writing.delete(one);
        });
      writing.add(one);
    },

    async settled() {
      while (writing.size > 0) await Promise.all(writing);
    },
  };
}
