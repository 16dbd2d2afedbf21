// The second factor of an account as rows: the secret of its codes, and the recovery codes that are left.
import { type AuditEntry, writeAudit } from "./audit-rows.ts";
import type { DialectName } from "./migrations.ts";
import type { Run } from "./schema.ts";

export type SecondFactor = { secret: string; isConfirmed: boolean; lastStep: number };

export type SecondFactorRows = {
  findSecondFactor(accountId: string): Promise<SecondFactor | null>;
  /** Keeps a secret that has still to be confirmed. False when the account has a confirmed one, or is gone. */
  offerSecondFactor(accountId: string, offer: { secret: string; at: number }): Promise<boolean>;
  /** Activates the offered secret, with its first recovery codes. False when it was not the one offered. */
  confirmSecondFactor(
    accountId: string,
    confirmed: { secret: string; step: number; codeHashes: readonly string[] },
    audit: AuditEntry,
  ): Promise<boolean>;
  /** Notes that the code of this step was used. False when it, or a later one, was used before. */
  useStep(accountId: string, step: number): Promise<boolean>;
  /** False when there is no such code any more. */
  useRecoveryCode(accountId: string, hash: string, audit: AuditEntry): Promise<boolean>;
  countRecoveryCodes(accountId: string): Promise<number>;
  replaceRecoveryCodes(
    accountId: string,
    hashes: readonly string[],
    audit: AuditEntry,
  ): Promise<boolean>;
  /** False when there was none. */
  removeSecondFactor(accountId: string, audit: AuditEntry): Promise<boolean>;
};

export function secondFactorRows(run: Run, dialect: DialectName): SecondFactorRows {
  return {
    findSecondFactor: (accountId) =>
      run.read(async (db) => {
        const row = await db
          .selectFrom("second_factors")
          .select(["secret", "confirmed_at", "last_step"])
          .where("account_id", "=", accountId)
          .executeTakeFirst();
        if (!row) return null;
        const { secret, last_step: lastStep } = row;
        return { secret, isConfirmed: row.confirmed_at !== null, lastStep };
      }),

    offerSecondFactor: (accountId, { secret, at }) =>
      run.write(async (trx) => {
        const offered = await trx
          .insertInto("second_factors")
          .columns(["account_id", "secret", "created_at", "last_step"])
          .expression((eb) =>
            eb
              .selectFrom("accounts")
              .select(({ val, ref, lit }) => [
                ref("id").as("account_id"),
                val(secret).as("secret"),
                val(at).as("created_at"),
                lit(0).as("last_step"),
              ])
              .where("id", "=", accountId),
          )
          .onConflict((oc) =>
            oc
              .column("account_id")
              .doUpdateSet({ secret, created_at: at })
              .where("second_factors.confirmed_at", "is", null),
          )
          .returning("account_id")
          .executeTakeFirst();
        return offered !== undefined;
      }),

    confirmSecondFactor: (accountId, { secret, step, codeHashes }, audit) =>
      run.write(async (trx) => {
        const confirmed = await trx
          .updateTable("second_factors")
          .set({ confirmed_at: audit.at, last_step: step })
          .where("account_id", "=", accountId)
          .where("secret", "=", secret)
          .where("confirmed_at", "is", null)
          .returning("account_id")
          .executeTakeFirst();
        if (!confirmed) return false;
        const codes = codeHashes.map((hash) => ({ account_id: accountId, hash }));
        await trx.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
        await trx.insertInto("recovery_codes").values(codes).execute();
        await writeAudit(trx, audit);
        return true;
      }),

    useStep: (accountId, step) =>
      run.write(async (trx) => {
        const used = await trx
          .updateTable("second_factors")
          .set({ last_step: step })
          .where("account_id", "=", accountId)
          .where("last_step", "<", step)
          .returning("account_id")
          .executeTakeFirst();
        return used !== undefined;
      }),

    useRecoveryCode: (accountId, hash, audit) =>
      run.write(async (trx) => {
        const used = await trx
          .deleteFrom("recovery_codes")
          .where("account_id", "=", accountId)
          .where("hash", "=", hash)
          .returning("hash")
          .executeTakeFirst();
        if (used) await writeAudit(trx, audit);
        return used !== undefined;
      }),

    countRecoveryCodes: (accountId) =>
      run.read(async (db) => {
        const counted = db
          .selectFrom("recovery_codes")
          .select((eb) => eb.fn.countAll<number>().as("n"))
          .where("account_id", "=", accountId);
        return (await counted.executeTakeFirstOrThrow()).n;
      }),

    replaceRecoveryCodes: (accountId, hashes, audit) =>
      run.write(async (trx) => {
        const factor = trx
          .selectFrom("second_factors")
          .select("account_id")
          .where("account_id", "=", accountId)
          .where("confirmed_at", "is not", null);
        // One after the other, on all copies: each replaces the codes of those before.
        const locked = dialect === "postgres" ? factor.forNoKeyUpdate() : factor;
        if (!(await locked.executeTakeFirst())) return false;
        await trx.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
        const codes = hashes.map((hash) => ({ account_id: accountId, hash }));
        await trx.insertInto("recovery_codes").values(codes).execute();
        await writeAudit(trx, audit);
        return true;
      }),

    removeSecondFactor: (accountId, audit) =>
      run.write(async (trx) => {
        await trx.deleteFrom("recovery_codes").where("account_id", "=", accountId).execute();
        const removed = await trx
          .deleteFrom("second_factors")
          .where("account_id", "=", accountId)
          .returning("confirmed_at")
          .executeTakeFirst();
        if (!removed || removed.confirmed_at === null) return false;
        await writeAudit(trx, audit);
        return true;
      }),
  };
}
