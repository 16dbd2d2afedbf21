// Checks per account and day: how many there are, and the path of one from reservation to count. Why it works
// this way: docs/decisions/0004-counting-checks.md.
import type { Store } from "../store/store.ts";
import { addDays, dayMs, daysBetween, msToMidnight, utcDay } from "./days.ts";
import { createFingerprints, type IdempotentRequest } from "./idempotency.ts";
import type { PolicyState } from "./limits.ts";
import type { Refusals } from "./refusals.ts";
import { type Check, replayCheck, reserveCheck, tighter } from "./reserved-check.ts";
import { createSeats, takeBoth } from "./seats.ts";
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
  /** The limit of the key itself, when it has one, and what was used of it on `day`. */
  keyLimit?: { limit: number; used: number } | undefined;
  /** Made with a test key: answers are fixed, nothing is counted. */
  isTest?: boolean | undefined;
};

export type CheckRequest = {
  endpoint: string;
  /** More than one only for a batch. */
  checks?: number;
  idempotency?: IdempotentRequest | undefined;
};

export type Reservation =
  | { ok: true; check: Check }
  | {
      ok: false;
      reason: "quota_exceeded" | "key_quota_exceeded" | "idempotency_mismatch";
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

export function createQuota(options: {
  store: Store;
  clock: () => number;
  random: Random;
  refusals: Refusals;
  settings: QuotaSettings;
}) {
  const { store, clock, refusals, settings } = options;
  const seats = createSeats();
  const fingerprint = createFingerprints(options);

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

  /** The caller's current quota, for headers: the account's or the key's, whichever has less left. */
  const stateFor = (caller: Caller): PolicyState => {
    const day = utcDay(clock());
    const isToday = caller.day === day;
    const { keyLimit } = caller;
    return tighter(
      policyState(limitOn(caller, day), isToday ? caller.used : 0),
      keyLimit && policyState(keyLimit.limit, isToday ? keyLimit.used : 0),
    );
  };

  /** Reserves checks for a request. Waits only while other requests of the account hold the last ones. */
  const reserve = async (caller: Caller, request: CheckRequest): Promise<Reservation> => {
    const at = clock();
    // A request is charged to the day on which it was admitted, even if it ends after midnight.
    const day = utcDay(at);
    const limit = limitOn(caller, day);
    const { endpoint, checks: wanted = 1, idempotency } = request;
    // Checks without a key are the account's own.
    const scope = { owner: caller.keyId ?? caller.accountId, endpoint };
    const print = idempotency ? await fingerprint(scope, idempotency, at) : undefined;
    const isToday = caller.day === day;
    let used = isToday ? caller.used : 0;
    const { keyLimit } = caller;
    let keyUsed = isToday ? (keyLimit?.used ?? 0) : 0;
    const state = () =>
      tighter(policyState(limit, used), keyLimit && policyState(keyLimit.limit, keyUsed));
    const full = (reason: "quota_exceeded" | "key_quota_exceeded") => {
      refusals.note(caller, reason);
      const spent = reason === "quota_exceeded" ? limit : (keyLimit?.limit ?? 0);
      return { ok: false, reason, day: policyState(spent, spent) } as const;
    };
    for (;;) {
      const earlier = print ? await store.findIdempotency(print.hash, at) : null;
      if (print && earlier) {
        if (earlier.bodyHash !== print.bodyHash)
          return { ok: false, reason: "idempotency_mismatch", day: state() };
        return { ok: true, check: replayCheck(earlier, state()) };
      }
      const taken = takeBoth(seats, wanted, {
        account: { name: `${caller.accountId} ${day}`, used, limit },
        key: keyLimit && {
          name: `key ${caller.keyId} ${day}`,
          used: keyUsed,
          limit: keyLimit.limit,
        },
      });
      if (taken.state === "full")
        return full(taken.by === "key" ? "key_quota_exceeded" : "quota_exceeded");
      if (taken.state === "wait") {
        const known = await taken.until;
        if (taken.by === "key") keyUsed = Math.max(keyUsed, known);
        else used = Math.max(used, known);
        continue;
      }
      const { account: seat, key: keySeat } = taken;
      // A batch that gets only some of its checks is refused the rest.
      if (seat.seats < wanted) {
        const isKeys = keySeat !== undefined && keySeat.seats <= seat.seats;
        refusals.note(caller, isKeys ? "key_quota_exceeded" : "quota_exceeded");
      }
      const charge = { payer: caller, endpoint, day, limit, used, keyUsed, at, print };
      const check = reserveCheck(charge, { seat, keySeat }, { store, refusals, policyState });
      return { ok: true, check };
    }
  };

  return {
    reserve,
    stateFor,
    /** What is kept of an Idempotency-Key, for work that is counted later. */
    fingerprint,

    /** The caller with what its key has used, for a key with a limit of its own. */
    async withKeyLimit(caller: Caller, key: { checksPerDay: number | null }): Promise<Caller> {
      const { keyId, accountId, day } = caller;
      if (key.checksPerDay === null || keyId === null) return caller;
      const used = await store.readKeyUsed(keyId, accountId, day);
      return { ...caller, keyLimit: { limit: key.checksPerDay, used } };
    },

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

    /** Checks by day, key and endpoint; both days included. */
    async usage(accountId: string, span: { from: string; to: string }) {
      return store.listUsage(accountId, span);
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
