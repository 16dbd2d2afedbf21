// The operator's own account: it sees the settings, and owns keys created without naming an account.
import type { Account } from "../store/store.ts";

/** Reserved: it is created only by the command line, or claimed on the machine itself. */
export const localOwner = "owner@localhost";

/** Whether this is the operator's account. Sign-up once allowed this name; such an account belongs to somebody
 * else. */
export function isOwner({ email, madeBy }: Pick<Account, "email" | "madeBy">): boolean {
  return email === localOwner && madeBy !== "sign_up";
}
