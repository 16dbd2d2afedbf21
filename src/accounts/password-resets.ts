// A forgotten password: a link that sets a new one, once, within a short time. Whoever uses it ends every session and
// still needs the second factor to sign in.
import type { Account, Actor, Store } from "../store/store.ts";
import type { Limits, TooManyAttempts } from "./limits.ts";
import { localOwner } from "./owner.ts";
import { hashPassword, passwordProblem } from "./passwords.ts";
import { isToken, newToken, type Random, sha256Hex } from "./secrets.ts";

const hourMs = 3_600_000;

/** A mailed link is used at once; one passed on by the operator may take a day to arrive. */
const LIFE_MS = { account: hourMs, operator: 24 * hourMs } as const;

export type ResetMade = { token: string; expiresAt: number };

export type ResetUsed =
  | { ok: true }
  | { ok: false; reason: "link_invalid" }
  | { ok: false; reason: "weak_password"; problem: string }
  | TooManyAttempts;

export type PasswordResets = ReturnType<typeof createPasswordResets>;

export function createPasswordResets(options: {
  store: Store;
  clock: () => number;
  random: Random;
  limits: Limits;
  /** The account of an address as somebody wrote it. */
  find(email: string): Promise<Account | null>;
}) {
  const { store, clock, random, limits, find } = options;

  const accountOf = async (token: string): Promise<Account | null> => {
    const id = isToken(token) ? await store.findResetLink(sha256Hex(token), clock()) : null;
    return id === null ? null : store.findAccount(id);
  };

  const refuse = async (address: string): Promise<Exclude<ResetUsed, { ok: true }>> => {
    const counted = await limits.countBadLink(address);
    return counted.allowed
      ? { ok: false, reason: "link_invalid" }
      : { ok: false, reason: "too_many_attempts", retryAfterMs: counted.retryAfterMs };
  };

  const resets = {
    /** The link for somebody who asks for one; null when there is no such account, or it has had enough of them. Takes
     * the same steps and one write for any address, since its time can be measured by whoever asks next. */
    async ask(email: string): Promise<{ to: string; token: string } | null> {
      const found = await find(email);
      const account = found === null || found.email === localOwner ? null : found;
      const attempt = await limits.mailReset(account?.email ?? email);
      if (!attempt.allowed) return null;
      if (account === null) {
        await store.saveSetting("reset_of_nobody", sha256Hex(newToken(random)));
        return null;
      }
      const made = await resets.make(account, "account");
      return made === null ? null : { to: account.email, token: made.token };
    },

    /** Null when the account is gone. */
    async make(
      account: Account,
      actor: Exclude<Actor, "program" | "management_key">,
    ): Promise<ResetMade | null> {
      const at = clock();
      const token = newToken(random);
      const expiresAt = at + LIFE_MS[actor];
      const isMade = await store.insertResetLink(
        { hash: sha256Hex(token), accountId: account.id, expiresAt },
        { at, accountId: account.id, actor, action: "password.reset_link" },
      );
      return isMade ? { token, expiresAt } : null;
    },

    /** Whose password a link would set, for the page that asks for the new one. */
    async look(given: {
      token: string;
      address: string;
    }): Promise<{ ok: true; email: string } | Exclude<ResetUsed, { ok: true }>> {
      const account = await accountOf(given.token);
      if (!account) return refuse(given.address);
      return { ok: true, email: account.email };
    },

    async use(given: { token: string; password: string; address: string }): Promise<ResetUsed> {
      const account = await accountOf(given.token);
      if (!account) return refuse(given.address);
      const problem = passwordProblem(given.password, account.email);
      if (problem) return { ok: false, reason: "weak_password", problem };
      const at = clock();
      const passwordHash = await hashPassword(given.password);
      const isUsed = await store.usePasswordLink(
        { hash: sha256Hex(given.token), passwordHash, at },
        (accountId) => ({ at, accountId, actor: "account", action: "password.reset" }),
      );
      return isUsed ? { ok: true } : { ok: false, reason: "link_invalid" };
    },
  };
  return resets;
}

/** In the fragment, which browsers never send: the token reaches no log and no other site. */
export function resetUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/reset-password#${token}`;
}
