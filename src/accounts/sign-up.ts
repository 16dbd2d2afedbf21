// Sign-up through the dashboard. It never tells a stranger whether an address has an account.
import type { Account, MadeBy, Store } from "../store/store.ts";
import { newEmail } from "./email.ts";
import { type Limits, type TooManyAttempts, tooManyAttempts } from "./limits.ts";
import { localOwner } from "./owner.ts";
import { provePassword } from "./password-proof.ts";
import { hashPassword, passwordProblem } from "./passwords.ts";
import type { SecondFactors } from "./second-factors.ts";

export type SignUpSettings = { signup: "open" | "closed" };

export type AccountMade =
  /** Not new: somebody signed up again with their existing password. */
  | { ok: true; account: Account; isNew: boolean }
  | { ok: false; reason: "email_invalid" | "email_taken" | "signup_closed" | "signup_refused" }
  | { ok: false; reason: "weak_password"; problem: string }
  | TooManyAttempts;

type SignUp = (given: { email: string; password: string; address: string }) => Promise<AccountMade>;

export function createSignUp(options: {
  store: Pick<Store, "findAccountByEmail">;
  limits: Limits;
  secondFactors: Pick<SecondFactors, "isOn">;
  settings: SignUpSettings;
  make(email: string, passwordHash: string | null, madeBy: MadeBy): Promise<AccountMade>;
}): SignUp {
  const { store, limits, secondFactors, settings, make } = options;

  /** For the owner of the account the sign-up is a sign-in. Anybody else only learns that no account was created,
   * in about the time it takes to create one, and is rate-limited. */
  const signUpAgain = async (
    account: Account,
    given: { password: string; address: string },
  ): Promise<AccountMade> => {
    const proof = await provePassword(limits, account, given);
    if (!proof.ok && proof.reason === "too_many_attempts") return proof;
    // Sign-up has no field for a code, so it must not sign in to an account with a second factor.
    if (proof.ok && !(await secondFactors.isOn(account.id))) {
      proof.attempt.succeeded();
      const entry = await limits.signedIn(account.email);
      return entry.allowed ? { ok: true, isNew: false, account } : tooManyAttempts(entry);
    }
    const taken = await limits.signUpTaken(given.address);
    return taken.allowed ? { ok: false, reason: "signup_refused" } : tooManyAttempts(taken);
  };

  return async (given) => {
    if (settings.signup === "closed") return { ok: false, reason: "signup_closed" };
    const email = newEmail(given.email);
    if (email === null || email === localOwner) return { ok: false, reason: "email_invalid" };
    const problem = passwordProblem(given.password, email);
    if (problem) return { ok: false, reason: "weak_password", problem };
    const attempt = await limits.signUp(given.address);
    if (!attempt.allowed) return tooManyAttempts(attempt);
    const theirs = await store.findAccountByEmail(email);
    if (theirs) return signUpAgain(theirs, given);
    const made = await make(email, await hashPassword(given.password), "sign_up");
    return made.ok ? made : { ok: false, reason: "signup_refused" };
  };
}
