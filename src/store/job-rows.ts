// Jobs as rows: texts accepted now and processed later. What a status request needs is in `jobs`, the texts and
// results in `job_items`, which are wiped when the job is cancelled or its results expire. The row itself stays
// for a day, so that a repeated request finds the job it made before.
import { setImmediate as turn } from "node:timers/promises";
import { type Selectable, type SelectQueryBuilder, sql, type Transaction } from "kysely";
import type { DialectName } from "./migrations.ts";
import { sizeOf, takeBySize } from "./rows-by-size.ts";
import type { Run, Schema } from "./schema.ts";

export type JobStatus = "queued" | "running" | "done" | "cancelled" | "expired";
export type WebhookStatus = "waiting" | "delivered" | "failed";

export type JobTask = "detect" | "regenerate";

export type Job = {
  id: string;
  accountId: string;
  keyId: string;
  isTest: boolean;
  task: JobTask;
  /** JSON. */
  options: string;
  status: JobStatus;
  total: number;
  done: number;
  failed: number;
  refused: number;
  createdAt: number;
  finishedAt: number | null;
  /** When texts and results are wiped; null until the job has finished. */
  expiresAt: number | null;
  webhook: { url: string; status: WebhookStatus; attempts: number } | null;
};

export type NewJob = Pick<
  Job,
  "id" | "accountId" | "keyId" | "isTest" | "task" | "options" | "createdAt"
> & {
  webhookUrl: string | null;
  idempotency: { hash: string; bodyHash: string } | undefined;
};

/** A text to work on, or one that was refused as it came. */
export type NewJobItem = {
  id: string | undefined;
  name?: string | undefined;
  format?: string | undefined;
} & ({ content: string } | { error: string });

/** Who asks: a key sees its own jobs, and those of the key it replaced. */
export type JobOwner = { accountId: string; keyId: string };

export type JobLimits = {
  /** Unfinished jobs of one account. */
  perAccount: number;
  /** UTF-16 units that jobs of one account, and all jobs, may hold in the store. */
  lengthPerAccount: number;
  length: number;
};

export type InsertedJob =
  | { outcome: "inserted" | "repeated"; job: Job }
  | {
      outcome:
        | "other_body"
        | "too_many"
        | "account_full"
        | "full"
        | "account_gone"
        | "quota_exceeded";
    };

export type JobRows = {
  /** `keptMs` applies to a job that is finished as it comes, because none of its texts can be processed. */
  insertJob(
    job: NewJob,
    items: readonly NewJobItem[],
    options: { limits: JobLimits; keptMs: number; isQuotaSpent: boolean },
  ): Promise<InsertedJob>;
  findJob(owner: JobOwner, id: string): Promise<Job | null>;
  /** Newest first; those before the job named. */
  listJobs(owner: JobOwner, page: { limit: number; before?: string | undefined }): Promise<Job[]>;
  /** In order, from `position` on, fewer than `limit` where they are long: each result as JSON text with the item's own
   * id. None: there is no more, or they were wiped. */
  listJobResults(
    jobId: string,
    page: { from: number; limit: number; at: number },
  ): Promise<{ position: number; itemId: string | null; result: string }[]>;
  /** Ends a job for good; its texts are to be wiped next. False when it was wiped before. */
  cancelJob(id: string, at: number): Promise<boolean>;
  /** Removes texts and results, at most `limit` of them and fewer where they are long: so that no write takes long.
   * Returns how many; 0 when none is left. */
  wipeJobItems(jobId: string, limit: number): Promise<number>;
  /** Jobs whose texts have to be wiped: expired ones, and those where a wipe was cut off. Marks them. */
  listJobsToWipe(at: number): Promise<string[]>;
  /** Removes rows that no repeated request can need any more. */
  forgetJobs(createdBefore: number): Promise<number>;
  /** Unfinished jobs and the texts of them that wait or are worked on, for metrics. */
  readJobsLoad(): Promise<{ jobs: number; texts: number }>;
};

/** What the row of a text and its result take besides the text, in the units of the limits; a refused text has one too. */
export const ITEM_LENGTH = 500;

/** Rows of one statement; Postgres takes 65,535 parameters, SQLite 32,766. */
const INSERT_ROWS = 200;
/** UTF-16 units of texts in one statement: some ten milliseconds on SQLite. */
const INSERT_LENGTH = 300_000;

/** A few items at a time, at least one. */
function* inPieces(items: readonly NewJobItem[]): Generator<NewJobItem[]> {
  let piece: NewJobItem[] = [];
  let length = 0;
  for (const item of items) {
    const isFull = piece.length === INSERT_ROWS || length + lengthOf(item) > INSERT_LENGTH;
    if (isFull && piece.length > 0) {
      yield piece;
      piece = [];
      length = 0;
    }
    piece.push(item);
    length += lengthOf(item);
  }
  if (piece.length > 0) yield piece;
}

export function jobRows(run: Run, dialect: DialectName): JobRows {
  return {
    insertJob: (job, items, { limits, keptMs, isQuotaSpent }) =>
      run.write(async (trx) => {
        const account = trx.selectFrom("accounts").select("id").where("id", "=", job.accountId);
        // Requests of one account are serialised, on all copies: each sees the jobs of those before.
        const locked = dialect === "postgres" ? account.forNoKeyUpdate() : account;
        if (!(await locked.executeTakeFirst())) return { outcome: "account_gone" };
        const earlier = await findRepeated(trx, job);
        if (earlier) return earlier;
        if (isQuotaSpent) return { outcome: "quota_exceeded" };
        const length = items.reduce((sum, item) => sum + ITEM_LENGTH + lengthOf(item), 0);
        const full = await findFull(trx, { limits, job, length });
        if (full) return { outcome: full };
        const row = await trx
          .insertInto("jobs")
          .values(toJobRow(job, items, { length, keptMs }))
          .returningAll()
          .executeTakeFirstOrThrow();
        let from = 0;
        for (const some of inPieces(items)) {
          const rows = some.map((item, at) => toItemRow(job.id, from + at, item));
          await trx.insertInto("job_items").values(rows).execute();
          from += some.length;
          // On SQLite a statement is synchronous: others get a turn of the event loop.
          await turn();
        }
        return { outcome: "inserted", job: toJob(row) };
      }),

    findJob: (owner, id) =>
      run.read(async (db) => {
        const query = ownedBy(db.selectFrom("jobs"), owner).where("id", "=", id);
        const row = await query.selectAll().executeTakeFirst();
        return row ? toJob(row) : null;
      }),

    listJobs: (owner, { limit, before }) =>
      run.read(async (db) => {
        let query = ownedBy(db.selectFrom("jobs"), owner).selectAll();
        if (before !== undefined) {
          const seq = db.selectFrom("jobs as earlier").select("earlier.seq");
          query = query.where("seq", "<", seq.where("earlier.id", "=", before));
        }
        const rows = await query.orderBy("seq", "desc").limit(limit).execute();
        return rows.map(toJob);
      }),

    listJobResults: (jobId, { from, limit, at }) =>
      run.read(async (db) => {
        const found = db
          .selectFrom("job_items")
          .innerJoin("jobs", "jobs.id", "job_items.job_id")
          .where("job_id", "=", jobId)
          .where("position", ">=", from)
          .where("jobs.status", "=", "done")
          .where("jobs.expires_at", ">", at)
          .orderBy("position");
        const sizes = await found.select(sizeOf("result").as("size")).limit(limit).execute();
        const rows = await found
          .select(["position", "item_id", "result"])
          .limit(takeBySize(sizes).length)
          .execute();
        return rows.map(({ position, item_id, result }) => ({
          position,
          itemId: item_id,
          result: result ?? "{}",
        }));
      }),

    cancelJob: (id, at) =>
      run.write(async (trx) => {
        const row = await trx
          .updateTable("jobs")
          .set((eb) => ({
            status: "cancelled",
            finished_at: eb.fn.coalesce("finished_at", eb.val(at)),
            expires_at: at,
            webhook_at: null,
          }))
          .where("id", "=", id)
          .where("status", "not in", ["cancelled", "expired"])
          .returning("id")
          .executeTakeFirst();
        return row !== undefined;
      }),

    wipeJobItems: (jobId, limit) =>
      run.write(async (trx) => {
        const sizes = await trx
          .selectFrom("job_items")
          .select(["position", sizeOf("content", "result").as("size")])
          .where("job_id", "=", jobId)
          .orderBy("position")
          .limit(limit)
          .execute();
        const last = takeBySize(sizes).at(-1);
        if (last === undefined) return 0;
        const { numDeletedRows } = await trx
          .deleteFrom("job_items")
          .where("job_id", "=", jobId)
          .where("position", "<=", last.position)
          .executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      }),

    listJobsToWipe: (at) =>
      run.write(async (trx) => {
        await trx
          .updateTable("jobs")
          .set({ status: "expired", webhook_at: null })
          .where("status", "=", "done")
          .where("expires_at", "<=", at)
          .execute();
        const rows = await trx
          .selectFrom("jobs")
          .select("id")
          .where("status", "in", ["cancelled", "expired"])
          .where(({ exists, selectFrom }) =>
            exists(selectFrom("job_items").select("position").whereRef("job_id", "=", "jobs.id")),
          )
          .execute();
        return rows.map(({ id }) => id);
      }),

    forgetJobs: (createdBefore) =>
      run.write(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom("jobs")
          .where("created_at", "<", createdBefore)
          .where("status", "in", ["cancelled", "expired"])
          .executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      }),

    readJobsLoad: () =>
      run.read(async (db) => {
        const row = await db
          .selectFrom("jobs")
          .select((eb) => [
            eb.fn.countAll<number>().as("jobs"),
            sql<number>`coalesce(sum(total - done - failed - refused), 0)`.as("texts"),
          ])
          .where("status", "in", ["queued", "running"])
          .executeTakeFirstOrThrow();
        return { jobs: Number(row.jobs), texts: Number(row.texts) };
      }),
  };
}

function ownedBy<T>(jobs: SelectQueryBuilder<Schema, "jobs", T>, { accountId, keyId }: JobOwner) {
  return jobs
    .where("account_id", "=", accountId)
    .where((eb) =>
      eb.or([
        eb("key_id", "=", keyId),
        eb(
          "key_id",
          "in",
          eb.selectFrom("api_keys").select("api_keys.id").where("replaced_by", "=", keyId),
        ),
      ]),
    );
}

async function findRepeated(
  trx: Transaction<Schema>,
  { idempotency }: NewJob,
): Promise<InsertedJob | null> {
  if (idempotency === undefined) return null;
  const row = await trx
    .selectFrom("jobs")
    .selectAll()
    .where("idempotency_hash", "=", idempotency.hash)
    .executeTakeFirst();
  if (!row) return null;
  return row.body_hash === idempotency.bodyHash
    ? { outcome: "repeated", job: toJob(row) }
    : { outcome: "other_body" };
}

async function findFull(
  trx: Transaction<Schema>,
  { job, length, limits }: { job: NewJob; length: number; limits: JobLimits },
): Promise<"too_many" | "account_full" | "full" | null> {
  const held = trx
    .selectFrom("jobs")
    .select((eb) => [
      sql<number>`count(case when status in ('queued', 'running') then 1 end)`.as("unfinished"),
      eb.fn.coalesce(eb.fn.sum<number>("length"), eb.lit(0)).as("length"),
    ])
    .where("status", "in", ["queued", "running", "done"])
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", job.createdAt)]));
  const own = await held.where("account_id", "=", job.accountId).executeTakeFirstOrThrow();
  if (Number(own.unfinished) >= limits.perAccount) return "too_many";
  if (Number(own.length) + length > limits.lengthPerAccount) return "account_full";
  // Not locked against other accounts: a few jobs too many at once do no harm.
  const all = await held.executeTakeFirstOrThrow();
  return Number(all.length) + length > limits.length ? "full" : null;
}

function toJobRow(
  job: NewJob,
  items: readonly NewJobItem[],
  { length, keptMs }: { length: number; keptMs: number },
) {
  const failed = items.filter((item) => "error" in item).length;
  const isFinished = failed === items.length;
  return {
    id: job.id,
    account_id: job.accountId,
    key_id: job.keyId,
    mode: job.isTest ? "test" : null,
    task: job.task,
    options: job.options,
    status: isFinished ? "done" : "queued",
    total: items.length,
    done: 0,
    failed,
    refused: 0,
    length,
    created_at: job.createdAt,
    served_at: null,
    finished_at: isFinished ? job.createdAt : null,
    expires_at: isFinished ? job.createdAt + keptMs : null,
    idempotency_hash: job.idempotency?.hash ?? null,
    body_hash: job.idempotency?.bodyHash ?? null,
    webhook_url: job.webhookUrl,
    webhook_status: job.webhookUrl === null ? null : "waiting",
    webhook_attempts: 0,
    webhook_at: isFinished && job.webhookUrl !== null ? job.createdAt : null,
  };
}

function toItemRow(jobId: string, position: number, item: NewJobItem) {
  const isRefused = "error" in item;
  return {
    job_id: jobId,
    position,
    item_id: item.id === undefined ? null : JSON.stringify(item.id),
    name: item.name?.replaceAll("\0", "\uFFFD").toWellFormed() ?? null,
    format: item.format ?? null,
    content: isRefused ? null : JSON.stringify(item.content),
    length: lengthOf(item),
    status: isRefused ? "failed" : "waiting",
    result: isRefused ? item.error : null,
    lease: null,
    lease_until: 0,
    attempts: 0,
  };
}

function lengthOf(item: NewJobItem): number {
  return "content" in item ? item.content.length : 0;
}

export function toJob(row: Selectable<Schema["jobs"]>): Job {
  return {
    id: row.id,
    accountId: row.account_id,
    keyId: row.key_id,
    isTest: row.mode === "test",
    task: row.task as JobTask,
    options: row.options,
    status: row.status as JobStatus,
    total: row.total,
    done: row.done,
    failed: row.failed,
    refused: row.refused,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
    webhook:
      row.webhook_url === null
        ? null
        : {
            url: row.webhook_url,
            status: row.webhook_status as WebhookStatus,
            attempts: row.webhook_attempts,
          },
  };
}
