// The account's usage: today, the last days by key and endpoint, refusals; also as CSV.
import type { KeyView } from "../accounts/accounts.ts";
import { AppError, readQuery, readWholeNumber, type Server } from "../http/http.ts";
import { listLoggedRequests } from "../metering/metering.ts";
import type { DashboardOptions } from "./options.ts";
import { writeUsageCsv } from "./usage-csv.ts";
import { signedIn, timeOf } from "./visitor.ts";

const DAYS_MAX = 366;

export function addUsageRoutes(scope: Server, { accounts, clock }: DashboardOptions): void {
  const read = async (accountId: string, url: string) => {
    const days = readWholeNumber(readQuery(url), "days", { min: 1, max: DAYS_MAX }) ?? 30;
    // Refusals are buffered in memory; flush them so that all are shown.
    await accounts.refusals.flush();
    const [history, keys] = await Promise.all([
      accounts.quota.history(accountId, days),
      accounts.keys.list(accountId),
    ]);
    return { history, keys };
  };

  scope.get("/usage", async (request) => {
    const { accountId } = signedIn(request);
    const account = await accounts.enrolment.get(accountId);
    if (account === null) throw new AppError("signed_out");
    const { history, keys } = await read(accountId, request.url);
    const quota = await accounts.quota.describe(account);
    return {
      today: {
        day: quota.day,
        limit: quota.limit,
        used: quota.used,
        remaining: quota.remaining,
        resets_at: timeOf(clock() + quota.resetMs),
        bonus_days_left: quota.bonusDaysLeft,
        is_set_by_operator: quota.override !== null,
      },
      from: history.from,
      to: history.to,
      usage: history.usage.map(({ day, keyId, endpoint, checks }) => ({
        day,
        key_id: keyId,
        endpoint,
        checks,
      })),
      refusals: history.refusals.map(({ day, keyId, reason, times }) => ({
        day,
        key_id: keyId,
        reason,
        times,
      })),
      keys: keys.map(describeKey),
    };
  });

  scope.get("/requests", async (request) => {
    const { accountId } = signedIn(request);
    return listLoggedRequests(accounts, accountId, request.url);
  });

  scope.get("/usage.csv", async (request, reply) => {
    const { accountId } = signedIn(request);
    const { history, keys } = await read(accountId, request.url);
    reply.headers({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="lodestone-usage-${history.to}.csv"`,
    });
    return reply.serializer(String).send(writeUsageCsv(history, keys));
  });
}

function describeKey({ id, name, domain, lastFour }: KeyView) {
  return { id, name, domain, last_four: lastFour };
}
