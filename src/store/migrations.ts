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

/** Never edited once released; a change of mind is a new step. */
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
];

export const newestSchema = steps.length;

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
