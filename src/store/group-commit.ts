// Several waiting writes in one transaction: the first one to come starts a round, and whatever
// arrives before it runs, or while the round before is being written, goes into the same one.

/** `commit` gets the items of a round and answers for each, in order; when it fails, all of them
 * fail, since nothing of the round was kept. */
export function createGroupCommit<Item, Result>(
  commit: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  type Waiting = PromiseWithResolvers<Result> & { item: Item };
  let waiting: Waiting[] = [];
  let isRunning = false;

  const runRounds = async () => {
    while (waiting.length > 0) {
      const round = waiting.splice(0, roundMax);
      try {
        const results = await commit(round.map(({ item }) => item));
        for (const [index, { resolve }] of round.entries()) resolve(results[index] as Result);
      } catch (err) {
        for (const { reject } of round) reject(err);
      }
    }
    isRunning = false;
  };

  return (item) => {
    const entry = { item, ...Promise.withResolvers<Result>() };
    waiting.push(entry);
    if (!isRunning) {
      isRunning = true;
      // After the events at hand: answers that became ready together are counted together.
      setImmediate(runRounds);
    }
    return entry.promise;
  };
}

// Keeps a round, which holds the event loop while it is written, down to a few milliseconds.
const roundMax = 64;
