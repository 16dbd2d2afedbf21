// Read-only links to single results. None exists until the account creates one; it expires, ends with its result, or
// is revoked. The token is 256 random bits, part of the link; the store has only its SHA-256.
import { createHash } from "node:crypto";
import type { KeptResult, Share, Store } from "../store/store.ts";

export const shareDaysMax = 90;
/** Links per result, so that forgotten ones stay few. */
const SHARES_MAX = 10;
const DAY_MS = 86_400_000;

export type ShareMade =
  | { ok: true; share: Share /** Shown this once. */; token: string }
  | { ok: false; reason: "not_found" }
  | { ok: false; reason: "refused"; problem: string };

export type Shares = ReturnType<typeof createShares>;

export function createShares({
  store,
  clock,
  random,
}: {
  store: Store;
  clock: () => number;
  random: (size: number) => Uint8Array;
}) {
  return {
    async make(accountId: string, resultId: string, days: number): Promise<ShareMade> {
      if (!Number.isInteger(days) || days < 1 || days > shareDaysMax) {
        const problem = `'days' must be a whole number from 1 to ${shareDaysMax}.`;
        return { ok: false, reason: "refused", problem };
      }
      const at = clock();
      if ((await store.findKept(accountId, resultId, at)) === null) {
        return { ok: false, reason: "not_found" };
      }
      const token = Buffer.from(random(32)).toString("base64url");
      const id = `shr_${Buffer.from(random(15)).toString("base64url")}`;
      const share = await store.insertShare(
        {
          id,
          accountId,
          resultId,
          createdAt: at,
          expiresAt: at + days * DAY_MS,
          tokenHash: hashOf(token),
        },
        SHARES_MAX,
        { at, accountId, actor: "account", action: "result.shared", subject: id },
      );
      if (share === null) {
        const problem = `A result can have ${SHARES_MAX} links; revoke one first.`;
        return { ok: false, reason: "refused", problem };
      }
      return { ok: true, share, token };
    },

    /** Null when the account has no such result. */
    async list(accountId: string, resultId: string): Promise<Share[] | null> {
      const at = clock();
      if ((await store.findKept(accountId, resultId, at)) === null) return null;
      return store.listShares(accountId, resultId, at);
    },

    /** False when there is none, or it is another account's. */
    revoke(accountId: string, id: string): Promise<boolean> {
      const at = clock();
      const entry = { at, accountId, actor: "account" as const, subject: id };
      return store.deleteShare(accountId, id, { ...entry, action: "share.revoked" });
    },

    /** What a link shows; null for one that was never made, was revoked or has expired, or whose result is gone. */
    async open(token: string): Promise<{ share: Share; kept: KeptResult } | null> {
      // Anything of another form can be rejected without a lookup.
      if (!/^[\w-]{43}$/.test(token)) return null;
      const at = clock();
      const share = await store.findShare(hashOf(token), at);
      if (share === null) return null;
      const kept = await store.findKept(share.accountId, share.resultId, at);
      return kept === null ? null : { share, kept };
    },
  };
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
