// What the dashboard and GET /v1/usage show: checks by day, key and endpoint, and refusals by reason.
// Also sweeps expired rows.
import type { Run } from "./schema.ts";

export type UsageRow = { day: string; keyId: string | null; endpoint: string; checks: number };
export type RefusalRow = { day: string; keyId: string | null; reason: string; times: number };
export type RefusalCount = RefusalRow & { accountId: string };

export type UsageRows = {
  /** Both days included, oldest first. */
  listUsage(accountId: string, days: { from: string; to: string }): Promise<UsageRow[]>;
  listRefusals(accountId: string, days: { from: string; to: string }): Promise<RefusalRow[]>;
  addRefusals(counts: RefusalCount[]): Promise<void>;
  /** Removes expired idempotency rows, ended sessions, refused and logged requests of over a month ago and what was kept of deleted accounts for days past; says how many rows went. */
  sweepExpired(limits: { at: number; sessionSeenBefore: number }): Promise<number>;
  /** A random value made once per installation and then always the same. */
  keepSetting(name: string, valueIfNew: string): Promise<string>;
  readSetting(name: string): Promise<string | null>;
  saveSetting(name: string, value: string): Promise<void>;
};

/** A month: long enough to look into, and Origins of strangers are not kept for ever. */
const REFUSED_KEPT_MS = 30 * 86_400_000;

export function usageRows(run: Run): UsageRows {
  return {
    listUsage: (accountId, { from, to }) =>
      run.read(async (db) => {
        const rows = await db
          .selectFrom("usage")
          .select(["day", "key_id", "endpoint", "checks"])
          .where("account_id", "=", accountId)
          .where("day", ">=", from)
          .where("day", "<=", to)
          .orderBy("day")
          .orderBy("key_id")
          .orderBy("endpoint")
          .execute();
        return rows.map(({ key_id, ...rest }) => ({ ...rest, keyId: key_id || null }));
      }),

    listRefusals: (accountId, { from, to }) =>
      run.read(async (db) => {
        const rows = await db
          .selectFrom("refusals")
          .select(["day", "key_id", "reason", "times"])
          .where("account_id", "=", accountId)
          .where("day", ">=", from)
          .where("day", "<=", to)
          .orderBy("day")
          .orderBy("key_id")
          .orderBy("reason")
          .execute();
        return rows.map(({ key_id, ...rest }) => ({ ...rest, keyId: key_id || null }));
      }),

    addRefusals: (counts) =>
      run.write(async (trx) => {
        for (const { accountId, day, keyId, reason, times } of counts) {
          await trx
            .insertInto("refusals")
            .columns(["account_id", "day", "key_id", "reason", "times"])
            // The account may have been deleted since it was refused.
            .expression((eb) =>
              eb
                .selectFrom("accounts")
                .select(({ val, ref }) => [
                  ref("id").as("account_id"),
                  val(day).as("day"),
                  val(keyId ?? "").as("key_id"),
                  val(reason).as("reason"),
                  val(times).as("times"),
                ])
                .where("id", "=", accountId),
            )
            .onConflict((oc) =>
              oc
                .columns(["account_id", "day", "key_id", "reason"])
                .doUpdateSet((eb) => ({ times: eb("refusals.times", "+", times) })),
            )
            .execute();
        }
      }),

    sweepExpired: ({ at, sessionSeenBefore }) =>
      run.write(async (trx) => {
        const idempotency = await trx
          .deleteFrom("idempotency")
          .where("expires_at", "<=", at)
          .executeTakeFirst();
        const sessions = await trx
          .deleteFrom("sessions")
          .where((eb) =>
            eb.or([eb("expires_at", "<=", at), eb("last_seen_at", "<=", sessionSeenBefore)]),
          )
          .executeTakeFirst();
        const spent = await trx
          .deleteFrom("spent_days")
          .where("day", "<", new Date(at).toISOString().slice(0, 10))
          .executeTakeFirst();
        const refused = await trx
          .deleteFrom("refused_requests")
          .where("at", "<=", at - REFUSED_KEPT_MS)
          .executeTakeFirst();
        const logged = await trx
          .deleteFrom("request_log")
          .where("at", "<=", at - REFUSED_KEPT_MS)
          .executeTakeFirst();
        let removed =
          logged.numDeletedRows +
          idempotency.numDeletedRows +
          sessions.numDeletedRows +
          spent.numDeletedRows +
          refused.numDeletedRows;
        for (const table of ["reset_links", "shares"] as const) {
          const links = await trx
            .deleteFrom(table)
            .where("expires_at", "<=", at)
            .executeTakeFirst();
          removed += links.numDeletedRows;
        }
        return Number(removed);
      }),

    keepSetting: (name, valueIfNew) =>
      run.write(async (trx) => {
        await trx
          .insertInto("settings")
          .values({ name, value: valueIfNew })
          .onConflict((oc) => oc.column("name").doNothing())
          .execute();
        const query = trx.selectFrom("settings").select("value").where("name", "=", name);
        return (await query.executeTakeFirstOrThrow()).value;
      }),

    readSetting: (name) =>
      run.read(async (db) => {
        const query = db.selectFrom("settings").select("value").where("name", "=", name);
        return (await query.executeTakeFirst())?.value ?? null;
      }),

    saveSetting: (name, value) =>
      run.write(async (trx) => {
        await trx
          .insertInto("settings")
          .values({ name, value })
          .onConflict((oc) => oc.column("name").doUpdateSet({ value }))
          .execute();
      }),
  };
}
