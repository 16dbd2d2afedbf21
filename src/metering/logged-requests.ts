// The account's latest requests as both services answer with them, a page at a time.
import { type Accounts, readStatuses } from "../accounts/accounts.ts";
import { invalid, readQuery, readText, readWholeNumber } from "../http/http.ts";

const LIMIT = { min: 1, max: 100 };
const LIMIT_USUAL = 20;
const SEQ = { min: 1, max: 9_999_999_999 };

/** The parameters are `limit`, `before`, `key_id` and `status`. */
export async function listLoggedRequests(
  { requestLog }: Pick<Accounts, "requestLog">,
  accountId: string,
  url: string,
) {
  const query = readQuery(url);
  const limit = readWholeNumber(query, "limit", LIMIT) ?? LIMIT_USUAL;
  const before = readWholeNumber(query, "before", SEQ) ?? undefined;
  const keyId = readText(query, "key_id") ?? undefined;
  const status = readText(query, "status");
  const statuses = status === null ? undefined : readStatuses(status);
  if (status !== null && statuses === undefined) {
    throw invalid("status", "must be a status such as 429, or 4xx");
  }
  // Fetching one extra row shows whether there are more.
  const filter = { limit: limit + 1, before, keyId, statuses };
  const found = await requestLog.list(accountId, filter);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    requests: shown.map((request) => ({
      time: new Date(request.at).toISOString(),
      key_id: request.keyId,
      last_four: request.lastFour,
      method: request.method,
      endpoint: request.endpoint,
      status: request.status,
      code: request.code,
      request_id: request.requestId,
      words: request.words,
      ms: request.ms,
    })),
    next: found.length > limit && last !== undefined ? String(last.seq) : null,
  };
}
