// Sign-in sessions as rows. The token itself is never kept, only its SHA-256.
import type { Selectable } from "kysely";
import type { MadeBy } from "./account-rows.ts";
import { type AuditEntry, writeAudit } from "./audit-rows.ts";
import type { DialectName } from "./migrations.ts";
import type { Run, Schema } from "./schema.ts";

export type Session = {
  /** Names the session in lists; worthless for signing in. */
  id: string;
  accountId: string;
  createdAt: number;
  lastSeenAt: number;
  /** The end of its longest life, however much it is used. */
  expiresAt: number;
  address: string;
  agent: string;
};

export type SessionOwner = { email: string; madeBy: MadeBy | null };

export type SessionRows = {
  /** `passwordHash` is what the session's owner was authenticated by. False when it is no longer the account's: a
   * password that is being replaced must not open a session that outlives it. */
  insertSession(
    session: Session & { tokenHash: string; passwordHash: string | null },
    audit: AuditEntry,
  ): Promise<boolean>;
  findSession(tokenHash: string): Promise<(Session & SessionOwner) | null>;
  touchSession(id: string, at: number): Promise<void>;
  /** Latest first. */
  listSessions(accountId: string): Promise<Session[]>;
  /** Ends one session, or all but `exceptId`; says how many. */
  deleteSessions(
    accountId: string,
    which: { id: string } | { exceptId: string | null },
    audit: AuditEntry,
  ): Promise<number>;
};

export function sessionRows(run: Run, dialect: DialectName): SessionRows {
  return {
    insertSession: (session, audit) =>
      run.write(async (trx) => {
        const account = trx
          .selectFrom("accounts")
          .select("id")
          .where("id", "=", session.accountId)
          .where("password_hash", session.passwordHash === null ? "is" : "=", session.passwordHash);
        // Locked until the session is there: a change of the password then finds and ends it.
        const found = await (dialect === "postgres"
          ? account.forShare()
          : account
        ).executeTakeFirst();
        if (!found) return false;
        await trx
          .insertInto("sessions")
          .values({
            id: session.id,
            token_hash: session.tokenHash,
            account_id: session.accountId,
            created_at: session.createdAt,
            last_seen_at: session.lastSeenAt,
            expires_at: session.expiresAt,
            address: session.address,
            agent: session.agent,
          })
          .execute();
        await writeAudit(trx, audit);
        return true;
      }),

    findSession: (tokenHash) =>
      run.read(async (db) => {
        const row = await db
          .selectFrom("sessions")
          .innerJoin("accounts", "accounts.id", "sessions.account_id")
          .selectAll("sessions")
          .select(["accounts.email", "accounts.made_by"])
          .where("token_hash", "=", tokenHash)
          .executeTakeFirst();
        return row
          ? { ...toSession(row), email: row.email, madeBy: row.made_by as MadeBy | null }
          : null;
      }),

    touchSession: (id, at) =>
      run.write(async (trx) => {
        await trx.updateTable("sessions").set({ last_seen_at: at }).where("id", "=", id).execute();
      }),

    listSessions: (accountId) =>
      run.read(async (db) => {
        const rows = await db
          .selectFrom("sessions")
          .selectAll()
          .where("account_id", "=", accountId)
          .orderBy("last_seen_at", "desc")
          .execute();
        return rows.map(toSession);
      }),

    deleteSessions: (accountId, which, audit) =>
      run.write(async (trx) => {
        let query = trx.deleteFrom("sessions").where("account_id", "=", accountId);
        if ("id" in which) query = query.where("id", "=", which.id);
        else if (which.exceptId !== null) query = query.where("id", "!=", which.exceptId);
        const ended = await query.returning("id").execute();
        if (ended.length > 0) await writeAudit(trx, audit);
        return ended.length;
      }),
  };
}

function toSession(row: Selectable<Schema["sessions"]>): Session {
  return {
    id: row.id,
    accountId: row.account_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    address: row.address,
    agent: row.agent,
  };
}
