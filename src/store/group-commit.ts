// Group commit: several waiting writes in one transaction. The first one schedules a round, and whatever
// arrives before it runs, or while the previous round is being written, joins it.
import { setImmediate as turn } from "node:timers/promises";

/** `commit` gets the items of a round and returns one result each, in order; when it fails, all of them fail,
 * since the round was rolled back. Items of different groups never share a round, and their rounds may run
 * concurrently. */
export function createGroupCommit<Item, Result>(
  groupOf: (item: Item) => string,
  commit: (items: Item[]) => Promise<Result[]>,
  roundMax = ROUND_MAX,
): (item: Item) => Promise<Result> {
  type Waiting = PromiseWithResolvers<Result> & { item: Item };
  const groups = new Map<string, Waiting[]>();

  const runRounds = async (name: string, waiting: Waiting[]) => {
    while (waiting.length > 0) {
      const round = waiting.splice(0, roundMax);
      try {
        const results = await commit(round.map(({ item }) => item));
        for (const [index, { resolve }] of round.entries()) resolve(results[index] as Result);
      } catch (err) {
        for (const { reject } of round) reject(err);
      }
      // On SQLite a round is synchronous; yield to the event loop before the next one.
      if (waiting.length > 0) await turn();
    }
    groups.delete(name);
  };

  return (item) => {
    const entry = { item, ...Promise.withResolvers<Result>() };
    const name = groupOf(item);
    const waiting = groups.get(name);
    if (waiting) {
      waiting.push(entry);
    } else {
      const first = [entry];
      groups.set(name, first);
      // After the pending events: results that became ready together are counted together.
      setImmediate(runRounds, name, first);
    }
    return entry.promise;
  };
}

// Keeps a round, which on SQLite blocks the event loop, down to milliseconds.
const ROUND_MAX = 64;
