// Turning the second factor on and off. It is a code of an authenticator app or, for a lost phone, a recovery code.
import { Secret, TOTP } from "otpauth";
import type { Actor, Store } from "../store/store.ts";
import { createCodeCheck, PERIOD_S, stepOf, withoutBlanks } from "./code-check.ts";
import type { KeyedHash } from "./keyed-hash.ts";
import { type Limits, type TooManyAttempts, tooManyAttempts } from "./limits.ts";
import { provePassword } from "./password-proof.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";
import type { Random } from "./secrets.ts";

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

export type FactorChange<T = unknown> =
  | ({ ok: true } & T)
  | { ok: false; reason: "wrong_password" | "code_required" | "wrong_code" | "not_possible" }
  | TooManyAttempts;

type Owner = { accountId: string; password: string; address: string };

export type SecondFactors = ReturnType<typeof createSecondFactors>;

export function createSecondFactors(options: {
  store: Store;
  clock: () => number;
  random: Random;
  limits: Limits;
  keyedHash: KeyedHash;
}) {
  const { store, clock, random, limits } = options;

  const check = createCodeCheck(options);

  /** Changing the second factor requires the password, and a code if one is already enabled. */
  const prove = async ({
    accountId,
    password,
    address,
    code,
  }: Owner & { code?: string | undefined }): Promise<FactorChange<{ email: string }>> => {
    const account = await store.findAccount(accountId);
    if (!account) return { ok: false, reason: "wrong_password" };
    const proof = await provePassword(limits, account, { password, address });
    if (!proof.ok) return proof;
    const second = await check(accountId, code);
    if (second.ok || second.reason !== "wrong_code") proof.attempt.succeeded();
    return second.ok ? { ok: true, email: account.email } : second;
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
      if (!attempt.allowed) return tooManyAttempts(attempt);
      const step = stepOf(factor.secret, withoutBlanks(given), clock());
      if (step === null) return { ok: false, reason: "wrong_code" };
      attempt.succeeded();
      const { hashes, shown } = await makeRecoveryCodes(accountId, options);
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
      const { hashes, shown } = await makeRecoveryCodes(accountId, options);
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

function toBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
