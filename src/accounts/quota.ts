// Checks of an account and day: how many there are, and the way of one from asking to counting.
// docs/decisions/0004-counting-checks.md says why it goes this way.
import type { CheckToCount, CountOutcome, Store } from "../store/store.ts";
import { addDays, dayMs, daysBetween, msToMidnight, utcDay } from "./days.ts";
import {
  createFingerprints,
  type Fingerprint,
  type IdempotentRequest,
  idempotencyMs,
} from "./idempotency.ts";
import type { PolicyState } from "./limits.ts";
import type { Refusals } from "./refusals.ts";
import { createSeats } from "./seats.ts";
import type { Random } from "./secrets.ts";

export type QuotaSettings = {
  quotaPerDay: number;
  quotaBonusPerDay: number;
  quotaBonusDays: number;
};

/** Who pays for a check, as read at the beginning of the request. */
export type Caller = {
  accountId: string;
  /** Null for the dashboard's own checks. */
  keyId: string | null;
  createdDay: string;
  quotaOverride: number | null;
  /** Checks used on `day` when it was read. */
  used: number;
  day: string;
};

export type CheckRequest = {
  endpoint: string;
  /** More than one only for a batch. */
  checks?: number;
  idempotency?: IdempotentRequest | undefined;
};

export type Reservation =
  | { ok: true; check: Check }
  | { ok: false; reason: "quota_exceeded"; day: PolicyState }
  | { ok: false; reason: "idempotency_mismatch"; day: PolicyState };

/** A request that may do its work. `count` must have resolved before the first byte of the answer;
 * a request that fails calls `release`. Whichever comes first is final. */
export type Check = {
  /** How many may be answered: fewer than asked for only in a batch. */
  granted: number;
  /** Counted before under the same idempotency key: free. */
  isReplay: boolean;
  /** When the check was made; of a replay, when it was counted before. */
  at: number;
  count(checks?: number): Promise<Counted>;
  release(): void;
};

export type Counted =
  | { ok: true; counted: number; day: PolicyState }
  | {
      ok: false;
      reason: "quota_exceeded" | "idempotency_mismatch" | "account_gone";
      day: PolicyState;
    };

export type QuotaState = {
  day: string;
  limit: number;
  used: number;
  remaining: number;
  resetMs: number;
  /** Bonus days left, today included; 0 when over or when the operator set a number. */
  bonusDaysLeft: number;
  override: number | null;
};

export type Quota = ReturnType<typeof createQuota>;

export function createQuota(needs: {
  store: Store;
  clock: () => number;
  random: Random;
  refusals: Refusals;
  settings: QuotaSettings;
}) {
  const { store, clock, refusals, settings } = needs;
  const seats = createSeats();
  const fingerprint = createFingerprints(needs);

  const limitOn = (account: { createdDay: string; quotaOverride: number | null }, day: string) => {
    if (account.quotaOverride !== null) return account.quotaOverride;
    return settings.quotaPerDay + (bonusDaysLeft(account, day) > 0 ? settings.quotaBonusPerDay : 0);
  };

  const bonusDaysLeft = (
    account: { createdDay: string; quotaOverride: number | null },
    day: string,
  ) =>
    account.quotaOverride !== null
      ? 0
      : Math.max(0, settings.quotaBonusDays - daysBetween(account.createdDay, day));

  const policyState = (limit: number, used: number): PolicyState => ({
    limit,
    remaining: Math.max(0, limit - used),
    resetMs: msToMidnight(clock()),
    windowMs: dayMs,
  });

  /** Where the caller stands now, for headers. */
  const stateFor = (caller: Caller): PolicyState => {
    const day = utcDay(clock());
    return policyState(limitOn(caller, day), caller.day === day ? caller.used : 0);
  };

  /** Content → quota: may this request work? Waits only while other requests of the account hold
   * the last checks. */
  const reserve = async (caller: Caller, request: CheckRequest): Promise<Reservation> => {
    const at = clock();
    // The day that lets a request in is the day that pays, even if midnight passes meanwhile.
    const day = utcDay(at);
    const limit = limitOn(caller, day);
    const { endpoint, checks: wanted = 1, idempotency } = request;
    // Checks without a key are the account's own.
    const scope = { owner: caller.keyId ?? caller.accountId, endpoint };
    const print = idempotency ? await fingerprint(scope, idempotency, at) : undefined;
    let used = caller.day === day ? caller.used : 0;
    for (;;) {
      const earlier = print ? await store.findIdempotency(print.hash, at) : null;
      if (print && earlier) {
        if (earlier.bodyHash !== print.bodyHash)
          return { ok: false, reason: "idempotency_mismatch", day: policyState(limit, used) };
        return { ok: true, check: replay(earlier, policyState(limit, used)) };
      }
      const seat = seats.take(`${caller.accountId} ${day}`, { used, limit, wanted });
      if (seat.state === "full") {
        refusals.note(caller, "quota_exceeded");
        return { ok: false, reason: "quota_exceeded", day: policyState(limit, limit) };
      }
      if (seat.state === "taken") {
        // A batch that gets but a part is refused the rest.
        if (seat.seats < wanted) refusals.note(caller, "quota_exceeded");
        return { ok: true, check: paid({ caller, endpoint, day, limit, used, at, print }, seat) };
      }
      used = Math.max(used, await seat.until);
    }
  };

  const paid = (
    work: {
      caller: Caller;
      endpoint: string;
      day: string;
      limit: number;
      used: number;
      at: number;
      print: Fingerprint | undefined;
    },
    seat: { seats: number; settle(used?: number): void },
  ): Check => {
    const { caller, endpoint, day, limit, at, print } = work;
    let isOver = false;
    return {
      granted: seat.seats,
      isReplay: false,
      at,
      release() {
        isOver = true;
        seat.settle();
      },
      async count(checks = seat.seats) {
        if (isOver) throw new Error("A check is counted once, and not after its release.");
        isOver = true;
        let used = work.used;
        try {
          const { accountId, keyId } = caller;
          const check: CheckToCount = {
            accountId,
            keyId,
            endpoint,
            day,
            limit,
            checks,
            at,
            idempotency: print,
          };
          const outcome = await store.countCheck(check);
          if (outcome.outcome === "counted") used = outcome.used;
          if (outcome.outcome === "quota_exceeded") {
            used = limit;
            refusals.note(caller, "quota_exceeded");
          }
          return counted(outcome, policyState(limit, used));
        } finally {
          seat.settle(used);
        }
      },
    };
  };

  return {
    reserve,
    stateFor,
    limitOn,

    /** For GET /v1/usage and the dashboard. */
    async describe(account: {
      id: string;
      createdDay: string;
      quotaOverride: number | null;
    }): Promise<QuotaState> {
      const day = utcDay(clock());
      const used = await store.readUsed(account.id, day);
      const { limit, remaining, resetMs } = policyState(limitOn(account, day), used);
      return {
        day,
        limit,
        used,
        remaining,
        resetMs,
        bonusDaysLeft: bonusDaysLeft(account, day),
        override: account.quotaOverride,
      };
    },

    /** Checks and refusals of the last `days` days, today included. */
    async history(accountId: string, days: number) {
      const to = utcDay(clock());
      const span = { from: addDays(to, 1 - days), to };
      const [usage, refusals] = await Promise.all([
        store.listUsage(accountId, span),
        store.listRefusals(accountId, span),
      ]);
      return { ...span, usage, refusals };
    },
  };
}

function replay(
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

function counted(outcome: CountOutcome, day: PolicyState): Counted {
  switch (outcome.outcome) {
    case "counted":
    case "replayed":
      return { ok: true, counted: outcome.counted, day };
    case "other_body":
      return { ok: false, reason: "idempotency_mismatch", day };
    default:
      return { ok: false, reason: outcome.outcome, day };
  }
}
