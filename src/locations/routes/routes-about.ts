// What the directory says of itself: health, counts, and where the data comes from.
import type { Directory } from "../directory.ts";
import type { ReadRoute } from "./read-routes.ts";
import { createBody } from "./replies.ts";
import * as schemas from "./schemas.ts";
import { dataset as datasetSchema } from "./schemas-dataset.ts";

export function aboutRoutes(
  current: () => Directory,
  { appVersion }: { appVersion: string },
): ReadRoute[] {
  const health = createBody(
    JSON.stringify({
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
  );
  return [
    { url: "/health", schema: schemas.health, answer: () => ({ body: health, etag: null }) },
    {
      url: "/stats",
      schema: schemas.stats,
      answer: () => {
        const { dataset, etag } = current();
        return answerWith(countRecords(dataset), etag);
      },
    },
    {
      url: "/dataset",
      schema: datasetSchema,
      answer: () => {
        const { dataset, etag } = current();
        const { source, date, version, licence, attribution, aliases, retired, places } = dataset;
        const counts = {
          ...countRecords(dataset),
          aliases: aliases.length,
          local_names: places.names.length,
          points: places.points.length,
          pincodes: new Set(places.pincodes.map(({ pincode }) => pincode)).size,
        };
        const about = { source, date, version, licence, attribution };
        const data = { ...about, counts, retired: countRecords(retired) };
        return answerWith(data, etag);
      },
    },
  ];
}

/** `GET /api/`: what there is to ask for. It stands outside the OpenAPI document, which says the same at length. */
export function indexRoute(
  prefix: string,
  routes: readonly Pick<ReadRoute, "url" | "schema">[],
): ReadRoute {
  const data = routes.map(({ url, schema: { summary } }) => ({
    method: "GET",
    path: prefix + url.replace(/:(\w+)/g, "{$1}"),
    summary,
  }));
  const links = { documentation: `${prefix}/docs`, openapi: `${prefix}/openapi.json` };
  const body = createBody(
    JSON.stringify({ status: "success", data, count: data.length, ...links }),
  );
  return { url: "/", schema: { hide: true }, answer: () => ({ body, etag: null }) };
}

const answerWith = (data: object, etag: string) => ({
  body: createBody(JSON.stringify({ status: "success", data })),
  etag,
});

function countRecords(records: Record<"states" | "districts" | "markets", readonly unknown[]>) {
  return {
    states: records.states.length,
    districts: records.districts.length,
    markets: records.markets.length,
  };
}
