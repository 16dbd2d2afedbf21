// The management API: an account's keys, their limits and their usage.
import { readEnvironment } from "./environment.ts";
import type { Shape } from "./read-reply.ts";
import { type Call, createRequester } from "./request.ts";
import { type CallOptions, type ConnectionOptions, DEFAULTS } from "./types.ts";
import type * as wire from "./wire-types.ts";

/**
 * What the management client can be made with; `baseUrl` is the address of the program.
 *
 * @example
 * ```ts
 * import { createManagement, type ManagementOptions } from "@lodestone/client";
 *
 * const options: ManagementOptions = {
 *   baseUrl: "https://lodestone.example",
 *   managementKey: "ls_manage_your_key",
 * };
 * console.log((await createManagement(options).list()).keys.length);
 * ```
 */
export type ManagementOptions = ConnectionOptions & {
  /** When left out, that of the environment variable `LODESTONE_MANAGEMENT_KEY`. Never sent over plain HTTP. */
  managementKey?: string | undefined;
};

/**
 * A key as the management API shows it.
 *
 * @example
 * ```ts
 * import type { ManagedKey } from "@lodestone/client";
 *
 * export function isUsable({ state }: ManagedKey): boolean {
 *   return state === "active" || state === "grace";
 * }
 * ```
 */
export type ManagedKey = wire.ManagedKey;

/**
 * A key that was just made, with its secret: `key` is shown this once.
 *
 * @example
 * ```ts
 * import type { NewManagedKey } from "@lodestone/client";
 *
 * export function handOver({ key, domain }: NewManagedKey): string {
 *   return `${key} for ${domain}`;
 * }
 * ```
 */
export type NewManagedKey = wire.NewManagedKey;

/**
 * What can be set of a key; null removes a limit.
 *
 * @example
 * ```ts
 * import type { KeySettings } from "@lodestone/client";
 *
 * const trial: KeySettings = { checks_per_day: 20, metadata: { plan: "trial" } };
 * console.log(trial.checks_per_day);
 * ```
 */
export type KeySettings = {
  /** The domain, unless given. */
  name?: string | undefined;
  endpoints?: readonly wire.KeyEndpoint[] | null | undefined;
  checks_per_day?: number | null | undefined;
  rate_per_minute?: number | null | undefined;
  /** ISO 8601, with a zone. */
  expires_at?: string | null | undefined;
  /** Replaced as a whole. */
  metadata?: Readonly<Record<string, string>> | undefined;
  /** Whose key it is in your own system. */
  external_id?: string | null | undefined;
};

/**
 * The calls of the management API.
 *
 * @example
 * ```ts
 * import { createManagement, type Management } from "@lodestone/client";
 *
 * async function countKeys(management: Management): Promise<number> {
 *   let count = 0;
 *   for await (const key of management.listAll()) if (key.state === "active") count += 1;
 *   return count;
 * }
 * const managementKey = "ls_manage_your_key";
 * const baseUrl = "https://lodestone.example";
 * console.log(await countKeys(createManagement({ baseUrl, managementKey })));
 * ```
 */
export type Management = {
  /** A page of keys, newest first. */
  list(
    options?: CallOptions & { limit?: number; before?: string; externalId?: string },
  ): Promise<wire.ManagedKeyList>;
  /** All keys, fetched a page at a time. */
  listAll(options?: CallOptions & { externalId?: string }): AsyncGenerator<ManagedKey>;
  /** Sent once: a lost answer may have made a key, so it is not repeated by itself. */
  create(
    key: KeySettings & { domain: string; is_test?: boolean | undefined },
    options?: CallOptions,
  ): Promise<NewManagedKey>;
  get(id: string, options?: CallOptions): Promise<ManagedKey>;
  /** Changes what is named; takes effect on the key's next request. */
  update(
    id: string,
    changes: KeySettings & { domain?: string | undefined },
    options?: CallOptions,
  ): Promise<ManagedKey>;
  /** A new key in its place; the old one works for `graceHours` more, 24 when left out. Sent once. */
  rotate(id: string, options?: CallOptions & { graceHours?: number }): Promise<NewManagedKey>;
  revoke(id: string, options?: CallOptions): Promise<ManagedKey>;
  /** The last 1,000 requests made with the account's keys, newest first; `status` such as `429` or `4xx`. */
  requests(
    options?: CallOptions & { limit?: number; before?: string; keyId?: string; status?: string },
  ): Promise<wire.RequestList>;
  /** Checks by day, key and endpoint; the last 30 days when left out. */
  usage(
    options?: CallOptions & { from?: string; to?: string; keyId?: string },
  ): Promise<wire.KeyUsage>;
};

const KEY: Shape = { id: "string", state: "string" };
const NEW_KEY: Shape = { ...KEY, key: "string" };

/**
 * A client of the management API, for programs that hold a management key; never for a page or an app.
 *
 * @example
 * ```ts
 * import { createManagement } from "@lodestone/client";
 *
 * const management = createManagement({
 *   baseUrl: "https://lodestone.example",
 *   managementKey: "ls_manage_your_key",
 * });
 * const made = await management.create({ domain: "example.com", external_id: "customer-7" });
 * await management.update(made.id, { rate_per_minute: 30 });
 * console.log((await management.revoke(made.id)).state);
 * ```
 */
export function createManagement(options: ManagementOptions): Management {
  const { headers } = options;
  const managementKey = options.managementKey ?? readEnvironment("LODESTONE_MANAGEMENT_KEY");
  if (!/^\s*https:/i.test(options.baseUrl)) {
    throw new TypeError("A management key is sent over https:// only: change baseUrl.");
  }
  if (managementKey !== undefined && !/^[\x21-\x7e]+$/.test(managementKey)) {
    throw new TypeError("managementKey holds characters that can't be sent, or none at all.");
  }
  const requester = createRequester(
    {
      ...options,
      baseUrl: `${options.baseUrl.replace(/\/+$/, "")}/v1/manage`,
      headers: () => ({
        ...(typeof headers === "function" ? headers() : headers),
        ...(managementKey === undefined ? {} : { "x-api-key": managementKey }),
      }),
    },
    { limits: DEFAULTS.authenticity, redirect: "manual" },
  );
  const once = (options: CallOptions): CallOptions => ({ ...options, retries: 0 });

  const list: Management["list"] = ({ limit, before, externalId, ...options } = {}) => {
    const query = { limit, before, external_id: externalId };
    return requester.json(
      { method: "GET", path: "/keys", query, shape: { keys: "array" } },
      options,
    );
  };

  return {
    list,

    async *listAll(options = {}) {
      for (let before: string | undefined; ; ) {
        const { keys, next } = await list({ ...options, limit: 100, ...(before && { before }) });
        yield* keys;
        if (next === null) return;
        before = next;
      }
    },

    create: (key, options = {}) =>
      requester.json(
        { method: "POST", path: "/keys", shape: NEW_KEY, body: json(key) },
        once(options),
      ),

    get: (id, options) => requester.json({ method: "GET", path: pathOf(id), shape: KEY }, options),

    update: (id, changes, options) =>
      requester.json(
        { method: "PATCH", path: pathOf(id), shape: KEY, body: json(changes) },
        options,
      ),

    rotate(id, { graceHours, ...options } = {}) {
      const body = json({ grace_hours: graceHours });
      const call: Call = { method: "POST", path: `${pathOf(id)}/rotate`, shape: NEW_KEY, body };
      return requester.json(call, once(options));
    },

    revoke: (id, options) =>
      requester.json({ method: "DELETE", path: pathOf(id), shape: KEY }, options),

    requests({ limit, before, keyId, status, ...options } = {}) {
      const query = { limit, before, key_id: keyId, status };
      const call: Call = { method: "GET", path: "/requests", query, shape: { requests: "array" } };
      return requester.json(call, options);
    },

    usage({ from, to, keyId, ...options } = {}) {
      const query = { from, to, key_id: keyId };
      return requester.json(
        { method: "GET", path: "/usage", query, shape: { usage: "array" } },
        options,
      );
    },
  };
}

function pathOf(id: string): string {
  return `/keys/${encodeURIComponent(id)}`;
}

function json(value: unknown): { contentType: string; data: string } {
  return { contentType: "application/json", data: JSON.stringify(value) };
}
