// The first steps of a request with a key: key and Origin, then rate and concurrency. In this order an
// unauthenticated caller learns nothing and a refused request costs nothing.
import type { ApiKey } from "../store/store.ts";
import { keyEndpoints } from "./key-properties.ts";
import type { Keys, KeyVerdict } from "./keys.ts";
import type { Limits, MinuteState, PolicyState } from "./limits.ts";
import type { Caller, Quota } from "./quota.ts";
import type { Refusals } from "./refusals.ts";
import type { RefusedRequests } from "./refused-requests.ts";

export type Admission =
  /** `leave` must be called when the request has ended, however it ended. */
  | {
      ok: true;
      caller: Caller;
      domain: string;
      minute: MinuteState;
      day: PolicyState;
      leave(): void;
    }
  /** The same for every problem with key or Origin; `refused` is for the log only. */
  | { ok: false; reason: "unauthorized"; refused: RefusedKey }
  | { ok: false; reason: "too_many_bad_keys"; refused: RefusedKey; retryAfterMs: number }
  | {
      ok: false;
      reason: "rate";
      caller: Caller;
      minute: MinuteState;
      day: PolicyState;
      retryAfterMs: number;
    }
  | {
      ok: false;
      reason: "concurrency";
      caller: Caller;
      minute: MinuteState;
      day: PolicyState;
      /** How many may run at once. */
      concurrent: number;
      retryAfterMs: number;
    }
  /** The key is limited to other endpoints. */
  | { ok: false; reason: "endpoint"; minute: MinuteState; day: PolicyState };

/** What was wrong with key or Origin, without the key: for the operator's log. */
export type RefusedKey = {
  reason: Exclude<KeyVerdict, { ok: true }>["reason"] | "plain_http";
  /** The key as its owner knows it; undefined for one that is not ours. */
  key?: { id: string; lastFour: string; domain: string };
  /** The Origin headers, where the key is known. */
  origins?: readonly string[];
};

export type AdmissionRequest = {
  /** The x-api-key header. */
  key: string | undefined;
  /** Every Origin header, as received. */
  origins: readonly string[];
  address: string;
  /** What is asked for, such as `detect`; undefined where a key's limits don't apply. */
  endpoint?: string | undefined;
  /** Asks only what is there, such as the usage or a job's progress. */
  isRead?: boolean | undefined;
};

export function createAdmission(options: {
  keys: Keys;
  limits: Limits;
  quota: Quota;
  refusals: Refusals;
  refusedRequests: RefusedRequests;
}) {
  const { keys, limits, quota, refusals, refusedRequests } = options;

  return async (request: AdmissionRequest): Promise<Admission> => {
    const { key, origins, address, endpoint, isRead } = request;
    const verdict = await keys.verify(key, origins);
    if (!verdict.ok) {
      const { reason } = verdict;
      let refused: RefusedKey = { reason };
      if ("found" in verdict) {
        refusals.note(callerFrom(verdict.found), reason);
        refusedRequests.note(verdict.found.key, { reason, origins, endpoint });
        refused = describeRefused(reason, verdict.found.key, origins);
      }
      const { allowed, retryAfterMs } = await limits.countBadKey(address);
      return allowed
        ? { ok: false, reason: "unauthorized", refused }
        : { ok: false, reason: "too_many_bad_keys", refused, retryAfterMs };
    }
    const caller = await quota.withKeyLimit(callerFrom(verdict.found), verdict.found.key);
    const day = quota.stateFor(caller);
    const entered = await limits.enterKey(verdict.found.key, isRead ? "reads" : "minute");
    const { minute } = entered;
    if (!entered.allowed) {
      const { retryAfterMs } = entered;
      refusals.note(caller, entered.refusedBy);
      const refused = { ok: false, caller, minute, day, retryAfterMs } as const;
      return entered.refusedBy === "rate"
        ? { ...refused, reason: "rate" }
        : { ...refused, reason: "concurrency", concurrent: entered.concurrent };
    }
    const { domain, endpoints } = verdict.found.key;
    const isLimited = keyEndpoints.some((name) => name === endpoint);
    if (isLimited && endpoints !== null && !endpoints.includes(endpoint ?? "")) {
      // The concurrency slot is released; the request still counts against the rate, like any other.
      entered.leave();
      refusals.note(caller, "endpoint");
      return { ok: false, reason: "endpoint", minute, day };
    }
    return { ok: true, caller, domain, minute, day, leave: entered.leave };
  };
}

export type Manager = { accountId: string; keyId: string; lastFour: string };

export type ManagerAdmission =
  | { ok: true; manager: Manager; minute: MinuteState; leave(): void }
  | { ok: false; reason: "unauthorized"; refused: RefusedKey }
  | { ok: false; reason: "too_many_bad_keys"; refused: RefusedKey; retryAfterMs: number }
  | { ok: false; reason: "rate"; minute: MinuteState; retryAfterMs: number }
  | {
      ok: false;
      reason: "concurrency";
      minute: MinuteState;
      concurrent: number;
      retryAfterMs: number;
    };

/** The same steps for a management key, which has no domain and pays for nothing. */
export function createManagerAdmission(options: {
  keys: Keys;
  limits: Limits;
  refusals: Refusals;
  refusedRequests: RefusedRequests;
}) {
  const { keys, limits, refusals, refusedRequests } = options;

  return async ({
    key,
    address,
    endpoint,
  }: Omit<AdmissionRequest, "origins">): Promise<ManagerAdmission> => {
    const verdict = await keys.verify(key, null);
    if (!verdict.ok) {
      const { reason } = verdict;
      let refused: RefusedKey = { reason };
      if ("found" in verdict) {
        refusals.note(callerFrom(verdict.found), reason);
        refusedRequests.note(verdict.found.key, { reason, origins: [], endpoint });
        refused = describeRefused(reason, verdict.found.key, []);
      }
      const { allowed, retryAfterMs } = await limits.countBadKey(address);
      return allowed
        ? { ok: false, reason: "unauthorized", refused }
        : { ok: false, reason: "too_many_bad_keys", refused, retryAfterMs };
    }
    const { id: keyId, accountId, lastFour } = verdict.found.key;
    const entered = await limits.enterKey(verdict.found.key, "manage");
    if (entered.allowed) {
      const { minute, leave } = entered;
      return { ok: true, manager: { accountId, keyId, lastFour }, minute, leave };
    }
    const { refusedBy: reason, ...rest } = entered;
    return { ...rest, ok: false, reason } as ManagerAdmission;
  };
}

export function describeRefused(
  reason: RefusedKey["reason"],
  { id, lastFour, domain }: ApiKey,
  origins: readonly string[],
): RefusedKey {
  return { reason, key: { id, lastFour, domain }, origins };
}

type Found = Extract<KeyVerdict, { ok: true }>["found"];

function callerFrom({ key, createdDay, quotaOverride, used, day }: Found): Caller {
  const { accountId, id: keyId, isTest } = key;
  return { accountId, keyId, createdDay, quotaOverride, used, day, isTest };
}
