// Some changes ask the owner of an account for the password once more. Guesses are limited like those at sign-in.
import type { Account } from "../store/store.ts";
import { type Attempt, type Limits, type TooManyAttempts, tooManyAttempts } from "./limits.ts";
import { isPassword } from "./passwords.ts";

export type PasswordProof =
  | { ok: true; attempt: Extract<Attempt, { allowed: true }> }
  | { ok: false; reason: "wrong_password" }
  | TooManyAttempts;

/** The attempt counts as failed until the caller says that it has succeeded. */
export async function provePassword(
  limits: Pick<Limits, "signIn">,
  account: Account,
  { password, address }: { password: string; address: string },
): Promise<PasswordProof> {
  // Counted before the password is verified, so that concurrent attempts all count.
  const attempt = await limits.signIn(account.email, address);
  if (!attempt.allowed) return tooManyAttempts(attempt);
  return (await isPassword(password, account.passwordHash))
    ? { ok: true, attempt }
    : { ok: false, reason: "wrong_password" };
}
