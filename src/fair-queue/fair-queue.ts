// A queue that is fair by account. The account with the fewest running jobs goes first, then the one that has used
// the least time, then the one that came first. An account with many or costly jobs delays itself, not others.

export type FairQueue<Job> = {
  /** How many wait. */
  size(): number;
  /** How many of one account wait. */
  waiting(account: string): number;
  add(account: string, job: Job): void;
  /** For a job that was started and has to be restarted. */
  addFirst(account: string, job: Job): void;
  /** Removes and returns the next job that can start now, and counts it as running. */
  next(canBegin?: (job: Job) => boolean): Job | undefined;
  /** Removes a cancelled job; false when it is not queued. */
  remove(account: string, job: Job): boolean;
  /** Evicts the newest job of the account with the most waiting, if that makes room fairly for one more of
   * `account`. */
  displaceFor(account: string): Job | undefined;
  /** Removes and returns all jobs. */
  clear(): Job[];
  /** Notes that a job started without having waited. */
  begin(account: string): void;
  /** Notes that a running job ended after so many milliseconds. */
  end(account: string, usedMs: number): void;
};

type Line<Job> = { jobs: Job[]; running: number; usedMs: number };

/** Idle accounts whose usage is remembered; beyond it they start over. */
const REMEMBERED_MAX = 1000;

export function createFairQueue<Job>(): FairQueue<Job> {
  // In order of arrival: an account that has waited and was served goes to the end.
  const lines = new Map<string, Line<Job>>();
  let size = 0;

  const lineOf = (account: string): Line<Job> => {
    const known = lines.get(account);
    const line = known ?? { jobs: [], running: 0, usedMs: 0 };
    // Unused time is not saved up: a returning account starts level with the one that has used the least.
    if (line.jobs.length === 0 && line.running === 0) {
      line.usedMs = Math.max(line.usedMs, leastUsed());
    }
    if (known === undefined) lines.set(account, line);
    return line;
  };

  const leastUsed = (): number => {
    let least = Number.POSITIVE_INFINITY;
    for (const { jobs, running, usedMs } of lines.values()) {
      if (jobs.length > 0 || running > 0) least = Math.min(least, usedMs);
    }
    return Number.isFinite(least) ? least : 0;
  };

  const forgetIdle = (): void => {
    const isIdle = ({ jobs, running }: Line<Job>) => jobs.length === 0 && running === 0;
    const isAllIdle = [...lines.values()].every(isIdle);
    if (!isAllIdle && lines.size <= REMEMBERED_MAX) return;
    for (const [account, line] of lines) if (isIdle(line)) lines.delete(account);
  };

  const takeAt = (line: Line<Job>, at: number): Job | undefined => {
    size--;
    return line.jobs.splice(at, 1)[0];
  };

  return {
    size: () => size,
    waiting: (account) => lines.get(account)?.jobs.length ?? 0,

    add(account, job) {
      lineOf(account).jobs.push(job);
      size++;
    },

    addFirst(account, job) {
      lineOf(account).jobs.unshift(job);
      size++;
    },

    next(canBegin = () => true) {
      const inTurn = [...lines]
        .filter(([, { jobs }]) => jobs.length > 0)
        .sort(([, a], [, b]) => a.running - b.running || a.usedMs - b.usedMs);
      for (const [account, line] of inTurn) {
        const at = line.jobs.findIndex(canBegin);
        if (at === -1) continue;
        line.running++;
        lines.delete(account);
        lines.set(account, line);
        return takeAt(line, at);
      }
      return undefined;
    },

    remove(account, job) {
      const line = lines.get(account);
      const at = line?.jobs.indexOf(job) ?? -1;
      if (line === undefined || at === -1) return false;
      takeAt(line, at);
      forgetIdle();
      return true;
    },

    displaceFor(account) {
      let longest: Line<Job> | undefined;
      for (const line of lines.values()) {
        if (line.jobs.length > (longest?.jobs.length ?? 0)) longest = line;
      }
      const own = lines.get(account)?.jobs.length ?? 0;
      if (longest === undefined || longest.jobs.length <= own + 1) return undefined;
      return takeAt(longest, longest.jobs.length - 1);
    },

    clear() {
      const all = [...lines.values()].flatMap(({ jobs }) => jobs.splice(0));
      size = 0;
      forgetIdle();
      return all;
    },

    begin(account) {
      lineOf(account).running++;
    },

    end(account, usedMs) {
      const line = lines.get(account);
      if (line === undefined) return;
      line.running--;
      line.usedMs += usedMs;
      forgetIdle();
    },
  };
}
