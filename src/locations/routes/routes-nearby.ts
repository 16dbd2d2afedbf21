// Records near a point, nearest first.
import type { IncomingHttpHeaders } from "node:http";
import { AppError, invalid, readQuery, readText, readWholeNumber } from "../../http/http.ts";
import type { Near } from "../data/nearby.ts";
import { type Point, parseDegrees } from "../data/places.ts";
import { type Directory, describeDistrict, describeMarket, describeState } from "../directory.ts";
import type { ReadRoute } from "./read-routes.ts";
import { type Answer, createBody } from "./replies.ts";
import { LIMIT_MAX } from "./routes-lists.ts";
import { readKinds } from "./routes-search.ts";
import * as schemas from "./schemas-places.ts";
import { answerView, describePoint, readView, type View, viewFields } from "./view.ts";

const LIMIT_DEFAULT = 20;
const RADIUS_KM_DEFAULT = 50;
const RADIUS_KM_MAX = 500;

export function nearbyRoutes(current: () => Directory): ReadRoute[] {
  return [
    {
      url: "/nearby",
      schema: schemas.nearby,
      answer: (url, _ids, headers) => answerNearby(current(), url, headers),
    },
  ];
}

function answerNearby(
  directory: Directory,
  url: string,
  headers: IncomingHttpHeaders | undefined,
): Answer {
  const query = readQuery(url);
  const latitude = readDegrees(query, "lat", 90);
  const longitude = readDegrees(query, "lon", 180);
  const found = directory.places.nearby({
    latitude,
    longitude,
    kinds: readKinds(readText(query, "kind")) ?? undefined,
    radiusKm: readRadius(query) ?? RADIUS_KM_DEFAULT,
    limit: readWholeNumber(query, "limit", { min: 1, max: LIMIT_MAX }) ?? LIMIT_DEFAULT,
  });
  const view = readView(query, directory, headers);
  const data = found.map((near) => describeNear(directory, view, near));
  return answerView(
    directory,
    view,
    createBody(JSON.stringify({ status: "success", data, count: data.length })),
  );
}

/** A record with what tells it from others of its name, its point and its distance. */
export function describeNear(
  directory: Directory,
  view: View | null,
  { point, distanceKm }: Near,
): { id: number; name: string; [field: string]: unknown } {
  const { kind, id } = point;
  const { local_name } = viewFields(directory, view, kind, id);
  return {
    kind,
    ...describeRecord(directory, point),
    ...(local_name === undefined ? {} : { local_name }),
    ...describePoint(point),
    // No point is more precise than metres.
    distance_km: Math.round(distanceKm * 1000) / 1000,
  };
}

function describeRecord(directory: Directory, { kind, id }: Point) {
  if (kind === "market") {
    const { record, parent } = directory.markets.get(id) ?? missing(kind, id);
    return {
      ...describeMarket(record),
      district_id: parent.record.id,
      district_name: parent.record.name,
      state_name: parent.parent.record.name,
    };
  }
  if (kind === "district") {
    const { record, parent } = directory.districts.get(id) ?? missing(kind, id);
    const { lgd_code: _, ...district } = describeDistrict(record);
    return { ...district, state_name: parent.record.name };
  }
  const { record } = directory.states.get(id) ?? missing(kind, id);
  const { lgd_code: _, ...state } = describeState(record);
  return state;
}

function missing(kind: string, id: number): never {
  throw new Error(`There is a point of ${kind} ${id}, which does not exist.`);
}

function readDegrees(query: ReadonlyMap<string, string>, name: string, most: number): number {
  const text = readText(query, name);
  if (text === null || text.trim() === "") {
    throw new AppError("parameter_required", {
      message: `Query parameter '${name}' is required`,
      param: name,
    });
  }
  const degrees = parseDegrees(text, most);
  if (Number.isNaN(degrees)) throw invalid(name, `must be degrees from -${most} to ${most}`);
  return degrees;
}

function readRadius(query: ReadonlyMap<string, string>): number | null {
  const text = readText(query, "radius_km");
  if (text === null) return null;
  const radius = parseDegrees(text, RADIUS_KM_MAX);
  if (!(radius > 0))
    throw invalid("radius_km", `must be a number above 0, at most ${RADIUS_KM_MAX}`);
  return radius;
}
