// The location directory: a public, read-only JSON service under /api. This is the room's front
// file: it adds the routes, and names what main and the command line use of the room.
import swagger from "@fastify/swagger";
import { AppError, addDocsPage, type Log, noteError, type Server } from "../http/http.ts";
import { sendError } from "./replies.ts";
import { addAboutRoutes } from "./routes-about.ts";
import { addExportRoute } from "./routes-export.ts";
import { addListRoutes } from "./routes-lists.ts";
import { addRecordRoutes } from "./routes-records.ts";
import { addSearchRoute } from "./routes-search.ts";
import type { Locations } from "./served-directory.ts";

export { type Dataset, parseDataset, readShippedDataset, serialiseDataset } from "./dataset.ts";
export { type Follower, followStoredDataset } from "./follow.ts";
export { createLocations, type Locations } from "./served-directory.ts";

export async function addLocationRoutes(
  server: Server,
  { locations, log, appVersion }: { locations: Locations; log: Log; appVersion: string },
): Promise<void> {
  await server.register(
    async (scope) => {
      // The schemas describe; the handlers check, in the contract's own words (http/query.ts).
      scope.setValidatorCompiler(() => () => true);
      scope.setSerializerCompiler(() => JSON.stringify);
      scope.setErrorHandler((thrown, request, reply) =>
        sendError(reply, noteError(log, thrown, request)),
      );
      scope.setNotFoundHandler((_request, reply) =>
        sendError(reply, new AppError("endpoint_not_found")),
      );
      await scope.register(swagger, {
        openapi: {
          openapi: "3.1.0",
          info: {
            title: "Lodestone location directory",
            version: appVersion,
            description:
              "India's states, districts and agricultural markets (mandis) with the ids of AGMARKNET 2.0. Public and read-only: no key, no limit by address. Answers may be cached; send `If-None-Match` to spare the download.",
            license: { name: "Apache-2.0 (the program)", identifier: "Apache-2.0" },
          },
          servers: [{ url: "/" }],
        },
      });
      // The documentation keeps this order.
      addListRoutes(scope, locations.current);
      addSearchRoute(scope, locations.current);
      addRecordRoutes(scope, locations.current);
      addExportRoute(scope, locations.current);
      addAboutRoutes(scope, locations.current, { appVersion });
      addDocsPage(scope, { examples: EXAMPLES });
    },
    { prefix: "/api" },
  );
}

/** Values for the documentation's example calls; all of them exist in the shipped data. */
const EXAMPLES = { state_id: "20", district_id: "364", market_id: "164", q: "pune" };
