// Several waiting writes in one transaction: the first one to come starts a round, and whatever
// arrives before it runs, or while the round before is being written, goes into the same one.
import { setImmediate as turn } from "node:timers/promises";

/** `commit` gets the items of a round and answers for each, in order; when it fails, all of them
 * fail, since nothing of the round was kept. Items of different groups never share a round, and
 * their rounds may run at the same time. */
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
      // On SQLite a round never leaves the event loop; others get their turn before the next one.
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
      // After the events at hand: answers that became ready together are counted together.
      setImmediate(runRounds, name, first);
    }
    return entry.promise;
  };
}

// Keeps a round, which on SQLite holds the event loop while it is written, down to milliseconds.
const ROUND_MAX = 64;
