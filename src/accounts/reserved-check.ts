// A check that was granted to a request: counted once in the store, released, or replayed at no cost. What it
// releases are the seats it holds (seats.ts); the count itself is the store's conditional increment.
import type { CheckToCount, CountOutcome, JobRecord, Store } from "../store/store.ts";
import { type Fingerprint, idempotencyMs } from "./idempotency.ts";
import type { PolicyState } from "./limits.ts";
import type { Refusals } from "./refusals.ts";
import type { TakenSeat } from "./seats.ts";

/** A request that may do its work. `count` must have resolved before the first byte of the answer;
 * a request that fails calls `release`. Whichever comes first is final. */
export type Check = {
  /** How many may be answered: fewer than asked for only in a batch. */
  granted: number;
  /** Counted before under the same idempotency key: free. */
  isReplay: boolean;
  /** When the check was made; of a replay, when it was counted before. */
  at: number;
  /** None where the answer costs nothing: then only the idempotency key is kept. `record`: results of a job that are
   * written with the count or not at all. */
  count(checks?: number, record?: JobRecord): Promise<Counted>;
  release(): void;
};

export type Counted =
  | { ok: true; counted: number; day: PolicyState }
  | {
      ok: false;
      reason:
        | "quota_exceeded"
        | "key_quota_exceeded"
        | "idempotency_mismatch"
        | "account_gone"
        | "lease_lost";
      day: PolicyState;
    };

/** What is charged: the account and, where it has a limit of its own, the key, with their use as known so far. */
export type Charge = {
  payer: { accountId: string; keyId: string | null; keyLimit?: { limit: number } | undefined };
  endpoint: string;
  day: string;
  limit: number;
  used: number;
  keyUsed: number;
  at: number;
  print: Fingerprint | undefined;
};

export function reserveCheck(
  charge: Charge,
  { seat, keySeat }: { seat: TakenSeat; keySeat: TakenSeat | undefined },
  {
    store,
    refusals,
    policyState,
  }: {
    store: Pick<Store, "countCheck">;
    refusals: Pick<Refusals, "note">;
    policyState: (limit: number, used: number) => PolicyState;
  },
): Check {
  const { payer, limit, at } = charge;
  const { keyLimit } = payer;
  let isOver = false;
  const settle = (used?: number, keyUsed?: number) => {
    seat.settle(used);
    keySeat?.settle(keyUsed);
  };
  return {
    granted: seat.seats,
    isReplay: false,
    at,
    release() {
      isOver = true;
      settle();
    },
    async count(checks = seat.seats, record) {
      if (isOver) throw new Error("A check is counted once, and not after its release.");
      isOver = true;
      let { used, keyUsed } = charge;
      const ofKeyWith = (usedOfKey: number) => keyLimit && policyState(keyLimit.limit, usedOfKey);
      if (checks === 0 && charge.print === undefined) {
        settle();
        const day = tighter(policyState(limit, used), ofKeyWith(keyUsed));
        return { ok: true, counted: 0, day };
      }
      try {
        const outcome = await store.countCheck(toCount(charge, checks, record));
        if (outcome.outcome === "counted") {
          ({ used } = outcome);
          keyUsed = outcome.keyUsed ?? 0;
        }
        if (outcome.outcome === "quota_exceeded") used = limit;
        if (outcome.outcome === "key_quota_exceeded") keyUsed = keyLimit?.limit ?? 0;
        if (outcome.outcome === "quota_exceeded" || outcome.outcome === "key_quota_exceeded")
          refusals.note(payer, outcome.outcome);
        return describeCount(outcome, tighter(policyState(limit, used), ofKeyWith(keyUsed)));
      } finally {
        settle(used, keyUsed);
      }
    },
  };
}

/** A check that was counted before, under the same idempotency key. */
export function replayCheck(
  { checks: granted, expiresAt }: { checks: number; expiresAt: number },
  day: PolicyState,
): Check {
  return {
    granted,
    isReplay: true,
    at: expiresAt - idempotencyMs,
    release() {},
    count: async (checks = granted) => ({ ok: true, counted: Math.min(checks, granted), day }),
  };
}

/** Of two limits the one that ends first. */
export function tighter(one: PolicyState, other: PolicyState | undefined): PolicyState {
  return other !== undefined && other.remaining < one.remaining ? other : one;
}

function toCount(
  { payer, endpoint, day, limit, at, print }: Charge,
  checks: number,
  record: JobRecord | undefined,
): CheckToCount {
  const { accountId, keyId, keyLimit } = payer;
  return {
    accountId,
    keyId,
    endpoint,
    day,
    limit,
    keyLimit: keyLimit?.limit,
    checks,
    at,
    idempotency: print,
    record,
  };
}

function describeCount(outcome: CountOutcome, day: PolicyState): Counted {
  switch (outcome.outcome) {
    case "counted":
    case "replayed":
      return { ok: true, counted: outcome.counted, day };
    case "free":
      return { ok: true, counted: 0, day };
    case "other_body":
      return { ok: false, reason: "idempotency_mismatch", day };
    default:
      return { ok: false, reason: outcome.outcome, day };
  }
}
