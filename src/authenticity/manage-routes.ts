// /v1/manage: an account's keys, made and changed by a program that holds a management key. Another account's keys, and
// management keys themselves, are not found. Every change stands in the audit log and in the server's log.
import type { FastifyRequest } from "fastify";
import type { Accounts, KeyChanges, KeyView } from "../accounts/accounts.ts";
import {
  AppError,
  invalid,
  type Log,
  parseJson,
  readQuery,
  readText,
  readWholeNumber,
  type Server,
} from "../http/http.ts";
import {
  findUnknownField,
  type InputLimits,
  invalidField,
  readBody,
  refuseEncoding,
  refuseUnknownField,
  requiredField,
  unsupportedType,
} from "../input/input.ts";
import type { Guard } from "./guard.ts";
import * as schemas from "./manage-schemas.ts";
import { retryAfter } from "./replies.ts";

const LIST_LIMIT = { min: 1, max: 100 };
const LIST_USUAL = 20;
const DAY_MS = 86_400_000;
const USAGE_DAYS_USUAL = 30;
const USAGE_DAYS_MAX = 92;
const BODY_MAX = 65_536;

export function addManageRoutes(
  scope: Server,
  {
    guard,
    accounts,
    log,
    clock,
    limits,
  }: { guard: Guard; accounts: Accounts; log: Log; clock: () => number; limits: InputLimits },
): void {
  const { keys } = accounts;
  const onRequest = guard.admitManager;

  const note = (request: FastifyRequest, action: string, key: { id: string; lastFour: string }) => {
    const { accountId, keyId, lastFour } = guard.manager(request);
    const by = { id: keyId, lastFour };
    const { id: requestId } = request;
    log.info({ requestId, action, account: accountId, key, by }, "key managed");
  };

  /** One of the manager's own account. */
  const find = async (request: FastifyRequest, id = idOf(request)): Promise<KeyView> => {
    const { accountId } = guard.manager(request);
    const [key] = await keys.listPage(accountId, { limit: 1, id });
    if (key === undefined) throw new AppError("key_not_found");
    return key;
  };

  const countKey = async (accountId: string) => {
    const attempt = await accounts.limits.makeKeyByProgram(accountId);
    if (attempt.allowed) return;
    throw new AppError("rate_limited", { headers: retryAfter(attempt.retryAfterMs) });
  };

  const by = (request: FastifyRequest) => {
    const { accountId, keyId } = guard.manager(request);
    return { accountId, actor: "management_key" as const, by: keyId };
  };

  scope.get(
    "/manage/keys",
    { schema: schemas.listKeys, onRequest },
    async (request): Promise<schemas.ManagedKeyList> => {
      const query = readQuery(request.url);
      const limit = readWholeNumber(query, "limit", LIST_LIMIT) ?? LIST_USUAL;
      const before = readText(query, "before") ?? undefined;
      const externalId = readText(query, "external_id") ?? undefined;
      const { accountId } = guard.manager(request);
      // Fetching one extra row shows whether there are more.
      const found = await keys.listPage(accountId, { limit: limit + 1, before, externalId });
      const shown = found.slice(0, limit);
      const next = found.length > limit ? (shown.at(-1)?.id ?? null) : null;
      return { keys: shown.map(describeKey), next };
    },
  );

  scope.post("/manage/keys", { schema: schemas.createKey, onRequest }, async (request, reply) => {
    const fields = await readFields(request, limits);
    if (fields.domain === undefined) throw requiredField("domain");
    const { domain = "", ...changes } = readChanges(fields);
    const isTest = readBoolean(fields, "is_test");
    await countKey(guard.manager(request).accountId);
    const made = await keys.create({ domain, ...changes, isTest, ...by(request) });
    if (!made.ok) throw refusalOf(made);
    note(request, "key.created", made);
    const key: schemas.NewManagedKey = {
      ...describeKey(await find(request, made.id)),
      key: made.secret,
    };
    return reply.code(201).send(key);
  });

  scope.get("/manage/keys/:key_id", { schema: schemas.getKey, onRequest }, async (request) =>
    describeKey(await find(request)),
  );

  scope.patch(
    "/manage/keys/:key_id",
    { schema: schemas.updateKey, onRequest },
    async (request): Promise<schemas.ManagedKey> => {
      const changes = readChanges(await readFields(request, limits));
      const id = idOf(request);
      const updated = await keys.update({ id, changes, ...by(request) });
      if (!updated.ok) throw refusalOf(updated);
      const key = await find(request);
      note(request, "key.updated", key);
      return describeKey(key);
    },
  );

  scope.post(
    "/manage/keys/:key_id/rotate",
    { schema: schemas.rotateKey, onRequest },
    async (request, reply) => {
      const { grace_hours: graceHours = 24 } = await readFields(request, limits);
      if (typeof graceHours !== "number" || !(graceHours >= 0 && graceHours <= 24)) {
        throw invalidField("grace_hours", "must be a number from 0 to 24.");
      }
      const { id } = await find(request);
      await countKey(guard.manager(request).accountId);
      const made = await keys.rotate({ id, graceHours, ...by(request) });
      if (!made.ok) throw refusalOf(made);
      note(request, "key.rotated", { id, lastFour: made.lastFour });
      const key: schemas.NewManagedKey = {
        ...describeKey(await find(request, made.id)),
        key: made.secret,
      };
      return reply.code(201).send(key);
    },
  );

  scope.delete(
    "/manage/keys/:key_id",
    { schema: schemas.revokeKey, onRequest },
    async (request): Promise<schemas.ManagedKey> => {
      const { id } = await find(request);
      if (!(await keys.revoke({ id, ...by(request) }))) throw new AppError("key_not_found");
      const key = await find(request);
      note(request, "key.revoked", key);
      return describeKey(key);
    },
  );

  scope.get(
    "/manage/usage",
    { schema: schemas.getKeyUsage, onRequest },
    async (request): Promise<schemas.KeyUsage> => {
      const query = readQuery(request.url);
      const to = readDay(query, "to") ?? dayOf(clock());
      const from =
        readDay(query, "from") ?? dayOf(Date.parse(to) - (USAGE_DAYS_USUAL - 1) * DAY_MS);
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
      if (days < 1) throw invalid("from", "must not be after 'to'");
      if (days > USAGE_DAYS_MAX) {
        throw invalid("from", `must be at most ${USAGE_DAYS_MAX - 1} days before 'to'`);
      }
      const keyId = readText(query, "key_id");
      if (keyId !== null) await find(request, keyId);
      const rows = await accounts.quota.usage(guard.manager(request).accountId, { from, to });
      const usage = rows
        .filter((row) => keyId === null || row.keyId === keyId)
        .map(({ day, keyId: key_id, endpoint, checks }) => ({ day, key_id, endpoint, checks }));
      return { from, to, usage };
    },
  );
}

type Fields = Readonly<Record<string, unknown>>;

async function readFields(request: FastifyRequest, limits: InputLimits): Promise<Fields> {
  const [kind = ""] = (request.headers["content-type"] ?? "").split(";");
  if (kind.trim().toLowerCase() !== "application/json") throw unsupportedType("application/json");
  refuseEncoding(request);
  const bounds = { sizeMax: BODY_MAX, excessMax: 1_048_576, timeoutMs: limits.timeoutMs };
  const body = await readBody(request.raw, bounds, (headers) => {
    const message = `The body is too large: at most ${BODY_MAX} bytes.`;
    return new AppError("body_too_large", { message, headers });
  });
  const fields = parseJson(body);
  if (typeof fields !== "object" || fields === null || Array.isArray(fields)) {
    throw new AppError("not_an_object");
  }
  refuseUnknownField(findUnknownField(request, "application/json", fields as Fields));
  return fields as Fields;
}

/** The fields that are there, of the right type; what they may hold is for the rules of keys. */
function readChanges(fields: Fields): KeyChanges {
  const changes: KeyChanges = {};
  if (fields.name !== undefined) changes.name = readString(fields, "name");
  if (fields.domain !== undefined) changes.domain = readString(fields, "domain");
  if (fields.endpoints !== undefined) changes.endpoints = readNames(fields.endpoints);
  if (fields.checks_per_day !== undefined)
    changes.checksPerDay = readNumberOrNull(fields, "checks_per_day");
  if (fields.rate_per_minute !== undefined)
    changes.ratePerMinute = readNumberOrNull(fields, "rate_per_minute");
  if (fields.expires_at !== undefined) changes.expiresAt = readTime(fields.expires_at);
  if (fields.metadata !== undefined) changes.metadata = readMetadata(fields.metadata);
  if (fields.external_id !== undefined)
    changes.externalId = fields.external_id === null ? null : readString(fields, "external_id");
  return changes;
}

function readString(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw invalidField(name, "must be a string.");
  return value;
}

function readBoolean(fields: Fields, name: string): boolean {
  const value = fields[name] ?? false;
  if (typeof value !== "boolean") throw invalidField(name, "must be true or false.");
  return value;
}

function readNumberOrNull(fields: Fields, name: string): number | null {
  const value = fields[name];
  if (value !== null && typeof value !== "number") {
    throw invalidField(name, "must be a whole number or null.");
  }
  return value;
}

function readNames(value: unknown): string[] | null {
  if (value === null) return null;
  if (!Array.isArray(value) || !value.every((name) => typeof name === "string")) {
    throw invalidField("endpoints", "must be a list of names, or null for all.");
  }
  return value;
}

/** RFC 3339 with a zone; a day alone would leave open which of its moments is meant. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

function readTime(value: unknown): number | null {
  if (value === null) return null;
  const ms = typeof value === "string" && TIME.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) {
    throw invalidField("expires_at", "must be a time such as 2030-12-31T23:59:59Z, or null.");
  }
  return ms;
}

function readMetadata(value: unknown): Record<string, string> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || !Object.values(value).every((one) => typeof one === "string")) {
    throw invalidField("metadata", "must be an object of strings.");
  }
  return value as Record<string, string>;
}

function readDay(query: ReadonlyMap<string, string>, name: string): string | null {
  const day = readText(query, name);
  if (day === null) return null;
  const ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms) || dayOf(ms) !== day)
    throw invalid(name, "must be a day such as 2030-12-31");
  return day;
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

const NAMES: Readonly<Record<string, string>> = {
  expiresAt: "expires_at",
  checksPerDay: "checks_per_day",
  ratePerMinute: "rate_per_minute",
  externalId: "external_id",
};

function refusalOf({ field, problem }: { field: string; problem: string }): AppError {
  if (field === "key") {
    return new AppError(problem.startsWith("An account") ? "too_many_keys" : "key_not_found");
  }
  return new AppError("invalid_parameter", { message: problem, param: NAMES[field] ?? field });
}

function idOf({ params }: FastifyRequest): string {
  return (params as { key_id: string }).key_id;
}

function describeKey(key: KeyView): schemas.ManagedKey {
  return {
    id: key.id,
    name: key.name,
    domain: key.domain,
    last_four: key.lastFour,
    state: key.state,
    is_test: key.isTest,
    endpoints: key.endpoints as schemas.ManagedKey["endpoints"],
    checks_per_day: key.checksPerDay,
    rate_per_minute: key.ratePerMinute,
    expires_at: timeOf(key.expiresAt),
    metadata: { ...key.metadata },
    external_id: key.externalId,
    created_at: new Date(key.createdAt).toISOString(),
    revoked_at: timeOf(key.revokedAt),
    exposed_at: timeOf(key.exposedAt),
    last_used_at: timeOf(key.lastUsedAt),
    replaced_by: key.replacedBy,
    checks: key.checks,
    checks_today: key.checksToday,
  };
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
