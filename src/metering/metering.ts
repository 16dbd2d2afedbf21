// Work that costs a check, the same way for every service: quota → work → count. A client that leaves
// while it waits is not charged and nothing is kept for it; work that fails costs nothing, nor does an answer without
// a verdict (cost.ts); the count is durable before the first byte of the answer. Services map the outcome to their own
// errors and headers.
import type { Accounts, Caller, Counted, JobRecord, PolicyState } from "../accounts/accounts.ts";
import type { History, ResultOfText } from "../history/history.ts";
import { createRecentChecks } from "./recent-checks.ts";

export { asOverload } from "./as-overload.ts";
export { isDetectionCharged, isRewriteCharged } from "./cost.ts";
export { readIdempotencyKey } from "./idempotency-key.ts";
export { listLoggedRequests } from "./logged-requests.ts";
export { createRequester, type Requester } from "./requester.ts";

export type Task<T> = {
  endpoint: string;
  /** Everything the result depends on, for the Idempotency-Key. */
  body: string;
  idempotencyKey: string | undefined;
  /** Aborted when the result is no longer needed; its reason is the error to respond with. */
  signal: AbortSignal;
  /** How many checks are asked for; more than one only for a batch. */
  checks: number;
  /** Does the work and returns how many checks it costs. */
  work(terms: WorkTerms): Promise<{ result: T; charged: number }>;
  /** What an account that keeps its results would keep: only what was counted, so that the quota bounds it. */
  kept(result: T, counted: number): Kept[];
  /** Results of a job, written in the same transaction as the count. */
  record?(result: T): JobRecord;
};

export type WorkTerms = {
  /** How many may be charged: fewer than asked for only in a batch. */
  granted: number;
  /** When this check was made; for a repetition under an Idempotency-Key, when the first one was. */
  checkedAt: number;
  /** Counts the one check of this work already now, before a part of the answer goes out; it stays counted. */
  countNow(): Promise<void>;
};

/** Part of an answer was to go out, but the check could not be counted. */
class NotCounted extends Error {
  readonly outcome: Extract<Counted, { ok: false }>;
  constructor(outcome: Extract<Counted, { ok: false }>) {
    super(outcome.reason);
    this.outcome = outcome;
  }
}

export type Kept = Omit<ResultOfText, "endpoint">;

export type Metered<T> =
  /** Fewer may be counted than charged, when other copies of the program were faster. `day` is null
   * where nobody is charged. */
  | { ok: true; result: T; counted: number; checkedAt: number; day: PolicyState | null }
  | {
      ok: false;
      reason: Extract<Counted, { ok: false }>["reason"];
      day: PolicyState;
    };

/** Work for `caller`; null is a local user without an account, who is not charged. */
export type MeteredWork = <T>(caller: Caller | null, task: Task<T>) => Promise<Metered<T>>;

export function createMeteredWork({
  accounts,
  history,
  clock,
}: {
  accounts: Pick<Accounts, "quota">;
  history: Pick<History, "keep">;
  clock: () => number;
}): MeteredWork {
  const uncharged = createRecentChecks();

  return async (caller, task) => {
    const { endpoint, body, signal, checks, idempotencyKey } = task;
    if (caller === null) {
      const checkedAt = uncharged.find({ idempotencyKey, body }) ?? clock();
      const { result, charged } = await whileWanted(signal, () =>
        task.work({ granted: checks, checkedAt, countNow: async () => {} }),
      );
      uncharged.note({ idempotencyKey, body }, checkedAt);
      return { ok: true, result, counted: charged, checkedAt, day: null };
    }
    const idempotency = idempotencyKey === undefined ? undefined : { key: idempotencyKey, body };
    const reserved = await accounts.quota.reserve(caller, { endpoint, checks, idempotency });
    if (!reserved.ok) return reserved;
    const { check } = reserved;
    const checkedAt = check.at;
    // A repetition does all the work again, as texts that cost nothing aren't among those it was granted.
    const granted = check.isReplay ? checks : Math.min(check.granted, checks);
    let early: Promise<Counted> | undefined;
    const countNow = async () => {
      const counted = await (early ??= check.count(1));
      if (!counted.ok) throw new NotCounted(counted);
    };
    let done: Awaited<ReturnType<typeof task.work>>;
    try {
      done = await whileWanted(signal, () => task.work({ granted, checkedAt, countNow }));
    } catch (error) {
      if (early === undefined) check.release();
      if (error instanceof NotCounted) return error.outcome;
      throw error;
    }
    const { result, charged } = done;
    const record = charged === 0 ? undefined : task.record?.(result);
    const counted = await (early ?? check.count(charged, record));
    if (!counted.ok) return counted;
    // A repetition may have been granted more than it could use now.
    const answered = Math.min(counted.counted, charged);
    // Counted first, kept afterwards and without making the answer wait. A repetition was kept before.
    if (!check.isReplay && answered > 0) {
      const results = task.kept(result, answered).map((one) => ({ endpoint, ...one }));
      history.keep(caller, results, checkedAt);
    }
    return { ok: true, result, counted: answered, checkedAt, day: counted.day };
  };
}

/** Throws when the client has left: no work is started and no result returned for it. */
async function whileWanted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  try {
    const result = await work();
    signal.throwIfAborted();
    return result;
  } catch (error) {
    // Whatever error the work threw, the abort reason is the cause.
    throw signal.aborted ? signal.reason : error;
  }
}
