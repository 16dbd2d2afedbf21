// The room of accounts: who may use the text service, with which key, how often and how much. No
// HTTP and no SQL: both come through the Store and the Counters it is given.
import type { AuditEntry, Counters, Log, Store } from "../store/store.ts";
import {
  type Admission,
  type AdmissionRequest,
  createAdmission,
  createManagerAdmission,
  describeRefused,
  type ManagerAdmission,
  type RefusedKey,
} from "./admission.ts";
import { utcDay } from "./days.ts";
import { createEnrolment, type Enrolment } from "./enrolment.ts";
import { createKeyedHash } from "./keyed-hash.ts";
import { createKeys, type KeySettings, type Keys } from "./keys.ts";
import { createLimits, type LimitSettings, type Limits } from "./limits.ts";
import { createPasswordResets, type PasswordResets } from "./password-resets.ts";
import { type Caller, createQuota, type Quota, type QuotaSettings } from "./quota.ts";
import { createRefusals, type Refusals } from "./refusals.ts";
import { createRefusedRequests, type RefusedRequests } from "./refused-requests.ts";
import { createRequestLog, type RequestLog } from "./request-log.ts";
import { createSecondFactors, type SecondFactors } from "./second-factors.ts";
import type { Random } from "./secrets.ts";
import { createSessions, type SessionSettings, type Sessions } from "./sessions.ts";
import type { SignUpSettings } from "./sign-up.ts";

export type { Account, JobRecord, KeyChanges } from "../store/store.ts";
export type { Admission, Manager, ManagerAdmission, RefusedKey } from "./admission.ts";
export type { IdempotentRequest } from "./idempotency.ts";
export { externalIdLengthMax, keyEndpoints, metadataBounds } from "./key-properties.ts";
export { graceHoursMax, type KeyMade, type KeyView } from "./keys.ts";
export type { MinuteState, PolicyState } from "./limits.ts";
export { matchOrigin, parseDomain } from "./origin.ts";
export { isOwner, localOwner } from "./owner.ts";
export { resetUrl } from "./password-resets.ts";
export { passwordLengthMax, passwordLengthMin } from "./passwords.ts";
export type { Caller, QuotaState, Reservation } from "./quota.ts";
export { readStatuses } from "./request-log.ts";
export type { Check, Counted } from "./reserved-check.ts";
export type { FactorChange } from "./second-factors.ts";
export { noteServerQuota, readServerQuota } from "./server-quota.ts";
export type { PasswordChange, SignedIn } from "./sessions.ts";
export type { AccountMade } from "./sign-up.ts";

export type AccountSettings = LimitSettings &
  KeySettings &
  QuotaSettings &
  SessionSettings &
  SignUpSettings;

export type Accounts = {
  enrolment: Enrolment;
  sessions: Sessions;
  passwordResets: PasswordResets;
  secondFactors: SecondFactors;
  keys: Keys;
  quota: Quota;
  limits: Limits;
  refusals: Refusals;
  refusedRequests: RefusedRequests;
  requestLog: RequestLog;
  /** A request over plain HTTP: its key, if it has one of ours, is marked as exposed. Says what was wrong. */
  refusePlainHttp(request: Omit<AdmissionRequest, "address" | "isRead">): Promise<RefusedKey>;
  /** Key and Origin → rate → concurrency, in one call. */
  admit(request: AdmissionRequest): Promise<Admission>;
  /** The same for a management key. */
  admitManager(request: Omit<AdmissionRequest, "origins">): Promise<ManagerAdmission>;
  /** The signed-in user as the payer of a check made without a key. */
  callerFor(accountId: string): Promise<Caller | null>;
  /** The holder of a key whose work is done after its request; null once the key is revoked or gone. */
  callerForKey(keyId: string): Promise<Caller | null>;
  listAudit(
    accountId: string,
    page: { limit: number; before?: number },
  ): Promise<(AuditEntry & { seq: number })[]>;
  /** Periodic work: writes the counted refusals and the log of requests, removes what has expired. */
  cleanUp(): Promise<void>;
  /** Starts the periodic work; `stop` runs it one last time. */
  startCleanup(): { stop(): Promise<void> };
};

export type AccountsOptions = {
  store: Store;
  counters: Counters;
  clock: () => number;
  random: Random;
  settings: AccountSettings;
  log?: Log | undefined;
};

export function createAccounts(options: AccountsOptions): Accounts {
  const { store, clock, log } = options;
  const limits = createLimits(options);
  const refusals = createRefusals(options);
  const refusedRequests = createRefusedRequests(options);
  const requestLog = createRequestLog(options);
  const quota = createQuota({ ...options, refusals });
  const keys = createKeys(options);
  const keyedHash = createKeyedHash(options);
  const secondFactors = createSecondFactors({ ...options, limits, keyedHash });
  const sessions = createSessions({ ...options, limits, secondFactors });
  const enrolment = createEnrolment({ ...options, limits, secondFactors });
  const passwordResets = createPasswordResets({ ...options, limits, find: enrolment.find });

  const sweep = () =>
    store.sweepExpired({ at: clock(), sessionSeenBefore: sessions.idleSince() }).then(
      () => {},
      (err: unknown) => log?.warn({ err }, "expired rows could not be removed yet"),
    );

  const flush = async () => {
    await refusals.flush();
    await refusedRequests.flush();
    await requestLog.flush();
  };

  const callerFor = async (accountId: string): Promise<Caller | null> => {
    const account = await store.findAccount(accountId);
    if (!account) return null;
    const { createdDay, quotaOverride } = account;
    const day = utcDay(clock());
    const used = await store.readUsed(accountId, day);
    return { accountId, keyId: null, createdDay, quotaOverride, used, day };
  };

  return {
    enrolment,
    sessions,
    passwordResets,
    secondFactors,
    keys,
    quota,
    limits,
    refusals,
    refusedRequests,
    requestLog,
    admit: createAdmission({ keys, limits, quota, refusals, refusedRequests }),
    admitManager: createManagerAdmission({ keys, limits, refusals, refusedRequests }),

    async refusePlainHttp({ key: secret, origins, endpoint }) {
      const reason = "plain_http";
      const key = await keys.markExposed(secret);
      if (key === null) return { reason };
      refusals.note({ accountId: key.accountId, keyId: key.id }, reason);
      refusedRequests.note(key, { reason, origins, endpoint });
      return describeRefused(reason, key, origins);
    },

    callerFor,

    async callerForKey(keyId) {
      const key = await store.findKey(keyId);
      if (!key || key.revokedAt !== null) return null;
      const caller = await callerFor(key.accountId);
      return caller && quota.withKeyLimit({ ...caller, keyId, isTest: key.isTest }, key);
    },

    listAudit: (accountId, page) => store.listAudit(accountId, page),

    async cleanUp() {
      await flush();
      await sweep();
    },

    startCleanup() {
      const timers = [
        setInterval(() => void flush(), refusalsEveryMs),
        setInterval(() => void sweep(), sweepEveryMs),
      ];
      for (const timer of timers) timer.unref();
      return {
        async stop() {
          for (const timer of timers) clearInterval(timer);
          await flush();
        },
      };
    },
  };
}

const refusalsEveryMs = 2000;
const sweepEveryMs = 600_000;
