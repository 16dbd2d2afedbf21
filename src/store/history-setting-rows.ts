// For how many days each account keeps its results, if it keeps any.
import { type AuditEntry, writeAudit } from "./audit-rows.ts";
import type { Run } from "./schema.ts";

export type HistorySettingRows = {
  /** Days for which results are kept; null while the account keeps none. */
  readHistoryDays(accountId: string): Promise<number | null>;
  /** Also moves the end of what is kept already. False when the account is gone. */
  setHistoryDays(change: { accountId: string; days: number }, audit: AuditEntry): Promise<boolean>;
  /** Nothing more is written from here on; what is kept stays. */
  endHistory(accountId: string, audit: AuditEntry): Promise<void>;
  /** Upper bound on the days of all accounts, whatever they chose before. */
  capHistoryDays(days: number): Promise<void>;
};

export const DAY_MS = 86_400_000;

export function historySettingRows(run: Run): HistorySettingRows {
  return {
    readHistoryDays: (accountId) =>
      run.read(async (db) => {
        const row = await db
          .selectFrom("history_settings")
          .select("days")
          .where("account_id", "=", accountId)
          .executeTakeFirst();
        return row?.days ?? null;
      }),

    setHistoryDays: ({ accountId, days }, audit) =>
      run.write(async (trx) => {
        const set = await trx
          .insertInto("history_settings")
          .columns(["account_id", "days"])
          .expression((eb) =>
            eb
              .selectFrom("accounts")
              .select(({ val, ref }) => [ref("id").as("account_id"), val(days).as("days")])
              .where("id", "=", accountId),
          )
          .onConflict((oc) => oc.column("account_id").doUpdateSet({ days }))
          .returning("account_id")
          .executeTakeFirst();
        if (!set) return false;
        await trx
          .updateTable("history")
          .set((eb) => ({ expires_at: eb("at", "+", days * DAY_MS) }))
          .where("account_id", "=", accountId)
          .execute();
        await writeAudit(trx, audit);
        return true;
      }),

    endHistory: (accountId, audit) =>
      run.write(async (trx) => {
        await trx.deleteFrom("history_settings").where("account_id", "=", accountId).execute();
        await writeAudit(trx, audit);
      }),

    capHistoryDays: (days) =>
      run.write(async (trx) => {
        await trx.updateTable("history_settings").set({ days }).where("days", ">", days).execute();
        await trx
          .updateTable("history")
          .set((eb) => ({ expires_at: eb("at", "+", days * DAY_MS) }))
          .where((eb) => eb("expires_at", ">", eb("at", "+", days * DAY_MS)))
          .execute();
      }),
  };
}
