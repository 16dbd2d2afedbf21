// The location directory: a public, read-only JSON service under /api. This is the room's entry file: it adds
// the routes, and exports what main and the command line use of the room.
import swagger from "@fastify/swagger";
import type { FastifyReply } from "fastify";
import {
  AppError,
  addDocsPage,
  type ClientReader,
  type DirectReads,
  type Log,
  type Metrics,
  noteError,
  type Server,
  useSchemasAsDescriptions,
} from "../http/http.ts";
import { describeDocs, describeService } from "./routes/docs.ts";
import { createDirectReader, mountReadRoutes } from "./routes/read-routes.ts";
import { createError, finishAnswer } from "./routes/replies.ts";
import { aboutRoutes, indexRoute } from "./routes/routes-about.ts";
import { addExportRoute } from "./routes/routes-export.ts";
import { languageRoutes } from "./routes/routes-languages.ts";
import { listRoutes } from "./routes/routes-lists.ts";
import { nearbyRoutes } from "./routes/routes-nearby.ts";
import { pincodeRoutes } from "./routes/routes-pincodes.ts";
import { recordRoutes } from "./routes/routes-records.ts";
import { searchRoutes } from "./routes/routes-search.ts";
import { exportAll } from "./routes/schemas-dataset.ts";
import type { Locations } from "./served-directory.ts";

export { checkDataset } from "./data/check-dataset.ts";
export {
  type Dataset,
  parseDataset,
  readShippedDataset,
  serialiseDataset,
} from "./data/dataset.ts";
export { type Follower, followStoredDataset } from "./follow.ts";
export { describeChanges, describeProblem } from "./import/describe-import.ts";
export { planImport } from "./import/import.ts";
export { readImportSource } from "./import/import-source.ts";
export { EXPORT_FORMATS, exportDirectory } from "./routes/export.ts";
export { describeNear } from "./routes/routes-nearby.ts";
export { findPlaces } from "./routes/routes-search.ts";
export { createLocations, type Locations } from "./served-directory.ts";

export async function addLocationRoutes(
  server: Server,
  { locations, log, metrics, client, nextRequestId, appVersion }: LocationOptions,
): Promise<DirectReads> {
  const prefix = "/api";
  const { current } = locations;
  // The documentation keeps this order.
  const documented = [
    ...listRoutes(current),
    ...searchRoutes(current),
    ...recordRoutes(current),
    ...nearbyRoutes(current),
    ...pincodeRoutes(current),
    ...languageRoutes(current),
    ...aboutRoutes(current, { appVersion }),
  ];
  const everything = [...documented, { url: "/export", schema: exportAll }];
  const routes = [...documented, indexRoute(prefix, everything)];
  await server.register(
    async (scope) => {
      useSchemasAsDescriptions(scope);
      const sendError = (reply: FastifyReply, error: AppError) => {
        const { headers, payload } = finishAnswer(
          createError(error, reply.request.docUrl(error.code)),
          {},
          reply.request.id,
        );
        for (let at = 0; at < headers.length; at += 2) {
          reply.header(headers[at] ?? "", headers[at + 1] ?? "");
        }
        return reply.code(error.status).headers(error.headers).send(payload);
      };
      scope.setErrorHandler((thrown, request, reply) =>
        sendError(reply, noteError(log, thrown, request)),
      );
      scope.setNotFoundHandler((_request, reply) =>
        sendError(reply, new AppError("endpoint_not_found")),
      );
      await scope.register(swagger, { openapi: describeService(appVersion) });
      mountReadRoutes(scope, routes);
      addExportRoute(scope, current);
      addDocsPage(scope, describeDocs({ client, version: () => current().etag }));
    },
    { prefix },
  );
  return createDirectReader({ prefix, routes, metrics, client, nextRequestId });
}

export type LocationOptions = {
  locations: Locations;
  log: Log;
  metrics: Metrics;
  client: ClientReader;
  nextRequestId: () => string;
  appVersion: string;
};
