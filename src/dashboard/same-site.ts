// Keeps other sites from acting in the name of somebody who is signed in here (CSRF), and tells who
// sits at this very machine.
import type { IncomingMessage } from "node:http";
import { AppError, type ClientReader } from "../http/http.ts";

/** Another site's page can't send a header of its own without a preflight, which is never granted. */
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
    // Old browsers do not name the site; then the Origin must be ours. Neither means no browser at
    // all, and so no cookie that was sent without its owner's will.
    (site === undefined
      ? origin === undefined || hostOf(origin) === host?.toLowerCase()
      : site === "same-origin");
  if (!isOurs) throw new AppError("cross_site");
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

/** True for somebody at this machine. */
export function isLocal(client: ClientReader, request: IncomingMessage): boolean {
  return client.isLocal(request);
}
