// The paths of the directory as a table, and two ways to serve it. `mountReadRoutes` adds them to the
// server with all their methods. `createDirectReader` answers plain successful reads before the
// framework sees them; everything else is left to the server.
import { type IncomingHttpHeaders, METHODS } from "node:http";
import type { FastifyRequest, FastifySchema } from "fastify";
import {
  AppError,
  type ClientReader,
  createDocUrls,
  type DirectReads,
  type Metrics,
  type Server,
} from "../../http/http.ts";
import { parseId } from "../data/records.ts";
import { type Answer, createError, finishAnswer } from "./replies.ts";

/** The ids in a path; those the path doesn't contain are NaN and never used. */
export type Ids = { state_id: number; district_id: number; market_id: number; pincode: number };

export type ReadRoute = {
  /** Below the service's prefix, `/states/:state_id/districts`. */
  url: string;
  schema: Record<string, unknown>;
  /** Throws AppError when there is nothing to answer with. */
  answer: (url: string, ids: Ids, headers?: IncomingHttpHeaders) => Answer;
};

const ALLOW = "GET, HEAD, OPTIONS";
const PREFLIGHT = {
  allow: ALLOW,
  "access-control-allow-origin": "*",
  "access-control-allow-methods": ALLOW,
  "access-control-allow-headers": "*",
  "access-control-max-age": "86400",
};

export function mountReadRoutes(scope: Server, routes: readonly ReadRoute[]): void {
  for (const { url, schema, answer } of routes) {
    scope.get(url, { schema, config: { isQuiet: true } }, (request, reply) => {
      const { status, headers, payload } = finishAnswer(
        answer(request.url, readIds(request), request.headers),
        request.headers,
        request.id,
      );
      reply.code(status);
      for (let at = 0; at < headers.length; at += 2) {
        reply.header(headers[at] ?? "", headers[at + 1] ?? "");
      }
      return reply.send(payload ?? undefined);
    });
    mountOtherMethods(scope, url);
  }
}

/** OPTIONS tells a browser what is allowed; every other method is refused before a body is read. */
export function mountOtherMethods(scope: Server, url: string): void {
  const schema = { hide: true } as FastifySchema;
  scope.options(url, { schema, config: { isQuiet: true } }, (request, reply) => {
    readIds(request);
    return reply.code(204).headers(PREFLIGHT).send();
  });
  scope.route({
    method: METHODS.filter((method) => isRefused(scope, method)),
    url,
    schema,
    onRequest: (request, _reply, done) => {
      readIds(request);
      done(new AppError("method_not_allowed", { headers: { allow: ALLOW } }));
    },
    handler: (_request, reply) => reply,
  });
}

/** Answers plain successful reads; errors and unknown paths are left to the server. */
export function createDirectReader({
  prefix,
  routes,
  metrics,
  client,
  nextRequestId,
}: {
  prefix: string;
  routes: readonly ReadRoute[];
  metrics: Metrics;
  client: ClientReader;
  nextRequestId: () => string;
}): DirectReads {
  // A path's shape has a colon for each id: `/states/:/districts`.
  const byShape = new Map(
    routes.map(({ url, answer }) => {
      const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as keyof Ids);
      const count200 = metrics.counterOf(prefix + url, "GET", 200);
      const count304 = metrics.counterOf(prefix + url, "GET", 304);
      return [url.replace(/:\w+/g, ":"), { answer, names, count200, count304 }];
    }),
  );
  const find = (url: string) => {
    const { shape, ids: values } = readPath(url, prefix.length);
    const route = byShape.get(shape);
    if (route === undefined || route.names.length !== values.length) return null;
    const none = Number.NaN;
    const ids: Ids = { state_id: none, district_id: none, market_id: none, pincode: none };
    for (const [index, name] of route.names.entries()) ids[name] = values[index] ?? Number.NaN;
    return { ...route, ids };
  };
  // Paths of the directory are few and asked for again and again; those with a query are not kept.
  const known = new Map<string, ReturnType<typeof find>>();

  const read: DirectReads["read"] = (url, asked) => {
    let found = known.get(url);
    if (found === undefined) {
      found = find(url);
      if (found !== null && known.size < KNOWN_MAX && !url.includes("?")) known.set(url, found);
    }
    if (found === null) return null;
    let finished: ReturnType<typeof finishAnswer>;
    try {
      finished = finishAnswer(found.answer(url, found.ids), asked, nextRequestId());
    } catch {
      // Nothing has been sent: the server handles the request again and creates the error response.
      return null;
    }
    const { status, headers, payload, isAscii } = finished;
    const count = status === 200 ? found.count200 : found.count304;
    return { status, headers, payload, isAscii, count };
  };

  const overload = new AppError("overloaded");
  const docUrl = createDocUrls(client);
  const countRefusal = metrics.counterOf("shed", "GET", 503);
  const refuse: DirectReads["refuse"] = (request) => {
    const refusal = createError(overload, docUrl(request, overload.code));
    const { headers, payload } = finishAnswer(refusal, PLAIN, nextRequestId());
    return { status: 503, headers, payload, isAscii: true, count: countRefusal };
  };
  return { prefix: `${prefix}/`, read, refuse };
}

/** Refusals are not compressed. */
const PLAIN = {};

/** More paths than the directory has; bounded, so that callers can't fill the memory with others. */
const KNOWN_MAX = 20_000;

/** `/states/20/districts` gives the shape `/states/:/districts` and the id 20. */
function readPath(url: string, from: number): { shape: string; ids: number[] } {
  const query = url.indexOf("?", from);
  const segments = url.slice(from + 1, query === -1 ? undefined : query).split("/");
  const ids: number[] = [];
  let shape = "";
  for (const segment of segments) {
    const id = parseId(segment);
    if (Number.isNaN(id)) {
      shape += `/${segment}`;
    } else {
      shape += "/:";
      ids.push(id);
    }
  }
  return { shape, ids };
}

/** CONNECT never reaches a route: Node answers it on the connection. */
function isRefused(scope: Server, method: string): boolean {
  if (["GET", "HEAD", "OPTIONS", "CONNECT"].includes(method)) return false;
  if (!scope.supportedMethods.includes(method)) scope.addHttpMethod(method, { hasBody: true });
  return true;
}

/** A path whose ids are not whole numbers written plainly is no endpoint at all. */
function readIds(request: FastifyRequest): Ids {
  const given = request.params as { [name in keyof Ids]?: string };
  const read = (name: keyof Ids) => {
    const text = given[name];
    const id = text === undefined ? Number.NaN : parseId(text);
    // A PIN code is no id: its route says what one looks like.
    if (text !== undefined && Number.isNaN(id) && name !== "pincode") {
      throw new AppError("endpoint_not_found");
    }
    return id;
  };
  return {
    state_id: read("state_id"),
    district_id: read("district_id"),
    market_id: read("market_id"),
    pincode: read("pincode"),
  };
}
