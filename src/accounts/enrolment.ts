// Accounts coming, changing and going: sign-up, what the operator does by command, deletion.
import type { Account, Actor, Store } from "../store/store.ts";
import { utcDay } from "./days.ts";
import { normaliseEmail } from "./email.ts";
import type { Limits } from "./limits.ts";
import { hashPassword, isPassword, passwordProblem } from "./passwords.ts";
import { newId, type Random, randomBase62 } from "./secrets.ts";

export type SignUpSettings = { signup: "open" | "closed" };

export type AccountMade =
  | { ok: true; account: Account }
  | { ok: false; reason: "email_invalid" | "email_taken" | "signup_closed" }
  | { ok: false; reason: "weak_password"; problem: string }
  | { ok: false; reason: "too_many_attempts"; retryAfterMs: number };

/** The account of keys made on a local machine without naming one. */
export const localOwner = "owner@localhost";

export type Enrolment = ReturnType<typeof createEnrolment>;

export function createEnrolment(needs: {
  store: Store;
  clock: () => number;
  random: Random;
  limits: Limits;
  settings: SignUpSettings;
}) {
  const { store, clock, random, limits, settings } = needs;

  const make = async (
    email: string,
    passwordHash: string | null,
    actor: Actor,
  ): Promise<AccountMade> => {
    const at = clock();
    const account: Account = {
      id: newId("acc", random),
      email,
      passwordHash,
      createdAt: at,
      createdDay: utcDay(at),
      quotaOverride: null,
    };
    const entry = { at, accountId: account.id, actor, action: "account.created" };
    const isMade = await store.insertAccount(account, entry);
    return isMade ? { ok: true, account } : { ok: false, reason: "email_taken" };
  };

  const setPassword = async (account: Account, password: string, onlyIfUnset: boolean) =>
    store.setPassword(
      {
        id: account.id,
        passwordHash: await hashPassword(password),
        keepSessionId: null,
        onlyIfUnset,
      },
      {
        at: clock(),
        accountId: account.id,
        actor: onlyIfUnset ? "account" : "operator",
        action: onlyIfUnset ? "account.claimed" : "password.reset",
      },
    );

  return {
    async signUp(given: {
      email: string;
      password: string;
      address: string;
    }): Promise<AccountMade> {
      if (settings.signup === "closed") return { ok: false, reason: "signup_closed" };
      const email = normaliseEmail(given.email);
      if (email === null) return { ok: false, reason: "email_invalid" };
      const problem = passwordProblem(given.password, email);
      if (problem) return { ok: false, reason: "weak_password", problem };
      const attempt = await limits.signUp(given.address);
      if (!attempt.allowed)
        return { ok: false, reason: "too_many_attempts", retryAfterMs: attempt.retryAfterMs };
      return make(email, await hashPassword(given.password), "account");
    },

    /** By the operator: whatever the sign-up setting, with or without a password. */
    async create(given: { email: string; password?: string | undefined }): Promise<AccountMade> {
      const email = normaliseEmail(given.email);
      if (email === null) return { ok: false, reason: "email_invalid" };
      if (given.password === undefined) return make(email, null, "operator");
      const problem = passwordProblem(given.password, email);
      if (problem) return { ok: false, reason: "weak_password", problem };
      return make(email, await hashPassword(given.password), "operator");
    },

    /** The account of that address, made when it is new. */
    async findOrCreate(address: string): Promise<AccountMade> {
      const email = normaliseEmail(address);
      if (email === null) return { ok: false, reason: "email_invalid" };
      const account = await store.findAccountByEmail(email);
      if (account) return { ok: true, account };
      const made = await make(email, null, "operator");
      if (made.ok) return made;
      // Somebody else made it in the same moment.
      const theirs = await store.findAccountByEmail(email);
      return theirs ? { ok: true, account: theirs } : made;
    },

    /** Gives an account without a password its first one. Whoever calls this must be on the machine
     * itself: nothing else shows that the account is theirs. */
    async claim(given: { email: string; password: string }): Promise<AccountMade> {
      const account = await find(given.email);
      if (!account || account.passwordHash !== null) return { ok: false, reason: "email_taken" };
      const problem = passwordProblem(given.password, account.email);
      if (problem) return { ok: false, reason: "weak_password", problem };
      const isSet = await setPassword(account, given.password, true);
      return isSet ? { ok: true, account } : { ok: false, reason: "email_taken" };
    },

    find,
    get: (id: string): Promise<Account | null> => store.findAccount(id),
    list: (page: { limit: number; afterEmail?: string }): Promise<Account[]> =>
      store.listAccounts(page),
    count: (): Promise<number> => store.countAccounts(),

    /** Checks a day in place of the usual number and bonus; null goes back to those. */
    setQuota: (accountId: string, quota: number | null): Promise<boolean> =>
      store.setQuotaOverride(accountId, quota, {
        at: clock(),
        accountId,
        actor: "operator",
        action: "quota.set",
        details: { quota },
      }),

    /** Sets the password given or a random one, which is returned to be handed over, and ends every
     * session. */
    async resetPassword(
      account: Account,
      password?: string,
    ): Promise<{ ok: true; password: string } | { ok: false; problem: string }> {
      const next = password ?? randomBase62(random, 20);
      const problem = passwordProblem(next, account.email);
      if (problem) return { ok: false, problem };
      const isSet = await setPassword(account, next, false);
      return isSet ? { ok: true, password: next } : { ok: false, problem: "The account is gone." };
    },

    /** With everything it owns. The trail keeps that an account was deleted, not whose. */
    remove,

    /** Deletion by its owner, who gives the password once more. */
    async removeOwn(given: {
      accountId: string;
      password: string;
      address: string;
    }): Promise<
      | { ok: true }
      | { ok: false; reason: "wrong_password" }
      | { ok: false; reason: "too_many_attempts"; retryAfterMs: number }
    > {
      const account = await store.findAccount(given.accountId);
      if (!account) return { ok: false, reason: "wrong_password" };
      const attempt = await limits.signIn(account.email, given.address);
      if (!attempt.allowed)
        return { ok: false, reason: "too_many_attempts", retryAfterMs: attempt.retryAfterMs };
      if (!(await isPassword(given.password, account.passwordHash)))
        return { ok: false, reason: "wrong_password" };
      attempt.succeeded();
      await remove(account.id, "account");
      return { ok: true };
    },
  };

  function remove(accountId: string, actor: Actor): Promise<boolean> {
    const entry = { at: clock(), accountId: null, actor, action: "account.deleted" };
    return store.deleteAccount(accountId, { ...entry, subject: accountId });
  }

  async function find(address: string): Promise<Account | null> {
    const email = normaliseEmail(address);
    return email === null ? null : store.findAccountByEmail(email);
  }
}
