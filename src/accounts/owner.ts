// The operator's own account: it sees the settings, and keys made without naming an account are its.
import type { Account } from "../store/store.ts";

/** Reserved: only the command line and the claim at the machine itself make it. */
export const localOwner = "owner@localhost";

/** Whether this is the operator's account. Sign-up once allowed this name; such an account belongs to somebody
 * else. */
export function isOwner({ email, madeBy }: Pick<Account, "email" | "madeBy">): boolean {
  return email === localOwner && madeBy !== "sign_up";
}
