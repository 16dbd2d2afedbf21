// The latest requests refused because of their key or Origin, by key: what an owner needs to find out which half was
// wrong. Bounded for each key and each account, so that refused requests can't fill the store.
import type { Run } from "./schema.ts";

export type RefusedRequest = {
  at: number;
  /** Requests alike that were refused within a moment are one row. */
  times: number;
  reason: string;
  /** The Origin header as sent, cut; null where there was none. */
  origin: string | null;
  endpoint: string | null;
};

export type RefusedRequestOfKey = RefusedRequest & { accountId: string; keyId: string };

export const refusedPerKeyMax = 100;
const refusedPerAccountMax = 1000;

export type RefusedRequestRows = {
  /** Removes older rows beyond the bounds. */
  addRefusedRequests(requests: readonly RefusedRequestOfKey[]): Promise<void>;
  /** Newest first. */
  listRefusedRequests(keyId: string): Promise<RefusedRequest[]>;
};

export function refusedRequestRows(run: Run): RefusedRequestRows {
  return {
    addRefusedRequests: (requests) =>
      run.write(async (trx) => {
        for (const { accountId, keyId, at, times, reason, origin, endpoint } of requests) {
          await trx
            .insertInto("refused_requests")
            .columns(["account_id", "key_id", "at", "times", "reason", "origin", "endpoint"])
            // The account may have been deleted since its key was refused.
            .expression((eb) =>
              eb
                .selectFrom("api_keys")
                .select(({ val, ref }) => [
                  ref("account_id").as("account_id"),
                  ref("id").as("key_id"),
                  val(at).as("at"),
                  val(times).as("times"),
                  val(reason).as("reason"),
                  val(origin).as("origin"),
                  val(endpoint).as("endpoint"),
                ])
                .where("id", "=", keyId)
                .where("account_id", "=", accountId),
            )
            .execute();
        }
        const trim = async (column: "key_id" | "account_id", value: string, most: number) => {
          await trx
            .deleteFrom("refused_requests")
            .where(column, "=", value)
            .where("seq", "<=", (eb) =>
              eb
                .selectFrom("refused_requests as newer")
                .select("newer.seq")
                .where(`newer.${column}`, "=", value)
                .orderBy("newer.seq", "desc")
                .limit(1)
                .offset(most),
            )
            .execute();
        };
        // In one order everywhere, so that two copies never deadlock on each other's rows.
        const keys = new Set(requests.map(({ keyId }) => keyId));
        const accounts = new Set(requests.map(({ accountId }) => accountId));
        for (const key of [...keys].toSorted()) await trim("key_id", key, refusedPerKeyMax);
        for (const account of [...accounts].toSorted())
          await trim("account_id", account, refusedPerAccountMax);
      }),

    listRefusedRequests: (keyId) =>
      run.read((db) =>
        db
          .selectFrom("refused_requests")
          .select(["at", "times", "reason", "origin", "endpoint"])
          .where("key_id", "=", keyId)
          .orderBy("seq", "desc")
          .limit(refusedPerKeyMax)
          .execute(),
      ),
  };
}
