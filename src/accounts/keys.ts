// API keys: made and shown once, found by their hash, rotated with a grace period, revoked. Every
// lookup reads the store, so a key works on the request after it was created and fails on the request
// after it was revoked, on every copy of the program.
import type { Actor, ApiKey, KeyForRequest, KeyPage, ListedKey, Store } from "../store/store.ts";
import { createKeyUpdate } from "./change-key.ts";
import { utcDay } from "./days.ts";
import { hashKey, isWellFormedKey, makeKey } from "./key-format.ts";
import {
  actedBy,
  checkKey,
  type KeyProperties,
  type KeyRefused,
  type KeyState,
  refuseKey,
  stateOf,
  type WantedKey,
} from "./key-properties.ts";
import { matchOrigin } from "./origin.ts";
import { isSameHash, newId, type Random } from "./secrets.ts";

/** A key as shown in lists: nothing that could be used in its place. */
export type KeyView = ListedKey & {
  state: KeyState;
  /** Whose it is. */
  email: string;
  checks: number;
  checksToday: number;
};

export type KeyMade =
  | {
      ok: true;
      /** Shown this once. */
      secret: string;
      id: string;
      lastFour: string;
      domain: string;
    }
  | KeyRefused;

/** Why a key was refused, for metrics and logs; callers always get the same message. */
export type KeyVerdict =
  | { ok: true; found: KeyForRequest & { day: string } }
  | { ok: false; reason: "missing" | "malformed" | "unknown" }
  | {
      ok: false;
      reason: "revoked" | "expired" | "wrong_kind" | "no_origin" | "origin";
      found: KeyForRequest & { day: string };
    };

const liveKeysMax = 100;
export const graceHoursMax = 24;
const hourMs = 3_600_000;

export type Keys = ReturnType<typeof createKeys>;

export type KeySettings = {
  ratePerMinute: number;
  /** The most requests a minute that a key can be given. */
  ratePerMinuteMax?: number;
};

export function createKeys(options: {
  store: Store;
  clock: () => number;
  random: Random;
  settings: KeySettings;
}) {
  const { store, clock, random, settings } = options;
  // What every key has by default can also be given to one.
  const ratePerMinuteMax = Math.max(settings.ratePerMinuteMax ?? 0, settings.ratePerMinute);

  return {
    async create(
      wanted: WantedKey & { accountId: string; actor: Actor; by?: string | undefined },
    ): Promise<KeyMade> {
      const at = clock();
      const checked = checkKey(wanted, { at, ratePerMinuteMax });
      if (!checked.ok) return checked;
      const { accountId, actor, by } = wanted;
      const { secret, key } = newKey({ accountId, ...checked.properties }, { at, random });
      const isMade = await store.insertKey(key, liveKeysMax, {
        at,
        accountId,
        actor,
        action: "key.created",
        subject: key.id,
        details: { lastFour: key.lastFour, domain: key.domain, ...actedBy(by) },
      });
      if (!isMade) {
        return refuseKey(
          "key",
          `An account can have ${liveKeysMax} working keys; revoke one first.`,
        );
      }
      return { ok: true, secret, id: key.id, lastFour: key.lastFour, domain: key.domain };
    },

    /** What is wrong with a wanted key, or null. */
    findProblem(wanted: WantedKey): string | null {
      const checked = checkKey(wanted, { at: clock(), ratePerMinuteMax });
      return checked.ok ? null : checked.problem;
    },

    /** Checks the key and Origin of a request; with null a management key, which has no domain. */
    async verify(
      secret: string | undefined,
      origins: readonly string[] | null,
    ): Promise<KeyVerdict> {
      if (secret === undefined || secret === "") return { ok: false, reason: "missing" };
      if (!isWellFormedKey(secret)) return { ok: false, reason: "malformed" };
      const at = clock();
      const day = utcDay(at);
      const hash = hashKey(secret);
      const row = await store.findKeyForRequest(hash, day);
      if (!row || !isSameHash(row.key.hash, hash)) return { ok: false, reason: "unknown" };
      const found = { ...row, day };
      const state = stateOf(row.key, at);
      if (state === "revoked" || state === "expired") return { ok: false, reason: state, found };
      const isForManaging = origins === null;
      if (row.key.isManagement !== isForManaging) return { ok: false, reason: "wrong_kind", found };
      if (isForManaging) return { ok: true, found };
      if (!matchOrigin(row.key.domain, origins)) {
        return { ok: false, reason: origins.length === 0 ? "no_origin" : "origin", found };
      }
      return { ok: true, found };
    },

    /** All of an account's keys, or with null everybody's (for the operator). */
    async list(accountId: string | null): Promise<KeyView[]> {
      const at = clock();
      const keys = await store.listKeys(accountId, utcDay(at));
      return keys.map((key) => ({ ...key, state: stateOf(key, at) }));
    },

    /** The account's keys but those that manage, newest first. */
    async listPage(accountId: string, page: KeyPage): Promise<KeyView[]> {
      const at = clock();
      const keys = await store.listKeys(accountId, utcDay(at), page);
      return keys.map((key) => ({ ...key, state: stateOf(key, at) }));
    },

    find: (id: string): Promise<ApiKey | null> => store.findKey(id),

    update: createKeyUpdate({ store, clock, ratePerMinuteMax }),

    /** A new key with the same name, domain, end and limits; the old one works until the grace period ends. */
    async rotate(wanted: {
      id: string;
      accountId: string;
      graceHours: number;
      actor: Actor;
      by?: string | undefined;
    }): Promise<KeyMade> {
      const at = clock();
      const { id, accountId, graceHours, actor, by } = wanted;
      if (!(graceHours >= 0 && graceHours <= graceHoursMax)) {
        return refuseKey("key", `Grace period must be 0 to ${graceHoursMax} hours.`);
      }
      const old = await store.findKey(id);
      const notThere = refuseKey("key", "Key not found or no longer active.");
      if (!old || old.accountId !== accountId) return notThere;
      const { secret, key } = newKey(old, { at, random });
      const isReplaced = await store.replaceKey(id, key, at + graceHours * hourMs, {
        at,
        accountId,
        actor,
        action: "key.rotated",
        subject: id,
        details: { lastFour: key.lastFour, replacedBy: key.id, graceHours, ...actedBy(by) },
      });
      if (!isReplaced) return notThere;
      return { ok: true, secret, id: key.id, lastFour: key.lastFour, domain: key.domain };
    },

    /** False when there is no such key, it is another account's, or it was revoked before. */
    async revoke(wanted: {
      id: string;
      accountId: string;
      actor: Actor;
      by?: string | undefined;
    }): Promise<boolean> {
      const at = clock();
      const { id, accountId, actor, by } = wanted;
      const details = actedBy(by);
      const entry = { at, accountId, actor, action: "key.revoked", subject: id, details };
      return store.revokeKey(id, accountId, at, entry);
    },

    /** A key sent over plain HTTP may have been intercepted: the dashboard shows a warning. Null for no key of ours. */
    async markExposed(secret: string | undefined): Promise<ApiKey | null> {
      if (secret === undefined || !isWellFormedKey(secret)) return null;
      const at = clock();
      const hash = hashKey(secret);
      // Read first: unauthenticated requests must not cause writes.
      const row = await store.findKeyForRequest(hash, utcDay(at));
      if (!row) return null;
      if (row.key.exposedAt !== null) return row.key;
      await store.markKeyExposed(hash, at, (key) => ({
        at,
        accountId: key.accountId,
        actor: "program",
        action: "key.exposed",
        subject: key.id,
        details: { lastFour: key.lastFour },
      }));
      return row.key;
    },
  };
}

function newKey(
  of: KeyProperties & { accountId: string },
  { at, random }: { at: number; random: Random },
): { secret: string; key: ApiKey } {
  const kind = of.isManagement ? "manage" : of.isTest ? "test" : "live";
  const secret = makeKey(random, kind);
  const key: ApiKey = {
    id: newId("key", random),
    accountId: of.accountId,
    hash: hashKey(secret),
    lastFour: secret.slice(-4),
    name: of.name,
    domain: of.domain,
    createdAt: at,
    expiresAt: of.expiresAt,
    revokedAt: null,
    exposedAt: null,
    lastUsedAt: null,
    replacedBy: null,
    isTest: of.isTest,
    isManagement: of.isManagement,
    checksPerDay: of.checksPerDay,
    ratePerMinute: of.ratePerMinute,
    endpoints: of.endpoints,
    metadata: of.metadata,
    externalId: of.externalId,
  };
  return { secret, key };
}
