// Who uses the dashboard: a signed-in user, a local user, or an anonymous visitor.
import type { FastifyRequest } from "fastify";
import type { Accounts } from "../accounts/accounts.ts";
import { AppError } from "../http/http.ts";

/** The session, as far as routes need it. */
export type Visitor = NonNullable<Awaited<ReturnType<Accounts["sessions"]["resume"]>>>;

declare module "fastify" {
  interface FastifyRequest {
    /** Set on every request of the dashboard's API; null for somebody not signed in. */
    visitor?: Visitor | null;
  }
}

/** The signed-in user, or a 401. */
export function signedIn(request: FastifyRequest): Visitor & { accountId: string } {
  const { visitor } = request;
  if (visitor === undefined || visitor === null) throw new AppError("signed_out");
  return { ...visitor, accountId: visitor.session.accountId };
}

export function tooMany(retryAfterMs: number): AppError {
  return new AppError("too_many_attempts", { headers: retryAfter(retryAfterMs) });
}

/** In whole seconds and never 0: a client that doesn't wait at all would come back too early. */
export function retryAfter(waitMs: number): { "retry-after": string } {
  return { "retry-after": String(Math.max(1, Math.ceil(waitMs / 1000))) };
}

export function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
