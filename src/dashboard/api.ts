// The base of the dashboard's own API: HTTPS only, no caching, CSRF protection, every error in the standard
// shape, and the session is loaded before a body is read.
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError, detailsOf, noteError, parseJson, type Server } from "../http/http.ts";
import { asOverload } from "../metering/metering.ts";
import { addAccountRoutes } from "./account-routes.ts";
import { addHistoryRoutes } from "./history-routes.ts";
import { addKeyRoutes } from "./key-routes.ts";
import type { DashboardOptions } from "./options.ts";
import { addResetRoutes } from "./reset-routes.ts";
import { requireSameSite } from "./same-site.ts";
import { addSecondFactorRoutes } from "./second-factor-routes.ts";
import { readToken } from "./session-cookie.ts";
import { addSettingsRoute } from "./settings-route.ts";
import { addShareRoutes } from "./share-routes.ts";
import { addSignInRoutes } from "./sign-in-routes.ts";
import { createTextGuard } from "./text-guard.ts";
import { addTextRoutes } from "./text-routes.ts";
import { addUsageRoutes } from "./usage-routes.ts";

const SMALL_BODY_MAX = 16_384;

export async function addDashboardApi(server: Server, options: DashboardOptions): Promise<void> {
  const { accounts, client, log } = options;
  await server.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      // Open to unauthenticated callers, so the limit is small: sign-in and sign-up need little.
      scope.addContentTypeParser(
        "application/json",
        { parseAs: "buffer", bodyLimit: SMALL_BODY_MAX },
        async (_request: FastifyRequest, body: Buffer) => parseJson(body),
      );
      const sendError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
        const error = noteError(log, asKnown(thrown), request);
        const { publicMessage: message, type } = error;
        const details = detailsOf(error, request.docUrl(error.code));
        return reply
          .code(error.status)
          .headers({ ...error.headers, "cache-control": "no-store" })
          .send({ error: { message, type, ...details }, request_id: request.id });
      };
      scope.setErrorHandler(sendError);
      scope.setNotFoundHandler((request, reply) =>
        sendError(new AppError("endpoint_not_found"), request, reply),
      );
      scope.addHook("onRequest", async (request, reply) => {
        reply.header("cache-control", "no-store");
        if (!client.isSecure(request.raw)) {
          const message = "The dashboard is served over HTTPS only.";
          throw new AppError("https_required", { message });
        }
        requireSameSite(request.raw);
        const token = readToken(request.raw);
        request.visitor = token === null ? null : await accounts.sessions.resume(token);
      });

      addSignInRoutes(scope, options);
      addResetRoutes(scope, options);
      addAccountRoutes(scope, options);
      addSecondFactorRoutes(scope, options);
      addKeyRoutes(scope, options);
      addUsageRoutes(scope, options);
      const textGuard = createTextGuard(options);
      await addTextRoutes(scope, options, textGuard);
      addHistoryRoutes(scope, options, textGuard);
      addShareRoutes(scope, options);
      addSettingsRoute(scope, options);
    },
    { prefix: "/dashboard/api" },
  );
}

/** A full queue is overload, not a fault, and a body over its limit is the caller's error. */
function asKnown(thrown: unknown): unknown {
  if (Object(thrown).code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    const message = `The body is too large: at most ${SMALL_BODY_MAX} bytes.`;
    return new AppError("body_too_large", { message, cause: thrown });
  }
  return asOverload(thrown);
}
