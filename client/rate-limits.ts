// Reads the `RateLimit` and `RateLimit-Policy` headers (draft-ietf-httpapi-ratelimit-headers-10).

/**
 * Where a key stands with one policy: `minute` (requests) or `day` (checks).
 *
 * @example
 * ```ts
 * import type { RateLimit } from "@lodestone/client";
 *
 * export function describe({ remaining, resetSeconds }: RateLimit): string {
 *   return `${remaining} left, renewed in ${resetSeconds ?? "?"} s`;
 * }
 * ```
 */
export type RateLimit = {
  remaining: number;
  /** Seconds until more is there again. */
  resetSeconds: number | undefined;
  /** How many the policy grants in a window. */
  quota: number | undefined;
  windowSeconds: number | undefined;
};

/**
 * The limits an answer tells about, by the policy's name; empty when it tells of none.
 *
 * @example
 * ```ts
 * import { createClient, readRateLimits } from "@lodestone/client";
 *
 * const client = createClient({
 *   baseUrl: "https://lodestone.example",
 *   apiKey: "ls_test_your_key",
 *   origin: "https://example.com",
 *   onResponse: ({ headers }) => console.log(readRateLimits(headers).day?.remaining),
 * });
 * await client.authenticity.detect("The text to check.");
 * ```
 */
export function readRateLimits(headers: Headers): Record<string, RateLimit> {
  const policies = new Map(readList(headers.get("ratelimit-policy")));
  const limits: Record<string, RateLimit> = {};
  for (const [name, { r, t }] of readList(headers.get("ratelimit"))) {
    if (r === undefined) continue;
    const { q, w } = policies.get(name) ?? {};
    limits[name] = { remaining: r, resetSeconds: t, quota: q, windowSeconds: w };
  }
  return limits;
}

type Parameters = { [name in "r" | "t" | "q" | "w"]?: number };

/** A structured-field list of quoted names with numbers: `"minute";r=59;t=12, "day";r=3;t=900`. */
function readList(header: string | null): Array<[name: string, parameters: Parameters]> {
  const items = (header ?? "").matchAll(/"((?:[^"\\]|\\.)*)"((?:\s*;\s*[\w*.-]+(?:=[^;,]*)?)*)/g);
  return Array.from(items, ([, name = "", text = ""]) => {
    const parameters: Parameters = {};
    for (const [, key = "", value] of text.matchAll(/;\s*([rtqw])=(\d{1,15})(?=\s*(?:;|$))/g)) {
      parameters[key as keyof Parameters] = Number(value);
    }
    return [name.replace(/\\(.)/g, "$1"), parameters];
  });
}
