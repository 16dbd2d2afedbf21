// Links to set a new password with, as rows. The token itself is never kept, only its SHA-256.
import type { Transaction } from "kysely";
import { type AuditEntry, writeAudit } from "./audit-rows.ts";
import type { Run, Schema } from "./schema.ts";

export type ResetLink = { hash: string; accountId: string; expiresAt: number };

export type ResetLinkRows = {
  /** False when the account is gone. Links made before stop working: the newest is the one to use. */
  insertResetLink(link: ResetLink, audit: AuditEntry): Promise<boolean>;
  /** The account of a link that still works. */
  findResetLink(hash: string, at: number): Promise<string | null>;
  /** Sets the password, uses up the account's links and ends all its sessions. False when the link does not work. */
  usePasswordLink(
    change: { hash: string; passwordHash: string; at: number },
    audit: (accountId: string) => AuditEntry,
  ): Promise<boolean>;
};

export function resetLinkRows(run: Run): ResetLinkRows {
  return {
    insertResetLink: ({ hash, accountId, expiresAt }, audit) =>
      run.write(async (trx) => {
        await deleteResetLinks(trx, accountId);
        const inserted = await trx
          .insertInto("reset_links")
          .columns(["hash", "account_id", "expires_at"])
          .expression((eb) =>
            eb
              .selectFrom("accounts")
              .select(({ val, ref }) => [
                val(hash).as("hash"),
                ref("id").as("account_id"),
                val(expiresAt).as("expires_at"),
              ])
              .where("id", "=", accountId),
          )
          .returning("hash")
          .executeTakeFirst();
        if (inserted) await writeAudit(trx, audit);
        return inserted !== undefined;
      }),

    findResetLink: (hash, at) =>
      run.read(async (db) => {
        const row = await db
          .selectFrom("reset_links")
          .select("account_id")
          .where("hash", "=", hash)
          .where("expires_at", ">", at)
          .executeTakeFirst();
        return row?.account_id ?? null;
      }),

    usePasswordLink: ({ hash, passwordHash, at }, audit) =>
      run.write(async (trx) => {
        // Deleted first: of two that use it at once, the second finds no row.
        const used = await trx
          .deleteFrom("reset_links")
          .where("hash", "=", hash)
          .where("expires_at", ">", at)
          .returning("account_id")
          .executeTakeFirst();
        if (!used) return false;
        const { account_id: id } = used;
        await trx
          .updateTable("accounts")
          .set({ password_hash: passwordHash })
          .where("id", "=", id)
          .execute();
        await trx.deleteFrom("sessions").where("account_id", "=", id).execute();
        await deleteResetLinks(trx, id);
        await writeAudit(trx, audit(id));
        return true;
      }),
  };
}

/** Older links must not replace a password that was changed in another way. */
export async function deleteResetLinks(trx: Transaction<Schema>, accountId: string): Promise<void> {
  await trx.deleteFrom("reset_links").where("account_id", "=", accountId).execute();
}
