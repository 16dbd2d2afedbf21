// The tables as Kysely sees them. Times are milliseconds since 1970 and days are "YYYY-MM-DD" in
// UTC, because those two mean the same in SQLite and in Postgres; flags are times or null, so that
// neither dialect's idea of a boolean matters.
import type { Generated, Kysely, Transaction } from "kysely";

export type Schema = {
  schema_migrations: { version: number; applied_at: number };
  settings: { name: string; value: string };
  location_sets: {
    seq: Generated<number>;
    version: string;
    imported_at: number;
    payload: string;
  };
  accounts: {
    id: string;
    email: string;
    /** Null until a password is set: an account made by the operator cannot be signed in to. */
    password_hash: string | null;
    created_at: number;
    created_day: string;
    quota_override: number | null;
    made_by: string | null;
  };
  /** What a deleted account had used, until its day ends: known by a keyed hash of the address alone. */
  spent_days: { day: string; email_hash: string; used: number; created_day: string };
  sessions: {
    id: string;
    token_hash: string;
    account_id: string;
    created_at: number;
    last_seen_at: number;
    expires_at: number;
    address: string;
    agent: string;
  };
  api_keys: {
    id: string;
    account_id: string;
    hash: string;
    last_four: string;
    name: string;
    domain: string;
    created_at: number;
    expires_at: number | null;
    revoked_at: number | null;
    exposed_at: number | null;
    last_used_at: number | null;
    replaced_by: string | null;
    /** "test" for a key with fixed answers, "manage" for one that manages keys; null for a live one. */
    mode: string | null;
    checks_per_day: number | null;
    /** Names separated by spaces; null for all. */
    endpoints: string | null;
    rate_per_minute: number | null;
    /** JSON, an object of strings; null for none. */
    metadata: string | null;
    external_id: string | null;
  };
  /** Links to set a new password with, by the SHA-256 of their token. A used one is deleted. */
  reset_links: { hash: string; account_id: string; expires_at: number };
  second_factors: {
    account_id: string;
    /** Of the TOTP, in base32. */
    secret: string;
    created_at: number;
    /** Null until the first code was right: only then is it asked for. */
    confirmed_at: number | null;
    /** The latest time step whose code was accepted: none is accepted twice. */
    last_step: number;
  };
  /** Those not used yet, by keyed hash. */
  recovery_codes: { account_id: string; hash: string };
  /** What the quota is read from and counted on: one row per account and UTC day. */
  account_days: { account_id: string; day: string; used: number };
  /** The same checks by key and endpoint, for the dashboard; key_id is "" for checks made without a key. */
  usage: { account_id: string; day: string; key_id: string; endpoint: string; checks: number };
  refusals: { account_id: string; day: string; key_id: string; reason: string; times: number };
  /** The latest requests refused for their key or Origin, a bounded number for each key. */
  refused_requests: {
    seq: Generated<number>;
    account_id: string;
    key_id: string;
    at: number;
    times: number;
    reason: string;
    origin: string | null;
    endpoint: string | null;
  };
  /** The latest requests of each account, a bounded number. */
  request_log: {
    seq: Generated<number>;
    account_id: string;
    key_id: string;
    at: number;
    method: string;
    endpoint: string;
    status: number;
    code: string | null;
    request_id: string;
    words: number | null;
    ms: number;
  };
  idempotency: {
    hash: string;
    body_hash: string;
    account_id: string;
    checks: number;
    expires_at: number;
  };
  /** Accounts that keep their results; those without a row keep none. */
  history_settings: { account_id: string; days: number };
  history: {
    seq: Generated<number>;
    id: string;
    account_id: string;
    /** "" for results of the dashboard. */
    key_id: string;
    at: number;
    expires_at: number;
    endpoint: string;
    input_type: string;
    name: string | null;
    verdict: string | null;
    probability: number | null;
    words: number | null;
    hash: string;
    opening: string;
    /** Set when it was deleted: it can be restored for a short while, then it is removed. */
    deleted_at: number | null;
  };
  /** Read-only links to kept results, by the SHA-256 of their token. A revoked one is deleted. */
  shares: {
    id: string;
    account_id: string;
    token_hash: string;
    result_id: string;
    created_at: number;
    expires_at: number;
  };
  history_texts: { seq: number; content: string; result: string };
  /** Work that is accepted now and done later. The row outlives its texts by a day, for repeated requests. */
  jobs: {
    seq: Generated<number>;
    id: string;
    account_id: string;
    key_id: string;
    /** "test" for one made with a test key. */
    mode: string | null;
    task: string;
    /** JSON. */
    options: string;
    status: string;
    total: number;
    done: number;
    failed: number;
    refused: number;
    /** UTF-16 units of all texts. */
    length: number;
    created_at: number;
    /** When texts of it were last leased; null until then. */
    served_at: number | null;
    finished_at: number | null;
    /** When its texts and results are wiped; null until it has finished. */
    expires_at: number | null;
    idempotency_hash: string | null;
    body_hash: string | null;
    webhook_url: string | null;
    webhook_status: string | null;
    webhook_attempts: number;
    /** When it is due next; null when there is nothing to send. */
    webhook_at: number | null;
  };
  /** The texts of a job. Text and id are JSON strings, because Postgres holds no lone surrogate. */
  job_items: {
    job_id: string;
    position: number;
    item_id: string | null;
    name: string | null;
    format: string | null;
    /** Null once there is a result. */
    content: string | null;
    length: number;
    status: string;
    /** JSON, as it is answered. */
    result: string | null;
    /** Who works on it, until `lease_until`. */
    lease: string | null;
    lease_until: number;
    attempts: number;
  };
  audit: {
    seq: Generated<number>;
    at: number;
    account_id: string | null;
    actor: string;
    action: string;
    subject: string | null;
    details: string;
  };
};

/** Where reads and writes go; on Postgres both are the same pool. */
export type Databases = {
  reader: Kysely<Schema>;
  writer: Kysely<Schema>;
  close(): Promise<void>;
};

/** How the store's parts reach the database: every write is a transaction. Both reject with
 * StoreAwayError while the store is not ready. */
export type Run = {
  read<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>;
  write<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
};
