// Adds one path of the directory: GET and HEAD answer, OPTIONS tells a browser so, every other
// method is refused. A path whose ids are not plain whole numbers is no endpoint at all.
import { METHODS } from "node:http";
import type { FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { AppError, type Server } from "../http/http.ts";
import { parseId } from "./records.ts";

export type Ids = { state_id: number; district_id: number; market_id: number };

export type ReadRoute = {
  url: string;
  schema?: FastifySchema & Record<string, unknown>;
  /** Values of the ids in the path; those the path does not name are NaN and never looked at. */
  handler: (request: FastifyRequest, reply: FastifyReply, ids: Ids) => FastifyReply;
};

const ALLOW = "GET, HEAD, OPTIONS";

export function addReadRoute(scope: Server, { url, schema, handler }: ReadRoute): void {
  scope.route({
    method: "GET",
    url,
    ...(schema === undefined ? {} : { schema }),
    config: { isQuiet: true },
    handler: (request, reply) => handler(request, reply, readIds(request)),
  });
  scope.route({
    method: "OPTIONS",
    url,
    schema: { hide: true } as FastifySchema,
    config: { isQuiet: true },
    handler: (request, reply) => {
      readIds(request);
      return reply
        .code(204)
        .headers({
          allow: ALLOW,
          "access-control-allow-origin": "*",
          "access-control-allow-methods": ALLOW,
          "access-control-allow-headers": "*",
          "access-control-max-age": "86400",
        })
        .send();
    },
  });
  scope.route({
    method: METHODS.filter((method) => isRefused(scope, method)),
    url,
    schema: { hide: true } as FastifySchema,
    // Refused before any body is read.
    onRequest: (request, _reply, done) => {
      readIds(request);
      done(new AppError("method_not_allowed", { headers: { allow: ALLOW } }));
    },
    handler: (_request, reply) => reply,
  });
}

/** CONNECT never reaches a route: Node answers it on the connection. */
function isRefused(scope: Server, method: string): boolean {
  if (["GET", "HEAD", "OPTIONS", "CONNECT"].includes(method)) return false;
  if (!scope.supportedMethods.includes(method)) scope.addHttpMethod(method, { hasBody: true });
  return true;
}

function readIds(request: FastifyRequest): Ids {
  const given = request.params as { [name in keyof Ids]?: string };
  const read = (name: keyof Ids) => {
    const text = given[name];
    const id = text === undefined ? Number.NaN : parseId(text);
    if (text !== undefined && Number.isNaN(id)) throw new AppError("endpoint_not_found");
    return id;
  };
  return {
    state_id: read("state_id"),
    district_id: read("district_id"),
    market_id: read("market_id"),
  };
}
