// Notes each request made with one of an account's keys in the account's log, after it was answered.
import type { FastifyRequest } from "fastify";
import type { Accounts } from "../accounts/accounts.ts";
import type { Server } from "../http/http.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The code of the error it was answered with. */
    failure?: string;
    /** Words of the texts it was about. */
    words?: number;
  }
}

export function logRequests(
  scope: Server,
  { accounts, clock }: { accounts: Accounts; clock: () => number },
): void {
  scope.addHook("onResponse", (request, reply, done) => {
    const keyId = keyOf(request);
    if (keyId !== undefined) {
      accounts.requestLog.note({
        at: clock(),
        keyId,
        method: request.method,
        endpoint: request.routeOptions.url ?? "",
        status: reply.statusCode,
        code: request.failure ?? null,
        requestId: request.id,
        words: request.words ?? null,
        ms: Math.round(reply.elapsedTime),
      });
    }
    done();
  });
}

/** A key that no longer works is left out: whoever found an old one could push out what its owner looks for. */
const LOGGED_REFUSALS = ["no_origin", "origin", "wrong_kind", "plain_http"];

function keyOf({ admitted, manager, refused }: FastifyRequest): string | undefined {
  if (admitted !== undefined) return admitted.caller.keyId ?? undefined;
  if (manager !== undefined) return manager.keyId;
  return LOGGED_REFUSALS.includes(refused?.reason ?? "") ? refused?.key?.id : undefined;
}
