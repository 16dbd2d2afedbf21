// Read-only links to kept results, as rows. A link is found by the SHA-256 of its token, and only while it, its
// result and its account are there.
import type { Selectable } from "kysely";
import { type AuditEntry, writeAudit } from "./audit-rows.ts";
import type { DialectName } from "./migrations.ts";
import type { Run, Schema } from "./schema.ts";

export type Share = {
  id: string;
  accountId: string;
  resultId: string;
  createdAt: number;
  expiresAt: number;
};

export type ShareRows = {
  /** Ends with the result it shows, at the latest. Null when the account has no such result, or has `max` links to
   * it already. */
  insertShare(
    share: Share & { tokenHash: string },
    max: number,
    audit: AuditEntry,
  ): Promise<Share | null>;
  /** Newest first, those that still work. */
  listShares(accountId: string, resultId: string, at: number): Promise<Share[]>;
  /** False when there is none, or it is another account's. */
  deleteShare(accountId: string, id: string, audit: AuditEntry): Promise<boolean>;
  findShare(tokenHash: string, at: number): Promise<Share | null>;
};

export function shareRows(run: Run, dialect: DialectName): ShareRows {
  return {
    insertShare: ({ tokenHash, ...share }, max, audit) =>
      run.write(async (trx) => {
        const kept = trx
          .selectFrom("history")
          .select("expires_at")
          .where("account_id", "=", share.accountId)
          .where("id", "=", share.resultId)
          .where("expires_at", ">", share.createdAt)
          .where("deleted_at", "is", null);
        // Links to one result are made one after the other, on all copies: each sees those before.
        const locked = dialect === "postgres" ? kept.forNoKeyUpdate() : kept;
        const result = await locked.executeTakeFirst();
        if (!result) return null;
        const { shared } = await trx
          .selectFrom("shares")
          .select((eb) => eb.fn.countAll<number>().as("shared"))
          .where("result_id", "=", share.resultId)
          .where("expires_at", ">", share.createdAt)
          .executeTakeFirstOrThrow();
        if (shared >= max) return null;
        const expiresAt = Math.min(share.expiresAt, result.expires_at);
        await trx
          .insertInto("shares")
          .values({
            id: share.id,
            account_id: share.accountId,
            token_hash: tokenHash,
            result_id: share.resultId,
            created_at: share.createdAt,
            expires_at: expiresAt,
          })
          .execute();
        await writeAudit(trx, audit);
        return { ...share, expiresAt };
      }),

    listShares: (accountId, resultId, at) =>
      run.read(async (db) => {
        const rows = await db
          .selectFrom("shares")
          .selectAll()
          .where("account_id", "=", accountId)
          .where("result_id", "=", resultId)
          .where("expires_at", ">", at)
          .orderBy("created_at", "desc")
          .orderBy("id")
          .execute();
        return rows.map(toShare);
      }),

    deleteShare: (accountId, id, audit) =>
      run.write(async (trx) => {
        const gone = await trx
          .deleteFrom("shares")
          .where("account_id", "=", accountId)
          .where("id", "=", id)
          .returning("id")
          .executeTakeFirst();
        if (gone) await writeAudit(trx, audit);
        return gone !== undefined;
      }),

    findShare: (tokenHash, at) =>
      run.read(async (db) => {
        const row = await db
          .selectFrom("shares")
          .selectAll()
          .where("token_hash", "=", tokenHash)
          .where("expires_at", ">", at)
          .executeTakeFirst();
        return row ? toShare(row) : null;
      }),
  };
}

function toShare(row: Selectable<Schema["shares"]>): Share {
  return {
    id: row.id,
    accountId: row.account_id,
    resultId: row.result_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
