// The ground of the dashboard's own API: HTTPS only, nothing kept by caches, no other site may act,
// every error in the standard shape, and who is signed in is known before a body is read.
import type { FastifyReply, FastifyRequest } from "fastify";
import { DetectorError } from "../detector/detector.ts";
import { AppError, noteError, parseJson, type Server } from "../http/http.ts";
import { ReporterError } from "../report/report.ts";
import { addAccountRoutes } from "./account-routes.ts";
import { addHistoryRoutes } from "./history-routes.ts";
import { addKeyRoutes } from "./key-routes.ts";
import type { DashboardParts } from "./parts.ts";
import { requireSameSite } from "./same-site.ts";
import { readToken } from "./session-cookie.ts";
import { addSettingsRoute } from "./settings-route.ts";
import { addSignInRoutes } from "./sign-in-routes.ts";
import { addMultipartParser, bodyTooLarge } from "./text-input.ts";
import { addTextRoutes } from "./text-routes.ts";
import { addUsageRoutes } from "./usage-routes.ts";

export async function addDashboardApi(server: Server, parts: DashboardParts): Promise<void> {
  const { accounts, client, log } = parts;
  await server.register(
    async (scope) => {
      scope.setValidatorCompiler(() => () => true);
      scope.setSerializerCompiler(() => JSON.stringify);
      scope.removeAllContentTypeParsers();
      // Anybody may send these: what signs in or up is small.
      addJsonParser(scope, SMALL_BODY_MAX);
      const sendError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
        const error = noteError(log, asKnown(thrown), request);
        const { publicMessage: message, type } = error;
        return reply
          .code(error.status)
          .headers({ ...error.headers, "cache-control": "no-store" })
          .send({ error: { message, type }, request_id: request.id });
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

      addSignInRoutes(scope, parts);
      addAccountRoutes(scope, parts);
      addKeyRoutes(scope, parts);
      addUsageRoutes(scope, parts);
      await scope.register(async (texts) => {
        texts.removeContentTypeParser("application/json");
        // Escaped in JSON, a UTF-16 unit takes up to six bytes; some room for the other fields.
        addJsonParser(texts, 6 * parts.textLengthMax + 65_536);
        addMultipartParser(texts, parts);
        texts.setErrorHandler((thrown, request, reply) =>
          sendError(isTooLarge(thrown) ? bodyTooLarge(request, parts) : thrown, request, reply),
        );
        addTextRoutes(texts, parts);
      });
      addHistoryRoutes(scope, parts);
      addSettingsRoute(scope, parts);
    },
    { prefix: "/dashboard/api" },
  );
}

/** A full queue is no fault, and a body over its limit is the caller's. */
function asKnown(thrown: unknown): unknown {
  if (
    (thrown instanceof DetectorError && thrown.code === "overloaded") ||
    thrown instanceof ReporterError
  ) {
    return new AppError("overloaded", { cause: thrown });
  }
  if (isTooLarge(thrown)) {
    const message = `The body is too large: at most ${SMALL_BODY_MAX} bytes.`;
    return new AppError("content_invalid", { message });
  }
  return thrown;
}

function isTooLarge(thrown: unknown): boolean {
  return Object(thrown).code === "FST_ERR_CTP_BODY_TOO_LARGE";
}

const SMALL_BODY_MAX = 16_384;

function addJsonParser(scope: Server, bodyLimit: number): void {
  scope.addContentTypeParser(
    "application/json",
    { parseAs: "buffer", bodyLimit },
    async (_request: FastifyRequest, body: Buffer) => parseJson(body),
  );
}
