// Checks what a client is made with, once and in plain words, so that no call fails later for it.
import { type CallOptions, type ConnectionOptions, DEFAULTS } from "./types.ts";

export type Settings = {
  baseUrl: string;
  attemptTimeoutMs: number;
  timeoutMs: number;
  retries: number;
  backoffBaseMs: number;
  backoffMaxMs: number;
  retryAfterMaxMs: number;
  headers: () => Record<string, string>;
  onResponse: ConnectionOptions["onResponse"];
  fetch: typeof globalThis.fetch;
  now: () => number;
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  random: () => number;
};

export type TimeLimits = { attemptTimeoutMs: number; timeoutMs: number };

export function readSettings(options: ConnectionOptions, usual: TimeLimits): Settings {
  const { headers } = options;
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    ...readLimits(options, { ...usual, retries: DEFAULTS.retries }),
    backoffBaseMs: readNumber("backoffBaseMs", options.backoffBaseMs, DEFAULTS.backoffBaseMs),
    backoffMaxMs: readNumber("backoffMaxMs", options.backoffMaxMs, DEFAULTS.backoffMaxMs),
    retryAfterMaxMs: readNumber(
      "retryAfterMaxMs",
      options.retryAfterMaxMs,
      DEFAULTS.retryAfterMaxMs,
    ),
    headers: typeof headers === "function" ? headers : () => headers ?? {},
    onResponse: options.onResponse,
    // Looked up at each call, so that a program may replace the global one after this.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    now: options.now ?? Date.now,
    sleep: options.sleep ?? sleep,
    random: options.random ?? Math.random,
  };
}

/** The limits of one call: its own where given, else the client's. */
export function readLimits(
  own: Pick<CallOptions, "attemptTimeoutMs" | "timeoutMs" | "retries">,
  usual: TimeLimits & { retries: number },
): TimeLimits & { retries: number } {
  return {
    attemptTimeoutMs: readNumber("attemptTimeoutMs", own.attemptTimeoutMs, usual.attemptTimeoutMs),
    timeoutMs: readNumber("timeoutMs", own.timeoutMs, usual.timeoutMs),
    retries: readNumber("retries", own.retries, usual.retries),
  };
}

function readNumber(name: string, value: number | undefined, usual: number): number {
  if (value === undefined) return usual;
  if (typeof value !== "number" || !(value >= 0)) {
    throw new TypeError(`${name} must be a number of 0 or more; it is ${String(value)}.`);
  }
  return value;
}

function readBaseUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TypeError("baseUrl must be a full address such as https://lodestone.example.");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new TypeError("baseUrl must begin with https:// or http://.");
  }
  // The address is not repeated: it may hold a password.
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError("baseUrl must not hold a user, a password, a query or a fragment.");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}
