// The lists: states, the districts of a state, the markets of a district.
import { AppError, readQuery, readWholeNumber } from "../http/http.ts";
import {
  createListBody,
  type Directory,
  type DistrictEntry,
  toDistrictJson,
  toMarketJson,
  toStateJson,
} from "./directory.ts";
import type { ReadRoute } from "./read-routes.ts";
import type { Body } from "./replies.ts";
import * as schemas from "./schemas.ts";

export const LIMIT_MAX = 1000;

export function listRoutes(current: () => Directory): ReadRoute[] {
  return [
    {
      url: "/states",
      schema: schemas.listStates,
      answer: (url) => {
        const { dataset, statesBody, etag } = current();
        return { body: readPart(url, dataset.states, toStateJson, {}) ?? statesBody(), etag };
      },
    },
    {
      url: "/states/:state_id/districts",
      schema: schemas.listDistricts,
      answer: (url, { state_id }) => {
        const directory = current();
        const state = findState(directory, state_id);
        const part = readPart(url, state.districts, toDistrictJson, { state_id });
        return { body: part ?? state.listBody(), etag: directory.etag };
      },
    },
    {
      url: "/states/:state_id/districts/:district_id/markets",
      schema: schemas.listMarketsOfState,
      answer: (url, { state_id, district_id }) => {
        const directory = current();
        findState(directory, state_id);
        const district = findDistrict(directory, district_id);
        if (district.record.stateId !== state_id) throw new AppError("district_not_found");
        const part = readPart(url, district.markets, toMarketJson, { state_id, district_id });
        return { body: part ?? district.listBody(true), etag: directory.etag };
      },
    },
    {
      url: "/districts/:district_id/markets",
      schema: schemas.listMarkets,
      answer: (url, { district_id }) => {
        const directory = current();
        const district = findDistrict(directory, district_id);
        const part = readPart(url, district.markets, toMarketJson, { district_id });
        return { body: part ?? district.listBody(false), etag: directory.etag };
      },
    },
  ];
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
  url: string,
  records: readonly R[],
  toJson: (record: R) => string,
  ids: { state_id?: number; district_id?: number },
): Body | null {
  if (!url.includes("?")) return null;
  const query = readQuery(url);
  const limit = readWholeNumber(query, "limit", { min: 1, max: LIMIT_MAX });
  const offset = readWholeNumber(query, "offset", { min: 0, max: 2 ** 31 - 1 });
  if (limit === null && offset === null) return null;
  const from = offset ?? 0;
  const part = records.slice(from, limit === null ? undefined : from + limit);
  return createListBody(part.map(toJson), { total: records.length, ...ids });
}
