// The distributed store: a pool of Postgres connections under the same Kysely queries. Everything
// that is temporary (server unreachable, restarting, out of connections) is thrown as StoreAwayError.
import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import pg from "pg";
import { StoreAwayError } from "./errors.ts";
import type { Log } from "./log.ts";
import type { Databases, Schema } from "./schema.ts";

export function openPostgres(databaseUrl: string, log: Log): Databases {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: "lodestone",
    max: 10,
    // Also the longest a query waits for a connection to become free.
    connectionTimeoutMillis: 5000,
    // A server that stopped answering without closing the connection would otherwise hold a request
    // for ever; no query of ours takes a second.
    query_timeout: 10_000,
    keepAlive: true,
    types: { getTypeParser: parserFor as typeof pg.types.getTypeParser },
  });
  // A connection that breaks while idle is replaced on the next use. An unhandled 'error' event would crash
  // the process.
  pool.on("error", (err) => log.warn({ reason: reasonOf(err) }, "lost a Postgres connection"));
  const connect = async () => {
    try {
      return guarded(await pool.connect());
    } catch (err) {
      throw translated(err);
    }
  };
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({
      pool: { connect, end: () => pool.end(), options: pool.options },
    }),
  });
  return { reader: db, writer: db, close: () => pool.end() };
}

/** One checked-out connection, which is discarded after a connection error. */
function guarded(client: pg.PoolClient): PostgresPoolClient {
  let isBroken = false;
  const onError = () => {
    isBroken = true;
  };
  client.on("error", onError);
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      return await client.query(sql, parameters as unknown[]);
    } catch (err) {
      if (!(err instanceof pg.DatabaseError)) isBroken = true;
      throw translated(err);
    }
  };
  return {
    query: query as unknown as PostgresPoolClient["query"],
    release(destroy?: boolean) {
      client.off("error", onError);
      client.release(destroy || isBroken);
    },
  };
}

/** An error without an SQLSTATE is a connection problem; of the others, these classes are temporary or can be
 * fixed by the operator: connection (08), password or database name (28, 3D), resources (53), shutting down or
 * starting (57), read-only after a failover. */
function translated(err: unknown): unknown {
  if (err instanceof pg.DatabaseError && !/^(08|28|3D|53|57|25006)/.test(err.code ?? ""))
    return err;
  return new StoreAwayError(`Postgres cannot be used now (${reasonOf(err)}).`, { cause: err });
}

/** A code, or the driver's own message: neither contains the connection string. */
function reasonOf(err: unknown): string {
  const { code, message } = err as { code?: unknown; message?: unknown };
  const words = typeof message === "string" && message !== "" ? message : "no reason given";
  return typeof code === "string" ? `${code}: ${words}` : words;
}

// Counts and times arrive as int8 and sums as numeric, which the driver leaves as text; all of ours
// are far below 2^53.
function parserFor(oid: number, format?: "text" | "binary") {
  if (oid === 20 || oid === 1700) return Number;
  return pg.types.getTypeParser(oid, format as "text");
}
