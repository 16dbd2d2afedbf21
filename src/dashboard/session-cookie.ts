// The session cookie. With `__Host-` the browser insists on HTTPS, path `/` and this exact host: no subdomain
// and no plain-HTTP page can set or replace it.
import type { IncomingMessage } from "node:http";

export const COOKIE_NAME = "__Host-lodestone";

/** Seconds; the longest a session lives, whatever its use (accounts/sessions.ts ends it earlier). */
const MAX_AGE = 30 * 24 * 3600;

export function sessionCookie(token: string): string {
  return `${COOKIE_NAME}=${token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${MAX_AGE}`;
}

export function endedCookie(): string {
  return `${COOKIE_NAME}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0`;
}

/** The session token of a request; if the cookie is there twice, neither is trusted. */
export function readToken(request: IncomingMessage): string | null {
  const tokens = (request.headers.cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${COOKIE_NAME}=`))
    .map((pair) => pair.slice(COOKIE_NAME.length + 1));
  return tokens.length === 1 ? (tokens[0] ?? null) : null;
}
