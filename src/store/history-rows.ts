// Kept results as rows. What a list shows is stored apart from the texts, so that listing, counting and
// changing the number of days never touch a text. Expired results are never read, whether or not they have
// been swept yet.
import {
  type ExpressionBuilder,
  type Kysely,
  type Selectable,
  sql,
  type Transaction,
} from "kysely";
import { type AuditEntry, writeAudit } from "./audit-rows.ts";
import { createGroupCommit } from "./group-commit.ts";
import { DAY_MS } from "./history-setting-rows.ts";
import type { DialectName } from "./migrations.ts";
import { sizeOf, takeBySize } from "./rows-by-size.ts";
import type { Run, Schema } from "./schema.ts";

/** One result to keep. When it expires is read from the account's setting as it is written. */
export type ResultToKeep = {
  id: string;
  accountId: string;
  /** Null for a result of the dashboard. */
  keyId: string | null;
  at: number;
  endpoint: string;
  inputType: string;
  /** Of the file it came in. */
  name: string | null;
  verdict: string | null;
  probability: number | null;
  words: number | null;
  /** SHA-256 of the text, in hex. */
  hash: string;
  /** The beginning of the text, for lists. */
  opening: string;
  content: string;
  /** The answer, as JSON. */
  result: string;
};

export type KeptRow = Omit<ResultToKeep, "content" | "result" | "accountId"> & {
  /** Orders the rows of an account; the newest has the highest. */
  seq: number;
  expiresAt: number;
  /** The key's name and last four, when it was made with a key. */
  keyName: string | null;
  keyLastFour: string | null;
};
export type KeptResult = KeptRow & { content: string; result: string };

export type HistoryRows = {
  /** False when the account keeps no results any more, or is gone: then nothing is written. */
  keepResult(result: ResultToKeep): Promise<boolean>;
  countKept(accountId: string, at: number, filter?: KeptFilter): Promise<number>;
  /** Newest first; those before `beforeSeq`. */
  listKept(accountId: string, page: KeptPage): Promise<KeptRow[]>;
  /** Fewer than the limit where they are long; none: there is no more. */
  listKeptWithTexts(accountId: string, page: KeptPage): Promise<KeptResult[]>;
  findKept(accountId: string, id: string, at: number): Promise<KeptResult | null>;
  /** It is shown nowhere from now on, and removed by a sweep later. */
  deleteKept(accountId: string, id: string, at: number): Promise<boolean>;
  /** Brings back what was deleted after `deletedAfter`. */
  restoreKept(accountId: string, id: string, deletedAfter: number): Promise<boolean>;
  /** At most `limit` rows and fewer where they are long, and so for the sweep: no write should take long. Returns how
   * many; 0 when none is left. */
  deleteSomeKept(accountId: string, limit: number, audit?: AuditEntry): Promise<number>;
  sweepKept(ended: { at: number; deletedBefore: number }, limit: number): Promise<number>;
};

export type KeptPage = {
  at: number;
  limit: number;
  beforeSeq?: number | undefined;
  filter?: KeptFilter | undefined;
};

export type KeptFilter = {
  /** In the file's name or the beginning of the text. */
  words?: string | undefined;
  /** One of these; null means a rewrite. */
  verdicts?: readonly (string | null)[] | undefined;
};

/** Eight of the longest texts take SQLite some 20 ms, during which nothing else runs. */
const ROUND_MAX = 8;

export function historyRows(run: Run, dialect: DialectName): HistoryRows {
  // Texts of one moment share a transaction, as the counts do: on SQLite each one is a disk flush that
  // counts would otherwise wait for.
  const keepResult = createGroupCommit(
    (result: ResultToKeep) => (dialect === "sqlite" ? "" : result.accountId),
    (results) =>
      run.write(async (trx) => {
        const kept: boolean[] = [];
        for (const result of results) kept.push(await insertResult(trx, dialect, result));
        return kept;
      }),
    ROUND_MAX,
  );

  return {
    keepResult,

    countKept: (accountId, at, filter) =>
      run.read(async (db) => {
        const counted = db
          .selectFrom("history")
          .select((eb) => eb.fn.countAll<number>().as("n"))
          .where("account_id", "=", accountId)
          .where("expires_at", ">", at)
          .where("deleted_at", "is", null)
          .where((eb) => matches(eb, filter));
        return (await counted.executeTakeFirstOrThrow()).n;
      }),

    listKept: (accountId, { at, limit, beforeSeq, filter }) =>
      run.read(async (db) => {
        let query = rows(db, accountId, at)
          .where((eb) => matches(eb, filter))
          .orderBy("history.seq", "desc")
          .limit(limit);
        if (beforeSeq !== undefined) query = query.where("history.seq", "<", beforeSeq);
        return (await query.execute()).map(toKept);
      }),

    listKeptWithTexts: (accountId, { at, limit, beforeSeq }) =>
      run.read(async (db) => {
        const before = beforeSeq ?? Number.MAX_SAFE_INTEGER;
        const sizes = await rowsOf(db, accountId, at)
          .innerJoin("history_texts", "history_texts.seq", "history.seq")
          .select(sizeOf("content", "result").as("size"))
          .where("history.seq", "<", before)
          .orderBy("history.seq", "desc")
          .limit(limit)
          .execute();
        const found = await rowsWithTexts(db, accountId, at)
          .where("history.seq", "<", before)
          .orderBy("history.seq", "desc")
          .limit(takeBySize(sizes).length)
          .execute();
        return found.map(toKeptResult);
      }),

    findKept: (accountId, id, at) =>
      run.read(async (db) => {
        const query = rowsWithTexts(db, accountId, at).where("history.id", "=", id);
        const row = await query.executeTakeFirst();
        return row ? toKeptResult(row) : null;
      }),

    deleteKept: (accountId, id, at) =>
      run.write(async (trx) => {
        const gone = await trx
          .updateTable("history")
          .set({ deleted_at: at })
          .where("account_id", "=", accountId)
          .where("id", "=", id)
          .where("deleted_at", "is", null)
          .returning("seq")
          .executeTakeFirst();
        return gone !== undefined;
      }),

    restoreKept: (accountId, id, deletedAfter) =>
      run.write(async (trx) => {
        const restored = await trx
          .updateTable("history")
          .set({ deleted_at: null })
          .where("account_id", "=", accountId)
          .where("id", "=", id)
          .where("deleted_at", ">", deletedAfter)
          .returning("seq")
          .executeTakeFirst();
        return restored !== undefined;
      }),

    deleteSomeKept: (accountId, limit, audit) =>
      run.write(async (trx) => {
        if (audit) await writeAudit(trx, audit);
        const all = sizedRows(trx).where("account_id", "=", accountId);
        return deleteRows(trx, await all.limit(limit).execute());
      }),

    sweepKept: ({ at, deletedBefore }, limit) =>
      run.write(async (trx) => {
        const ended = sizedRows(trx).where((eb) =>
          eb.or([eb("expires_at", "<=", at), eb("deleted_at", "<=", deletedBefore)]),
        );
        return deleteRows(trx, await ended.limit(limit).execute());
      }),
  };
}

/** False when the account keeps no results. */
async function insertResult(
  trx: Transaction<Schema>,
  dialect: DialectName,
  result: ResultToKeep,
): Promise<boolean> {
  // The setting is locked until the text is written: switching the history off and wiping it waits, and then
  // finds this row too. The account's own row is left to the counts.
  const settings = trx.selectFrom("history_settings");
  const inserted = await trx
    .insertInto("history")
    .columns([...COLUMNS, "expires_at"])
    .expression(
      (dialect === "postgres" ? settings.forShare() : settings)
        .select(({ val, ref }) => [
          ref("account_id").as("account_id"),
          val(result.id).as("id"),
          val(result.keyId ?? "").as("key_id"),
          val(result.at).as("at"),
          val(result.endpoint).as("endpoint"),
          val(result.inputType).as("input_type"),
          val(result.name).as("name"),
          val(result.verdict).as("verdict"),
          val(result.probability).as("probability"),
          val(result.words).as("words"),
          val(result.hash).as("hash"),
          val(result.opening).as("opening"),
          sql<number>`cast(${result.at} as bigint) + cast(days as bigint) * ${sql.lit(DAY_MS)}`.as(
            "expires_at",
          ),
        ])
        .where("account_id", "=", result.accountId),
    )
    .returning("seq")
    .executeTakeFirst();
  if (!inserted) return false;
  await trx
    .insertInto("history_texts")
    .values({ seq: inserted.seq, content: result.content, result: result.result })
    .execute();
  return true;
}

const COLUMNS = [
  "account_id",
  "id",
  "key_id",
  "at",
  "endpoint",
  "input_type",
  "name",
  "verdict",
  "probability",
  "words",
  "hash",
  "opening",
] as const;

/** Rows with the size of their texts. */
function sizedRows(db: Kysely<Schema>) {
  return db
    .selectFrom("history")
    .leftJoin("history_texts", "history_texts.seq", "history.seq")
    .select(["history.seq", sizeOf("content", "result").as("size")]);
}

/** Deletes the first of these rows, those that are not too large together. */
async function deleteRows(
  trx: Transaction<Schema>,
  sized: readonly { seq: number; size: number }[],
): Promise<number> {
  const some = takeBySize(sized).map(({ seq }) => seq);
  if (some.length === 0) return 0;
  const gone = await trx.deleteFrom("history").where("seq", "in", some).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

function rows(db: Kysely<Schema>, accountId: string, at: number) {
  return rowsOf(db, accountId, at)
    .leftJoin("api_keys", "api_keys.id", "history.key_id")
    .selectAll("history")
    .select(["api_keys.name as key_name", "api_keys.last_four as key_last_four"]);
}

function rowsOf(db: Kysely<Schema>, accountId: string, at: number) {
  return db
    .selectFrom("history")
    .where("history.account_id", "=", accountId)
    .where("history.expires_at", ">", at)
    .where("history.deleted_at", "is", null);
}

function rowsWithTexts(db: Kysely<Schema>, accountId: string, at: number) {
  return rows(db, accountId, at)
    .innerJoin("history_texts", "history_texts.seq", "history.seq")
    .select(["history_texts.content", "history_texts.result"]);
}

function matches(eb: ExpressionBuilder<Schema, "history">, { words, verdicts }: KeptFilter = {}) {
  const wanted = [];
  if (words !== undefined) {
    const pattern = `%${words.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
    wanted.push(
      sql<boolean>`(lower(history.opening) like ${pattern} escape '\\' or lower(coalesce(history.name, '')) like ${pattern} escape '\\')`,
    );
  }
  if (verdicts !== undefined) {
    const named = verdicts.filter((verdict) => verdict !== null);
    wanted.push(
      eb.or([
        ...(named.length > 0 ? [eb("history.verdict", "in", named)] : []),
        ...(verdicts.includes(null) ? [eb("history.verdict", "is", null)] : []),
      ]),
    );
  }
  return eb.and(wanted);
}

type Row = Selectable<Schema["history"]> & {
  key_name: string | null;
  key_last_four: string | null;
};

function toKept(row: Row): KeptRow {
  return {
    id: row.id,
    seq: row.seq,
    keyId: row.key_id === "" ? null : row.key_id,
    keyName: row.key_name,
    keyLastFour: row.key_last_four,
    at: row.at,
    expiresAt: row.expires_at,
    endpoint: row.endpoint,
    inputType: row.input_type,
    name: row.name,
    verdict: row.verdict,
    probability: row.probability,
    words: row.words,
    hash: row.hash,
    opening: row.opening,
  };
}

function toKeptResult(row: Row & { content: string; result: string }): KeptResult {
  return { ...toKept(row), content: row.content, result: row.result };
}
