// The second factor: codes of an authenticator app (TOTP, RFC 6238) and, for a lost phone, recovery codes. A code is
// accepted once; the number of attempts per hour is limited across all networks.
import { Secret, TOTP } from "otpauth";
import type { Actor, Store } from "../store/store.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import type { Limits } from "./limits.ts";
import { isPassword } from "./passwords.ts";
import type { Random } from "./secrets.ts";

/** How long a code lasts, and how many adjacent codes are accepted: phone clocks are off by seconds. */
const PERIOD_S = 30;
const STEPS_OFF_MAX = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
/** 50 bits each: out of reach with ten attempts an hour. */
const RECOVERY_LENGTH = 10;
/** Without easily confused letters and digits. */
const RECOVERY_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";

export type CodeCheck =
  | { ok: true }
  | { ok: false; reason: "code_required" | "wrong_code" }
  | { ok: false; reason: "too_many_attempts"; retryAfterMs: number };

export type FactorChange<T = unknown> =
  | ({ ok: true } & T)
  | { ok: false; reason: "wrong_password" | "code_required" | "wrong_code" | "not_possible" }
  | { ok: false; reason: "too_many_attempts"; retryAfterMs: number };

type Owner = { accountId: string; password: string; address: string };

export type SecondFactors = ReturnType<typeof createSecondFactors>;

export function createSecondFactors(options: {
  store: Store;
  clock: () => number;
  random: Random;
  limits: Limits;
  keyedHash: KeyedHash;
}) {
  const { store, clock, random, limits, keyedHash } = options;

  const hashOf = (accountId: string, code: string) => keyedHash("recovery", accountId, code);

  /** The time step a code belongs to, or null when it is not a current code. */
  const stepOf = (secret: string, code: string): number | null => {
    const timestamp = clock();
    const totp = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S });
    const delta = totp.validate({ token: code, timestamp, window: STEPS_OFF_MAX });
    return delta === null ? null : totp.counter({ timestamp }) + delta;
  };

  const isRight = async (accountId: string, secret: string, code: string): Promise<boolean> => {
    if (/^\d{6}$/.test(code)) {
      const step = stepOf(secret, code);
      return step !== null && store.useStep(accountId, step);
    }
    const plain = code.toLowerCase().replaceAll("-", "");
    if (plain.length !== RECOVERY_LENGTH) return false;
    const entry = { at: clock(), accountId, actor: "account" as const };
    const audit = { ...entry, action: "recovery_code.used" };
    return store.useRecoveryCode(accountId, await hashOf(accountId, plain), audit);
  };

  /** A code of the app or a recovery code. Accounts without a second factor need none. */
  const check = async (accountId: string, given: string | undefined): Promise<CodeCheck> => {
    const factor = await store.findSecondFactor(accountId);
    if (!factor?.isConfirmed) return { ok: true };
    const code = (given ?? "").replaceAll(/\s/g, "");
    if (code === "") return { ok: false, reason: "code_required" };
    // Counted before the code is verified, so that concurrent attempts all count.
    const attempt = await limits.code(accountId);
    if (!attempt.allowed)
      return { ok: false, reason: "too_many_attempts", retryAfterMs: attempt.retryAfterMs };
    if (!(await isRight(accountId, factor.secret, code)))
      return { ok: false, reason: "wrong_code" };
    attempt.succeeded();
    return { ok: true };
  };

  /** Changing the second factor requires the password, and a code if one is already enabled. */
  const prove = async ({
    accountId,
    password,
    address,
    code,
  }: Owner & { code?: string | undefined }): Promise<FactorChange<{ email: string }>> => {
    const account = await store.findAccount(accountId);
    if (!account) return { ok: false, reason: "wrong_password" };
    const attempt = await limits.signIn(account.email, address);
    if (!attempt.allowed)
      return { ok: false, reason: "too_many_attempts", retryAfterMs: attempt.retryAfterMs };
    if (!(await isPassword(password, account.passwordHash)))
      return { ok: false, reason: "wrong_password" };
    const second = await check(accountId, code);
    if (second.ok || second.reason !== "wrong_code") attempt.succeeded();
    return second.ok ? { ok: true, email: account.email } : second;
  };

  const newCodes = async (accountId: string) => {
    const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(random));
    const hashes = await Promise.all(codes.map((code) => hashOf(accountId, code)));
    // Two halves are easier to copy by hand.
    return { hashes, shown: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`) };
  };

  const entry = (accountId: string, action: string, actor: Actor = "account") => ({
    at: clock(),
    accountId,
    actor,
    action,
  });

  return {
    check,

    async isOn(accountId: string): Promise<boolean> {
      return (await store.findSecondFactor(accountId))?.isConfirmed === true;
    },

    async describe(accountId: string): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
      const isOn = (await store.findSecondFactor(accountId))?.isConfirmed === true;
      return { isOn, recoveryCodesLeft: isOn ? await store.countRecoveryCodes(accountId) : 0 };
    },

    /** A secret for the authenticator app. It is asked for at sign-in once `confirm` has seen a code of it. */
    async begin(owner: Owner): Promise<FactorChange<{ secret: string; uri: string }>> {
      const proof = await prove(owner);
      // An enabled one has to be disabled first, with a code.
      if (!proof.ok)
        return proof.reason === "code_required" ? { ok: false, reason: "not_possible" } : proof;
      const secret = new Secret({ buffer: toBuffer(random(SECRET_BYTES)) });
      const isOffered = await store.offerSecondFactor(owner.accountId, {
        secret: secret.base32,
        at: clock(),
      });
      if (!isOffered) return { ok: false, reason: "not_possible" };
      const totp = new TOTP({
        secret,
        issuer: "Lodestone",
        label: proof.email,
        period: PERIOD_S,
      });
      return { ok: true, secret: secret.base32, uri: totp.toString() };
    },

    /** Enables the secret and returns the recovery codes, which are shown only here. */
    async confirm(
      accountId: string,
      given: string,
    ): Promise<FactorChange<{ recoveryCodes: string[] }>> {
      const factor = await store.findSecondFactor(accountId);
      if (!factor || factor.isConfirmed) return { ok: false, reason: "not_possible" };
      const attempt = await limits.code(accountId);
      if (!attempt.allowed)
        return { ok: false, reason: "too_many_attempts", retryAfterMs: attempt.retryAfterMs };
      const code = given.replaceAll(/\s/g, "");
      const step = /^\d{6}$/.test(code) ? stepOf(factor.secret, code) : null;
      if (step === null) return { ok: false, reason: "wrong_code" };
      attempt.succeeded();
      const { hashes, shown } = await newCodes(accountId);
      const isConfirmed = await store.confirmSecondFactor(
        accountId,
        { secret: factor.secret, step, codeHashes: hashes },
        entry(accountId, "second_factor.on"),
      );
      return isConfirmed
        ? { ok: true, recoveryCodes: shown }
        : { ok: false, reason: "not_possible" };
    },

    /** Replaces all earlier recovery codes. */
    async renewRecoveryCodes(
      owner: Owner & { code: string | undefined },
    ): Promise<FactorChange<{ recoveryCodes: string[] }>> {
      const proof = await prove(owner);
      if (!proof.ok) return proof;
      const { accountId } = owner;
      const { hashes, shown } = await newCodes(accountId);
      const audit = entry(accountId, "recovery_codes.renewed");
      const isRenewed = await store.replaceRecoveryCodes(accountId, hashes, audit);
      return isRenewed ? { ok: true, recoveryCodes: shown } : { ok: false, reason: "not_possible" };
    },

    async turnOff(owner: Owner & { code: string | undefined }): Promise<FactorChange> {
      const proof = await prove(owner);
      if (!proof.ok) return proof;
      const { accountId } = owner;
      await store.removeSecondFactor(accountId, entry(accountId, "second_factor.off"));
      return { ok: true };
    },

    /** By the operator, for somebody who lost phone and recovery codes. False when there was none. */
    remove: (accountId: string): Promise<boolean> =>
      store.removeSecondFactor(accountId, entry(accountId, "second_factor.off", "operator")),
  };
}

function newRecoveryCode(random: Random): string {
  let code = "";
  const { length } = RECOVERY_LETTERS;
  const limit = 256 - (256 % length);
  while (code.length < RECOVERY_LENGTH) {
    for (const byte of random(2 * RECOVERY_LENGTH)) {
      // Bytes beyond the largest multiple would introduce modulo bias.
      if (byte < limit && code.length < RECOVERY_LENGTH) code += RECOVERY_LETTERS[byte % length];
    }
  }
  return code;
}

function toBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
