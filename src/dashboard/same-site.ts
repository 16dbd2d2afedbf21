// Protection against cross-site request forgery, and detection of local users.
import type { IncomingMessage } from "node:http";
import { AppError, type ClientReader } from "../http/http.ts";

/** Another site's page can't send a custom header without a preflight, which is never granted. */
export const OWN_HEADER = "x-lodestone-dashboard";

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a state-changing request that did not come from our own page. The header alone would do in
 * every current browser; what the browser itself says about the sender must agree.
 */
export function requireSameSite(request: IncomingMessage): void {
  if (READS.has(request.method ?? "GET")) return;
  const { origin, host } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const isOurs =
    request.headers[OWN_HEADER] !== undefined &&
    // Old browsers don't send Sec-Fetch-Site; then the Origin must be ours. Neither header means that the client
    // is not a browser, so no cookie was sent without its owner's intent.
    (site === undefined
      ? origin === undefined || hostOf(origin) === host?.toLowerCase()
      : site === "same-origin");
  if (!isOurs) throw new AppError("cross_site");
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/** Whether the request comes from this machine. */
export function isLocal(client: ClientReader, request: IncomingMessage): boolean {
  return client.isLocal(request);
}
