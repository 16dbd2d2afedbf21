// The text authenticity service under /v1. This is the room's entry file: it sets up what every route needs
// (HTTPS, CORS, error shapes, no other methods) and adds the routes.
import { METHODS } from "node:http";
import swagger from "@fastify/swagger";
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import type { Accounts } from "../accounts/accounts.ts";
import type { Detector } from "../detector/detector.ts";
import type { FileReader } from "../files/files.ts";
import type { History } from "../history/history.ts";
import {
  AppError,
  addDocsPage,
  type ClientReader,
  type Log,
  noteError,
  type Server,
  useSchemasAsDescriptions,
} from "../http/http.ts";
import { type BodyParser, refuseUnknownQuery } from "../input/input.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { asOverload } from "../metering/metering.ts";
import type { Reporter } from "../report/report.ts";
import type { Rewriter } from "../rewriter/rewriter.ts";
import { addAccountRoutes } from "./account-routes.ts";
import { addBatchRoute } from "./batch.ts";
import { addDetectRoute } from "./detect.ts";
import { describeDocs, describeService } from "./docs.ts";
import { createGuard } from "./guard.ts";
import { addJobRoutes } from "./job-routes.ts";
import { logRequests } from "./log-requests.ts";
import { addManageRoutes } from "./manage-routes.ts";
import { addMcpRoute } from "./mcp-route.ts";
import { addRegenerateRoute } from "./regenerate.ts";
import { addCorsHeaders, preflight, sendError } from "./replies.ts";
import { addReportRoute } from "./report-route.ts";
import { addRequestRoutes } from "./request-routes.ts";

export { describeWebhook } from "./describe-job.ts";
export { createJobWork, errorResult } from "./job-work.ts";

export type AuthenticityOptions = {
  accounts: Accounts;
  history: History;
  jobs: Jobs;
  /** Whether callers may ask for webhooks, and to which networks beyond the public internet. */
  webhooks: { isOn: boolean; privateNetworks: readonly string[] };
  detector: Detector;
  rewriter: Rewriter;
  reporter: Reporter;
  client: ClientReader;
  log: Log;
  clock: () => number;
  files: FileReader;
  bodies: BodyParser;
  textLengthMax: number;
  fileSizeMax: number;
  /** How long a body may take to arrive. */
  bodyTimeoutMs?: number;
  /** Deadline of a batch: it is answered with what is done by then. */
  batchTimeLimitMs?: number;
  appVersion: string;
  /** Search in the location directory, for agents; undefined where that service is off. */
  findPlaces?: ((parameters: URLSearchParams) => Promise<object>) | undefined;
  /** The HTTPS port, for readers of the documentation who came over plain HTTP. */
  httpsPort: () => number;
};

/** Before the time limit of a request would end it as a whole. */
const BATCH_TIME_LIMIT_MS = 80_000;

export async function addAuthenticityRoutes(
  server: Server,
  options: AuthenticityOptions,
): Promise<void> {
  const { accounts, history, jobs, detector, rewriter, reporter, client, log, clock, appVersion } =
    options;
  const guard = createGuard({ accounts, history, client, clock });
  const { textLengthMax, fileSizeMax, files, bodies } = options;
  const limits = {
    textLengthMax,
    fileSizeMax,
    files,
    bodies,
    timeoutMs: options.bodyTimeoutMs ?? 20_000,
  };

  await server.register(
    async (scope) => {
      useSchemasAsDescriptions(scope);
      // Routes read their bodies themselves, after the key was verified.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
      scope.setErrorHandler((thrown, request, reply) => {
        return sendError(request, reply, noteError(log, asOverload(thrown), request));
      });
      scope.setNotFoundHandler({ preValidation: guard.requireHttps }, (request, reply) => {
        // A page can read the 404 only if its preflight succeeded.
        if (isPreflight(request)) return answerPreflight(request, reply);
        return sendError(request, reply, new AppError("endpoint_not_found"));
      });
      await scope.register(swagger, { openapi: describeService(appVersion) });

      // The documentation is open to plain HTTP; everything else in this scope is not.
      addDocsPage(scope, describeDocs(options));
      addOtherMethods(scope, {
        "/docs": "GET",
        "/docs/reference.js": "GET",
        "/openapi.json": "GET",
      });
      await scope.register(async (secure) => {
        secure.addHook("onRequest", (request, reply, done) => {
          addCorsHeaders(request, reply);
          guard.requireHttps(request, reply, done);
        });
        logRequests(secure, { accounts, clock });
        // After the key was verified: nothing is said to who has none.
        secure.addHook("preHandler", async (request) => refuseUnknownQuery(request));
        addDetectRoute(secure, { guard, detector, limits });
        addBatchRoute(secure, {
          guard,
          detector,
          log,
          limits,
          timeLimitMs: options.batchTimeLimitMs ?? BATCH_TIME_LIMIT_MS,
        });
        addReportRoute(secure, { guard, detector, reporter, clock, limits });
        addRegenerateRoute(secure, {
          guard,
          rewriter,
          modelVersion: detector.version,
          log,
          limits,
        });
        addMcpRoute(secure, {
          guard,
          detector,
          rewriter,
          limits,
          findPlaces: options.findPlaces,
          appVersion,
        });
        addJobRoutes(secure, { guard, accounts, jobs, webhooks: options.webhooks, clock, limits });
        addAccountRoutes(secure, { guard, accounts, detector });
        addManageRoutes(secure, { guard, accounts, log, clock, limits });
        addRequestRoutes(secure, { guard, accounts });
        addOtherMethods(secure, {
          "/detect": "POST",
          "/detect/batch": "POST",
          "/detect/file": "POST",
          "/report": "POST",
          "/report/file": "POST",
          "/regenerate": "POST",
          "/regenerate/file": "POST",
          "/mcp": "POST",
          "/jobs": "GET, POST",
          "/jobs/file": "POST",
          "/jobs/:id": "GET, DELETE",
          "/jobs/:id/result": "GET",
          "/manage/keys": "GET, POST",
          "/manage/keys/:key_id": "GET, PATCH, DELETE",
          "/manage/keys/:key_id/rotate": "POST",
          "/manage/usage": "GET",
          "/manage/requests": "GET",
          "/usage": "GET",
          "/models": "GET",
        });
      });
    },
    { prefix: "/v1" },
  );
}

/** Answers preflights; every other method is refused before a body is read. */
function addOtherMethods(scope: Server, urls: Readonly<Record<string, string>>): void {
  const schema = { hide: true } as FastifySchema;
  for (const [url, allowed] of Object.entries(urls)) {
    const allow = `${allowed.replace("GET", "GET, HEAD")}, OPTIONS`;
    const changing = ["PATCH", "DELETE"].filter((method) => allowed.includes(method));
    const methods = ["GET", "POST", ...changing].join(", ");
    scope.options(url, { schema }, (request, reply) =>
      answerPreflight(request, reply.header("allow", allow), methods),
    );
    const others = METHODS.filter(
      (method) => !allow.split(", ").includes(method) && method !== "CONNECT",
    );
    for (const method of others) {
      if (!scope.supportedMethods.includes(method)) scope.addHttpMethod(method, { hasBody: true });
    }
    scope.route({
      method: others,
      url,
      schema,
      preParsing: (_request, _reply, _payload, done) => {
        done(new AppError("method_not_allowed", { headers: { allow } }));
      },
      handler: (_request, reply) => reply,
    });
  }
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

function answerPreflight(
  request: FastifyRequest,
  reply: FastifyReply,
  methods = "GET, POST",
): FastifyReply {
  addCorsHeaders(request, reply);
  return reply.code(204).headers(preflight(methods)).send();
}
