// The work of jobs, shared by all copies of the program. A copy takes a few texts of a job on a lease and renews it
// while it works; texts of a copy that died are released when their lease expires. The outcome of a text is written
// only by the holder of its lease, and a result in the same transaction as its check is counted (check-rows.ts): so
// each text is charged exactly once, whichever copy is killed when.
import type { Kysely, Transaction } from "kysely";
import { type Job, type JobStatus, toJob } from "./job-rows.ts";
import type { DialectName } from "./migrations.ts";
import type { Run, Schema } from "./schema.ts";

export type JobItem = {
  position: number;
  content: string;
  name: string | undefined;
  format: string | undefined;
  /** 1 for the first; more when a copy died while it worked on this text. */
  attempt: number;
};

/** Some texts of a job, held by the lease. */
export type JobSlice = { job: Job; items: JobItem[]; lease: string };

export type SliceClaim = {
  at: number;
  leaseUntil: number;
  lease: string;
  /** Accounts that have their share of this copy already. */
  except: readonly string[];
  /** How many texts, and how many UTF-16 units of them unless the first has more. */
  itemsMax: number;
  lengthMax: number;
};

export type ItemOutcome = {
  position: number;
  status: "done" | "failed" | "refused";
  /** JSON, as it is answered. */
  result: string;
};

/** The outcomes of the texts of one slice. */
export type JobRecord = {
  jobId: string;
  lease: string;
  outcomes: readonly ItemOutcome[];
  at: number;
  /** For how long results are kept once the job has finished. */
  keptMs: number;
};

export type JobWorkRows = {
  /** The next texts: of the least recently served account, and of its least recently served job. */
  claimJobSlice(claim: SliceClaim): Promise<JobSlice | null>;
  /** How many texts are still held; 0 when the job was cancelled or the lease was lost. */
  renewJobLease(lease: string, until: number): Promise<number>;
  /** Puts texts back that were not worked on; they lose no attempt. */
  releaseJobLease(lease: string): Promise<void>;
  /** Writes outcomes that cost nothing. False when the lease is lost: then nothing is written. */
  settleJobItems(record: JobRecord): Promise<boolean>;
  /** Ends jobs that were accepted before: texts not done by then are given `result`. */
  endStaleJobs(stale: {
    createdBefore: number;
    result: string;
    at: number;
    keptMs: number;
  }): Promise<number>;
};

const UNFINISHED: JobStatus[] = ["queued", "running"];

export function jobWorkRows(run: Run, dialect: DialectName): JobWorkRows {
  const isPostgres = dialect === "postgres";

  return {
    async claimJobSlice(claim) {
      // Looked up without the write lock first: most of the time there is nothing to do.
      if (!(await run.read((db) => jobToServe(db, claim).executeTakeFirst()))) return null;
      return run.write(async (trx) => {
        const found = jobToServe(trx, claim);
        const row = await (isPostgres ? found.forUpdate().skipLocked() : found).executeTakeFirst();
        if (!row) return null;
        const items = await leaseItems({ trx, dialect }, row.id, claim);
        if (items.length === 0) return null;
        await trx
          .updateTable("jobs")
          .set({ status: "running", served_at: claim.at })
          .where("id", "=", row.id)
          .execute();
        return { job: { ...toJob(row), status: "running" }, items, lease: claim.lease };
      });
    },

    renewJobLease: (lease, until) =>
      run.write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable("job_items")
          .set({ lease_until: until })
          .where("lease", "=", lease)
          .where("status", "=", "waiting")
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom("jobs")
                .select("jobs.id")
                .whereRef("jobs.id", "=", "job_items.job_id")
                .where("jobs.status", "in", UNFINISHED),
            ),
          )
          .executeTakeFirstOrThrow();
        return Number(numUpdatedRows);
      }),

    releaseJobLease: (lease) =>
      run.write(async (trx) => {
        await trx
          .updateTable("job_items")
          .set((eb) => ({ lease: null, lease_until: 0, attempts: eb("attempts", "-", 1) }))
          .where("lease", "=", lease)
          .where("status", "=", "waiting")
          .execute();
      }),

    settleJobItems: (record) =>
      run.write(async (trx) => {
        if (!(await holdsJobItems({ trx, dialect }, record))) return false;
        await recordOutcomes(trx, record);
        return true;
      }),

    endStaleJobs: ({ createdBefore, result, at, keptMs }) =>
      run.write(async (trx) => {
        const stale = trx
          .selectFrom("jobs")
          .selectAll()
          .where("status", "in", UNFINISHED)
          .where("created_at", "<", createdBefore);
        const rows = await (isPostgres ? stale.forUpdate().skipLocked() : stale).execute();
        for (const row of rows) {
          const ended = await trx
            .updateTable("job_items")
            .set({ status: "failed", result, content: null, lease: null, lease_until: 0 })
            .where("job_id", "=", row.id)
            .where("status", "=", "waiting")
            .executeTakeFirstOrThrow();
          await addToJob(trx, row.id, { failed: Number(ended.numUpdatedRows) }, { at, keptMs });
        }
        return rows.length;
      }),
  };
}

/** The least recently served job of the least recently served account that has texts waiting. */
function jobToServe(db: Kysely<Schema>, { at, except }: SliceClaim) {
  const query = db
    .selectFrom("jobs")
    .selectAll("jobs")
    .where("jobs.status", "in", UNFINISHED)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("job_items")
          .select("position")
          .whereRef("job_items.job_id", "=", "jobs.id")
          .where("job_items.status", "=", "waiting")
          .where("job_items.lease_until", "<=", at),
      ),
    )
    .orderBy((eb) =>
      eb
        .selectFrom("jobs as others")
        .select((inner) =>
          inner.fn.coalesce(inner.fn.max("others.served_at"), inner.lit(0)).as("served"),
        )
        .whereRef("others.account_id", "=", "jobs.account_id"),
    )
    .orderBy((eb) => eb.fn.coalesce("jobs.served_at", eb.lit(0)))
    .orderBy("jobs.seq")
    .limit(1);
  return except.length === 0 ? query : query.where("jobs.account_id", "not in", [...except]);
}

/** Puts the next waiting texts of a job under the lease. */
async function leaseItems(
  { trx, dialect }: { trx: Transaction<Schema>; dialect: DialectName },
  jobId: string,
  { at, lease, leaseUntil, itemsMax, lengthMax }: SliceClaim,
): Promise<JobItem[]> {
  const waiting = trx
    .selectFrom("job_items")
    .select(["position", "content", "name", "format", "length", "attempts"])
    .where("job_id", "=", jobId)
    .where("status", "=", "waiting")
    .where("lease_until", "<=", at)
    .orderBy("position")
    .limit(itemsMax);
  const isPostgres = dialect === "postgres";
  const rows = await (isPostgres ? waiting.forUpdate().skipLocked() : waiting).execute();
  // A text that was started before may be what killed a copy: it is retried alone.
  const isRetry = (rows[0]?.attempts ?? 0) > 0;
  let length = 0;
  const leased = rows.filter((item, index) => {
    length += item.length;
    return index === 0 || (length <= lengthMax && item.attempts === 0 && !isRetry);
  });
  if (leased.length === 0) return [];
  const positions = leased.map(({ position }) => position);
  await trx
    .updateTable("job_items")
    .set((eb) => ({ lease, lease_until: leaseUntil, attempts: eb("attempts", "+", 1) }))
    .where("job_id", "=", jobId)
    .where("position", "in", positions)
    .execute();
  return leased.map((item) => ({
    position: item.position,
    content: JSON.parse(item.content ?? '""') as string,
    name: item.name ?? undefined,
    format: item.format ?? undefined,
    attempt: item.attempts + 1,
  }));
}

/** Locks the job and says whether all the texts are still held by the lease. */
export async function holdsJobItems(
  { trx, dialect }: { trx: Transaction<Schema>; dialect: DialectName },
  { jobId, lease, outcomes }: JobRecord,
): Promise<boolean> {
  const job = trx
    .selectFrom("jobs")
    .select("id")
    .where("id", "=", jobId)
    .where("status", "in", UNFINISHED);
  if (!(await (dialect === "postgres" ? job.forUpdate() : job).executeTakeFirst())) return false;
  const { held } = await trx
    .selectFrom("job_items")
    .select((eb) => eb.fn.countAll<number>().as("held"))
    .where("job_id", "=", jobId)
    .where("lease", "=", lease)
    .where("status", "=", "waiting")
    .where(
      "position",
      "in",
      outcomes.map(({ position }) => position),
    )
    .executeTakeFirstOrThrow();
  return Number(held) === outcomes.length;
}

/** Writes outcomes and counts them on the job; the one that completes it sets when it is wiped. */
export async function recordOutcomes(trx: Transaction<Schema>, record: JobRecord): Promise<void> {
  const sums = { done: 0, failed: 0, refused: 0 };
  for (const { position, status, result } of record.outcomes) {
    sums[status]++;
    await trx
      .updateTable("job_items")
      .set({ status, result, content: null, lease: null, lease_until: 0 })
      .where("job_id", "=", record.jobId)
      .where("position", "=", position)
      .execute();
  }
  await addToJob(trx, record.jobId, sums, record);
}

async function addToJob(
  trx: Transaction<Schema>,
  jobId: string,
  { done = 0, failed = 0, refused = 0 }: { done?: number; failed?: number; refused?: number },
  { at, keptMs }: { at: number; keptMs: number },
): Promise<void> {
  const job = await trx
    .updateTable("jobs")
    .set((eb) => ({
      done: eb("done", "+", done),
      failed: eb("failed", "+", failed),
      refused: eb("refused", "+", refused),
    }))
    .where("id", "=", jobId)
    .returning(["total", "done", "failed", "refused", "webhook_url"])
    .executeTakeFirstOrThrow();
  if (job.done + job.failed + job.refused < job.total) return;
  await trx
    .updateTable("jobs")
    .set({
      status: "done",
      finished_at: at,
      expires_at: at + keptMs,
      webhook_at: job.webhook_url === null ? null : at,
    })
    .where("id", "=", jobId)
    .execute();
}
