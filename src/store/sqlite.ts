// The embedded store: one file, DATA_DIR/lodestone.db, through better-sqlite3. WAL lets the command
// line work beside a running server; synchronous=FULL means a committed count survives power loss.
import { closeSync, existsSync, mkdirSync, openSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import Database from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";
import { StoreAwayError, StoreOpenError } from "./errors.ts";
import type { Databases, Schema } from "./schema.ts";

/** Two connections: in WAL a reader never waits, so a look-up is answered while this process waits
 * for its turn to write. */
export async function openSqlite(dataDir: string, { isChecked = false } = {}): Promise<Databases> {
  const file = join(dataDir, "lodestone.db");
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    refuseEmptied(file, dataDir);
    // Created by us first, because SQLite would make it world-readable; the write-ahead log takes its
    // permissions from this file.
    closeSync(openSync(file, "a", 0o600));
    const writer = await connected(file, (raw) => {
      if (isChecked) refuseDamaged(raw, file);
      raw.pragma("journal_mode = WAL");
      raw.pragma("synchronous = FULL");
      raw.pragma("foreign_keys = ON");
      // What was deleted is overwritten in the file, not only taken out of its index: a kept text
      // that its owner deleted must not be found there any more.
      raw.pragma("secure_delete = ON");
      // Taking the write lock finds a read-only folder now instead of at the first check.
      raw.exec("begin immediate; commit");
    });
    const reader = await connected(file, (raw) => {
      raw.pragma("query_only = ON");
      // A reader waits only while another process recovers the log of one that was killed.
      raw.pragma("busy_timeout = 2000");
    });
    return {
      reader: embedded(reader),
      writer: embedded(writer),
      // Closed here and not through Kysely, which doesn't close a connection it never used. The writer is closed
      // last, so that it checkpoints the write-ahead log.
      async close() {
        reader.close();
        writer.close();
      },
    };
  } catch (cause) {
    if (cause instanceof StoreOpenError) throw cause;
    throw new StoreOpenError(openingSentence(cause, file, dataDir), { cause });
  }
}

const MARK = "lodestone.db.exists";

/** Leaves a mark that there is a store in this folder, by which an empty file in its place is known for a loss: SQLite
 * would take it for a new store. */
export function rememberStore(dataDir: string): void {
  const mark = join(dataDir, MARK);
  if (existsSync(mark)) return;
  const words = "lodestone.db holds a store. Remove both files to begin with an empty one.\n";
  try {
    writeFileSync(mark, words, { mode: 0o600 });
  } catch {
    // On a full disk the next start leaves it.
  }
}

function refuseEmptied(file: string, dataDir: string): void {
  const isEmpty = statSync(file, { throwIfNoEntry: false })?.size === 0;
  if (!isEmpty || !existsSync(join(dataDir, MARK))) return;
  throw new StoreOpenError(
    `${file} is empty, but there was a store here: restore it from a backup, or remove it to begin with an empty one.`,
  );
}

/** Pages that are damaged would be noticed only when somebody needs them, long after the backups from before are
 * gone. */
function refuseDamaged(raw: Database.Database, file: string): void {
  const found = String(raw.pragma("quick_check(1)", { simple: true }));
  if (found === "ok") return;
  const where = found.replace(/^\*{3}.*\*{3}\s+/, "").replace(/\s+/g, " ");
  throw new StoreOpenError(`${file} is damaged (${where}): restore it from a backup.`);
}

/** A configured connection. When several processes start on a new file, SQLite returns "busy" to all but one of
 * those that enable the write-ahead log, ignoring the busy timeout (waiting there could deadlock): so we
 * retry. */
async function connected(
  file: string,
  setUp: (raw: Database.Database) => void,
): Promise<Database.Database> {
  for (let waitedMs = 0; ; waitedMs += lockRetryMs) {
    // No busy timeout inside SQLite: it would block the event loop.
    const raw = new Database(file, { timeout: 0 });
    try {
      setUp(raw);
      return raw;
    } catch (err) {
      raw.close();
      if (!codeOf(err).startsWith("SQLITE_BUSY") || waitedMs >= lockWaitMaxMs) throw err;
      await delay(lockRetryMs);
    }
  }
}

function embedded(raw: Database.Database): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new EmbeddedDialect(raw) });
}

class EmbeddedDialect extends SqliteDialect {
  readonly #raw: Database.Database;

  constructor(raw: Database.Database) {
    super({ database: cached(raw) });
    this.#raw = raw;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#raw);
  }
}

/** Begins with BEGIN IMMEDIATE, which takes the write lock at once: a transaction that reads first
 * and writes later would fail whenever another process wrote in between. While another process
 * holds the lock the wait leaves the event loop free. */
class PatientDriver extends SqliteDriver {
  readonly #raw: Database.Database;

  constructor(raw: Database.Database) {
    super({ database: cached(raw) });
    this.#raw = raw;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    for (let waitedMs = 0; ; waitedMs += lockRetryMs) {
      try {
        await connection.executeQuery(beginImmediate);
        return;
      } catch (err) {
        if (!isBusy(err) || waitedMs >= lockWaitMaxMs) throw err;
        await delay(lockRetryMs);
      }
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full disk SQLite rolls back by itself; a second rollback would fail and hide the reason.
    if (this.#raw.inTransaction) await super.rollbackTransaction(connection);
  }
}

const beginImmediate = CompiledQuery.raw("begin immediate");
const lockRetryMs = 5;
const lockWaitMaxMs = 5000;

function isBusy(err: unknown): boolean {
  return err instanceof StoreAwayError && codeOf(err.cause).startsWith("SQLITE_BUSY");
}

/** Kysely prepares a statement for every execution; keeping them makes a look-up several times
 * cheaper. The program's queries are a fixed set, so the map stays small. */
function cached(raw: Database.Database): SqliteDialectConfig["database"] {
  const statements = new Map<string, Database.Statement>();
  return {
    close: () => raw.close(),
    prepare(sql: string) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = raw.prepare(sql);
        if (statements.size < 500) statements.set(sql, statement);
      }
      return guarded(statement);
    },
  };
}

function guarded(statement: Database.Statement) {
  return {
    reader: statement.reader,
    all: (parameters: readonly unknown[]) => translated(() => statement.all(parameters)),
    run: (parameters: readonly unknown[]) => translated(() => statement.run(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(parameters),
  };
}

function translated<T>(execute: () => T): T {
  try {
    return execute();
  } catch (cause) {
    const sentence = runningSentence(cause);
    throw sentence ? new StoreAwayError(sentence, { cause }) : cause;
  }
}

/** Disk or lock errors, which may be temporary; null for anything else, which is a bug. */
function runningSentence(cause: unknown): string | null {
  const code = codeOf(cause);
  if (code.startsWith("SQLITE_BUSY")) return "The store is held by another process.";
  if (code.startsWith("SQLITE_FULL")) return "The disk that holds the store is full.";
  if (code.startsWith("SQLITE_READONLY")) return "The store cannot be written to.";
  if (code.startsWith("SQLITE_IOERR")) return "The disk that holds the store gives errors.";
  if (code.startsWith("SQLITE_CANTOPEN")) return "The store's files cannot be opened.";
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB")
    return "The store's file is damaged: restore it from a backup.";
  return null;
}

function openingSentence(cause: unknown, file: string, dataDir: string): string {
  const code = codeOf(cause);
  if (
    code === "EACCES" ||
    code === "EPERM" ||
    code === "EROFS" ||
    code.startsWith("SQLITE_READONLY")
  )
    return `The data folder ${dataDir} cannot be written to: check who owns it.`;
  if (code === "ENOSPC" || code.startsWith("SQLITE_FULL"))
    return `The disk that holds the data folder ${dataDir} is full.`;
  if (code === "ENOTDIR" || code === "EEXIST") return `The data folder ${dataDir} is not a folder.`;
  if (code === "EISDIR") return `${file} is a folder; the store must be a file.`;
  if (code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB")
    return `${file} is not a Lodestone store, or is damaged: restore it from a backup or move it away.`;
  if (code.startsWith("SQLITE_BUSY")) return `${file} is held by another process.`;
  return `The store ${file} could not be opened (${code || String(cause)}).`;
}

function codeOf(cause: unknown): string {
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}
