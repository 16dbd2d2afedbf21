// The latest requests made with an account's keys: when, what, how it ended, how long it took; never a text, a query or
// an address. Bounded for each account, so that calls can't fill the store.
import type { DialectName } from "./migrations.ts";
import type { Run } from "./schema.ts";

export type LoggedRequest = {
  at: number;
  keyId: string;
  method: string;
  /** As documented, such as `/v1/jobs/:id`: what stands in place of the id is not kept. */
  endpoint: string;
  status: number;
  /** Of the error it was answered with. */
  code: string | null;
  requestId: string;
  /** Of the texts that were checked or rewritten. */
  words: number | null;
  ms: number;
};

export type ShownRequest = LoggedRequest & { seq: number; lastFour: string };

export type RequestFilter = {
  limit: number;
  /** The `seq` of the last request already seen: of a later page, or of one that follows what comes. */
  before?: number | undefined;
  after?: number | undefined;
  keyId?: string | undefined;
  /** Both included. */
  statuses?: { from: number; to: number } | undefined;
};

export const loggedPerAccountMax = 1000;

export type RequestLogRows = {
  /** Removes older rows beyond the bound. Requests of keys that are gone are left out. */
  addRequests(requests: readonly LoggedRequest[]): Promise<void>;
  /** Newest first; with `after` those that follow it, oldest first. */
  listRequests(accountId: string, filter: RequestFilter): Promise<ShownRequest[]>;
};

export function requestLogRows(run: Run, dialect: DialectName): RequestLogRows {
  return {
    addRequests: (requests) =>
      run.write(async (trx) => {
        const ids = [...new Set(requests.map(({ keyId }) => keyId))];
        const known = trx
          .selectFrom("api_keys")
          .select(["id", "account_id"])
          .where("id", "in", ids)
          .orderBy("id");
        // Held until the rows are there: an account deleted meanwhile would make all of them fail.
        const keys = await (dialect === "postgres" ? known.forKeyShare() : known).execute();
        const accountOf = new Map(keys.map(({ id, account_id }) => [id, account_id]));
        const rows = requests.flatMap(({ keyId, requestId, ...rest }) => {
          const accountId = accountOf.get(keyId);
          if (accountId === undefined) return [];
          return [{ ...rest, account_id: accountId, key_id: keyId, request_id: requestId }];
        });
        if (rows.length === 0) return;
        await trx.insertInto("request_log").values(rows).execute();
        // In one order everywhere, so that two copies never deadlock on each other's rows.
        for (const account of [...new Set(accountOf.values())].toSorted()) {
          await trx
            .deleteFrom("request_log")
            .where("account_id", "=", account)
            .where("seq", "<=", (eb) =>
              eb
                .selectFrom("request_log as newer")
                .select("newer.seq")
                .where("newer.account_id", "=", account)
                .orderBy("newer.seq", "desc")
                .limit(1)
                .offset(loggedPerAccountMax),
            )
            .execute();
        }
      }),

    listRequests: (accountId, { limit, before, after, keyId, statuses }) =>
      run.read(async (db) => {
        let query = db
          .selectFrom("request_log")
          .innerJoin("api_keys", "api_keys.id", "request_log.key_id")
          .selectAll("request_log")
          .select("api_keys.last_four")
          .where("request_log.account_id", "=", accountId)
          .orderBy("request_log.seq", after === undefined ? "desc" : "asc")
          .limit(limit);
        if (before !== undefined) query = query.where("request_log.seq", "<", before);
        if (after !== undefined) query = query.where("request_log.seq", ">", after);
        if (keyId !== undefined) query = query.where("request_log.key_id", "=", keyId);
        if (statuses !== undefined) {
          query = query
            .where("request_log.status", ">=", statuses.from)
            .where("request_log.status", "<=", statuses.to);
        }
        const rows = await query.execute();
        return rows.map((row) => ({
          seq: row.seq,
          at: row.at,
          keyId: row.key_id,
          lastFour: row.last_four,
          method: row.method,
          endpoint: row.endpoint,
          status: row.status,
          code: row.code,
          requestId: row.request_id,
          words: row.words,
          ms: row.ms,
        }));
      }),
  };
}
