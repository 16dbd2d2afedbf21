// Counting a check: the one write every paid answer waits for. The conditional increment on
// account_days is authoritative for the quota, on every copy of the program; the usage by key and
// endpoint, the key's last use and the idempotency row are written in the same transaction, so they
// can never disagree with it. Why it is done this way: docs/decisions/0004-counting-checks.md.
import type { Kysely, Transaction } from "kysely";
import { createGroupCommit } from "./group-commit.ts";
import { holdsJobItems, type JobRecord, recordOutcomes } from "./job-work-rows.ts";
import type { DialectName } from "./migrations.ts";
import type { Run, Schema } from "./schema.ts";

export type CheckToCount = {
  accountId: string;
  /** Null for a check made without a key (the dashboard's own). */
  keyId: string | null;
  endpoint: string;
  day: string;
  /** The account's checks for that day. */
  limit: number;
  /** The key's own checks for that day, when it has a limit of its own. */
  keyLimit?: number | null | undefined;
  /** How many to count: one, or those of a batch; none to keep only the idempotency key. */
  checks: number;
  at: number;
  idempotency?: { hash: string; bodyHash: string; expiresAt: number } | undefined;
  /** Results of a job, one for each check. They are written with the count or not at all; those beyond what could be
   * counted are left as they are. */
  record?: JobRecord | undefined;
};

export type CountOutcome =
  /** `counted` may be fewer than asked for when the quota holds no more; `used` is the new total. */
  | { outcome: "counted"; counted: number; used: number; keyUsed?: number | undefined }
  /** The same idempotency key and body were counted before: this answer is free. */
  | { outcome: "replayed"; counted: number }
  /** There was nothing to count; the idempotency key is bound to this body all the same. */
  | { outcome: "free" }
  | { outcome: "other_body" }
  | { outcome: "quota_exceeded" }
  /** The account has checks left, the key has none. */
  | { outcome: "key_quota_exceeded" }
  | { outcome: "account_gone" }
  /** The lease on these texts of a job was lost, or the job was cancelled: nothing was counted. */
  | { outcome: "lease_lost" };

export type CheckRows = {
  countCheck(check: CheckToCount): Promise<CountOutcome>;
  readUsed(accountId: string, day: string): Promise<number>;
  /** Checks made with one key on that day. */
  readKeyUsed(keyId: string, accountId: string, day: string): Promise<number>;
  /** What is known of an idempotency key that has not expired. */
  findIdempotency(
    hash: string,
    at: number,
  ): Promise<{ bodyHash: string; checks: number; expiresAt: number } | null>;
};

export function checkRows(run: Run, dialect: DialectName): CheckRows {
  // SQLite has one writer and flushes the disk per transaction, so all waiting checks share one. On Postgres
  // those of one account do, which would otherwise queue for its row one by one.
  const countCheck = createGroupCommit(
    (check: CheckToCount) => (dialect === "sqlite" ? "" : check.accountId),
    (checks) =>
      run.write(async (trx) => {
        const outcomes: CountOutcome[] = [];
        for (const check of checks) outcomes.push(await countOne({ trx, dialect }, check));
        return outcomes;
      }),
  );
  return {
    countCheck,

    readUsed: (accountId, day) =>
      run.read(async (db) => {
        const row = await db
          .selectFrom("account_days")
          .select("used")
          .where("account_id", "=", accountId)
          .where("day", "=", day)
          .executeTakeFirst();
        return row?.used ?? 0;
      }),

    readKeyUsed: (keyId, accountId, day) =>
      run.read((db) => sumOfKey(db, { keyId, accountId, day })),

    findIdempotency: (hash, at) =>
      run.read(async (db) => {
        const row = await db
          .selectFrom("idempotency")
          .select(["body_hash", "checks", "expires_at"])
          .where("hash", "=", hash)
          .where("expires_at", ">", at)
          .executeTakeFirst();
        if (!row) return null;
        return { bodyHash: row.body_hash, checks: row.checks, expiresAt: row.expires_at };
      }),
  };
}

type On = { trx: Transaction<Schema>; dialect: DialectName };

/** The idempotency row comes before the count: a repetition must find it there. */
async function countOne(on: On, check: CheckToCount): Promise<CountOutcome> {
  const { trx } = on;
  const { idempotency, record } = check;
  if (record) {
    // The account's row comes first, as in every count.
    await accountIfThere(on).select("id").where("id", "=", check.accountId).execute();
    if (!(await holdsJobItems(on, record))) return { outcome: "lease_lost" };
  }
  if (idempotency) {
    const earlier = await claimIdempotency(on, check, idempotency);
    if (earlier === "account_gone") return { outcome: "account_gone" };
    if (earlier) {
      return earlier.bodyHash === idempotency.bodyHash
        ? { outcome: "replayed", counted: earlier.checks }
        : { outcome: "other_body" };
    }
  }
  if (check.checks === 0) return { outcome: "free" };
  const outcome = await incrementWithinKey(on, check);
  if (outcome.outcome === "counted") {
    await noteUsage(trx, check, outcome.counted);
    if (record) {
      const outcomes = record.outcomes.slice(0, outcome.counted);
      await recordOutcomes(trx, { ...record, outcomes });
    }
    if (idempotency && outcome.counted !== check.checks) {
      await trx
        .updateTable("idempotency")
        .set({ checks: outcome.counted })
        .where("hash", "=", idempotency.hash)
        .execute();
    }
  } else if (idempotency) {
    await trx.deleteFrom("idempotency").where("hash", "=", idempotency.hash).execute();
  }
  return outcome;
}

/** Claims the idempotency key for this check, or returns what it was used for before. */
async function claimIdempotency(
  on: On,
  check: CheckToCount,
  { hash, bodyHash, expiresAt }: NonNullable<CheckToCount["idempotency"]>,
): Promise<{ bodyHash: string; checks: number } | "account_gone" | null> {
  const claimed = await on.trx
    .insertInto("idempotency")
    .columns(["hash", "body_hash", "account_id", "checks", "expires_at"])
    .expression(
      accountIfThere(on)
        .select(({ val, ref }) => [
          val(hash).as("hash"),
          val(bodyHash).as("body_hash"),
          ref("id").as("account_id"),
          val(check.checks).as("checks"),
          val(expiresAt).as("expires_at"),
        ])
        .where("id", "=", check.accountId),
    )
    .onConflict((oc) =>
      oc
        .column("hash")
        .doUpdateSet((eb) => ({
          body_hash: eb.ref("excluded.body_hash"),
          checks: eb.ref("excluded.checks"),
          expires_at: eb.ref("excluded.expires_at"),
        }))
        .where("idempotency.expires_at", "<=", check.at),
    )
    .returning("hash")
    .executeTakeFirst();
  if (claimed) return null;
  const earlier = await on.trx
    .selectFrom("idempotency")
    .select(["body_hash", "checks"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  return earlier ? { bodyHash: earlier.body_hash, checks: earlier.checks } : "account_gone";
}

/** The key's own limit comes first. The account's row is locked while it is read, so that no two copies of the
 * program can use the same check. */
async function incrementWithinKey(on: On, check: CheckToCount): Promise<CountOutcome> {
  const { keyId, accountId, day, keyLimit } = check;
  if (keyId === null || keyLimit === null || keyLimit === undefined) return increment(on, check);
  await accountIfThere(on).select("id").where("id", "=", accountId).execute();
  const keyUsed = await sumOfKey(on.trx, { keyId, accountId, day });
  const checks = Math.min(check.checks, keyLimit - keyUsed);
  if (checks < 1) return { outcome: "key_quota_exceeded" };
  const outcome = await increment(on, { ...check, checks });
  return outcome.outcome === "counted"
    ? { ...outcome, keyUsed: keyUsed + outcome.counted }
    : outcome;
}

async function sumOfKey(
  db: Kysely<Schema>,
  { keyId, accountId, day }: { keyId: string; accountId: string; day: string },
): Promise<number> {
  const { sum } = await db
    .selectFrom("usage")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("checks"), eb.lit(0)).as("sum"))
    .where("account_id", "=", accountId)
    .where("day", "=", day)
    .where("key_id", "=", keyId)
    .executeTakeFirstOrThrow();
  return Number(sum);
}

async function increment(
  on: On,
  { accountId, day, limit, checks }: CheckToCount,
): Promise<CountOutcome> {
  for (let wanted = Math.min(checks, limit); wanted > 0; ) {
    const row = await on.trx
      .insertInto("account_days")
      .columns(["account_id", "day", "used"])
      .expression(
        accountIfThere(on)
          .select(({ val, ref }) => [
            ref("id").as("account_id"),
            val(day).as("day"),
            val(wanted).as("used"),
          ])
          .where("id", "=", accountId),
      )
      .onConflict((oc) =>
        oc
          .columns(["account_id", "day"])
          .doUpdateSet((eb) => ({ used: eb("account_days.used", "+", wanted) }))
          .where("account_days.used", "<=", limit - wanted),
      )
      .returning("used")
      .executeTakeFirst();
    if (row) return { outcome: "counted", counted: wanted, used: row.used };
    const held = await on.trx
      .selectFrom("account_days")
      .select("used")
      .where("account_id", "=", accountId)
      .where("day", "=", day)
      .executeTakeFirst();
    if (!held) return { outcome: "account_gone" };
    // Only a batch tries again, for as many as are left.
    wanted = Math.min(wanted - 1, limit - held.used);
  }
  return { outcome: "quota_exceeded" };
}

async function noteUsage(
  trx: Transaction<Schema>,
  { accountId, keyId, endpoint, day, at }: CheckToCount,
  counted: number,
): Promise<void> {
  await trx
    .insertInto("usage")
    .values({ account_id: accountId, day, key_id: keyId ?? "", endpoint, checks: counted })
    .onConflict((oc) =>
      oc
        .columns(["account_id", "day", "key_id", "endpoint"])
        .doUpdateSet((eb) => ({ checks: eb("usage.checks", "+", counted) })),
    )
    .execute();
  if (keyId !== null)
    await trx.updateTable("api_keys").set({ last_used_at: at }).where("id", "=", keyId).execute();
}

/** The account's row as the source of an insert: one that was deleted gives no row. On Postgres it is
 * also locked until the transaction ends. As that is the first thing every count does, counts of one
 * account and its deletion are serialised, on all copies, and never deadlock. */
function accountIfThere({ trx, dialect }: On) {
  const account = trx.selectFrom("accounts");
  return dialect === "postgres" ? account.forNoKeyUpdate() : account;
}
