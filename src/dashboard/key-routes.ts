// Keys of the account: created and shown once, listed, rotated with a grace period, revoked.
import type { KeyMade, KeyView } from "../accounts/accounts.ts";
import { AppError, type Server } from "../http/http.ts";
import {
  bad,
  readField,
  readNumber,
  readOptionalNumber,
  readOptionalString,
  readString,
} from "./fields.ts";
import type { DashboardOptions } from "./options.ts";
import { signedIn, timeOf, tooMany } from "./visitor.ts";

export function addKeyRoutes(scope: Server, { accounts }: DashboardOptions): void {
  const { keys, limits } = accounts;
  const countKey = async (accountId: string) => {
    const attempt = await limits.makeKey(accountId);
    if (!attempt.allowed) throw tooMany(attempt.retryAfterMs);
  };

  scope.get("/keys", async (request) => {
    const { accountId } = signedIn(request);
    return { keys: (await keys.list(accountId)).map(describeKey) };
  });

  scope.post("/keys", async (request) => {
    const { accountId } = signedIn(request);
    await countKey(accountId);
    const isManagement = readField(request, "is_management") === true;
    const made = await keys.create({
      accountId,
      isManagement,
      domain: isManagement ? "" : readString(request, "domain"),
      name: readOptionalString(request, "name"),
      expiresAt: readTime(readOptionalString(request, "expires_at")),
      isTest: readField(request, "is_test") === true,
      checksPerDay: readOptionalNumber(request, "checks_per_day"),
      ratePerMinute: readOptionalNumber(request, "rate_per_minute"),
      endpoints: readEndpoints(readField(request, "endpoints")),
      actor: "account",
    });
    return describeMade(made);
  });

  scope.post("/keys/:id/rotate", async (request) => {
    const { accountId } = signedIn(request);
    const { id } = request.params as { id: string };
    const graceHours = readNumber(request, "grace_hours");
    // Another account's key is indistinguishable from one that doesn't exist.
    const isOwn = (await keys.find(id))?.accountId === accountId;
    if (!isOwn) throw new AppError("key_not_found");
    await countKey(accountId);
    return describeMade(await keys.rotate({ id, accountId, graceHours, actor: "account" }));
  });

  scope.get("/keys/:id/refused", async (request) => {
    const { accountId } = signedIn(request);
    const { id } = request.params as { id: string };
    const isOwn = (await keys.find(id))?.accountId === accountId;
    if (!isOwn) throw new AppError("key_not_found");
    const refused = await accounts.refusedRequests.list(id);
    return {
      refused: refused.map(({ at, times, reason, origin, endpoint }) => ({
        at: timeOf(at),
        times,
        reason,
        origin,
        endpoint,
      })),
    };
  });

  scope.post("/keys/:id/revoke", async (request) => {
    const { accountId } = signedIn(request);
    const { id } = request.params as { id: string };
    const isRevoked = await keys.revoke({ id, accountId, actor: "account" });
    if (!isRevoked) throw new AppError("key_not_found");
    return { revoked: true };
  });
}

function describeMade(made: KeyMade) {
  if (!made.ok) throw bad(made.problem);
  return { id: made.id, key: made.secret, last_four: made.lastFour, domain: made.domain };
}

function describeKey(key: KeyView) {
  return {
    id: key.id,
    name: key.name,
    domain: key.domain,
    last_four: key.lastFour,
    state: key.state,
    created_at: timeOf(key.createdAt),
    expires_at: timeOf(key.expiresAt),
    revoked_at: timeOf(key.revokedAt),
    exposed_at: timeOf(key.exposedAt),
    last_used_at: timeOf(key.lastUsedAt),
    replaced_by: key.replacedBy,
    is_test: key.isTest,
    is_management: key.isManagement,
    checks_per_day: key.checksPerDay,
    rate_per_minute: key.ratePerMinute,
    external_id: key.externalId,
    endpoints: key.endpoints,
    checks: key.checks,
    checks_today: key.checksToday,
  };
}

function readEndpoints(value: unknown): string[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || !value.every((name) => typeof name === "string")) {
    throw bad("'endpoints' must be a list of names.");
  }
  return value;
}

function readTime(text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw bad("'expires_at' must be a date such as 2030-12-31.");
  return ms;
}
