// API keys as rows. A key is found by the SHA-256 of its text; the text itself is never kept.
import type { CompiledQuery, ExpressionBuilder, Kysely, Selectable } from "kysely";
import { type AuditEntry, writeAudit } from "./audit-rows.ts";
import type { DialectName } from "./migrations.ts";
import type { Run, Schema } from "./schema.ts";

export type ApiKey = {
  id: string;
  accountId: string;
  hash: string;
  lastFour: string;
  name: string;
  domain: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  /** When it was first sent over plain HTTP. */
  exposedAt: number | null;
  lastUsedAt: number | null;
  /** The key that took its place when it was rotated. */
  replacedBy: string | null;
  isTest: boolean;
  /** Manages the account's other keys, and does nothing else. Bound to no domain. */
  isManagement: boolean;
  /** Checks this key may make each UTC day, within those of the account; null for no limit of its own. */
  checksPerDay: number | null;
  /** Requests a minute it may make; null for the program's usual number. */
  ratePerMinute: number | null;
  /** The endpoints it may use; null for all. */
  endpoints: readonly string[] | null;
  /** What its owner notes about it. */
  metadata: Readonly<Record<string, string>>;
  /** Whose it is in the owner's own system; several keys can have the same. */
  externalId: string | null;
};

/** What lists show. */
export type ListedKey = Omit<ApiKey, "hash">;

/** A key with everything needed to authorise a request, read in one query. */
export type KeyForRequest = {
  key: ApiKey;
  createdDay: string;
  quotaOverride: number | null;
  /** Checks the account has used on the day asked for. */
  used: number;
};

/** Some of an account's keys, without those that manage. */
export type KeyPage = {
  limit: number;
  /** The id of the last key already seen. */
  before?: string | undefined;
  id?: string | undefined;
  externalId?: string | undefined;
};

/** What can be changed of a key. */
export type KeyChanges = Partial<
  Pick<
    ApiKey,
    | "name"
    | "domain"
    | "expiresAt"
    | "checksPerDay"
    | "ratePerMinute"
    | "endpoints"
    | "metadata"
    | "externalId"
  >
>;

export type KeyRows = {
  /** False when the account already has `liveMax` keys that work. */
  insertKey(key: ApiKey, liveMax: number, audit: AuditEntry): Promise<boolean>;
  findKeyForRequest(hash: string, day: string): Promise<KeyForRequest | null>;
  findKey(id: string): Promise<ApiKey | null>;
  /** Newest first, with the checks made by each in all and on the day given; every account's keys
   * when none is named. */
  listKeys(
    accountId: string | null,
    day: string,
    page?: KeyPage,
  ): Promise<(ListedKey & { email: string; checks: number; checksToday: number })[]>;
  /** Changes a working key that was not replaced; false when the account has no such key. */
  updateKey(id: string, changes: KeyChanges, audit: AuditEntry): Promise<boolean>;
  /** False when the key is not the account's or is revoked already. */
  revokeKey(id: string, accountId: string, at: number, audit: AuditEntry): Promise<boolean>;
  /** Puts `next` in the place of a working key, which ends at `endsAt` (at once when that is not
   * after the time in the audit entry). False when the old one no longer works. */
  replaceKey(id: string, next: ApiKey, endsAt: number, audit: AuditEntry): Promise<boolean>;
  /** Marks the key as sent over plain HTTP, once; false when unknown or marked already. */
  markKeyExposed(hash: string, at: number, audit: (key: ApiKey) => AuditEntry): Promise<boolean>;
};

export function keyRows(run: Run, dialect: DialectName): KeyRows {
  const keyForRequest = createKeyQuery();

  return {
    insertKey: (key, liveMax, audit) =>
      run.write(async (trx) => {
        const account = trx.selectFrom("accounts").select("id").where("id", "=", key.accountId);
        // Keys of one account are made one after the other, on all copies: each sees those before.
        await (dialect === "postgres" ? account.forNoKeyUpdate() : account).execute();
        const { live } = await trx
          .selectFrom("api_keys")
          .select((eb) => eb.fn.countAll<number>().as("live"))
          .where("account_id", "=", key.accountId)
          .where("revoked_at", "is", null)
          .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", audit.at)]))
          .executeTakeFirstOrThrow();
        if (live >= liveMax) return false;
        await trx.insertInto("api_keys").values(toRow(key)).execute();
        await writeAudit(trx, audit);
        return true;
      }),

    findKeyForRequest: (hash, day) =>
      run.read(async (db) => {
        const { rows } = await db.executeQuery(keyForRequest(db, { hash, day }));
        const [row] = rows;
        if (!row) return null;
        return {
          key: toKey(row),
          createdDay: row.created_day,
          quotaOverride: row.quota_override,
          used: row.used ?? 0,
        };
      }),

    findKey: (id) =>
      run.read(async (db) => {
        const query = db.selectFrom("api_keys").selectAll().where("id", "=", id);
        const row = await query.executeTakeFirst();
        return row ? toKey(row) : null;
      }),

    listKeys: (accountId, day, page) =>
      run.read(async (db) => {
        let query = db
          .selectFrom("api_keys")
          .innerJoin("accounts", "accounts.id", "api_keys.account_id")
          .leftJoin("usage", (join) =>
            join
              .onRef("usage.account_id", "=", "api_keys.account_id")
              .onRef("usage.key_id", "=", "api_keys.id"),
          )
          .selectAll("api_keys")
          .select("accounts.email")
          .select((eb) => [
            eb.fn.coalesce(eb.fn.sum<number>("usage.checks"), eb.lit(0)).as("checks"),
            eb.fn
              .coalesce(
                eb.fn.sum<number>("usage.checks").filterWhere("usage.day", "=", day),
                eb.lit(0),
              )
              .as("checks_today"),
          ])
          .groupBy(["api_keys.id", "accounts.email"])
          .orderBy("api_keys.created_at", "desc")
          .orderBy("api_keys.id", "desc");
        if (page !== undefined) query = query.where(isOnPage(page)).limit(page.limit);
        if (accountId !== null) query = query.where("api_keys.account_id", "=", accountId);
        const rows = await query.execute();
        return rows.map((row) => ({
          ...toListed(row),
          email: row.email,
          checks: row.checks,
          checksToday: row.checks_today,
        }));
      }),

    updateKey: (id, changes, audit) =>
      run.write(async (trx) => {
        const updated = await trx
          .updateTable("api_keys")
          .set(toChangedColumns(changes))
          .where("id", "=", id)
          .where("account_id", "=", audit.accountId)
          .where("revoked_at", "is", null)
          .where("replaced_by", "is", null)
          .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", audit.at)]))
          .returning("id")
          .executeTakeFirst();
        if (updated) await writeAudit(trx, audit);
        return updated !== undefined;
      }),

    revokeKey: (id, accountId, at, audit) =>
      run.write(async (trx) => {
        const revoked = await trx
          .updateTable("api_keys")
          .set({ revoked_at: at })
          .where("id", "=", id)
          .where("account_id", "=", accountId)
          .where("revoked_at", "is", null)
          .returning("id")
          .executeTakeFirst();
        if (revoked) await writeAudit(trx, audit);
        return revoked !== undefined;
      }),

    replaceKey: (id, next, endsAt, audit) =>
      run.write(async (trx) => {
        const isAtOnce = endsAt <= audit.at;
        const replaced = await trx
          .updateTable("api_keys")
          .set((eb) => ({
            replaced_by: next.id,
            revoked_at: isAtOnce ? audit.at : null,
            // A key that was going to expire sooner still does.
            expires_at: eb
              .case()
              .when("expires_at", "<", endsAt)
              .then(eb.ref("expires_at"))
              .else(eb.val(endsAt))
              .end(),
          }))
          .where("id", "=", id)
          .where("account_id", "=", next.accountId)
          .where("revoked_at", "is", null)
          .where("replaced_by", "is", null)
          .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", audit.at)]))
          .returning("id")
          .executeTakeFirst();
        if (!replaced) return false;
        await trx.insertInto("api_keys").values(toRow(next)).execute();
        await writeAudit(trx, audit);
        return true;
      }),

    markKeyExposed: (hash, at, audit) =>
      run.write(async (trx) => {
        const row = await trx
          .updateTable("api_keys")
          .set({ exposed_at: at })
          .where("hash", "=", hash)
          .where("exposed_at", "is", null)
          .returningAll()
          .executeTakeFirst();
        if (row) await writeAudit(trx, audit(toKey(row)));
        return row !== undefined;
      }),
  };
}

/** The one query every request makes. Building and compiling it costs several times what SQLite needs
 * to answer it, so that is done once and only the values change. */
function createKeyQuery() {
  const build = (db: Kysely<Schema>) =>
    db
      .selectFrom("api_keys")
      .innerJoin("accounts", "accounts.id", "api_keys.account_id")
      .leftJoin("account_days", (join) =>
        join
          .onRef("account_days.account_id", "=", "api_keys.account_id")
          .on("account_days.day", "=", "the day"),
      )
      .selectAll("api_keys")
      .select(["accounts.created_day", "accounts.quota_override", "account_days.used"])
      .where("api_keys.hash", "=", "the hash")
      .compile();
  let compiled: ReturnType<typeof build> | null = null;
  return (db: Kysely<Schema>, { hash, day }: { hash: string; day: string }) => {
    compiled ??= build(db);
    const parameters = compiled.parameters.map((name) => (name === "the day" ? day : hash));
    return { ...compiled, parameters } satisfies CompiledQuery as typeof compiled;
  };
}

function toKey(row: Selectable<Schema["api_keys"]>): ApiKey {
  return { ...toListed(row), hash: row.hash };
}

function toListed(row: Selectable<Schema["api_keys"]>): ListedKey {
  return {
    id: row.id,
    accountId: row.account_id,
    lastFour: row.last_four,
    name: row.name,
    domain: row.domain,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    exposedAt: row.exposed_at,
    lastUsedAt: row.last_used_at,
    replacedBy: row.replaced_by,
    isTest: row.mode === "test",
    isManagement: row.mode === "manage",
    checksPerDay: row.checks_per_day,
    ratePerMinute: row.rate_per_minute,
    endpoints: row.endpoints?.split(" ") ?? null,
    metadata: row.metadata === null ? {} : JSON.parse(row.metadata),
    externalId: row.external_id,
  };
}

function toRow(key: ApiKey): Selectable<Schema["api_keys"]> {
  return {
    id: key.id,
    account_id: key.accountId,
    hash: key.hash,
    last_four: key.lastFour,
    name: key.name,
    domain: key.domain,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    exposed_at: key.exposedAt,
    last_used_at: key.lastUsedAt,
    replaced_by: key.replacedBy,
    mode: key.isManagement ? "manage" : key.isTest ? "test" : null,
    checks_per_day: key.checksPerDay,
    endpoints: key.endpoints?.join(" ") ?? null,
    rate_per_minute: key.ratePerMinute,
    metadata: toMetadata(key.metadata),
    external_id: key.externalId,
  };
}

function toMetadata(metadata: ApiKey["metadata"]): string | null {
  return Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

/** Only what is there is written: changes of different fields at once don't undo each other. */
function toChangedColumns(changes: KeyChanges): Partial<Selectable<Schema["api_keys"]>> {
  const { name, domain, expiresAt, checksPerDay, ratePerMinute, endpoints } = changes;
  const { metadata, externalId } = changes;
  return {
    ...(name === undefined ? {} : { name }),
    ...(domain === undefined ? {} : { domain }),
    ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    ...(checksPerDay === undefined ? {} : { checks_per_day: checksPerDay }),
    ...(ratePerMinute === undefined ? {} : { rate_per_minute: ratePerMinute }),
    ...(endpoints === undefined ? {} : { endpoints: endpoints?.join(" ") ?? null }),
    ...(metadata === undefined ? {} : { metadata: toMetadata(metadata) }),
    ...(externalId === undefined ? {} : { external_id: externalId }),
  };
}

function isOnPage({ before, id, externalId }: KeyPage) {
  return (eb: ExpressionBuilder<Schema, "api_keys">) => {
    const wanted = [eb.or([eb("api_keys.mode", "is", null), eb("api_keys.mode", "=", "test")])];
    if (id !== undefined) wanted.push(eb("api_keys.id", "=", id));
    if (externalId !== undefined) wanted.push(eb("api_keys.external_id", "=", externalId));
    if (before !== undefined) {
      const last = eb
        .selectFrom("api_keys as last")
        .select("last.created_at")
        .where("last.id", "=", before);
      wanted.push(
        eb.or([
          eb("api_keys.created_at", "<", last),
          eb.and([eb("api_keys.created_at", "=", last), eb("api_keys.id", "<", before)]),
        ]),
      );
    }
    return eb.and(wanted);
  };
}
