// Liveness, readiness and metrics endpoints.
import { timingSafeEqual } from "node:crypto";
import { AppError } from "./app-error.ts";
import type { ClientReader } from "./client.ts";
import type { Metrics } from "./metrics.ts";
import type { Server } from "./server.ts";

export type ProbeOptions = {
  client: ClientReader;
  metrics: Metrics;
  metricsToken: string | null;
  /** The store's id, once known; shown to local callers only. */
  storeId: () => string | null;
  /** Names of the parts that are not ready yet, by service; none means ready. */
  findUnready: Readonly<Record<string, () => Promise<string[]>>>;
};

export function addProbes(server: Server, options: ProbeOptions): void {
  const config = { isQuiet: true };

  server.get("/healthz", { config }, async (request, reply) => {
    const storeId = options.client.isLocal(request.raw) ? options.storeId() : null;
    if (storeId !== null) reply.header("lodestone-store", storeId);
    return reply.header("cache-control", "no-store").send({ status: "ok" });
  });

  const addReadiness = (url: string, checks: ReadonlyArray<() => Promise<string[]>>) => {
    server.get(url, { config }, async (_request, reply) => {
      const unready = (await Promise.all(checks.map((find) => find()))).flat();
      reply.header("cache-control", "no-store");
      if (unready.length === 0) return reply.send({ status: "ready" });
      return reply
        .code(503)
        .header("retry-after", "1")
        .send({ status: "not ready", waiting: unready });
    });
  };
  // All copies share the store: while it is unavailable, a load balancer that takes them all out of service also
  // takes down the directory, which needs no store. So each service has its own probe.
  addReadiness("/readyz", Object.values(options.findUnready));
  for (const [service, find] of Object.entries(options.findUnready)) {
    addReadiness(`/readyz/${service}`, [find]);
  }

  server.get("/metrics", { config }, async (request, reply) => {
    const isAllowed =
      options.metricsToken === null
        ? options.client.isLocal(request.raw)
        : isToken(request.headers.authorization, options.metricsToken);
    if (!isAllowed) throw new AppError("forbidden");
    return reply
      .headers({
        "content-type": options.metrics.registry.contentType,
        "cache-control": "no-store",
      })
      .send(await options.metrics.text());
  });
}

function isToken(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? "");
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
