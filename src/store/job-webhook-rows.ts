// Webhooks of finished jobs, shared by all copies of the program: a copy holds a due one while it delivers it, and one
// held by a copy that died is due again.
import type { Kysely } from "kysely";
import { type Job, toJob } from "./job-rows.ts";
import type { DialectName } from "./migrations.ts";
import type { Run, Schema } from "./schema.ts";

/** A webhook that is due, held until `heldUntil`. */
export type DueWebhook = { job: Job; attempt: number };

export type JobWebhookRows = {
  claimWebhook(claim: {
    at: number;
    heldUntil: number;
    /** Accounts that have their share of this copy already. */
    except: readonly string[];
  }): Promise<DueWebhook | null>;
  /** `dueAt` is null when it is not tried again. */
  settleWebhook(
    jobId: string,
    settled: { status: "waiting" | "delivered" | "failed"; attempts: number; dueAt: number | null },
  ): Promise<void>;
};

export function jobWebhookRows(run: Run, dialect: DialectName): JobWebhookRows {
  return {
    async claimWebhook({ at, heldUntil, except }) {
      const find = (db: Kysely<Schema>) => {
        const query = db
          .selectFrom("jobs")
          .selectAll()
          .where("webhook_at", "<=", at)
          .orderBy("webhook_at")
          .limit(1);
        return except.length === 0 ? query : query.where("account_id", "not in", [...except]);
      };
      if (!(await run.read((db) => find(db).executeTakeFirst()))) return null;
      return run.write(async (trx) => {
        const found = find(trx);
        const row = await (dialect === "postgres"
          ? found.forUpdate().skipLocked()
          : found
        ).executeTakeFirst();
        if (!row) return null;
        const attempt = row.webhook_attempts + 1;
        await trx
          .updateTable("jobs")
          .set({ webhook_at: heldUntil, webhook_attempts: attempt })
          .where("id", "=", row.id)
          .execute();
        return { job: toJob(row), attempt };
      });
    },

    settleWebhook: (jobId, { status, attempts, dueAt }) =>
      run.write(async (trx) => {
        await trx
          .updateTable("jobs")
          .set({ webhook_status: status, webhook_at: dueAt })
          .where("id", "=", jobId)
          // Wiped meanwhile, or tried again by another copy: then this attempt no longer counts.
          .where("webhook_attempts", "=", attempts)
          .where("webhook_at", "is not", null)
          .execute();
      }),
  };
}
