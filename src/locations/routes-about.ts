// What the directory says of itself: health, counts, and where the data comes from.
import type { Server } from "../http/http.ts";
import type { Directory } from "./directory.ts";
import { addReadRoute } from "./read-routes.ts";
import { createBody, sendData, sendFresh } from "./replies.ts";
import * as schemas from "./schemas.ts";

export function addAboutRoutes(
  scope: Server,
  current: () => Directory,
  { appVersion }: { appVersion: string },
): void {
  addReadRoute(scope, {
    url: "/health",
    schema: schemas.health,
    handler: (_request, reply) =>
      sendFresh(reply, {
        status: "healthy",
        service: "Lodestone Location Directory",
        version: appVersion,
        endpoints: {
          states: "/api/states",
          districts: "/api/states/<state_id>/districts",
          markets: "/api/states/<state_id>/districts/<district_id>/markets",
          stats: "/api/stats",
        },
      }),
  });

  addReadRoute(scope, {
    url: "/stats",
    schema: schemas.stats,
    handler: (request, reply) => {
      const directory = current();
      const body = createBody(
        JSON.stringify({ status: "success", data: countRecords(directory.dataset) }),
      );
      return sendData(request, reply, body, directory);
    },
  });

  addReadRoute(scope, {
    url: "/dataset",
    schema: schemas.dataset,
    handler: (request, reply) => {
      const directory = current();
      const { source, date, version, licence, aliases, retired } = directory.dataset;
      const data = {
        source,
        date,
        version,
        licence,
        counts: { ...countRecords(directory.dataset), aliases: aliases.length },
        retired: countRecords(retired),
      };
      return sendData(
        request,
        reply,
        createBody(JSON.stringify({ status: "success", data })),
        directory,
      );
    },
  });
}

function countRecords(records: Record<"states" | "districts" | "markets", readonly unknown[]>) {
  return {
    states: records.states.length,
    districts: records.districts.length,
    markets: records.markets.length,
  };
}
