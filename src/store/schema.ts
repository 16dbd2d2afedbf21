// The tables as Kysely sees them. Times are milliseconds since 1970 and days are "YYYY-MM-DD" in
// UTC, because those two mean the same in SQLite and in Postgres; flags are times or null, so that
// neither dialect's idea of a boolean matters.
import type { Generated, Kysely, Transaction } from "kysely";

export type Schema = {
  schema_migrations: { version: number; applied_at: number };
  settings: { name: string; value: string };
  location_sets: {
    seq: Generated<number>;
    version: string;
    imported_at: number;
    payload: string;
  };
};

/** Where reads and writes go; on Postgres both are the same pool. */
export type Databases = {
  reader: Kysely<Schema>;
  writer: Kysely<Schema>;
  close(): Promise<void>;
};

/** How the store's parts reach the database: every write is a transaction. Both reject with
 * StoreAwayError while the store is not ready. */
export type Run = {
  read<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>;
  write<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
};
