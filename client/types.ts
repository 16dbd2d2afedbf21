// What both services share: the options of a client, of a single call, and what a caller may learn
// about each answer.

/**
 * The stated defaults. Rewriting a very long text takes minutes, a list of the directory takes
 * milliseconds: the time-outs are therefore set apart for the two services.
 *
 * @example
 * ```ts
 * import { createClient, DEFAULTS } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   retries: DEFAULTS.retries + 2,
 *   timeoutMs: DEFAULTS.locations.timeoutMs * 2,
 * });
 * console.log((await client.locations.getStats()).data.markets);
 * ```
 */
export const DEFAULTS = {
  /** Location directory: one attempt, and the whole call with all retries and waits. */
  locations: { attemptTimeoutMs: 10_000, timeoutMs: 30_000 },
  /** Text service: one attempt, and the whole call with all retries and waits. */
  authenticity: { attemptTimeoutMs: 120_000, timeoutMs: 300_000 },
  /** Tries after the first one. */
  retries: 3,
  /** The wait before retry n is random between 0 and `backoffBaseMs` × 2^(n−1) … */
  backoffBaseMs: 500,
  /** … but never more than this. */
  backoffMaxMs: 8_000,
  /** A server that asks for a longer wait than this is not asked again. */
  retryAfterMaxMs: 60_000,
} as const;

/**
 * How calls are made; every field but `baseUrl` may be left out.
 *
 * A request is sent again when it was refused for coming too fast (429 `rate_limit_error`), when the
 * server or a proxy before it was overloaded or away (502, 503, 504, 408), when the connection failed
 * and when an attempt took too long. Every POST carries an `Idempotency-Key` that stays the same over
 * its retries, so that no text is counted twice.
 *
 * @example
 * ```ts
 * import { type ConnectionOptions, createClient, createLocations } from "@lodestone/client";
 *
 * const patient: Omit<ConnectionOptions, "baseUrl"> = { retries: 6, timeoutMs: 120_000 };
 * const client = createClient({ baseUrl: "https://lodestone.example", ...patient });
 * const directory = createLocations({ baseUrl: "https://lodestone.example/api", ...patient });
 * console.log((await client.locations.getStats()).data, (await directory.getStats()).data);
 * ```
 */
export type ConnectionOptions = {
  /** Where the service is; a path in front of it (`https://example.com/tools`) is kept. */
  baseUrl: string;
  /** Limit of one attempt, from sending to the last byte of the answer. */
  attemptTimeoutMs?: number | undefined;
  /** Limit of a call as a whole: all attempts and the waits between them. */
  timeoutMs?: number | undefined;
  /** How often a failed request is sent again; 0 switches retries off. */
  retries?: number | undefined;
  /** First upper bound of the random wait between attempts; it doubles each time. */
  backoffBaseMs?: number | undefined;
  /** Last upper bound of that wait. */
  backoffMaxMs?: number | undefined;
  /** The longest `Retry-After` that is waited for; beyond it the error is thrown at once. */
  retryAfterMaxMs?: number | undefined;
  /** Further headers for every request, or a function that makes them (a token that changes). */
  headers?: Record<string, string> | (() => Record<string, string>) | undefined;
  /** Called for every answer, good or bad, also of attempts that are then repeated. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since 1970; `Date.now` unless a test wants to own the clock. */
  now?: (() => number) | undefined;
  /** Waits between attempts; must end early, by rejecting, when the signal aborts. */
  sleep?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** A number from 0 up to 1 that spreads the waits; `Math.random` unless a test wants another. */
  random?: (() => number) | undefined;
};

/**
 * What can be set for a single call; it goes before what the client was made with.
 *
 * @example
 * ```ts
 * import { type CallOptions, createClient } from "@lodestone/client";
 *
 * const client = createClient({ baseUrl: "https://lodestone.example" });
 * const leaving = new AbortController();
 * const quick: CallOptions = { timeoutMs: 3_000, retries: 0, signal: leaving.signal };
 * console.log((await client.locations.listStates(quick)).count);
 * ```
 */
export type CallOptions = {
  /** Ends the call, its retries and its waits at once; the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  attemptTimeoutMs?: number | undefined;
  timeoutMs?: number | undefined;
  retries?: number | undefined;
  /** Called with every response to this call, before the client's own `onResponse`: status, headers, the raw response. */
  onResponse?: ((info: ResponseInfo) => void) | undefined;
};

/**
 * What can be set for a single call that is counted.
 *
 * @example
 * ```ts
 * import { createClient, type CountedCallOptions } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 * });
 * // The number of the essay makes a good key: a job that is started again pays nothing twice.
 * const options: CountedCallOptions = { idempotencyKey: "essay-4711" };
 * const result = await client.authenticity.detect("The text of essay 4711.", options);
 * console.log(result.final_probability);
 * ```
 */
export type CountedCallOptions = CallOptions & {
  /**
   * Sent as `Idempotency-Key` instead of a random one. The same key with the same text is counted
   * once in 24 hours; with another text the service refuses it.
   */
  idempotencyKey?: string | undefined;
};

/**
 * What `onResponse` gets.
 *
 * @example
 * ```ts
 * import { createClient, type ResponseInfo } from "@lodestone/client";
 *
 * const seen: ResponseInfo[] = [];
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   onResponse: (info) => seen.push(info),
 * });
 * await client.locations.getHealth();
 *
 * let raw: Promise<string> | undefined;
 * await client.locations.getStats({
 *   onResponse: ({ response }) => {
 *     raw = response.clone().text();
 *   },
 * });
 * console.log(await raw);
 * for (const { method, url, status, requestId } of seen) console.log(method, url, status, requestId);
 * ```
 */
export type ResponseInfo = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  status: number;
  /** 1 for the first. */
  attempt: number;
  requestId: string | undefined;
  headers: Headers;
  /** The answer as it came. Its body is still to be read: take `response.clone()` for a look at it. */
  response: Response;
};
