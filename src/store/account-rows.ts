// Accounts as rows: created, found, changed, and deleted with everything they own.
import { setImmediate as turn } from "node:timers/promises";
import type { Selectable, Transaction } from "kysely";
import { type AuditEntry, writeAudit } from "./audit-rows.ts";
import { deleteResetLinks } from "./reset-link-rows.ts";
import type { Run, Schema } from "./schema.ts";

/** How an account came to be; null where that is not known. */
export type MadeBy = "sign_up" | "command_line" | "claim";

export type Account = {
  id: string;
  email: string;
  /** Null until a password is set; nobody can sign in to such an account. */
  passwordHash: string | null;
  createdAt: number;
  /** The UTC day of sign-up, the first of the bonus days. */
  createdDay: string;
  /** The operator's number of checks a day, in place of everything else. */
  quotaOverride: number | null;
  madeBy: MadeBy | null;
};

export type AccountRows = {
  /** False when the address is taken. What an account of the same address, deleted on the same day, had used
   * that day is used, and its first day stays the first. */
  insertAccount(account: Account, audit: AuditEntry, emailHash?: string): Promise<boolean>;
  findAccount(id: string): Promise<Account | null>;
  findAccountByEmail(email: string): Promise<Account | null>;
  /** Ordered by address; the ones after `afterEmail`. */
  listAccounts(page: { limit: number; afterEmail?: string | undefined }): Promise<Account[]>;
  countAccounts(): Promise<number>;
  setQuotaOverride(id: string, quota: number | null, audit: AuditEntry): Promise<boolean>;
  /** Sets a password, ends every session but the one named, and makes links to reset it useless. With `replaces` only
   * in place of that one (null: of none); false when the account has another by now. */
  setPassword(
    change: {
      id: string;
      passwordHash: string;
      keepSessionId: string | null;
      replaces?: string | null | undefined;
    },
    audit: AuditEntry,
  ): Promise<boolean>;
  /** Removes the account with its keys, sessions, usage, kept results, idempotency rows
   * and audit trail. The entry given stays as the only trace, so it must not name the person; and, with `spent`,
   * the checks of that day until it has ended. */
  deleteAccount(
    id: string,
    audit: AuditEntry,
    spent?: { day: string; emailHash: string },
  ): Promise<boolean>;
};

export function accountRows(run: Run): AccountRows {
  return {
    insertAccount: (account, audit, emailHash) =>
      run.write(async (trx) => {
        const spent = await findSpent(trx, account.createdDay, emailHash);
        const inserted = await trx
          .insertInto("accounts")
          .values({
            id: account.id,
            email: account.email,
            password_hash: account.passwordHash,
            created_at: account.createdAt,
            created_day: spent?.created_day ?? account.createdDay,
            quota_override: account.quotaOverride,
            made_by: account.madeBy,
          })
          .onConflict((oc) => oc.column("email").doNothing())
          .returning("id")
          .executeTakeFirst();
        if (!inserted) return false;
        if (spent) {
          const { day, used } = spent;
          await trx
            .insertInto("account_days")
            .values({ account_id: account.id, day, used })
            .execute();
        }
        await writeAudit(trx, audit);
        return true;
      }),

    findAccount: (id) =>
      run.read(async (db) => {
        const query = db.selectFrom("accounts").selectAll().where("id", "=", id);
        return fromRow(await query.executeTakeFirst());
      }),

    findAccountByEmail: (email) =>
      run.read(async (db) => {
        const query = db.selectFrom("accounts").selectAll().where("email", "=", email);
        return fromRow(await query.executeTakeFirst());
      }),

    listAccounts: ({ limit, afterEmail }) =>
      run.read(async (db) => {
        let query = db.selectFrom("accounts").selectAll().orderBy("email").limit(limit);
        if (afterEmail !== undefined) query = query.where("email", ">", afterEmail);
        return (await query.execute()).map(toAccount);
      }),

    countAccounts: () =>
      run.read(async (db) => {
        const counted = db.selectFrom("accounts").select((eb) => eb.fn.countAll<number>().as("n"));
        return (await counted.executeTakeFirstOrThrow()).n;
      }),

    setQuotaOverride: (id, quota, audit) =>
      run.write(async (trx) => {
        const updated = await trx
          .updateTable("accounts")
          .set({ quota_override: quota })
          .where("id", "=", id)
          .returning("id")
          .executeTakeFirst();
        if (updated) await writeAudit(trx, audit);
        return updated !== undefined;
      }),

    setPassword: ({ id, passwordHash, keepSessionId, replaces }, audit) =>
      run.write(async (trx) => {
        let query = trx
          .updateTable("accounts")
          .set({ password_hash: passwordHash })
          .where("id", "=", id);
        if (replaces !== undefined) {
          query = query.where("password_hash", replaces === null ? "is" : "=", replaces);
        }
        if (!(await query.returning("id").executeTakeFirst())) return false;
        let sessions = trx.deleteFrom("sessions").where("account_id", "=", id);
        if (keepSessionId !== null) sessions = sessions.where("id", "!=", keepSessionId);
        await sessions.execute();
        await deleteResetLinks(trx, id);
        await writeAudit(trx, audit);
        return true;
      }),

    async deleteAccount(id, audit, spent) {
      await deleteTexts(run, id);
      return run.write(async (trx) => {
        if (spent) await keepSpent(trx, id, spent);
        const gone = await trx
          .deleteFrom("accounts")
          .where("id", "=", id)
          .returning("id")
          .executeTakeFirst();
        if (!gone) return false;
        await trx.deleteFrom("audit").where("account_id", "=", id).execute();
        await writeAudit(trx, audit);
        return true;
      });
    },
  };
}

async function findSpent(trx: Transaction<Schema>, day: string, emailHash: string | undefined) {
  if (emailHash === undefined) return undefined;
  const query = trx.selectFrom("spent_days").selectAll().where("day", "=", day);
  return query.where("email_hash", "=", emailHash).executeTakeFirst();
}

async function keepSpent(
  trx: Transaction<Schema>,
  id: string,
  { day, emailHash }: { day: string; emailHash: string },
): Promise<void> {
  const row = await trx
    .selectFrom("account_days")
    .innerJoin("accounts", "accounts.id", "account_days.account_id")
    .select(["used", "created_day"])
    .where("account_id", "=", id)
    .where("day", "=", day)
    .executeTakeFirst();
  if (!row) return;
  await trx
    .insertInto("spent_days")
    .values({ day, email_hash: emailHash, ...row })
    // The account began with what an earlier one had left here, so its own count holds both.
    .onConflict((oc) => oc.columns(["day", "email_hash"]).doUpdateSet(row))
    .execute();
}

/** Kept texts are deleted first, in chunks: a year of them in one write would block the program for seconds. What
 * is written meanwhile is deleted with the account itself. */
async function deleteTexts(run: Run, accountId: string): Promise<void> {
  for (let gone = TEXTS_AT_ONCE; gone === TEXTS_AT_ONCE; ) {
    gone = await run.write(async (trx) => {
      const some = trx.selectFrom("history").select("seq").where("account_id", "=", accountId);
      const { numDeletedRows } = await trx
        .deleteFrom("history")
        .where("seq", "in", some.limit(TEXTS_AT_ONCE))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
    await turn();
  }
}

const TEXTS_AT_ONCE = 50;

function fromRow(row: Selectable<Schema["accounts"]> | undefined): Account | null {
  return row ? toAccount(row) : null;
}

function toAccount(row: Selectable<Schema["accounts"]>): Account {
  return {
    id: row.id,
    email: row.email,
    passwordHash: row.password_hash,
    createdAt: row.created_at,
    createdDay: row.created_day,
    quotaOverride: row.quota_override,
    madeBy: row.made_by as MadeBy | null,
  };
}
