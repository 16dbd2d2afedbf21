// How every call is made: built, sent, timed, repeated where that helps, and read. The two services
// are lists of calls on top of this.
import { overNetwork, startAttempt } from "./attempt.ts";
import type { EtagCache } from "./etag-cache.ts";
import { type CallContext, invalid, readJson, refuseErrors, type Shape } from "./read-reply.ts";
import { planRetry } from "./retry.ts";
import { readLimits, readSettings, type Settings, type TimeLimits } from "./settings.ts";
import { watchStream } from "./stream.ts";
import type { CallOptions, ConnectionOptions } from "./types.ts";

/**
 * One request, as {@link createRequester} takes it.
 *
 * @example
 * ```ts
 * import { type Call, createRequester, DEFAULTS } from "@lodestone/client";
 *
 * const requester = createRequester(
 *   { baseUrl: "https://lodestone.example/api" },
 *   { limits: DEFAULTS.locations },
 * );
 * const call: Call = { method: "GET", path: "/search", query: { q: "pune", limit: 3 } };
 * console.log(await requester.json(call));
 * ```
 */
export type Call = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `baseUrl`, beginning with a slash. */
  path: string;
  /** Fields that are undefined are left out. */
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  body?: { contentType: string; data: string | Blob } | undefined;
  /** Fields the answer must have; another answer is an `InvalidResponseError`. */
  shape?: Shape | undefined;
  /** What a stream should be; anything unless given. */
  accept?: string | undefined;
  /** Sent as `Idempotency-Key`, the same with every attempt. */
  idempotencyKey?: string | undefined;
};

/**
 * What a requester needs besides its connection.
 *
 * @example
 * ```ts
 * import { createRequester, type RequesterOptions } from "@lodestone/client";
 *
 * const rules: RequesterOptions = {
 *   limits: { attemptTimeoutMs: 5_000, timeoutMs: 15_000 },
 *   redirect: "manual",
 * };
 * const requester = createRequester({ baseUrl: "https://lodestone.example/api" }, rules);
 * console.log(await requester.json({ method: "GET", path: "/health" }));
 * ```
 */
export type RequesterOptions = {
  /** The time-outs that apply when the options name none. */
  limits: TimeLimits;
  /** `manual` refuses redirects: a secret header would otherwise follow them to any host. */
  redirect?: "follow" | "manual" | undefined;
  cache?: EtagCache | undefined;
};

/**
 * Makes calls to one base address; made by {@link createRequester}.
 *
 * @example
 * ```ts
 * import { createRequester, DEFAULTS, type Requester } from "@lodestone/client";
 *
 * const requester: Requester = createRequester(
 *   { baseUrl: "https://lodestone.example/api" },
 *   { limits: DEFAULTS.locations },
 * );
 * const { body } = await requester.stream({ method: "GET", path: "/export" });
 * await body.cancel();
 * ```
 */
export type Requester = {
  /** Resolves with the JSON of the answer. The caller names its type; `shape` is what is checked. */
  json<T>(call: Call, options?: CallOptions): Promise<T>;
  /** Resolves when the answer begins. The time limits then apply to each pause of the stream. */
  stream(
    call: Call,
    options?: CallOptions,
  ): Promise<{ body: ReadableStream<Uint8Array>; headers: Headers }>;
};

/**
 * The part below both services: time-outs, retries and errors for any JSON interface of Lodestone,
 * such as the dashboard's own. For the two services use {@link createClient}.
 *
 * @example
 * ```ts
 * import { createRequester, DEFAULTS } from "@lodestone/client";
 *
 * const requester = createRequester(
 *   { baseUrl: "https://lodestone.example/api" },
 *   { limits: DEFAULTS.locations },
 * );
 * const stats = await requester.json<{ data: { states: number } }>({
 *   method: "GET",
 *   path: "/stats",
 *   shape: { data: "object" },
 * });
 * console.log(stats.data.states);
 * ```
 */
export function createRequester(options: ConnectionOptions, rules: RequesterOptions): Requester {
  const settings = readSettings(options, rules.limits);
  const { cache, redirect = "follow" } = rules;
  const parts: Parts = { settings, redirect };

  return {
    async json<T>(call: Call, callOptions: CallOptions = {}) {
      const url = urlOf(settings.baseUrl, call);
      const kept = call.method === "GET" ? cache?.find(url) : undefined;
      const validator = kept === undefined ? undefined : { "if-none-match": kept.etag };
      const headers = headersOf(settings, call, { accept: "application/json", ...validator });
      const read = async ({ response, context }: Answer) => {
        const isUnchanged = kept !== undefined && response.status === 304;
        if (!isUnchanged) await refuseErrors(response, context, settings.now());
        const text = isUnchanged ? kept.text : await readText(response, context);
        const value = readJson(text, response, call.shape ?? {}, context);
        const etag = response.headers.get("etag");
        // Kept as text and parsed anew each time: what a caller does to its copy stays its own.
        if (etag !== null && call.method === "GET") cache?.keep(url, { etag, text });
        // The fields of `shape` were checked; the service promises the others.
        return value as T;
      };
      return send(parts, call, { url, headers, read }, callOptions);
    },

    async stream(call, callOptions = {}) {
      const url = urlOf(settings.baseUrl, call);
      const headers = headersOf(settings, call, { accept: call.accept ?? "*/*" });
      const read = async ({ response, context, attempt }: Answer) => {
        await refuseErrors(response, context, settings.now());
        if (response.body === null) throw invalid(response, context, "The answer is empty.");
        const body = watchStream(response.body, attempt, context);
        return { body, headers: response.headers };
      };
      return send(parts, call, { url, headers, read, isStream: true }, callOptions);
    },
  };
}

type Parts = { settings: Settings; redirect: "follow" | "manual" };

type Answer = {
  response: Response;
  context: CallContext;
  attempt: ReturnType<typeof startAttempt>;
};

type Exchange<T> = {
  url: string;
  headers: Headers;
  read: (answer: Answer) => Promise<T>;
  /** The attempt lives on in what `read` gave back. */
  isStream?: boolean;
};

async function send<T>(
  parts: Parts,
  call: Call,
  exchange: Exchange<T>,
  options: CallOptions,
): Promise<T> {
  const { settings } = parts;
  const { signal } = options;
  const { attemptTimeoutMs, timeoutMs, retries } = readLimits(options, settings);
  const deadline = settings.now() + timeoutMs;
  signal?.throwIfAborted();
  for (let count = 1; ; count += 1) {
    const context: CallContext = { attempts: count, idempotencyKey: call.idempotencyKey };
    const limitMs = Math.min(attemptTimeoutMs, Math.max(0, deadline - settings.now()));
    try {
      return await sendOnce(parts, call, exchange, {
        limitMs,
        signal,
        context,
        onResponse: options.onResponse,
      });
    } catch (error) {
      // Whatever else went wrong meanwhile: the caller has asked to stop.
      signal?.throwIfAborted();
      const waitMs = planRetry(error, count, { ...settings, retries });
      if (waitMs === null || settings.now() + waitMs >= deadline) throw error;
      await settings.sleep(waitMs, signal);
      signal?.throwIfAborted();
    }
  }
}

async function sendOnce<T>(
  { settings, redirect }: Parts,
  call: Call,
  { url, headers, read, isStream = false }: Exchange<T>,
  limits: {
    limitMs: number;
    signal: AbortSignal | undefined;
    context: CallContext;
    onResponse: CallOptions["onResponse"];
  },
): Promise<T> {
  const { limitMs, signal, context, onResponse } = limits;
  const { host } = new URL(url);
  const attempt = startAttempt(limitMs, signal, host, context);
  let isGoingOn = false;
  try {
    const result = await attempt.race(async (attemptSignal) => {
      const { method, body } = call;
      const init: RequestInit = { method, headers, redirect, signal: attemptSignal };
      if (body !== undefined) init.body = body.data;
      const pending = settings.fetch(url, init);
      const response = await overNetwork(pending, `Could not reach ${host}`, context);
      const requestId = response.headers.get("x-request-id") ?? undefined;
      const { status } = response;
      const { headers: received } = response;
      const attemptNumber = context.attempts ?? 1;
      const seen = { method, url, status, attempt: attemptNumber, requestId, headers: received };
      onResponse?.({ ...seen, response });
      settings.onResponse?.({ ...seen, response });
      return read({ response, context, attempt });
    });
    isGoingOn = isStream;
    return result;
  } finally {
    if (!isGoingOn) attempt.end();
  }
}

function readText(response: Response, context: CallContext): Promise<string> {
  return overNetwork(response.text(), "The connection was lost during the answer", context);
}

function urlOf(baseUrl: string, { path, query = {} }: Call): string {
  const fields = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(fields).toString();
  return text === "" ? baseUrl + path : `${baseUrl}${path}?${text}`;
}

function headersOf(settings: Settings, call: Call, own: Record<string, string>): Headers {
  const headers = new Headers({ ...own, ...settings.headers() });
  if (call.body !== undefined) headers.set("content-type", call.body.contentType);
  if (call.idempotencyKey !== undefined) headers.set("idempotency-key", call.idempotencyKey);
  return headers;
}
