// Signing in and what follows: sessions that end by themselves, are listed, and can be ended. The
// token is 256 random bits known to the browser alone; the store has its SHA-256.
import type { Account, Session, Store } from "../store/store.ts";
import { dayMs } from "./days.ts";
import { normaliseEmail } from "./email.ts";
import { type Limits, type TooManyAttempts, tooManyAttempts } from "./limits.ts";
import { isOwner } from "./owner.ts";
import { provePassword } from "./password-proof.ts";
import { hashPassword, isPassword, passwordProblem } from "./passwords.ts";
import type { SecondFactors } from "./second-factors.ts";
import { isToken, newId, newToken, type Random, sha256Hex } from "./secrets.ts";

export type SessionSettings = {
  /** A session not used for this long ends. */
  sessionIdleMs?: number;
  /** However much it is used, it ends after this long. */
  sessionMaxMs?: number;
};

export type SignedIn =
  | { ok: true; token: string; session: Session; account: Account }
  /** The same for an unknown address and a wrong password. */
  | { ok: false; reason: "wrong_credentials" }
  /** The password is right, and the account has a second factor. */
  | { ok: false; reason: "code_required" | "wrong_code" }
  | TooManyAttempts;

export type PasswordChange =
  | { ok: true }
  | { ok: false; reason: "wrong_password" }
  | { ok: false; reason: "weak_password"; problem: string }
  | TooManyAttempts;

export type Visit = { address: string; agent: string };

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(options: {
  store: Store;
  clock: () => number;
  random: Random;
  limits: Limits;
  secondFactors: SecondFactors;
  settings: SessionSettings;
}) {
  const { store, clock, random, limits, secondFactors } = options;
  const { sessionIdleMs = 7 * dayMs, sessionMaxMs = 30 * dayMs } = options.settings;

  const isOver = (session: Session, at: number) =>
    session.expiresAt <= at || session.lastSeenAt + sessionIdleMs <= at;

  /** For a user who has just authenticated. Null when the password was changed since. */
  const open = async (
    account: Account,
    visit: Visit,
  ): Promise<{ token: string; session: Session } | null> => {
    const at = clock();
    const token = newToken(random);
    const session: Session = {
      id: newId("ses", random),
      accountId: account.id,
      createdAt: at,
      lastSeenAt: at,
      expiresAt: at + sessionMaxMs,
      address: visit.address.slice(0, 100),
      agent: visit.agent.slice(0, 300),
    };
    const entry = { at, accountId: account.id, actor: "account", subject: session.id } as const;
    const isOpen = await store.insertSession(
      { ...session, tokenHash: sha256Hex(token), passwordHash: account.passwordHash },
      { ...entry, action: "session.opened" },
    );
    return isOpen ? { token, session } : null;
  };

  return {
    open,

    /** With a second factor the password alone opens nothing: it is sent again together with a code. */
    async signIn(
      given: { email: string; password: string; code?: string | undefined } & Visit,
    ): Promise<SignedIn> {
      const email = normaliseEmail(given.email) ?? "";
      // Counted before the password is verified, so that concurrent attempts all count.
      const attempt = await limits.signIn(email, given.address);
      if (!attempt.allowed) return tooManyAttempts(attempt);
      const account = await store.findAccountByEmail(email);
      const isRight = await isPassword(given.password, account?.passwordHash ?? null);
      if (!account || !isRight) return { ok: false, reason: "wrong_credentials" };
      const second = await secondFactors.check(account.id, given.code);
      // A wrong code counts as a failed sign-in; being asked for one does not.
      if (second.ok || second.reason !== "wrong_code") attempt.succeeded();
      if (!second.ok) return second;
      const entry = await limits.signedIn(email);
      if (!entry.allowed) return tooManyAttempts(entry);
      const opened = await open(account, given);
      return opened ? { ok: true, account, ...opened } : { ok: false, reason: "wrong_credentials" };
    },

    /** Who a token belongs to, or null; using it keeps the session alive. */
    async resume(
      token: string,
    ): Promise<{ session: Session; email: string; isOwner: boolean } | null> {
      if (!isToken(token)) return null;
      const found = await store.findSession(sha256Hex(token));
      const at = clock();
      if (!found || isOver(found, at)) return null;
      const { email, madeBy, ...session } = found;
      // A page makes several requests; one write a minute is enough to record that the session is in use.
      if (at - session.lastSeenAt > 60_000) await store.touchSession(session.id, at);
      return { session, email, isOwner: isOwner({ email, madeBy }) };
    },

    async list(accountId: string): Promise<Session[]> {
      const at = clock();
      return (await store.listSessions(accountId)).filter((session) => !isOver(session, at));
    },

    /** Ends one session (sign-out, or another device); false when it is not the account's. */
    async end(accountId: string, id: string): Promise<boolean> {
      const entry = { at: clock(), accountId, actor: "account", subject: id } as const;
      return (
        (await store.deleteSessions(accountId, { id }, { ...entry, action: "session.ended" })) > 0
      );
    },

    /** Ends all sessions but the one given; says how many. */
    endOthers(accountId: string, keepId: string): Promise<number> {
      const entry = { at: clock(), accountId, actor: "account" } as const;
      const audit = { ...entry, action: "session.others_ended" };
      return store.deleteSessions(accountId, { exceptId: keepId }, audit);
    },

    /** Requires the old password, and ends all other sessions. */
    async changePassword(given: {
      accountId: string;
      sessionId: string;
      oldPassword: string;
      newPassword: string;
      address: string;
    }): Promise<PasswordChange> {
      const account = await store.findAccount(given.accountId);
      if (!account) return { ok: false, reason: "wrong_password" };
      const problem = passwordProblem(given.newPassword, account.email);
      if (problem) return { ok: false, reason: "weak_password", problem };
      const { oldPassword: password, address } = given;
      const proof = await provePassword(limits, account, { password, address });
      if (!proof.ok) return proof;
      proof.attempt.succeeded();
      const passwordHash = await hashPassword(given.newPassword);
      const isSet = await store.setPassword(
        {
          id: account.id,
          passwordHash,
          keepSessionId: given.sessionId,
          // Whoever knew the old one must not undo a reset that came meanwhile.
          replaces: account.passwordHash,
        },
        { at: clock(), accountId: account.id, actor: "account", action: "password.changed" },
      );
      return isSet ? { ok: true } : { ok: false, reason: "wrong_password" };
    },

    /** Sessions last used before this time are swept. */
    idleSince: () => clock() - sessionIdleMs,
  };
}
