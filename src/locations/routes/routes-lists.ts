// The lists: states, the districts of a state, the markets of a district.
import type { IncomingHttpHeaders } from "node:http";
import { AppError, readQuery, readWholeNumber } from "../../http/http.ts";
import type { Kind } from "../data/dataset.ts";
import {
  createListBody,
  type Directory,
  type DistrictEntry,
  toDistrictJson,
  toMarketJson,
  toStateJson,
} from "../directory.ts";
import {
  createFeature,
  createFeatures,
  GEOJSON_TYPE,
  LIST_FORMATS,
  readFormat,
} from "./geojson.ts";
import type { ReadRoute } from "./read-routes.ts";
import type { Answer, Body } from "./replies.ts";
import * as schemas from "./schemas.ts";
import { addFields, answerView, readView, viewFields } from "./view.ts";

export const LIMIT_MAX = 1000;

export function listRoutes(current: () => Directory): ReadRoute[] {
  return [
    {
      url: "/states",
      schema: schemas.listStates,
      answer: (url, _ids, headers) => {
        const directory = current();
        const { dataset, statesBody } = directory;
        const list = { kind: "state", records: dataset.states, toJson: toStateJson } as const;
        return answerList(directory, url, headers, list, {}, statesBody);
      },
    },
    {
      url: "/states/:state_id/districts",
      schema: schemas.listDistricts,
      answer: (url, { state_id }, headers) => {
        const directory = current();
        const { districts, listBody } = findState(directory, state_id);
        const list = { kind: "district", records: districts, toJson: toDistrictJson } as const;
        return answerList(directory, url, headers, list, { state_id }, listBody);
      },
    },
    {
      url: "/states/:state_id/districts/:district_id/markets",
      schema: schemas.listMarketsOfState,
      answer: (url, { state_id, district_id }, headers) => {
        const directory = current();
        findState(directory, state_id);
        const { record, markets, listBody } = findDistrict(directory, district_id);
        if (record.stateId !== state_id) throw new AppError("district_not_found");
        const list = { kind: "market", records: markets, toJson: toMarketJson } as const;
        const ids = { state_id, district_id };
        return answerList(directory, url, headers, list, ids, () => listBody(true));
      },
    },
    {
      url: "/districts/:district_id/markets",
      schema: schemas.listMarkets,
      answer: (url, { district_id }, headers) => {
        const directory = current();
        const { markets, listBody } = findDistrict(directory, district_id);
        const list = { kind: "market", records: markets, toJson: toMarketJson } as const;
        return answerList(directory, url, headers, list, { district_id }, () => listBody(false));
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

/** The whole list as it is kept, or made for what was asked: a part of it, or more of each record. */
function answerList<R extends { id: number }>(
  directory: Directory,
  url: string,
  headers: IncomingHttpHeaders | undefined,
  { kind, records, toJson }: { kind: Kind; records: readonly R[]; toJson: (record: R) => string },
  ids: { state_id?: number; district_id?: number },
  wholeBody: () => Body,
): Answer {
  if (!url.includes("?")) return { body: wholeBody(), etag: directory.etag };
  const query = readQuery(url);
  const limit = readWholeNumber(query, "limit", { min: 1, max: LIMIT_MAX });
  const offset = readWholeNumber(query, "offset", { min: 0, max: 2 ** 31 - 1 });
  const view = readView(query, directory, headers);
  const format = readFormat(query, LIST_FORMATS);
  const isPart = limit !== null || offset !== null;
  if (view === null && !isPart && format === "json")
    return { body: wholeBody(), etag: directory.etag };
  const from = offset ?? 0;
  const part = records.slice(from, limit === null ? undefined : from + limit);
  const items = part.map((record) =>
    addFields(toJson(record), viewFields(directory, view, kind, record.id)),
  );
  const total = isPart ? { total: records.length } : {};
  if (format === "json") {
    return answerView(directory, view, createListBody(items, { ...total, ...ids }));
  }
  const features = items.map((item, i) => createFeature(directory, kind, part[i]?.id ?? 0, item));
  const body = createFeatures(features, { count: features.length, ...total, ...ids });
  return { ...answerView(directory, view, body), contentType: GEOJSON_TYPE };
}
