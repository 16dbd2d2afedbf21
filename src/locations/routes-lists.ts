// The lists: states, the districts of a state, the markets of a district.
import type { FastifyRequest } from "fastify";
import { AppError, readQuery, readWholeNumber, type Server } from "../http/http.ts";
import {
  createListBody,
  type Directory,
  type DistrictEntry,
  toDistrictJson,
  toMarketJson,
  toStateJson,
} from "./directory.ts";
import { addReadRoute } from "./read-routes.ts";
import { type Body, sendData } from "./replies.ts";
import * as schemas from "./schemas.ts";

export const LIMIT_MAX = 1000;

export function addListRoutes(scope: Server, current: () => Directory): void {
  addReadRoute(scope, {
    url: "/states",
    schema: schemas.listStates,
    handler: (request, reply) => {
      const directory = current();
      const part = readPart(request, directory.dataset.states, toStateJson, {});
      return sendData(request, reply, part ?? directory.statesBody(), directory);
    },
  });

  addReadRoute(scope, {
    url: "/states/:state_id/districts",
    schema: schemas.listDistricts,
    handler: (request, reply, { state_id }) => {
      const directory = current();
      const state = findState(directory, state_id);
      const part = readPart(request, state.districts, toDistrictJson, { state_id });
      return sendData(request, reply, part ?? state.listBody(), directory);
    },
  });

  addReadRoute(scope, {
    url: "/states/:state_id/districts/:district_id/markets",
    schema: schemas.listMarketsOfState,
    handler: (request, reply, { state_id, district_id }) => {
      const directory = current();
      findState(directory, state_id);
      const district = findDistrict(directory, district_id);
      if (district.record.stateId !== state_id) throw new AppError("district_not_found");
      const ids = { state_id, district_id };
      const part = readPart(request, district.markets, toMarketJson, ids);
      return sendData(request, reply, part ?? district.listBody(true), directory);
    },
  });

  addReadRoute(scope, {
    url: "/districts/:district_id/markets",
    schema: schemas.listMarkets,
    handler: (request, reply, { district_id }) => {
      const directory = current();
      const district = findDistrict(directory, district_id);
      const part = readPart(request, district.markets, toMarketJson, { district_id });
      return sendData(request, reply, part ?? district.listBody(false), directory);
    },
  });
}

function findState(directory: Directory, id: number) {
  const state = directory.states.get(id);
  if (state === undefined || state.isRetired) throw new AppError("state_not_found");
  return state;
}

function findDistrict(directory: Directory, id: number): DistrictEntry {
  const district = directory.districts.get(id);
  if (district === undefined || district.isRetired) throw new AppError("district_not_found");
  return district;
}

/** The body of a part of the list, or null when the whole was asked for. */
function readPart<R>(
  request: FastifyRequest,
  records: readonly R[],
  toJson: (record: R) => string,
  ids: { state_id?: number; district_id?: number },
): Body | null {
  if (!request.url.includes("?")) return null;
  const query = readQuery(request.url);
  const limit = readWholeNumber(query, "limit", { min: 1, max: LIMIT_MAX });
  const offset = readWholeNumber(query, "offset", { min: 0, max: 2 ** 31 - 1 });
  if (limit === null && offset === null) return null;
  const from = offset ?? 0;
  const part = records.slice(from, limit === null ? undefined : from + limit);
  return createListBody(part.map(toJson), { total: records.length, ...ids });
}
