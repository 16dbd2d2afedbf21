// The lifecycle of accounts: creation, the operator's commands, deletion.
import type { Account, Actor, MadeBy, Store } from "../store/store.ts";
import { utcDay } from "./days.ts";
import { newEmail, normaliseEmail } from "./email.ts";
import { createKeyedHash } from "./keyed-hash.ts";
import type { Limits, TooManyAttempts } from "./limits.ts";
import { provePassword } from "./password-proof.ts";
import { hashPassword, passwordProblem } from "./passwords.ts";
import type { SecondFactors } from "./second-factors.ts";
import { newId, type Random, randomBase62 } from "./secrets.ts";
import { type AccountMade, createSignUp, type SignUpSettings } from "./sign-up.ts";

export type Enrolment = ReturnType<typeof createEnrolment>;

export function createEnrolment(options: {
  store: Store;
  clock: () => number;
  random: Random;
  limits: Limits;
  secondFactors: SecondFactors;
  settings: SignUpSettings;
}) {
  const { store, clock, random, limits } = options;
  const keyedHash = createKeyedHash(options);

  const make = async (
    email: string,
    passwordHash: string | null,
    madeBy: MadeBy,
  ): Promise<AccountMade> => {
    const at = clock();
    const account: Account = {
      id: newId("acc", random),
      email,
      passwordHash,
      createdAt: at,
      createdDay: utcDay(at),
      quotaOverride: null,
      madeBy,
    };
    const actor: Actor = madeBy === "command_line" ? "operator" : "account";
    const entry = { at, accountId: account.id, actor, action: "account.created" };
    const isMade = await store.insertAccount(account, entry, await keyedHash("email", email));
    if (!isMade) return { ok: false, reason: "email_taken" };
    // As it was stored: its first day may be that of an account deleted today.
    return { ok: true, isNew: true, account: (await store.findAccount(account.id)) ?? account };
  };

  /** Null when the account is gone, or has a password where `onlyIfUnset` asks for none. */
  const setPassword = async (
    account: Account,
    password: string,
    onlyIfUnset: boolean,
  ): Promise<Account | null> => {
    const passwordHash = await hashPassword(password);
    const isSet = await store.setPassword(
      {
        id: account.id,
        passwordHash,
        keepSessionId: null,
        ...(onlyIfUnset ? { replaces: null } : {}),
      },
      {
        at: clock(),
        accountId: account.id,
        actor: onlyIfUnset ? "account" : "operator",
        action: onlyIfUnset ? "account.claimed" : "password.reset",
      },
    );
    return isSet ? { ...account, passwordHash } : null;
  };

  return {
    signUp: createSignUp({ ...options, make }),

    /** By the operator: whatever the sign-up setting, with or without a password. */
    async create(given: { email: string; password?: string | undefined }): Promise<AccountMade> {
      const email = newEmail(given.email);
      if (email === null) return { ok: false, reason: "email_invalid" };
      if (given.password === undefined) return make(email, null, "command_line");
      const problem = passwordProblem(given.password, email);
      if (problem) return { ok: false, reason: "weak_password", problem };
      return make(email, await hashPassword(given.password), "command_line");
    },

    /** The account of that address, made when it is new. */
    async findOrCreate(
      address: string,
      madeBy: Exclude<MadeBy, "sign_up"> = "command_line",
    ): Promise<AccountMade> {
      const email = normaliseEmail(address);
      if (email === null) return { ok: false, reason: "email_invalid" };
      const account = await store.findAccountByEmail(email);
      if (account) return { ok: true, isNew: false, account };
      if (newEmail(email) === null) return { ok: false, reason: "email_invalid" };
      const made = await make(email, null, madeBy);
      if (made.ok) return made;
      // It was created concurrently.
      const theirs = await store.findAccountByEmail(email);
      return theirs ? { ok: true, isNew: false, account: theirs } : made;
    },

    /** Sets the first password of an account that has none. The caller must be on this machine: nothing else
     * proves that the account is theirs. */
    async claim(given: { email: string; password: string }): Promise<AccountMade> {
      const account = await find(given.email);
      if (!account || account.passwordHash !== null) return { ok: false, reason: "email_taken" };
      const problem = passwordProblem(given.password, account.email);
      if (problem) return { ok: false, reason: "weak_password", problem };
      const claimed = await setPassword(account, given.password, true);
      return claimed
        ? { ok: true, isNew: false, account: claimed }
        : { ok: false, reason: "email_taken" };
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

    /** Sets the password given or a random one, which is returned so that it can be passed on, and ends every
     * session. */
    async resetPassword(
      account: Account,
      password?: string,
    ): Promise<{ ok: true; password: string } | { ok: false; problem: string }> {
      const next = password ?? randomBase62(random, 20);
      const problem = passwordProblem(next, account.email);
      if (problem) return { ok: false, problem };
      const changed = await setPassword(account, next, false);
      return changed
        ? { ok: true, password: next }
        : { ok: false, problem: "The account no longer exists." };
    },

    /** With everything it owns. The audit trail records that an account was deleted, not whose. */
    remove,

    /** Deletion by its owner, who gives the password once more. */
    async removeOwn(given: {
      accountId: string;
      password: string;
      address: string;
    }): Promise<{ ok: true } | { ok: false; reason: "wrong_password" } | TooManyAttempts> {
      const account = await store.findAccount(given.accountId);
      if (!account) return { ok: false, reason: "wrong_password" };
      const proof = await provePassword(limits, account, given);
      if (!proof.ok) return proof;
      proof.attempt.succeeded();
      await remove(account.id, "account");
      return { ok: true };
    },
  };

  async function remove(accountId: string, actor: Actor): Promise<boolean> {
    const at = clock();
    const entry = { at, accountId: null, actor, action: "account.deleted", subject: accountId };
    const account = await store.findAccount(accountId);
    if (!account) return false;
    // An account recreated on the same day keeps the checks used that day.
    const emailHash = await keyedHash("email", account.email);
    return store.deleteAccount(accountId, entry, { day: utcDay(at), emailHash });
  }

  async function find(address: string): Promise<Account | null> {
    const email = normaliseEmail(address);
    return email === null ? null : store.findAccountByEmail(email);
  }
}
