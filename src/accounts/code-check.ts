// Verifies a code of the second factor: of the authenticator app (TOTP, RFC 6238) or a recovery code. A code is
// accepted once; the number of attempts per hour is limited across all networks.
import { Secret, TOTP } from "otpauth";
import type { Store } from "../store/store.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import { type Limits, type TooManyAttempts, tooManyAttempts } from "./limits.ts";
import { hashTypedCode } from "./recovery-codes.ts";

/** How long a code lasts, and how many adjacent codes are accepted: phone clocks are off by seconds. */
export const PERIOD_S = 30;
const STEPS_OFF_MAX = 1;

export type CodeCheck =
  | { ok: true }
  | { ok: false; reason: "code_required" | "wrong_code" }
  | TooManyAttempts;

/** A code of the app or a recovery code. Accounts without a second factor need none. */
export function createCodeCheck(options: {
  store: Pick<Store, "findSecondFactor" | "useStep" | "useRecoveryCode">;
  clock: () => number;
  limits: Pick<Limits, "code">;
  keyedHash: KeyedHash;
}): (accountId: string, given: string | undefined) => Promise<CodeCheck> {
  const { store, clock, limits, keyedHash } = options;

  const isRight = async (accountId: string, secret: string, code: string): Promise<boolean> => {
    if (/^\d{6}$/.test(code)) {
      const step = stepOf(secret, code, clock());
      return step !== null && store.useStep(accountId, step);
    }
    const hash = await hashTypedCode(accountId, code, keyedHash);
    if (hash === null) return false;
    const entry = { at: clock(), accountId, actor: "account" as const };
    return store.useRecoveryCode(accountId, hash, { ...entry, action: "recovery_code.used" });
  };

  return async (accountId, given) => {
    const factor = await store.findSecondFactor(accountId);
    if (!factor?.isConfirmed) return { ok: true };
    const code = withoutBlanks(given ?? "");
    if (code === "") return { ok: false, reason: "code_required" };
    // Counted before the code is verified, so that concurrent attempts all count.
    const attempt = await limits.code(accountId);
    if (!attempt.allowed) return tooManyAttempts(attempt);
    if (!(await isRight(accountId, factor.secret, code)))
      return { ok: false, reason: "wrong_code" };
    attempt.succeeded();
    return { ok: true };
  };
}

/** The time step a code of the app belongs to, or null when it is not a current code. */
export function stepOf(secret: string, code: string, timestamp: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S });
  const delta = totp.validate({ token: code, timestamp, window: STEPS_OFF_MAX });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

export function withoutBlanks(code: string): string {
  return code.replaceAll(/\s/g, "");
}
