// The audit log: who changed what, and when. It is written in the same transaction as the change itself, and
// never contains a secret (a key is identified by its id and last four characters).
import type { Transaction } from "kysely";
import type { Run, Schema } from "./schema.ts";

/** Who did it: the account itself, one of its management keys, the operator at the command line, or the program. */
export type Actor = "account" | "management_key" | "operator" | "program";

export type AuditEntry = {
  at: number;
  accountId: string | null;
  actor: Actor;
  /** For example "key.revoked". */
  action: string;
  /** The id of what was changed, when it is not the account itself. */
  subject?: string | undefined;
  details?: Record<string, string | number | null> | undefined;
};

export type AuditRows = {
  /** Newest first. `before` is the `seq` of the last entry already seen. */
  listAudit(
    accountId: string,
    page: { limit: number; before?: number | undefined },
  ): Promise<(AuditEntry & { seq: number })[]>;
};

export async function writeAudit(trx: Transaction<Schema>, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto("audit")
    .values({
      at: entry.at,
      account_id: entry.accountId,
      actor: entry.actor,
      action: entry.action,
      subject: entry.subject ?? null,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}

export function auditRows(run: Run): AuditRows {
  return {
    listAudit: (accountId, { limit, before }) =>
      run.read(async (db) => {
        let query = db.selectFrom("audit").selectAll().where("account_id", "=", accountId);
        if (before !== undefined) query = query.where("seq", "<", before);
        const rows = await query.orderBy("seq", "desc").limit(limit).execute();
        return rows.map((row) => ({
          seq: row.seq,
          at: row.at,
          accountId: row.account_id,
          actor: row.actor as Actor,
          action: row.action,
          subject: row.subject ?? undefined,
          details: JSON.parse(row.details),
        }));
      }),
  };
}
