// The schema's history, applied when a store is opened. Steps only add: several copies of the
// program may run while one of them is already newer, so a step must leave the older code working.
import { type CreateTableBuilder, type Kysely, sql } from "kysely";
import { StoreTooNewError } from "./errors.ts";
import type { Schema } from "./schema.ts";

export type DialectName = "sqlite" | "postgres";

/** Brings the schema up to date; safe when several programs do it at once. */
export async function migrate(
  db: Kysely<Schema>,
  dialect: DialectName,
  clock: () => number,
): Promise<void> {
  // SQLite transactions are opened with BEGIN IMMEDIATE (sqlite.ts), so only one process is ever in
  // here; on Postgres the advisory lock does the same and ends with the transaction.
  await db.transaction().execute(async (trx) => {
    if (dialect === "postgres") await sql`select pg_advisory_xact_lock(${lockId})`.execute(trx);
    await trx.schema
      .createTable("schema_migrations")
      .ifNotExists()
      .addColumn("version", "integer", (col) => col.primaryKey())
      .addColumn("applied_at", "bigint", (col) => col.notNull())
      .execute();
    const { found } = await trx
      .selectFrom("schema_migrations")
      .select((eb) => eb.fn.coalesce(eb.fn.max("version"), sql<number>`0`).as("found"))
      .executeTakeFirstOrThrow();
    if (found > steps.length) throw new StoreTooNewError(found, steps.length);
    for (const [index, step] of steps.entries()) {
      const version = index + 1;
      if (version <= found) continue;
      await step(trx as unknown as Kysely<unknown>, dialect);
      await trx.insertInto("schema_migrations").values({ version, applied_at: clock() }).execute();
    }
  });
}

// Any fixed number serves; these are the letters "lode" read as one.
const lockId = 0x6c6f6465;

type Step = (db: Kysely<unknown>, dialect: DialectName) => Promise<void>;

/** Never edited once released; later changes are new steps. */
const steps: Step[] = [
  async function locationSets(db, dialect) {
    await db.schema
      .createTable("settings")
      .addColumn("name", "text", (col) => col.primaryKey())
      .addColumn("value", "text", (col) => col.notNull())
      .execute();
    await withSequence(db.schema.createTable("location_sets"), "seq", dialect)
      .addColumn("version", "text", (col) => col.notNull())
      .addColumn("imported_at", "bigint", (col) => col.notNull())
      .addColumn("payload", "text", (col) => col.notNull())
      .execute();
  },

  async function accountsAndChecks(db, dialect) {
    const { schema } = db;
    await schema
      .createTable("accounts")
      .addColumn("id", "text", (col) => col.primaryKey())
      .addColumn("email", "text", (col) => col.notNull().unique())
      .addColumn("password_hash", "text")
      .addColumn("created_at", "bigint", (col) => col.notNull())
      .addColumn("created_day", "text", (col) => col.notNull())
      .addColumn("quota_override", "integer")
      .execute();
    await ownedByAccount(schema.createTable("sessions"))
      .addColumn("id", "text", (col) => col.primaryKey())
      .addColumn("token_hash", "text", (col) => col.notNull().unique())
      .addColumn("created_at", "bigint", (col) => col.notNull())
      .addColumn("last_seen_at", "bigint", (col) => col.notNull())
      .addColumn("expires_at", "bigint", (col) => col.notNull())
      .addColumn("address", "text", (col) => col.notNull())
      .addColumn("agent", "text", (col) => col.notNull())
      .execute();
    await ownedByAccount(schema.createTable("api_keys"))
      .addColumn("id", "text", (col) => col.primaryKey())
      .addColumn("hash", "text", (col) => col.notNull().unique())
      .addColumn("last_four", "text", (col) => col.notNull())
      .addColumn("name", "text", (col) => col.notNull())
      .addColumn("domain", "text", (col) => col.notNull())
      .addColumn("created_at", "bigint", (col) => col.notNull())
      .addColumn("expires_at", "bigint")
      .addColumn("revoked_at", "bigint")
      .addColumn("exposed_at", "bigint")
      .addColumn("last_used_at", "bigint")
      .addColumn("replaced_by", "text")
      .execute();
    await ownedByAccount(schema.createTable("account_days"))
      .addColumn("day", "text", (col) => col.notNull())
      .addColumn("used", "integer", (col) => col.notNull())
      .addPrimaryKeyConstraint("account_days_key", ["account_id", "day"])
      .execute();
    await ownedByAccount(schema.createTable("usage"))
      .addColumn("day", "text", (col) => col.notNull())
      .addColumn("key_id", "text", (col) => col.notNull())
      .addColumn("endpoint", "text", (col) => col.notNull())
      .addColumn("checks", "integer", (col) => col.notNull())
      .addPrimaryKeyConstraint("usage_key", ["account_id", "day", "key_id", "endpoint"])
      .execute();
    await ownedByAccount(schema.createTable("refusals"))
      .addColumn("day", "text", (col) => col.notNull())
      .addColumn("key_id", "text", (col) => col.notNull())
      .addColumn("reason", "text", (col) => col.notNull())
      .addColumn("times", "integer", (col) => col.notNull())
      .addPrimaryKeyConstraint("refusals_key", ["account_id", "day", "key_id", "reason"])
      .execute();
    await ownedByAccount(schema.createTable("idempotency"))
      .addColumn("hash", "text", (col) => col.primaryKey())
      .addColumn("body_hash", "text", (col) => col.notNull())
      .addColumn("checks", "integer", (col) => col.notNull())
      .addColumn("expires_at", "bigint", (col) => col.notNull())
      .execute();
    await withSequence(schema.createTable("audit"), "seq", dialect)
      .addColumn("at", "bigint", (col) => col.notNull())
      .addColumn("account_id", "text")
      .addColumn("actor", "text", (col) => col.notNull())
      .addColumn("action", "text", (col) => col.notNull())
      .addColumn("subject", "text")
      .addColumn("details", "text", (col) => col.notNull())
      .execute();
    // For deleting an account with all it owns, for listings, and for sweeping what has expired.
    for (const [table, column] of [
      ["sessions", "account_id"],
      ["sessions", "expires_at"],
      ["api_keys", "account_id"],
      ["idempotency", "account_id"],
      ["idempotency", "expires_at"],
      ["audit", "account_id"],
    ] as const) {
      await schema.createIndex(`${table}_by_${column}`).on(table).column(column).execute();
    }
  },

  async function history(db, dialect) {
    const { schema } = db;
    await schema
      .createTable("history_settings")
      .addColumn("account_id", "text", (col) =>
        col.primaryKey().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("days", "integer", (col) => col.notNull())
      .execute();
    await ownedByAccount(withSequence(schema.createTable("history"), "seq", dialect))
      .addColumn("id", "text", (col) => col.notNull().unique())
      .addColumn("key_id", "text", (col) => col.notNull())
      .addColumn("at", "bigint", (col) => col.notNull())
      .addColumn("expires_at", "bigint", (col) => col.notNull())
      .addColumn("endpoint", "text", (col) => col.notNull())
      .addColumn("input_type", "text", (col) => col.notNull())
      .addColumn("name", "text")
      .addColumn("verdict", "text")
      .addColumn("probability", "integer")
      .addColumn("words", "integer")
      .addColumn("hash", "text", (col) => col.notNull())
      .addColumn("opening", "text", (col) => col.notNull())
      .execute();
    await schema
      .createTable("history_texts")
      .addColumn("seq", "bigint", (col) =>
        col.primaryKey().references("history.seq").onDelete("cascade"),
      )
      .addColumn("content", "text", (col) => col.notNull())
      .addColumn("result", "text", (col) => col.notNull())
      .execute();
    await schema
      .createIndex("history_by_account")
      .on("history")
      .columns(["account_id", "seq"])
      .execute();
    await schema.createIndex("history_by_expires_at").on("history").column("expires_at").execute();
  },

  async function accountOrigins(db) {
    await db.schema.alterTable("accounts").addColumn("made_by", "text").execute();
    // For earlier accounts the audit trail has it; a claim was recorded there as the operator's.
    await sql`
      update accounts set made_by = (
        select case actor when 'account' then 'sign_up' else 'command_line' end
        from audit where audit.account_id = accounts.id and action = 'account.created' limit 1
      )`.execute(db);
    await db.schema
      .createTable("spent_days")
      .addColumn("day", "text", (col) => col.notNull())
      .addColumn("email_hash", "text", (col) => col.notNull())
      .addColumn("used", "integer", (col) => col.notNull())
      .addColumn("created_day", "text", (col) => col.notNull())
      .addPrimaryKeyConstraint("spent_days_key", ["day", "email_hash"])
      .execute();
  },
  async function accountSecurity(db) {
    const { schema } = db;
    await ownedByAccount(schema.createTable("reset_links"))
      .addColumn("hash", "text", (col) => col.primaryKey())
      .addColumn("expires_at", "bigint", (col) => col.notNull())
      .execute();
    await schema
      .createTable("second_factors")
      .addColumn("account_id", "text", (col) =>
        col.primaryKey().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("secret", "text", (col) => col.notNull())
      .addColumn("created_at", "bigint", (col) => col.notNull())
      .addColumn("confirmed_at", "bigint")
      .addColumn("last_step", "bigint", (col) => col.notNull())
      .execute();
    await ownedByAccount(schema.createTable("recovery_codes"))
      .addColumn("hash", "text", (col) => col.notNull())
      .addPrimaryKeyConstraint("recovery_codes_key", ["account_id", "hash"])
      .execute();
    await schema
      .createIndex("reset_links_by_account_id")
      .on("reset_links")
      .column("account_id")
      .execute();
    await schema
      .createIndex("reset_links_by_expires_at")
      .on("reset_links")
      .column("expires_at")
      .execute();
  },

  async function keyLimits(db) {
    for (const [name, type] of [
      ["mode", "text"],
      ["checks_per_day", "integer"],
      ["endpoints", "text"],
    ] as const) {
      await db.schema.alterTable("api_keys").addColumn(name, type).execute();
    }
  },

  async function sharedResults(db) {
    const { schema } = db;
    await schema.alterTable("history").addColumn("deleted_at", "bigint").execute();
    await schema.createIndex("history_by_deleted_at").on("history").column("deleted_at").execute();
    await ownedByAccount(schema.createTable("shares"))
      .addColumn("id", "text", (col) => col.primaryKey())
      .addColumn("token_hash", "text", (col) => col.notNull().unique())
      .addColumn("result_id", "text", (col) =>
        col.notNull().references("history.id").onDelete("cascade"),
      )
      .addColumn("created_at", "bigint", (col) => col.notNull())
      .addColumn("expires_at", "bigint", (col) => col.notNull())
      .execute();
    for (const column of ["account_id", "result_id", "expires_at"]) {
      await schema.createIndex(`shares_by_${column}`).on("shares").column(column).execute();
    }
  },

  async function jobs(db, dialect) {
    const { schema } = db;
    await ownedByAccount(withSequence(schema.createTable("jobs"), "seq", dialect))
      .addColumn("id", "text", (col) => col.notNull().unique())
      .addColumn("key_id", "text", (col) => col.notNull())
      .addColumn("mode", "text")
      .addColumn("task", "text", (col) => col.notNull())
      .addColumn("options", "text", (col) => col.notNull())
      .addColumn("status", "text", (col) => col.notNull())
      .addColumn("total", "integer", (col) => col.notNull())
      .addColumn("done", "integer", (col) => col.notNull())
      .addColumn("failed", "integer", (col) => col.notNull())
      .addColumn("refused", "integer", (col) => col.notNull())
      .addColumn("length", "bigint", (col) => col.notNull())
      .addColumn("created_at", "bigint", (col) => col.notNull())
      .addColumn("served_at", "bigint")
      .addColumn("finished_at", "bigint")
      .addColumn("expires_at", "bigint")
      .addColumn("idempotency_hash", "text", (col) => col.unique())
      .addColumn("body_hash", "text")
      .addColumn("webhook_url", "text")
      .addColumn("webhook_status", "text")
      .addColumn("webhook_attempts", "integer", (col) => col.notNull())
      .addColumn("webhook_at", "bigint")
      .execute();
    await schema
      .createTable("job_items")
      .addColumn("job_id", "text", (col) => col.notNull().references("jobs.id").onDelete("cascade"))
      .addColumn("position", "integer", (col) => col.notNull())
      .addColumn("item_id", "text")
      .addColumn("name", "text")
      .addColumn("format", "text")
      .addColumn("content", "text")
      .addColumn("length", "integer", (col) => col.notNull())
      .addColumn("status", "text", (col) => col.notNull())
      .addColumn("result", "text")
      .addColumn("lease", "text")
      .addColumn("lease_until", "bigint", (col) => col.notNull())
      .addColumn("attempts", "integer", (col) => col.notNull())
      .addPrimaryKeyConstraint("job_items_key", ["job_id", "position"])
      .execute();
    await schema.createIndex("jobs_by_account").on("jobs").columns(["account_id", "seq"]).execute();
    for (const column of ["status", "expires_at", "webhook_at", "created_at"]) {
      await schema.createIndex(`jobs_by_${column}`).on("jobs").column(column).execute();
    }
    await schema
      .createIndex("job_items_by_status")
      .on("job_items")
      .columns(["job_id", "status", "position"])
      .execute();
    await schema.createIndex("job_items_by_lease").on("job_items").column("lease").execute();
  },

  // Whose turn it is and how much an account holds, without looking at all its jobs of the day.
  async function jobTurns({ schema }) {
    for (const column of ["served_at", "status"]) {
      const columns = ["account_id", column];
      await schema.createIndex(`jobs_by_account_${column}`).on("jobs").columns(columns).execute();
    }
  },

  async function refusedRequests({ schema }, dialect) {
    const table = withSequence(schema.createTable("refused_requests"), "seq", dialect);
    await ownedByAccount(table)
      .addColumn("key_id", "text", (col) =>
        col.notNull().references("api_keys.id").onDelete("cascade"),
      )
      .addColumn("at", "bigint", (col) => col.notNull())
      .addColumn("times", "integer", (col) => col.notNull())
      .addColumn("reason", "text", (col) => col.notNull())
      .addColumn("origin", "text")
      .addColumn("endpoint", "text")
      .execute();
    for (const column of ["key_id", "account_id"]) {
      await schema
        .createIndex(`refused_requests_by_${column}`)
        .on("refused_requests")
        .columns([column, "seq"])
        .execute();
    }
    await schema
      .createIndex("refused_requests_by_at")
      .on("refused_requests")
      .column("at")
      .execute();
  },

  async function keyRates({ schema }) {
    for (const [name, type] of [
      ["rate_per_minute", "integer"],
      ["metadata", "text"],
      ["external_id", "text"],
    ] as const) {
      await schema.alterTable("api_keys").addColumn(name, type).execute();
    }
  },

  async function requestLog({ schema }, dialect) {
    await ownedByAccount(withSequence(schema.createTable("request_log"), "seq", dialect))
      .addColumn("key_id", "text", (col) =>
        col.notNull().references("api_keys.id").onDelete("cascade"),
      )
      .addColumn("at", "bigint", (col) => col.notNull())
      .addColumn("method", "text", (col) => col.notNull())
      .addColumn("endpoint", "text", (col) => col.notNull())
      .addColumn("status", "integer", (col) => col.notNull())
      .addColumn("code", "text")
      .addColumn("request_id", "text", (col) => col.notNull())
      .addColumn("words", "integer")
      .addColumn("ms", "integer", (col) => col.notNull())
      .execute();
    await schema
      .createIndex("request_log_by_account")
      .on("request_log")
      .columns(["account_id", "seq"])
      .execute();
    for (const column of ["key_id", "at"]) {
      await schema
        .createIndex(`request_log_by_${column}`)
        .on("request_log")
        .column(column)
        .execute();
    }
  },
];

export const newestSchema = steps.length;

/** Everything an account owns goes with it, whichever query removes it. */
function ownedByAccount<T extends string>(table: CreateTableBuilder<T>) {
  return table.addColumn("account_id", "text", (col) =>
    col.notNull().references("accounts.id").onDelete("cascade"),
  );
}

/** A column that numbers its rows upwards and never gives a number twice. */
function withSequence<T extends string>(
  table: CreateTableBuilder<T>,
  name: string,
  dialect: DialectName,
) {
  return dialect === "sqlite"
    ? table.addColumn(name, "integer", (col) => col.primaryKey().autoIncrement())
    : table.addColumn(name, "bigint", (col) => col.primaryKey().generatedAlwaysAsIdentity());
}
